"""Signatures of the calls of a system: every keyword that is taken stands in them."""

from __future__ import annotations

import inspect
import pydoc
from typing import Any

import pytest

from sarrus import System
from sarrus.gallery import EXAMPLES
from sarrus.sweeps import public
from sarrus.sweeps.execution import Settings
from sarrus.system.one_state.reactions import wrenches

CALLS = {name: call for name, call in inspect.getmembers(System, inspect.isfunction)
         if not name.startswith("_")}  # fmt: skip
OPEN = (inspect.Parameter.VAR_KEYWORD,)


@pytest.mark.parametrize("name", CALLS)
def test_no_call_hides_its_keywords(name: str) -> None:
    found = inspect.signature(CALLS[name]).parameters
    assert not [p for p in found.values() if p.kind in OPEN]
    assert "**" not in pydoc.render_doc(CALLS[name]).split("\n")[2]


def test_bound_calls_and_their_keywords() -> None:
    system = EXAMPLES["pendulum"].model().compile(kernels=())
    found = inspect.signature(system.simulate)
    assert "self" not in found.parameters and {"parameters", "base", "z"} <= set(found.parameters)
    assert found.parameters["rtol"].default == 1e-6
    assert found.return_annotation == "Run"
    assert found.bind("start", until=1.0).arguments == {"start": "start", "until": 1.0}
    with pytest.raises(TypeError):
        found.bind("start", unknown=1.0)


def shown(name: str) -> dict[str, Any]:
    return {n: p.default for n, p in inspect.signature(CALLS[name]).parameters.items()}


def test_what_is_shown_is_what_is_taken() -> None:
    taken = {"rates", "plan", *public.KEYWORDS, *public.GIVEN, *public.MAKING}
    sweep = shown("sweep")
    assert set(sweep) == {"self", "over", "start", "measure", *taken}
    settings = inspect.signature(Settings).parameters
    assert {n: sweep[n] for n in public.MAKING} == {n: settings[n].default for n in public.MAKING}
    inner = inspect.signature(wrenches).parameters
    own = ("joints", "on", "axes", "at", "formulation")
    passed = ("efforts", "driven", "locked", "points", "loads", "share", "lagged")
    for name in ("wrenches", "reactions"):
        found = shown(name)
        assert {n: found[n] for n in own} == {n: inner[n].default for n in own}
        assert {n: found[n] for n in passed} == {n: shown("accelerations")[n] for n in passed}

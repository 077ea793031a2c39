"""What the cheat sheet calls exists."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sarrus
from docs.pages import DOCS
from sarrus import gallery, robotics, viewer

TEXT = (DOCS / "cheat_sheet.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def things() -> dict[str, Any]:
    system = gallery.pendulum().compile()
    start = system.assemble()
    run = system.simulate(start, until=0.1)
    rest = system.equilibrium({"A": -1.5})
    return {
        "m": sarrus.Mechanism("x"),
        "s": system,
        "run": run,
        "run.history": run.history,
        "rest": rest,
        "small": system.linearize(rest.state),
        "robotics": robotics,
        "sarrus": sarrus,
        "sarrus.viewer": viewer,
    }


def test_every_call_exists(things: dict[str, Any]) -> None:
    names = "|".join(re.escape(name) for name in sorted(things, key=len, reverse=True))
    used = set(re.findall(rf"(?<![\w.])({names})\.(\w+)", TEXT))
    assert len(used) > 60
    missing = [f"{a}.{b}" for a, b in used if not hasattr(things[a], b)]
    assert not missing


def test_every_method_of_the_builder_exists(things: dict[str, Any]) -> None:
    rows = re.findall(r"`m\.(\w+(?: \w+)+)`", TEXT)
    words = [word for row in rows for word in row.split()]
    words += re.findall(r"; `((?:\w+ )+\w+)` \|", TEXT)[0].split()
    assert len(words) > 10
    assert not [word for word in words if not hasattr(things["m"], word)]

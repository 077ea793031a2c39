"""The builder's methods for joints follow from the classes of the types."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from sarrus import Mechanism
from sarrus.model.joints import TYPES
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.methods import stub


def test_the_stub_is_current() -> None:
    """After a change of a joint type: python -m sarrus.model.methods.stub."""
    assert Path(stub.path()).read_text(encoding="utf-8") == stub.text()


@pytest.mark.parametrize("kind", sorted(TYPES.own))
def test_every_type_has_its_method(kind: str) -> None:
    method = getattr(Mechanism, kind)
    options = inspect.signature(method).parameters
    assert method.__name__ == kind
    assert (inspect.getdoc(method) or "").startswith("Add ")
    assert set(parameters_of(TYPES[kind])) <= set(options)
    bodies = ("a", "b") if TYPES[kind].placement == "two points" else ("parent", "child")
    assert list(options)[:4] == ["self", "name", *bodies]
    assert ("at_a" in options) == (TYPES[kind].placement == "two points")


def test_a_method_is_the_joint_of_its_name() -> None:
    one, other = Mechanism("one"), Mechanism("one")
    for m in (one, other):
        m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    one.helical("J", "ground", "a", at=(0, 0, 0), axis="x", lead="5 mm")
    other.joint("helical", "J", "ground", "a", at=(0, 0, 0), axis="x", lead=0.005)
    assert one.build() == other.build()

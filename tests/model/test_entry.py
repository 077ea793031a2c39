"""M04: every numeric attribute against hostile literals, each a located error."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.errors import Location, ModelError
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry, Source, is_list, text_of

HOSTILE: list[Any] = [
    *("nan", "NaN", "inf", "-inf", "+Infinity", "1e400", "-1e400", "1e-320", "1e-400", "abc"),
    *("", "0x10", "010", "1_000", "1:30", "1,5", "--1", "\uff11", "yes", "5 candela"),
    *(math.nan, math.inf, 5e-324, None, True, 2j, [[1]], 10**400),
]

Setter = Callable[[Mechanism, Any, Source], None]


def joint(**options: Any) -> Setter:
    def add(m: Mechanism, value: Any, source: Source) -> None:
        given = {
            key: option(value) if callable(option) else option for key, option in options.items()
        }
        kind = given.pop("kind", "revolute")
        m.joint(kind, "J", m.ground, "b", **{"at": (0, 0, 0), "axis": "z", **given}, source=source)

    return add


def spring(**options: Callable[[Any], Any]) -> Setter:
    def add(m: Mechanism, value: Any, source: Source) -> None:
        given = {key: option(value) for key, option in options.items()}
        points: dict[str, Any] = {"at_a": (0, 0, 0), "at_b": (1, 0, 0), "k": 1}
        m.spring_damper("S", m.ground, "b", **{**points, **given}, source=source)

    return add


ATTRIBUTES: dict[str, Setter] = {
    "mass": lambda m, v, s: m.body("x", [v] if v is None else v, source=s),
    "com": lambda m, v, s: m.body("x", 1, (0, v, 0), source=s),
    "inertia": lambda m, v, s: m.body("x", 1, inertia=(1, v, 1), source=s),
    "at": lambda m, v, s: m.body("x", 1, at=(v, 0, 0), source=s),
    "rpy": lambda m, v, s: m.body("x", 1, rpy=(0, v, 0), source=s),
    "quaternion_wxyz": lambda m, v, s: m.body("x", 1, quaternion_wxyz=(1, v, 0, 0), source=s),
    "rotation": lambda m, v, s: m.body("x", rotation=((1, 0, 0), (0, 1, 0), (0, 0, v)), source=s),
    "axis": joint(axis=lambda v: (0, v, 1)),
    "limits": joint(limits=lambda v: (-1, [v] if v is None else v)),
    "lead": joint(kind="helical", lead=lambda v: v),
    "k": spring(k=lambda v: v),
    "c": spring(c=lambda v: [v] if v is None else v),
    "at_b": spring(at_b=lambda v: (0, 0, v)),
    "free_length": spring(free_length=lambda v: [v] if v is None else v),
    "force": lambda m, v, s: m.point_force("F", "b", (0, v, 0), on=(0, 0, 0), source=s),
    "velocity": lambda m, v, s: m.start_velocity("b", (0, v, 0), source=s),
}


TAKE_FORMULAS = ("c", "force")
"""Attributes that may be laws, and so text with a formula."""


@pytest.mark.parametrize("attribute", ATTRIBUTES)
@pytest.mark.parametrize("value", HOSTILE, ids=lambda v: repr(v)[:12])
def test_hostile_literals_are_located_errors(attribute: str, value: Any) -> None:
    m = Mechanism()
    m.body("b", 1, inertia=(1, 1, 1))
    place = Location("m.yaml", 7, 3, "as written")
    ATTRIBUTES[attribute](m, value, {attribute: place})
    if attribute in TAKE_FORMULAS and value == "--1":
        m.build()  # a formula: 1
        return
    with pytest.raises(ModelError) as caught:
        m.build()
    found = [p for p in caught.value.problems if p.severity == "error"]
    assert found and {p.location for p in found} == {place}
    known = {"M04", "M05", "M19", "M20", "M21", "M25"}
    if attribute in TAKE_FORMULAS and isinstance(value, str):
        known |= {"F22"}
    assert {p.code for p in found} <= known
    assert "as written" in str(found[0])


def test_gravity_is_read_like_every_number() -> None:
    assert Mechanism(gravity=(0, 0, "-1 cm/s^2")).build().gravity == (0.0, 0.0, -0.01)
    with pytest.raises(ModelError, match=r"model 'mechanism' / gravity"):
        Mechanism(gravity="9.81").build()


def test_the_place_of_one_number() -> None:
    one, all_ = Location("f", 1, 1), Location("f", 2, 1)
    entry = Entry("body 'b'", {"": all_, "com[1]": one}, [])
    assert entry.vector("com", (0, "x", "y"), "m") is None
    assert [p.location for p in entry.problems] == [one, all_]
    assert [p.element for p in entry.problems] == ["body 'b' / com[1]", "body 'b' / com"]


def test_values_are_shown_plainly() -> None:
    assert text_of((0, 1.5, "2 m")) == "(0, 1.5, '2 m')"
    assert text_of(np.array([0.1, 2.0])) == "(0.1, 2)"
    assert len(text_of("x" * 1000)) == 80
    assert is_list((1,)) and is_list(np.zeros(2)) and not is_list("ab") and not is_list(np.array(1))

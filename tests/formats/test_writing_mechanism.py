"""Models back to what users write: drafts that are built into the same model, bit for bit."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formats.writing_zoo import turned, zoo, zoo_model
from loops.random_loops import random_loop
from random_trees import random_tree
from sarrus import Mechanism, Model, gallery, load
from sarrus.formats.model_record import model_record
from sarrus.formats.plain import comparable
from sarrus.formats.writing import mechanism_of
from sarrus.model.forces import ForceElement, Torque
from sarrus.model.joints import TYPES
from sarrus.model.pose import Pose

REFERENCE = Path(__file__).parents[1] / "reference" / "bench"
CASES = [
    path
    for path in sorted(REFERENCE.glob("*/case.json"))
    if '\n  "model": {' in path.read_text("utf-8")
]
GALLERY = ("double_wishbone", "half_vehicle", "quarter_vehicle", "rssr", "tracked_vehicle")
LOOPS = [kind for kind in TYPES if kind not in ("free", "distance")]


def content(model: Model) -> Any:
    """Everything that a model says, its notices aside."""
    return comparable(model_record(dataclasses.replace(model, notices=())))


def check(model: Model) -> Mechanism:
    mechanism = mechanism_of(model)
    again = mechanism.build()
    assert content(again) == content(model)
    assert again.content_hash == model.content_hash
    assert again.name == model.name
    return mechanism


def ready(mechanism: Mechanism) -> list[str]:
    return [draft.name for draft in mechanism.forces if draft.type_name == "element"]


def test_every_element_comes_back() -> None:
    model = zoo_model()
    assert {joint.type.type_name for joint in model.joints} == set(TYPES)
    mechanism = check(model)
    assert ready(mechanism) == [
        "rope",
        "drag",
        "brake",
        "skate",
        "lagging",
    ]  # laws of Python stay


def test_the_zoo_has_every_force_type() -> None:
    from sarrus.model.registry import FORCES

    written = {type(force).type_name for force in zoo_model().forces}
    assert written == FORCES.own - {"fmu"}  # which needs a file: tests/system/test_fmu_in.py


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_reference_problems_come_back(case: Path) -> None:
    check(load(case))


@pytest.mark.parametrize("name", [*GALLERY, "vehicle_5dof"])
def test_gallery_comes_back(name: str) -> None:
    made = getattr(gallery, name)()
    assert ready(check(getattr(made, "model", made))) == []


@pytest.mark.parametrize("seed", range(100))
def test_random_trees_come_back(seed: int) -> None:
    check(random_tree(seed, 2 + seed % 7))


@pytest.mark.parametrize("kind", LOOPS)
@pytest.mark.parametrize("swapped", [False, True])
def test_random_loops_come_back(kind: str, swapped: bool) -> None:
    check(random_loop(kind, 7, swapped).model)


def test_a_distance_comes_back_but_for_axes_that_it_does_not_have() -> None:
    model = random_loop("distance", 3).model
    again = mechanism_of(model).build()
    old, new = model.joint("loop"), again.joint("loop")
    assert new.type == old.type
    assert new.on_parent.position == old.on_parent.position
    assert new.on_child.position == old.on_child.position
    assert again.joints[:-1] == model.joints[:-1]


def test_joints_of_a_drawing_stay_in_the_drawing() -> None:
    mechanism = mechanism_of(load(REFERENCE / "fourbar_diagonal_spring" / "case.json"))
    assert all({"at", "axis"} <= set(draft.options) for draft in mechanism.joints)
    assert {draft.options["axis"] for draft in mechanism.joints} == {"z"}


def test_round_numbers_stay_round() -> None:
    m = Mechanism()
    m.body("a", 1.0, at=(0.1, 0.2, 0.3), rpy=(0, 0, "90 deg"))
    m.revolute("j", "ground", "a", at=(0.7, 0.1, 0.2), axis=(0, 3, 0))
    m.spring_damper("s", "ground", "a", at_a=(1, 2, 3), at_b=(0.4, 0.1, 0.2), k=1.0)
    mechanism = check(m.build())
    assert mechanism.joints[0].options == {"at": (0.7, 0.1, 0.2), "axis": "y"}
    assert mechanism.forces[0].options["at_b"] == (0.4, 0.1, 0.2)
    assert mechanism.bodies[0].pose.rpy == (0.0, 0.0, np.pi / 2)


def test_bodies_placed_by_their_joints_stay_there() -> None:
    m = Mechanism()
    m.body("a", 1.0)
    m.body("b", 1.0)
    m.revolute("j", "ground", "a", on_parent=(0, 0, 1), on_child=(0, 0, 0), axis="x")
    m.weld("w", "a", "b", on_parent=Pose((1, 0, 0), turned(1)), on_child=Pose((0, 1, 0), turned(2)))
    model = m.build()
    assert model.body("b").pose != Pose()
    check(model)


def test_islands_come_back() -> None:
    m = Mechanism()
    m.body("a", 1.0, at=(1, 2, 3))
    m.body("b", 1.0)
    m.weld("w", "a", "b", at=(0, 0, 1))
    check(m.build())


class Own(ForceElement):
    """A force element of the user's own."""

    name = "own"
    type_name = "own"
    bodies = ("a",)

    def loads(self, scene: Any) -> tuple[Any, ...]:
        return ()


def test_own_elements_are_kept() -> None:
    m = Mechanism()
    m.body("a", 1.0)
    own = Own()
    m.add(own)
    assert mechanism_of(m.build()).build().forces == (own,)


def test_directions_of_turned_bodies_are_kept() -> None:
    m = Mechanism()
    m.body("a", 1.0, rotation=turned(3))
    m.body("b", 1.0, rotation=turned(4))
    for i, axis in enumerate(np.random.default_rng(1).normal(size=(50, 3))):
        m.torque(f"t{i}", "a", "b", axis, 2.0)
    mechanism = check(m.build())
    told = [draft for draft in mechanism.forces if draft.type_name == "torque"]
    assert len(told) > 25  # the others are ready elements, so that no bit is lost
    assert all(isinstance(d.get("element"), Torque) for d in mechanism.forces if d not in told)


def test_a_formula_is_taken_as_it_is() -> None:
    model = zoo_model()
    drafts = {draft.name: draft for draft in mechanism_of(model).forces}
    strut = next(force for force in model.forces if force.name == "s4")
    assert drafts["s4"].options["force"] is strut.spring


def test_the_mechanism_is_left_as_it_is() -> None:
    before = zoo()
    model = before.build()
    mechanism_of(model)
    assert before.build() == model

"""The neutral format, written: the same motion, and everything that does not fit at once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from formats.test_writing_mechanism import CASES
from formats.writing_zoo import turned, zoo_model
from sarrus import Box, Mechanism, Model, ModelError, load
from sarrus.cartesian import CartesianSystem
from sarrus.formats.neutral import read_neutral
from sarrus.formats.writing import neutral_record
from sarrus.formats.writing.neutral_writing import neutral_text

SIZE = 1e-12
"""Difference of accelerations that is round-off, relative to the largest one."""


def accelerations(model: Model) -> dict[str, np.ndarray]:
    """Of the centres of mass, and angular, in the drawing; by a solver of its own."""
    system = CartesianSystem(model, cache=None, compiled=False)
    state = system.project(system.drawing_state())
    moving = system.bodies(state)
    found = {}
    for name, of in system.accelerations(state).items():
        arm = np.array(model.body(name).pose.rotation) @ np.array(model.body(name).com)
        w, alpha = moving[name].angular_velocity, of.angular_acceleration
        at_com = of.acceleration + np.cross(alpha, arm) + np.cross(w, np.cross(w, arm))
        found[name] = np.concatenate([at_com, alpha])
    return found


def check_motion(one: Model, other: Model, size: float = SIZE) -> None:
    here, there = accelerations(one), accelerations(other)
    assert here.keys() == there.keys()
    largest = max(float(np.max(np.abs(a))) for a in here.values())
    for name, value in here.items():
        assert np.max(np.abs(there[name] - value)) <= size * max(1.0, largest), name


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_reference_problems_are_written_and_read(case: Path) -> None:
    model = load(case)
    record, problems = neutral_record(model)
    assert problems == ()
    again = read_neutral(json.loads(json.dumps(record)), name=model.name)
    gaps = [
        np.max(np.abs(np.subtract(old.com if k == "com" else getattr(old.pose, k), new)))
        for old, fresh in zip(model.bodies, again.bodies, strict=True)
        for k, new in (("position", fresh.pose.position), ("rotation", fresh.pose.rotation))
    ]
    assert max(gaps) <= 1e-15
    assert [type(j.type) for j in again.joints] == [type(j.type) for j in model.joints]
    assert again.start == model.start


def robot() -> Mechanism:
    """Bodies with frames away from their centres of mass, and loads of all kinds that fit."""
    m = Mechanism("robot", gravity=(0.5, 0, -9.8))
    m.body("a", 2.0, (0.1, 0.2, -0.1), (0.1, 0.2, 0.25), at=(0.3, 0, 1), rotation=turned(1))
    m.body("b", 3.0, (0, 0.3, 0.1), (0.1, 0.2, 0.25, 0.01, 0.02, 0), rotation=turned(2))
    m.body("c", 1.0, (0, 0, 0.1), (0.1, 0.2, 0.25), at=(1, 1, 1), shape=Box((1, 1, 1)))
    m.revolute("A", "ground", "a", at=(0, 0, 1), axis=(1, 2, 3), limits=(-1, 1))
    m.universal("B", "a", "b", at=(1, 0, 1), axis="x", axis2="z")
    m.spherical("C", "b", "c", at=(2, 0, 1))
    m.distance("rod", "c", "ground", at_a=(1, 1, 1), at_b=(3, 3, 3))
    m.frame("tip", "c", (0, 0, 1))
    m.spring_damper("s", "a", "c", on_a=(0, 0, 1), on_b=(1, 0, 0), k=100.0, c=3.0, free_length=0.2)
    m.torque("t", "a", "b", (1, 1, 0), 3.0)
    m.joint_torque("e", "A", -2.0)
    m.joint_damper("d", "A", 0.5)
    m.start_velocity("a", (0, 0, 0), (0.1, 0.2, 0.3))
    return m


def test_body_frames_move_and_the_motion_stays() -> None:
    model = robot().build()
    record, problems = neutral_record(model)
    assert {p.element for p in problems} == {"limits", "shapes", "frames"}
    assert {(p.code, p.severity) for p in problems} == {("F21", "warning")}
    check_motion(model, read_neutral(record))


def test_the_text_is_read_as_the_record() -> None:
    model = robot().build()
    text, _ = neutral_text(model)
    assert read_neutral(json.loads(text)) == read_neutral(neutral_record(model)[0])
    assert len(text.splitlines()) < 40


def test_what_does_not_fit_is_refused_at_once() -> None:
    model = zoo_model()
    with pytest.raises(ModelError) as caught:
        neutral_record(model)
    refused = {p.element for p in caught.value.problems}
    assert {p.code for p in caught.value.problems} == {"F19"}
    assert {"joint 'j5'", "joint 'j6'", "coupler 'pair'", "coupler 'rack'", "base"} <= refused
    fits = {"s1", "q1", "q3", "t1"}  # springs, efforts on hinges, dampers, torques
    for force in model.forces:
        assert (f"force '{force.name}'" in refused) == (force.name not in fits - {"q3"})
    assert "joint 'w'" in refused  # welded away from the drawing


def test_what_does_not_fit_can_be_left_out() -> None:
    model = zoo_model()
    record, problems = neutral_record(model, drop=True)
    assert {p.severity for p in problems} == {"warning"}
    again = read_neutral(record)
    assert {body.name for body in again.bodies} == set(model.body_index)
    assert [force.name for force in again.forces] == ["s1", "t1", "q1"]

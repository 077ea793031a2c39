"""The builder: what it remembers, and the model that it makes."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

from sarrus.errors import Location, ModelError
from sarrus.model import Box, Cylinder, Frame, Mechanism, Model, PlacedShape, Pose, Sphere
from sarrus.model.forces import JointTorque, SpringDamper


def four_bar(scale: float = 1.0) -> Mechanism:
    m = Mechanism("four_bar")
    crank = m.body("crank", 1.0, (0.05 * scale, 0, 0), (1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", "2 kg", (0.2, 0, 0.1), (1e-3, 1e-2, 1e-2))
    rocker = m.body("rocker", 1.5, (0.3, 0, "100 mm"), (1e-2, 1e-2, 1e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=("100 mm", 0, 0), axis=(0, 3, 0))
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.spring_damper("S", crank, rocker, at_a=(0.05, 0, 0), at_b=(0.3, 0, 0.1), k=500, c=2)
    m.start_velocity(crank, angular_velocity=(0, "60 rpm", 0))
    return m


def test_a_model_is_its_content() -> None:
    one, two, other = four_bar().build(), four_bar().build(), four_bar(1.1).build()
    assert one == two and hash(one) == hash(two) and one.content_hash == two.content_hash
    assert one != other and one.content_hash != other.content_hash
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert again == one and again.content_hash == one.content_hash
    assert one.notices == ()


def test_building_twice_or_going_on_changes_nothing_built() -> None:
    m = four_bar()
    first = m.build()
    m.joint_torque("T", "A", 1.0)
    second = m.build()
    assert first == four_bar().build() and len(second.forces) == 2


def test_drawing_frames_are_exact() -> None:
    model = four_bar().build()
    for joint in model.joints:
        assert joint.on_parent == joint.on_child
        assert set(np.abs(joint.on_parent.rotation).ravel()) == {0.0, 1.0}
    assert model.joint("B").on_child.position == (0.1, 0.0, 0.0)
    assert "-0.0" not in repr(model)


def test_mass_and_inertia_from_shapes() -> None:
    m = Mechanism()
    m.body("a", density="7850 kg/m^3", shape=Box(("100 mm", 0.2, 0.3)))
    m.body("b", 2.0, shape=Sphere(0.1))
    m.body("c", shapes=[(Sphere(0.1), (1, 0, 0)), (Sphere(0.1), (-1, 0, 0))], density=1000)
    m.body("d").shape(Cylinder(0.1, 1.0), at=(0, 0, 1), rpy=(0, "90 deg", 0), color="#4477aa")
    a, b, c, d = m.build().bodies
    assert a.mass == pytest.approx(7850 * 0.006)
    assert np.allclose(a.inertia, Box((0.1, 0.2, 0.3)).inertia(a.mass))
    assert np.allclose(b.inertia, 0.4 * 2.0 * 0.01 * np.eye(3))
    ball = c.mass / 2
    expected = 0.8 * ball * 0.01 * np.eye(3) + np.diag([0, 2 * ball, 2 * ball])
    assert c.com == (0.0, 0.0, 0.0) and np.allclose(c.inertia, expected)
    turned = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    assert d.mass == 0.0
    assert d.shapes == (PlacedShape(Cylinder(0.1, 1.0), Pose((0.0, 0.0, 1.0), turned), "#4477aa"),)


def test_ways_to_give_an_inertia() -> None:
    m = Mechanism()
    full = [[2, 0.1, 0.3], [0.1, 2.5, 0.2], [0.3, 0.2, 3]]
    m.body("six", 1, (1, 0, 0), (2, 2.5, 3, 0.1, 0.2, 0.3))
    m.body("nine", 1, (1, 0, 0), np.array(full))
    about = np.array(full) + np.diag([0, 1, 1])
    m.body("moved", 1, (1, 0, 0), about, inertia_about=(0, 0, 0))
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    m.body("turned", 1, (1, 0, 0), turn.T @ full @ turn, inertia_axes=turn)
    m.body("unit", "1000 g", (1, 0, 0), ("2e4 kg*cm^2", 2.5, 3, 0.1, 0.2, 0.3))
    assert all(np.allclose(body.inertia, full) for body in m.build().bodies)


def test_frames_and_ground_shapes() -> None:
    m = Mechanism()
    arm = m.body("arm", 1, (1, 0, 0), (1, 1, 1))
    tip = arm.frame("tip", at=(2, 0, 0))
    base = m.ground.frame("base", at=(0, 0, 1), rpy=(0, 0, "90 deg"))
    m.ground.shape(Box((1, 1, 1)))
    m.spherical("A", m.ground, arm, on_parent=base, on_child="tip")
    m.point_force("F", arm, (0, 0, 1), on=tip)
    model = m.build()
    assert model.frames[0] == Frame("tip", "arm", Pose((2.0, 0.0, 0.0)))
    assert model.joint("A").on_child == model.frames[0].pose
    assert model.bodies[0].pose.position == (0.0, -2.0, 1.0)
    assert model.forces[0].point == (2.0, 0.0, 0.0)
    assert model.ground_shapes == (PlacedShape(Box((1, 1, 1))),)


def test_forces_start_and_base() -> None:
    m = four_bar()
    m.prescribe_base()
    m.add(JointTorque("own", "A", 2.0))
    model = m.build()
    spring = model.forces[0]
    assert isinstance(spring, SpringDamper)
    assert spring.free_length == pytest.approx(math.hypot(0.25, 0.1))
    assert model.base == "prescribed" and model.forces[1] == JointTorque("own", "A", 2.0)
    assert model.start[0].angular_velocity == (0.0, pytest.approx(2 * math.pi), 0.0)
    assert model.mass_properties().mass == 4.5


def broken() -> Mechanism:
    m = four_bar()
    m.gravity = (0, 0, math.nan)
    m.body("bad", -1.0)
    m.body("Crank", 1, inertia=(1, 1, 1))
    m.revolute("E", "crnk", "rocker", at=(0, 0, 0), axis="y")
    m.revolute("F", "crank", "rocker", at=(0, 0, 0), axis=(0, 0, 0))
    return m


def test_all_problems_at_once() -> None:
    with pytest.raises(ModelError) as caught:
        broken().build()
    found = caught.value.problems
    assert [p.code for p in found] == ["M04", "M04", "M07", "M09", "M19"]
    assert len(str(caught.value).splitlines()) == 5
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), ModelError)


def test_places_and_literals_come_from_the_file() -> None:
    m = Mechanism()
    place = Location("robot.urdf", 41, 7, "1e400")
    part = Location("robot.urdf", 42, 9, "NaN")
    source = {"": Location("robot.urdf", 40, 3), "mass": place, "inertia[1]": part}
    m.body("forearm", math.inf, (0, "x", 0), (1, math.nan, 1), source=source)
    with pytest.raises(ModelError) as caught:
        m.build()
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("robot.urdf:40:3: error M25 [body 'forearm' / com]: 'x' is not")
    assert lines[1].startswith("robot.urdf:41:7: error M04 [body 'forearm' / mass]: 1e400 is inf")
    assert lines[2].startswith("robot.urdf:42:9: error M04 [body 'forearm' / inertia[1]]: NaN is")


def test_strict_makes_warnings_errors_and_keeps_notices() -> None:
    m = Mechanism()
    m.body("plate", 1, inertia=(1, 1, 3))
    model = m.build()
    assert [(p.code, p.severity) for p in model.notices] == [("M03", "warning"), ("M06", "notice")]
    with pytest.raises(ModelError) as caught:
        m.build(strict=True)
    assert [(p.code, p.severity) for p in caught.value.problems] == [("M03", "error")]


def test_handles_of_another_mechanism_are_refused() -> None:
    m, other = four_bar(), Mechanism("other")
    foreign = other.body("crank", 1)
    m.revolute("E", foreign, "rocker", at=(0, 0, 0), axis="y")
    with pytest.raises(ModelError, match="another mechanism, 'other'"):
        m.build()
    assert repr(foreign) == "<body 'crank' of 'other'>"


def test_an_empty_mechanism_is_a_model() -> None:
    model = Mechanism().build()
    assert isinstance(model, Model) and model.bodies == () and model.joints == ()

"""Force elements: points, coordinates and references."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.model import Mechanism, Model
from sarrus.model.forces import JointDamper, JointTorque, PointForce, SpringDamper, Torque


def model_with(add: Callable[[Mechanism], None]) -> Model:
    m = Mechanism()
    m.body("arm", 1, (1, 0, 0), (1, 1, 1), at=(1, 0, 0), rpy=(0, 0, "90 deg"))
    m.cylindrical("A", m.ground, "arm", at=(0, 0, 0), axis="z")
    m.body("hand", 1, (1, 0, 0), (1, 1, 1))
    m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="z")
    m.weld("W", "hand", "plate")
    m.body("plate", 1, inertia=(1, 1, 1))
    add(m)
    return m.build()


def test_points_of_the_drawing_and_of_the_body_agree() -> None:
    drawn = model_with(
        lambda m: m.spring_damper("S", m.ground, "arm", at_a=(0, 0, 1), at_b=(1, 2, 0), k=3)
    )
    fixed = model_with(
        lambda m: m.spring_damper("S", m.ground, "arm", on_a=(0, 0, 1), on_b=(2, 0, 0), k=3)
    )
    assert drawn == fixed
    spring = drawn.forces[0]
    assert isinstance(spring, SpringDamper) and spring.point_b == (2.0, 0.0, 0.0)
    assert spring.free_length == pytest.approx(np.sqrt(1 + 4 + 1)) and spring.c == 0.0


def test_units_of_stiffness_and_damping() -> None:
    points = {"at_a": (0, 0, 0), "at_b": (1, 0, 0)}
    model = model_with(
        lambda m: m.spring_damper(
            "S", "arm", "hand", k="2 N/mm", c="1 N*s/cm", free_length="5 cm", **points
        )
    )
    spring = model.forces[0]
    assert (spring.k, spring.c, spring.free_length) == (2000.0, 100.0, 0.05)


def test_coordinates_by_name_and_number() -> None:
    def add(m: Mechanism) -> None:
        m.joint_torque("t1", "B", "2 N*cm")
        m.joint_torque("t2", "A", "3 N", "displacement")
        m.joint_damper("d1", "A", 4, "rate")
        m.joint_damper("d2", "A", "5 N*s/m", 1)

    assert model_with(add).forces == (
        JointTorque("t1", "B", 0.02, 0),
        JointTorque("t2", "A", 3.0, 1),
        JointDamper("d1", "A", 4.0, 0),
        JointDamper("d2", "A", 5.0, 1),
    )


def test_point_forces_and_torques() -> None:
    def add(m: Mechanism) -> None:
        m.point_force("f", "arm", (0, 0, "1 kN"), at=(1, 1, 0))
        m.point_force("g", "arm", (1, 0, 0), on=(0, 0, 0), follower=True)
        m.torque("t", "arm", "hand", "x", 3)

    assert model_with(add).forces == (
        PointForce("f", "arm", (1.0, 0.0, 0.0), (0.0, 0.0, 1000.0)),
        PointForce("g", "arm", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), follower=True),
        Torque("t", "arm", "hand", (0.0, -1.0, 0.0), 3.0),
    )


@pytest.mark.parametrize(
    ("code", "add"),
    [
        ("M28", lambda m: m.spring_damper("S", "arm", "hand", at_a=(0, 0, 0), k=1)),
        ("M28", lambda m: m.point_force("f", "arm", (1, 0, 0), at=(0, 0, 0), on=(0, 0, 0))),
        ("M09", lambda m: m.point_force("f", "amr", (1, 0, 0), at=(0, 0, 0))),
        ("M09", lambda m: m.joint_torque("t", "Q", 1)),
        ("M09", lambda m: m.joint_torque("t", "A", 1)),
        ("M09", lambda m: m.joint_torque("t", "A", 1, "angel")),
        ("M09", lambda m: m.joint_torque("t", "A", 1, 7)),
        ("M09", lambda m: m.joint_torque("t", "W", 1)),
        ("M09", lambda m: m.add("a string")),
        ("M09", lambda m: m.add(JointTorque("t", "Q", 1.0))),
        ("M09", lambda m: m.add(Torque("t", "arm", "hnad", (0.0, 0.0, 1.0), 1.0))),
        ("M04", lambda m: m.joint_damper("d", "B", -1)),
        ("M05", lambda m: m.joint_damper("d", "B", "1 N*s/m")),
        ("M19", lambda m: m.torque("t", "arm", "hand", (0, 0, 0), 1)),
        ("M25", lambda m: m.torque("t", "arm", "hand", "x", None)),
    ],
)
def test_what_is_refused(code: str, add: Callable[[Mechanism], None]) -> None:
    with pytest.raises(ModelError) as caught:
        model_with(add)
    assert {p.code for p in caught.value.problems} <= {code, "M07"}
    assert code in {p.code for p in caught.value.problems}

"""A base that is moved from outside: vehicle, ship or shaking table."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from sarrus import Mechanism, ModelError
from sarrus.system import GroundMotion, System
from system.machines import crane, state

REL = 1e-12
TURN = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


@pytest.fixture(scope="module")
def system() -> System:
    return System(crane(prescribed=True, wind=(0, 0, 0)), kernels=(), parameters=["gravity"])


@pytest.fixture(scope="module")
def fixed() -> System:
    return System(crane(wind=(0, 0, 0)), kernels=(), parameters=["gravity"])


def test_without_motion_it_is_a_fixed_base(system: System, fixed: System) -> None:
    q, v, vdot = state(system)
    assert_close(system.inverse_dynamics(q, v, vdot), fixed.inverse_dynamics(q, v, vdot), REL)
    still = system.inverse_dynamics(q, v, vdot, base=GroundMotion())
    assert_close(still, fixed.inverse_dynamics(q, v, vdot), REL)


def test_acceleration_acts_like_gravity(system: System, fixed: System) -> None:
    """A base that is accelerated by a0 under gravity g is a fixed base under g - a0."""
    q, v, x = state(system)
    a0 = np.array([2.0, -1.0, 3.0])
    gravity = np.array(system.model.gravity) - a0
    base = GroundMotion(acceleration=a0)
    for method in ("inverse_dynamics", "forward_dynamics"):
        found = getattr(system, method)(q, v, x, base=base)
        assert_close(found, getattr(fixed, method)(q, v, x, parameters={"gravity": gravity}), REL)


def test_steady_motion_is_not_felt(system: System, fixed: System) -> None:
    q, v, vdot = state(system)
    base = GroundMotion(position=(3.0, 4.0, 5.0), velocity=(10.0, 20.0, 30.0))
    found = system.inverse_dynamics(q, v, vdot, base=base)
    assert_close(found, fixed.inverse_dynamics(q, v, vdot), REL)


def test_turned_base_turns_gravity(system: System, fixed: System) -> None:
    q, v, vdot = state(system)
    turn = TURN @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    gravity = turn.T @ np.array(system.model.gravity)
    found = system.inverse_dynamics(q, v, vdot, base=GroundMotion(rotation=turn))
    expected = fixed.inverse_dynamics(q, v, vdot, parameters={"gravity": gravity})
    assert_close(found, expected, REL)


def test_moved_base_is_one_more_joint() -> None:
    """The same arm on a turntable: a base that turns is a revolute joint with that motion."""
    arm, table = Mechanism("arm"), Mechanism("table")
    plate = table.body("plate", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    table.revolute("table", table.ground, plate, at=(0, 0, 0), axis="z")
    for machine, carrier in ((arm, arm.ground), (table, plate)):
        rod = machine.body("rod", 2.0, (0.5, 0.1, 0.2), (0.1, 0.2, 0.3))
        machine.revolute("A", carrier, rod, at=(0.2, 0, 0), axis=(0.2, 1, 0.3))
    arm.prescribe_base()
    one, two = arm.build().compile(kernels=()), table.build().compile(kernels=())
    angle, rate, acceleration = 0.6, 1.7, -2.3
    c, s = np.cos(angle), np.sin(angle)
    base = GroundMotion(
        rotation=[[c, -s, 0], [s, c, 0], [0, 0, 1]],
        angular_velocity=(0, 0, rate),
        angular_acceleration=(0, 0, acceleration),
    )
    q, v, vdot = np.array([0.4]), np.array([-1.1]), np.array([0.9])
    both = [
        np.array([of_table, own[0]])
        for of_table, own in zip((angle, rate, acceleration), (q, v, vdot), strict=True)
    ]
    tau = one.inverse_dynamics(q, v, vdot, base=base)
    assert_close(tau, two.inverse_dynamics(*both)[1:], REL)
    point = np.array([0.3, 0.2, 0.1])
    carried = one.point("rod", point, q, v, vdot, base=base)
    expected = two.point("rod", point, *both)
    for part in ("position", "velocity", "acceleration"):
        assert_close(getattr(carried, part), getattr(expected, part), REL, part)
    through, there = one.wrenches(q, v, vdot, base=base)["A"], two.wrenches(*both)["A"]
    assert_close(through.force, there.force, REL)
    assert_close(through.moment, there.moment, REL)
    assert one.energy(q, v, base=base).gravity == pytest.approx(
        two.energy(both[0], both[1]).gravity, rel=1e-12
    )


def test_mass_matrix_does_not_depend_on_the_base(system: System, fixed: System) -> None:
    q, _, _ = state(system)
    base = GroundMotion(TURN[0], TURN, (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 1, 1))
    assert_close(system.mass_matrix(q, base=base), fixed.mass_matrix(q), REL)


def test_points_of_ground_move_with_it(system: System) -> None:
    q, v, vdot = state(system)
    base = GroundMotion(position=(1, 0, 0), velocity=(2, 0, 0), angular_velocity=(0, 0, 3))
    found = system.point("ground", (0, 1, 0), q, v, vdot, base=base)
    np.testing.assert_allclose(found.position, [1, 1, 0])
    np.testing.assert_allclose(found.velocity, [-1, 0, 0])
    np.testing.assert_allclose(found.acceleration, [0, -9, 0])


WRONG = {
    "a rotation first": (lambda: GroundMotion(TURN, (1.0, 2.0, 3.0)), "M31 .*position comes first"),
    "a rotation alone": (lambda: GroundMotion(np.eye(3).tolist()), "M31 .*GroundMotion.position, "),
    "no rotation": (lambda: GroundMotion(rotation=2.0 * TURN), "D19 .*no rotation matrix.* by 3"),
    "a mirror": (lambda: GroundMotion(rotation=-TURN), "D19 .*no rotation matrix: it is a mirror"),
    "not a number": (lambda: GroundMotion((np.nan, 0.0, 0.0)), "M25 .*base / position.*finite"),
    "infinite": (lambda: GroundMotion(velocity=(0.0, np.inf, 0.0)), "M25 .*base / velocity"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_motions_that_are_none(case: str) -> None:
    make, words = WRONG[case]
    with pytest.raises(ModelError, match=words):
        make()


def test_a_law_of_a_rotation_in_the_place_of_the_position(system: System) -> None:
    base = GroundMotion(lambda t: TURN + 0.0 * t, (1.0, 2.0, 3.0))
    with pytest.raises(ModelError, match=r"M31 .*base / position.*position comes first"):
        system.inverse_dynamics(*state(system), base=base)


def test_rotations_of_five_digits_are_taken(system: System) -> None:
    found = GroundMotion(rotation=np.round(TURN, 6))
    assert_close(found.flat[:9], TURN.ravel(), 1e-5)


def test_fixed_base_cannot_be_moved(fixed: System) -> None:
    q, v, vdot = state(fixed)
    with pytest.raises(ModelError, match=r"S04.*prescribe_base\(\)"):
        fixed.inverse_dynamics(q, v, vdot, base=GroundMotion())

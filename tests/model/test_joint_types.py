"""CHK-T06: every joint type, forwards and reversed, in the tree and as a cut joint.

The pose X_FM(q) is the definition; everything else that a type says follows from it by
differences.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_same
from sarrus.curves import CircleCurve
from sarrus.model.joints import (
    TYPES,
    Angle,
    ConstantVelocity,
    Curvilinear,
    CylindricalSpherical,
    Distance,
    Helical,
    JointType,
    ModeShape,
    Reversed,
    RevoluteCylindrical,
    RevoluteRevolute,
    RevoluteSpherical,
)
from sarrus.spatial import Transform

NUMBERED = {
    "helical": Helical(0.3),
    "angle": Angle(1.1),
    "constant_velocity": ConstantVelocity(0.3),
    "revolute_revolute": RevoluteRevolute(0.4, 0.7),
    "revolute_spherical": RevoluteSpherical(0.6),
    "cylindrical_spherical": CylindricalSpherical(0.6),
    "curvilinear": Curvilinear(0.0, CircleCurve(1.3), (0.0, 0.6, 0.8)),
    "revolute_cylindrical": RevoluteCylindrical(0.5, -1.2),
    "mode_shape": ModeShape(
        (
            (0.3, 1.0, -0.2, 0.1, 0.4, -0.3),
            (0.0, 0.2, 1.0, 0.3, -0.4, 0.1),
            (1.0, 0.0, 0.1, 0.0, 0.0, 0.5),
        )
    ),
}
FORWARD = [NUMBERED.get(name) or kind() for name, kind in TYPES.items() if kind.in_tree]
CURVED = ModeShape(
    NUMBERED["mode_shape"].shape,
    tuple(
        tuple(0.02 * float(np.cos(1.0 + 3.0 * k + 1.7 * row)) for row in range(6)) for k in range(6)
    ),
)
"""Shifts and turns of second order."""
PARALLEL = [RevoluteRevolute(0.4), RevoluteCylindrical(0.5)]
ALL = [*FORWARD, Helical(-0.2), CURVED, *PARALLEL, *(Reversed(joint) for joint in FORWARD)]
COUNTS = {
    "revolute": (1, 1),
    "prismatic": (1, 1),
    "cylindrical": (2, 2),
    "universal": (2, 2),
    "spherical": (4, 3),
    "planar": (3, 3),
    "helical": (1, 1),
    "free": (7, 6),
    "weld": (0, 0),
    "pin_slot": (2, 2),
    "slotted_spherical": (2, 2),
    "constant_velocity": (2, 2),
    "curvilinear": (1, 1),
    "point_in_plane": (6, 5),
    "point_on_line": (5, 4),
    "revolute_spherical": (5, 4),
    "cylindrical_spherical": (6, 5),
    "orientation": (3, 3),
    "parallel": (4, 4),
    "perpendicular": (5, 5),
    "angle": (5, 5),
    "revolute_revolute": (2, 2),
    "revolute_cylindrical": (3, 3),
    "beam_segment": (3, 3),
    "timoshenko_segment": (6, 6),
    "mode_shape": (3, 3),
}
H = 1e-5


def label(joint: JointType) -> str:
    return f"reversed {joint.type_name}" if isinstance(joint, Reversed) else joint.type_name


every_type = pytest.mark.parametrize("joint", ALL, ids=label)
every_seed = pytest.mark.parametrize("seed", range(5))


def coordinates(joint: JointType, seed: int) -> np.ndarray:
    # a pose tells the turn along a segment up to half a turn
    size = 1.7 if "segment" in joint.type_name or "mode" in joint.type_name else 3.0
    return joint.with_unit_quaternion(np.random.default_rng(seed).uniform(-size, size, joint.nq))


def matrix_of(X: Transform) -> np.ndarray:
    return np.vstack([np.column_stack([X.matrix, X.position]), [0.0, 0.0, 0.0, 1.0]])


def moved(X: Transform, V: np.ndarray, t: float) -> Transform:
    """Return the pose after a short time t of the velocity V, at M in M's axes."""
    turn = Scipy.from_rotvec(t * V[3:6]).as_matrix()
    return Transform.of(X.matrix @ turn, X.position + X.matrix @ (t * V[0:3]))


def velocity_between(behind: Transform, ahead: Transform, X: Transform, time: float) -> np.ndarray:
    """Return the velocity at M in M's axes between two poses around X."""
    turn = Scipy.from_matrix(behind.matrix.T @ ahead.matrix).as_rotvec()
    shift = X.matrix.T @ (ahead.position - behind.position)
    return np.concatenate([shift, turn]) / time


def slope(f: Callable[[float], np.ndarray], h: float = 1e-4) -> np.ndarray:
    """Return df/dt at zero by five points: a fine thread needs the higher order."""
    return (8.0 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)


def off_the_joint(joint: JointType, seed: int) -> Transform:
    """Return a pose that the joint does not allow, some way from one that it does."""
    rng = np.random.default_rng(1000 + seed)
    gap = Transform.of(
        Scipy.from_rotvec(rng.uniform(-0.8, 0.8, 3)).as_matrix(), rng.uniform(-0.2, 0.2, 3)
    )
    return joint.pose(coordinates(joint, seed)) @ gap


@every_type
def test_CHK_T06_number_of_coordinates(joint: JointType) -> None:
    assert_same((joint.nq, joint.nv), COUNTS[joint.type_name])
    assert_same(joint.n_rows, 6 - joint.nv)
    assert len({c.name for c in joint.coordinates}) == joint.nq
    assert len({c.name for c in joint.velocities}) == joint.nv


@pytest.mark.parametrize("joint", FORWARD, ids=label)
def test_every_row_has_a_name(joint: JointType) -> None:
    assert len(set(joint.row_names)) == joint.n_rows


@every_type
def test_neutral_frames_coincide(joint: JointType) -> None:
    assert matrix_of(joint.pose(joint.neutral())) == pytest.approx(np.eye(4), abs=0)
    assert joint.neutral() == pytest.approx(joint.with_unit_quaternion(joint.neutral()), abs=0)


@every_type
@every_seed
def test_CHK_T06_subspace_is_the_derivative_of_the_pose(joint: JointType, seed: int) -> None:
    q = coordinates(joint, seed)
    X = joint.pose(q)
    S = joint.subspace(q)
    assert S.shape == (6, joint.nv)
    for k, unit in enumerate(np.eye(joint.nv)):
        behind, ahead = joint.pose(joint.add(q, -H * unit)), joint.pose(joint.add(q, H * unit))
        assert S[:, k] == pytest.approx(velocity_between(behind, ahead, X, 2 * H), abs=1e-8)


@every_type
@every_seed
def test_CHK_T06_subspace_is_the_derivative_along_any_motion(joint: JointType, seed: int) -> None:
    """The same through dq/dt: X_FM changes with S v when q changes with `rate(q, v)`."""
    q, v = coordinates(joint, seed), np.random.default_rng(seed + 50).normal(size=joint.nv)
    qdot = joint.rate(q, v)

    def at(t: float) -> Transform:
        return joint.pose(joint.with_unit_quaternion(q + t * qdot))

    expected = velocity_between(at(-H), at(H), at(0.0), 2 * H)
    assert joint.subspace(q) @ v == pytest.approx(expected, abs=1e-8)


@every_type
@every_seed
def test_CHK_T07_subspace_rate_is_the_derivative_of_the_subspace(
    joint: JointType, seed: int
) -> None:
    q, v = coordinates(joint, seed), np.random.default_rng(seed + 50).normal(size=joint.nv)
    rate = joint.subspace_rate(q, v)
    assert rate.shape == (6, joint.nv)
    assert rate == pytest.approx(slope(lambda t: joint.subspace(joint.add(q, t * v))), abs=1e-8)


@every_type
@every_seed
def test_unit_efforts_do_unit_work(joint: JointType, seed: int) -> None:
    q = coordinates(joint, seed)
    work = joint.subspace(q).T @ joint.effort_directions(q)
    assert work == pytest.approx(np.eye(joint.nv), abs=1e-14)


@every_type
@every_seed
def test_zero_of_the_complement_is_a_direction_of_the_subspace(joint: JointType, seed: int) -> None:
    S = joint.subspace(coordinates(joint, seed))
    assert joint.complement.shape == (6,)
    assert set(joint.complement) <= {0.0, 1.0}
    for k in np.flatnonzero(joint.complement == 0.0):
        e = np.eye(6)[:, k]
        assert S @ np.linalg.lstsq(S, e, rcond=None)[0] == pytest.approx(e, abs=1e-14)


# Coordinates and velocities -----------------------------------------------------------------


def up_to_sign(joint: JointType, q: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return q, its quaternion with the sign that is nearer to the other one's."""
    at = joint.quaternion_at
    if at is None or q[at : at + 4] @ like[at : at + 4] > 0.0:
        return q
    return np.concatenate([q[:at], -q[at : at + 4], q[at + 4 :]])


@every_type
@every_seed
def test_coordinates_of_a_pose(joint: JointType, seed: int) -> None:
    q = coordinates(joint, seed)
    found = joint.coordinates_of(joint.pose(q))
    assert up_to_sign(joint, found, q) == pytest.approx(q, abs=1e-14)


@every_type
@every_seed
def test_rate_and_velocity_are_inverse(joint: JointType, seed: int) -> None:
    q, v = coordinates(joint, seed), np.random.default_rng(seed + 50).normal(size=joint.nv)
    qdot = joint.rate(q, v)
    assert joint.velocity_of(q, qdot) == pytest.approx(v, abs=1e-14)
    assert qdot == pytest.approx(slope(lambda t: joint.add(q, t * v)), abs=1e-8)
    at = joint.quaternion_at
    if at is not None:  # the length of a quaternion does not change
        assert q[at : at + 4] @ qdot[at : at + 4] == pytest.approx(0.0, abs=1e-15)


@every_type
@every_seed
def test_add_and_difference_are_inverse(joint: JointType, seed: int) -> None:
    q0, q1 = coordinates(joint, seed), coordinates(joint, seed + 100)
    dv = np.random.default_rng(seed + 50).uniform(-1.5, 1.5, joint.nv)
    assert joint.difference(joint.add(q0, dv), q0) == pytest.approx(dv, abs=1e-14)
    reached = joint.add(q0, joint.difference(q1, q0))
    assert up_to_sign(joint, reached, q1) == pytest.approx(q1, abs=1e-14)
    assert joint.add(q0, np.zeros(joint.nv)) == pytest.approx(q0, abs=1e-15)
    assert joint.difference(q0, q0) == pytest.approx(np.zeros(joint.nv), abs=1e-15)


@every_type
def test_quaternions_are_scaled_to_length_one(joint: JointType) -> None:
    q = np.random.default_rng(5).normal(size=joint.nq)
    at, scaled = joint.quaternion_at, joint.with_unit_quaternion(q)
    if at is None:
        assert scaled == pytest.approx(q, abs=0)
        return
    p = scaled[at : at + 4]
    assert abs(p @ p - 1.0) <= 1e-15
    assert p * np.linalg.norm(q[at : at + 4]) == pytest.approx(q[at : at + 4], abs=1e-15)
    assert np.delete(scaled, range(at, at + 4)) == pytest.approx(np.delete(q, range(at, at + 4)))


# Cut joints ---------------------------------------------------------------------------------


@every_type
@every_seed
def test_residual_vanishes_on_the_poses_of_the_joint(joint: JointType, seed: int) -> None:
    residual = joint.residual(joint.pose(coordinates(joint, seed)))
    assert residual.shape == (joint.n_rows,)
    assert residual == pytest.approx(np.zeros(joint.n_rows), abs=1e-15)


@every_type
@every_seed
def test_residual_does_not_vanish_elsewhere(joint: JointType, seed: int) -> None:
    if joint.n_rows:
        assert np.max(np.abs(joint.residual(off_the_joint(joint, seed)))) > 1e-2


@every_type
@every_seed
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_residual_rows_are_the_derivative(joint: JointType, seed: int, closed: bool) -> None:
    X = joint.pose(coordinates(joint, seed)) if closed else off_the_joint(joint, seed)
    rows = joint.residual_rows(X)
    assert rows.shape == (joint.n_rows, 6)
    rng = np.random.default_rng(seed + 50)
    for V in rng.normal(size=(3, 6)):
        expected = slope(lambda t, V=V: joint.residual(moved(X, V, t)))
        assert rows @ V == pytest.approx(expected, abs=1e-8)


@every_type
@every_seed
def test_rows_forbid_what_the_subspace_does_not_allow(joint: JointType, seed: int) -> None:
    """At closure W S = 0, and W and S together fill all six directions."""
    q = coordinates(joint, seed)
    rows, S = joint.residual_rows(joint.pose(q)), joint.subspace(q)
    assert rows @ S == pytest.approx(np.zeros((joint.n_rows, joint.nv)), abs=1e-14)
    assert np.linalg.matrix_rank(rows) == 6 - joint.nv if joint.n_rows else joint.nv == 6
    assert joint.nv == 0 or np.linalg.matrix_rank(S) == joint.nv


# The reversed joint -------------------------------------------------------------------------


@pytest.mark.parametrize("joint", FORWARD, ids=label)
@every_seed
def test_reversed_is_the_same_motion_seen_from_the_other_side(joint: JointType, seed: int) -> None:
    q, v = coordinates(joint, seed), np.random.default_rng(seed + 50).normal(size=joint.nv)
    back, X_FM = Reversed(joint), joint.pose(q)
    assert matrix_of(back.pose(q) @ X_FM) == pytest.approx(np.eye(4), abs=1e-14)
    seen_at_F = X_FM.motion_back(joint.subspace(q) @ v)
    assert back.subspace(q) @ v == pytest.approx(-seen_at_F, abs=1e-14)
    wrench = X_FM.force(joint.effort_directions(q) @ v)
    assert back.effort_directions(q) @ v == pytest.approx(-wrench, abs=1e-14)
    assert back.residual(X_FM.inverse) == pytest.approx(joint.residual(X_FM), abs=1e-14)
    assert matrix_of(Reversed(back).pose(q)) == pytest.approx(matrix_of(X_FM), abs=1e-14)


# A relation that only closes loops ----------------------------------------------------------


@every_seed
def test_distance_holds_two_points_apart(seed: int) -> None:
    joint = Distance(1.3)
    rng = np.random.default_rng(seed)
    turn, direction = Scipy.random(rng=rng).as_matrix(), rng.normal(size=3)
    kept = Transform.of(turn, 1.3 * direction / np.linalg.norm(direction))
    assert joint.n_rows == 1
    assert joint.residual(kept) == pytest.approx([0.0], abs=1e-15)
    assert joint.residual_rows(kept) @ joint.residual_rows(kept).T > 0.5
    for X in (kept, Transform.of(turn, direction)):
        for V in rng.normal(size=(3, 6)):
            expected = slope(lambda t, X=X, V=V: joint.residual(moved(X, V, t)))
            assert joint.residual_rows(X) @ V == pytest.approx(expected, abs=1e-8)


# What the words of the table mean -----------------------------------------------------------


def test_helical_advances_its_lead_in_a_turn() -> None:
    assert Helical(0.3).pose(np.array([2 * np.pi])).position == pytest.approx((0, 0, 0.3))
    assert Helical(0.3).coordinates_of(Helical(0.3).pose(np.array([30.0]))) == pytest.approx([30.0])


def test_a_screw_is_closed_after_whole_turns() -> None:
    screw = Helical(0.05)
    assert screw.residual(screw.pose(np.array([50.0]))) == pytest.approx(np.zeros(5), abs=1e-15)


def test_universal_turns_about_x_of_the_parent_and_y_of_the_child() -> None:
    joint = TYPES["universal"]()
    q = np.array([0.7, -1.1])
    expected = (Scipy.from_euler("X", 0.7) * Scipy.from_euler("Y", -1.1)).as_matrix()
    assert joint.pose(q).matrix == pytest.approx(expected, abs=1e-15)
    w_F = expected @ joint.subspace(q)[3:6]
    assert w_F[:, 0] == pytest.approx((1, 0, 0), abs=1e-15)
    assert w_F[:, 1] == pytest.approx(expected[:, 1], abs=1e-15)


def test_velocities_of_the_free_joint_are_in_child_axes() -> None:
    joint = TYPES["free"]()
    q, v = coordinates(joint, 3), np.array([1.0, 2.0, 3.0, 0.4, 0.5, 0.6])
    R = joint.pose(q).matrix
    ahead, behind = joint.pose(joint.add(q, H * v)), joint.pose(joint.add(q, -H * v))
    assert R.T @ (ahead.position - behind.position) / (2 * H) == pytest.approx(v[0:3], abs=1e-9)
    turn = Scipy.from_matrix(behind.matrix.T @ ahead.matrix).as_rotvec() / (2 * H)
    assert turn == pytest.approx(v[3:6], abs=1e-9)


def test_planar_shifts_are_along_axes_of_the_parent() -> None:
    joint = TYPES["planar"]()
    q = np.array([0.3, -0.2, 1.1])
    in_parent_axes = joint.pose(q).matrix @ joint.subspace(q)[0:3]
    assert in_parent_axes == pytest.approx(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]]), abs=1e-15)

"""The constraint equations: zero where the joint is closed, with exact derivatives."""

from __future__ import annotations

import numpy as np
import pytest

from cartesian.mechanisms import pair
from random_trees import random_rotation
from sarrus import Model
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.state import state_after
from sarrus.model import Body, Joint, Pose
from sarrus.model.joints import TYPES
from sarrus.model.pose import vector3
from sarrus.spatial import Transform

EQUATIONS = {
    "revolute": 5,
    "prismatic": 5,
    "cylindrical": 4,
    "universal": 4,
    "spherical": 3,
    "planar": 3,
    "helical": 5,
    "weld": 6,
    "free": 0,
    "distance": 1,
    "pin_slot": 4,
    "curvilinear": 5,
    "slotted_spherical": 4,
    "constant_velocity": 4,
    "point_in_plane": 1,
    "point_on_line": 2,
    "orientation": 3,
    "parallel": 2,
    "perpendicular": 1,
    "angle": 1,
    "revolute_revolute": 4,
    "revolute_cylindrical": 3,
    "revolute_spherical": 2,
    "cylindrical_spherical": 1,
    "spur_gears": 1,
    "helical_gears": 1,
    "internal_gears": 1,
    "rack_and_pinion": 1,
    "bevel_gears": 1,
    "worm_gears": 1,
    "beam_segment": 3,
    "timoshenko_segment": 0,
    "mode_shape": 5,
}
IN_TREE = [name for name, kind in TYPES.items() if kind.in_tree]
H = 1e-5

every_type = pytest.mark.parametrize("kind", IN_TREE)


def closed(system: CartesianSystem, joint: Joint, q: np.ndarray, seed: int) -> CartesianState:
    """Return the state in which body a stands anywhere and the joint has the coordinates q."""
    rng = np.random.default_rng(seed)
    X_WA = Transform.of(random_rotation(rng), rng.normal(size=3))
    X_FM = joint.type.pose(q)
    X_WB = X_WA @ joint.on_parent.transform @ X_FM @ joint.on_child.transform.inverse
    return system.state({"a": (X_WA.matrix, X_WA.position), "b": (X_WB.matrix, X_WB.position)})


def coordinates(joint: Joint, seed: int, size: float = 1.5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return joint.type.with_unit_quaternion(rng.uniform(-size, size, joint.type.nq))


def distance_model() -> Model:
    bodies = Body("a", 1.0), Body("b", 2.0, (0.1, 0.0, 0.2))
    kind = TYPES["distance"](length=0.7)
    points = Pose(vector3((0.3, 0.1, 0))), Pose(vector3((0, -0.2, 0.1)))
    return Model("rod", (0.0, 0.0, 0.0), bodies, (Joint("j", kind, "a", "b", *points),))


def test_every_type_of_the_model_is_known() -> None:
    """Joints on curves are compared by their followers: tests/curves/test_followers.py."""
    known = {k for k, kind in TYPES.items() if kind.placement != "curve" or k in EQUATIONS}
    assert {name for name in known if all(TYPES[name]().holonomic)} == set(EQUATIONS)


@every_type
def test_number_of_equations(kind: str) -> None:
    system = CartesianSystem(pair(kind, 1)[0], compiled=False)
    assert system.evaluation.n_joint_rows == EQUATIONS[kind]
    assert system.rank(system.drawing_state()).rank == EQUATIONS[kind]


@every_type
@pytest.mark.parametrize("seed", range(3))
def test_closed_joint_has_no_residual(kind: str, seed: int) -> None:
    model, joint = pair(kind, seed)
    system = CartesianSystem(model, compiled=False)
    q = coordinates(joint, seed)
    state = closed(system, joint, q, seed)
    assert system.constraint_error(state) < 1e-14
    measured = system.coordinates(state)["j"]
    at = joint.type.quaternion_at
    if at is not None and measured[at:] @ q[at:] < 0.0:
        measured = np.concatenate([measured[:at], -measured[at:]])  # the same rotation
    np.testing.assert_allclose(measured, q, atol=1e-13)


@every_type
def test_open_joint_has_a_residual(kind: str) -> None:
    """Every motion that the joint forbids is seen by some equation, and no other."""
    model, joint = pair(kind, 4)
    system = CartesianSystem(model, compiled=False)
    state = closed(system, joint, coordinates(joint, 4), 4)
    jacobian = system.evaluation.constraints(state.y, state.near)[1]
    for k in range(joint.type.nv):
        motion = _relative_motion(system, joint, state, k)
        assert np.max(np.abs(jacobian @ motion), initial=0.0) < 1e-12
    assert np.linalg.matrix_rank(jacobian) == EQUATIONS[kind] if jacobian.size else True


def _relative_motion(
    system: CartesianSystem, joint: Joint, state: CartesianState, k: int
) -> np.ndarray:
    """Return scaled velocities of body b, a at rest, for unit velocity coordinate k."""
    q = system.coordinates(state)["j"]
    body = system.bodies(state)["b"]
    X_WB = Transform.of(body.rotation, body.position)
    V_B = joint.on_child.transform.inverse.motion(joint.type.subspace(q)[:, k])
    v, w = X_WB.rotation.apply(V_B[0:3]), X_WB.rotation.apply(V_B[3:6])
    a = system.bodies(state)["a"]
    poses = {"a": (a.rotation, a.position), "b": (body.rotation, body.position)}
    return system.state(poses, {"b": (v, w)}).Y / system.evaluation.scale


@pytest.mark.parametrize("kind", [*IN_TREE, "distance"])
def test_jacobian_and_bias_against_differences(kind: str) -> None:
    """Phi_Y = dPhi/dY and gamma = -(d Phi_Y / dt) Y, at any position, closed or not."""
    model = distance_model() if kind == "distance" else pair(kind, 7)[0]
    system = CartesianSystem(model, compiled=False)
    rng = np.random.default_rng(11)
    state = system.state({b: (random_rotation(rng), rng.normal(size=3)) for b in "ab"})
    Y, evaluation = rng.normal(size=12), system.evaluation

    def constraints(t: float) -> tuple[np.ndarray, np.ndarray]:
        return evaluation.constraints(state_after(state.y, t * Y), state.near)

    (phi1, J1), (phi0, J0) = constraints(H), constraints(-H)
    none = np.zeros(evaluation.nv), np.zeros((2, 6))
    terms = evaluation.terms(state.y, Y, state.near, *none, 0.0)
    scaled = Y / evaluation.scale
    np.testing.assert_allclose((phi1 - phi0) / (2 * H), terms.jacobian @ scaled, atol=1e-7)
    np.testing.assert_allclose((J1 - J0) @ scaled / (2 * H), -terms.gamma, atol=2e-6)


def test_screw_counts_whole_turns() -> None:
    model, joint = pair("helical", 3)
    system = CartesianSystem(model, compiled=False)
    state = closed(system, joint, np.array([20.0]), 1)
    assert system.constraint_error(state) < 1e-14
    assert system.coordinates(state)["j"][0] == pytest.approx(20.0, abs=1e-12)

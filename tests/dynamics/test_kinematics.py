"""Positions, velocities and accelerations of all links (CHK-T03, CHK-T05, CHK-T06)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from dynamics.newton_euler import Motion
from sarrus.dynamics import BaseMotion
from sarrus.model import GROUND, Mechanism, Model
from sarrus.spatial import Transform
from sarrus.spatial.arrays import skew
from sarrus.system import GroundMotion

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)
PAPER_1 = ("revolute", "prismatic", "cylindrical", "universal", "spherical")


def body_motion(state: State, name: str) -> Motion:
    """Return what the package says of a body frame, in world axes."""
    i, where, speed = state.tree.index[name], state.where, state.speed
    X, r = where.frame(i), state.tree.links[i].X_CB.position
    V, A, w = speed.six(i), state.motion.true(i), speed.six(i)[3:6]
    v = V[0:3] + np.cross(w, r)
    a = A[0:3] + np.cross(A[3:6], r) + np.cross(w, np.cross(w, r))
    turned = [X.matrix @ part for part in (v, a, w, A[3:6])]
    pose = where.body(name)
    return Motion(pose.matrix, pose.position, *turned)


@given(seeds, sizes)
def test_CHK_T06_motion_of_all_bodies_equals_that_of_the_joint_table(seed: int, n: int) -> None:
    state = random_state(seed, n).at(base=random_base(seed))
    expected = state.newton_euler.bodies
    for body in state.model.bodies:
        found = body_motion(state, body.name)
        for part in ("R", "r", "v", "a", "w", "al"):
            what = f"{part} of {body.name}"
            want = getattr(expected[body.name], part)
            assert_close(getattr(found, part), want, 1e-12 if np.any(want) else 1e-14, what)


@given(seeds, sizes)
def test_velocities_and_accelerations_are_derivatives(seed: int, n: int) -> None:
    """Central differences of positions give v and w, of velocities a and al."""
    state, h = random_state(seed, n), 1e-5
    behind, ahead = state.later(-h), state.later(h)
    for body in state.model.bodies:
        now, before, after = (body_motion(s, body.name) for s in (state, behind, ahead))
        scale = 1.0 + max(np.max(np.abs(getattr(now, part))) for part in ("v", "a", "w", "al"))
        assert (after.r - before.r) / (2 * h) == pytest.approx(now.v, abs=1e-8 * scale)
        assert (after.v - before.v) / (2 * h) == pytest.approx(now.a, abs=1e-7 * scale**2)
        assert (after.w - before.w) / (2 * h) == pytest.approx(now.al, abs=1e-7 * scale**2)
        spin = Scipy.from_matrix(after.R @ before.R.T).as_rotvec() / (2 * h)
        assert spin == pytest.approx(now.w, abs=1e-8 * scale)


# CHK-T03: velocities by the path matrix -----------------------------------------------------


def axes_in_child(kind: str, q: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Return (eps, h) of every axis of a joint of paper 1: eps = 1 shifts along h, 0 turns."""
    x, y, z = np.eye(3)
    match kind:
        case "revolute":
            return [(0, z)]
        case "prismatic":
            return [(1, z)]
        case "cylindrical":
            return [(0, z), (1, z)]
        case "universal":
            return [(0, np.cos(q[1]) * x + np.sin(q[1]) * z), (0, y)]
        case "spherical":
            return [(0, x), (0, y), (0, z)]
    return [(1, x), (1, y), (1, z), (0, x), (0, y), (0, z)]  # a moving base


@given(seeds, sizes, st.booleans())
def test_CHK_T03_velocities_by_the_path_matrix(seed: int, n: int, moving: bool) -> None:
    """Equations (9) and (10) of paper 1, word by word, against the recursion."""
    kinds = (*PAPER_1, "free") if moving else PAPER_1
    state = random_state(seed, n, types=kinds, reversals=False)
    pi, bodies = state.topology.path_matrix, state.model.bodies
    A, r, p, Omega, v = {}, {}, {}, {}, {}
    for j, body in enumerate(bodies):
        joint = next(joint for joint in state.model.joints if joint.child == body.name)
        X_WB = state.where.body(body.name)
        A[j], r[j] = X_WB.matrix, X_WB.position
        p[j] = X_WB.point(joint.on_child.transform.position)
        C_ji = joint.on_child.transform.matrix
        q_j = state.q[state.layout.q_slice[joint.name]]
        qd_j = state.v[state.layout.v_slice[joint.name]]
        axes = axes_in_child(joint.type.type_name, q_j)
        rates = list(zip(axes, qd_j, strict=True))
        Omega[j] = sum(((1 - eps) * (C_ji @ h) * qd for (eps, h), qd in rates), np.zeros(3))
        v[j] = sum((eps * (C_ji @ h) * qd for (eps, h), qd in rates), np.zeros(3))
    for i, body in enumerate(bodies):
        V_i, w_i = np.zeros(3), np.zeros(3)
        for j in range(n):
            d_ij = r[i] - p[j]
            V_i = V_i + pi[i, j] * (-skew(d_ij) @ A[j] @ Omega[j] + A[j] @ v[j])  # (9)
            w_i = w_i + pi[i, j] * A[i].T @ A[j] @ Omega[j]  # (10)
        found = body_motion(state, body.name)
        assert found.v == pytest.approx(V_i, abs=1e-12)
        assert A[i].T @ found.w == pytest.approx(w_i, abs=1e-12)


# CHK-T05: free, fixed and prescribed bases --------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_CHK_T05_floating_chain_satisfies_newton_and_euler(seed: int) -> None:
    """Accelerations of forward dynamics need exactly the given efforts, and none at the base."""
    kinds = ("free", "revolute", "revolute", "revolute", "prismatic", "revolute")
    state = state_of(chain_of(kinds, seed), seed)
    tau = np.concatenate([np.zeros(6), np.random.default_rng(seed).normal(size=5)])
    moving = state.at(vdot=state.hybrid(tau).vdot)
    needed = moving.newton_euler.efforts()
    scale = np.max(np.abs(moving.newton_euler.inertial("b0", moving.newton_euler.bodies)))
    assert needed == pytest.approx(tau, abs=1e-11 * max(1.0, scale))


@pytest.mark.parametrize("seed", range(20))
def test_CHK_T05_accelerated_base_acts_like_gravity(seed: int) -> None:
    state = random_state(seed, 1 + seed % 7)
    a0 = np.random.default_rng(seed).normal(size=3)
    shaken = BaseMotion(Transform.identity(), np.zeros(6), np.concatenate([a0, np.zeros(3)]))
    accelerated = state.at(base=shaken)
    heavier = state.at(model=with_gravity(state.model, np.array(state.model.gravity) - a0))
    assert_close(accelerated.inverse.tau, heavier.inverse.tau, 1e-12)
    for a, b in zip(accelerated.inverse.wrenches, heavier.inverse.wrenches, strict=True):
        assert_close(a, b, 1e-12)
    tau = np.random.default_rng(seed).normal(size=len(state.v))
    assert_close(accelerated.hybrid(tau).vdot, heavier.hybrid(tau).vdot, 1e-12)
    for which in (accelerated, heavier):
        assert_close(
            which.state_vectors.force_vector(), accelerated.state_vectors.force_vector(), 1e-12
        )


def with_gravity(model: Model, gravity: np.ndarray) -> Model:
    return replace(model, gravity=tuple(float(g) for g in gravity))


@pytest.mark.parametrize("seed", range(10))
def test_CHK_T05_any_motion_of_the_base_satisfies_newton_and_euler(seed: int) -> None:
    """A base that turns: its velocity and angular acceleration count, too."""
    state = random_state(seed, 6).at(base=random_base(seed))
    tau = state.newton_euler.efforts()
    assert_close(state.inverse.tau, tau, 1e-12)
    assert_close(state.hybrid(tau).vdot, state.vdot, 1e-9)
    vectors = state.state_vectors
    assert_close(vectors.mass_matrix() @ state.vdot - vectors.force_vector(), tau, 1e-11)


def shaken_arm(prescribed: bool, gravity: tuple[float, ...]) -> Model:
    m = Mechanism("shaken arm", gravity=gravity)
    m.body("upper", 2.0, (0.2, 0.0, 0.1), (0.02, 0.03, 0.04))
    m.body("fore", 1.0, (0.5, 0.1, 0.0), (0.01, 0.02, 0.02))
    m.revolute("shoulder", GROUND, "upper", at=(0.0, 0.0, 0.0), axis=(1.0, 2.0, 0.5))
    m.universal("elbow", "upper", "fore", at=(0.4, 0.0, 0.0), axis="y", axis2="z")
    if prescribed:
        m.prescribe_base()
    return m.build()


def test_CHK_T05_prescribed_base_of_a_system() -> None:
    rng = np.random.default_rng(7)
    g, a0 = np.array([0.0, 1.0, -9.81]), rng.normal(size=3)
    on_table = shaken_arm(True, tuple(g)).compile(kernels=())
    at_rest = shaken_arm(False, tuple(g - a0)).compile(kernels=())
    q, v, x = rng.normal(size=(3, on_table.nv))
    base = GroundMotion(acceleration=a0, velocity=rng.normal(size=3), position=rng.normal(size=3))
    expected = at_rest.inverse_dynamics(q, v, x)
    assert_close(on_table.inverse_dynamics(q, v, x, base=base), expected, 1e-12)
    expected = at_rest.forward_dynamics(q, v, x)
    assert_close(on_table.forward_dynamics(q, v, x, base=base), expected, 1e-12)
    assert_close(on_table.bias(q, v, base=base), at_rest.bias(q, v), 1e-12)
    moved, still = on_table.wrenches(q, v, x, base=base), at_rest.wrenches(q, v, x)
    for joint in ("shoulder", "elbow"):
        assert_close(moved[joint].force, still[joint].force, 1e-12)
        assert_close(moved[joint].moment, still[joint].moment, 1e-12)


def test_CHK_T05_a_system_on_a_base_that_turns_equals_newton_and_euler() -> None:
    state = random_state(11, 5).at(base=random_base(3))
    system = replace(state.model, base="prescribed").compile(kernels=())
    X, V, A = state.base.pose, state.base.velocity, state.base.acceleration
    base = GroundMotion(X.position, X.matrix, V[0:3], V[3:6], A[0:3], A[3:6])
    tau = state.newton_euler.efforts()
    assert_close(system.inverse_dynamics(state.q, state.v, state.vdot, base=base), tau, 1e-12)
    assert_close(system.forward_dynamics(state.q, state.v, tau, base=base), state.vdot, 1e-10)
    motion = system.kinematics(state.q, state.v, state.vdot, base=base)
    for name, expected in state.newton_euler.bodies.items():
        if name != GROUND:
            assert_close(motion[name].position, expected.r, 1e-13)
            assert_close(motion[name].velocity, expected.v, 1e-12)
            assert_close(motion[name].acceleration, expected.a, 1e-12)
            assert_close(motion[name].angular_acceleration, expected.al, 1e-12)

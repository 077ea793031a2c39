"""Y = B v and Ydot = B vdot + Bdot v of papers 1 and 4 (CHK-T06, CHK-T07, CHK-D02)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_close
from dynamics.floats import State, chain_of, random_state, state_of
from random_trees import ALL_TYPES
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.papers.velocity_transformation import (
    cartesian_forces,
    cartesian_mass,
    transformation,
    transformation_rate,
)
from sarrus.spatial.arrays import skew

seeds, sizes = st.integers(0, 10**6), st.integers(1, 8)
H = 1e-5
moving_types = pytest.mark.parametrize("kind", [name for name in ALL_TYPES if name != "weld"])


def centers(state: State) -> list[np.ndarray]:
    """Return the centres of mass in the order of the links."""
    return [
        state.where.body(link.body).point(np.array(state.model.body(link.body).com))
        for link in state.tree.links
    ]


def rotations(state: State) -> list[np.ndarray]:
    return [state.where.body(link.body).matrix for link in state.tree.links]


def differences(state: State, unit: np.ndarray) -> np.ndarray:
    """Return the Cartesian velocities Y of a unit velocity, by central differences of poses."""
    ahead, behind = (state.at(q=state.layout.add(state.q, s * H * unit)) for s in (1.0, -1.0))
    parts = []
    for i in range(len(state.tree.links)):
        shift = (centers(ahead)[i] - centers(behind)[i]) / (2 * H)
        turn = Scipy.from_matrix(rotations(behind)[i].T @ rotations(ahead)[i]).as_rotvec() / (2 * H)
        parts += [shift, turn]
    return np.concatenate(parts)


@moving_types
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("reversals", [False, True])
def test_CHK_T06_columns_against_differences(kind: str, seed: int, reversals: bool) -> None:
    """In the middle of a chain, so that every type moves bodies beyond its own."""
    model = chain_of(("revolute", kind, kind, "revolute"), seed, reversals=reversals)
    state = state_of(model, seed)
    B = transformation(state.where)
    assert B.shape == (24, state.layout.nv)
    for k, unit in enumerate(np.eye(state.layout.nv)):
        assert B[:, k] == pytest.approx(differences(state, unit), abs=1e-8)


@given(seeds, sizes)
def test_CHK_T06_columns_against_differences_on_trees(seed: int, n: int) -> None:
    state = random_state(seed, n)
    found = transformation(state.where) @ state.v
    scale = 1.0 + np.max(np.abs(found)) ** 2
    assert found == pytest.approx(differences(state, state.v), abs=1e-8 * scale)


def bounded_state(kinds: tuple[str, ...], seed: int, reversals: bool) -> State:
    """A state of moderate rates, for which differences are good to 1e-7."""
    state = state_of(chain_of(kinds, seed, reversals=reversals), seed)
    return state.at(v=0.5 * state.v, vdot=np.zeros_like(state.v))


@moving_types
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("reversals", [False, True])
def test_CHK_T07_rate_against_differences(kind: str, seed: int, reversals: bool) -> None:
    state = bounded_state(("revolute", kind, kind, "revolute"), seed, reversals)
    expected = state.rate(lambda s: transformation(s.where))
    assert transformation_rate(state.speed) == pytest.approx(expected, abs=1e-7)


@given(seeds, sizes)
def test_CHK_T07_accelerations_are_those_of_the_joint_table(seed: int, n: int) -> None:
    """Ydot = B vdot + Bdot v (12) for all types: CG accelerations and angular ones."""
    state = random_state(seed, n)
    found = transformation(state.where) @ state.vdot + transformation_rate(state.speed) @ state.v
    bodies = state.newton_euler.bodies
    parts = []
    for link in state.tree.links:
        c = state.newton_euler.center(link.body, bodies)
        parts += [c.a, c.R.T @ c.al]
    assert_close(found, np.concatenate(parts), 1e-12)


def printed_table_3(state: State, with_moving_axes: bool) -> np.ndarray:
    """Return Bdot of a chain of R and U joints as Table 3 prints it, or with its missing terms."""
    motion, bodies = state.newton_euler, state.newton_euler.bodies
    joints = [next(j for j in state.model.joints if j.child == l.body) for l in state.tree.links]
    n = len(joints)
    Bd = np.zeros((6 * n, state.layout.nv))
    for i in range(n):
        c_i = motion.center(state.tree.links[i].body, bodies)
        A_i, Ad_i = c_i.R, skew(c_i.w) @ c_i.R
        for j in range(i + 1):
            B_j, joint = bodies[joints[j].child], joints[j]
            A_j, Ad_j = B_j.R, skew(B_j.w) @ B_j.R
            s_j, C = joint.on_child.transform.position, joint.on_child.transform.matrix
            d = c_i.r - (B_j.r + A_j @ s_j)
            dd = c_i.v - (B_j.v + np.cross(B_j.w, A_j @ s_j))
            place = state.layout.v_slice[joint.name]
            q, qd = state.q[state.layout.q_slice[joint.name]], state.v[place]
            axes, rates = [np.array([0, 0, 1.0])], [np.zeros(3)]
            if joint.type.type_name == "universal":
                c, s = np.cos(q[1]), np.sin(q[1])
                axes = [np.array([c, 0, s]), np.array([0, 1.0, 0])]
                rates = [qd[1] * np.array([-s, 0, c]), np.zeros(3)]
            for k, (axis, axis_rate) in enumerate(zip(axes, rates, strict=True)):
                u, ud = C @ axis, C @ axis_rate * with_moving_axes
                linear = (-skew(dd) @ A_j - skew(d) @ Ad_j) @ u - skew(d) @ A_j @ ud
                angular = (Ad_i.T @ A_j + A_i.T @ Ad_j) @ u + A_i.T @ A_j @ ud
                Bd[6 * i : 6 * i + 6, place.start + k] = np.concatenate([linear, angular])
    return Bd


@pytest.mark.parametrize("seed", range(5))
def test_CHK_T07_printed_table_lacks_the_moving_axes_of_universal_joints(seed: int) -> None:
    state = state_of(chain_of(("revolute", "universal", "universal", "revolute"), seed), seed)
    state = state.at(v=np.sign(state.v) * (0.5 + 0.5 * np.abs(state.v)), vdot=0.0 * state.v)
    expected = state.rate(lambda s: transformation(s.where), h=1e-6)
    scale = max(1.0, np.max(np.abs(expected)))
    assert np.max(np.abs(printed_table_3(state, False) - expected)) > 0.1
    assert printed_table_3(state, True) == pytest.approx(expected, abs=1e-7 * scale)
    assert_close(transformation_rate(state.speed), printed_table_3(state, True), 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_CHK_T07_printed_table_is_right_for_revolute_joints(seed: int) -> None:
    state = state_of(chain_of(("revolute",) * 4, seed), seed)
    assert_close(transformation_rate(state.speed), printed_table_3(state, False), 1e-12)


# CHK-D02: the equations of motion -----------------------------------------------------------


@given(seeds, sizes)
def test_CHK_D02_mass_matrix_is_the_sum_over_the_bodies(seed: int, n: int) -> None:
    state = random_state(seed, n)
    B, M = transformation(state.where), cartesian_mass(state.where)
    expected = np.zeros((6 * n, 6 * n))
    for i, link in enumerate(state.tree.links):
        body = state.model.body(link.body)
        at = 6 * i
        expected[at : at + 3, at : at + 3] = body.mass * np.eye(3)
        expected[at + 3 : at + 6, at + 3 : at + 6] = body.inertia
    assert_close(M, expected, 1e-13)
    assert_close(B.T @ M @ B, mass_matrix(state.where), 1e-12)


@given(seeds, sizes)
def test_CHK_D02_projected_equations_give_the_efforts(seed: int, n: int) -> None:
    """tau = B^T M (B vdot + Bdot v) - B^T Q, (22) of paper 1."""
    state = random_state(seed, n)
    B, Bd = transformation(state.where), transformation_rate(state.speed)
    M, Q = cartesian_mass(state.where), cartesian_forces(state.speed, state.loads.on_links)
    tau = B.T @ (M @ (B @ state.vdot + Bd @ state.v) - Q)
    assert tau == pytest.approx(state.newton_euler.efforts(), abs=1e-10 * (1 + np.max(np.abs(Q))))

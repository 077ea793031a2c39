"""CHK-D01, CHK-D02, CHK-R01, CHK-R02: state vectors of paper 0, and wrenches at selected joints."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarrus.papers.state_vector as chapter
from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from dynamics.newton_euler import fixed
from random_trees import random_coordinates, random_tree
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import GROUND, Pose
from sarrus.papers.state_vector import at_joint, newton_euler_wrenches
from sarrus.papers.velocity_transformation import (
    cartesian_forces,
    cartesian_mass,
    transformation,
    transformation_rate,
)
from sarrus.spatial.arrays import skew

seeds, sizes = st.integers(0, 10**6), st.integers(1, 8)
CHAINS = ["RRRRRRR", "RPRRPR", "PPRRP", "FRRRPR", "FPRRR", "R", "F"]
KINDS = {"R": "revolute", "P": "prismatic", "F": "free"}


def chain_state(letters: str, seed: int) -> State:
    return state_of(chain_of([KINDS[letter] for letter in letters], seed), seed)


# CHK-D01 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", CHAINS)
@pytest.mark.parametrize("seed", range(4))
def test_CHK_D01_system_matrix_and_vector_equal_newton_and_euler(letters: str, seed: int) -> None:
    state = chain_state(letters, seed)
    M, c = state.newton_euler.mass_and_bias()
    vectors = state.state_vectors
    assert_close(vectors.mass_matrix(), M, 1e-11)
    assert_close(vectors.force_vector(), -c, 1e-11)


@pytest.mark.parametrize("letters", CHAINS)
@pytest.mark.parametrize("seed", range(4))
def test_CHK_D01_system_matrix_is_symmetric_and_positive(letters: str, seed: int) -> None:
    M = chain_state(letters, seed).state_vectors.mass_matrix()
    assert np.array_equal(M, M.T)
    assert np.all(np.linalg.eigvalsh(M) > 0.0)


@settings(max_examples=12)
@given(seeds, sizes)
def test_CHK_D01_all_joint_types_on_trees_and_moving_bases(seed: int, n: int) -> None:
    state = random_state(seed, n).at(base=random_base(seed))
    vectors = state.state_vectors
    M, c = state.newton_euler.mass_and_bias()
    assert_close(vectors.mass_matrix(), M, 1e-11)
    assert_close(vectors.force_vector(), -c, 1e-11)


@pytest.mark.parametrize("letters", ["RRRRRRR", "RPRRPR"])
def test_CHK_D01_terms_as_printed(letters: str) -> None:
    """(6), (8), (11), (12) with the body frame at the joint, from world-frame quantities."""
    state = chain_state(letters, 5)
    motion, bodies, vectors = state.newton_euler, state.newton_euler.bodies, state.state_vectors
    for i, letter in enumerate(letters):
        joint, body = state.model.joints[i], state.model.bodies[i]
        frame = bodies[body.name] @ fixed(joint.on_child)
        inboard = bodies[GROUND if i == 0 else f"b{i - 1}"]
        c, qd = motion.center(body.name, bodies), state.v[i]
        H, r = frame.R[:, 2], frame.r
        turning = letter == "R"
        B = np.concatenate([skew(r) @ H, H] if turning else [H, np.zeros(3)])
        Hd = np.cross(inboard.w, H)
        Bd = [skew(frame.v) @ H + skew(r) @ Hd, Hd] if turning else [Hd, np.zeros(3)]
        assert vectors.B[i][:, 0] == pytest.approx(B, abs=1e-12)
        assert vectors.D[i] == pytest.approx(np.concatenate(Bd) * qd, abs=1e-12)
        m, J, rc, rcd = body.mass, c.R @ np.array(body.inertia) @ c.R.T, skew(c.r), skew(c.v)
        M_hat = np.block([[m * np.eye(3), -m * rc], [m * rc, J - m * rc @ rc]])
        assert_close(vectors.M_hat[i], M_hat, 1e-12)
        force, moment = m * rcd @ c.w, m * rc @ rcd @ c.w - skew(c.w) @ J @ c.w
        assert vectors.Q_hat[i] == pytest.approx(np.concatenate([force, moment]), abs=1e-11)


# CHK-D02 ------------------------------------------------------------------------------------


def branched_chain(state: State) -> tuple[np.ndarray, np.ndarray]:
    """Return M and f_c - f_G by the recursion (8) to (10) and sums (29) of paper 2, R and P."""
    model, nv = state.model, state.layout.nv
    D, c, v, R_W, frames = {}, {}, {}, {}, {}
    D[GROUND], c[GROUND], v[GROUND] = np.zeros((6, nv)), np.zeros(6), np.zeros(6)
    R_W[GROUND], frames[GROUND] = np.eye(3), np.eye(4)
    M, f = np.zeros((nv, nv)), np.zeros(nv)
    for branch in state.topology.branches:
        joint, i = branch.joint, branch.inboard
        place = state.layout.v_slice[joint.name].start
        q, qd = state.q[place], state.v[place]
        s = 1.0 if joint.type.type_name == "prismatic" else 0.0
        angle, shift = (1 - s) * q, s * q
        screw = np.eye(4)
        screw[0:2, 0:2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        screw[2, 3] = shift
        # frame i is the outboard joint frame of link i: i -> body -> inboard joint frame -> screw
        T = np.linalg.inv(frames[i]) @ matrix4(branch.on_inboard) @ screw
        R, p = T[0:3, 0:3], T[0:3, 3]
        S = np.block([[R.T, -R.T @ skew(p)], [np.zeros((3, 3)), R.T]])
        h = np.array([0, 0, s, 0, 0, 1 - s])
        w, z = v[i][3:6], R[:, 2]
        gamma = np.concatenate(
            [
                R.T @ (-skew(w) @ skew(p) @ w + 2 * skew(w) @ (s * qd * z)),
                R.T @ skew(w) @ ((1 - s) * qd * z),
            ]
        )
        name = branch.outboard
        D[name] = S @ D[i]
        D[name][:, place] += h
        c[name] = S @ c[i] + gamma
        v[name] = S @ v[i] + h * qd
        R_W[name], frames[name] = R_W[i] @ R, matrix4(branch.on_outboard)
        body, X_BM = model.body(name), branch.on_outboard.transform
        r = X_BM.matrix.T @ (np.array(body.com) - X_BM.position)
        I = X_BM.matrix.T @ np.array(body.inertia) @ X_BM.matrix - body.mass * skew(r) @ skew(r)
        m, w = body.mass, v[name][3:6]
        iM = np.block([[m * np.eye(3), -m * skew(r)], [m * skew(r), I]])
        ifc = np.concatenate([-skew(w) @ (m * skew(r)) @ w, skew(w) @ I @ w])
        weight = m * R_W[name].T @ np.array(model.gravity)
        ifG = np.concatenate([weight, skew(r) @ weight])
        M += D[name].T @ iM @ D[name]
        f += D[name].T @ (iM @ c[name] + ifc - ifG)
    return M, f


def matrix4(pose: Pose) -> np.ndarray:
    T = np.eye(4)
    T[0:3, 0:3], T[0:3, 3] = pose.rotation, pose.position
    return T


@given(seeds, sizes, st.booleans())
def test_CHK_D02_four_formulations_give_the_same_accelerations(
    seed: int, n: int, chain: bool
) -> None:
    state = random_state(seed, n, types=("revolute", "prismatic"), chain=chain, reversals=False)
    tau = np.random.default_rng(seed).normal(size=n) * 10.0
    vectors = state.state_vectors
    by_state_vectors = np.linalg.solve(vectors.mass_matrix(), vectors.force_vector() + tau)
    B, Bd = transformation(state.where), transformation_rate(state.speed)
    M, Q = cartesian_mass(state.where), cartesian_forces(state.speed, state.loads.on_links)
    projected = B.T @ Q - B.T @ M @ Bd @ state.v
    by_projection = np.linalg.solve(B.T @ M @ B, projected + tau)
    M2, f2 = branched_chain(state)
    by_branched_chain = np.linalg.solve(M2, tau - f2)
    by_articulated_bodies = state.hybrid(tau).vdot
    assert_close(M2, mass_matrix(state.where), 1e-12)
    assert_close(M2, B.T @ M @ B, 1e-12)
    assert_close(by_projection, by_state_vectors, 1e-10)
    assert_close(by_branched_chain, by_state_vectors, 1e-10)
    assert_close(by_articulated_bodies, by_state_vectors, 1e-10)


# CHK-R01, CHK-R02 ---------------------------------------------------------------------------


@given(seeds, sizes)
def test_CHK_R01_selected_wrenches_equal_the_recursion_and_newton_euler(seed: int, n: int) -> None:
    state = random_state(seed, n)
    vectors = state.state_vectors
    felt = vectors.accelerations(state.vdot)
    recursive = newton_euler_wrenches(vectors, felt)
    expected = state.newton_euler.wrenches()
    for i, link in enumerate(state.tree.links):
        selected = vectors.wrench(i, felt[i], state.vdot)
        assert_close(selected, recursive[i], 1e-10, f"(30) and (28) of {link.joint}")
        assert_close(selected, expected[link.joint], 1e-10, f"(30) of {link.joint}")
        through = state.where.world[i].force(state.inverse.wrenches[i])
        assert_close(through, expected[link.joint], 1e-10, f"link recursion of {link.joint}")


@pytest.mark.parametrize("seed", range(4))
def test_CHK_R01_wrenches_of_a_system_equal_the_state_vectors(seed: int) -> None:
    """(31): force and moment about the joint point, in world axes, for every joint."""
    state = random_state(seed, 6)
    system = state.model.compile(kernels=())
    vectors = state.state_vectors
    felt = vectors.accelerations(state.vdot)
    found = system.wrenches(state.q, state.v, state.vdot, axes="world")
    for i, link in enumerate(state.tree.links):
        Rhat = vectors.wrench(i, felt[i], state.vdot)
        backwards = state.topology.branches[i].reversed
        onto_child = -Rhat if backwards else Rhat
        at = at_joint(onto_child, found[link.joint].at)
        wrench = np.concatenate([found[link.joint].force, found[link.joint].moment])
        assert_close(wrench, at, 1e-10, link.joint)


def test_CHK_R01_one_joint_near_the_tip_costs_little() -> None:
    """Only the selected joints are computed: operations of the compiled code."""
    model = chain_of(("revolute",) * 7, 3)
    system = model.compile(kernels=())
    q = random_coordinates(model, np.random.default_rng(0))
    v = np.ones(7)

    def operations(**options: object) -> int:
        before = set(system.compiled.kernels)
        system.wrenches(q, v, v, **options)
        (new,) = set(system.compiled.kernels) - before
        return system.compiled.kernels[new].operations

    everything = operations()
    single = [operations(joints=[f"j{i}"]) for i in range(7)]
    assert single == sorted(single, reverse=True)  # the nearer to the tip, the less
    assert single[6] < 0.6 * everything  # the motion of all links remains, their wrenches do not
    some = system.wrenches(q, v, v, joints=["j6", "j2"])
    both = system.wrenches(q, v, v)
    assert list(some) == ["j6", "j2"]
    for name, wrench in some.items():
        assert_close(wrench.force, both[name].force, 1e-12)
        assert_close(wrench.moment, both[name].moment, 1e-12)


def test_CHK_R01_only_selected_joints_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_of(random_tree(4, 9, ("revolute", "universal", "prismatic")), 1)
    vectors, calls = state.state_vectors, []
    original = chapter.selected_wrench

    def counted(*arguments: object) -> np.ndarray:
        calls.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(chapter, "selected_wrench", counted)
    felt = vectors.accelerations(state.vdot)
    chosen = [2, 5, 8]
    for i in chosen:
        vectors.wrench(i, felt[i], state.vdot)
    assert len(calls) == len(chosen)
    for i, (_, _, _, outboard) in zip(chosen, calls, strict=True):
        subtree = [k for k in state.topology.subtree(i) if k != i]
        assert sum(KB.shape[1] for KB, _ in outboard) == sum(
            state.tree.links[k].type.nv for k in subtree
        )


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5, 6), (6, 3, 0, 5, 1, 4, 2)])
def test_CHK_F01_joints_are_independent_of_each_other(order: tuple[int, ...]) -> None:
    """In any order the same bits: each wrench comes from its own terms only."""
    state = chain_state("RRRRRRR", 2)
    felt = state.state_vectors.accelerations(state.vdot)
    found = {i: state.state_vectors.wrench(i, felt[i], state.vdot) for i in order}
    fresh = chain_state("RRRRRRR", 2).state_vectors
    for i in range(7):
        assert np.array_equal(found[i], fresh.wrench(i, felt[i], state.vdot))


@given(seeds, sizes)
def test_CHK_R02_driving_efforts_equal_inverse_dynamics(seed: int, n: int) -> None:
    """(36): tau_i = B_i^T Rhat_i."""
    state = random_state(seed, n)
    vectors = state.state_vectors
    felt = vectors.accelerations(state.vdot)
    tau = np.zeros(state.layout.nv)
    for i, link in enumerate(state.tree.links):
        tau[link.v] = vectors.driving_effort(i, vectors.wrench(i, felt[i], state.vdot))
    assert_close(tau, state.inverse.tau, 1e-12)
    assert_close(tau, state.newton_euler.efforts(), 1e-12)

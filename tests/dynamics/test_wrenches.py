"""CHK-R03: wrenches and reactions on either side, in any axes, about any point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from random_trees import ALL_TYPES, random_tree
from sarrus.dynamics.wrenches import JointWrench, joint_wrench
from sarrus.model import GROUND, Joint
from sarrus.model.forces import JointTorque
from sarrus.spatial import Transform

seeds, sizes = st.integers(0, 10**6), st.integers(1, 8)
SLIDING = ("prismatic", "cylindrical", "planar", "helical", "free", "revolute")


def wrench(state: State, i: int, **options: object) -> JointWrench:
    return joint_wrench(state.where, i, state.inverse.wrenches[i], **options)


def size(state: State, i: int) -> float:
    return 1.0 + float(np.max(np.abs(state.inverse.wrenches[i])))


def joint_of(state: State, i: int) -> Joint:
    return state.model.joint(state.tree.links[i].joint)


def body_pose(state: State, name: str) -> Transform:
    return state.base.pose if name == GROUND else state.where.body(name)


def frames(state: State, i: int) -> tuple[Transform, Transform]:
    """Return F on the joint's parent and M on its child, in the world, from the model alone."""
    joint = joint_of(state, i)
    X_WF = body_pose(state, joint.parent) @ joint.on_parent.transform
    X_WM = body_pose(state, joint.child) @ joint.on_child.transform
    return X_WF, X_WM


@given(seeds, sizes)
def test_CHK_R03_wrench_on_the_child_equals_newton_and_euler(seed: int, n: int) -> None:
    """By default at the origin of M in axes of M, also where the tree passes it backwards."""
    state = random_state(seed, n).at(base=random_base(seed))
    expected = state.newton_euler.wrenches()
    for i, branch in enumerate(state.topology.branches):
        _, X_WM = frames(state, i)
        onto_child = expected[branch.joint.name] * (-1.0 if branch.reversed else 1.0)
        f, n_M = onto_child[0:3], onto_child[3:6] - np.cross(X_WM.position, onto_child[0:3])
        found = wrench(state, i)
        assert found.at == pytest.approx(X_WM.position, abs=1e-13)
        assert found.force == pytest.approx(X_WM.matrix.T @ f, abs=1e-12 * size(state, i))
        assert found.moment == pytest.approx(X_WM.matrix.T @ n_M, abs=1e-12 * size(state, i))


@given(seeds, sizes)
def test_CHK_R03_axes_rotate_into_each_other(seed: int, n: int) -> None:
    state = random_state(seed, n)
    for i in range(n):
        joint, (X_WF, X_WM) = joint_of(state, i), frames(state, i)
        for on, X_joint, body in (("child", X_WM, joint.child), ("parent", X_WF, joint.parent)):
            world = wrench(state, i, on=on, axes="world")
            turns = {"joint": X_joint.matrix, "body": body_pose(state, body).matrix}
            for axes, R in turns.items():
                seen = wrench(state, i, on=on, axes=axes)
                assert R @ seen.force == pytest.approx(world.force, abs=1e-13 * size(state, i))
                assert R @ seen.moment == pytest.approx(world.moment, abs=1e-13 * size(state, i))
                assert np.array_equal(seen.at, world.at)


@given(seeds, sizes)
def test_CHK_R03_action_and_reaction(seed: int, n: int) -> None:
    """About the same point, what acts on child and parent adds up to nothing."""
    state = random_state(seed, n)
    point = np.random.default_rng(seed).normal(size=3)
    for i in range(n):
        for at in (point, wrench(state, i).at):
            child = wrench(state, i, axes="world", at=at)
            parent = wrench(state, i, on="parent", axes="world", at=at)
            assert child.force + parent.force == pytest.approx(np.zeros(3), abs=1e-13)
            assert child.moment + parent.moment == pytest.approx(np.zeros(3), abs=1e-13)
            assert np.array_equal(child.at, at)


@pytest.mark.parametrize("kind", SLIDING)
@pytest.mark.parametrize("seed", range(3))
def test_CHK_R03_moments_shift_with_the_joint_displacement(kind: str, seed: int) -> None:
    """n_parent at F = -(n_child at M + ~d f_child), d from F to M: zero only while d is."""
    state = state_of(chain_of(("revolute", kind, "revolute"), seed, reversals=True), seed)
    X_WF, X_WM = frames(state, 1)
    d = X_WM.position - X_WF.position
    child = wrench(state, 1, axes="world")
    parent = wrench(state, 1, on="parent", axes="world")
    assert child.at == pytest.approx(X_WM.position, abs=1e-13)
    assert parent.at == pytest.approx(X_WF.position, abs=1e-13)
    shifted = -(child.moment + np.cross(d, child.force))
    assert parent.force == pytest.approx(-child.force, abs=1e-13 * size(state, 1))
    assert parent.moment == pytest.approx(shifted, abs=1e-12 * size(state, 1))
    assert (np.linalg.norm(d) > 1e-3) == (kind != "revolute")


@given(seeds, sizes)
def test_CHK_R03_reactions_do_no_work(seed: int, n: int) -> None:
    """S^T reaction = 0 with the joint's own S, at M in axes of M."""
    state = random_state(seed, n)
    for i in range(n):
        joint = joint_of(state, i)
        q = state.q[state.layout.q_slice[joint.name]]
        S = joint.type.subspace(q)
        found = wrench(state, i, part="reaction")
        work = S.T @ np.concatenate([found.force, found.moment])
        assert work == pytest.approx(np.zeros(joint.type.nv), abs=1e-12 * size(state, i))


@given(seeds, sizes)
def test_CHK_R03_wrench_is_reaction_and_effort(seed: int, n: int) -> None:
    """S^T wrench = tau; the rest is along the directions of effort, (25) of paper 2."""
    state = random_state(seed, n)
    for i in range(n):
        joint = joint_of(state, i)
        place = state.layout.v_slice[joint.name]
        q = state.q[state.layout.q_slice[joint.name]]
        whole, held = wrench(state, i), wrench(state, i, part="reaction")
        all_of_it = np.concatenate([whole.force, whole.moment])
        reaction = np.concatenate([held.force, held.moment])
        tau = joint.type.subspace(q).T @ all_of_it
        assert tau == pytest.approx(state.inverse.tau[place], abs=1e-12 * size(state, i))
        T = joint.type.effort_directions(q)
        assert all_of_it - reaction == pytest.approx(T @ tau, abs=1e-12 * size(state, i))


def test_joint_forces_are_part_of_the_wrench_and_not_of_the_reaction() -> None:
    """A torque on the coordinate replaces the actuator: the joint carries the same."""
    state = random_state(6, 4, types=("revolute",))
    helped = state.at(model=replace(state.model, forces=(JointTorque("t", "j1", 2.5),)))
    k = state.layout.v_slice["j1"].start
    assert state.inverse.tau[k] - helped.inverse.tau[k] == pytest.approx(2.5, abs=1e-12)
    for i in range(4):
        for part in ("wrench", "reaction"):
            alone, together = wrench(state, i, part=part), wrench(helped, i, part=part)
            assert alone.force == pytest.approx(together.force, abs=1e-13 * size(state, i))
            assert alone.moment == pytest.approx(together.moment, abs=1e-13 * size(state, i))


@pytest.mark.parametrize("kind", ALL_TYPES)
def test_a_body_at_rest_hangs_on_its_weight(kind: str) -> None:
    state = state_of(chain_of((kind,), 2, gravity=(0.0, 0.0, -10.0)), 3)
    still = state.at(v=np.zeros_like(state.v), vdot=np.zeros_like(state.v))
    body = state.model.bodies[0]
    com = still.where.body("b0").point(np.array(body.com))
    held = wrench(still, 0, axes="world", at=com)
    assert held.force == pytest.approx((0.0, 0.0, 10.0 * body.mass), abs=1e-12)
    assert held.moment == pytest.approx(np.zeros(3), abs=1e-12)


@pytest.mark.parametrize("seed", range(2))
def test_CHK_R03_wrenches_and_reactions_of_a_system(seed: int) -> None:
    state = state_of(random_tree(seed, 5), seed)
    system = state.model.compile(kernels=())
    motion = (state.q, state.v, state.vdot)
    point = np.array([0.3, 0.2, 0.1])
    for on in ("child", "parent"):
        for axes in ("joint", "body", "world"):
            found = system.wrenches(*motion, on=on, axes=axes)
            held = system.reactions(*motion, on=on, axes=axes, at=point)
            for i, link in enumerate(state.tree.links):
                expected = wrench(state, i, on=on, axes=axes)
                tolerance = 1e-12 * size(state, i)
                assert found[link.joint].force == pytest.approx(expected.force, abs=tolerance)
                assert found[link.joint].moment == pytest.approx(expected.moment, abs=tolerance)
                assert found[link.joint].at == pytest.approx(expected.at, abs=1e-13)
                expected = wrench(state, i, on=on, axes=axes, at=point, part="reaction")
                assert held[link.joint].force == pytest.approx(expected.force, abs=tolerance)
                assert held[link.joint].moment == pytest.approx(expected.moment, abs=tolerance)
                assert (held[link.joint].on, held[link.joint].axes) == (on, axes)
                assert np.array_equal(held[link.joint].at, point)


@pytest.mark.parametrize("seed", range(5))
def test_hybrid_dynamics_has_the_same_wrenches(seed: int) -> None:
    state = random_state(seed, 6)
    found = state.hybrid(state.inverse.tau).wrenches
    for i, through in enumerate(found):
        assert_close(through, state.inverse.wrenches[i], 1e-9)

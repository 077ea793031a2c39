"""M02: joints of several axes as chains of simple joints, with massless bodies in between."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from closeness import assert_close
from dynamics.floats import State, state_of
from random_trees import random_tree
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import Body, Joint, Model, Pose
from sarrus.model.joints import Prismatic, Revolute
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial import Transform

KINDS = ("universal", "cylindrical", "planar", "revolute", "prismatic")
# turns that take z to the axis of a simple joint
ALONG_X = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
ALONG_Y = np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]])
ALONG_Z = np.eye(3)
PARTS = {
    "universal": ((Revolute(), ALONG_X), (Revolute(), ALONG_Y)),
    "cylindrical": ((Revolute(), ALONG_Z), (Prismatic(), ALONG_Z)),
    "planar": ((Prismatic(), ALONG_X), (Prismatic(), ALONG_Y), (Revolute(), ALONG_Z)),
}


def stored(X: Transform) -> Pose:
    return Pose(vector3(X.position), matrix3(X.matrix))


def decomposed(model: Model) -> Model:
    """Return the same mechanism with every joint of several axes as simple ones in a row."""
    bodies, joints = list(model.bodies), []
    for joint in model.joints:
        parts = PARTS.get(joint.type.type_name)
        if parts is None:
            joints.append(joint)
            continue
        names = [joint.parent, *(f"{joint.name}_{k}" for k in range(1, len(parts))), joint.child]
        bodies += [Body(name, 0.0) for name in names[1:-1]]
        for k, (kind, turn) in enumerate(parts):
            axes = Transform.of(turn, np.zeros(3))
            before = joint.on_parent.transform if k == 0 else Transform.identity()
            after = joint.on_child.transform if k == len(parts) - 1 else Transform.identity()
            ends = (stored(before @ axes), stored(after @ axes))
            joints.append(Joint(f"{joint.name}_{k}", kind, names[k], names[k + 1], *ends))
    return replace(model, bodies=tuple(bodies), joints=tuple(joints))


def pair(seed: int) -> tuple[State, State]:
    """Return the same state of a tree and of its decomposition; q and v have the same meaning."""
    state = state_of(random_tree(seed, 2 + seed % 5, KINDS), seed)
    return state, State(decomposed(state.model), state.q, state.v, state.vdot)


@pytest.mark.parametrize("seed", range(60))
def test_M02_accelerations_do_not_notice_massless_bodies(seed: int) -> None:
    whole, parts = pair(seed)
    tau = 5.0 * np.random.default_rng(seed).normal(size=whole.layout.nv)
    assert_close(parts.inverse.tau, whole.inverse.tau, 1e-12)
    assert_close(mass_matrix(parts.where), mass_matrix(whole.where), 1e-12)
    assert_close(parts.hybrid(tau).vdot, whole.hybrid(tau).vdot, 1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_M02_hybrid_dynamics_with_massless_bodies(seed: int) -> None:
    whole, parts = pair(seed)
    rng = np.random.default_rng(seed)
    driven = {k for k in range(whole.layout.nv) if rng.random() < 0.4}
    tau = rng.normal(size=whole.layout.nv)
    expected, found = whole.hybrid(tau, driven), parts.hybrid(tau, driven)
    assert_close(found.vdot, expected.vdot, 1e-10)
    assert_close(found.tau, expected.tau, 1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_M02_the_last_simple_joint_carries_the_same_wrench(seed: int) -> None:
    whole, parts = pair(seed)
    there = {link.body: i for i, link in enumerate(parts.tree.links)}
    for i, link in enumerate(whole.tree.links):
        k = there[link.body]
        mine = whole.where.world[i].force(whole.inverse.wrenches[i])
        assert_close(parts.where.world[k].force(parts.inverse.wrenches[k]), mine, 1e-11)


@pytest.mark.parametrize("seed", range(3))
def test_M02_a_system_with_massless_bodies(seed: int) -> None:
    whole, parts = pair(seed)
    system = parts.model.compile(kernels=())
    tau = whole.inverse.tau
    assert_close(system.inverse_dynamics(parts.q, parts.v, parts.vdot), tau, 1e-12)
    assert_close(system.forward_dynamics(parts.q, parts.v, tau), whole.vdot, 1e-10)

"""Forces in joints act alike in joint coordinates and in absolute coordinates with multipliers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cartesian.mechanisms import placed
from closeness import assert_close
from loops import mechanisms
from loops.test_against_cartesian import absolute
from random_trees import random_pose, random_tree
from sarrus import Model, System
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import (
    Bushing,
    EndStop,
    ForceElement,
    JointFriction,
    JointSpring,
    TorsionBar,
)


def one_of_each(rng: np.random.Generator, model: Model, joint: str) -> tuple[ForceElement, ...]:
    K, C = (half @ half.T for half in rng.normal(size=(2, 6, 6)))
    pairs = [(body.name, other.name) for body in model.bodies for other in model.bodies]
    a, b = pairs[1]
    rows: Any = [tuple(tuple(map(float, row)) for row in M) for M in (20.0 * K, C)]
    return (
        JointSpring("s", joint, 20.0, 0.7, 0.2, 0.5),
        TorsionBar("t", joint, 5.0, 0.3, 0.2),
        JointFriction("f", joint, 2.0, 3.0, 0.4, 0.1, 0.5),
        EndStop("e", joint, 0.01, 0.02, 30.0, 0.3, 1.5),
        Bushing("b", a, b, random_pose(rng), random_pose(rng), *rows),
        Bushing("g", "ground", b, random_pose(rng), random_pose(rng), *rows),
    )


def assert_alike(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    names = list(theirs)
    for part in ("acceleration", "angular_acceleration"):
        expected = [getattr(theirs[n], part) for n in names]
        assert_close([getattr(ours[n], part) for n in names], expected, 1e-9, part)


@pytest.mark.parametrize("seed", range(4))
def test_CHK_C01_trees(seed: int) -> None:
    rng = np.random.default_rng(seed)
    model = random_tree(seed, 4, types=("revolute", "prismatic", "universal", "spherical"))
    joint = next(j.name for j in model.joints if j.type.quaternion_at is None)
    model = replace(model, forces=one_of_each(rng, model, joint))
    system = System(model, kernels=())
    q = system.compiled.layout.with_unit_quaternions(rng.uniform(-1, 1, system.nq))
    v = rng.normal(size=system.nv)
    vdot = system.forward_dynamics(q, v, np.zeros(system.nv))
    state = placed(model, system, q, v)
    found = CartesianSystem(model, compiled=False).accelerations(state)
    assert_alike(system.kinematics(q, v, vdot), found)


@pytest.mark.parametrize("joint", "ABCD")
def test_CHK_C01_a_loop_with_the_joint_cut(joint: str) -> None:
    model = mechanisms.four_bar()
    model = replace(model, forces=one_of_each(np.random.default_rng(4), model, joint))
    system = model.compile(kernels=(), cut=[joint])
    state = system.assemble({"A": 0.2} if joint != "A" else {}, {"D": 1.5})
    solver, there = absolute(system, state)
    moving = system.accelerations(state)
    found = solver.accelerations(there)
    assert_alike(system.kinematics(state.q, state.v, moving.vdot), found)

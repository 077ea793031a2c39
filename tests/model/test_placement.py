"""Bodies that the user did not place stand so that the frames of their joints coincide."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from random_trees import random_tree
from sarrus.model import GROUND, Mechanism, Pose
from sarrus.model.building.placement import drawing_poses


@pytest.mark.parametrize("seed", range(20))
def test_frames_coincide_in_every_tree(seed: int) -> None:
    model = random_tree(seed, 12)
    order = np.random.default_rng(seed).permutation(12)
    names = [model.bodies[i].name for i in order]
    given = {} if seed % 2 else {"b3": model.body("b3").pose}
    joints = [model.joints[i] for i in order[::-1]]
    poses = drawing_poses(names, given, joints)
    assert set(poses) == {GROUND, *names} and poses[GROUND] == Pose()
    apart = []
    for joint in model.joints:
        F = poses[joint.parent].transform @ joint.on_parent.transform
        M = poses[joint.child].transform @ joint.on_child.transform
        if not np.allclose(F.matrix, M.matrix) or not np.allclose(F.position, M.position):
            apart.append(joint.name)
    assert len(apart) <= len(given)  # two placed bodies leave at most one joint open


def test_bodies_without_such_joints_are_in_the_world_frame() -> None:
    m = Mechanism()
    m.body("a", 1, (0.5, 0, 0), (1, 1, 1))
    m.body("b", 1, (0.5, 0, 0), (1, 1, 1))
    m.body("c", 1, (0.5, 0, 0), (1, 1, 1))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="y")
    m.revolute("B", "a", "b", on_parent=(1, 0, 0), on_child=(0, 0, 0), axis="y")
    m.revolute("C", "b", "c", on_parent=(1, 0, 0), on_child=(0, 0, 0), axis="y")
    model = m.build()
    assert [body.pose.position for body in model.bodies] == [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    assert all(body.pose.rotation == Pose().rotation for body in model.bodies)


def test_islands_of_such_joints_start_at_the_world_frame() -> None:
    model = random_tree(3, 5, reversals=False)
    joints = [j for j in model.joints if GROUND not in (j.parent, j.child)]
    poses = drawing_poses([b.name for b in model.bodies], {}, joints)
    assert poses["b0"] == Pose()
    assert len(poses) == 6


def test_a_long_chain_needs_no_recursion() -> None:
    model = random_tree(1, 3, chain=True)
    joint = model.joints[1]
    joints = [
        dataclasses.replace(joint, name=f"j{i}", parent=f"c{i}", child=f"c{i + 1}")
        for i in range(5000)
    ]
    assert len(drawing_poses([f"c{i}" for i in range(5001)], {}, joints)) == 5002

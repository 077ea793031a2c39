"""Random chains with one more joint that closes a loop, at a random configuration."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from random_trees import closed_pose, joint_type, random_pose, random_tree
from sarrus import Joint, Model, Pose
from sarrus.model import GROUND
from sarrus.model.joints import Distance
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial import Transform
from sarrus.system import System

CHAIN = ("revolute", "universal", "spherical", "cylindrical")


@dataclass(frozen=True)
class RandomLoop:
    """A model and, by joint, the coordinates at which its loop is closed."""

    model: Model
    values: dict[str, np.ndarray]

    def coordinates(self, system: System) -> np.ndarray:
        return system.coordinates_of({n: q for n, q in self.values.items() if self._in(system, n)})

    def _in(self, system: System, name: str) -> bool:
        return name in system.compiled.layout.q_slice and len(self.values[name]) > 0


def random_loop(kind: str, seed: int, swapped: bool = False) -> RandomLoop:
    """A chain of four bodies, closed to ground by a joint "loop" of the given type.

    The joint's frame on the last body is placed where the joint, at random coordinates, wants it.
    """
    rng = np.random.default_rng(1000 + seed)
    tree = random_tree(seed, 4, chain=True)
    joints = [
        replace(joint, type=joint_type(name, rng))
        for joint, name in zip(tree.joints, CHAIN, strict=True)
    ]
    tree = replace(tree, joints=tuple(joints))
    system = System(tree, kernels=(), cache=None)
    q = system.coordinates_of(
        {j.name: j.type.with_unit_quaternion(rng.uniform(-1.0, 1.0, j.type.nq)) for j in joints}
    )
    values = {j.name: q[system.compiled.layout.q_slice[j.name]] for j in joints}
    last = system.poses(q)["b3"]
    X_WB = Transform.of(last.rotation, last.position)
    on_ground = random_pose(rng)
    if kind == "distance":
        on_body = random_pose(rng)
        gap = (X_WB @ on_body.transform).position - on_ground.transform.position
        closing = Joint(
            "loop", Distance(float(np.linalg.norm(gap))), GROUND, "b3", on_ground, on_body
        )
        values["loop"] = np.zeros(0)
    else:
        type_ = joint_type(kind, rng)
        x = (
            type_.with_unit_quaternion(rng.uniform(-1.0, 1.0, type_.nq))
            if type_.nq
            else np.zeros(0)
        )
        X_FM = closed_pose(type_, x, rng)
        # ground carries F, or M when the joint points from the body to ground
        X_WO = on_ground.transform @ (X_FM.inverse if swapped else X_FM)
        X_BO = X_WB.inverse @ X_WO
        on_body = Pose(vector3(X_BO.position), matrix3(X_BO.matrix))
        pair, poses = (GROUND, "b3"), (on_ground, on_body)
        closing = Joint("loop", type_, *(pair[::-1] if swapped else pair),
                        *(poses[::-1] if swapped else poses))  # fmt: skip
        values["loop"] = x
    return RandomLoop(replace(tree, joints=(*joints, closing)), values)

"""A tree of hinges as arrays, and its model in each of the other programs.

Nothing is imported but the program that is asked for, so that a process holds no other.
Body i hangs on `parent[i]` (-1: ground) by a hinge about the common z axis of two frames: F on the
parent, M on the body.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class PlainTree:
    """Rotations and positions of both frames, and mass, centre and inertia of each body."""

    gravity: np.ndarray
    parent: np.ndarray
    F_rotation: np.ndarray
    F_position: np.ndarray
    M_rotation: np.ndarray
    M_position: np.ndarray
    mass: np.ndarray
    com: np.ndarray
    inertia: np.ndarray

    @classmethod
    def of(cls, model: Any) -> PlainTree:
        """Return the arrays of a model whose joint i carries body i."""
        numbers = {body.name: i for i, body in enumerate(model.bodies)}
        joints, bodies = model.joints, model.bodies
        if [numbers[joint.child] for joint in joints] != list(range(len(bodies))):
            raise ValueError("joint i does not carry body i")
        return cls(
            gravity=np.array(model.gravity),
            parent=np.array([numbers.get(joint.parent, -1) for joint in joints]),
            F_rotation=np.array([joint.on_parent.rotation for joint in joints]),
            F_position=np.array([joint.on_parent.position for joint in joints]),
            M_rotation=np.array([joint.on_child.rotation for joint in joints]),
            M_position=np.array([joint.on_child.position for joint in joints]),
            mass=np.array([body.mass for body in bodies]),
            com=np.array([body.com for body in bodies]),
            inertia=np.array([body.inertia for body in bodies]),
        )

    def save(self, folder: Path, name: str = "tree") -> None:
        np.savez(folder / f"{name}.npz", **asdict(self))

    @classmethod
    def load(cls, folder: Path, name: str = "tree") -> PlainTree:
        with np.load(folder / f"{name}.npz") as kept:
            return cls(**kept)

    def first(self, n: int) -> PlainTree:
        """Return the tree of the first n bodies."""
        cut = {name: value[:n] for name, value in vars(self).items() if name != "gravity"}
        return PlainTree(gravity=self.gravity, **cut)

    def __len__(self) -> int:
        return len(self.parent)

    def depth_first(self) -> list[int]:
        """Return the bodies in the order of a walk that finishes a branch before the next."""
        children: dict[int, list[int]] = {}
        for i, k in enumerate(self.parent):
            children.setdefault(int(k), []).append(i)
        left, order = children.get(-1, [])[::-1], []
        while left:
            i = left.pop()
            order.append(i)
            left += children.get(i, [])[::-1]
        return order

    def offsets(self) -> tuple[np.ndarray, np.ndarray]:
        """Return rotation and position of each body in its parent at zero angles."""
        R = self.F_rotation @ np.swapaxes(self.M_rotation, 1, 2)
        return R, self.F_position - (R @ self.M_position[:, :, None])[:, :, 0]


def sarrus(tree: PlainTree) -> Any:
    """Return our model."""
    from sarrus.model import GROUND, Body, Joint, Model, Pose
    from sarrus.model.joints import TYPES

    def tuples(array: np.ndarray) -> Any:
        return tuple(map(tuples, array)) if array.ndim else float(array)

    def pose(p: np.ndarray, R: np.ndarray) -> Pose:
        return Pose(tuples(p), tuples(R))

    bodies, joints, hinge = [], [], TYPES["revolute"]()
    for i, k in enumerate(map(int, tree.parent)):
        bodies.append(
            Body(f"b{i}", float(tree.mass[i]), tuples(tree.com[i]), tuples(tree.inertia[i]))
        )
        on_parent = pose(tree.F_position[i], tree.F_rotation[i])
        on_child = pose(tree.M_position[i], tree.M_rotation[i])
        ends = (GROUND if k < 0 else f"b{k}", f"b{i}")
        joints.append(Joint(f"j{i}", hinge, *ends, on_parent, on_child))
    return Model("tree", tuples(tree.gravity), tuple(bodies), tuple(joints))


def pinocchio(tree: PlainTree) -> tuple[Any, Any, np.ndarray]:
    """Return Pinocchio's model and data, and which of its coordinates ours are."""
    import pinocchio as pin

    robot = pin.Model()
    robot.gravity.linear = tree.gravity
    X_MB = [pin.SE3(R, p).inverse() for R, p in zip(tree.M_rotation, tree.M_position, strict=True)]
    numbers = {-1: 0}
    places = np.zeros(len(tree), dtype=int)
    for i in tree.depth_first():
        k = int(tree.parent[i])
        F = pin.SE3(tree.F_rotation[i], tree.F_position[i])
        placement = F if k < 0 else X_MB[k] * F
        numbers[i] = robot.addJoint(numbers[k], pin.JointModelRZ(), placement, f"j{i}")
        body = pin.Inertia(float(tree.mass[i]), tree.com[i], tree.inertia[i])
        robot.appendBodyToJoint(numbers[i], body, X_MB[i])
        places[i] = robot.joints[numbers[i]].idx_v
    return robot, robot.createData(), places


def mujoco(tree: PlainTree) -> tuple[Any, Any, np.ndarray]:
    """Return MuJoCo's model and data, and which of its coordinates ours are.

    Built by calls: its XML may be nested no deeper than a few hundred bodies.
    """
    import mujoco as mj

    spec = mj.MjSpec()
    spec.compiler.degree = False
    spec.option.gravity = tree.gravity
    off = mj.mjtDisableBit.mjDSBL_CONTACT | mj.mjtDisableBit.mjDSBL_CONSTRAINT
    spec.option.disableflags = int(off)
    rotations, positions = tree.offsets()
    bodies = {-1: spec.worldbody}
    for i in tree.depth_first():
        quaternion = np.zeros(4)
        mj.mju_mat2Quat(quaternion, rotations[i].ravel())
        I = tree.inertia[i]
        body = bodies[int(tree.parent[i])].add_body(
            name=f"b{i}", pos=positions[i], quat=quaternion, mass=tree.mass[i], ipos=tree.com[i]
        )
        body.fullinertia = I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        body.explicitinertial = True
        axis = tree.M_rotation[i][:, 2]
        hinge = mj.mjtJoint.mjJNT_HINGE
        body.add_joint(name=f"j{i}", type=hinge, pos=tree.M_position[i], axis=axis)
        bodies[i] = body
    robot = spec.compile()
    places = np.array([robot.joint(f"j{i}").dofadr[0] for i in range(len(tree))], dtype=int)
    return robot, mj.MjData(robot), places


def drake(tree: PlainTree) -> tuple[Any, Any, np.ndarray]:
    """Return Drake's plant of continuous time and its context, and which coordinates ours are."""
    from pydrake.math import RigidTransform, RotationMatrix
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import (
        FixedOffsetFrame,
        RevoluteJoint,
        RotationalInertia,
        SpatialInertia,
    )

    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector(tree.gravity)
    bodies = {-1: plant.world_body()}

    def frame(name: str, body: Any, R: np.ndarray, p: np.ndarray) -> Any:
        pose = RigidTransform(RotationMatrix(R), p)
        return plant.AddFrame(FixedOffsetFrame(name, body.body_frame(), pose))

    for i in tree.depth_first():
        I = tree.inertia[i]
        central = RotationalInertia(I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        inertia = SpatialInertia.MakeFromCentralInertia(float(tree.mass[i]), tree.com[i], central)
        bodies[i] = plant.AddRigidBody(f"b{i}", inertia)
        ends = (
            frame(f"F{i}", bodies[int(tree.parent[i])], tree.F_rotation[i], tree.F_position[i]),
            frame(f"M{i}", bodies[i], tree.M_rotation[i], tree.M_position[i]),
        )
        plant.AddJoint(RevoluteJoint(f"j{i}", *ends, [0.0, 0.0, 1.0], 0.0))
    plant.Finalize()
    starts = [plant.GetJointByName(f"j{i}").velocity_start() for i in range(len(tree))]
    return plant, plant.CreateDefaultContext(), np.array(starts, dtype=int)


def exudyn(tree: PlainTree) -> Any:
    """Return Exudyn's assembled system: bodies with all six coordinates, and hinges."""
    import exudyn as exu
    from exudyn.utilities import RigidBodyInertia

    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    numbers = {-1: ground}
    R_W, p_W = {-1: np.eye(3)}, {-1: np.zeros(3)}
    rotations, positions = tree.offsets()
    for i, parent in enumerate(map(int, tree.parent)):
        R, p = R_W[parent], p_W[parent]
        at, axis = p + R @ tree.F_position[i], R @ tree.F_rotation[i][:, 2]
        R_W[i], p_W[i] = R @ rotations[i], p + R @ positions[i]
        numbers[i] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(float(tree.mass[i]), tree.inertia[i], com=[0.0] * 3),
            referencePosition=p_W[i] + R_W[i] @ tree.com[i],
            referenceRotationMatrix=R_W[i],
            gravity=list(tree.gravity),
        )
        ends = [numbers[parent], numbers[i]]
        mbs.CreateRevoluteJoint(bodyNumbers=ends, position=at, axis=axis, useGlobalFrame=True)
    mbs.Assemble()
    return mbs

"""The same mechanism in Sarrus and in Pinocchio, and the coordinates of each from the other.

Pinocchio writes quaternions x, y, z, w and unbounded angles as (cos, sin), and counts the linear
velocities of its planar joint in body axes; all else is as in Sarrus. Its models are built
depth-first: `crba` is silently wrong otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pinocchio as pin

from sarrus import Mechanism, Model, Pose
from sarrus.model import GROUND
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial import Transform
from sarrus.topology import Layout, analyze, layout

XYZW = [1, 2, 3, 0]
WXYZ = [3, 0, 1, 2]
AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
BASE = "base"


# From a Pinocchio model, such as its parser makes of a robot file -----------------------------


def robot_of_urdf(path: Path) -> pin.Model:
    """Return Pinocchio's model of a robot file with a fixed root.

    Its parser refuses a revolute joint without limits, which dynamics does not need.
    """
    text = path.read_text(encoding="utf-8")
    limit = '<limit lower="-10" upper="10" effort="1000" velocity="1000"/>'
    joints = re.compile(r'(<joint [^>]*type="revolute"[^>]*>)(.*?)(</joint>)', re.DOTALL)
    text = joints.sub(lambda m: m[1] + m[2] + ("" if "<limit" in m[2] else limit) + m[3], text)
    return pin.buildModelFromXML(text)


def from_pinocchio(robot: pin.Model, base: str = "weld", frames: Iterable[str] = ()) -> Model:
    """Return the Sarrus model; bodies have the names and the frames of the joints that carry them.

    base: "weld", or "free", which lets the root (the universe of `robot`) move as body "base".
    frames: names of the frames of `robot` to take over.
    """
    mechanism = Mechanism(robot.name or "robot", vector3(robot.gravity.linear))
    root = GROUND
    if base == "free":
        root = BASE
        _body(mechanism, BASE, robot.inertias[0])
        mechanism.free("root_joint", GROUND, BASE)
    for i in range(1, robot.njoints):
        kind, axis = _kind(robot.joints[i])
        name, parent = robot.names[i], robot.parents[i]
        _body(mechanism, name, robot.inertias[i])
        F = robot.jointPlacements[i]
        mechanism.joint(
            kind,
            name,
            robot.names[parent] if parent else root,
            name,
            on_parent=_pose(F * pin.SE3(_turn_to(axis), np.zeros(3))),
            on_child=_pose(pin.SE3(_turn_to(axis), np.zeros(3))),
        )
    for name in frames:
        frame = robot.frames[robot.getFrameId(name)]
        joint = frame.parentJoint
        X = frame.placement
        body = robot.names[joint] if joint else root
        mechanism.frame(name, body, at=X.translation, rotation=X.rotation)
    return mechanism.build()


def _body(mechanism: Mechanism, name: str, inertia: pin.Inertia) -> None:
    I = 0.5 * (inertia.inertia + inertia.inertia.T)
    mechanism.body(name, float(inertia.mass), inertia.lever, I)


def _kind(joint: pin.JointModel) -> tuple[str, tuple[float, float, float] | None]:
    """Return our name of a joint type, and its axis in the joint frame."""
    name = joint.shortname().removeprefix("JointModel")
    if name in ("FreeFlyer", "Spherical"):
        return {"FreeFlyer": "free", "Spherical": "spherical"}[name], None
    axis = vector3(joint.extract().axis) if name.endswith("Unaligned") else AXES[name[-1]]
    return "prismatic" if name.startswith("P") else "revolute", axis


def _turn_to(axis: tuple[float, float, float] | None) -> np.ndarray:
    """Return a rotation whose z axis is the given one."""
    if axis is None:
        return np.eye(3)
    z = np.array(axis)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def _pose(X: pin.SE3) -> Pose:
    return Pose(vector3(X.translation), matrix3(X.rotation))


def coordinates_from(robot: pin.Model, q: np.ndarray, base: str = "weld") -> np.ndarray:
    """Return our coordinates of Pinocchio's q; the root, if free, comes first."""
    parts = [np.concatenate([q[0:3], q[3:7][WXYZ]])] if base == "free" else []
    start = 7 if base == "free" else 0
    for joint in list(robot.joints)[1:]:
        own = q[start + joint.idx_q : start + joint.idx_q + joint.nq]
        name = joint.shortname()
        if "FreeFlyer" in name:
            own = np.concatenate([own[0:3], own[3:7][WXYZ]])
        elif "Spherical" in name:
            own = own[WXYZ]
        elif joint.nq == 2:
            own = np.array([np.arctan2(own[1], own[0])])
        parts.append(own)
    return np.concatenate(parts)


# To a Pinocchio model -------------------------------------------------------------------------


@dataclass
class Peer:
    """A Sarrus model in Pinocchio.

    joints: ours by name, with the number that they have there; bodies: by name, the number of
    the joint that carries them there and their pose X_JB in its frame.
    """

    model: Model
    layout: Layout
    robot: pin.Model
    joints: dict[str, int]
    bodies: dict[str, tuple[int, pin.SE3]]
    data: pin.Data = field(init=False)

    def __post_init__(self) -> None:
        self.data = self.robot.createData()

    def q(self, q: np.ndarray) -> np.ndarray:
        """Return Pinocchio's coordinates."""
        out = np.array(pin.neutral(self.robot))
        for name, joint, own in self._joints(q):
            kind = self.model.joint(name).type.type_name
            if kind == "spherical":
                own = own[XYZW]
            elif kind == "free":
                own = np.concatenate([own[0:3], own[3:7][XYZW]])
            elif kind == "planar":
                own = np.array([own[0], own[1], np.cos(own[2]), np.sin(own[2])])
            out[joint.idx_q : joint.idx_q + joint.nq] = own
        return out

    def transformation(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return T and Tdot v: velocities there are T v, accelerations T vdot + Tdot v."""
        n = self.layout.nv
        T, drift = np.zeros((n, n)), np.zeros(n)
        for name, joint, own in self._joints(q):
            at = self.layout.v_slice[name]
            there = slice(joint.idx_v, joint.idx_v + joint.nv)
            T[there, at] = np.eye(joint.nv)
            if self.model.joint(name).type.type_name == "planar":
                c, s = np.cos(own[2]), np.sin(own[2])
                w = v[at][2]
                T[there, at][0:2, 0:2] = [[c, s], [-s, c]]
                drift[there][0:2] = w * np.array([[-s, c], [-c, -s]]) @ v[at][0:2]
        return T, drift

    def _joints(self, q: np.ndarray) -> Iterable[tuple[str, pin.JointModel, np.ndarray]]:
        for name, number in self.joints.items():
            yield name, self.robot.joints[number], q[self.layout.q_slice[name]]

    def inverse_dynamics(self, q: np.ndarray, v: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        """Return tau by `rnea`."""
        T, drift = self.transformation(q, v)
        return T.T @ pin.rnea(self.robot, self.data, self.q(q), T @ v, T @ vdot + drift)

    def bias(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return c(q, v) by `rnea`."""
        return self.inverse_dynamics(q, v, np.zeros_like(v))

    def forward_dynamics(self, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """Return vdot by `aba`; the blocks of T are orthogonal."""
        T, drift = self.transformation(q, v)
        vdot = pin.aba(self.robot, self.data, self.q(q), T @ v, T @ tau)
        return T.T @ (vdot - drift)

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """Return M(q) by `crba`, which fills the upper triangle."""
        T, _ = self.transformation(q, np.zeros(self.layout.nv))
        upper = np.triu(pin.crba(self.robot, self.data, self.q(q)))
        return T.T @ (upper + np.triu(upper, 1).T) @ T

    def point_velocities(
        self, q: np.ndarray, v: np.ndarray, points: dict[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        """Return the velocities of a point of every body, given in the body frame, world axes."""
        T, _ = self.transformation(q, v)
        pin.forwardKinematics(self.robot, self.data, self.q(q), T @ v)
        found = {}
        for name, r in points.items():
            number, X_JB = self.bodies[name]
            V = self.data.v[number]
            local = V.linear + np.cross(V.angular, X_JB.act(r))
            found[name] = self.data.oMi[number].rotation @ local
        return found


def to_pinocchio(model: Model) -> Peer:
    """Return the model in Pinocchio, depth first; the joints must lead away from ground."""
    topology = analyze(model)
    robot = pin.Model()
    robot.gravity = pin.Motion(np.array(model.gravity), np.zeros(3))
    joints: dict[str, int] = {}
    bodies = {GROUND: (0, pin.SE3.Identity())}
    for branch in topology.branches:
        if branch.reversed or topology.cuts:
            raise ValueError(f"joint '{branch.joint.name}' does not lead away from ground")
        joint, body = branch.joint, model.body(branch.outboard)
        carrier, X_JP = bodies[branch.inboard]
        X_JF, X_MB = (
            X_JP * _se3(joint.on_parent.transform),
            _se3(joint.on_child.transform).inverse(),
        )
        if joint.type.nv == 0:
            bodies[body.name] = (carrier, X_JF * X_MB)
        else:
            joints[joint.name] = robot.addJoint(carrier, _joint_model(joint), X_JF, joint.name)
            bodies[body.name] = (joints[joint.name], X_MB)
        number, X_JB = bodies[body.name]
        inertia = pin.Inertia(body.mass, np.array(body.com), np.array(body.inertia))
        robot.appendBodyToJoint(number, inertia, X_JB)
    return Peer(model, layout(topology), robot, joints, bodies)


def _joint_model(joint: object) -> pin.JointModel:
    kind = joint.type.type_name
    if kind == "cylindrical":
        both = pin.JointModelComposite(pin.JointModelRZ())
        both.addJoint(pin.JointModelPZ())
        return both
    if kind == "helical":
        return pin.JointModelHZ(joint.type.lead / (2.0 * np.pi))
    if kind == "universal":
        return pin.JointModelUniversal(np.array(AXES["X"]), np.array(AXES["Y"]))
    return {
        "revolute": pin.JointModelRZ,
        "prismatic": pin.JointModelPZ,
        "spherical": pin.JointModelSpherical,
        "planar": pin.JointModelPlanar,
        "free": pin.JointModelFreeFlyer,
    }[kind]()


def _se3(X: Transform) -> pin.SE3:
    return pin.SE3(X.matrix, X.position)

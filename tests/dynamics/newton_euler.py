"""Newton and Euler in world axes, body by body: what the equations of the package must equal.

Nothing here uses `sarrus.spatial` or `sarrus.dynamics`. The relative motion of every joint type
is written from the words of its table, with the rotations of SciPy; only the order of the
bodies comes from the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation as Scipy

from sarrus.model import GROUND, Pose
from sarrus.model.joints import JointType
from sarrus.topology import Branch, Layout, Topology

O = np.zeros(3)
X, Y, Z = np.eye(3)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a x b; NumPy's own takes ten times as long for two vectors."""
    (a1, a2, a3), (b1, b2, b3) = a.tolist(), b.tolist()
    return np.array([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1])


class Motion(NamedTuple):
    """A frame: rotation, position, velocity, acceleration, angular velocity, acceleration."""

    R: np.ndarray
    r: np.ndarray
    v: np.ndarray = O
    a: np.ndarray = O
    w: np.ndarray = O
    al: np.ndarray = O

    def __matmul__(self, other: Motion) -> Motion:
        """Return the motion of a frame whose motion relative to this one is given in its axes."""
        arm, v, w = self.R @ other.r, self.R @ other.v, self.R @ other.w
        return Motion(
            self.R @ other.R,
            self.r + arm,
            self.v + cross(self.w, arm) + v,
            self.a
            + cross(self.al, arm)
            + cross(self.w, cross(self.w, arm))
            + 2.0 * cross(self.w, v)
            + self.R @ other.a,
            self.w + w,
            self.al + cross(self.w, w) + self.R @ other.al,
        )

    @property
    def inverse(self) -> Motion:
        """Return the motion of the frame of reference, seen from this frame."""
        back, drift = self.R.T, self.v - cross(self.w, self.r)
        a = self.a - cross(self.al, self.r) - cross(self.w, self.v) - cross(self.w, drift)
        return Motion(
            back, -back @ self.r, -back @ drift, -back @ a, -back @ self.w, -back @ self.al
        )


AT_REST = Motion(np.eye(3), O)


def fixed(pose: Pose) -> Motion:
    return Motion(np.array(pose.rotation), np.array(pose.position))


def turn(axis: np.ndarray, angle: float) -> np.ndarray:
    return Scipy.from_rotvec(angle * axis).as_matrix()


def quaternion(p: np.ndarray) -> np.ndarray:
    return Scipy.from_quat(p[[1, 2, 3, 0]]).as_matrix()


def relative(joint: JointType, q: np.ndarray, v: np.ndarray, vdot: np.ndarray) -> Motion:
    """Return the motion of M relative to F, in the axes of F."""
    match joint.type_name:
        case "revolute":
            return Motion(turn(Z, q[0]), O, O, O, v[0] * Z, vdot[0] * Z)
        case "prismatic":
            return Motion(np.eye(3), q[0] * Z, v[0] * Z, vdot[0] * Z)
        case "cylindrical":
            return Motion(turn(Z, q[0]), q[1] * Z, v[1] * Z, vdot[1] * Z, v[0] * Z, vdot[0] * Z)
        case "helical":
            along = joint.parameters["lead"] / (2 * np.pi) * Z
            return Motion(
                turn(Z, q[0]), q[0] * along, v[0] * along, vdot[0] * along, v[0] * Z, vdot[0] * Z
            )
        case "universal":
            first, second = X, turn(X, q[0]) @ Y
            al = vdot[0] * first + vdot[1] * second + cross(v[0] * first, v[1] * second)
            R = turn(X, q[0]) @ turn(Y, q[1])
            return Motion(R, O, O, O, v[0] * first + v[1] * second, al)
        case "spherical":
            R = quaternion(q)
            return Motion(R, O, O, O, R @ v, R @ vdot)
        case "planar":
            r, shift, shift_rate = (np.array([a[0], a[1], 0.0]) for a in (q, v, vdot))
            return Motion(turn(Z, q[2]), r, shift, shift_rate, v[2] * Z, vdot[2] * Z)
        case "free":
            R = quaternion(q[3:7])
            a = R @ (vdot[0:3] + cross(v[3:6], v[0:3]))
            return Motion(R, q[0:3], R @ v[0:3], a, R @ v[3:6], R @ vdot[3:6])
        case "weld":
            return Motion(np.eye(3), O)
    raise ValueError(joint.type_name)


@dataclass(frozen=True)
class NewtonEuler:
    """A tree in a state of motion, and the forces that it needs.

    loads: external force, and moment about the world's origin, on bodies, in world axes.
    """

    topology: Topology
    layout: Layout
    q: np.ndarray
    v: np.ndarray
    vdot: np.ndarray
    base: Motion = AT_REST
    loads: Mapping[str, np.ndarray] | None = None
    gravity: np.ndarray | None = None

    def through_joint(self, branch: Branch, v: np.ndarray, vdot: np.ndarray) -> Motion:
        """Return the motion of the outboard joint frame relative to the inboard one."""
        joint = branch.joint
        motion = relative(joint.type, self.q[self.layout.q_slice[joint.name]], v, vdot)
        return motion.inverse if branch.reversed else motion

    def inboard_frame(self, branch: Branch, bodies: Mapping[str, Motion]) -> Motion:
        return bodies[branch.inboard] @ fixed(branch.on_inboard)

    @cached_property
    def bodies(self) -> dict[str, Motion]:
        """Return the motion of every body frame in the world."""
        found = {GROUND: self.base}
        for branch in self.topology.branches:
            place = self.layout.v_slice[branch.joint.name]
            joint = self.through_joint(branch, self.v[place], self.vdot[place])
            out = self.inboard_frame(branch, found) @ joint @ fixed(branch.on_outboard).inverse
            found[branch.outboard] = out
        return found

    def center(self, name: str, bodies: Mapping[str, Motion]) -> Motion:
        """Return the motion of a body's centre of mass, in axes of the body."""
        com = np.array(self.topology.model.body(name).com)
        return bodies[name] @ Motion(np.eye(3), com)

    def inertial(self, name: str, bodies: Mapping[str, Motion]) -> np.ndarray:
        """Return m (a - g) and its moment about the world's origin, with that of turning."""
        body = self.topology.model.body(name)
        c = self.center(name, bodies)
        J = c.R @ np.array(body.inertia) @ c.R.T
        g = np.array(self.topology.model.gravity) if self.gravity is None else self.gravity
        f = body.mass * (c.a - g)
        return np.concatenate([f, cross(c.r, f) + J @ c.al + cross(c.w, J @ c.w)])

    def wrenches(self) -> dict[str, np.ndarray]:
        """Return by joint what acts on the outboard body, about the world's origin."""
        bodies = self.bodies
        on_body = {b.name: self.inertial(b.name, bodies) for b in self.topology.model.bodies}
        for name, load in (self.loads or {}).items():
            on_body[name] = on_body[name] - load
        found = {}
        for branch in reversed(self.topology.branches):
            found[branch.joint.name] = on_body[branch.outboard]
            if branch.inboard != GROUND:
                on_body[branch.inboard] = on_body[branch.inboard] + on_body[branch.outboard]
        return found

    def efforts(self) -> np.ndarray:
        """Return the power of every wrench on a unit of every velocity coordinate."""
        bodies, wrenches = self.bodies, self.wrenches()
        tau = np.zeros(self.layout.nv)
        for branch in self.topology.branches:
            place = self.layout.v_slice[branch.joint.name]
            wrench = wrenches[branch.joint.name]
            F = self.inboard_frame(branch, bodies)
            for k, unit in enumerate(np.eye(branch.joint.type.nv)):
                M = self.through_joint(branch, unit, 0.0 * unit)
                shift, spin, point = F.R @ M.v, F.R @ M.w, F.r + F.R @ M.r
                moment = wrench[3:6] - cross(point, wrench[0:3])
                tau[place.start + k] = wrench[0:3] @ shift + moment @ spin
        return tau

    def mass_and_bias(self) -> tuple[np.ndarray, np.ndarray]:
        """Return M and c of tau = M vdot + c, a column for each unit acceleration."""
        n = self.layout.nv

        def tau(vdot: np.ndarray) -> np.ndarray:
            state = (self.topology, self.layout, self.q, self.v, vdot, self.base)
            return NewtonEuler(*state, self.loads, self.gravity).efforts()

        c = tau(np.zeros(n))
        return np.array([tau(unit) - c for unit in np.eye(n)]).reshape(n, n).T, c

"""A robot text in Pinocchio's own parser, with our coordinates mapped to its coordinates.

Its planar joint counts linear velocities in body axes, its quaternions are x, y, z, w and its
unbounded angles (cos, sin); joints are matched by name, for the orders differ.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from sarrus import System

ROOT = "root_joint"


class PeerRobot:
    """The same robot in both programs; `root`: the name of our free joint at its root, if any."""

    def __init__(self, text: str, system: System, root: str = "") -> None:
        self.system = system
        flyer = (pin.JointModelFreeFlyer(),) if root else ()
        self.robot = pin.buildModelFromXML(text, *flyer)
        self.data = self.robot.createData()
        self.ours = {name: root if name == ROOT else name for name in self.robot.names}
        self.joints = list(zip(self.robot.names, self.robot.joints, strict=True))[1:]

    def position(self, q: np.ndarray) -> np.ndarray:
        """Return Pinocchio's q of ours."""
        theirs = pin.neutral(self.robot)
        for name, joint in self.joints:
            own = q[self.system.compiled.layout.q_slice[self.ours[name]]]
            if joint.nv == 6:
                own = own[[0, 1, 2, 4, 5, 6, 3]]
            elif joint.nv == 3:
                own = np.array([own[0], own[1], np.cos(own[2]), np.sin(own[2])])
            elif joint.nq == 2:
                own = np.array([np.cos(own[0]), np.sin(own[0])])
            theirs[joint.idx_q : joint.idx_q + joint.nq] = own
        return theirs

    def velocity_map(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return B and dB/dt with v_theirs = B v_ours."""
        n = self.robot.nv
        B, rate = np.zeros((n, n)), np.zeros((n, n))
        for name, joint in self.joints:
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            columns = self.system.compiled.layout.v_slice[self.ours[name]]
            own, own_rate = np.eye(joint.nv), np.zeros((joint.nv, joint.nv))
            if joint.nv == 3:
                angle = q[self.system.compiled.layout.q_slice[name]][2]
                c, s = np.cos(angle), np.sin(angle)
                own[0:2, 0:2] = ((c, s), (-s, c))
                own_rate[0:2, 0:2] = v[columns][2] * np.array(((-s, c), (-c, -s)))
            B[rows, columns], rate[rows, columns] = own, own_rate
        return B, rate

    def inverse_dynamics(self, q: np.ndarray, v: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        """Return the efforts of a motion on our coordinates."""
        B, rate = self.velocity_map(q, v)
        tau = pin.rnea(self.robot, self.data, self.position(q), B @ v, B @ vdot + rate @ v)
        return B.T @ tau

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """Return the mass matrix of our coordinates."""
        B, _ = self.velocity_map(q, np.zeros(self.robot.nv))
        upper = np.triu(pin.crba(self.robot, self.data, self.position(q)))
        return B.T @ (upper + np.triu(upper, 1).T) @ B

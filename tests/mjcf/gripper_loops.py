"""Accelerations of a robot with loops from MuJoCo's own terms, its constraints taken as exact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np


class ExactLoops:
    """A file of hinges in MuJoCo whose `connect` and `joint` equalities hold exactly.

    M qacc + J^T lambda = f, J qacc = -dJ/dt qvel: mass matrix, forces and Jacobians are MuJoCo's.
    """

    def __init__(self, text: str) -> None:
        self.peer = mujoco.MjModel.from_xml_string(text)
        self.peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
        self.peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        self.data = mujoco.MjData(self.peer)

    def joints(self) -> list[str]:
        """Return the names of the hinges."""
        return [self.peer.joint(i).name for i in range(self.peer.njnt)]

    def accelerations(
        self, angles: Mapping[str, float], rates: Mapping[str, float], controls: Any = ()
    ) -> tuple[dict[str, np.ndarray], float]:
        """Return the acceleration of every body's origin, and how far the loops are open [m]."""
        m, d = self.peer, self.data
        for name in self.joints():
            place = m.joint(name)
            d.qpos[place.qposadr[0]], d.qvel[place.dofadr[0]] = angles[name], rates[name]
        for k, control in enumerate(controls):
            d.ctrl[k] = control
        mujoco.mj_forward(m, d)
        M = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, M, d.qM) if hasattr(d, "qM") else mujoco.mj_fullM(m, d, M)
        f = d.qfrc_passive - d.qfrc_bias + d.qfrc_actuator
        d.qacc[:] = 0.0
        mujoco.mj_rnePostConstraint(m, d)
        rows, right, gap = [], [], 0.0
        for k in range(m.neq):
            if m.eq_type[k] == mujoco.mjtEq.mjEQ_CONNECT:
                J, bias, open_by = self._connect(k)
                rows.append(J)
                right.append(-bias)
                gap = max(gap, open_by)
            elif m.eq_type[k] == mujoco.mjtEq.mjEQ_JOINT:
                row = np.zeros((1, m.nv))
                row[0, m.jnt_dofadr[m.eq_obj1id[k]]] = 1.0
                row[0, m.jnt_dofadr[m.eq_obj2id[k]]] = -m.eq_data[k, 1]
                rows.append(row)
                right.append(np.zeros(1))
        J, b = np.vstack(rows), np.concatenate(right)
        # planes make some rows superfluous: the accelerations are unique, the forces need not be
        n = len(b)
        K = np.block([[M, J.T], [J, np.zeros((n, n))]])
        d.qacc[:] = np.linalg.lstsq(K, np.concatenate([f, b]), rcond=1e-12)[0][: m.nv]
        mujoco.mj_rnePostConstraint(m, d)
        return {
            m.body(i).name: self._acceleration(i)[0] + m.opt.gravity for i in range(1, m.nbody)
        }, gap

    def _acceleration(self, body: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the acceleration of a body's origin (gravity upward within), alpha and omega."""
        kind = mujoco.mjtObj.mjOBJ_XBODY
        both, speed = np.zeros(6), np.zeros(6)
        mujoco.mj_objectAcceleration(self.peer, self.data, kind, body, both, 0)
        mujoco.mj_objectVelocity(self.peer, self.data, kind, body, speed, 0)
        return both[3:], both[:3], speed[:3]

    def _connect(self, k: int) -> tuple[np.ndarray, np.ndarray, float]:
        """Return Jacobian and bias of the distance of two anchors, and the distance."""
        m, d = self.peer, self.data
        J, bias, places = [], [], []
        for body, at in (
            (int(m.eq_obj1id[k]), m.eq_data[k, 0:3]),
            (int(m.eq_obj2id[k]), m.eq_data[k, 3:6]),
        ):
            arm = d.xmat[body].reshape(3, 3) @ at
            point = d.xpos[body] + arm
            jacobian = np.zeros((3, m.nv))
            mujoco.mj_jac(m, d, jacobian, None, point, body)
            a, alpha, w = self._acceleration(body)
            J.append(jacobian)
            bias.append(a + np.cross(alpha, arm) + np.cross(w, np.cross(w, arm)))
            places.append(point)
        gap = float(np.max(np.abs(places[0] - places[1])))
        return J[0] - J[1], bias[0] - bias[1], gap

"""A model file in MuJoCo and here, in the same coordinates: mass matrix, efforts, poses.

Here the equations run on numbers; nothing is compiled.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import mujoco
import numpy as np

from sarrus import Model
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import Positions, accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.formats.mjcf.loading import read_parts
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.spatial.rotation import quaternion_matrix
from sarrus.topology import analyze, layout

FREE, BALL = 0, 1


class Pair:
    """A file in both programs; MuJoCo's constraints and contacts are switched off.

    Where a joint has an armature, the model has a wheel that turns with it: velocities here are
    v = T qvel.
    """

    def __init__(self, source: str, model: Model, folders: tuple[str, ...] = ()) -> None:
        text = source.lstrip().startswith("<")
        read = mujoco.MjModel.from_xml_string if text else mujoco.MjModel.from_xml_path
        self.peer = read(source)
        flags = mujoco.mjtDisableBit
        self.peer.opt.disableflags |= int(flags.mjDSBL_CONSTRAINT) | int(flags.mjDSBL_CONTACT)
        self.peer.opt.density = self.peer.opt.viscosity = 0.0
        self.data = mujoco.MjData(self.peer)
        # dry friction is a constraint there
        forces = tuple(f for f in model.forces if not isinstance(f, JointFriction))
        self.model = model = replace(model, forces=forces)
        parts = read_parts(source, folders)
        self.joints = list(parts.scene.joints)
        self.bodies = list(parts.scene.bodies)[1:]
        topology = analyze(model)
        self.layout = layout(topology)
        self.tree = Tree.of(topology, self.layout)

    def kinds(self) -> list[int]:
        """Return MuJoCo's joint types, in the order of the file."""
        return [int(kind) for kind in self.peer.jnt_type]

    def random_state(self, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return qpos, qvel and qacc."""
        rng = np.random.default_rng(seed)
        qpos = rng.uniform(-1.0, 1.0, self.peer.nq)
        for i, kind in enumerate(self.kinds()):
            if kind in (FREE, BALL):
                start = int(self.peer.jnt_qposadr[i]) + (3 if kind == FREE else 0)
                turn = rng.normal(size=4)
                qpos[start : start + 4] = turn / np.linalg.norm(turn)
        return qpos, rng.uniform(-1.0, 1.0, self.peer.nv), rng.uniform(-1.0, 1.0, self.peer.nv)

    @cached_property
    def wheels(self) -> list[tuple[str, list[tuple[str, float]]]]:
        """The wheels of armatures, each with joints and how it turns with them."""
        found = []
        for coupler in self.model.couplers:
            first, *others = coupler.terms
            if first.joint.endswith("_armature"):
                found.append((first.joint, [(t.joint, -t.factor / first.factor) for t in others]))
        return found

    def here(self, qpos: np.ndarray, qvel: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return q, T and dT/dt qvel."""
        q, T = np.zeros(self.layout.nq), np.zeros((self.layout.nv, self.peer.nv))
        drift = np.zeros(self.layout.nv)
        for i, name in enumerate(self.joints):
            qs, vs = self.layout.q_slice[name], self.layout.v_slice[name]
            at_q, at_v = int(self.peer.jnt_qposadr[i]), int(self.peer.jnt_dofadr[i])
            q[qs] = qpos[at_q : at_q + qs.stop - qs.start]
            T[range(vs.start, vs.stop), range(at_v, at_v + vs.stop - vs.start)] = 1.0
            if self.kinds()[i] == FREE:
                R = quaternion_matrix(qpos[at_q + 3 : at_q + 7])
                T[vs.start : vs.start + 3, at_v : at_v + 3] = R.T
                spin = qvel[at_v + 3 : at_v + 6]
                drift[vs.start : vs.start + 3] = -np.cross(spin, R.T @ qvel[at_v : at_v + 3])
        for wheel, terms in self.wheels:
            for joint, factor in terms:
                T[self.layout.v_slice[wheel]] += factor * T[self.layout.v_slice[joint]]
                q[self.layout.q_slice[wheel]] += factor * q[self.layout.q_slice[joint]]
        return q, T, drift

    def _where(self, q: np.ndarray) -> Positions:
        return positions(self.tree, q, BaseMotion.at_rest())

    def own_mass_matrix(self, qpos: np.ndarray) -> np.ndarray:
        q, T, _ = self.here(qpos, np.zeros(self.peer.nv))
        return T.T @ np.asarray(mass_matrix(self._where(q)), dtype=float) @ T

    def peer_mass_matrix(self, qpos: np.ndarray) -> np.ndarray:
        self._forward(qpos, np.zeros(self.peer.nv))
        M = np.zeros((self.peer.nv, self.peer.nv))
        mujoco.mj_fullM(self.peer, self.data, M)
        return M

    def own_efforts(self, qpos: np.ndarray, qvel: np.ndarray, qacc: np.ndarray) -> np.ndarray:
        q, T, drift = self.here(qpos, qvel)
        speed = velocities(self._where(q), T @ qvel)
        motion = accelerations(speed, T @ qacc + drift)
        tau = inverse_dynamics(motion, applied_loads(speed, 0.0)).tau
        return T.T @ np.asarray(tau, dtype=float)

    def peer_efforts(self, qpos: np.ndarray, qvel: np.ndarray, qacc: np.ndarray) -> np.ndarray:
        """Return M qacc + bias - passive - actuators."""
        M = self.peer_mass_matrix(qpos)
        self._forward(qpos, qvel)
        d = self.data
        return M @ qacc + d.qfrc_bias - d.qfrc_passive - d.qfrc_actuator

    def _forward(self, qpos: np.ndarray, qvel: np.ndarray) -> None:
        self.data.qpos[:], self.data.qvel[:] = qpos, qvel
        mujoco.mj_forward(self.peer, self.data)

    def poses(self, qpos: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the 4 x 4 poses of all bodies, here and there."""
        q, _, _ = self.here(qpos, np.zeros(self.peer.nv))
        where = self._where(q)
        self._forward(qpos, np.zeros(self.peer.nv))
        own, other = [], []
        for i, name in enumerate(self.bodies):
            X = where.body(name)
            own.append(np.column_stack([X.matrix, X.position]).astype(float))
            R = self.data.xmat[i + 1].reshape(3, 3)
            other.append(np.column_stack([R, self.data.xpos[i + 1]]))
        return np.array(own), np.array(other)

    def worst(self, seed: int) -> dict[str, float]:
        """Return the differences at a random state, relative to the largest entries."""
        state = self.random_state(seed)
        pairs = {
            "poses": self.poses(state[0]),
            "mass": (self.own_mass_matrix(state[0]), self.peer_mass_matrix(state[0])),
            "efforts": (self.own_efforts(*state), self.peer_efforts(*state)),
        }
        return {
            name: float(
                np.max(np.abs(a - b), initial=0.0) / max(np.max(np.abs(b), initial=0.0), 1e-3)
            )
            for name, (a, b) in pairs.items()
        }

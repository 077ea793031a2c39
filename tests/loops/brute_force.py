"""Which reaction components are unique, from the equilibrium of all bodies alone.

The unknowns are all constraint components of all joints, six minus its freedoms each; the
equations are force and moment balance of every body. A component is unique if no solution of
the homogeneous equations changes it. No formula of the package but poses and joint types.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus import System
from sarrus.model import GROUND
from sarrus.spatial import Transform
from sarrus.system.state import State


def constraint_basis(system: System, state: State, name: str, X_FM: Transform) -> np.ndarray:
    """Return a basis, 6 x k in M's axes at M, of the wrenches that the joint can pass."""
    joint = system.model.joint(name)
    if joint.type.type_name == "distance":
        along = X_FM.matrix.T @ X_FM.position
        return np.concatenate([along / np.linalg.norm(along), np.zeros(3)])[:, None]
    if not joint.type.nv:
        return np.eye(6)
    q = np.atleast_1d(np.asarray(state[name], dtype=float))
    S = np.asarray(joint.type.subspace(q), dtype=float)
    return np.linalg.svd(S.T)[2][joint.type.nv :].T


@dataclass(frozen=True)
class Equilibrium:
    """The joints of a mechanism at a state, as unknown reactions."""

    system: System
    state: State

    @cached_property
    def frames(self) -> dict[str, Transform]:
        """World pose of M of every joint."""
        poses = self.system.poses(self.state.q)
        found = {}
        for joint in self.system.model.joints:
            X = Transform.identity()
            if joint.child != GROUND:
                body = poses[joint.child]
                X = Transform.of(body.rotation, body.position)
            found[joint.name] = X @ joint.on_child.transform
        return found

    @cached_property
    def bases(self) -> dict[str, np.ndarray]:
        """Unit reactions of every joint in M's axes at M; moments divided by the length."""
        poses = self.system.poses(self.state.q)
        found = {}
        for joint in self.system.model.joints:
            X = Transform.identity()
            if joint.parent != GROUND:
                body = poses[joint.parent]
                X = Transform.of(body.rotation, body.position)
            X_FM = (X @ joint.on_parent.transform).inverse @ self.frames[joint.name]
            found[joint.name] = constraint_basis(self.system, self.state, joint.name, X_FM)
        return found

    @cached_property
    def matrix(self) -> np.ndarray:
        """Balance of every body about the mechanism's middle, one column per unknown."""
        bodies = [b.name for b in self.system.model.bodies]
        middle = np.mean([X.position for X in self.frames.values()], axis=0)
        length = self.system.compiled.loops.length
        columns = []
        for joint in self.system.model.joints:
            X = self.frames[joint.name]
            for unit in self.bases[joint.name].T:
                f, n = X.matrix @ unit[:3], X.matrix @ unit[3:]
                load = np.concatenate([f, (n + np.cross(X.position - middle, f)) / length])
                column = np.zeros((len(bodies), 6))
                for owner, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
                    if owner != GROUND:
                        column[bodies.index(owner)] += sign * load
                columns.append(column.ravel())
        return np.array(columns).T

    @cached_property
    def self_stresses(self) -> np.ndarray:
        """Joints x 6 x k: independent sets of reactions in equilibrium without any load."""
        _, s, vt = np.linalg.svd(self.matrix)
        rank = int(np.sum(s > 1e-9 * s[0]))
        null = vt[rank:].T
        found, at = [], 0
        for basis in self.bases.values():
            k = basis.shape[1]
            found.append(basis @ null[at : at + k])
            at += k
        return np.array(found)

    @property
    def redundancy(self) -> int:
        """Number of independent self-stresses."""
        return self.self_stresses.shape[2]

    def labels(self, axes: str = "joint") -> dict[str, tuple[tuple[bool, ...], tuple[bool, ...]]]:
        """Return (unique_force, unique_moment) of every joint, in axes of M or of the world."""
        found = {}
        length = self.system.compiled.loops.length
        for stress, (name, X) in zip(self.self_stresses, self.frames.items(), strict=True):
            R = X.matrix if axes == "world" else np.eye(3)
            force = np.max(np.abs(R @ stress[:3]), axis=1, initial=0.0) < 1e-8
            moment = np.max(np.abs(R @ stress[3:]) / length, axis=1, initial=0.0) < 1e-8
            found[name] = tuple(map(bool, force)), tuple(map(bool, moment))
        return found

    def overlap(self, reactions) -> float:
        """Return how far reactions (joint axes) are from the smallest: their part along stresses.

        Smallest means: sum |f|^2 + |n|^2 / length^2 at the joints' own points.
        """
        scale = np.array([1.0] * 3 + [1 / self.system.compiled.loops.length] * 3)
        loads = np.array([np.concatenate([w.force, w.moment]) * scale for w in reactions.values()])
        stresses = self.self_stresses * scale[None, :, None]
        along = np.tensordot(loads, stresses, axes=([0, 1], [0, 1]))
        sizes = np.linalg.norm(stresses, axis=(0, 1))
        return float(np.max(np.abs(along / sizes), initial=0.0) / np.linalg.norm(loads))

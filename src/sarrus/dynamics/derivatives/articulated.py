"""Articulated bodies in frames that do not move: what remains of a tree behind each joint.

From the tips inward, every link takes in what it carries: an articulated inertia (Featherstone),
and the Coriolis wrench that a rotation of all that it carries leaves after their joints have given
way. Joints do not give way along coordinates whose accelerations are given: these are welded.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

import numpy as np

from sarrus.dynamics.derivatives.moving_inertia import MovingInertia
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.late_dataclass import dataclass
from sarrus.spatial import ArticulatedInertia
from sarrus.spatial.arrays import Array, Scalar, columns, is_zero, skew
from sarrus.spatial.linear import ldl_factors, ldl_solution

EVERY = np.ones(6)
"""No direction of the six is known to be free in advance."""


@dataclass(frozen=True)
class ArticulatedJoint:
    """A link with its joint, after all that it carries has been taken in.

    K: articulated inertia; C: 6 x 3, the Coriolis wrench of a rotation; S: 6 x n, of the
    coordinates along which it gives way; armature: inertia of the rotor that turns with it.
    """

    K: ArticulatedInertia
    C: Array
    S: Array
    coordinates: tuple[int, ...]
    armature: Scalar = 0.0

    @property
    def n(self) -> int:
        """Number of coordinates along which it gives way."""
        return len(self.coordinates)

    @cached_property
    def U(self) -> Array:
        """K S."""
        return columns(*[self.K.apply(self.S[:, a]) for a in range(self.n)])

    @cached_property
    def D_inverse(self) -> Array:
        """(S^T K S + armature)^-1."""
        D = self.S.T @ self.U
        factors = ldl_factors(D if is_zero(self.armature) else D + self.armature * np.eye(1))
        return columns(*[ldl_solution(factors, list(e)) for e in np.eye(self.n)])

    @cached_property
    def arms(self) -> Array:
        """U D^-1, 6 x n: when the link inboard accelerates by A, the joint does by -arms^T A."""
        return self.U @ self.D_inverse

    @cached_property
    def turned(self) -> Array:
        """D^-1 S^T C, n x 3: with a rotation x of all, the joint accelerates by -turned x."""
        return self.D_inverse @ (self.S.T @ self.C)

    @cached_property
    def K_inboard(self) -> ArticulatedInertia:
        """K as the next link inboard feels it."""
        return self.K.without(self.U, self.arms, EVERY) if self.n else self.K

    @cached_property
    def C_inboard(self) -> Array:
        """C as the next link inboard feels it."""
        return self.C - self.U @ self.turned if self.n else self.C

    def acceleration_response(self, A: Array, turn: Array | None) -> Array:
        """Return the joint's accelerations, n x cases, for those of what carries it, 6 x cases."""
        still = -(self.arms.T @ A)
        return still if turn is None else still - self.turned @ turn


def articulated_joints(
    along: Tangents, bodies: list[MovingInertia], driven: Collection[int] = ()
) -> tuple[ArticulatedJoint, ...]:
    """Return the articulated joints of all links; bodies: their own moving inertias.

    driven: velocity coordinates whose accelerations are given. Inward, with U = K S and D = S^T U,
    to which the armature of the joint is added:

        K_P <- K_P + K - U D^-1 U^T,   C_P <- C_P + C - U D^-1 S^T C

    All links of a branch stand in one frame R that does not move, so that no X^T K X is needed.
    """
    links = along.tree.links
    K = [ArticulatedInertia(b.mass * np.eye(3), -skew(b.moment), b.about_origin) for b in bodies]
    C = [np.concatenate([-skew(b.momentum), b.gyre]) for b in bodies]
    found: list[ArticulatedJoint] = []
    for i in range(len(links) - 1, -1, -1):
        free = tuple(a for a in along.columns(i) if a not in driven)
        S = columns(*[along.tangents[a].S for a in free]) if free else np.zeros((6, 0))
        joint = ArticulatedJoint(K[i], C[i], S, free, links[i].armature)
        parent = links[i].parent
        if parent >= 0:
            K[parent] = K[parent] + joint.K_inboard
            C[parent] = C[parent] + joint.C_inboard
        found.append(joint)
    return tuple(reversed(found))

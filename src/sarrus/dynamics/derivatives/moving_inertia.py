"""Integrals over the mass of moving bodies, in a frame R that does not move.

With r, rdot and rddot of every particle, the inertia is known by the integrals of 1, r and r r^T,
the momentum by those of rdot and rdot r^T, the inertial force by those of rddot and r x rddot.
For bodies together they are added.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.dynamics.derivatives.rigid_field import RigidField
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Inertia, Transform
from sarrus.spatial.arrays import Array, Scalar, columns, cross, join, matrix, vector


@dataclass(frozen=True)
class MovingInertia:
    """One or more bodies in motion.

    mass, moment h and second moment E: integrals of 1, r, r r^T; momentum p and flow G: of rdot
    and rdot r^T; wrench: inertial force and moment about R's origin, gravity subtracted.
    """

    mass: Scalar
    moment: Array
    second: Array
    momentum: Array
    flow: Array
    wrench: Array

    @staticmethod
    def of(inertia: Inertia, X_RC: Transform, field: RigidField) -> MovingInertia:
        """Return a body of the given inertia in its frame C, moving with the field.

        The wrench is M A + V x* M V of six-vectors; by the second moment E it is
        (m a + U h, axis(U E) + h x a), as in `Inertia.inertial_force`.
        """
        m = inertia.mass
        h = X_RC.rotation.apply(inertia.moment) + m * X_RC.position
        E = _second_moment(inertia, X_RC)
        v, w, U, a = field.V[0:3], field.V[3:6], field.U, field.a
        flow = columns(*[cross(w, E[:, k]) + h[k] * v for k in range(3)])
        moment = vector(
            U[2, :] @ E[:, 1] - U[1, :] @ E[:, 2],
            U[0, :] @ E[:, 2] - U[2, :] @ E[:, 0],
            U[1, :] @ E[:, 0] - U[0, :] @ E[:, 1],
        )
        wrench = join(U @ h + m * a, moment + cross(h, a))
        return MovingInertia(m, h, E, cross(w, h) + m * v, flow, wrench)

    @staticmethod
    def none() -> MovingInertia:
        """Return no body at all."""
        nothing, square = np.zeros(3), np.zeros((3, 3))
        return MovingInertia(0.0, nothing, square, nothing, square, np.zeros(6))

    def __add__(self, other: MovingInertia) -> MovingInertia:
        """Return both together."""
        return MovingInertia(
            self.mass + other.mass,
            self.moment + other.moment,
            self.second + other.second,
            self.momentum + other.momentum,
            self.flow + other.flow,
            self.wrench + other.wrench,
        )

    def less_load(self, load: Array) -> MovingInertia:
        """Return the same, with an applied wrench taken off the inertial one."""
        return MovingInertia(
            self.mass, self.moment, self.second, self.momentum, self.flow, self.wrench - load
        )

    @cached_property
    def about_origin(self) -> Array:
        """J = tr(E) I - E."""
        return _trace(self.second) * np.eye(3) - self.second

    @cached_property
    def gyre(self) -> Array:
        """D = tr(G) I - G, with D x the integral of r x (x x rdot)."""
        return _trace(self.flow) * np.eye(3) - self.flow

    def inertial(self, A: Array) -> Array:
        """Return the wrench of the accelerations a + al x r, for A = (a, al)."""
        a, al = A[0:3], A[3:6]
        linear = self.mass * a + cross(al, self.moment)
        return join(linear, self.about_origin @ al + cross(self.moment, a))

    def coriolis(self, x: Array) -> Array:
        """Return the wrench of the accelerations x x rdot."""
        return join(cross(x, self.momentum), self.gyre @ x)

    def coriolis_row(self, S: Array) -> Array:
        """Return the three numbers c with c.x the power of `coriolis(x)` on the twist S."""
        return self.gyre.T @ S[3:6] + cross(self.momentum, S[0:3])


def _trace(a: Array) -> Scalar:
    return a[0, 0] + a[1, 1] + a[2, 2]


def _second_moment(inertia: Inertia, X_RC: Transform) -> Array:
    """Return R E_C R^T + p h^T + h p^T + m p p^T, as the sum of a matrix and its transpose.

    Half of E_C is its upper triangle with the diagonal halved: zeros of E_C and h take whole rows
    with them.
    """
    R, p, E, h = X_RC.matrix, X_RC.position, inertia.second_moment, inertia.moment
    half = matrix(
        (0.5 * E[0, 0], E[0, 1], E[0, 2]),
        (0.0, 0.5 * E[1, 1], E[1, 2]),
        (0.0, 0.0, 0.5 * E[2, 2]),
    )
    part = R @ (half @ R.T + np.outer(h, p)) + np.outer(0.5 * inertia.mass * p, p)
    return part + part.T

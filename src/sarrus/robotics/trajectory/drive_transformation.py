"""The drive transformation of paper 3: one posture to the next by two turns.

With the columns n, o, a of two postures, a being the approach vector,

    Po1^T Po2 = R_a(eta, xi) Rot(z, zeta)                                          (12) to (15)

R_a turns by xi about the axis k = Rot(z, eta) y, square to the approach vector, which it takes to
its new direction in the plane of both; Rot(z, zeta) turns about the new one.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar
from sarrus.spatial.rotation import AxisRotation, rotation_about

ALIGNED = 4.0 * float(np.finfo(float).eps)
"""Sines of xi below this leave the axis of its turn open."""


@dataclass(frozen=True)
class DriveAngles:
    """eta (direction of the axis), xi in [0, pi] (of the approach vector) and zeta, in radians."""

    eta: float
    xi: float
    zeta: float

    @staticmethod
    def between(first: Array, second: Array) -> DriveAngles:
        """Return the angles that lead from a rotation matrix to another: (16) to (24).

        Where the approach vectors are parallel or opposite, the axis is open, and eta = 0.
        """
        D = np.asarray(first).T @ np.asarray(second)
        reach = float(np.hypot(D[0, 2], D[1, 2]))
        eta = float(np.arctan2(D[1, 2], D[0, 2])) if reach > ALIGNED else 0.0
        xi = float(np.arctan2(reach if reach > ALIGNED else 0.0, D[2, 2]))
        o = approach_turn(eta, xi)[:, 1]
        zeta = float(np.arctan2(o @ D[:, 0], o @ D[:, 1]))
        return DriveAngles(eta, xi, zeta)

    @property
    def axis(self) -> Array:
        """The axis k = (-sin eta, cos eta, 0) of the turn by xi, in the axes of the first."""
        return np.array([-np.sin(self.eta), np.cos(self.eta), 0.0])

    def fraction(self, h: Scalar) -> Array:
        """Return R_a(eta, h xi) Rot(z, h zeta), the turn at a fraction h of the way."""
        return rotation_about(self.axis, h * self.xi) @ AxisRotation.about(2, h * self.zeta).matrix


def approach_turn(eta: float, xi: Scalar) -> Array:
    """Return R_a(eta, xi) of (14): the turn by xi about Rot(z, eta) y."""
    return rotation_about(np.array([-np.sin(eta), np.cos(eta), 0.0]), xi)

"""The brush model: elastic bristles that stick or slide, in closed form."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select
from sarrus.tyres.patch import Patch, TyreForces, rolling_moment
from sarrus.tyres.simple import SimpleTyre

LOCKED = 1e-3
"""Least 1 + kappa: that of a wheel that nearly stands."""


@dataclass(frozen=True)
class BrushTyre(SimpleTyre):
    """Bristles along a patch of half length a under a parabolic pressure (Pacejka 2012, 3.2).

    sigma_x = kappa/(1 + kappa), sigma_y = tan(alpha)/(1 + kappa); f = |(K_x sigma_x, K_y sigma_y)|

        F = f - f^2/(3 mu F_z) + f^3/(27 mu^2 F_z^2) below 3 mu F_z, above it mu F_z
        M_z = a/3 K_y sigma_y (1 - f/(3 mu F_z))^3

    K_x and K_y are those of the nominal load; with another load they change with the square of the
    patch's length, which is proportional to the load, and so does the length with its root.
    """

    stiffness: float = field(
        default=0.0, metadata=number("N/rad", "cornering stiffness K_y", is_input=True)
    )
    stiffness_along: float = field(
        default=0.0, metadata=number("N", "stiffness of slip K_x", is_input=True)
    )
    mu: float = field(
        default=1.0, metadata=number("dimensionless", "friction", above=0.0, is_input=True)
    )
    half_length: float = field(
        default=0.08, metadata=number("m", "half length of the patch", above=0.0, is_input=True)
    )

    def forces(self, patch: Patch) -> TyreForces:
        part = patch.load / self.load
        K_x, K_y = part * self.stiffness_along, part * self.stiffness
        rolls = 1.0 + patch.kappa
        rolls = select(rolls > LOCKED, rolls, LOCKED)
        x, y = K_x * patch.kappa / rolls, -K_y * patch.tan_alpha / rolls
        f = np.sqrt(x * x + y * y + 1e-12)
        most = self.mu * patch.load
        u = f / (3.0 * most + 1e-9)
        sticks = u < 1.0
        size = select(sticks, 1.0 - u + u * u / 3.0, most / f)
        half = self.half_length * root(part)
        left = select(sticks, (1.0 - u) ** 3, 0.0)
        M_z = -half / 3.0 * y * left * patch.forward
        M_y = rolling_moment(patch, self.rolling * patch.load * self.radius)
        return TyreForces(x * size, y * size, 0.0, M_y, M_z, K_x, -K_y, self.mu, self.mu)


def root(x: Scalar) -> Scalar:
    """Return the root of what is not negative, with a derivative at zero."""
    return np.sqrt(x + 1e-12)

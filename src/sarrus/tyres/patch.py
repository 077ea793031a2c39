"""What a tyre feels in its contact patch, and what it answers.

Axes W (ISO 8855, TYDEX): x forward along the road in the plane of the wheel, z up along the normal
of the road, y to the left. The slip velocity is that of the tread on the road.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select


@dataclass(frozen=True)
class Patch:
    """What a tyre feels: everything but the load may have either sign.

    load: F_z [N], zero for a lifted wheel; kappa: longitudinal slip -V_sx/|V_x|, positive when
    driving; tan_alpha: side slip V_sy/|V_x|; gamma: camber [rad], the turn of the wheel about x;
    spin: turn slip [1/m]; speed: V_x of the contact centre [m/s]; turning: speed of rotation of
    the wheel [rad/s]; pressure: of inflation [Pa], None for the nominal one.
    """

    load: Scalar
    kappa: Scalar = 0.0
    tan_alpha: Scalar = 0.0
    gamma: Scalar = 0.0
    spin: Scalar = 0.0
    speed: Scalar = 10.0
    turning: Scalar = 0.0
    pressure: Scalar | None = None

    @property
    def alpha(self) -> Scalar:
        """The slip angle [rad]."""
        return np.arctan(self.tan_alpha)

    @property
    def forward(self) -> Scalar:
        """The sign of the speed; near rest it goes over, twice smoothly, and is 0 at rest.

        With a jump at rest, moments that change their side with the speed would make a wheel that
        stands chatter.
        """
        u = self.speed / SLOW
        inside = u * u < 1.0
        between = select(inside, u, 0.0)
        square = between * between
        over = 0.125 * between * (15.0 + square * (3.0 * square - 10.0))
        return select(inside, over, sign(self.speed))


@dataclass(frozen=True)
class TyreForces:
    """Forces [N] and moments [N m] of the road on the wheel in axes W, at the contact centre.

    K_x, K_y: stiffness of slip dF_x/dkappa and dF_y/dalpha at zero slip [N]; mu_x, mu_y: the most
    that the tread holds, as parts of the load.
    """

    F_x: Scalar
    F_y: Scalar
    M_x: Scalar
    M_y: Scalar
    M_z: Scalar
    K_x: Scalar
    K_y: Scalar
    mu_x: Scalar
    mu_y: Scalar


def sign(x: Scalar) -> Scalar:
    """Return 1 or -1; 1 at zero."""
    return select(x < 0.0, -1.0, 1.0)


def at_most(x: Scalar, most: float) -> Scalar:
    """Return x, or the bound where x is above it."""
    return select(x > most, most, x)


SLOW = 0.1
"""Speed [m/s] below which the resistance to rolling fades."""


def rolling_moment(patch: Patch, size: Scalar) -> Scalar:
    """Return M_y of a resistance to rolling: against the motion, less below a walking pace."""
    speed = patch.speed
    return -size * speed / np.sqrt(speed * speed + SLOW * SLOW)

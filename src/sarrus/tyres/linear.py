"""A tyre whose forces are proportional to slip."""

from __future__ import annotations

from dataclasses import field

from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.tyres.patch import Patch, TyreForces, rolling_moment
from sarrus.tyres.simple import SimpleTyre


@dataclass(frozen=True)
class LinearTyre(SimpleTyre):
    """F_x = K_x kappa, F_y = -K_y alpha - K_camber gamma, M_z = trail K_y alpha.

    K are those of the nominal load; with another load all are proportional
    to it. For small slip only: nothing slides.
    """

    stiffness: float = field(
        default=0.0, metadata=number("N/rad", "cornering stiffness K_y", is_input=True)
    )
    stiffness_along: float = field(
        default=0.0, metadata=number("N", "stiffness of slip K_x", is_input=True)
    )
    camber_stiffness: float = field(
        default=0.0, metadata=number("N/rad", "K_camber", is_input=True)
    )
    trail: float = field(default=0.0, metadata=number("m", "pneumatic trail", is_input=True))

    def forces(self, patch: Patch) -> TyreForces:
        part = patch.load / self.load
        K_x, K_y = part * self.stiffness_along, part * self.stiffness
        by_slip = K_y * patch.alpha
        F_y = -by_slip - part * self.camber_stiffness * patch.gamma
        M_y = rolling_moment(patch, self.rolling * patch.load * self.radius)
        M_z = self.trail * by_slip * patch.forward
        return TyreForces(K_x * patch.kappa, F_y, 0.0, M_y, M_z, K_x, -K_y, 1.0, 1.0)

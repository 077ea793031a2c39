"""A tyre between rim and road by the coefficients of files: load, effective radius, relaxation.

Besselink, Schmeitz, Pacejka 2010, equations 1 to 5; Pacejka 2012, (7.40), (9.216) to (9.222).
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select
from sarrus.tyres.coefficients import Coefficients
from sarrus.tyres.patch import Patch

LEAST = 0.02
"""The least relaxation length, as part of the radius: a lifted wheel would have none."""
ALONG, ACROSS = 0.25, 1.0
"""Relaxation lengths as parts of the radius where a file says nothing of them."""


@dataclass(frozen=True)
class Vertical:
    """The relations of one set of coefficients, of a version of the formula."""

    p: Coefficients
    version: str

    @property
    def stiffness(self) -> float:
        """The vertical stiffness at the nominal load [N/m]; that of the first order terms else."""
        p = self.p
        return p.VERTICAL_STIFFNESS or p.FNOMIN / p.UNLOADED_RADIUS * p.Q_FZ1

    def force(self, deflection: Scalar, turning: Scalar, pressure: Scalar | None) -> Scalar:
        """Return the load at a deflection [m].

        F_z = (1 + q_V2 R0/V0 |Omega|) (q_Fz1 p/R0 + q_Fz2 (p/R0)^2) (1 + p_Fz1 dpi) F_z0; where a
        file gives the stiffness alone it is that at the nominal load.
        """
        first, second = self._terms(turning, pressure)
        return first * deflection + second * deflection * deflection

    def energy(self, deflection: Scalar, turning: Scalar, pressure: Scalar | None) -> Scalar:
        """Return the integral of the load over the deflection [J]."""
        first, second = self._terms(turning, pressure)
        return deflection * deflection * (first / 2.0 + second * deflection / 3.0)

    def _terms(self, turning: Scalar, pressure: Scalar | None) -> tuple[Scalar, Scalar]:
        """Return the factors of the deflection and of its square."""
        p = self.p
        if p.Q_FZ1 == 0.0 and p.Q_FZ2 == 0.0:
            return p.LCZ * p.VERTICAL_STIFFNESS, 0.0
        dpi = 0.0 if pressure is None else (pressure - p.NOMPRES) / p.NOMPRES
        faster = 1.0 + p.Q_V2 * p.UNLOADED_RADIUS / p.LONGVL * abs(turning)
        unit = faster * (1.0 + p.PFZ1 * dpi) * p.FNOMIN * p.LCZ / p.UNLOADED_RADIUS
        return unit * self._first(), unit * p.Q_FZ2 / p.UNLOADED_RADIUS

    def _first(self) -> float:
        """Return q_Fz1; where only the stiffness C_z is given, (C_z R0/F_z0)^2 = q_1^2 + 4 q_2."""
        p = self.p
        if p.Q_FZ1:
            return p.Q_FZ1
        square = (p.VERTICAL_STIFFNESS * p.UNLOADED_RADIUS / p.FNOMIN) ** 2 - 4.0 * p.Q_FZ2
        return float(np.sqrt(max(square, 0.0)))

    def rolling_radius(self, load: Scalar, turning: Scalar) -> Scalar:
        """Return R_e = R_Omega - F_z0/C_z (D arctan(B F_z/F_z0) + F F_z/F_z0)."""
        p, ratio = self.p, load / self.p.FNOMIN
        fast = turning * p.UNLOADED_RADIUS / p.LONGVL
        free = p.UNLOADED_RADIUS * (p.Q_RE0 + p.Q_V1 * fast * fast)
        sunk = p.DREFF * np.arctan(p.BREFF * ratio) + p.FREFF * ratio
        return free - p.FNOMIN / self.stiffness * sunk

    def relaxation_lengths(self, patch: Patch, K_x: Scalar, K_y: Scalar) -> tuple[Scalar, Scalar]:
        """Return slip stiffness over that of the carcass; 5.2: by PTX and PTY."""
        p, R = self.p, self.p.UNLOADED_RADIUS
        nominal = p.LFZO * p.FNOMIN
        dfz = (patch.load - nominal) / nominal
        along: Scalar = ALONG * R
        across: Scalar = ACROSS * R
        if self.version == "5.2" and p.PTX1:
            along = patch.load / p.FNOMIN * (p.PTX1 + p.PTX2 * dfz) * np.exp(-p.PTX3 * dfz) * R
        elif p.LONGITUDINAL_STIFFNESS:
            along = abs(K_x) / (p.LONGITUDINAL_STIFFNESS * (1.0 + p.PCFX1 * dfz + p.PCFX2 * dfz**2))
        if self.version == "5.2" and p.PTY1:
            knee = np.sin(2.0 * np.arctan(patch.load / (p.PTY2 * nominal)))
            across = p.PTY1 * knee * (1.0 - p.PKY3 * abs(patch.gamma)) * R * p.LFZO
        elif p.LATERAL_STIFFNESS:
            across = abs(K_y) / (p.LATERAL_STIFFNESS * (1.0 + p.PCFY1 * dfz + p.PCFY2 * dfz**2))
        least = LEAST * R
        along, across = along * p.LSGKP + 0.0 * dfz, across * p.LSGAL + 0.0 * dfz
        return select(along > least, along, least), select(across > least, across, least)

"""The Magic Formula of Pacejka, versions 5.2, 6.1 and 6.2.

H. B. Pacejka, Tire and Vehicle Dynamics, third edition, 2012, section 4.3 (4.E1 to 4.E78); I. J. M.
Besselink, A. J. C. Schmeitz, H. B. Pacejka, An improved Magic Formula/Swift tyre model that can
handle inflation pressure changes, Vehicle System Dynamics 48 (2010) supplement, 337-352.

Every curve is y = D sin(C arctan(B x - E (B x - arctan(B x)))) or the same with a cosine. The
names of coefficients are those of files (`.tir`): P for pure slip, R for combined slip, Q
for moments, L for factors of users.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import coefficients, truth
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Scalar, select
from sarrus.tyres.coefficients import SIX, Coefficients, problems_of, with_defaults
from sarrus.tyres.patch import Patch, TyreForces, at_most, rolling_moment, sign
from sarrus.tyres.tyre import Tyre
from sarrus.tyres.vertical import Vertical

EPSILON = 1e-6
"""Added to divisors that vanish with the load, with their sign."""


@dataclass(frozen=True)
class Star:
    """Normalized inputs: changes of load and pressure, angles, factors of friction."""

    dfz: Scalar
    dpi: Scalar
    nominal: Scalar
    alpha: Scalar
    gamma: Scalar
    mu_x: Scalar
    mu_y: Scalar
    turns: bool


@dataclass(frozen=True)
class Longitudinal:
    """Pure longitudinal slip: the force, its stiffness, the coefficient of friction."""

    force: Scalar
    stiffness: Scalar
    mu: Scalar


@dataclass(frozen=True)
class Lateral:
    """Pure side slip: the force, its stiffness and shifts, factors of the curve."""

    force: Scalar
    stiffness: Scalar
    shift: Scalar
    offset: Scalar
    B: Scalar
    C: Scalar
    mu: Scalar
    zeta_2: Scalar


@dataclass(frozen=True)
class MagicFormula(Tyre):
    """A tyre by the Magic Formula: `MagicFormula({"FNOMIN": 4000.0, ...}).forces(patch)`.

    coefficients: by the names of tyre files; those that are not given have their defaults.
    turn_slip: whether the path's curvature takes part (needs coefficients for it); notices: what a
    file says that is not used.
    """

    coefficients: Mapping[str, float] = field(metadata=coefficients("by their names in tyre files"))
    turn_slip: bool = field(default=False, metadata=truth("whether the path's curvature counts"))
    notices: tuple[Problem, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.coefficients, Mapping):
            rule = "must be coefficients by name, such as {'FNOMIN': 4000.0}"
            where, value = "tyre MagicFormula / coefficients", repr(self.coefficients)[:80]
            raise ModelError(Problem("M25", where, rule, value))
        problems = list(problems_of(self.coefficients))
        if problems:
            raise ModelError(problems)
        object.__setattr__(
            self, "coefficients", {k: float(x) for k, x in self.coefficients.items()}
        )

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.coefficients.items())), self.turn_slip))

    @cached_property
    def p(self) -> Coefficients:
        """All coefficients."""
        return with_defaults(self.coefficients)

    @property
    def version(self) -> str:
        """Which form of the formula the coefficients belong to: "5.2" or "6.1"."""
        return "6.1" if self.p.FITTYP in SIX else "5.2"

    @cached_property
    def vertical(self) -> Vertical:
        """Deflection, effective radius and relaxation by the same coefficients."""
        return Vertical(self.p, self.version)

    @property
    def free_radius(self) -> float:
        return self.p.UNLOADED_RADIUS

    @property
    def nominal_load(self) -> float:
        return self.p.FNOMIN

    def vertical_force(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        return self.vertical.force(deflection, turning, pressure)

    def vertical_energy(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        return self.vertical.energy(deflection, turning, pressure)

    @property
    def vertical_damping(self) -> float:
        return self.p.VERTICAL_DAMPING

    def rolling_radius(self, load: Scalar, turning: Scalar) -> Scalar:
        return self.vertical.rolling_radius(load, turning)

    def relaxation_lengths(self, patch: Patch) -> tuple[Scalar, Scalar]:
        star = self.star(patch)
        K_x = self.longitudinal(patch, star).stiffness
        return self.vertical.relaxation_lengths(patch, K_x, self.lateral(patch, star).stiffness)

    def star(self, patch: Patch) -> Star:
        """Return the normalized inputs; friction fades with the slip velocity where LMUV says."""
        p = self.p
        nominal = p.LFZO * p.FNOMIN
        pressure = p.NOMPRES if patch.pressure is None else patch.pressure
        slip = abs(patch.speed) * np.sqrt(patch.kappa**2 + patch.tan_alpha**2 + EPSILON**2)
        fading = 1.0 + p.LMUV * slip / p.LONGVL if p.LMUV else 1.0
        return Star(
            (patch.load - nominal) / nominal, (pressure - p.NOMPRES) / p.NOMPRES, nominal,
            patch.alpha, patch.gamma, p.LMUX / fading, p.LMUY / fading, self.turn_slip,
        )  # fmt: skip

    def forces(self, patch: Patch) -> TyreForces:
        """Return all forces and moments, those of combined slip."""
        star = self.star(patch)
        x, y = self.longitudinal(patch, star), self.lateral(patch, star)
        F_x = self._weight_x(patch, star) * x.force
        F_y = self._weight_y(patch, star) * y.force + self._by_traction(patch, star, y)
        moments = self._overturning(patch, star, F_y), self._rolling(patch, star, F_x)
        M_z = self._aligning(patch, star, x, y, F_x, F_y)
        return TyreForces(F_x, F_y, *moments, M_z, x.stiffness, y.stiffness, x.mu, y.mu)

    # --- pure slip ------------------------------------------------------------------------------

    def longitudinal(self, patch: Patch, star: Star) -> Longitudinal:
        """Return the force of pure longitudinal slip (4.E9 to 4.E18)."""
        p, F_z, dfz = self.p, patch.load, star.dfz
        zeta_1 = self._zeta_1(patch, star)
        C = p.PCX1 * p.LCX
        mu = (
            (p.PDX1 + p.PDX2 * dfz) * (1.0 + p.PPX3 * star.dpi + p.PPX4 * star.dpi**2)
            * (1.0 - p.PDX3 * star.gamma**2) * star.mu_x
        )  # fmt: skip
        D = mu * F_z * zeta_1
        K = (
            F_z * (p.PKX1 + p.PKX2 * dfz) * np.exp(p.PKX3 * dfz)
            * (1.0 + p.PPX1 * star.dpi + p.PPX2 * star.dpi**2) * p.LKX
        )  # fmt: skip
        shift = (p.PHX1 + p.PHX2 * dfz) * p.LHX
        offset = F_z * (p.PVX1 + p.PVX2 * dfz) * p.LVX * star.mu_x * zeta_1
        kappa = patch.kappa + shift
        E = (p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1.0 - p.PEX4 * sign(kappa)) * p.LEX
        B = K / (C * D + EPSILON * sign(D))
        return Longitudinal(D * np.sin(C * bent(B * kappa, at_most(E, 1.0))) + offset, K, mu)

    def lateral(self, patch: Patch, star: Star) -> Lateral:
        """Return the force of pure side slip (4.E19 to 4.E30)."""
        p, F_z, dfz, gamma = self.p, patch.load, star.dfz, star.gamma
        zeta_2, zeta_3 = self._zeta_2_3(patch, star)
        K = self._cornering(F_z, star, gamma) * zeta_3
        near_K = K + EPSILON * sign(K)
        camber = F_z * (p.PVY3 + p.PVY4 * dfz) * gamma * p.LKYC * star.mu_y * zeta_2
        shift = (p.PHY1 + p.PHY2 * dfz) * p.LHY
        if self.version == "5.2":
            shift = shift + p.PHY3 * gamma * p.LKYC
        elif star.turns:
            shift = shift + self._turn_shift(patch, star, zeta_3) - camber / near_K
        else:
            by_camber = F_z * (p.PKY6 + p.PKY7 * dfz) * (1.0 + p.PPY5 * star.dpi) * p.LKYC
            shift = shift + (by_camber * gamma - camber) / near_K
        offset = F_z * (p.PVY1 + p.PVY2 * dfz) * p.LVY * star.mu_y * zeta_2 + camber
        alpha = star.alpha + shift
        C = p.PCY1 * p.LCY
        mu = (
            (p.PDY1 + p.PDY2 * dfz) * (1.0 + p.PPY3 * star.dpi + p.PPY4 * star.dpi**2)
            * (1.0 - p.PDY3 * gamma**2) * star.mu_y
        )  # fmt: skip
        D = mu * F_z * zeta_2
        E = (p.PEY1 + p.PEY2 * dfz) * p.LEY
        E = E * (1.0 + p.PEY5 * gamma**2 - (p.PEY3 + p.PEY4 * gamma) * sign(alpha))
        B = K / (C * D + EPSILON * sign(D))
        force = D * np.sin(C * bent(B * alpha, at_most(E, 1.0))) + offset
        return Lateral(force, K, shift, offset, B, C, mu, zeta_2)

    def _cornering(self, F_z: Scalar, star: Star, gamma: Scalar) -> Scalar:
        """Return the stiffness of side slip without turn slip (4.E25)."""
        p = self.p
        knee = (p.PKY2 + p.PKY5 * gamma**2) * (1.0 + p.PPY2 * star.dpi)
        curve = np.sin(p.PKY4 * np.arctan(F_z / star.nominal / knee))
        return (
            p.PKY1 * star.nominal * (1.0 + p.PPY1 * star.dpi) * (1.0 - p.PKY3 * abs(gamma))
            * curve * p.LKY
        )  # fmt: skip

    # --- combined slip --------------------------------------------------------------------------

    def _weight_x(self, patch: Patch, star: Star) -> Scalar:
        """Return what side slip leaves of the longitudinal force (4.E50 to 4.E57)."""
        p = self.p
        B = (p.RBX1 + p.RBX3 * star.gamma**2) * np.cos(np.arctan(p.RBX2 * patch.kappa)) * p.LXAL
        E = at_most(p.REX1 + p.REX2 * star.dfz, 1.0)
        return _weight(B, p.RCX1, E, star.alpha, p.RHX1)

    def _weight_y(self, patch: Patch, star: Star) -> Scalar:
        """Return what longitudinal slip leaves of the lateral force (4.E58 to 4.E65)."""
        p = self.p
        bend = np.cos(np.arctan(p.RBY2 * (star.alpha - p.RBY3)))
        B = (p.RBY1 + p.RBY4 * star.gamma**2) * bend * p.LYKA
        E = at_most(p.REY1 + p.REY2 * star.dfz, 1.0)
        return _weight(B, p.RCY1, E, patch.kappa, p.RHY1 + p.RHY2 * star.dfz)

    def _by_traction(self, patch: Patch, star: Star, y: Lateral) -> Scalar:
        """Return the lateral force that longitudinal slip induces (4.E66, 4.E67)."""
        p = self.p
        D = y.mu * patch.load * (p.RVY1 + p.RVY2 * star.dfz + p.RVY3 * star.gamma)
        D = D * np.cos(np.arctan(p.RVY4 * star.alpha)) * y.zeta_2
        return D * np.sin(p.RVY5 * np.arctan(p.RVY6 * patch.kappa)) * p.LVYKA

    # --- moments --------------------------------------------------------------------------------

    def _overturning(self, patch: Patch, star: Star, F_y: Scalar) -> Scalar:
        """Return M_x (4.E69), with the terms that 6.2 has added."""
        p, gamma, ratio, side = self.p, star.gamma, patch.load / star.nominal, F_y / star.nominal
        if self.version == "5.2":
            inner = p.QSX1 * p.LVMX + (-p.QSX2 * gamma + p.QSX3 * side) * p.LMX
            return p.UNLOADED_RADIUS * patch.load * inner
        inner = (
            p.QSX1 * p.LVMX - p.QSX2 * gamma * (1.0 + p.PPMX1 * star.dpi)
            - p.QSX12 * gamma * abs(gamma) + p.QSX3 * side
            + p.QSX4 * np.cos(p.QSX5 * np.arctan((p.QSX6 * ratio) ** 2))
            * np.sin(p.QSX7 * gamma + p.QSX8 * np.arctan(p.QSX9 * side))
            + p.QSX10 * np.arctan(p.QSX11 * ratio) * gamma
        )  # fmt: skip
        more = F_y * (p.QSX13 + p.QSX14 * abs(gamma))
        return p.UNLOADED_RADIUS * p.LMX * (patch.load * inner + more)

    def _rolling(self, patch: Patch, star: Star, F_x: Scalar) -> Scalar:
        """Return M_y, the resistance to rolling (4.E70): against the turning of the wheel."""
        p, ratio, fast = self.p, patch.load / star.nominal, patch.speed / self.p.LONGVL
        inner = p.QSY1 + p.QSY2 * F_x / star.nominal + p.QSY3 * abs(fast) + p.QSY4 * fast**4
        if self.version == "5.2":
            size = patch.load * inner
        else:
            inner = inner + (p.QSY5 + p.QSY6 * ratio) * star.gamma**2
            size = star.nominal * inner * _power(ratio, p.QSY7) * _power(1.0 + star.dpi, p.QSY8)
        return rolling_moment(patch, p.UNLOADED_RADIUS * size * p.LMY)

    def _aligning(
        self, patch: Patch, star: Star, x: Longitudinal, y: Lateral, F_x: Scalar, F_y: Scalar
    ) -> Scalar:
        """Return M_z (4.E31 to 4.E49, 4.E71 to 4.E78): by trail, residual torque, and F_x."""
        p, F_z, dfz, gamma = self.p, patch.load, star.dfz, star.gamma
        near_K = y.stiffness + EPSILON * sign(y.stiffness)
        shift_t = p.QHZ1 + p.QHZ2 * dfz + (p.QHZ3 + p.QHZ4 * dfz) * gamma
        traction = (x.stiffness / near_K * patch.kappa) ** 2
        pure = star.alpha + shift_t
        alpha_t = _equivalent(pure, traction)
        alpha_r = _equivalent(star.alpha + y.shift + y.offset / near_K, traction)
        cosine = patch.forward / np.sqrt(1.0 + patch.tan_alpha**2)
        B = (p.QBZ1 + p.QBZ2 * dfz + p.QBZ3 * dfz**2) * p.LKY / star.mu_y
        B = B * (1.0 + p.QBZ4 * gamma + p.QBZ5 * abs(gamma))
        D = F_z * p.UNLOADED_RADIUS / star.nominal * (p.QDZ1 + p.QDZ2 * dfz) * p.LTR
        D = D * (1.0 - p.PPZ1 * star.dpi) * (1.0 + p.QDZ3 * gamma + p.QDZ4 * gamma**2)
        D = D * self._zeta_5(patch, star)
        E = p.QEZ1 + p.QEZ2 * dfz + p.QEZ3 * dfz**2
        E = E * (1.0 + (p.QEZ4 + p.QEZ5 * gamma) * 2.0 / np.pi * np.arctan(B * p.QCZ1 * pure))
        trail = D * np.cos(p.QCZ1 * bent(B * alpha_t, at_most(E, 1.0))) * cosine
        upright = Patch(F_z, patch.kappa, patch.tan_alpha, 0.0, 0.0, patch.speed, patch.turning,
                        patch.pressure)  # fmt: skip
        flat = Star(star.dfz, star.dpi, star.nominal, star.alpha, 0.0, star.mu_x, star.mu_y, False)
        at_trail = y.force if self.version == "5.2" else self.lateral(upright, flat).force
        side = self._weight_y(patch, star) * at_trail
        residual = self._residual(patch, star, y, alpha_r, cosine)
        arm = p.SSZ1 + p.SSZ2 * F_y / star.nominal + (p.SSZ3 + p.SSZ4 * dfz) * gamma
        return -trail * side + residual + p.UNLOADED_RADIUS * p.LS * arm * F_x

    def _residual(
        self, patch: Patch, star: Star, y: Lateral, alpha: Scalar, cosine: Scalar
    ) -> Scalar:
        """Return the torque that is left without trail (4.E36, 4.E45 to 4.E47)."""
        p, dfz, gamma = self.p, star.dfz, star.gamma
        by_camber = (p.QDZ8 + p.QDZ9 * dfz) * (1.0 + p.PPZ2 * star.dpi)
        by_camber = by_camber + (p.QDZ10 + p.QDZ11 * dfz) * abs(gamma)
        B = p.QBZ9 * p.LKY / star.mu_y + p.QBZ10 * y.B * y.C
        plain = (p.QDZ6 + p.QDZ7 * dfz) * p.LRES * y.zeta_2
        unit = patch.load * p.UNLOADED_RADIUS * star.mu_y * cosine
        if not star.turns:
            D = unit * (plain + by_camber * gamma * p.LKZC)
            return D * np.cos(np.arctan(B * alpha))
        turned, zeta_6, zeta_7 = self._turn_torque(patch, star, y, by_camber)
        return (unit * plain + turned) * np.cos(zeta_7 * np.arctan(B * zeta_6 * alpha))

    # --- turn slip ------------------------------------------------------------------------------

    def _zeta_1(self, patch: Patch, star: Star) -> Scalar:
        """Return the reduction of the longitudinal force (4.105, 4.106)."""
        p = self.p
        if not star.turns:
            return 1.0
        B = p.PDXP1 * (1.0 + p.PDXP2 * star.dfz) * np.cos(np.arctan(p.PDXP3 * patch.kappa))
        return np.cos(np.arctan(B * p.UNLOADED_RADIUS * patch.spin))

    def _zeta_2_3(self, patch: Patch, star: Star) -> tuple[Scalar, Scalar]:
        """Return the reductions of the lateral force and of its stiffness (4.77 to 4.79)."""
        p = self.p
        if not star.turns:
            return 1.0, 1.0
        turn = p.UNLOADED_RADIUS * patch.spin
        size = np.sqrt(turn**2 + EPSILON**2)
        B = p.PDYP1 * (1.0 + p.PDYP2 * star.dfz) * np.cos(np.arctan(p.PDYP3 * patch.tan_alpha))
        zeta_2 = np.cos(np.arctan(B * (size + p.PDYP4 * np.sqrt(size))))
        return zeta_2, np.cos(np.arctan(p.PKYP1 * turn**2))

    def _camber_reduction(self, star: Star) -> Scalar:
        return self.p.PECP1 * (1.0 + self.p.PECP2 * star.dfz)

    def _turn_shift(self, patch: Patch, star: Star, zeta_3: Scalar) -> Scalar:
        """Return the shift of side slip by turning (4.80 to 4.89)."""
        p = self.p
        K = self._cornering(patch.load, star, 0.0) * zeta_3
        by_camber = patch.load * (p.PKY6 + p.PKY7 * star.dfz) * (1.0 + p.PPY5 * star.dpi) * p.LKYC
        by_turn = by_camber / (1.0 - self._camber_reduction(star))
        D = (p.PHYP2 + p.PHYP3 * star.dfz) * patch.forward
        divisor = p.PHYP1 * D * (K + EPSILON * sign(K))
        B = by_turn / (divisor + EPSILON * sign(divisor))
        x = B * p.UNLOADED_RADIUS * patch.spin
        return D * np.sin(p.PHYP1 * bent(x, min(p.PHYP4, 1.0))) * patch.forward

    def _zeta_5(self, patch: Patch, star: Star) -> Scalar:
        """Return the reduction of the trail (4.91)."""
        if not star.turns:
            return 1.0
        return np.cos(np.arctan(self.p.QDTP1 * self.p.UNLOADED_RADIUS * patch.spin))

    def _turn_torque(
        self, patch: Patch, star: Star, y: Lateral, by_camber: Scalar
    ) -> tuple[Scalar, Scalar, Scalar]:
        """Return the torque of turning, and the factors zeta_6, zeta_7 (4.92 to 4.102)."""
        p, R = self.p, self.p.UNLOADED_RADIUS
        turn = R * patch.spin
        ratio = np.sqrt(patch.load / star.nominal + EPSILON**2)
        most = p.QCRP1 * abs(y.mu) * R * patch.load * ratio * p.LMP + EPSILON
        C, E = p.QDRP1, min(p.QDRP2, 1.0)
        D = most / np.sin(0.5 * np.pi * C)
        stiffness = patch.load * R * by_camber * p.LKZC
        x = stiffness / (C * D * (1.0 - self._camber_reduction(star))) * turn
        torque = D * np.sin(C * bent(x, E))
        size = np.sqrt(turn**2 + EPSILON**2)
        at_90 = most * 2.0 / np.pi * np.arctan(p.QCRP2 * size) * self._weight_y(patch, star)
        part = at_most(at_90 / (abs(torque) + EPSILON), 1.0)
        zeta_7 = 2.0 / np.pi * np.arccos(part)
        return torque, np.cos(np.arctan(p.QBRP1 * turn)), zeta_7


def bent(x: Scalar, E: Scalar) -> Scalar:
    """Return arctan(x - E (x - arctan(x))), which all curves share."""
    return np.arctan(x - E * (x - np.arctan(x)))


def _weight(B: Scalar, C: Scalar, E: Scalar, slip: Scalar, shift: Scalar) -> Scalar:
    """Return a curve of combined slip, 1 at zero slip."""
    return np.cos(C * bent(B * (slip + shift), E)) / np.cos(C * bent(B * shift, E))


def _equivalent(alpha: Scalar, traction: Scalar) -> Scalar:
    """Return the slip angle that counts for moments in combined slip (4.E77, 4.E78)."""
    size = np.sqrt(np.tan(alpha) ** 2 + traction + EPSILON**4)
    return np.arctan(size) * sign(alpha)


def _power(x: Scalar, exponent: float) -> Scalar:
    """Return x^exponent of a number that is not negative."""
    if exponent in (0.0, 1.0):
        return x if exponent else 1.0
    inside = select(x > 0.0, x, 1.0)
    return select(x > 0.0, np.exp(exponent * np.log(inside)), 0.0)

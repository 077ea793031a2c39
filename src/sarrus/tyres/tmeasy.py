"""TMeasy of Rill: curves by initial slope, maximum and sliding, for two loads."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.file_fields import number, numbers
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import real
from sarrus.spatial.arrays import Scalar, select
from sarrus.tyres.patch import Patch, TyreForces, rolling_moment
from sarrus.tyres.simple import SimpleTyre


@dataclass(frozen=True)
class Curve:
    """A curve of force over slip: its slope at zero, the maximum and where, sliding and where."""

    slope: Scalar
    s_max: Scalar
    F_max: Scalar
    s_slide: Scalar
    F_slide: Scalar


def two(text: str, unit: str) -> Any:
    """Declare a pair of numbers, at the nominal load and at twice that."""
    return field(
        default=(0.0, 0.0),
        metadata=numbers(unit, f"{text}, at one and two loads", 2, is_input=True),
    )


@dataclass(frozen=True)
class TMeasyTyre(SimpleTyre):
    """Five numbers for each direction, at the nominal load and at twice that.

    Slope at zero dF_0, maximum F_M at the slip s_M, sliding F_S from the slip s_S on (G. Rill, Road
    Vehicle Dynamics, 2011, section 3.3). Between the loads forces are parabolas through zero, slips
    are linear. Combined slip s = |(s_x/n_x, s_y/n_y)| gives one curve; the force has its direction.
    """

    slope_x: tuple[float, float] = two("slope dF_x/ds at zero", "N")
    s_max_x: tuple[float, float] = two("slip of the largest F_x", "dimensionless")
    F_max_x: tuple[float, float] = two("the largest F_x", "N")
    s_slide_x: tuple[float, float] = two("slip where sliding begins, along", "dimensionless")
    F_slide_x: tuple[float, float] = two("F_x of sliding", "N")
    slope_y: tuple[float, float] = two("slope dF_y/ds at zero", "N")
    s_max_y: tuple[float, float] = two("slip of the largest F_y", "dimensionless")
    F_max_y: tuple[float, float] = two("the largest F_y", "N")
    s_slide_y: tuple[float, float] = two("slip where sliding begins, across", "dimensionless")
    F_slide_y: tuple[float, float] = two("F_y of sliding", "N")
    trail: tuple[float, float] = two("pneumatic trail at zero slip", "m")
    s_trail: tuple[float, float] = two("slip where the trail is zero", "dimensionless")
    s_end: tuple[float, float] = two("slip where the trail stays zero", "dimensionless")
    camber: float = field(
        default=0.0,
        metadata=number("1/rad", "F_y by camber over the load, against it", is_input=True),
    )

    @property
    def _has_no_trail(self) -> bool:
        return all(real(x) == 0.0 for x in self.trail)

    @property
    def input_fields(self) -> tuple[str, ...]:
        """All of its numbers; a tyre without a trail has equations of its own."""
        listed = super().input_fields
        return tuple(name for name in listed if name != "trail") if self._has_no_trail else listed

    def forces(self, patch: Patch) -> TyreForces:
        part = patch.load / self.load
        x, y = self._curve("x", part), self._curve("y", part)
        n_x, n_y = _norm(x, y), _norm(y, x)
        s_x, s_y = patch.kappa / n_x, -patch.tan_alpha / n_y
        s = np.sqrt(s_x * s_x + s_y * s_y + 1e-24)
        c, d = s_x / s, s_y / s
        F = _force(s, Curve(
            _both(x.slope * n_x * c, y.slope * n_y * d),
            _both(x.s_max * c / n_x, y.s_max * d / n_y), _both(x.F_max * c, y.F_max * d),
            _both(x.s_slide * c / n_x, y.s_slide * d / n_y), _both(x.F_slide * c, y.F_slide * d),
        ))  # fmt: skip
        by_camber = -self.camber * patch.gamma * patch.load
        M_z = -self._trail(patch, part) * F * d * patch.forward
        M_y = rolling_moment(patch, self.rolling * patch.load * self.radius)
        mu = self.F_max_x[0] / self.load, self.F_max_y[0] / self.load
        return TyreForces(F * c, F * d + by_camber, 0.0, M_y, M_z, x.slope, -y.slope, *mu)

    def _curve(self, which: str, part: Scalar) -> Curve:
        def of(name: str) -> tuple[float, float]:
            found: tuple[float, float] = getattr(self, f"{name}_{which}")
            return found

        forces = (_parabola(of(name), part) for name in ("slope", "F_max", "F_slide"))
        slope, F_max, F_slide = forces
        return Curve(slope, _line(of("s_max"), part), F_max, _line(of("s_slide"), part), F_slide)

    def _trail(self, patch: Patch, part: Scalar) -> Scalar:
        """Return the trail: it falls, changes its sign, and vanishes (Rill, 3.3.5)."""
        first, end = _line(self.s_trail, part), _line(self.s_end, part)
        s = abs(patch.tan_alpha)
        if self._has_no_trail:
            return 0.0
        w, u = first / end, s / first
        near = (1.0 - w) * (1.0 - u) + w * (1.0 - (3.0 - 2.0 * u) * u * u)
        rest = (end - s) / (end - first)
        far = -(1.0 - w) * (s - first) / first * rest * rest
        return _line(self.trail, part) * select(s < first, near, select(s < end, far, 0.0))


def _parabola(values: tuple[float, float], part: Scalar) -> Scalar:
    """Return the parabola through 0, the first value at one load and the second at two."""
    one, two_ = values
    return part * (2.0 * one - 0.5 * two_ - (one - 0.5 * two_) * part)


def _line(values: tuple[float, float], part: Scalar) -> Scalar:
    one, two_ = values
    return one + (two_ - one) * (part - 1.0)


def _both(x: Scalar, y: Scalar) -> Scalar:
    return np.sqrt(x * x + y * y + 1e-30)


def _norm(a: Curve, b: Curve) -> Scalar:
    """Return the factor that makes slips of both directions alike."""
    own, other = a.F_max / (a.slope + 1e-9), b.F_max / (b.slope + 1e-9)
    return a.s_max / (a.s_max + b.s_max) + own / (own + other + 1e-12)


def _force(s: Scalar, of: Curve) -> Scalar:
    """Return the force at a slip: a fraction to the maximum, a cubic down to sliding."""
    u = s / of.s_max
    rising = of.slope * s / (1.0 + u * (u + of.slope * of.s_max / (of.F_max + 1e-9) - 2.0))
    w = (s - of.s_max) / (of.s_slide - of.s_max)
    falling = of.F_max - (of.F_max - of.F_slide) * w * w * (3.0 - 2.0 * w)
    return select(u < 1.0, rising, select(w < 1.0, falling, of.F_slide))

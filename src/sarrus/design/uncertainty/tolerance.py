"""The tolerance of a number, and how numbers are spread within it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

CODE = "S42"
DISTRIBUTIONS = ("normal", "uniform", "triangular")
KEYS = ("plus", "minus", "distribution", "cp", "cpk")
_DEVIATION = {"normal": 1.0 / 3.0, "uniform": 1.0 / math.sqrt(3.0), "triangular": math.sqrt(1 / 6)}


@with_checks
@dataclass(frozen=True)
class Tolerance:
    """A number may lie from `minus` below to `plus` above its value; minus: as plus by default.

    distribution: "normal", whose deviation is half the width of the tolerance over 3 cp, "uniform"
    or "triangular" over the whole width. cp, cpk: of a normal process, (half width) / (3 sigma),
    and the same from its mean to the nearer limit, so that cpk below cp is a mean off the middle,
    to the side of the greater of plus and minus, else above.
    """

    plus: Any
    minus: Any = None
    distribution: str = "normal"
    cp: float = 1.0
    cpk: float | None = None


@dataclass(frozen=True)
class Spread:
    """How a number differs from its nominal value: limits, mean and deviation, in SI units."""

    low: float
    high: float
    mean: float
    deviation: float
    distribution: str

    @property
    def half(self) -> float:
        """Half the width of the tolerance."""
        return 0.5 * (self.high - self.low)

    def at(self, u: np.ndarray) -> np.ndarray:
        """Return the differences below which the fractions u (0 < u < 1) lie."""
        if self.distribution == "uniform":
            return np.asarray(self.low + (self.high - self.low) * u)
        if self.distribution == "triangular":
            low, width = self.low, self.high - self.low
            rising = np.sqrt(0.5 * u)
            return np.asarray(low + width * np.where(u < 0.5, rising, 1 - np.sqrt(0.5 * (1 - u))))
        from scipy.special import ndtri

        return np.asarray(self.mean + self.deviation * ndtri(u))


def spread_of(name: str, value: Any, number: Callable[[Any], float]) -> Spread:
    """Return the spread of a tolerance; number: reads a value in the unit of what is varied."""
    element = f"tolerance of '{name}'"
    if isinstance(value, Mapping):
        unknown = [key for key in value if key not in KEYS]
        if unknown or "plus" not in value:
            rule = f"has the keys {', '.join(map(str, value))}; they are {', '.join(KEYS)}"
            raise ModelError(Problem(CODE, element, rule, action="write {plus: 0.1 mm}"))
        value = Tolerance(**value)
    one = value if isinstance(value, Tolerance) else Tolerance(value)
    plus = number(one.plus)
    minus = plus if one.minus is None else number(one.minus)
    if not (
        math.isfinite(plus) and math.isfinite(minus) and min(plus, minus) >= 0.0 < plus + minus
    ):
        rule = f"is +{plus:g} and -{minus:g}: both must be 0 or more, and one of them above"
        raise ModelError(Problem(CODE, element, rule, action="give the width as a positive number"))
    if one.distribution not in DISTRIBUTIONS:
        rule = f"has the distribution {one.distribution!r}; they are {', '.join(DISTRIBUTIONS)}"
        raise ModelError(Problem(CODE, element, rule))
    cpk = one.cp if one.cpk is None else one.cpk
    if not (math.isfinite(one.cp) and one.cp > 0.0 and math.isfinite(cpk) and cpk <= one.cp):
        rule = f"has cp = {one.cp:g}, cpk = {cpk:g}: cp is above 0, and cpk not above cp"
        raise ModelError(Problem(CODE, element, rule))
    half, middle = 0.5 * (plus + minus), 0.5 * (plus - minus)
    if one.distribution == "normal":
        side = 1.0 if plus >= minus else -1.0
        mean = middle + side * half * (1.0 - cpk / one.cp)
        return Spread(-minus, plus, mean, half / (3.0 * one.cp), one.distribution)
    return Spread(-minus, plus, middle, half * _DEVIATION[one.distribution], one.distribution)

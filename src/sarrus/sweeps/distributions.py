"""How a number of a sweep is spread, for plans that draw their points.

A distribution gives the value below which a fraction u of all values lies, so that any plan that
spreads fractions over (0, 1) spreads values.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, Protocol, runtime_checkable

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

PLAN = "S20"
"""The code of plans and distributions that make no sense."""


@runtime_checkable
class Distribution(Protocol):
    """What is drawn from."""

    def at(self, u: float) -> Any:
        """Return the value below which the fraction u (0 < u < 1) of all values lies."""


@dataclass(frozen=True)
class Uniform:
    """Any value from low to high, all alike."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _need(self, _finite(self.low, self.high) and self.low < self.high, "needs low < high")

    def at(self, u: float) -> float:
        """Return the value at a fraction."""
        return self.low + (self.high - self.low) * u


@dataclass(frozen=True)
class Normal:
    """The normal distribution of a mean and a standard deviation."""

    mean: float
    deviation: float

    def __post_init__(self) -> None:
        fine = _finite(self.mean, self.deviation) and self.deviation > 0.0
        _need(self, fine, "needs a deviation above 0")

    def at(self, u: float) -> float:
        """Return the value at a fraction."""
        return self.mean + self.deviation * NormalDist().inv_cdf(u)


@dataclass(frozen=True)
class LogNormal:
    """Positive values whose logarithm is normal: about `median`, times or by exp(sigma)."""

    median: float
    sigma: float

    def __post_init__(self) -> None:
        fine = _finite(self.median, self.sigma) and min(self.median, self.sigma) > 0.0
        _need(self, fine, "needs a median and a sigma above 0")

    def at(self, u: float) -> float:
        """Return the value at a fraction."""
        return self.median * math.exp(self.sigma * NormalDist().inv_cdf(u))


@dataclass(frozen=True)
class Triangular:
    """From low to high, most often about `likely`."""

    low: float
    likely: float
    high: float

    def __post_init__(self) -> None:
        fine = _finite(self.low, self.likely, self.high)
        fine = fine and self.low <= self.likely <= self.high and self.low < self.high
        _need(self, fine, "needs low <= likely <= high")

    def at(self, u: float) -> float:
        """Return the value at a fraction."""
        span = self.high - self.low
        if u * span < self.likely - self.low:
            return self.low + math.sqrt(u * span * (self.likely - self.low))
        return self.high - math.sqrt((1.0 - u) * span * (self.high - self.likely))


@dataclass(frozen=True)
class Choice:
    """One of some values, all as often; they may be anything that a run can be given."""

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)
        _need(self, bool(values), "needs at least one value")

    def at(self, u: float) -> Any:
        """Return the value at a fraction."""
        return self.values[min(int(u * len(self.values)), len(self.values) - 1)]


def _finite(*numbers: Any) -> bool:
    return all(isinstance(x, (int, float)) and math.isfinite(x) for x in numbers)


def _need(distribution: Any, fine: bool, rule: str) -> None:
    if not fine:
        kind = type(distribution).__name__
        raise ModelError(Problem(PLAN, kind, rule, value=repr(distribution)[:80]))

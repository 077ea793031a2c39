"""Damage by linear accumulation (Palmgren and Miner) along an S-N line, and equivalent loads."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.durability.counting import CODE, Cycles
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

BELOW = ("endurance", "same", "haibach")


@with_checks
@dataclass(frozen=True)
class SNLine:
    """An S-N (Woehler) line N = N_D (S / S_D)^-k of amplitudes, in the unit of the stresses.

    amplitude: S_D, at the knee; cycles: N_D, there; slope: k. below: what holds under the knee:
    "endurance", no damage at all (Miner's original rule), "same", the slope k goes on (the
    elementary rule), or "haibach", the slope 2 k - 1 (E. Haibach). ultimate: the strength S_u of
    Goodman's line, by which an amplitude with a mean S_m > 0 counts as S_a / (1 - S_m / S_u); means
    below zero change nothing; without it, means are not looked at.

    Example:
        line = sarrus.durability.SNLine(160e6, 2e6, 5.0, below="haibach", ultimate=600e6)
    """

    amplitude: float
    cycles: float
    slope: float
    below: str = "haibach"
    ultimate: float | None = None

    def __post_init__(self) -> None:
        problems = [
            Problem(CODE, f"S-N line / {name}", "must be a number above 0", f"{value!r}")
            for name, value in (
                ("amplitude", self.amplitude),
                ("cycles", self.cycles),
                ("slope", self.slope),
                ("ultimate", self.ultimate),
            )
            if value is not None and not (math.isfinite(value) and value > 0.0)
        ]
        if self.below not in BELOW:
            rule = f"must be one of {', '.join(BELOW)}"
            problems.append(Problem(CODE, "S-N line / below", rule, repr(self.below)[:80]))
        if not problems and self.below == "haibach" and self.slope <= 1.0:
            rule = "must be above 1, so that the slope under the knee, 2 k - 1, is steeper"
            problems.append(Problem(CODE, "S-N line / slope", rule, f"{self.slope!r}"))
        if problems:
            raise ModelError(problems)

    def life(self, amplitude: Any) -> np.ndarray:
        """Return how many cycles of an amplitude with mean 0 are borne, infinite where all are."""
        S = np.asarray(amplitude, dtype=float)
        with np.errstate(divide="ignore", over="ignore"):
            ratio = S / self.amplitude
            found = self.cycles * ratio**-self.slope
            if self.below == "same":
                return np.asarray(found)
            under = np.full_like(found, np.inf)
            if self.below == "haibach":
                under = self.cycles * ratio ** -(2.0 * self.slope - 1.0)
        return np.where(ratio >= 1.0, found, under)

    def amplitude_at_mean_zero(self, amplitude: Any, mean: Any) -> np.ndarray:
        """Return the amplitudes with mean 0 that do the same damage."""
        S, m = np.asarray(amplitude, dtype=float), np.asarray(mean, dtype=float)
        if self.ultimate is None:
            return S
        beyond = S + m >= self.ultimate
        if np.any(beyond):
            k = int(np.argmax(beyond))
            rule = f"reach {float((S + m).flat[k]):g}, not below the strength {self.ultimate:g}"
            cause = "another unit of the signal, or a scale that is missing"
            raise ModelError(Problem(CODE, "stresses", rule, cause=cause))
        return S / (1.0 - np.maximum(m, 0.0) / self.ultimate)


@with_checks
@dataclass(frozen=True, eq=False)
class Damage:
    """The damage of some cycles: the part of a life that they take, together and each.

    total: the sum; each: of every cycle, by its count; cycles: what was counted.
    """

    total: float
    each: np.ndarray
    cycles: Cycles

    @property
    def repeats(self) -> float:
        """How often the signal may happen until the sum is 1."""
        return 1.0 / self.total if self.total > 0.0 else math.inf

    def __repr__(self) -> str:
        return f"<Damage {self.total:.4g}: {self.repeats:.4g} repeats to 1>"


@with_checks
def damage(cycles: Cycles, line: SNLine, *, scale: float = 1.0) -> Damage:
    """Return the damage of counted cycles: the sum of n/N (Palmgren and Miner).

    scale: stress per unit of the signal, such as [Pa/N] of a nominal stress.

    Example:
        part = sarrus.durability.damage(cycles, line, scale=2.5e5)
    """
    if not (math.isfinite(scale) and scale != 0.0):
        raise ModelError(Problem(CODE, "scale", "must be a number other than 0", f"{scale!r}"))
    amplitude = line.amplitude_at_mean_zero(0.5 * abs(scale) * cycles.range, scale * cycles.mean)
    each = cycles.count / line.life(amplitude)
    return Damage(float(np.sum(each)), each, cycles)


@with_checks
def equivalent_range(cycles: Cycles, slope: float, count: float = 1.0) -> float:
    """Return the range of which `count` cycles do the damage of all, on a line of one slope.

    (sum n S^k / count)^(1/k); count: often 1, or the cycles of a reference frequency.

    Example:
        load = sarrus.durability.equivalent_range(cycles, slope=4.0, count=1e6)
    """
    for name, value in (("slope", slope), ("count", count)):
        if not (math.isfinite(value) and value > 0.0):
            raise ModelError(Problem(CODE, name, "must be a number above 0", f"{value!r}"))
    largest = float(cycles.range.max(initial=0.0))
    if largest == 0.0:
        return 0.0
    ratios = cycles.range / largest  # so that no power is too large for a number
    return largest * float(np.sum(cycles.count * ratios**slope) / count) ** (1.0 / slope)

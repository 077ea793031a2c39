"""Eigenvalues of small motions over a parameter: which grow, and from which value on.

At each value the equilibrium or steady motion is found from the one before. Eigenvalues are joined
to curves by the smallest total change, with values in between where that is not clear. Where a
curve crosses the imaginary axis its value is found by bisection, to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import SarrusError
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import OutputUnits
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.results import Named

FINEST = 2.0**-7
"""Part of a step into which it is divided at most, to tell curves apart."""
CLEAR = 0.5
"""Part of the distance to the nearest other eigenvalue by which one may move in a step."""
GROWS = 1e-7
"""Part of the largest eigenvalue from which on a real part counts."""


@with_checks
@dataclass(frozen=True, eq=False)
class CriticalValue:
    """Where small motions begin, or cease, to grow.

    value: of the parameter; eigenvalue [1/s] there, on the imaginary axis; curve: its number;
    grows: whether it grows beyond the value (with a growing parameter).
    """

    value: float
    eigenvalue: complex
    curve: int
    grows: bool

    @property
    def oscillates(self) -> bool:
        """Whether it oscillates there (flutter, weave), or creeps away (divergence, capsize)."""
        return self.frequency > 0.0

    @property
    def frequency(self) -> float:
        """Frequency [Hz] of the motion that neither grows nor decays."""
        return abs(self.eigenvalue.imag) / (2.0 * np.pi)


@with_checks
@dataclass(frozen=True, eq=False)
class RootLocus:
    """Eigenvalues over a parameter: values, eigenvalues (value x curve, followed by continuity).

    points: the equilibrium or steady motion at each value; critical: where stability changes;
    parameter, unit: what is varied.
    """

    parameter: str
    unit: str
    values: np.ndarray
    eigenvalues: Any
    points: tuple[Equilibrium, ...]
    critical: tuple[CriticalValue, ...] = field(default_factory=tuple)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate, velocity or unknown over the values."""
        return np.array([point[name] for point in self.points])

    @cached_property
    def stable(self) -> np.ndarray:
        """At which values small motions do not grow."""
        return np.array([point.stable for point in self.points])

    @property
    def stable_ranges(self) -> tuple[tuple[float, float], ...]:
        """Intervals of the parameter in which small motions do not grow."""
        edges = sorted({float(self.values[0]), float(self.values[-1]),
                        *(c.value for c in self.critical)})  # fmt: skip
        order = np.argsort(self.values)
        known, stable = self.values[order], self.stable[order]
        found: list[tuple[float, float]] = []
        for low, high in pairwise(edges):
            inside = stable[(known > low) & (known < high)]
            nearest = stable[np.argmin(np.abs(known - 0.5 * (low + high)))]
            if bool(inside.all()) if len(inside) else bool(nearest):
                if found and found[-1][1] == low:
                    found[-1] = (found[-1][0], high)
                else:
                    found.append((low, high))
        return tuple(found)

    def in_units(self, *units: str | Sequence[str]) -> RootLocus:
        """Return it with the parameter in another unit: `locus.in_units("km/h")`, "rpm", "mm"."""
        shown = OutputUnits.of(*units)
        factor = shown.factor(self.unit)
        critical = tuple(replace(c, value=factor * c.value) for c in self.critical)
        unit = shown.shown_unit(self.unit)
        return replace(self, unit=unit, values=factor * self.values, critical=critical)

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure: real and imaginary parts over the parameter.

        Keywords: title, path; see `sarrus.results.plots.root_locus`.
        """
        from sarrus.results.plots import root_locus

        return root_locus(self, **how)

    def table(self) -> Named[np.ndarray]:
        """Return columns by name: the parameter, real and imaginary part of every curve [1/s]."""
        columns = {self.parameter: self.values}
        for k, curve in enumerate(self.eigenvalues.T):
            columns |= {f"real {k}": curve.real, f"imaginary {k}": curve.imag}
        return Named("column", columns)

    def __repr__(self) -> str:
        ends = f"{self.values[0]:g} to {self.values[-1]:g}"
        turns = ", ".join(f"{c.value:.9g}" for c in self.critical) or "nowhere"
        curves = self.eigenvalues.shape[1]
        return f"<RootLocus over {self.parameter} = {ends}: {curves} curves; changes at {turns}>"


At = Callable[[float, Equilibrium | None], Equilibrium]
"""The equilibrium or steady motion at a value, from one nearby."""


def locus_of(at: At, parameter: str, unit: str, values: np.ndarray) -> RootLocus:
    """Return the eigenvalues over values of a parameter, and where stability changes."""
    least = FINEST * float(np.min(np.abs(np.diff(values))))
    here = _Place(float(values[0]), at(float(values[0]), None))
    places = [here.with_curves(here.eigenvalues)]
    for value in values[1:]:
        places.append(_next_place(at, places[-1], float(value), least))
    critical = [
        found
        for a, b in pairwise(places)
        for found in _changes(at, *sorted((a, b), key=lambda place: place.value))
    ]
    rows, points = np.array([p.curves for p in places]), tuple(p.point for p in places)
    order = sorted(critical, key=lambda found: found.value)
    return RootLocus(parameter, unit, values, rows, points, tuple(order))


@dataclass(frozen=True, eq=False)
class _Place:
    """A value with its equilibrium, and its eigenvalues in the order of the curves."""

    value: float
    point: Equilibrium
    curves: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=complex))

    @property
    def eigenvalues(self) -> np.ndarray:
        """All eigenvalues, in no order of curves."""
        return self.point.linearization.eigenvalues.astype(complex)

    @cached_property
    def least(self) -> float:
        """The smallest real part that counts."""
        return GROWS * max(float(np.max(np.abs(self.eigenvalues), initial=0.0)), 1e-300)

    def with_curves(self, curves: np.ndarray) -> _Place:
        """Return the same place with its eigenvalues in an order."""
        return _Place(self.value, self.point, curves)

    @property
    def growing(self) -> np.ndarray:
        """Which curves grow."""
        return np.asarray(self.curves.real > self.least)

    @property
    def number(self) -> int:
        """How many eigenvalues grow."""
        return int(np.sum(self.eigenvalues.real > self.least))


def _next_place(at: At, here: _Place, value: float, least: float) -> _Place:
    """Return the place at a value, with its eigenvalues in the order of those before.

    By smaller steps where it is not clear which eigenvalue has become which, or where the
    equilibrium is not found at once.
    """
    middle = 0.5 * (here.value + value)
    halved = abs(value - here.value) > least
    try:
        there = _Place(value, at(value, here.point))
    except SarrusError:
        if not halved:
            raise
    else:
        there = there.with_curves(_nearest(here.curves, there.eigenvalues))
        if not halved or _is_clear(here, there):
            return there
    return _next_place(at, _next_place(at, here, middle, least), value, least)


def _nearest(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Return eigenvalues in the order of others, such that all together change least.

    Roots of the changes are added: one that passes through a zero which stays does not stop there
    for the other to go on, which would be the same way.
    """
    from scipy.optimize import linear_sum_assignment

    if len(before) != len(now):  # where what is set aside changes, curves begin anew
        return now
    _, order = linear_sum_assignment(np.sqrt(np.abs(before[:, None] - now[None, :])))
    return np.asarray(now[order])


def _is_clear(here: _Place, there: _Place) -> bool:
    """Tell whether every eigenvalue has moved by less than the way to any other one."""
    if len(here.curves) != len(there.curves):
        return True
    moved = np.abs(there.curves - here.curves)
    apart_here = np.abs(here.curves[:, None] - here.curves[None, :])
    apart = np.abs(there.curves[:, None] - there.curves[None, :])
    same = (apart_here <= here.least) & (apart <= there.least)  # curves that are one and the same
    same |= _conjugate(here.curves, here.least) | _conjugate(there.curves, there.least)
    gap = np.min(np.where(same, np.inf, apart), axis=1, initial=np.inf)
    return bool(np.all(moved <= CLEAR * gap + there.least))


def _conjugate(curves: np.ndarray, least: float) -> np.ndarray:
    """Return which eigenvalues are pairs: which of them is which curve makes no difference."""
    return np.asarray(np.abs(curves[:, None] - curves[None, :].conj()) <= least)


def _changes(at: At, low: _Place, high: _Place) -> list[CriticalValue]:
    """Return the values between two places at which motions begin or cease to grow."""
    if len(low.curves) != len(high.curves):
        return []
    found: list[CriticalValue] = []
    for k in np.flatnonzero(low.growing != high.growing):
        ends = low.curves[k].real, high.curves[k].real
        if min(map(abs, ends)) > max(low.least, high.least):
            value, there = _crossing(at, low, high, int(k))
        else:
            value, there = _onset(at, low, high)
        if there.imag >= 0.0 or abs(there.imag) <= low.least:
            still = abs(there.imag) <= 10.0 * max(low.least, high.least)
            eigenvalue = complex(0.0, 0.0 if still else abs(there.imag))
            found.append(CriticalValue(value, eigenvalue, int(k), bool(high.growing[k])))
    return _without_twins(found)


def _crossing(at: At, low: _Place, high: _Place, k: int) -> tuple[float, complex]:
    """Return where the real part of a curve vanishes, by bisection with the chord (Brent)."""
    from scipy.optimize import brentq

    seen: dict[float, complex] = {}
    small = (np.abs(low.curves) <= low.least) & (np.abs(high.curves) <= high.least)

    def real(value: float) -> float:
        part = (value - low.value) / (high.value - low.value)
        near = low if part < 0.5 else high
        wanted = (1.0 - part) * low.curves[k] + part * high.curves[k]
        there = near if value == near.value else _Place(value, at(value, near.point))
        # those that are zero all the way (a speed that stays as it is) are not taken for the curve
        order = np.argsort(np.abs(there.eigenvalues), kind="stable")
        values = there.eigenvalues[order[int(np.sum(small)) :]]
        seen[value] = values[int(np.argmin(np.abs(values - wanted)))]
        return float(seen[value].real)

    root = float(brentq(real, low.value, high.value, xtol=1e-14, rtol=1e-14, maxiter=200))
    if root not in seen:
        real(root)
    return root, seen[root]


def _onset(at: At, low: _Place, high: _Place) -> tuple[float, complex]:
    """Return where eigenvalues leave the imaginary axis (two that meet), by bisection."""
    a, b = low, high
    for _ in range(60):
        middle = 0.5 * (a.value + b.value)
        if middle in (a.value, b.value):
            break
        there = _Place(middle, at(middle, a.point))
        a, b = (there, b) if there.number == low.number else (a, there)
    grown = b if b.number > a.number else a
    values = grown.eigenvalues
    top = values[values.real >= np.max(values.real) - grown.least]
    return 0.5 * (a.value + b.value), complex(top[int(np.argmax(top.imag))])


def _without_twins(found: list[CriticalValue]) -> list[CriticalValue]:
    """Return critical values of which pairs of eigenvalues have given one each."""
    kept: list[CriticalValue] = []
    for one in found:
        twin = any(
            abs(one.value - other.value) <= 1e-9 * max(1.0, abs(one.value))
            and abs(one.eigenvalue - other.eigenvalue) <= 1e-6 * max(1.0, abs(one.eigenvalue))
            for other in kept
        )
        if not twin:
            kept.append(one)
    return kept

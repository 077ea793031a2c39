"""Rainflow counting of a signal (ASTM E1049-85, 5.4.4 and 5.4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.arguments import real_array, with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.ride.samples import samples
from sarrus.system.history import History

RESIDUES = ("half", "repeated")
CODE = "S56"
"""The code of what cannot be counted, or judged by an S-N line."""


@with_checks
@dataclass(frozen=True, eq=False)
class Cycles:
    """Cycles of a signal in the order in which they are closed.

    range: from valley to peak; mean: the middle of both; count: 1, or 0.5 of half cycles; start and
    end: times of the two reversals [s], their numbers where no times are known; unit: of the
    signal; name: what was counted.
    """

    range: np.ndarray
    mean: np.ndarray
    count: np.ndarray
    start: np.ndarray
    end: np.ndarray
    unit: str = ""
    name: str = ""

    def __len__(self) -> int:
        return len(self.range)

    def __repr__(self) -> str:
        total = float(np.sum(self.count))
        of = f" of '{self.name}'" if self.name else ""
        if not len(self):
            return f"<Cycles{of}: none>"
        return f"<Cycles{of}: {total:g}, the largest range {self.range.max():.6g} {self.unit}>"

    @property
    def minimum(self) -> np.ndarray:
        """The lower reversal of each cycle."""
        return self.mean - 0.5 * self.range

    @property
    def maximum(self) -> np.ndarray:
        """The upper reversal of each cycle."""
        return self.mean + 0.5 * self.range

    def by_range(self) -> list[tuple[float, float]]:
        """Return the ranges that occur, the smallest first, and how many cycles have them."""
        found, place = np.unique(self.range, return_inverse=True)
        counts = np.bincount(place, weights=self.count, minlength=len(found))
        return list(zip(found.tolist(), counts.tolist(), strict=True))

    def matrix(
        self, ranges: int | Sequence[float] = 32, means: int | Sequence[float] = 32
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the range-mean matrix: counts, borders of the ranges, borders of the means.

        ranges, means: how many classes, or their borders. Classes hold their lower border, the last
        one both; cycles beyond given borders are refused, so that none is lost.
        """
        borders = [
            _borders("ranges", ranges, 0.0, self.range),
            _borders("means", means, None, self.mean),
        ]
        counts, _, _ = np.histogram2d(self.range, self.mean, bins=borders, weights=self.count)
        return counts, borders[0], borders[1]

    def exceedance(self) -> tuple[np.ndarray, np.ndarray]:
        """Return ranges, the largest first, and how many cycles are as large or larger."""
        order = np.argsort(-self.range, kind="stable")
        return self.range[order], np.cumsum(self.count[order])

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure: the range-mean matrix and the spectrum of ranges.

        Keywords: classes, path.
        """
        from sarrus.durability.pictures import cycles_picture

        return cycles_picture(self, **how)


def _borders(
    what: str, classes: int | Sequence[float], least: float | None, values: np.ndarray
) -> np.ndarray:
    """Return the borders of classes that hold all values."""
    if isinstance(classes, (int, np.integer)):
        if classes < 1:
            raise ModelError(Problem(CODE, what, "must be at least one class", repr(classes)))
        low = float(values.min(initial=np.inf)) if least is None else least
        high = float(values.max(initial=-np.inf))
        if not np.isfinite(low):
            low, high = 0.0, 1.0
        return np.linspace(low, high if high > low else low + max(1.0, abs(low)), int(classes) + 1)
    borders = real_array(classes)
    if borders.ndim != 1 or len(borders) < 2 or not np.all(np.diff(borders) > 0.0):
        raise ModelError(Problem(CODE, what, "must be borders that increase, at least two"))
    outside = (values < borders[0]) | (values > borders[-1])
    if np.any(outside):
        rule = (
            f"leave out {np.count_nonzero(outside)} cycles, such as one of {values[outside][0]:g}"
        )
        action = f"let the borders go from {values.min():g} to {values.max():g}"
        raise ModelError(Problem(CODE, what, rule, action=action))
    return borders


def reversals(signal: Any, least: float = 0.0) -> np.ndarray:
    """Return the places of the reversals of a signal, the first and the last sample included.

    Of equal samples in a row the first is taken. least: a range up to which turning back is no
    reversal, so that noise is not counted (a hysteresis of this width).
    """
    y = np.asarray(signal, dtype=float)
    if len(y) < 2:
        return np.arange(len(y))
    found = [0]
    candidate, rising = 0, 0
    for k, value in enumerate(y.tolist()):
        step = value - y[candidate]
        if rising == 0:
            if abs(step) > least:
                rising, candidate = (1 if step > 0.0 else -1), k
        elif step * rising > 0.0:
            candidate = k
        elif abs(step) > least:
            found.append(candidate)
            candidate, rising = k, -rising
    if candidate not in found:
        found.append(candidate)
    return np.array(found)


@with_checks
def rainflow(
    signal: Any,
    channel: str | None = None,
    *,
    times: Any = None,
    residue: str = "half",
    least: float = 0.0,
) -> Cycles:
    """Return the cycles of a signal, or of a channel of a run or history, by rainflow counting.

    signal: numbers, or a run, drive or history; channel: its name then, such as
    "C.reaction.force.x"; times: of numbers [s]. residue: what is left at the end counts as "half"
    cycles (ASTM E1049-85, 5.4.4), or the signal is "repeated" without end, so that all cycles are
    whole (5.4.5). least: a range up to which nothing is counted, such as noise.

    Example:
        cycles = sarrus.durability.rainflow(run, "C.reaction.force.x")
    """
    if residue not in RESIDUES:
        rule = f"must be one of {', '.join(RESIDUES)}"
        raise ModelError(Problem(CODE, "residue", rule, repr(residue)[:80]))
    if not (least >= 0.0 and np.isfinite(least)):
        raise ModelError(Problem(CODE, "least", "must be a range, not negative", f"{least!r}"))
    y, t, unit, name = _signal_of(signal, channel, times)
    at = reversals(y, least)
    if residue == "repeated":
        at = _endless(at, y, least)
    values = y[at]
    rows = list(_pairs(values, whole=residue == "repeated"))
    i, j, count = (np.array([row[k] for row in rows], dtype=float) for k in range(3))
    first, second = at[i.astype(int)], at[j.astype(int)]
    a, b = y[first], y[second]
    return Cycles(abs(b - a), 0.5 * (a + b), count, t[first], t[second], unit, name)


def _signal_of(
    signal: Any, channel: str | None, times: Any
) -> tuple[np.ndarray, np.ndarray, str, str]:
    """Return numbers, times, unit and name of what is to be counted."""
    if channel is None and (hasattr(signal, "system") or isinstance(signal, History)):
        rule = "is needed: the name of what is counted"
        action = 'rainflow(run, "C.reaction.force.x"); run.channels() lists the names'
        raise ModelError(Problem(CODE, "channel", rule, action=action))
    if channel is None:
        y = real_array(signal)
        t = np.arange(y.size, dtype=float) if times is None else real_array(times)
        _, checked = samples("signal", t, y, 1)
        return checked, t, "", ""
    history = signal if isinstance(signal, History) else signal.history
    found = history[channel]
    y = np.asarray(found)
    if y.ndim != 1:
        rule = "has several components; rainflow counting is of one number"
        action = f"name one, such as {channel}.x, or {channel}.norm where there is one"
        raise ModelError(Problem(CODE, f"channel '{channel}'", rule, action=action))
    if not np.all(np.isfinite(y)):
        row = int(np.argmax(~np.isfinite(y)))
        rule = f"is not finite at t = {history.t[row]:g} s"
        raise ModelError(Problem(CODE, f"channel '{channel}'", rule))
    return y, np.asarray(history.t), str(getattr(found, "unit", "")), channel


def _endless(at: np.ndarray, y: np.ndarray, least: float) -> np.ndarray:
    """Return the reversals of an endless repetition, from the largest one round to itself."""
    start = int(np.argmax(abs(y[at])))
    found = np.concatenate([at[start:], at[: start + 1]])
    return found[reversals(y[found], least)]


def _pairs(values: np.ndarray, whole: bool) -> Iterator[tuple[int, int, float]]:
    """Go through pairs of reversals that are cycles, with their counts.

    Three reversals at the end of the stack: X is the last range, Y the one before it. Where X is
    not smaller than Y, Y is a cycle and is taken out; where Y holds the first reversal of the
    signal, it is a half cycle, and the first reversal alone is taken out.
    """
    y = values.tolist()
    stack: list[int] = []
    for k in range(len(y)):
        stack.append(k)
        while len(stack) >= 3:
            x_range = abs(y[stack[-1]] - y[stack[-2]])
            y_range = abs(y[stack[-2]] - y[stack[-3]])
            if x_range < y_range:
                break
            if len(stack) == 3 and not whole:
                yield stack[0], stack[1], 0.5
                del stack[0]
            else:
                yield stack[-3], stack[-2], 1.0
                del stack[-3:-1]
    if not whole:  # a repeated signal ends where it began, and leaves nothing
        for a, b in pairwise(stack):
            yield a, b, 0.5

"""Two histories side by side: where they differ most, when, and by how much on the whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import Definition
from sarrus.system.history.reading import Reader
from sarrus.system.history.source import Part


@dataclass(frozen=True)
class Difference:
    """How one channel differs: largest difference and when [s], root mean square, range.

    span: largest less smallest value of the first history, to judge the differences by.
    """

    name: str
    unit: str
    largest: float
    at: float
    rms: float
    span: float

    @property
    def relative(self) -> float:
        """The largest difference as part of the range; 0 where there is none."""
        if self.largest == 0.0:
            return 0.0
        return self.largest / self.span if self.span else float("inf")


class Comparison(dict[str, Difference]):
    """Differences by channel; shows itself as a table."""

    @property
    def worst(self) -> Difference:
        """The channel with the largest difference relative to its range."""
        return max(self.values(), key=lambda d: d.relative)

    def __str__(self) -> str:
        lines = [("channel", "largest", "at [s]", "rms", "of range")]
        for d in self.values():
            name = f"{d.name} [{d.unit}]" if d.unit else d.name
            numbers = (f"{x:.3g}" for x in (d.largest, d.at, d.rms, d.relative))
            lines.append((name, *numbers))  # type: ignore[arg-type]
        widths = [max(len(line[k]) for line in lines) for k in range(5)]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *(line[k].rjust(widths[k]) for k in range(1, 5))])
            for line in lines
        )

    def __repr__(self) -> str:
        return str(self)


@dataclass
class _Sums:
    """What is known of a channel's difference so far."""

    largest: float = 0.0
    at: float = float("nan")
    squares: float = 0.0
    n: int = 0
    low: float = float("inf")
    high: float = float("-inf")

    def add(self, t: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
        gap = np.abs(a - b)
        gap = np.where(np.isnan(gap) & ~(np.isnan(a) & np.isnan(b)), np.inf, gap)
        known = np.nan_to_num(gap, nan=0.0, posinf=np.inf)
        k = int(np.argmax(known))
        if np.isnan(self.at) or known[k] > self.largest:
            self.largest, self.at = float(known[k]), float(t[k])
        self.squares += float(np.sum(known**2))
        self.n += len(t)
        self.low = min(self.low, float(np.nanmin(a, initial=np.inf)))
        self.high = max(self.high, float(np.nanmax(a, initial=-np.inf)))


def comparison_of(
    first: Part, second: Part, pairs: Sequence[tuple[Definition, Definition]]
) -> Comparison:
    """Return how scalar channels of two parts with the same times differ."""
    sums = [_Sums() for _ in pairs]
    ones = iter(Reader(first, [a for a, _ in pairs]))
    others = iter(Reader(second, [b for _, b in pairs]))
    t = np.zeros(0)
    a = b = np.zeros((0, len(pairs)))
    while True:
        if not len(t):
            t, a = _next(ones, len(pairs))
        if not len(b):
            _, b = _next(others, len(pairs))
        n = min(len(t), len(b))
        if not n:
            break
        for k, total in enumerate(sums):
            total.add(t[:n], a[:n, k], b[:n, k])
        t, a, b = t[n:], a[n:], b[n:]
    found = Comparison()
    for (d, _), s in zip(pairs, sums, strict=True):
        rms = float(np.sqrt(s.squares / s.n)) if s.n else 0.0
        found[d.name] = Difference(d.name, d.unit, s.largest, s.at, rms, max(s.high - s.low, 0.0))
    return found


def _next(chunks: object, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return times and values of the next chunk, empty at the end."""
    found = next(chunks, None)  # type: ignore[call-overload]
    if found is None:
        return np.zeros(0), np.zeros((0, width))
    return found[0], np.column_stack(found[1])

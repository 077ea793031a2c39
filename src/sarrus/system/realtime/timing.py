"""How a paced run kept its time: overruns, jitter, and the factor to real time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sarrus.errors import count

WIDTH = 40
"""Characters of the longest bar of a histogram in text."""
SERIES = (1.0, 2.0, 5.0)
"""Edges of the classes of a histogram within a decade."""
FINEST = -6
"""The decade of the first edge of a histogram above 0: microseconds."""


class Histogram(NamedTuple):
    """Numbers of values between edges [s], of which there is one more; the first edge is 0."""

    edges: np.ndarray
    counts: np.ndarray

    def __str__(self) -> str:
        most = max(int(self.counts.max(initial=0)), 1)
        lines = []
        for low, high, n in zip(self.edges[:-1], self.edges[1:], self.counts, strict=True):
            bar = "#" * int(np.ceil(WIDTH * n / most))
            lines.append(f"{time_text(low):>9} to {time_text(high):<9} {n:>9,}  {bar}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Timing:
    """Times of samples 1 to n of a paced run [s].

    period: between two deadlines; late: how long after its deadline each sample was exchanged;
    busy: how long the step before it took, with exchange and recording; missed: by how much that
    step missed the deadline, 0 where it was done in time.
    """

    period: float
    late: np.ndarray
    busy: np.ndarray
    missed: np.ndarray

    @property
    def steps(self) -> int:
        """Samples that were waited for."""
        return len(self.late)

    @property
    def overrun_samples(self) -> np.ndarray:
        """Numbers of the samples, from 1 on, whose step was not done at its deadline."""
        return np.flatnonzero(self.missed > 0.0) + 1

    @property
    def overruns(self) -> int:
        """How many steps were not done at their deadline."""
        return int(np.count_nonzero(self.missed > 0.0))

    @property
    def longest_overrun(self) -> float:
        """By how much a deadline was missed at most [s]."""
        return float(np.max(self.missed, initial=0.0))

    @property
    def slip(self) -> float:
        """How far overruns have moved the deadlines together [s]."""
        return float(np.sum(self.missed))

    @property
    def jitter(self) -> np.ndarray:
        """How late samples were whose step was done in time: the error of waiting [s]."""
        return self.late[self.missed == 0.0]

    @property
    def factor(self) -> float:
        """The real-time factor: time simulated per time of computing; at least 1 holds the rate."""
        total = float(np.sum(self.busy))
        return self.steps * self.period / total if total > 0.0 else float("inf")

    def percentiles(self, *which: float) -> tuple[float, ...]:
        """Return percentiles of the jitter [s]; 0 where there is none."""
        if not len(self.jitter):
            return (0.0,) * len(which)
        return tuple(float(x) for x in np.percentile(self.jitter, which))

    def histogram(self) -> Histogram:
        """Return how many samples were how late, in classes 1, 2, 5, 10, ... microseconds.

        Overruns are among them: all samples after the first.
        """
        most = float(np.max(self.late, initial=0.0))
        edges = [0.0]
        decade = FINEST
        while edges[-1] <= most or len(edges) == 1:
            edges.append(SERIES[(len(edges) - 1) % len(SERIES)] * 10.0**decade)
            decade += len(edges) % len(SERIES) == 1
        counts = np.histogram(self.late, bins=np.array(edges))[0]
        return Histogram(np.array(edges), counts)

    def lines(self) -> list[str]:
        """Return what there is to say about it, in lines."""
        median, high, most = self.percentiles(50.0, 99.0, 100.0)
        rate = f"{1.0 / self.period:g} Hz"
        how = "held" if not self.overruns else f"not held: {count(self.overruns, 'overrun')}"
        typical, longest = (
            (float(np.median(self.busy)), float(np.max(self.busy))) if self.steps else (0.0, 0.0)
        )
        lines = [
            f"{count(self.steps, 'step')} at {rate}: real time was {how}",
            f"real-time factor {self.factor:.4g}: a step took {time_text(typical)} (median), at "
            f"most {time_text(longest)} of {time_text(self.period)}",
            f"jitter: median {time_text(median)}, 99 % below {time_text(high)}, "
            f"at most {time_text(most)}",
        ]
        if self.overruns:
            first = self.overrun_samples[0] * self.period
            lines.append(
                f"overruns: the longest {time_text(self.longest_overrun)}, the first at "
                f"{first:.6g} s of the run; deadlines moved by {time_text(self.slip)} together"
            )
        return lines


def time_text(seconds: float) -> str:
    """Return a time with a unit that people read: 0, 20 us, 1.5 ms, 3 s."""
    size = abs(seconds)
    if size == 0.0:
        return "0"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if size >= 0.9995 * scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"

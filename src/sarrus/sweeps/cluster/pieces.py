"""How many runs go to a machine at a time: as many as take about a second."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import field
from itertools import islice
from statistics import median
from typing import Any

from sarrus.late_dataclass import dataclass

SECONDS = 1.0
"""What a piece of work should take: long against sending it, short against losing it."""
MOST, MOST_LANES = 5000, 1 << 18
"""Runs of a piece, whatever they cost: one after the other, and as lanes of a population."""
SHARE = 3
"""Pieces that are still to be made for each thread of the cluster, so that all end together."""


@dataclass(eq=False)
class Pieces:
    """Cuts tasks into pieces; count: of all tasks; lanes: whether those of a piece go together.

    Lanes cost little beside what a piece of them costs, so that pieces are as large as they can be.
    """

    tasks: Iterator[dict[str, Any]]
    count: int
    lanes: bool = False
    sent: int = 0
    _costs: deque[float] = field(default_factory=lambda: deque(maxlen=31))

    def next(self, threads: int) -> list[dict[str, Any]]:
        """Return the next piece for a cluster with so many threads; it is empty at the end."""
        piece = list(islice(self.tasks, self.size(threads)))
        self.sent += len(piece)
        return piece

    def size(self, threads: int) -> int:
        """Return how many runs the next piece has; one, as long as no cost is known."""
        left = (self.count - self.sent) // (SHARE * max(threads, 1))
        if self.lanes:
            return max(1, min(left, MOST_LANES))
        if not self._costs:
            return 1
        return max(1, min(int(SECONDS / max(median(self._costs), 1e-9)), left, MOST))

    def learn(self, runs: int, seconds: float) -> None:
        """Take in what a piece has cost."""
        if runs:
            self._costs.append(seconds / runs)

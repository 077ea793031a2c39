"""Where a motion is cut into intervals, by phases of durations of their own."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.collocation.methods import Method


@dataclass(frozen=True)
class Mesh:
    """Phases, each with the places of its intervals' ends as shares of its duration, 0 to 1."""

    method: Method
    ends: tuple[np.ndarray, ...]

    @staticmethod
    def even(method: Method, intervals: int, phases: int = 1) -> Mesh:
        """Return phases of equal intervals."""
        return Mesh(method, tuple(np.linspace(0.0, 1.0, intervals + 1) for _ in range(phases)))

    @property
    def phases(self) -> int:
        """How many phases there are."""
        return len(self.ends)

    @property
    def intervals(self) -> int:
        """Number of intervals of all phases."""
        return sum(len(own) - 1 for own in self.ends)

    @property
    def nodes(self) -> int:
        """Number of nodes; phases share the node between them."""
        return self.intervals * self.method.steps + 1

    @cached_property
    def phase(self) -> np.ndarray:
        """The phase of every interval."""
        return np.concatenate([np.full(len(own) - 1, p) for p, own in enumerate(self.ends)])

    @cached_property
    def h(self) -> np.ndarray:
        """The share of every interval in the duration of its phase."""
        return np.concatenate([np.diff(own) for own in self.ends])

    @cached_property
    def of_interval(self) -> np.ndarray:
        """The nodes of every interval: intervals over stages."""
        first = np.arange(self.intervals) * self.method.steps
        return first[:, None] + np.arange(self.method.steps + 1)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The nodes at which phases begin, and the last one."""
        counts = [len(own) - 1 for own in self.ends]
        return tuple(int(k) * self.method.steps for k in np.cumsum([0, *counts]))

    @cached_property
    def shares(self) -> np.ndarray:
        """dt/dT: how the times of nodes follow the durations; nodes over phases."""
        found = np.zeros((self.nodes, self.phases))
        for p, own in enumerate(self.ends):
            inside = own[:-1, None] + np.diff(own)[:, None] * np.array(self.method.stages[:-1])
            found[self.places[p] : self.places[p + 1], p] = inside.ravel()
            found[self.places[p + 1] :, p] = 1.0
        return found

    def with_pieces(self, pieces: np.ndarray) -> Mesh:
        """Return the mesh with every interval cut into so many pieces."""
        ends, at = [], 0
        for own in self.ends:
            cut = pieces[at : at + len(own) - 1]
            parts = [
                np.linspace(a, b, n, endpoint=False)
                for a, b, n in zip(own[:-1], own[1:], cut, strict=True)
            ]
            ends.append(np.concatenate([*parts, [1.0]]))
            at += len(own) - 1
        return Mesh(self.method, tuple(ends))

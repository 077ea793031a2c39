"""Where the states of a run are kept: in memory, or in a file that is read piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator

PIECE = 8192
"""States that are looked at together."""


class States(Protocol):
    """Times and rows (q, v, work, loss, corrections) of a run, in order.

    Where controllers are sampled, rows end with the efforts that held from that time on; where
    loads of joints are kept, these come last.
    """

    def __len__(self) -> int:
        """Return the number of states."""

    def times(self, first: int, last: int) -> np.ndarray:
        """Return the times of states first to last, the last excluded."""

    def rows(self, first: int, last: int) -> np.ndarray:
        """Return their rows."""


@with_summary
@dataclass(frozen=True, eq=False)
class MemoryStates:
    """States in memory."""

    t: np.ndarray
    y: np.ndarray

    def __len__(self) -> int:
        return len(self.t)

    def times(self, first: int, last: int) -> np.ndarray:
        """Return the times of states first to last, the last excluded."""
        return self.t[first:last]

    def rows(self, first: int, last: int) -> np.ndarray:
        """Return their rows."""
        return self.y[first:last]


@with_summary
@dataclass(frozen=True, eq=False)
class Segment:
    """States first to last (excluded) of a run that share one mode: laws, locks, parameters.

    sim: the equations of that mode and the values of what they are given.
    """

    first: int
    last: int
    sim: Simulator


@with_summary
@dataclass(frozen=True, eq=False)
class Piece:
    """Some states of one segment; first: the number of the first of them.

    held: efforts on all velocities that held from each on, for sampled controllers; else empty.
    loads: columns of the loads of joints that were kept with them (`keeping`); else empty.
    """

    sim: Simulator
    first: int
    t: np.ndarray
    y: np.ndarray
    held: np.ndarray
    loads: np.ndarray

    @property
    def q(self) -> np.ndarray:
        """Coordinates, a row each."""
        return self.y[:, : self.sim.system.nq]

    @property
    def v(self) -> np.ndarray:
        """Velocities, a row each."""
        nq = self.sim.system.nq
        return self.y[:, nq : nq + self.sim.system.nv]


def pieces(
    states: States,
    segments: Sequence[Segment],
    first: int = 0,
    last: int | None = None,
    kept: int = 0,
) -> Iterator[Piece]:
    """Go through states first to last, a bounded number at a time, none across segments.

    kept: number of the columns of loads of joints.
    """
    end = len(states) if last is None else last
    for segment in segments:
        at, stop = max(first, segment.first), min(end, segment.last)
        while at < stop:
            to = min(at + PIECE, stop)
            t, rows = states.times(at, to), states.rows(at, to)
            size, loads = segment.sim.size, rows.shape[1] - kept
            y = segment.sim.lawful(t, rows[:, :size].copy())
            yield Piece(segment.sim, at, t, y, rows[:, size:loads], rows[:, loads:])
            at = to

"""A run at other times: states between its states, and then as any other.

No polynomial reaches across an event: see `knots` for how they are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.orientations import nearest_turn
from sarrus.system.history.knots import Knots
from sarrus.system.history.run_source import RunSource
from sarrus.system.history.source import Part
from sarrus.system.output_settings import OutputSettings
from sarrus.system.rows.chunk import Chunk, chunk_size

if TYPE_CHECKING:
    from sarrus.system.system import System

HELD = "; between states kept, sampled controllers hold the effort of the state before"


@dataclass(frozen=True, eq=False)
class Resampled:
    """The states of a run at other times, which must not decrease.

    Where a time is asked for twice in a row, the first is before and the second after an event
    there; a single one is after it.
    """

    base: RunSource
    t: np.ndarray

    @property
    def system(self) -> System:
        """The system whose states they are."""
        return self.base.system

    @property
    def shown(self) -> OutputSettings:
        """What the model file wants to see of them."""
        return self.base.shown

    @property
    def balance(self) -> bool:
        """Whether work, loss and corrections of energy were kept."""
        return True

    @property
    def note(self) -> str:
        """What to add to the description of efforts and all that follows from them."""
        return HELD if self.base.sampled else ""

    def own_definitions(self) -> list[Definition]:
        """Return channels that only this source has."""
        return []

    @cached_property
    def left(self) -> np.ndarray:
        """The state of the run at or before each time, in the same interval as the time."""
        known, t = self.base.t, self.t
        before = np.searchsorted(known, t, side="left") - 1
        after = np.searchsorted(known, t, side="right") - 1
        first_of_two = np.append(t[1:] == t[:-1], False)
        found = np.where(first_of_two & (after > before + 1), before, after)
        return np.clip(found, 0, max(len(known) - 2, 0))

    def chunks(self, first: int, last: int) -> Iterator[Chunk]:
        """Go through states first to last (excluded), a bounded number at a time."""
        most = max(16, chunk_size(self.system) // 2)
        for at in range(first, last, most):
            stop = min(last, at + most)
            knots = Knots(self.base, np.unique([self.left[at:stop], self.left[at:stop] + 1]))
            yield from self._block(knots, at, stop)

    def _block(self, knots: Knots, first: int, last: int) -> Iterator[Chunk]:
        left = knots.place(self.left[first:last])
        modes = knots.modes
        same = [modes[left[k]] is modes[left[k + 1]] for k in range(len(left) - 1)]
        cuts = [0, *(k + 1 for k, one in enumerate(same) if not one), len(left)]
        for a, b in pairwise(cuts):
            sim, t = modes[left[a]], self.t[first + a : first + b]
            y = knots.between(sim, left[a:b], t)
            held = knots.held[left[a:b]]
            yield self.base.chunk(sim, first + a, t, y, held, self._cut_angles)

    # --- continuous angles of cut joints --------------------------------------------------------

    def _cut_angles(self, chunk: Chunk) -> np.ndarray:
        """Return the coordinates of cut joints with the turns that the run has made."""
        values = chunk.closure["y"].copy()
        turns = list(self.system.compiled.loops.wrapped)
        k = self.left[chunk.first : chunk.first + len(chunk)]
        known, angles = self.base.t, self._angles
        after = np.minimum(k + 1, len(known) - 1)
        h = known[after] - known[k]
        s = np.divide(chunk.t - known[k], h, out=np.ones(len(k)), where=h > 0.0)[:, None]
        expected = (1.0 - s) * angles[k] + s * angles[after]
        values[:, turns] = nearest_turn(
            values[:, turns], expected, self.system.compiled.loops.periods
        )
        return values

    @cached_property
    def _angles(self) -> np.ndarray:
        """The continuous angles of the cut joints at the states of the run."""
        whole = Part(self.base, 0, len(self.base.t))
        turns = list(self.system.compiled.loops.wrapped)
        return np.concatenate([chunk.cut_q[:, turns] for chunk in whole.chunks()])


def checked_times(times: Any, t: np.ndarray) -> np.ndarray:
    """Return times as an array: finite, not decreasing, within those of the history."""
    try:
        found = np.atleast_1d(real_array(times))
    except (TypeError, ValueError, OverflowError):
        found = np.array([np.nan])
    if found.ndim != 1 or not np.all(np.isfinite(found)) or np.any(np.diff(found) < 0.0):
        raise ModelError(Problem("S08", "times", "must be numbers that do not decrease"))
    slack = 1e-12 * max(abs(float(t[0])), abs(float(t[-1])), 1e-300)
    if len(found) and (found[0] < t[0] - slack or found[-1] > t[-1] + slack):
        rule = f"lie outside of {t[0]:g} to {t[-1]:g} s; nothing is extrapolated"
        raise ModelError(Problem("S08", "times", rule, value=f"{found[0]:g} to {found[-1]:g} s"))
    return np.clip(found, t[0], t[-1])


def lost_times(times: np.ndarray, lost: Sequence[tuple[float, float]]) -> np.ndarray:
    """Return which times lie where states of a damaged file are lost."""
    found = np.zeros(len(times), dtype=bool)
    for start, end in lost:
        found |= (times > start) & (times < end)
    return found


def refuse_lost(times: np.ndarray, lost: Sequence[tuple[float, float]]) -> None:
    """Refuse times at which nothing is known: no curve is drawn over what a file has lost."""
    wrong = times[lost_times(times, lost)]
    if len(wrong):
        rule = "lie where states are lost with damaged blocks of the file; nothing is made up"
        action = "take times outside of `run.lost`, or compute these states again (sarrus.resume)"
        value = f"{wrong[0]:g} to {wrong[-1]:g} s"
        raise ModelError(Problem("F13", "times", rule, value, action=action))

"""Deadlines on a monotonic clock: sample n of a run is due n periods after its start.

Deadlines are absolute, so that errors of waiting do not add up. A step that is not finished at its
deadline is an overrun: it is counted, and all later deadlines move by as much as it was late. None
is skipped, and none is made up for by steps in quicker succession.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np

from sarrus.system.realtime.timing import Timing

SPIN = 2e-4
"""Time before a deadline from which on the clock is watched: sleeping is not so exact [s]."""
LONGEST = 0.05
"""The longest sleep in one piece, so that Ctrl-C is heard in between [s]."""


@runtime_checkable
class Clock(Protocol):
    """What tells the time [s] and lets it pass; tests and simulators bring their own."""

    def now(self) -> float:
        """Return the time, which never goes back."""

    def sleep(self, seconds: float) -> None:
        """Let about so much time pass."""


class WallClock:
    """The monotonic clock of the machine with the finest resolution."""

    def now(self) -> float:
        """Return the time, which never goes back."""
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        """Let about so much time pass."""
        time.sleep(seconds)


class Pacer:
    """Waits for the deadline of each sample, and keeps what it saw.

    slip: how far deadlines have moved by overruns [s].
    """

    def __init__(self, clock: Clock, period: float, check: Callable[[], None]) -> None:
        self.clock, self.period, self.check = clock, period, check
        self.slip = 0.0
        self._late, self._busy, self._missed = array("d"), array("d"), array("d")
        self._origin = self._left = 0.0

    def begin(self) -> None:
        """Let sample 0 be now."""
        self._origin = self._left = self.clock.now()

    def arrive(self, n: int) -> float:
        """Wait until sample n is due; return by how much its deadline is missed, 0 if it is met."""
        due = self._origin + n * self.period + self.slip
        now = self.clock.now()
        self._busy.append(now - self._left)
        missed = max(now - due, 0.0)
        if missed:
            self.slip += missed
        else:
            now = self._wait(due)
        self._missed.append(missed)
        self._late.append(now - due)
        self._left = now
        return missed

    def _wait(self, due: float) -> float:
        """Sleep until shortly before a time, then watch the clock; return the time."""
        now = self.clock.now()
        while now < due:
            left = due - now
            if left > SPIN:
                self.clock.sleep(min(left - SPIN, LONGEST))
                self.check()
            now = self.clock.now()
        return now

    def timing(self) -> Timing:
        """Return what was seen so far."""
        kept = [np.array(part) for part in (self._late, self._busy, self._missed)]
        return Timing(self.period, *kept)

"""Events that come faster and faster."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import field

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass

MOST = 25
WINDOW = 1e-6
"""So many events within this part of the run are endless."""
RECENT_EVENTS = "storm"
"""The key of these events in result files, which keep their first words."""


@dataclass
class RecentEvents:
    """The times of the last events; span: the length of the run."""

    span: float
    times: deque[tuple[float, tuple[str, ...]]] = field(default_factory=lambda: deque(maxlen=MOST))

    def endless(self, t: float, names: Sequence[str]) -> Problem | None:
        """Note events at a time; return what to say if there are too many too fast."""
        self.times.append((t, tuple(names)))
        if len(self.times) < MOST or t - self.times[0][0] > WINDOW * self.span:
            return None
        first = self.times[0][0]
        rule = f"happens without end: {MOST} times in the last {t - first:.2g} s"
        return _endless(t, sorted({name for _, every in self.times for name in every}), rule)


def stuck(t: float, names: Sequence[str]) -> Problem:
    """Return the problem of something that is thrown back and does not leave."""
    return _endless(t, names, "happens without end: thrown back, it crosses again at once")


def _endless(t: float, names: Sequence[str], rule: str) -> Problem:
    named = " and ".join(f"'{name}'" for name in names)
    return Problem(
        "E-ZENO",
        f"t = {t:.9g} s",
        f"event {named} {rule}",
        cause="a bouncing body comes to rest, or two actions undo each other",
        action="give Bounce(..., rest=...) a rate below which it rests, or stop at the event",
    )

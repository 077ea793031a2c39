"""What is watched for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from sarrus.arguments import is_finite
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.tracking import is_tracked
from sarrus.system.simulation.events.actions import Action, Record

DIRECTIONS = {"up": 1, "down": -1, "both": 0}


@dataclass(frozen=True)
class Event:
    """Something that crosses a value during a simulation, and what happens then.

    when: a time [s]; the name of a coordinate or velocity ("slider.position") or of any channel
    of a history ("A.effort"); a formula of these ("A.angle - 0.1*t"); or a function of (t) or
    (t, state) written with NumPy, where `state` answers to names and to position, velocity,
    rotation, distance of bodies (`TracedState`). at: the value crossed, a number, or text such as
    "30 deg", which is read when a run begins; direction: "up", "down" or "both"; do: one action or
    several, or a function of (t, state) that returns them; most: how often it may happen, None for
    any number.
    """

    when: float | str | Callable[..., Any]
    do: Action | Sequence[Action] | Callable[..., Any] = field(default_factory=Record)
    at: float | str = 0.0
    direction: str = "both"
    name: str = ""
    most: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ModelError(Problem("V01", "event / name", "must be a text", repr(self.name)[:80]))
        problems = []
        if not isinstance(self.direction, str) or self.direction not in DIRECTIONS:
            rule = f"is none of {', '.join(repr(word) for word in DIRECTIONS)}"
            problems.append(Problem("V01", self.label, rule, f"direction={self.direction!r}"))
        if not callable(self.do):
            actions = self.do if isinstance(self.do, Sequence) else [self.do]
            problems += [
                Problem(
                    "V01", self.label, "has something to do that is not an action", repr(action)
                )
                for action in actions
                if not isinstance(action, Action)
            ]
        problems += self._numbers()
        if problems:
            raise ModelError(problems)

    def _numbers(self) -> list[Problem]:
        """Return what is wrong with numbers and with what is watched."""
        found = []
        timed = isinstance(self.when, (int, float)) or is_tracked(self.when)
        known = timed or isinstance(self.when, str) or callable(self.when)
        if not known:
            rule = "watches something that is no time, name or function"
            found.append(Problem("V01", self.label, rule, repr(self.when)[:80]))
        elif timed and not is_finite(self.when):
            found.append(Problem("V01", self.label, "is at no finite time", repr(self.when)))
        if not isinstance(self.at, str) and not is_finite(self.at):
            found.append(Problem("V01", self.label, "must be a finite number", f"at={self.at!r}"))
        if self.most is not None and not (isinstance(self.most, int) and self.most > 0):
            rule = "must be a positive whole number, or None"
            found.append(Problem("V01", self.label, rule, f"most={self.most!r}"))
        return found

    @property
    def label(self) -> str:
        """How the event is called in reports."""
        if self.name:
            return self.name
        if isinstance(self.when, str):
            return f"{self.when} at {self.at}" if self.at else self.when
        return f"t = {self.when:g} s" if is_finite(self.when) else "event"

    @property
    def sign(self) -> int:
        """1 for upward crossings, -1 for downward ones, 0 for both."""
        return DIRECTIONS[self.direction]

    @property
    def actions(self) -> tuple[Action, ...] | None:
        """What happens, None where a function decides at the time."""
        if isinstance(self.do, Action):
            return (self.do,)
        return None if callable(self.do) else tuple(self.do)

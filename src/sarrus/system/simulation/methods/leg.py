"""A simulation is made of legs: from its start, or an event, to the next event or the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops.corrections import MOST as MOST_CORRECTIONS
from sarrus.kernels.loops.event_search import INSIDE
from sarrus.late_dataclass import dataclass
from sarrus.solvers.roots import first_crossing, first_look
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.recording import Recorder
from sarrus.system.time_grids import MOST

if TYPE_CHECKING:
    from sarrus.system.simulation.event_watch import EventWatch
    from sarrus.system.simulation.simulation import Order

SETTLED = 10_000
"""Steps of a run after which it is clear how large they are."""
ROUNDED = 1e-11
"""Sums of corrections, as part of the numbers of a state, that rounding can explain."""
WINDOW = 10_000
"""Steps over which a pace is taken."""
LEFT, CHATTERING = 1e8, 1e7
"""Steps that may be left at that pace; and where most of them end at kinks, which take longer."""
ENDURED, HOPELESS = 10, 5
"""Windows after each other with a slower pace that end a run, and as how many one of them counts
with a hundred times as many steps left: a short phase of small steps is none."""
PATIENCE = 0.05
"""Wall time after which a native loop should come back, for Ctrl-C and progress [s]."""


@dataclass(frozen=True)
class Plan:
    """What was asked for: times of the states kept, and how to get there.

    h, steps, every: size and number of equal steps, and those between states kept. begin: where the
    run starts, if that is not the first of the times; picked: of the states that equal steps would
    keep, the numbers of those at given times, if times were given. independent, solve: see
    `System.simulate`.
    """

    method: str
    times: np.ndarray
    rtol: float = 1e-6
    atol: float = 1e-8
    h: float = 0.0
    steps: int = 0
    every: int = 1
    begin: float | None = None
    picked: np.ndarray | None = None
    independent: tuple[str, ...] | None = None
    solve: str = "elimination"

    def wanted_states(self, first: int, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return times and rows of those states kept that are wanted; first: number of the first.

        By equal steps.
        """
        n = first + np.arange(len(rows))
        if self.picked is None:
            return self.kept_times(n), rows
        at = np.searchsorted(self.picked, n)
        found = at < len(self.picked)
        found[found] = self.picked[at[found]] == n[found]
        return self.times[at[found]], rows[found]

    def kept_times(self, n: np.ndarray) -> np.ndarray:
        """Return the times of states number n of those kept, by equal steps."""
        return np.asarray(self.start + (self.h * self.every) * n)

    def nearest_grid_time(self, t: float) -> float:
        """Return the time of an output or step that a time is but for rounding, else itself."""
        if self.h:
            k = round((t - self.start) / self.h)
            whole = k % self.every == 0
            near = (
                float(self.kept_times(np.array(k // self.every)))
                if whole
                else self.start + k * self.h
            )
        else:
            i = int(np.searchsorted(self.times, t))
            around = self.times[max(i - 1, 0) : i + 1]
            near = float(around[np.argmin(np.abs(around - t))])
        return near if abs(t - near) <= 4.0 * np.spacing(abs(near)) else t

    @property
    def start(self) -> float:
        """Where it starts."""
        return float(self.times[0]) if self.begin is None else self.begin

    @property
    def end(self) -> float:
        """The last time."""
        return float(self.times[-1])


@dataclass(frozen=True)
class Crossing:
    """The state at which events happen; which: their numbers."""

    t: float
    y: np.ndarray
    which: tuple[int, ...]


@dataclass
class LegState:
    """Where a leg begins: its equations, state, and what watches and records.

    The leg alone holds it; the plan of the whole run is a part of its order.
    """

    sim: Simulator
    order: Order
    t: float
    y: np.ndarray
    record: Recorder
    progress: Progress
    watch: EventWatch | None = None
    memory: dict[str, Any] | None = None
    """What an interrupted leg remembered, if this one goes on from there."""


class Leg(Protocol):
    """One leg by some method."""

    here: LegState

    def go(self) -> Crossing | None:
        """Go on to the next event, which is returned, or to the end."""

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from the last safe point."""


@dataclass
class Budget:
    """How many steps a native loop may take before it comes back."""

    steps: int = 64
    most: int = 1_000_000
    _began: float = field(default_factory=time.perf_counter)

    def begin(self) -> int:
        """Return the steps to take now."""
        self._began = time.perf_counter()
        return self.steps

    def end(self) -> None:
        """Adapt to the time that they took."""
        took = time.perf_counter() - self._began
        if took < 0.5 * PATIENCE:
            self.steps = min(2 * self.steps, self.most)
        elif took > 2.0 * PATIENCE:
            self.steps = max(self.steps // 2, 1)


@dataclass
class Pace:
    """How far the last steps have come; end: of the run [s]; steps: at the last mark.

    t: the time there; kinks: of steps that ended at kinks of laws; slow: the windows after each
    other with too slow a pace.
    """

    end: float
    t: float
    steps: int = 0
    kinks: int = 0
    slow: int = 0

    def collapsed_step(self, t: float, steps: int) -> float | None:
        """Return the mean step [s] where the end is out of reach at this pace, else None."""
        taken = steps - self.steps
        if taken < WINDOW:
            return None
        step = (t - self.t) / taken
        most = CHATTERING if 2 * self.kinks > taken else LEFT
        left = self.end - t
        slow = 0 if left <= most * step else 1 if left <= 100.0 * most * step else HOPELESS
        self.slow = self.slow + slow if slow else 0
        self.t, self.steps, self.kinks = t, steps, 0
        return step if self.slow >= ENDURED else None


def collapse_error(here: LegState, t: float, y: np.ndarray, step: float) -> Exception:
    """Return what ends a run whose end is out of reach; step: the mean of the last ones [s]."""
    from sarrus.system.simulation.methods.collapse import collapse_problem  # for what goes wrong

    return here.record.stop_error(collapse_problem(here, t, y, step))


def check_reach(record: Recorder, plan: Plan, t: float, steps: int, h: float = 0.0) -> None:
    """Stop a run whose end is out of reach: at its steps, more than `MOST` of them are left.

    steps: all steps of the run so far; h: the last of them.
    """
    usual = max(abs(h), (t - plan.start) / max(steps, 1))
    if steps >= SETTLED and plan.end - t > MOST * usual:
        rule = f"steps of about {usual:.3g} s do not reach until = {plan.end:.6g} s: "
        rule += f"more than {MOST:g} of them are left"
        cause = "until is not in seconds, or a typing mistake"
        problem = Problem("E-STEP", f"t = {t:.9g} s", rule, cause=cause, action="end earlier")
        raise record.stop_error(problem)


def check_corrections(here: LegState) -> None:
    """Stop a run whose loops could not be corrected to the user's eps."""
    tally = here.sim.tally
    if tally is None or not tally.failed:
        return
    cause = "the loops, or the laws of drives, contradict each other there, or the step is too long"
    action = "look at the motion before this time, or use a smaller step or rtol"
    if tally.failed_by < ROUNDED * (1.0 + float(np.sum(np.abs(here.y)))):
        cause = "rounding: numbers of this size allow no smaller sum"
        action = "use a larger eps"
    here.record.back_to(np.nextafter(tally.failed_at, -np.inf))
    raise here.record.stop_error(
        Problem(
            "E-NEWTON",
            f"t = {tally.failed_at:.9g} s",
            f"the loops are not closed to eps = {tally.eps:g}: after {MOST_CORRECTIONS} "
            f"corrections the sum of the next one is {tally.failed_by:.2g}",
            cause=cause,
            action=action,
        )
    )


def crossing_between(
    watch: EventWatch,
    state_at: Callable[[float], np.ndarray],
    t0: float,
    before: np.ndarray,
    t1: float,
) -> Crossing | None:
    """Return the first crossing between t0, where events have values `before`, and t1."""
    found = first_crossing(lambda t: watch.values(state_at(t), t), t0, before, t1, watch.directions)
    if found is None:
        return None
    t, which = found
    return Crossing(t, state_at(t), tuple(which)) if which else None


def crossing_in_step(
    watch: EventWatch,
    state_at: Callable[[float], np.ndarray],
    t0: float,
    t1: float,
    inside: int = INSIDE,
) -> Crossing | None:
    """Return the first crossing in a step, for events that are evaluated from Python.

    The watch has the values at its start, and without a crossing gets those at its end.
    """
    times = [t0 + (t1 - t0) * j / (inside + 1) for j in range(inside + 1)] + [t1]
    times = sorted(set(times))
    while len(times) > 1:
        interval, last = first_look(
            lambda t: watch.values(state_at(t), t), times, watch.before, watch.directions
        )
        if interval is None:
            watch.before = last
            return None
        start, before, end = interval
        found = crossing_between(watch, state_at, start, before, end)
        if found is not None:
            return found
        # a value that rounds to zero at the end of the interval
        watch.before = watch.values(state_at(end), end)
        times = [end, *(t for t in times if t > end)]
    return None

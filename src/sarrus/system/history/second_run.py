"""The second run beside a run: with another tolerance or other steps, at times of the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.methods.leg import Plan
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.recording import Stopped
from sarrus.system.simulation.run import Run
from sarrus.system.simulation.simulation import Order, Simulation

TOLERANCES = 100.0
"""Ratio of the tolerances of two runs."""
TIGHTEST, LOOSEST = 1e-13, 1e-2
"""Relative tolerances between which errors shrink with them."""
TIGHTER_SHARE, LOOSER_SHARE = 2.0, 1.0 / 3.0
"""Error as part of the difference from a run with a tighter or looser tolerance. By tolerances a
hundred times apart it would be 1.01 and 0.01, were errors proportional to them."""
STEP_PART = 0.1
"""Part of the tighter tolerance that is stated at least: steps of both may be the same."""
STEPS_MARGIN = {0.5: 1.5, 2.0: 3.0}
"""Margins of Richardson's estimate by the ratio of the steps."""
LEAST_SHARE = 0.5
"""Least part of the difference from doubled steps: kinks of forces lower the order."""
PATIENCE, FEW = 20, 1000
"""A second run may take so many times the steps of the first, and some more."""
MOST = 200
"""States at which two runs are compared, at most, besides the first."""


@dataclass(frozen=True, eq=False)
class Companion:
    """A second run beside a run: its states at times of that one.

    how: what it was, in words; share: error of the first run as part of their difference; at:
    numbers of the states of the first run; t, rows: those of the second, fewer if it ended before;
    events: times of its events where they are the same, one for each of the first; least: part of
    a value below which nothing is stated, since steps of both may be off by it.
    """

    how: str
    share: float
    at: np.ndarray
    t: np.ndarray
    rows: np.ndarray
    events: np.ndarray | None
    steps: int = 0
    least: float = 0.0

    def record(self) -> dict[str, Any]:
        """Return it as a result file holds it."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @staticmethod
    def of(record: Mapping[str, Any]) -> Companion:
        """Return that of a result file."""
        events = record["events"]
        return Companion(
            str(record["how"]),
            float(record["share"]),
            np.asarray(record["at"], dtype=np.int64),
            np.asarray(record["t"], dtype=float),
            np.asarray(record["rows"], dtype=float),
            None if events is None else np.asarray(events, dtype=float),
            int(record["steps"]),
            float(record["least"]),
        )


def order_of(run: Run) -> Order:
    """Return what was asked for with a run, without which there is no second one."""
    if run.order is None or not len(run):
        raise ModelError(
            Problem(
                "S14",
                f"run of '{run.system.model.name}'",
                "has no second run to compare with",
                cause="it was not made by simulate, or has no states",
                action="ask for the errors of a run of System.simulate",
            )
        )
    return run.order


@dataclass(frozen=True)
class Second:
    """The plan of a second run, in words, and the share of the difference that is the first's.

    least: see `Companion`.
    """

    plan: Plan
    how: str
    share: float
    least: float = 0.0


def looser_plan(run: Run) -> Second | None:
    """Return the plan of a looser second run; None where none makes sense."""
    plan = order_of(run).plan
    if plan.method in METHODS:
        return _other_steps(run, 2.0)
    return _other_tolerance(run, TOLERANCES) if TOLERANCES * plan.rtol <= LOOSEST else None


def tighter_plan(run: Run) -> Second | None:
    """Return the plan of a tighter second run; None where none makes sense."""
    plan = order_of(run).plan
    if plan.method in METHODS:
        return _other_steps(run, 0.5)
    return _other_tolerance(run, 1.0 / TOLERANCES) if plan.rtol >= 10.0 * TIGHTEST else None


def _other_tolerance(run: Run, ratio: float) -> Second:
    plan = order_of(run).plan
    end = run.t[-1]
    times = _some(plan.times[plan.times <= end])
    if _ended_by_event(run):
        times = np.append(times, plan.end)
    elif not len(times) or times[-1] < end:
        times = np.append(times, end)
    rtol = max(ratio * plan.rtol, TIGHTEST)
    atol = plan.atol * rtol / plan.rtol
    second = replace(plan, times=times, rtol=rtol, atol=atol, begin=plan.start)
    share = LOOSER_SHARE if ratio > 1.0 else TIGHTER_SHARE
    least = STEP_PART * min(rtol, plan.rtol)
    return Second(second, f"a second run with rtol {rtol:.1g}", share, least)


def _other_steps(run: Run, ratio: float) -> Second | None:
    """Return a plan with steps of another size, which Richardson's estimate compares."""
    plan = order_of(run).plan
    reached = int(np.floor((run.t[-1] - plan.start) / plan.h + 1e-9))
    steps = plan.steps if _ended_by_event(run) else min(plan.steps, reached)
    k, times = _kept_steps(plan, steps)
    if ratio > 1.0:
        even = k % 2 == 0
        k, times = k[even], times[even]
    if steps % ratio or not len(k) or k[-1] < 1:
        return None
    which = _some(np.arange(len(k)))
    k, times = np.round(k[which] / ratio).astype(np.int64), times[which]
    every = int(np.gcd.reduce(k)) or 1
    second = replace(
        plan, times=times, h=ratio * plan.h, steps=int(k[-1]), every=every, begin=plan.start,
        picked=k // every,
    )  # fmt: skip
    lagged = any(bearing.lagged for bearing in run.system.compiled.loops.bearings)
    shrinks = 2.0 ** (1 if lagged else METHODS[plan.method].order)
    share = STEPS_MARGIN[ratio] / (shrinks - 1.0)
    share = shrinks * share if ratio < 1.0 else max(share, LEAST_SHARE)
    return Second(second, f"a second run with steps of {second.h:.3g} s", share)


def _kept_steps(plan: Plan, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Return after how many steps states are kept, the last one included, and their times."""
    if plan.picked is not None:
        k = plan.picked * plan.every
        return k[k <= steps], plan.times[k <= steps]
    k = np.arange(0, steps + 1, plan.every)
    times = plan.kept_times(k // plan.every)
    if k[-1] == steps:
        return k, times
    last = plan.end if steps == plan.steps else plan.start + steps * plan.h
    return np.append(k, steps), np.append(times, last)


def _some(values: np.ndarray) -> np.ndarray:
    """Return at most so many values that are spread evenly, the first and the last included."""
    if len(values) <= MOST + 1:
        return values
    return values[np.round(np.linspace(0, len(values) - 1, MOST + 1)).astype(int)]


def _ended_by_event(run: Run) -> bool:
    """Whether an event ended a run before its time."""
    return bool(run.events and run.events[-1].t >= run.t[-1] and run.t[-1] < order_of(run).plan.end)


def companion_of(run: Run, second: Second) -> Companion | None:
    """Return the second run; None where it cannot be made or compared."""
    asked = order_of(run)
    settings = {key: value for key, value in asked.settings.items() if key != "keep"}
    order = replace(asked, plan=second.plan, settings={**settings, "certify": False})
    with _controllers(order):
        try:
            simulation = Simulation(order, _Bounded(PATIENCE * run.account.steps + FEW))
        except ModelError:  # a sampled controller whose period is no multiple of the other steps
            return None
        try:
            other = simulation.run()
        except _TooLong:
            return None
        except Stopped as stopped:
            if stopped.run is None:
                return None
            other = stopped.run
    if simulation.record.was_interrupted:
        raise KeyboardInterrupt
    return _companion(run, other, second)


def _companion(run: Run, other: Run, second: Second) -> Companion | None:
    """Return the states of another run at times of a run."""
    wanted = second.plan.times
    same = [e.name for e in run.events] == [e.name for e in other.events]
    if same:
        wanted = _away(wanted, run, other)
    at, mine = _numbers(run.t, wanted)
    there, theirs = _numbers(other.t, wanted[mine])
    at = at[mine]
    # what the second run has not reached is at the end
    n = int(np.argmin(theirs)) if not np.all(theirs) else len(theirs)
    there = there[:n]
    if _ended_by_event(run):
        at = np.append(at, len(run) - 1)
        if n == len(theirs) and same and _ended_by_event(other):
            there = np.append(there, len(other) - 1)
    if not len(there):
        return None
    rows = np.concatenate([other.states.rows(int(k), int(k) + 1) for k in there])
    events = np.array([event.t for event in other.events]) if same else None
    steps = other.account.steps
    found = Companion(second.how, second.share, at, other.t[there], rows, events, steps)
    return replace(found, least=second.least)


def _numbers(t: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of the last states at some times, and which of these have one."""
    at = np.searchsorted(t, wanted, side="right") - 1
    return at, (at >= 0) & (t[np.maximum(at, 0)] == wanted)


def _away(times: np.ndarray, run: Run, other: Run) -> np.ndarray:
    """Return the times that do not lie between an event of one run and that of the other.

    There one state is before the event and one behind it, which is no error of theirs.
    """
    keep = np.ones(len(times), dtype=bool)
    for mine, theirs in zip(run.events, other.events, strict=True):
        near = 2.0 * abs(mine.t - theirs.t)
        keep &= (np.abs(times - mine.t) > near) | (near == 0.0)
    return times[keep]


class _TooLong(Exception):
    """A second run takes many more steps than the first."""


class _Bounded(Progress):
    """Ends a run that comes back too often: where rows of loops are chosen again at every step."""

    def __init__(self, most: float) -> None:
        super().__init__(False)
        self.interrupts.follow_outer()
        self.left = most

    def at(self, fraction: float) -> None:
        """Count."""
        super().at(fraction)
        self.left -= 1
        if self.left < 0:
            raise _TooLong


@contextmanager
def _controllers(order: Order) -> Iterator[None]:
    """Let sampled controllers begin as they did, and have their memory back afterwards."""
    now = [(function, function.get_state()) for function, _ in order.controllers]
    for function, state in order.controllers:
        function.set_state(state)
    try:
        yield
    finally:
        for function, state in now:
            function.set_state(state)

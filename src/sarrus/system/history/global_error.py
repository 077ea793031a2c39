"""How far a run is off: a second run beside it, and what their difference says of every channel.

A run with error control bounds the errors of its steps; what they become on the way to the end is
another matter. Two runs of different accuracy tell: with e the error of the run, and e' that of the
other one, the difference is e - e', and e is a known part of it as long as errors shrink as they
should. `share` is that part, with a margin.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.system.flow.steps import METHODS
from sarrus.system.history.channel import Channel
from sarrus.system.history.history import History
from sarrus.system.history.second_run import (
    Companion,
    Second,
    companion_of,
    looser_plan,
    order_of,
    tighter_plan,
)
from sarrus.system.simulation.many_runs import run_rows
from sarrus.system.simulation.run import Run
from sarrus.system.simulation.states import MemoryStates, Segment

CODE = "W37"
"""The code of a run whose answers are not decided."""
LASTING = 0.1
"""Part of the largest difference so far that counts later on: errors pass through zero."""
ROUNDING = 2.2e-16
SAME_STEPS = 0.9
"""A looser run with more than this part of the steps is hardly another one."""
LINEAR = (1e-4, 1e2)
"""Parts of the range and of the tolerance beyond which a looser run says too little."""
FEW_DIGITS = (1e-2, 1e3)
"""Parts of the range and of the tolerance beyond both of which an answer is not decided."""
LOST = 1e5
"""Part of the tolerance beyond which digits that were asked for are not there."""
SHOWN, WIDTH = 4, 100
"""Coordinates that a report names, and characters of a line."""


@dataclass(frozen=True, eq=False)
class GlobalError:
    """Estimated errors of a run by channel: `run.error["A.angle"]`, at the times `run.error.t`.

    The estimate is |difference| + 0.1 of the largest before, times the `share` of the second run
    with which the run is compared, `how` in words; infinite behind the end of that. events: errors
    of the times of events [s].
    """

    run: Run
    companion: Companion

    @property
    def how(self) -> str:
        """The second run, in words."""
        return self.companion.how

    @cached_property
    def t(self) -> np.ndarray:
        """Times of the estimates [s]: those of at most 201 states of the run."""
        return self.run.t[self.companion.at]

    @property
    def events(self) -> np.ndarray:
        """Estimated error of the time of every event [s]; infinite where events differ."""
        times = np.array([event.t for event in self.run.events])
        if self.companion.events is None:
            return np.full(len(times), np.inf)
        return self.companion.share * np.abs(times - self.companion.events)

    def __getitem__(self, name: str) -> Channel:
        mine, other = self._histories
        known = mine[name]
        values, others = np.asarray(known, dtype=float), np.asarray(other[name], dtype=float)
        found = np.full(values.shape, np.inf)
        floor = self._floor(name, values)
        found[: len(others)] = bound(values[: len(others)], others, self.companion.share, floor)
        about = replace(known.about, description=f"estimated error of: {known.description}")
        return Channel.of(found, self.t, about)

    @cached_property
    def _histories(self) -> tuple[History, History]:
        """Both runs at the times of the estimates."""
        return History(self._mine), History(self._other)

    @cached_property
    def _mine(self) -> Run:
        at, states = self.companion.at, self.run.states
        rows = np.concatenate([states.rows(int(k), int(k) + 1) for k in at])
        if self.run.keeping is not None:  # loads are compared as they follow from states
            rows = rows[:, : -self.run.keeping.width]
        return part(self.run, replace(self.companion, t=self.run.t[at], rows=rows))

    @cached_property
    def _other(self) -> Run:
        return part(self.run, self.companion)

    @cached_property
    def state(self) -> np.ndarray:
        """Estimated errors of all coordinates and velocities, a row for each time."""
        n = self.run.system.nq + self.run.system.nv
        mine, other = run_rows(self._mine), run_rows(self._other)
        found = np.full((len(self.t), n), np.inf)
        m = len(other)
        floor = self._state_floor
        found[:m] = bound(mine[:m, :n], other[:, :n], self.companion.share, floor)
        return found

    @cached_property
    def _state_floor(self) -> np.ndarray:
        """The least that is stated of every coordinate and velocity, by the largest alike."""
        layout = self.run.system.compiled.layout
        units = np.array([*layout.q_units, *layout.v_units])
        rows = run_rows(self._mine)[:, : len(units)]
        largest = np.max(np.abs(np.nan_to_num(rows)), axis=0, initial=0.0)
        alike = [np.max(largest[units == unit]) for unit in units]
        return self._unit_floor * np.array(alike)

    def _floor(self, name: str, values: np.ndarray) -> Any:
        """The least that is stated of a channel."""
        place = self.run.system.compiled.locate(name)
        if place is not None and place[0] in ("q", "v"):
            offset = 0 if place[0] == "q" else self.run.system.nq
            floor = self._state_floor[offset + place[1].start : offset + place[1].stop]
            return floor[0] if values.ndim == 1 else floor
        return self._unit_floor * np.max(np.abs(np.nan_to_num(values)), initial=0.0)

    @property
    def _unit_floor(self) -> float:
        """The least for a number of size 1: steps, and rounding that adds up as a random walk."""
        steps = max(self.run.account.steps, self.companion.steps)
        return ROUNDING * (10.0 + float(np.sqrt(steps))) + self.companion.least

    def beyond(self, of_range: float, of_tolerance: float) -> np.ndarray:
        """Return at which times an error is beyond these parts of range and tolerance, of each."""
        n = self.run.system.nq + self.run.system.nv
        rows = run_rows(self._mine)[:, :n]
        least = np.maximum(of_range * np.ptp(rows, axis=0), of_tolerance * self._tolerance(rows))
        return np.asarray(~np.all(self.state <= least, axis=1))

    def _tolerance(self, rows: np.ndarray) -> np.ndarray:
        plan = order_of(self.run).plan
        absolute = self.run.segments[0].sim.absolute_tolerances(plan.atol)[: rows.shape[1]]
        return np.asarray(absolute + plan.rtol * np.max(np.abs(rows), axis=0))

    @cached_property
    def undecided_from(self) -> float | None:
        """The time from which on answers have few digits, or many fewer than asked for; or None."""
        wrong = self.beyond(*FEW_DIGITS) | self.beyond(0.0, LOST)
        return float(self.t[np.argmax(wrong)]) if np.any(wrong) else None

    def notices(self) -> list[Problem]:
        """Return a warning where answers are not decided."""
        t = self.undecided_from
        if t is None:
            return []
        names = [*self.run.system.coordinates, *self.run.system.velocities]
        last = self.state[-1]
        scale = np.max(np.abs(run_rows(self._mine)[:, : len(names)]), axis=0)
        k = int(np.argmax(last / np.maximum(scale, 1e-300)))
        ending = f"{names[k]} at the end is off by about {last[k]:.1g}"
        if not np.isfinite(last[k]):
            ending = "the second run does not come to the same end"
        return [
            Problem(
                CODE,
                f"t = {t:.4g} s",
                f"from here on the motion is not decided at this accuracy: {ending}",
                cause="a motion so sensitive that errors of single steps grow to its own size, a "
                "passage near a singular position, or steps that are too large",
                action="trust nothing behind this time; repeat with a smaller rtol or step, "
                "certify=True, and look at run.error",
                severity="warning",
            )
        ]

    def ends(self, shown: OutputUnits = IN_SI) -> list[str]:
        """Return the first coordinates at the end, with their errors, in words."""
        system, last = self.run.system, run_rows(self._mine)[-1]
        units = system.compiled.layout.q_units
        found = []
        for k, name in enumerate(system.coordinates[:SHOWN]):
            factor = shown.factor(units[k])
            text = with_error(factor * last[k], factor * self.state[-1, k])
            found.append(f"{name} {text} {shown.shown_unit(units[k])}".rstrip())
        return found

    def lines(self, shown: OutputUnits = IN_SI) -> list[str]:
        """Return the ends of the first coordinates in lines that fit a page; shown: their units."""
        more = len(self.run.system.coordinates) - SHOWN
        parts = [*self.ends(shown), *([f"and {more} more"] if more > 0 else [])]
        found = [f"at t = {self.t[-1]:g} s, by {self.how}:"]
        for k, part in enumerate(parts):
            text = part if k == len(parts) - 1 else f"{part},"
            if len(found[-1]) + len(text) < WIDTH:
                found[-1] += f" {text}"
            else:
                found.append(f"  {text}")
        return found

    def __repr__(self) -> str:
        return f"<GlobalError of '{self.run.system.model.name}': {self.how}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def with_error(value: float, error: float) -> str:
    """Return a number with its error, such as 0.8474823 +- 2e-07: no digit that is not known."""
    if not np.isfinite(error):
        return f"{value:.3g} +- unknown"
    digits = 15 if error == 0.0 else int(np.clip(-np.floor(np.log10(error)), 0, 15))
    return f"{value:.{digits}f} +- {error:.1g}"


def bound(mine: np.ndarray, others: np.ndarray, share: float, floor: Any) -> np.ndarray:
    """Return the estimated errors of rows from their differences to those of a second run."""
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(mine - others)
        unknown = np.isnan(off) & ~(np.isnan(mine) & np.isnan(others))
        off = np.where(unknown, np.inf, off)
        lasting = np.maximum.accumulate(np.nan_to_num(off, nan=0.0, posinf=np.inf), axis=0)
        return np.asarray(share * (off + LASTING * lasting) + floor)


def part(run: Run, companion: Companion) -> Run:
    """Return the run of other states at some of its numbers, in the modes that it had there."""
    segments: list[Segment] = []
    for k, number in enumerate(companion.at[: len(companion.t)]):
        sim = run.segment(int(number)).sim
        if segments and segments[-1].sim is sim:
            segments[-1] = replace(segments[-1], last=k + 1)
        else:
            segments.append(Segment(k, k + 1, sim))
    states = MemoryStates(companion.t, companion.rows)
    return Run(run.system, states, tuple(segments), run.account)


def error_of_run(run: Run, tighter: bool = False) -> GlobalError:
    """Return the errors of a run, by a second one that is tighter, or looser where that is enough.

    A looser run costs about half of the run, a tighter one about twice. Where the looser one is far
    off, or has the same steps, it says too little, and a tighter one is made.
    """
    order_of(run)
    loose = None if tighter else _error_by_comparison(run, looser_plan(run))
    if loose is not None and _is_enough(run, loose):
        return loose
    found = (
        _error_by_comparison(run, tighter_plan(run))
        or loose
        or _error_by_comparison(run, looser_plan(run))
    )
    if found is None:
        raise ModelError(
            Problem(
                "S14",
                f"run of '{run.system.model.name}'",
                "has no second run to compare with",
                cause="it has a single step, or its tolerance is the tightest one",
                action="compare it with a run by another method",
            )
        )
    return found


def _error_by_comparison(run: Run, second: Second | None) -> GlobalError | None:
    found = None if second is None else companion_of(run, second)
    return None if found is None else GlobalError(run, found)


def _is_enough(run: Run, loose: GlobalError) -> bool:
    """Whether a looser run is another one, yet so near that errors are a part of the difference."""
    same = loose.companion.steps > SAME_STEPS * run.account.steps
    other = order_of(run).plan.method in METHODS or not same
    return other and not np.any(loose.beyond(*LINEAR))

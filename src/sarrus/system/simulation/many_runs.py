"""Simulations of many: other starts and other parameters, side by side in one kernel.

Equal steps only. Every lane has its own state, parameters and rows of the loops. A lane that comes
too near a singular position, or does not stay finite, is simulated again alone, where rows can be
chosen anew; what fails there too is said. So is every lane with rolling contacts that can lift off
or slip, which only runs by themselves watch, and so are all lanes where corrections end at the
user's eps, since each needs as many as it needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, number_from_start
from sarrus.kernels.batch import BatchKernel
from sarrus.kernels.loops.lane_steps import LanePlan, LaneStates, step_lanes
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.summaries import with_summary
from sarrus.system.checks import checked_states, closed_state
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.keeping import Keeping
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.simulation.recording import OPENED, Recorder, Stopped
from sarrus.system.simulation.run import Account, Run
from sarrus.system.simulation.simulation import (
    FIXED_ENERGY,
    Order,
    modes_of,
    require_room,
    run_order,
    watched_events,
)
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

LOWEST = 1e-9
"""A watch below this is a singular position."""
MANY = "S15"
"""The code of what cannot be simulated side by side."""


@with_summary
@dataclass(frozen=True, eq=False)
class ManyRuns:
    """Runs side by side: `runs[3]` is a `Run` with all its channels; `runs["A.angle"]` all of one.

    t [s]: the times; y: (runs, times, numbers); failed: problems of runs that could not go on, by
    number; alone: those that were simulated again alone; lowest: the least watch of their loops;
    accounts: of those alone that came to their end.
    """

    system: System
    t: np.ndarray
    y: np.ndarray
    simulator: Callable[[int], Simulator] = field(repr=False)
    order: Callable[[int], Order] = field(repr=False)
    method: str
    failed: Mapping[int, Stopped]
    alone: tuple[int, ...]
    lowest: np.ndarray
    steps: int
    wall: float = 0.0
    accounts: Mapping[int, Account] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.y)

    def __iter__(self) -> Iterator[Run]:
        return (self[k] for k in range(len(self)))

    @property
    def q(self) -> np.ndarray:
        """Coordinates, (runs, times, nq)."""
        return self.y[:, :, : self.system.nq]

    @property
    def v(self) -> np.ndarray:
        """Velocities, (runs, times, nv)."""
        nq = self.system.nq
        return self.y[:, :, nq : nq + self.system.nv]

    @with_checks
    def __getitem__(self, which: int | str) -> Any:
        """Return a run by its number, or a channel of all of them, (runs, times, ...)."""
        if isinstance(which, str):
            return self._channel(which)
        which = number_from_start(which, len(self), "run", "this batch")
        sim = self.simulator(which)
        account = Account(self.method, self.steps, allowed=FIXED_ENERGY)
        account.evaluations = self.steps * METHODS[self.method].evaluations
        account.wall = self.wall / len(self)
        account.smallest_watch = float(self.lowest[which])
        if which in self.accounts:
            account = replace(self.accounts[which])
        record = Recorder(sim.system, account, self.order(which))
        record.keeping = Keeping.of(self.order(which).settings)
        record.begin(sim)
        record.keep(self.t, self.y[which])
        return record.run()

    def _channel(self, name: str) -> np.ndarray:
        found = self.system.compiled.locate(name)
        if found is not None and found[0] in ("q", "v"):
            rows = (self.q if found[0] == "q" else self.v)[:, :, found[1]]
            return rows[:, :, 0] if rows.shape[2] == 1 else rows
        return np.array([np.asarray(run[name]) for run in self])


@dataclass(frozen=True, eq=False)
class Lanes:
    """The starts and parameter values of many runs."""

    system: System
    starts: tuple[State, ...]
    keywords: tuple[Mapping[str, Any], ...]
    varied: bool = False

    @staticmethod
    def of(system: System, start: Any, keywords: Mapping[str, Any]) -> Lanes:
        """Return one lane for each start and each value of the parameters."""
        starts = [start] if isinstance(start, State) else list(start)
        starts = checked_states(system, starts)
        values = dict(keywords.get("parameters") or {})
        shapes = _shapes(system)
        sizes = {len(starts)} - {1}
        for name, value in values.items():
            array = np.asarray(value, dtype=float)
            if array.ndim > len(shapes.get(system.compiled.full_parameter(name), ())):
                sizes.add(len(array))
        if len(sizes) > 1:
            raise ModelError(_uneven(sizes))
        n = sizes.pop() if sizes else len(starts)
        if not n:
            raise ModelError(Problem(MANY, "starts and parameters", "are those of no run"))
        rest = {key: value for key, value in keywords.items() if key != "parameters"}
        found = [rest] * n
        for k in range(n if values else 0):
            own = {name: _lane(system, shapes, name, v, k) for name, v in values.items()}
            found[k] = {**rest, "parameters": own}
        starts = starts * n if len(starts) == 1 else starts
        for own_start, own_given in zip(starts, found, strict=True) if values else ():
            closed_state(system, own_start, own_given)
        return Lanes(system, tuple(starts), tuple(found), bool(values))


def _shapes(system: System) -> dict[str, tuple[int, ...]]:
    known = system.compiled.compiler.parameters
    return {n: d.shape for n, d in zip(known.names, known.defaults, strict=True)}


def _lane(
    system: System, shapes: Mapping[str, tuple[int, ...]], name: str, value: Any, k: int
) -> Any:
    array = np.asarray(value, dtype=float)
    return (
        array[k]
        if array.ndim > len(shapes.get(system.compiled.full_parameter(name), ()))
        else array
    )


def has_many(system: System, start: Any, keywords: Mapping[str, Any]) -> bool:
    """Tell whether several starts, or several values of a parameter, are given."""
    if not isinstance(start, State):
        return True
    shapes = _shapes(system)
    values = (keywords.get("parameters") or {}).items()
    return any(
        np.ndim(value) > len(shapes[full])
        for name, value in values
        if (full := system.compiled.full_parameter(name)) in shapes
    )


@dataclass(frozen=True, eq=False)
class SideBySide:
    """Runs of several starts or parameter values that are asked for, and not yet computed."""

    lanes: Lanes
    order: Order

    @staticmethod
    def of(
        system: System,
        start: Any,
        settings: Mapping[str, Any],
        mode: Mode,
        events: tuple[Event, ...],
        keywords: Mapping[str, Any],
        baumgarte: float,
    ) -> SideBySide:
        """Return the runs that are asked for; arguments as in `run_order`."""
        reason = "its program runs in a process of its own, one motion at a time"
        action = "simulate them one by one, or sweep with workers"
        refuse_outside_code(system.model, "runs side by side", reason, action)
        lanes = Lanes.of(system, start, keywords)
        first, own = lanes.starts[0], lanes.keywords[0]
        return SideBySide(lanes, run_order(system, first, settings, mode, events, own, baumgarte))

    def run(self) -> ManyRuns:
        """Return the runs."""
        return simulate_many(self.lanes, self.order)


def simulate_many(lanes: Lanes, order: Order, threads: int | None = None) -> ManyRuns:
    """Return the runs of all lanes; order: what is asked of each of them."""
    if order.plan.method not in METHODS or METHODS[order.plan.method].step is None:
        raise ModelError(_not_equal(order.plan.method))
    if order.events:
        raise ModelError(Problem(MANY, "events", "are not watched in runs side by side",
                                 action="simulate them one by one"))  # fmt: skip
    if order.settings.get("certify"):
        rule = "is not done for runs side by side"
        action = "ask single runs for their errors, runs[3].error, or simulate them one by one"
        raise ModelError(Problem(MANY, "certify", rule, action=action))
    require_room(order, len(lanes.starts))
    began = time.perf_counter()
    work = _Work(lanes, order, threads)
    eps = order.settings.get("eps") is not None
    found = work.no_states() if eps else work.states()
    plan = order.plan
    t, rows = plan.wanted_states(0, np.moveaxis(found.y, 1, 0))
    y = np.ascontiguousarray(np.moveaxis(rows, 0, 1))
    failed: dict[int, Stopped] = {}
    accounts: dict[int, Account] = {}
    alone = []
    _fail_open(lanes, found)
    if watched_events(order, exact=False):  # rolling contacts are watched step by step
        found.failed[...] = np.maximum(found.failed, 0)
    for k in np.flatnonzero(found.failed >= 0).tolist():
        alone.append(k)
        try:
            run = work.alone(k)
            accounts[k] = run.account
            y[k], rows = np.nan, run_rows(run)[places_of_times(run.t, t)]
            y[k, : len(rows)] = rows[: y.shape[1]]
        except Stopped as problem:
            failed[k] = problem
            y[k] = np.nan
            if problem.run is not None:
                kept = run_rows(problem.run)[: y.shape[1]]
                y[k, : len(kept)] = kept
    return ManyRuns(
        system=lanes.system,
        t=t,
        y=y,
        simulator=work.simulator,
        order=work.own,
        method=plan.method,
        failed=failed,
        alone=tuple(alone),
        lowest=found.lowest,
        steps=plan.steps,
        wall=time.perf_counter() - began,
        accounts=accounts,
    )


def _fail_open(lanes: Lanes, found: LaneStates) -> None:
    """Let lanes run alone, which says why they stop, whose loops open beyond the tolerance.

    Without rows that were set aside, those that are redundant are looked at in the end.
    """
    system, loops = lanes.system, lanes.system.compiled.loops
    if not system.closed or system.compiled.compiler.counts:
        return
    aside = loops.set_aside is not None
    if not aside and loops.m <= system.compiled.closed_dynamics.rank:
        return
    for k, rows in enumerate(found.y):
        if "base" in lanes.keywords[k]:
            continue
        last = system.compiled.last_inputs(**lanes.keywords[k]) if lanes.keywords[k] else ()
        finite = rows[np.all(np.isfinite(rows), axis=1), : system.nq]
        if aside:
            wide = any(loops.openness(loops.closure(q, *last)[0]) > 1.0 for q in finite)
        else:
            wide = any(
                np.max(np.abs(loops.row_scale * loops.closure(q, *last)[0])) > OPENED
                for q in finite[-1:]
            )
        if wide:
            found.failed[k] = max(found.failed[k], 0)


def places_of_times(known: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return the last states at some times of those known, where events have kept more of them."""
    if len(known) <= len(t):
        return np.arange(len(known))
    last = np.searchsorted(known, t * (1.0 + 1e-12) + 1e-300, side="right") - 1
    return np.asarray(np.unique(last))


def run_rows(run: Run) -> np.ndarray:
    """Return the rows of a run, balance included."""
    return np.concatenate([piece.y for piece in run.pieces()])


@dataclass(frozen=True, eq=False)
class _Work:
    """Steps all lanes of an order."""

    lanes: Lanes
    order: Order
    threads: int | None

    @cached_property
    def first(self) -> Simulator:
        """The simulator whose kernels all lanes share."""
        return self.simulator(0)

    def simulator(self, k: int) -> Simulator:
        """Return the equations of a lane."""
        order = self.own(k)
        made: Modes = modes_of(order)
        return made.simulator(order.mode, order.start.q)

    def own(self, k: int) -> Order:
        """Return the order of a lane."""
        return replace(self.order, start=self.lanes.starts[k], keywords=self.lanes.keywords[k])

    def alone(self, k: int) -> Run:
        """Return the run of a lane, simulated by itself."""
        settings = dict(self.order.settings)
        mode: Mode = self.order.mode
        return self.lanes.system.simulate(
            self.lanes.starts[k],
            **settings,
            inputs=mode.inputs,
            driven=mode.driven,
            locked=mode.locked,
            baumgarte=self.order.baumgarte,
            **self.lanes.keywords[k],
        )

    def states(self) -> LaneStates:
        """Return the states of all lanes."""
        plan, method = self.order.plan, METHODS[self.order.plan.method]
        y = self.first.starts(self.lanes.starts)
        if self.first.nz and self.lanes.varied:  # start values of states may be among what varies
            each = enumerate(self.lanes.starts)
            y = np.stack([self.simulator(k).start(state) for k, state in each])
        value = self._inputs(y)
        rows, begun = [y], 0
        if method.history:
            y, begun, rows = self._first_steps(y, value)
        limit = WATCH if self.first.mixing else LOWEST
        kernel = self.first.step_kernel(plan.method).many()
        steps = LanePlan(plan.start, plan.h, begun, plan.steps, plan.every, limit, self.first.size)
        found = step_lanes(kernel, y, value, steps, self.threads)
        early = np.stack(rows[:: plan.every], axis=1)
        return LaneStates(np.concatenate([early, found.y], axis=1), found.failed, found.lowest)

    def no_states(self) -> LaneStates:
        """Return lanes that are all to be simulated alone: each corrects as often as it must."""
        n, plan = len(self.lanes.starts), self.order.plan
        nothing = np.full((n, plan.steps // plan.every + 1, self.first.size), np.nan)
        return LaneStates(nothing, np.zeros(n, dtype=np.int64), np.ones(n))

    def _inputs(self, y: np.ndarray) -> dict[str, np.ndarray]:
        """Return the inputs of the steps, those that differ with a row for each lane."""
        first, lanes = self.first, self.lanes
        found = first.inputs(first.choice(y[0]), first.held_efforts(lanes.starts[0]))
        if first.mixing or lanes.varied or first.locked:
            own = [self.simulator(k) for k in range(len(y))]
            rows = [sim.inputs(sim.choice(row)) for sim, row in zip(own, y, strict=True)]
            for name in ("p", "T", "hold"):
                if name in found:
                    found[name] = np.stack([np.asarray(row[name], dtype=float) for row in rows])
        found["h"] = np.array([self.order.plan.h])
        return found

    def _first_steps(
        self, y: np.ndarray, inputs: dict[str, np.ndarray]
    ) -> tuple[np.ndarray, int, list[np.ndarray]]:
        """Take the Runge-Kutta steps that fill the history of a multistep method."""
        plan, method = self.order.plan, METHODS[self.order.plan.method]
        slope: BatchKernel = self.first.slope_kernel().many()
        step: BatchKernel = self.first.step_kernel("rk4").many()
        taken = min(method.history - 1 if method.current else method.history, plan.steps)
        slopes: list[np.ndarray] = []
        rows = [y]
        for j in range(method.history):
            t = np.array([plan.start + j * plan.h])
            slopes.insert(0, _outputs(slope, {**inputs, "y": y, "t": t})["ydot"])
            if j < taken:
                y = _outputs(step, {**inputs, "y": y, "t": t})["y_next"]
                rows.append(y)
        return np.concatenate([y, *slopes], axis=1), taken, rows


def _outputs(kernel: BatchKernel, values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    found = kernel(*[values[port.name] for port in kernel.inputs])
    outputs = found if isinstance(found, tuple) else (found,)
    return {port.name: array for port, array in zip(kernel.outputs, outputs, strict=True)}


def _uneven(sizes: set[int]) -> Problem:
    listed = ", ".join(str(size) for size in sorted(sizes))
    return Problem(MANY, "starts and parameters", f"are of different numbers of runs: {listed}")


def _not_equal(method: str) -> Problem:
    return Problem(
        MANY,
        f"method '{method}'",
        "has no equal steps that runs side by side could take together",
        action="use 'rk4', 'abm4', 'ab3' or 'euler' with a step, or `system.sweep`",
    )

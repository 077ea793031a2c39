"""`System.realtime`: a paced run, from what is asked for to its result."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.checks import check_choice, check_positive, efforts_on
from sarrus.system.flow.steps import METHODS
from sarrus.system.realtime.channel_row import channel_size
from sarrus.system.realtime.links import Ended, Wiring, links_of, parts_by_name
from sarrus.system.realtime.paced_leg import Exchange, PacedLeg
from sarrus.system.realtime.pacing import Clock, Pacer, WallClock
from sarrus.system.realtime.timing import Histogram, Timing, time_text
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.recorded_inputs import InputRecord, recorded_laws
from sarrus.system.simulation.recording import Stopped
from sarrus.system.simulation.simulation import Order, Simulation, run_order
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.history import History
    from sarrus.system.run_files.sink import FileSink
    from sarrus.system.simulation.methods.leg import Leg, LegState
    from sarrus.system.simulation.run import Run
    from sarrus.system.system import System

DAY = 86400.0
"""How long a run without an end goes on, until somebody ends it [s]."""
POLICIES = ("slip", "stop")
TRIALS = 32
"""Steps that tell, before the clock starts, how long one takes."""


@dataclass(frozen=True, eq=False)
class RealtimeRun:
    """A run at the pace of the clock: its states, its inputs, and how it kept its time.

    run: the motion, as `simulate` returns it; `result["A.angle"]` reads it; timing: deadlines and
    how they were met; wiring: what was read and written; record: the efforts of every sample.
    """

    run: Run
    timing: Timing
    wiring: Wiring
    record: InputRecord | None = None

    @property
    def steps(self) -> int:
        """Samples after the first: periods that were simulated."""
        return self.timing.steps

    @property
    def overruns(self) -> int:
        """How many of them were not done at their deadline."""
        return self.timing.overruns

    @property
    def overrun_times(self) -> np.ndarray:
        """The times of the run at which deadlines were missed [s]."""
        start = 0.0 if self.run.order is None else self.run.order.plan.start
        return np.asarray(start + self.timing.overrun_samples * self.timing.period)

    @property
    def held(self) -> bool:
        """Whether real time was held: no deadline was missed."""
        return not self.overruns

    @property
    def factor(self) -> float:
        """The real-time factor: time simulated per time of computing."""
        return self.timing.factor

    @property
    def notices(self) -> tuple[Problem, ...]:
        """What is worth knowing about it."""
        return self.run.notices

    @property
    def history(self) -> History:
        """Every quantity of the run over time, by name."""
        return self.run.history

    @cached_property
    def inputs(self) -> dict[str, np.ndarray]:
        """The efforts that were read, by name: a row for each sample."""
        if self.record is None:
            return {}
        rows = [
            parts_by_name(self.wiring.efforts, self.wiring.effort_sizes, r)
            for r in self.record.rows
        ]
        return {name: np.array([row[name] for row in rows]) for name in self.wiring.efforts}

    def replay(self) -> dict[str, Sampled]:
        """Return the efforts that were read as inputs of `simulate`, which repeats the run.

        With the same method and step, and without a clock, the states are the same to the bit.
        """
        if self.record is None:
            return {}
        return recorded_laws(self.record, self.wiring.efforts, self.wiring.effort_sizes)

    def histogram(self) -> Histogram:
        """Return how many samples were how late."""
        return self.timing.histogram()

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure: the histogram of lateness, and times of steps over the run.

        Keywords: title, path; see `sarrus.results.plots.timing`.
        """
        from sarrus.results.plots import timing

        return timing(self, **how)

    def report(self) -> str:
        """Return the account of time, with the histogram of lateness, and that of the run."""
        name = self.run.system.model.name
        first, *lines = self.timing.lines()
        late = ["how late samples were:", str(self.histogram())]
        return "\n".join([f"{name}: {first}", *lines, *late, self.run.report()])

    def __getitem__(self, name: str) -> Any:
        return self.run[name]

    def __len__(self) -> int:
        return len(self.run)

    def __str__(self) -> str:
        late = ["how late samples were:", str(self.histogram())]
        return "\n".join([*self.timing.lines(), *late, *map(str, self.notices)])

    def __repr__(self) -> str:
        told = "held" if self.held else count(self.overruns, "overrun")
        return (
            f"<RealtimeRun of '{self.run.system.model.name}': {count(self.steps, 'step')} at "
            f"{1.0 / self.timing.period:g} Hz, {told}, real-time factor {self.factor:.3g}>"
        )


class PacedSimulation(Simulation):
    """A simulation whose legs wait for the clock."""

    def __init__(
        self,
        order: Order,
        progress: Progress,
        sink: Callable[[Callable[..., dict[str, Any]]], FileSink] | None,
        exchange: Exchange,
    ) -> None:
        self.exchange = exchange
        super().__init__(order, progress, sink)

    def _leg(self, here: LegState) -> Leg:
        return PacedLeg(here, self.exchange)

    def _compile(self, sim: Simulator) -> None:
        super()._compile(sim)
        self.exchange.row_of(sim)
        sim.system.compiled.compile_all()  # nothing is compiled beside the clock

    def _finish(self) -> None:
        super()._finish()
        self.record.notices += self.notices()

    def _end_by(self, cause: BaseException) -> None:
        if isinstance(cause, Stopped):
            if cause.run is not None:
                cause.run = cause.run.with_notices(self.notices())
        elif isinstance(cause, (Ended, KeyboardInterrupt)):
            if isinstance(cause, Ended):
                place, rule = f"t = {self.record.last_time:.9g} s", str(cause)
                self.record.notices.append(Problem("W57", place, rule, severity="notice"))
            self.record.notices += self.notices()
        if not isinstance(cause, Ended):
            super()._end_by(cause)

    def notices(self) -> list[Problem]:
        """Return what is worth knowing about time and links, which are closed."""
        found = [problem for link in self.exchange.links for problem in link.close()]
        timing = self.exchange.pacer.timing()
        return [*found, *([_deadline_problem(timing)] if timing.overruns else [])]

    def check_rate(self, clock: Clock) -> None:
        """Refuse a rate at which the steps alone take longer than there is time."""
        leg = self.leg
        if not isinstance(leg, PacedLeg) or self.crossing is not None:
            return
        sim, plan, period = leg.here.sim, self.order.plan, self.exchange.pacer.period
        step = sim.bound_step(plan.method, leg.loop.inputs_but_state)
        step.inputs["y"][...], step.inputs["t"][...] = leg.y, plan.start
        step.inputs["h"][...] = plan.h
        taken = []
        for _ in range(TRIALS):
            before = clock.now()
            step()
            taken.append(clock.now() - before)
        least = self.exchange.stride * min(taken)
        if least > period:
            raise EnvironmentProblem(_too_fast(least, period, self.exchange.stride))


def _too_fast(least: float, period: float, stride: int) -> Problem:
    what = "a step" if stride == 1 else f"{stride} steps"
    return Problem(
        "E-RATE",
        f"rate = {1.0 / period:g} Hz",
        f"cannot be held here: {what} of this model take {time_text(least)} of {time_text(period)}",
        cause="the model is too large, or its step too small, for this machine",
        action=f"stay below {0.5 / least:.3g} Hz, take fewer substeps, or simulate without a clock",
    )


def _deadline_problem(timing: Timing) -> Problem:
    share = timing.overruns / timing.steps
    typical, longest = float(np.median(timing.busy)), float(np.max(timing.busy))
    cause = f"a step with its exchange takes {time_text(typical)} (median), {time_text(longest)} "
    cause += f"at most, of {time_text(timing.period)}"
    if typical < 0.5 * timing.period:
        cause += "; the machine was busy with other work"
    return Problem(
        "W55",
        f"rate = {1.0 / timing.period:g} Hz",
        f"real time was not held: {count(timing.overruns, 'step')} of {timing.steps:,} "
        f"({100.0 * share:.2g} %) missed their deadline, by {time_text(timing.longest_overrun)} "
        f"at most; the clock is {time_text(timing.slip)} ahead of the run",
        cause=cause,
        action="lower the rate, exchange less, or leave the machine to the run",
        severity="warning",
    )


@contextmanager
def quiet_memory() -> Iterator[None]:
    """Let Python's search for unused memory pass over all that is there now.

    A search through everything takes some ten milliseconds, in the middle of a step.
    """
    ours = gc.isenabled() and not gc.get_freeze_count()
    if ours:
        gc.collect()
        gc.freeze()
    try:
        yield
    finally:
        if ours:
            gc.unfreeze()


def wiring_of(
    system: System,
    links: tuple[Any, Any],
    efforts: Sequence[str] | Mapping[str, Any] | str | None,
    channels: Sequence[str] | str | None,
) -> tuple[Wiring, np.ndarray]:
    """Return what is exchanged, and the efforts that hold until the first are read."""
    source, target = links
    names = _wanted_names(efforts, source, "efforts", lambda: _only_effort(system))
    listed = _wanted_names(
        channels, target, "channels", lambda: (*system.coordinates, *system.velocities)
    )
    for what, link, value in (("read", source, efforts), ("write", target, channels)):
        one = "efforts" if what == "read" else "channels"
        if link is None and value is not None and _names(one, value):
            rule = f"are named, but nothing is there to {what} them"
            raise ModelError(Problem("S36", one, rule, action=f"give {what}=..."))
    system.compiled.check_once("effort", names)
    sizes = [system.compiled.located_rate(name)[1] for name in names]
    widths = tuple(place.stop - place.start for place in sizes)
    wiring = Wiring(names, widths, listed, tuple(channel_size(system, name) for name in listed))
    first = [np.zeros(width) for width in widths]
    if isinstance(efforts, Mapping):
        for k, name in enumerate(names):
            first[k] = first[k] + efforts_on(system, name, efforts[name])
    return wiring, np.concatenate([np.zeros(0), *first])


def _wanted_names(
    keywords: Sequence[str] | Mapping[str, Any] | str | None,
    link: Any,
    what: str,
    usual: Callable[[], tuple[str, ...]],
) -> tuple[str, ...]:
    """Return the names that the user gives, the link has, or that are usual."""
    if link is None:
        return ()
    own = getattr(link, what, None) if keywords is None else keywords
    if own is None:
        return usual()
    return _names(what, own)


def _names(what: str, value: Any) -> tuple[str, ...]:
    """Return names that are given, each of them once."""
    listed = isinstance(value, (list, tuple, Mapping))
    found = (value,) if isinstance(value, str) else tuple(value) if listed else (None,)
    if not all(isinstance(name, str) for name in found) or len(set(found)) < len(found):
        rule = "must be names, each of them once"
        raise ModelError(Problem("M31", what, rule, value=repr(value)[:80]))
    return found


def _only_effort(system: System) -> tuple[str, ...]:
    if system.nv == 1:
        return system.velocities
    rule = "says that efforts are read, but not which"
    action = f"name them: efforts=['{system.velocities[0]}', ...]"
    raise ModelError(Problem("S36", "read", rule, action=action))


def check_settings(rate: Any, every: Any, substeps: Any, overrun: str, method: str) -> None:
    """Refuse rates and numbers that are none, and methods that need efforts without jumps."""
    check_positive(rate=rate, every=every)
    if substeps < 1:
        raise ModelError(Problem("S08", "substeps", "must be 1 or more", repr(substeps)))
    check_choice("overrun", overrun, POLICIES)
    single = tuple(name for name, one in METHODS.items() if not one.history)
    if method in METHODS and method not in single:
        rule = "needs the slopes of earlier steps, across which efforts that are read may jump"
        action = f"use {', '.join(map(repr, single))}"
        raise ModelError(Problem("D10", f"method '{method}'", rule, action=action))
    if method not in METHODS:
        check_choice("method", method, single)


def realtime(
    system: System,
    start: State,
    settings: Mapping[str, Any],
    laws: tuple[Mapping[str, Any], Mapping[str, Any], Iterable[str], tuple[Any, ...]],
    links: tuple[Any, Any],
    names: tuple[Any, Any],
    file: Any,
    progress: Any,
    clock: Clock | None,
    keywords: Mapping[str, Any],
) -> RealtimeRun:
    """Return the paced run of what `System.realtime` was given."""
    check_settings(*(settings[key] for key in ("rate", "every", "substeps", "overrun", "method")))
    if clock is not None and not isinstance(clock, Clock):
        rule = "must tell the time, now(), and let it pass, sleep(seconds)"
        raise ModelError(Problem("M31", "clock", rule, value=repr(clock)[:80]))
    reason = "its answers have no deadline"
    refuse_outside_code(system.model, "runs at the pace of the clock", reason)
    source, target = links_of(*links)
    wiring, first = wiring_of(system, (source, target), *names)
    inputs, driven, locked, events = laws
    period = 1.0 / settings["rate"]
    begin = float(start.t) if isinstance(start, State) else 0.0
    record = None
    if source is not None:
        record = InputRecord(begin, period, wiring.n_efforts)
        record.set(0, first)
    read = {} if record is None else recorded_laws(record, wiring.efforts, wiring.effort_sizes)
    system.compiled.check_once("input", [*inputs, *read])
    mode = Mode.first(system, {**inputs, **read}, driven, locked)
    until, every = settings["until"], settings["every"]
    how = {
        "method": settings["method"], "until": begin + DAY if until is None else until,
        "rtol": 1e-6, "atol": 1e-8, "step": period / settings["substeps"],
        "every": period if every is None else every, "times": None, "certify": None,
    }  # fmt: skip
    order = run_order(system, start, how, mode, events, keywords, settings["baumgarte"])
    sink = None
    if file is not None:
        from sarrus.system.run_files import ResultFile
        from sarrus.system.run_files.opening import file_sink

        sink = file_sink(order, file if isinstance(file, ResultFile) else ResultFile(file))
    shown = Progress(False if until is None and progress is None else progress)
    ticking = clock or WallClock()
    pacer = Pacer(ticking, period, shown.interrupts.check)
    stops = settings["overrun"] == "stop"
    exchange = Exchange(pacer, wiring, (source, target), record, settings["substeps"], stops)
    simulation = PacedSimulation(order, shown, sink, exchange)
    simulation.check_rate(ticking)
    opened: list[Any] = []
    try:
        for link in exchange.links:
            link.open(wiring)
            opened.append(link)
        with quiet_memory():
            run = simulation.run()
    except Stopped as stop:
        if stop.run is not None:
            stop.realtime = RealtimeRun(  # type: ignore[attr-defined]
                stop.run, pacer.timing(), wiring, record
            )
        raise
    finally:
        for link in opened:
            link.close()
    return RealtimeRun(run, pacer.timing(), wiring, record)

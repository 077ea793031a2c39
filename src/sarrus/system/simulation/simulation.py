"""Motion in time: leg after leg, from a start state to a run."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.entry_points import load_entry_points
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.kernels.loops.corrections import Tally
from sarrus.late_dataclass import dataclass
from sarrus.resources import require_memory
from sarrus.system.checks import check_choice, check_positive, closed_state
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.driven_rows import check_laws, check_start
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.flow.pose_law import samples_of
from sarrus.system.flow.steps import METHODS
from sarrus.system.one_state.data_tolerance import no_freedom
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.events.checking import check_events
from sarrus.system.simulation.events.contact import (
    contact_events,
    replaced_at_start,
    start_problems,
    unwatched_contacts,
)
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.events.happening import Events, Outcome, mode_after
from sarrus.system.simulation.events.joining import joining_system, opened_at_start
from sarrus.system.simulation.events.zeno import RECENT_EVENTS
from sarrus.system.simulation.frictions import (
    FrictionModes,
    Grip,
    exact_system,
    friction_events,
)
from sarrus.system.simulation.keeping import Keeping, account_of, kept_settings
from sarrus.system.simulation.methods.adaptive_leg import AdaptiveLeg
from sarrus.system.simulation.methods.leg import (
    Crossing,
    Leg,
    LegState,
    Plan,
    check_reach,
)
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.recording import Recorder, Stopped, interrupted_late
from sarrus.system.simulation.run import Account, Happening, Impulse, Run
from sarrus.system.simulation.states import Segment
from sarrus.system.state import State
from sarrus.system.time_grids import fixed_grid, increasing_times, kept_times, steps_at

if TYPE_CHECKING:
    from sarrus.system.run_files.sink import FileSink
    from sarrus.system.simulation.fmus.exchange import Exchange
    from sarrus.system.system import System

SUNDIALS = ("adams", "bdf", "ida")
SOLVES = ("elimination", "svd")
"""How the block of dependent velocities is inverted."""
REDUCED = ("reduced", "partitioned")
"""Methods in independent coordinates: by an explicit method (paper 2), and by BDF (paper 4)."""
FIXED_ENERGY = 1e-2
"""Energy error of a run by equal steps above which it says so."""


def known_methods(wanted: object) -> tuple[str, ...]:
    """Return the names of all methods, with those of entry points if one is not there."""
    own = wanted in CONTROLLED or wanted in SUNDIALS or wanted in REDUCED or wanted in METHODS
    if not own:
        load_entry_points()
    return (*CONTROLLED, *SUNDIALS, *REDUCED, *METHODS)


def check_method(method: str) -> None:
    """Refuse a method that there is not."""
    if method not in METHODS and method not in CONTROLLED:
        check_choice("method", method, known_methods(method))


def check_independent(settings: Mapping[str, Any], baumgarte: float) -> None:
    """Refuse what only methods in independent coordinates take, and what they do not."""
    method, solve = settings["method"], settings.get("solve")
    fit = " or ".join(f"method='{name}'" for name in REDUCED)
    values = [name for name in ("independent", "solve") if settings.get(name) is not None]
    if method not in REDUCED and values:
        rule = f"belongs to methods in independent coordinates, not to '{method}'"
        problems = [Problem("S08", name, rule, action=f"use {fit}, or leave it out")
                    for name in values]  # fmt: skip
        raise ModelError(problems)
    if solve is not None:
        check_choice("solve", solve, SOLVES)
    if method in REDUCED and baumgarte:
        rule = f"has no meaning with method='{method}', which closes the loops in every evaluation"
        raise ModelError(Problem("S08", "baumgarte", rule, action="leave it out"))


LEAST_EPS = 1e-13
"""The smallest sum of corrections [rad, lengths of the model] that is above rounding."""


def wrong_eps(method: str, eps: float, baumgarte: float) -> tuple[str, str] | None:
    """Return the rule that an eps breaks and what to do, None where it is right."""
    if eps < LEAST_EPS:
        return f"must be at least {LEAST_EPS:g} (rad, lengths of the model): less is rounding", ""
    if baumgarte:
        return "ends corrections, which baumgarte takes the place of", "leave one of them out"
    if method in REDUCED:
        rule = f"ends corrections, and '{method}' makes none: it closes loops in every evaluation"
        return rule, "leave it out"
    return None


def check_eps(method: str, eps: float, baumgarte: float) -> None:
    """Refuse a tolerance of corrections that is none, below rounding, or without corrections."""
    check_positive(eps=eps)
    wrong = wrong_eps(method, eps, baumgarte)
    if wrong is not None:
        raise ModelError(Problem("S08", "eps", wrong[0], f"{eps!r}", action=wrong[1]))


@dataclass(frozen=True)
class Order:
    """All that was asked for; settings: as the user gave them.

    controllers: functions of sampled controllers that can be set back, with their memory at the
    start; repeatable: whether a second run would do no harm, since there are no others.
    """

    system: System
    start: State
    plan: Plan
    mode: Mode
    events: tuple[Event, ...] = ()
    keywords: Mapping[str, Any] = field(default_factory=dict)
    baumgarte: float = 0.0
    settings: Mapping[str, Any] = field(default_factory=dict)
    controllers: tuple[tuple[Any, Any], ...] = ()
    repeatable: bool = True


def with_controllers(order: Order) -> Order:
    """Return the order with the memory of its sampled controllers as it is now."""
    laws = {id(law.function): law.function for law in laws_of(order) if isinstance(law, Sampled)}
    if not laws or order.controllers:
        return order
    known = [f for f in laws.values() if hasattr(f, "get_state") and hasattr(f, "set_state")]
    memory = tuple((function, deepcopy(function.get_state())) for function in known)
    certain = [f for f in known if getattr(f, "repeatable", True)]
    return replace(order, controllers=memory, repeatable=len(certain) == len(laws))


def laws_of(order: Order) -> list[Any]:
    """Return the laws of effort of an order, those that events bring included."""
    actions = [action for e in order.events for action in e.actions or ()]
    return [*order.mode.inputs.values(), *(getattr(action, "law", None) for action in actions)]


def run_order(
    system: System,
    start: State,
    settings: Mapping[str, Any],
    mode: Mode,
    events: tuple[Event, ...],
    keywords: Mapping[str, Any],
    baumgarte: float,
) -> Order:
    """Return the order of settings: method, until, rtol, atol, step, every; or times."""
    closed_state(system, start, keywords)
    if settings["method"] in REDUCED or "independent" in settings or "solve" in settings:
        check_independent(settings, baumgarte)
    if system.closed and system.compiled.is_structure:
        raise ModelError(no_freedom(system))
    plan = plan_of(start.t, settings)
    if settings.get("times") is not None:
        settings = {**settings, "times": plan.times}
    joining = joining_system(system, events) if events else system
    if joining is not system:
        opened = opened_at_start(events)
        mode = replace(mode, opened=opened, compiled=joining.compiled)
    waiting = replaced_at_start(events) if events else frozenset()
    if waiting:
        mode = replace(mode, off=mode.off | waiting)
    if "keep" in settings or "formulation" in settings:
        settings = kept_settings(joining, settings)
    return Order(system, start, plan, mode, events, keywords, baumgarte, dict(settings))


FEW_STATES = 10_000
"""States for which nobody asks how much memory is free."""


def require_room(order: Order, lanes: int = 1) -> None:
    """Refuse runs whose states do not fit into memory (E-MEM); those of a file are read at its end.

    lanes: how many runs there are. Runs with events may end early, and are let go.
    """
    plan, system = order.plan, order.system
    chosen = plan.picked is not None or not plan.h
    kept = len(plan.times) if chosen else plan.steps // plan.every + 1
    if order.events or lanes * kept < FEW_STATES:
        return
    turned = len(system.compiled.loops.wrapped)
    width = system.nq + system.nv + turned + len(system.states) + ENERGY_BALANCE
    runs = f"{lanes:,} runs of " if lanes > 1 else ""
    for_what = f"{runs}{kept:,} states of {width} numbers"
    action = "keep fewer states (a larger every), or end earlier"
    # twice: they are kept in parts, which are then joined
    require_memory("states of the run", 16.0 * lanes * kept * width, for_what, action)


def plan_of(start: float, settings: Mapping[str, Any]) -> Plan:
    """Return the plan of a run until a time, with states at equal distances, or at given times."""
    if settings.get("times") is not None:
        return plan_at(start, settings)
    method, until, every = settings["method"], settings["until"], settings["every"]
    if method in METHODS:
        h, steps, stride = fixed_grid(start, until, settings["step"], every)
        times = start + h * np.array([0, steps])
        return Plan(method, times, h=h, steps=steps, every=stride)
    own = _partition_of(settings) if method in REDUCED else {}
    return Plan(method, kept_times(start, until, every), settings["rtol"], settings["atol"],
                **own)  # fmt: skip


def _partition_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a plan says of independent coordinates."""
    names, solve = settings.get("independent"), settings.get("solve")
    found: dict[str, Any] = {} if names is None else {"independent": tuple(names)}
    return found if solve is None else {**found, "solve": solve}


def plan_at(start: float, settings: Mapping[str, Any]) -> Plan:
    """Return the plan of a run with states at given times, of which the last is its end."""
    method, times = settings["method"], increasing_times(start, settings)
    if method not in METHODS:
        own = _partition_of(settings) if method in REDUCED else {}
        return Plan(method, times, settings["rtol"], settings["atol"], begin=start, **own)
    h, k = steps_at(start, times, settings["step"])
    every = int(np.gcd.reduce(k)) or 1
    steps = int(k[-1])
    return Plan(method, times, h=h, steps=steps, every=every, begin=start, picked=k // every)


@dataclass(frozen=True)
class Earlier:
    """What a run that goes on has behind it: its events, where segments begin, a checkpoint."""

    crossings: tuple[Mapping[str, Any], ...]
    firsts: tuple[int, ...]
    checkpoint: Mapping[str, Any]


class Simulation:
    """One simulation, from order to run; sink: makes the file, given what yields checkpoints."""

    def __init__(
        self,
        order: Order,
        progress: Progress,
        sink: Callable[[Callable[..., dict[str, Any]]], FileSink] | None = None,
        earlier: Earlier | None = None,
    ) -> None:
        began = time.perf_counter()
        order = with_controllers(order)
        self.order, plan = order, order.plan
        read: list[Problem] = []
        if order.events:
            system = joining_system(order.system, order.events)
            span = (plan.start, plan.end)
            plain = Modes(system, order.keywords, span, opened=order.mode.opened)
            first = plain.simulator(order.mode, order.start.q)
            read = check_events(first, order.events, order.start)
        eps = order.settings.get("eps")
        self.modes = modes_of(order, None if eps is None else Tally(eps=float(eps)), exact=True)
        self.modes.outside = self.outside = exchange_of(self.modes.system, plan)
        controlled = plan.method not in METHODS
        watched = watched_events(order)
        self.events = Events(watched, self.modes, plan.end - plan.start, controlled)
        self.mode = order.mode
        allowed = FIXED_ENERGY if plan.method in METHODS else max(1e3 * plan.rtol, 1e-9)
        name = "dop853" if plan.method == "auto" else plan.method
        self.record = Recorder(self.modes.system, Account(name, allowed=allowed), order)
        self.record.tally = self.modes.tally
        self.record.keeping = Keeping.of(order.settings) if "keep" in order.settings else None
        self.record.notices += [*order.start.notices, *read]
        if order.system.compiled.has_contacts:
            self.record.notices += unwatched_contacts(order.system, order.start, order.events)
        self.crossing: Crossing | None = None
        try:
            self.leg = self._leg(
                self._fresh(progress) if earlier is None else self._later(progress, earlier)
            )
        except BaseException as failure:
            self._give_up(failure)
            raise
        self.events.prepare(self.mode, order.start.q, self._compile)
        sim = self.leg.here.sim
        self.record.account.traced_inputs = sim.traced
        if self.record.keeping is not None and earlier is None:
            self.record.account.kept = account_of(self.record.keeping, sim, self.order.plan.method)
        self.sink = sink
        self.record.account.preparation += time.perf_counter() - began

    def _fresh(self, progress: Progress) -> LegState:
        """Return where a run begins."""
        order = self.order
        self.mode = first_mode(order, self.modes)
        sim = self.modes.simulator(self.mode, order.start.q)
        check_laws(sim.driven, samples_of((self.order.plan.start, self.order.plan.end)))
        if sim.system.closed and sim.row_choice.overdriven:
            self._refuse_disagreement(sim)
        check_start(self.modes.system, sim.driven, order.start)
        if sim.system.closed and sim.system.compiled.closed_dynamics.massless:
            sim.motion(order.start)  # refuses freedoms that move no mass
        y, start = sim.start(order.start), order.start
        if self.outside is not None:
            self.outside.begin(sim, start.t, y)
            start = sim.state_of(y, start.t)
        self._hold(sim.held_efforts(start))
        self.record.begin(sim)
        self.record.keeps_start = self.order.plan.start == self.order.plan.times[0]
        if self.record.keeps_start:
            self.record.keep(self.order.plan.times[:1], y[None, :])
        here = LegState(sim, order, order.start.t, y, self.record, progress)
        here.watch = self.events.watch(sim, self.mode, here.t, y, (), self.record.held)
        if here.watch is not None:
            wrong = start_problems(here.watch.events, here.watch.before)
            if wrong:
                raise ModelError(wrong)
            at_once = here.watch.at_once(here.t, y, self.order.plan.end - here.t)
            self.crossing = Crossing(here.t, y, at_once) if at_once else None
        return here

    def _refuse_disagreement(self, sim: Simulator) -> None:
        """Refuse more drives than freedoms whose laws ask for different motions at the start."""
        start = self.order.start
        try:
            check_start(self.modes.system, sim.driven, start)
            sim.motion(start)
        except ModelError:
            refuse_overdriven(sim, start)
            raise

    def _hold(self, held: tuple[np.ndarray, ...], following: int = 1) -> None:
        """Note what holds until sample `following`: efforts of controllers, lagged loads."""
        record, laws = self.record, laws_of(self.order)
        record.held, record.following = held, following
        record.keeps_held = len(held) > 2 or any(isinstance(law, Sampled) for law in laws)

    def _compile(self, sim: Simulator) -> None:
        """Compile what a leg in another mode needs."""
        if self.order.plan.method in CONTROLLED:
            sim.slope_kernel()
            if sim.corrects:
                sim.correction_kernels()
            elif sim.needs_projection:
                sim.project_kernel()
        elif self.order.plan.method in METHODS:
            sim.bound_step(self.order.plan.method, sim.inputs(None))

    def run(self) -> Run:
        """Go through all legs; Ctrl-C ends them where the states are whole."""
        began = time.perf_counter()
        progress = self.leg.here.progress
        with progress.interrupts as interrupts:
            if self.sink is not None:
                sink = self.sink(self.checkpoint)
                sink.given_up = lambda: interrupts.requested
                self.record.to(sink)
            try:
                while True:
                    interrupts.check()
                    crossing = self.crossing or self.leg.go()
                    self.crossing = None
                    if crossing is None or not self._on(crossing):
                        break
                self._finish()
            except BaseException as cause:
                self._end_by(cause)
            finally:
                self.record.account.wall += time.perf_counter() - began
                progress.remove()
                if self.outside is not None:
                    self.outside.close()
            self.record.check_closed()
            run = self.record.run()
        late = interrupts.requested and not self.record.was_interrupted
        return run.with_notices([interrupted_late()]) if late else run

    def _give_up(self, failure: BaseException) -> None:
        """End the FMUs of a run that cannot begin, and tell what they have not done."""
        if self.outside is None:
            return
        self.outside.close()
        problem = getattr(failure, "problem", None)
        if isinstance(problem, Problem):
            raise ModelError(problem) from None

    def _finish(self) -> None:
        """Let FMUs of Co-Simulation reach the end too, so that the last state shows their outputs.

        Their steps may be longer than what is left; they then stay where they are.
        """
        t, record, outside = self.order.plan.end, self.record, self.outside
        if outside is None or not record.kept or record.last_time != t or not outside.is_due(t):
            return
        sim = self.leg.here.sim
        y = record.kept[-1].rows[-1, : sim.size].copy()
        outside.step(sim, t, y)
        record.note_exchange(t, y)

    def _end_by(self, cause: BaseException) -> None:
        """Note what ends the legs before their time, or raise it; states so far are kept."""
        if isinstance(cause, KeyboardInterrupt):
            self.record.note_interruption()
            return
        if isinstance(cause, EnvironmentProblem):
            self.record.abandon(cause)
        if self.outside is not None:
            from sarrus.system.simulation.fmus.process import FmuEnd, FmuFailure

            if isinstance(cause, FmuEnd):
                self.record.notices.append(cause.notice)
                if cause.reached is not None:
                    self.record.note_exchange(*cause.reached)
                return
            if isinstance(cause, FmuFailure):
                raise self.record.stop_error(cause.problem) from None
            trouble = self.outside.trouble
            if isinstance(cause, Stopped) and trouble is not None:
                raise self.record.stop_error(trouble, *cause.problems) from None
        raise cause

    def _leg(self, here: LegState) -> Leg:
        """Return the leg that begins somewhere, which alone knows from then on where that was."""
        return leg_of(self.order.plan)(here)

    def _on(self, crossing: Crossing) -> bool:
        """Let the events of a crossing happen, and begin the next leg; False where the run ends."""
        record, here = self.record, self.leg.here
        watch = here.watch
        if watch is None:
            return False
        happens = tuple(k for k in crossing.which if watch.numbers[k] >= 0)
        crossing = replace(crossing, which=happens)
        # an output may lie beside the event by rounding
        crossing = replace(
            crossing, t=max(self.order.plan.nearest_grid_time(crossing.t), record.last_time)
        )
        if record.last_time < crossing.t:
            record.keep(np.array([crossing.t]), crossing.y[None, :])
        if record.sink is not None:
            record.sink.block(record, self.checkpoint(None, crossing))
        try:
            outcome, happened = self.events.happen(crossing, watch, here.sim, self.mode)
        except ModelError as problem:
            raise record.stop_error(*problem.problems) from problem
        if outcome.changed:
            record.begin(outcome.sim)
            record.keep(np.array([crossing.t]), outcome.y[None, :])
        listed = [replace(entry, state=record.count - 1) for entry in happened]
        record.happened += listed
        if record.sink is not None:
            record.sink.event(crossing, outcome, listed)
        if outcome.notice is not None:
            record.notices.append(outcome.notice)
        if outcome.problem is not None:
            raise record.stop_error(outcome.problem)
        return not outcome.stop and self._goes_on(crossing, outcome)

    def _goes_on(self, crossing: Crossing, outcome: Outcome) -> bool:
        sim, record, progress = outcome.sim, self.record, self.leg.here.progress
        if crossing.t >= self.order.plan.end:
            return False
        if self.order.plan.method not in METHODS:
            check_reach(record, self.order.plan, crossing.t, record.account.steps)
        period = sim.period
        if outcome.mode.inputs is not self.mode.inputs or (sim.lags and outcome.changed):
            record.held = sim.held_efforts(sim.state_of(outcome.y, crossing.t))
            if period:
                passed = np.floor((crossing.t - self.order.plan.start) / period * (1.0 + 1e-12))
                record.following = int(passed) + 1
            self.record.note_sample(crossing.t)
        self.mode = outcome.mode
        here = LegState(sim, self.order, crossing.t, outcome.y, record, progress)
        self.record.account.traced_inputs = self.record.account.traced_inputs and sim.traced
        if self.record.keeping is not None and outcome.changed:
            said = account_of(self.record.keeping, sim, self.order.plan.method)
            if said not in self.record.account.kept:
                self.record.account.kept += f"; from t = {crossing.t:.6g} s on, {said}"
        watch = self.events.watch(
            sim, self.mode, crossing.t, outcome.y, outcome.happened, record.held
        )
        here.watch = watch
        if watch is not None and outcome.changed:
            span = self.order.plan.end - self.order.plan.start
            at_once = watch.at_once(crossing.t, outcome.y, span, outcome.happened)
            self.crossing = Crossing(crossing.t, outcome.y, at_once) if at_once else None
        self.leg = self._leg(here)
        return True

    # --- going on later -----------------------------------------------------------------------

    def checkpoint(self, leg: Leg | None, crossing: Crossing | None = None) -> dict[str, Any]:
        """Return all that is needed to go on from here: inside a leg, or with a crossing."""
        here, record = self.leg.here, self.record
        if self.record.tally is not None:
            self.record.count_corrections(self.record.tally)
        return {
            "leg": None if leg is None else leg.memory(),
            "crossing": None
            if crossing is None
            else {"t": crossing.t, "y": crossing.y, "which": list(crossing.which)},
            "t": here.t,
            "y": here.y,
            "before": None if here.watch is None else here.watch.before,
            "held": list(record.held),
            "following": record.following,
            "counts": list(self.events.counts),
            RECENT_EVENTS: [[t, list(names)] for t, names in self.events.recent.times],
            "controllers": {
                name: law.function.get_state()
                for name, law in here.sim.actuation.sampled.items()
                if hasattr(law.function, "get_state")
            },
            "account": asdict(self.record.account),
            "last_time": self.record.last_time,
            **({} if self.outside is None else {"outside": self.outside.memory()}),
        }

    def _later(self, progress: Progress, earlier: Earlier) -> LegState:
        """Return where a run goes on, with everything as it was."""
        known, record = earlier.checkpoint, self.record
        sims, self.mode = modes_of_crossings(self.order, self.modes, earlier.crossings)
        ends = [*earlier.firsts[1:], 0]
        record.segments = [
            Segment(first, last, sim)
            for first, last, sim in zip(earlier.firsts, ends, sims, strict=True)
        ]
        record.account = Account.of(known["account"])
        if record.tally is not None:
            record.resume_corrections(record.tally)
        record.behind(record.count, float(known["last_time"]))
        record.happened = [entry for c in earlier.crossings for entry in happenings(c)]
        record.notices = notices_of(earlier.crossings)
        self.events.counts = [int(n) for n in known["counts"]]
        self.events.recent.times.extend((t, tuple(names)) for t, names in known[RECENT_EVENTS])
        sim = sims[-1]
        if self.outside is not None:
            self.outside.restore(known["outside"], self.order.start.t)
        for name, state in known["controllers"].items():
            sim.actuation.sampled[name].function.set_state(state)  # type: ignore[attr-defined]
        held = tuple(np.array(part) for part in known["held"])
        self._hold(held, int(known["following"]))
        y = np.array(known["y"])
        here = LegState(sim, self.order, float(known["t"]), y, record, progress)
        here.memory = known["leg"]
        here.watch = self.events.watch(sim, self.mode, here.t, y, (), record.held)
        if here.watch is not None and known["before"] is not None:
            here.watch.before = np.array(known["before"])
        if known["crossing"] is not None:
            c = known["crossing"]
            which = tuple(int(k) for k in c["which"])
            self.crossing = Crossing(float(c["t"]), np.array(c["y"]), which)
        return here


def watched_events(order: Order, exact: bool = True) -> tuple[Event, ...]:
    """Return the events of an order, and of contacts that only push, which are always watched.

    exact: those of exact friction too.
    """
    found = order.events
    if any(element.has_outside_code for element in order.system.model.forces):
        from sarrus.system.simulation.fmus.exchange import fmu_events

        found = (*found, *fmu_events(order.system))
    if exact:
        found = (*found, *friction_events(order.system))
    if not order.system.compiled.has_contacts:
        return found
    return (*found, *contact_events(order.system, order.start, order.events))


def exchange_of(system: System, plan: Plan) -> Exchange | None:
    """Return what a run exchanges with its FMUs, None where it has none."""
    if not any(element.has_outside_code for element in system.model.forces):
        return None
    from sarrus.system.simulation.fmus.exchange import Exchange

    _refuse_method(system, plan.method)
    return Exchange(system, plan.end)


def _refuse_method(system: System, method: str) -> None:
    """Refuse methods that cannot ask the FMUs of a system."""
    continuous = any(getattr(e, "is_continuous", False) for e in system.model.forces)
    if method not in REDUCED and not (continuous and (method == "ida" or method in METHODS)):
        return
    names = ", ".join(f"'{e.name}'" for e in system.model.forces if e.has_outside_code)
    fit = "'auto', 'adams' or 'bdf'"
    if method in REDUCED:
        rule = f"works in independent coordinates, in which FMUs ({names}) are not asked"
    else:
        rule = f"evaluates the equations natively, without asking FMUs of Model Exchange ({names})"
        fit += ", or Co-Simulation by steps of `every`"
    raise ModelError(Problem("D16", f"method '{method}'", rule, action=f"use {fit}"))


def refuse_overdriven(sim: Simulator, start: State) -> None:
    """Refuse laws for more coordinates than the loops leave free."""
    loops = sim.system.compiled.loops
    rows = sim.all_rows(start.q)
    Phi, extra = rows[: loops.m], rows[loops.m :]
    laws = [k for k, d in enumerate(sim.driven) if not d.is_held]
    others = [k for k in range(len(extra)) if k not in laws]
    free = sim.system.nv - loops.scaled_matrix(Phi, extra[others]).rank
    moved = loops.scaled_matrix(Phi, extra).rank - (sim.system.nv - free)
    if moved < len(laws):
        names = ", ".join(dict.fromkeys(f"'{sim.driven[k].name}'" for k in laws))
        raise ModelError(
            Problem(
                "D03",
                f"drives {names}",
                f"are {len(laws)} on {moved} of the mechanism's freedoms: the loops already lead "
                "some of them",
                cause="more coordinates are driven than the mechanism has freedoms",
                action="drive fewer coordinates; the others follow",
            )
        )


def modes_of(order: Order, tally: Tally | None = None, exact: bool = False) -> Modes:
    """Return what makes the modes of an order, with the parameters that events change as inputs.

    exact: whether exact frictions stick and slide by events, as in a run of one motion.
    """
    names = dict.fromkeys(
        name for e in order.events for action in e.actions or () for name in action.parameters
    )
    system = joining_system(order.system, order.events) if order.events else order.system
    smooth = system
    system = exact_system(system) if exact else system
    sticks = system is not smooth
    system = system.compiled.variant(parameters=list(names)) if names else system
    span, method = (order.plan.start, order.plan.end), order.plan.method
    lagging = any(bearing.lagged for bearing in system.compiled.loops.bearings)
    if lagging and method not in _lagging_methods():
        raise ModelError(_cannot_lag(system, method))
    made = Modes(system, order.keywords, span, order.baumgarte, lagging, order.mode.opened, tally)
    if sticks:
        made.frictions = FrictionModes(made)
    return made


def first_mode(order: Order, modes: Modes) -> Mode:
    """Return the mode in which a run begins, the modes of its frictions decided."""
    if modes.frictions is None:
        return order.mode
    sim = modes.simulator(order.mode, order.start.q)
    held = sim.held_efforts(order.start)
    return modes.frictions.mode_at(order.mode, {}, sim.start(order.start), order.start.t, held)


def _lagging_methods() -> list[str]:
    """Return the methods in which the load of the last step has a meaning: single, equal steps."""
    return [name for name, method in METHODS.items() if not method.history]


def _cannot_lag(system: System, method: str) -> Problem:
    names = ", ".join(f"'{b.name}'" for b in system.compiled.loops.bearings if b.lagged)
    fit = ", ".join(repr(name) for name in _lagging_methods())
    reason = (
        "goes back to earlier steps, across which the load jumps"
        if method in METHODS
        else "chooses its steps, and the load of the last one would depend on that choice"
    )
    return Problem(
        "D16",
        f"method '{method}'",
        f"{reason}: it cannot be used with lagged bearing_friction {names}",
        action=f"use {fit}, or friction that is not lagged",
    )


def modes_of_crossings(
    order: Order, modes: Modes, crossings: Sequence[Mapping[str, Any]]
) -> tuple[list[Simulator], Mode]:
    """Return the equations of every segment of a run, and its last mode, from its crossings."""
    mode, watched = first_mode(order, modes), watched_events(order)
    sims = [modes.simulator(mode, order.start.q)]
    for crossing in crossings:
        t, y = float(crossing["t"]), np.array(crossing["y"])
        state = sims[-1].state_of(y, t)
        numbers = [int(n) for n in crossing["numbers"]]
        mode = mode_after(watched, numbers, t, state, mode, sims[-1])
        if crossing.get("friction"):
            grips = {name: Grip.of(part) for name, part in crossing["friction"].items()}
            mode = mode.with_friction(grips)
        if crossing["changed"]:
            sims.append(modes.simulator(mode, state.q))
    return sims, mode


def happenings(crossing: Mapping[str, Any]) -> list[Happening]:
    """Return the events of a crossing as they stand in the list of a run."""
    return [
        Happening(
            h["name"],
            float(h["t"]),
            tuple(h["done"]),
            float(h["energy"]),
            int(h["state"]),
            tuple(Impulse.of(record) for record in h.get("impulses", ())),
        )
        for h in crossing["happened"]
    ]


def notices_of(crossings: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """Return the notices that events of a run gave."""
    return [Problem.of(c["notice"]) for c in crossings if c.get("notice") is not None]


def leg_of(plan: Plan) -> Callable[[LegState], Leg]:
    """Return what makes the legs of a plan."""
    if plan.method in REDUCED:
        return reduced_leg
    if plan.method in CONTROLLED:
        return AdaptiveLeg
    return sundials_leg if plan.method in SUNDIALS else fixed_leg


def fixed_leg(here: LegState) -> Leg:
    """Return a leg of equal steps."""
    from sarrus.system.simulation.methods.fixed_leg import FixedLeg

    return FixedLeg(here)


def sundials_leg(here: LegState) -> Leg:
    """Return a leg by CVODE or IDA, whose library is loaded when it is first asked for."""
    from sarrus.system.simulation.methods.sundials_leg import SundialsLeg

    return SundialsLeg(here)


def reduced_leg(here: LegState) -> Leg:
    """Return a leg in independent coordinates; in trees, all are but those that are driven."""
    from sarrus.system.simulation.methods.reduced_leg import ReducedLeg, note_tree

    implicit = here.order.plan.method == "partitioned"
    if here.sim.system.closed:
        if not implicit:
            return ReducedLeg(here)
        from sarrus.system.simulation.methods.partitioned_leg import PartitionedLeg

        return PartitionedLeg(here)
    note_tree(here)
    return sundials_leg(here) if implicit else AdaptiveLeg(here)

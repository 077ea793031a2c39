"""From a crossing to the state and mode after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.driven_rows import check_start
from sarrus.system.simulation.event_watch import EventWatch, switch_count
from sarrus.system.simulation.events.actions import Action, Attach
from sarrus.system.simulation.events.change import Change
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.events.impact import impulses, velocity_jump
from sarrus.system.simulation.events.zeno import RecentEvents, stuck
from sarrus.system.simulation.frictions import Grip
from sarrus.system.simulation.methods.leg import Crossing
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.run import Happening, Impulse
from sarrus.system.state import State

MODES_AHEAD = 16
"""Modes whose equations are compiled before the run."""


@dataclass
class Outcome:
    """What an event leads to: mode, equations and state after it, and why the run ends, if so."""

    mode: Mode
    sim: Simulator
    y: np.ndarray
    happened: tuple[int, ...]
    stop: bool
    changed: bool
    problem: Problem | None = None
    notice: Problem | None = None
    impulses: tuple[Impulse, ...] = ()


@dataclass
class Events:
    """All events of a run, how often they happened, and what they do."""

    events: tuple[Event, ...]
    modes: Modes
    span: float
    switching: bool = False
    """Whether steps end at the kinks of force elements, as those with error control do."""
    counts: list[int] = field(default_factory=list)
    recent: RecentEvents = field(init=False)

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * len(self.events)
        self.recent = RecentEvents(self.span)

    def watch(
        self,
        sim: Simulator,
        mode: Mode,
        t: float,
        y: np.ndarray,
        happened: Sequence[int],
        held: tuple[np.ndarray, ...],
    ) -> EventWatch | None:
        """Return what watches the events that may still happen in a mode, from a state on."""
        left = [k for k, event in enumerate(self.events) if self._may_happen(k, event)]
        if self.modes.frictions is not None:
            left = [k for k in left if self.modes.frictions.watched(self.events[k], mode)]
        switches = switch_count(sim) if self.switching else 0
        if not left and not switches:
            return None
        watch = EventWatch(sim, [self.events[k] for k in left], left, switches)
        watch.hold(held)
        watch.begin(t, y, happened, self.span)
        return watch

    def _may_happen(self, k: int, event: Event) -> bool:
        return event.most is None or self.counts[k] < event.most

    def prepare(self, mode: Mode, q: np.ndarray, make: Any) -> None:
        """Compile the equations of all modes that events lead to by themselves, and of impacts."""
        if self.events:
            system = self.modes.system
            system.compiled.kernel("mass_matrix"), system.compiled.kernel("energy")
            for event in self.events:
                for action in event.actions or ():
                    if isinstance(action, Attach) and action.velocity is not None:
                        system.jacobian(action.body, np.zeros(3), q)
                        system.poses(q)
        known, waiting = {mode.structure}, [mode]
        while waiting and len(known) < MODES_AHEAD:
            here = waiting.pop(0)
            for event in self.events:
                following = _after(event, here, self.modes.system)
                if following is not None and following.structure not in known:
                    known.add(following.structure)
                    waiting.append(following)
                    make(self.modes.simulator(following, q))

    def happen(
        self, crossing: Crossing, watch: EventWatch, sim: Simulator, mode: Mode
    ) -> tuple[Outcome, list[Happening]]:
        """Return what the events of a crossing lead to, and an entry for each in the run's list."""
        state = sim.state_of(crossing.y, crossing.t)
        change = Change(crossing.t, state, mode, sim=sim)
        entries: list[tuple[str, tuple[str, ...]]] = []
        numbers = [watch.numbers[k] for k in crossing.which]
        for k, number in zip(crossing.which, numbers, strict=True):
            change.event, change.notes = k, []
            for action in actions_of(self.events[number], crossing.t, state):
                action.apply(change)
            self.counts[number] += 1
            entries.append((self.events[number].label, tuple(change.notes)))
        if self.modes.frictions is not None and (change.mode is not mode or change.bounces):
            change.mode = change.mode.with_friction({})
        outcome = self._outcome(crossing, watch, sim, mode, change, tuple(numbers))
        if self.modes.frictions is not None:
            outcome = self._with_friction(crossing, watch, sim, mode, change, outcome, entries)
        names = [name for name, _ in entries]
        outcome.problem = outcome.problem or change.problem
        outcome.problem = outcome.problem or self.recent.endless(crossing.t, names)
        energy = float(outcome.y[-1] - crossing.y[-1])
        listed = [
            Happening(
                name,
                crossing.t,
                done,
                energy if k == 0 else 0.0,
                impulses=outcome.impulses if k == 0 else (),
            )
            for k, (name, done) in enumerate(entries)
        ]
        return outcome, listed

    def _with_friction(
        self,
        crossing: Crossing,
        watch: EventWatch,
        sim: Simulator,
        mode: Mode,
        change: Change,
        outcome: Outcome,
        entries: list[tuple[str, tuple[str, ...]]],
    ) -> Outcome:
        """Return the outcome after it is decided anew which frictions stick.

        Friction has no part in impacts: they happen before. Then events of the user follow that
        look at the senses of frictions.
        """
        frictions, seen = self.modes.frictions, change.frictions
        if frictions is None or not (outcome.changed or seen):
            return outcome
        before = mode.friction
        for _ in range(MODES_AHEAD):
            decided = frictions.mode_at(
                outcome.mode, before, outcome.y, crossing.t, watch.held, seen
            )
            follows = Change(crossing.t, outcome.sim.state_of(outcome.y, crossing.t), decided)
            follows.sim = outcome.sim
            now = replace(crossing, y=outcome.y)
            after = self._outcome(now, watch, outcome.sim, outcome.mode, follows, outcome.happened)
            outcome = joined_outcomes(outcome, after)
            for k, (label, done) in enumerate(entries):
                name = next((n for n in seen if not done and label.startswith(f"{n} ")), None)
                if name is not None:
                    entries[k] = (label, (f"'{name}' {decided.friction[name].text}",))
            numbers = [
                k
                for k, event in enumerate(self.events)
                if self._may_happen(k, event) and sense_crossed(event, before, decided.friction)
            ]
            if not numbers:
                break
            before, seen = decided.friction, {}
            state = outcome.sim.state_of(outcome.y, crossing.t)
            change = Change(crossing.t, state, outcome.mode, sim=outcome.sim)
            for number in numbers:
                change.event, change.notes = -1, []
                for action in actions_of(self.events[number], crossing.t, state):
                    action.apply(change)
                self.counts[number] += 1
                entries.append((self.events[number].label, tuple(change.notes)))
            happened = (*outcome.happened, *numbers)
            now = replace(crossing, y=outcome.y)
            after = self._outcome(now, watch, outcome.sim, outcome.mode, change, happened)
            same = after.mode is outcome.mode and not change.states
            outcome = joined_outcomes(outcome, after)
            if same:
                break
        return outcome

    def _outcome(
        self,
        crossing: Crossing,
        watch: EventWatch,
        sim: Simulator,
        mode: Mode,
        change: Change,
        numbers: tuple[int, ...],
    ) -> Outcome:
        same = change.mode is mode
        after = sim if same else self.modes.simulator(change.mode, change.state.q)
        if change.mode.parameters != mode.parameters:
            _refuse_opened(after, change.state)
        y = crossing.y.copy()
        outcome = Outcome(change.mode, after, y, numbers, change.stop, not same)
        if same and not change.bounces and not change.states:
            return outcome
        nq, nv = sim.system.nq, sim.system.nv
        q, v = y[:nq].copy(), y[nq : nq + nv].copy()
        rows, rates, resting = _bounces(change, watch, q, v)
        if resting:
            outcome.stop, outcome.notice = True, _rests(crossing.t, resting)
            rates = np.zeros(len(rates))
        impact = velocity_jump(after, q, v, crossing.t, change.brought, rows, rates)
        y[nq : nq + nv] = impact.v
        if change.mode.opened != mode.opened:
            _count_anew(after, y, change.mode.opened ^ mode.opened)
        if change.joined:
            outcome.impulses = impulses(after, impact, crossing.t, change.joined)
        for name, value in change.states.items():
            after.z(y)[sim.system.compiled.place_of(name, ("z",))[1]] = value
        check_start(after.system, after.driven, after.state_of(y, crossing.t))
        y[-1] += _energy(after, y, crossing.t) - _energy(sim, crossing.y, crossing.t)
        outcome.changed = True
        if change.bounces and not resting and not change.stop:
            left = watch_after(watch, after, crossing, y, self.span)
            if left:
                outcome.problem = stuck(crossing.t, left)
        return outcome


def joined_outcomes(first: Outcome, then: Outcome) -> Outcome:
    """Return the outcome of two changes at one instant."""
    return replace(
        then,
        stop=first.stop or then.stop,
        changed=first.changed or then.changed,
        problem=first.problem or then.problem,
        notice=first.notice or then.notice,
        impulses=(*first.impulses, *then.impulses),
    )


def sense_crossed(event: Event, before: Mapping[str, Grip], after: Mapping[str, Grip]) -> bool:
    """Whether the sense of a friction, which an event watches, has jumped across its value."""
    if not isinstance(event.when, str) or not event.when.endswith(".sense"):
        return False
    name = event.when.removeprefix("force:").removesuffix(".sense")
    if name not in before or name not in after:
        return False
    a, b = (grips[name].sense - float(event.at) for grips in (before, after))
    if a == b or min(a, b) > 0.0 or max(a, b) < 0.0:
        return False
    return event.sign == 0 or event.sign == np.sign(b - a)


def _count_anew(sim: Simulator, y: np.ndarray, names: frozenset[str]) -> None:
    """Let the angles of joints that are made or parted count whole turns from here."""
    loops = sim.system.compiled.loops
    places = [k for name in names for k in range(*loops.cut_q[name].indices(loops.n_cut_q))]
    measured, turned = sim.measured_angles(y[: sim.system.nq]), sim.cut_angles(y)
    for n, k in enumerate(loops.wrapped):
        if k in places:
            turned[n] = measured[n]


def _refuse_opened(sim: Simulator, state: State) -> None:
    """Refuse other points or axes of joints that open loops: lengths do not jump."""
    if not sim.system.closed:
        return
    loops = sim.system.compiled.loops
    phi = loops.closure(
        state.q, *sim.system.compiled.last_inputs(**{**sim.kept_keywords, "t": state.t})
    )[0]
    if loops.is_consistent(phi, np.zeros(len(phi)), state.v):
        return
    worst = int(np.argmax(np.abs(loops.row_scale * phi)))
    raise ModelError(
        Problem(
            "D15",
            f"t = {state.t:.9g} s, loop row '{loops.row_names[worst]}'",
            f"would be open by {abs(phi[worst]):.3g} {loops.row_units[worst]} after the event",
            cause="it sets a point or an axis of a joint in a loop, and no body can jump there",
            action="let a joint with a drive change the length, or end the run here and assemble "
            "the mechanism with the new number: system.assemble({...}, parameters={...})",
        )
    )


def mode_after(
    events: Sequence[Event],
    numbers: Sequence[int],
    t: float,
    state: State,
    mode: Mode,
    sim: Simulator,
) -> Mode:
    """Return the mode after some events at a state; sim: the equations before."""
    change = Change(t, state, mode, sim=sim)
    for number in numbers:
        for action in actions_of(events[number], t, state):
            action.apply(change)
    return change.mode


def watch_after(
    watch: EventWatch, sim: Simulator, crossing: Crossing, y: np.ndarray, span: float
) -> list[str]:
    """Return the events of a crossing that go on to the far side although they were thrown back."""
    following = EventWatch(sim, watch.events, watch.numbers)
    following.hold(watch.held)
    following.begin(crossing.t, y, [watch.numbers[k] for k in crossing.which], span)
    now, ahead = following.values(y, crossing.t), following.before
    names = []
    for k in crossing.which:
        actions = watch.events[k].actions or ()
        thrown = any(action.throws for action in actions)
        side = watch.events[k].sign or float(np.sign(now[k]))
        if thrown and (ahead[k] - now[k]) * side > 0.0:
            names.append(watch.events[k].label)
    return names


def actions_of(event: Event, t: float, state: Any) -> list[Action]:
    """Return the actions of an event at a state."""
    known = event.actions
    if known is not None:
        return list(known)
    chosen: Any = event.do
    try:
        found = chosen(t, state)
    except ModelError:
        raise
    except Exception as problem:
        rule = f"fails at t = {t:.9g} s: {type(problem).__name__}: {problem}"
        raise ModelError(Problem("V04", f"event '{event.label}'", rule)) from problem
    if found is None:
        return []
    listed = [found] if isinstance(found, Action) else list(found)
    wrong = [repr(x) for x in listed if not isinstance(x, Action)]
    if wrong:
        rule = "returned something that is not an action"
        raise ModelError(Problem("V01", f"event '{event.label}'", rule, ", ".join(wrong)))
    return listed


def _after(event: Event, mode: Mode, system: Any) -> Mode | None:
    """Return the mode that an event leads to by itself, None if that depends on the state."""
    if event.actions is None or any(action.looks for action in event.actions):
        return None
    change = Change(0.0, None, mode)  # type: ignore[arg-type]
    try:
        for action in event.actions:
            action.apply(change)
    except ModelError:  # it cannot happen in this mode: a payload that is not there
        return None
    return change.mode


def _bounces(
    change: Change, watch: EventWatch, q: np.ndarray, v: np.ndarray
) -> tuple[np.ndarray | None, np.ndarray, list[str]]:
    """Return rows and rates of what is thrown back, and the events that come to rest."""
    if not change.bounces:
        return None, np.zeros(0), []
    rows, rates, resting = [], [], []
    for k, (restitution, rest) in change.bounces.items():
        J, still = watch.gradient(k, q, change.t)
        rate = float(J @ v) + still
        if abs(rate) < rest:
            resting.append(watch.events[k].label)
        rows.append(J)
        rates.append(-restitution * rate - still)
    return np.array(rows), np.array(rates), resting


def _energy(sim: Simulator, y: np.ndarray, t: float) -> float:
    nq, nv = sim.system.nq, sim.system.nv
    keywords = {**sim.kept_keywords, "t": t, "turned": sim.cut_angles(y)}
    if sim.nz:
        keywords["z"] = sim.z(y)
    return sim.system.energy(y[:nq].copy(), y[nq : nq + nv].copy(), **keywords).total


def _rests(t: float, names: list[str]) -> Problem:
    return Problem(
        "W32",
        f"t = {t:.9g} s",
        f"came to rest at {', '.join(repr(name) for name in names)}, and the run ends there",
        action="lock a joint, or continue with another mechanism",
        severity="notice",
    )

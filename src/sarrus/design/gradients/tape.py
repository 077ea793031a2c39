"""A run that keeps all it needs to be gone back: its steps, leg by leg, and its events.

It is the run of `System.simulate` with the same choices of rows, steps and events, to the bit;
its legs write down where each step began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial
from typing import Any

import numpy as np

from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.simulation.event_watch import EventWatch
from sarrus.system.simulation.methods.adaptive_leg import AdaptiveLeg
from sarrus.system.simulation.methods.fixed_leg import SINGLE, FixedLeg
from sarrus.system.simulation.methods.leg import Crossing, Leg, LegState
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.progress import Progress
from sarrus.system.simulation.run import Run
from sarrus.system.simulation.simulation import Order, Simulation

KernelInputs = Mapping[str, np.ndarray]
"""Inputs of kernels that hold during some steps: parameters, efforts, choice of rows."""
KEPT = 2**28
"""Most bytes of states of equal steps that are kept whole."""
THINNED = 1000
"""Beyond that every so-manieth state is kept, and the steps between are taken anew to go back."""
OWN = ("y", "t", "h", "w")
"""Inputs of kernels that change from step to step."""


@dataclass
class EqualSteps:
    """Steps number `first` on of size h, counted from t0; states: where each begins.

    With `thinned`, states hold only every so-manieth, and those between are taken anew.
    """

    inputs: KernelInputs
    t0: float
    h: float
    first: int
    count: int
    states: np.ndarray
    thinned: int = 1


@dataclass
class SingleStep:
    """One step of another size, by a method of its own; from, to: whether its ends are on the grid.

    begins, ends: whether it starts at an event, or ends at one, whose time moves.
    """

    inputs: KernelInputs
    method: str
    t: float
    h: float
    y: np.ndarray
    begins: bool = False
    ends: bool = False


@dataclass
class Filling:
    """The slopes behind a state for a multistep method: of states, the newest first.

    current: whether the newest is the state itself.
    """

    inputs: KernelInputs
    times: list[float]
    states: list[np.ndarray]
    current: bool


@dataclass
class ControlledSteps:
    """Steps with error control: their starts (t, h, y), row by row, and where the last ends."""

    inputs: KernelInputs
    steps: np.ndarray
    end: float


Part = EqualSteps | SingleStep | Filling | ControlledSteps


@dataclass
class TapedLeg:
    """A leg: its equations, its parts in their order, and the numbers of the rows kept in it.

    t, y: where it begins; rows: first and last (excluded) of the states that its steps have left.
    """

    sim: Simulator
    t: float
    y: np.ndarray
    rows: tuple[int, int] = (0, 0)
    parts: list[Part] = field(default_factory=list)
    leaps: list[float] = field(default_factory=list)
    """Times of singular positions that it has gone across."""


@dataclass
class TapedEvent:
    """A crossing: the state before, the equations on both sides, and the state after.

    before, after: numbers of the rows kept of both, -1 where there is none; which: of the watch.
    """

    t: float
    y: np.ndarray
    which: tuple[int, ...]
    watch: EventWatch
    sim: Simulator
    mode: Mode
    after: Simulator
    mode_after: Mode
    y_after: np.ndarray
    changed: bool
    stops: bool
    row_before: int = -1
    row_after: int = -1


def held_inputs(inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return copies of those inputs of a kernel that hold during steps."""
    return {name: value.copy() for name, value in inputs.items() if name not in OWN}


class TapedFixedLoop(FixedLoop):
    """Equal steps of which all states are kept."""

    tape: list[Part] | None = None

    def run(
        self,
        y: np.ndarray,
        t0: float,
        h: float,
        steps: tuple[int, int],
        every: int,
        limit: float,
    ) -> tuple[int, np.ndarray, int]:
        """Take steps as `FixedLoop` does, and write them down."""
        first, _ = steps
        begin = y.copy()
        value = held_inputs(self.step.inputs)
        reached, rows, why = super().run(y, t0, h, steps, 1, limit)
        if self.tape is not None and reached > first:
            states = np.vstack([begin[None, :], rows[:-1]])
            kept = sum(part.states.nbytes for part in self.tape if isinstance(part, EqualSteps))
            every_kept = 1 if kept + states.nbytes <= KEPT else THINNED
            own = states if every_kept == 1 else states[::every_kept].copy()
            self.tape.append(EqualSteps(value, t0, h, first, len(states), own, every_kept))
        numbers = first + 1 + np.arange(len(rows))
        return reached, rows[numbers % every == 0], why


class TapedFixedLeg(FixedLeg):
    """A leg of equal steps that writes them down."""

    loop_kind = TapedFixedLoop

    def __init__(self, here: LegState) -> None:
        super().__init__(here)
        self.tape = TapedLeg(here.sim, here.t, here.y.copy())
        if isinstance(self.loop, TapedFixedLoop):
            self.loop.tape = self.tape.parts

    def go(self) -> Crossing | None:
        """Go on, and note which rows were kept on the way."""
        first = self.here.record.count
        crossing = super().go()
        self.tape.rows = (first, self.here.record.count)
        if crossing is not None:
            t = self._time(self.k)
            if crossing.t > t:
                self._note(t, crossing.t - t, ends=True)
        return crossing

    def _note(self, t: float, h: float, ends: bool = False) -> None:
        method = self.here.order.plan.method if self.here.order.plan.method in SINGLE else "rk4"
        value = held_inputs(self.loop.step.inputs)
        y = self.y[: self.here.sim.size].copy()
        begins = t == self.tape.t and not self.tape.parts
        self.tape.parts.append(SingleStep(value, method, t, h, y, begins, ends))

    def _single(self, t: float, h: float) -> Crossing | None:
        y = self.y
        found = super()._single(t, h)
        if found is None:
            after, self.y = self.y, y
            self._note(t, h)
            self.y = after
        return found

    def _fill_history(self) -> Crossing | None:
        first, history = len(self.tape.parts), self.method.history
        found = super()._fill_history()
        if history and found is None:
            # slopes were taken where each single step began, and here if there are too few of them
            singles = [part for part in self.tape.parts[first:] if isinstance(part, SingleStep)]
            times, states = [part.t for part in singles], [part.y for part in singles]
            current = len(singles) < history
            if current:
                times.append(self._time(self.k))
                states.append(self.y[: self.here.sim.size].copy())
            value = held_inputs(self.loop.step.inputs)
            self.tape.parts.append(Filling(value, times[::-1], states[::-1], current))
        return found


class TapedAdaptiveLoop(AdaptiveLoop):
    """Steps with error control that are written down."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.parts: list[ControlledSteps] = []
        self.leaps: list[float] = []
        self._advance = partial(self._advance_and_note, self._advance)

    def _advance_and_note(self, advance: Callable[[Any], Any], place: Any) -> Any:
        """Take steps as the loop does, and write them down."""
        state = self.state
        state.budget = min(state.budget, control.ROOM - 1)
        before = state.trailed
        value = held_inputs(self.slope.inputs)
        why = advance(place)
        new = [self._trail[k % control.ROOM].copy() for k in range(before, state.trailed)]
        if new:
            self._note(value, np.array(new))
        return why

    def _note(self, inputs: KernelInputs, steps: np.ndarray) -> None:
        self._forget(float(steps[0, 0]))
        last = self.parts[-1] if self.parts else None
        if last is not None and _same(last.inputs, inputs):
            last.steps = np.vstack([last.steps, steps])
        else:
            self.parts.append(ControlledSteps(inputs, steps, np.inf))

    def _forget(self, t: float) -> None:
        """Forget the steps from a time on: they were gone back."""
        while self.parts and self.parts[-1].steps[0, 0] >= t:
            self.parts.pop()
        if self.parts:
            known = self.parts[-1]
            known.steps = known.steps[known.steps[:, 0] < t]
            known.end = t

    def leap(self, t: float, y: np.ndarray, h: float, y1: np.ndarray) -> None:
        """Go across a singular position, which is noted."""
        super().leap(t, y, h, y1)
        self.leaps.append(t + h)


def _same(one: KernelInputs, other: KernelInputs) -> bool:
    return all(np.array_equal(value, other[name]) for name, value in one.items())


class TapedAdaptiveLeg(AdaptiveLeg):
    """A leg with error control that writes its steps down."""

    loop_kind = TapedAdaptiveLoop

    def __init__(self, here: LegState) -> None:
        super().__init__(here)
        self.tape = TapedLeg(here.sim, here.t, here.y.copy())

    def go(self) -> Crossing | None:
        """Go on, and note which rows were kept on the way."""
        first = self.here.record.count
        crossing = super().go()
        loop: Any = self.loop
        end = self.loop.t if crossing is None else crossing.t
        loop._forget(end)
        self.tape.parts.extend(loop.parts)
        self.tape.leaps = loop.leaps
        self.tape.rows = (first, self.here.record.count)
        return crossing


class TapedSimulation(Simulation):
    """A simulation whose legs and events are written down, in their order."""

    def __init__(self, order: Order, progress: Progress) -> None:
        self.tape: list[TapedLeg | TapedEvent] = []
        super().__init__(order, progress)

    def _leg(self, here: LegState) -> Leg:
        kind = TapedAdaptiveLeg if self.order.plan.method in CONTROLLED else TapedFixedLeg
        leg = kind(here)
        self._tape_of = leg.tape
        return leg

    def end_leg(self) -> None:
        """Put the leg that has ended on the tape, once, unless it took no step."""
        if self._tape_of.parts and not any(part is self._tape_of for part in self.tape):
            self.tape.append(self._tape_of)

    def _on(self, crossing: Crossing) -> bool:
        here, mode, record = self.leg.here, self.mode, self.record
        watch = here.watch
        self.end_leg()
        count = record.count
        t = max(self.order.plan.nearest_grid_time(crossing.t), record.last_time)
        alone = record.last_time < t
        goes_on = super()._on(crossing)
        if watch is None:
            return goes_on
        which = tuple(k for k in crossing.which if watch.numbers[k] >= 0)
        added = record.count - count - int(alone)
        after = record.kept[-1].rows[-1][: here.sim.size].copy() if added else crossing.y.copy()
        sim = record.segments[-1].sim if added else here.sim
        event = TapedEvent(
            t, crossing.y.copy(), which, watch, here.sim, mode, sim, self.mode, after, added > 0,
            not goes_on, count if alone else -1, record.count - 1 if added else -1,
        )  # fmt: skip
        self.tape.append(event)
        return goes_on


def taped_run(order: Order) -> tuple[Run, list[TapedLeg | TapedEvent]]:
    """Return the run of an order, and what it takes to go back along it."""
    simulation = TapedSimulation(order, Progress(None))
    run = simulation.run()
    simulation.end_leg()
    return run, simulation.tape

"""What watches for events during a leg: their functions in one kernel."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.errors import ModelError, Problem, message_of
from sarrus.kernels import Kernel
from sarrus.kernels.loops.bound import BoundKernel, PythonKernel
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.formula import Formula
from sarrus.spatial.arrays import Array, Scalar
from sarrus.spatial.dual import Dual, duals, rates
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.quantities.equations import Inputs
from sarrus.system.simulation.events.contact import ContactLost
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.frictions import FrictionChange
from sarrus.system.simulation.law_numbers import LawNumbers, shared_laws
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.state_law import StateLaw

AHEAD = 1e-8
"""How far ahead to look which way an event goes that has just happened, as part of the run."""
FARTHER, STILL = 1e-6, 1e-14
"""How far where nothing has moved by then, and what counts as nothing."""


class EventWatch:
    """The functions of some events in one mode, and their values where the leg begins.

    numbers: of the events watched, among all; behind them, negative ones of the kinks of force
    elements, if these are watched too.
    """

    def __init__(
        self,
        sim: Simulator,
        events: Sequence[Event],
        numbers: Sequence[int],
        switches: int = 0,
    ) -> None:
        self.sim, self.events = sim, tuple(events)
        self.numbers = (*numbers, *(-1 - k for k in range(switches)))
        signs = [event.sign for event in events] + [0] * switches
        self.directions = np.array(signs, dtype=np.int64)
        self.before = np.zeros(len(signs))
        self.switches = switches
        self.held: tuple[np.ndarray, ...] = sim.actuation.vectors()

    def places_of(self, labels: Sequence[str]) -> tuple[int, ...]:
        """Return the places of events by their names."""
        return tuple(k for k, event in enumerate(self.events) if event.label in labels)

    def only_switches(self, which: Sequence[int]) -> bool:
        """Whether nothing but kinks of force elements is among some crossings."""
        return all(self.numbers[k] < 0 for k in which)

    @cached_property
    def _numbers(self) -> LawNumbers | None:
        """The levels and the numbers of formulas, where they are inputs of shared code."""
        shares = self.sim.system.compiled.compiler.cache.shares_code
        known = all(isinstance(e.when, (str, int, float, Formula, StateLaw)) for e in self.events)
        return LawNumbers("event_numbers") if shares and known and self.events else None

    @cached_property
    def _shared(self) -> tuple[list[Any], list[Any], str]:
        """Events with formulas whose numbers are inputs, levels, and what tells them apart."""
        numbers = self._numbers or LawNumbers()
        laws = {str(k): e.when for k, e in enumerate(self.events) if callable(e.when)}
        followed, text = shared_laws(numbers, laws)
        events = [replace(e, when=followed.get(str(k), e.when)) for k, e in enumerate(self.events)]
        levels = [numbers.number(float(crossed_level(e))) for e in self.events]
        names = [e.when if isinstance(e.when, str) else "" for e in self.events]
        return events, levels, repr((names, text))

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel (y, t) to g."""
        if self._numbers is not None:
            return self._shared_kernel(self._numbers)
        sim = self.sim

        def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"g": self._values(flow, t, arrays["y"])}

        of_contacts = all(isinstance(e.do, (ContactLost, FrictionChange)) for e in self.events)
        watched = [(e.when if of_contacts else id(e), e.at) for e in self.events]
        name = f"events {watched} switches {self.switches}"
        laws = sim.actuation.efforts if sim.traced else None
        private = bool(watched) and not of_contacts
        return sim.kernel(name, {"y": (sim.size,)}, values, laws, private=private)

    def _values(self, flow: Flow, t: Scalar, y: Array) -> Array:
        x = flow.inputs_at(t, y)
        reader = TracedState(self.sim.system, x, flow, y)
        found = [event_value(event, t, reader) for event in self.events]
        return np.array([*found, *(switches(x) if self.switches else ())])

    def _shared_kernel(self, numbers: LawNumbers) -> Kernel:
        """Return the kernel of events that differ from others in numbers only."""
        sim = self.sim
        events, levels, text = self._shared

        def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            y = arrays["y"]
            x = flow.inputs_at(t, y)
            reader = TracedState(sim.system, x, flow, y)
            with numbers.at(arrays[numbers.name]):
                found = [
                    watched_value(event, t, reader) - level()
                    for event, level in zip(events, levels, strict=True)
                ]
            return {"g": np.array([*found, *(switches(x) if self.switches else ())])}

        laws = sim.actuation.efforts if sim.traced else None
        shapes = {"y": (sim.size,), **numbers.shapes}
        return sim.kernel(f"events {text} switches {self.switches}", shapes, values, laws)

    @property
    def _number_values(self) -> dict[str, np.ndarray]:
        return {} if self._numbers is None else self._numbers.inputs

    @cached_property
    def _own(self) -> BoundKernel:
        kernel = self.kernel
        return BoundKernel(kernel, self.sim.inputs(None, self.held) | self._number_values)

    def hold(self, held: tuple[np.ndarray, ...]) -> None:
        """Let the functions see the efforts that hold until the next sample."""
        self.held = held
        if "_own" in self.__dict__:
            self._own.update(self.sim.held_inputs(held))

    def at_once(
        self, t: float, y: np.ndarray, span: float, but: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """Return the events that happen at the start: at this time, or at zero and crossing it.

        but: numbers of events that have just happened.
        """
        found = []
        now = self.values(y, t)
        for k, event in enumerate(self.events):
            if self.numbers[k] in but:
                continue
            if isinstance(event.when, (int, float)):
                starts = not but and event.when + event.at == t  # type: ignore[operator]  # read by now
            else:
                starts = abs(now[k]) <= STILL and event.sign != 0 and not self._held(event)
                starts = starts and self._just_after(t, y, [k], span)[0] * event.sign > 0.0
            if starts:
                found.append(k)
        return tuple(found)

    def bound(self, sim: Simulator, shared: Mapping[str, np.ndarray]) -> BoundKernel | PythonKernel:
        """Return the functions with buffers of their own but for what they share."""
        bound = BoundKernel(self.kernel, {} if shared else sim.inputs(None), shared)
        bound.update(self._number_values)
        if sim.native:
            return bound

        def run(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            sim.ask_python(inputs["y"], float(inputs["t"][0]), bound.inputs)
            bound()

        return PythonKernel(run, bound.inputs, bound.outputs)

    def values(self, y: np.ndarray, t: float) -> np.ndarray:
        """Return the values of all functions at a state."""
        own = self._own
        own.inputs["y"][...] = y[: self.sim.size]
        own.inputs["t"][...] = t
        own.update(self._mixing_inputs(y))
        if not self.sim.native:
            self.sim.ask_python(own.inputs["y"], t, own.inputs)
        own()
        return own.outputs["g"].copy()

    def _held(self, event: Event) -> bool:
        """Whether an event looks at the rate of a coordinate that is locked."""
        if not isinstance(event.when, str) or self.sim.system.compiled.locate(event.when) is None:
            return False
        vector, place = self.sim.system.compiled.locate(event.when) or ("", slice(0))
        return any(d.is_held and vector == "v" and place.start == d.v for d in self.sim.driven)

    def _mixing_inputs(self, y: np.ndarray) -> dict[str, np.ndarray]:
        if "T" not in self._own.inputs:
            return {}
        T = self.sim.choice(y)
        return {} if T is None else {"T": T}

    def begin(self, t: float, y: np.ndarray, happened: Sequence[int], span: float) -> None:
        """Take the values at the start of a leg; of what has just happened, those just after."""
        self.before = self.values(y, t)
        just = [k for k, number in enumerate(self.numbers) if number in happened]
        if just:
            self.before[just] = self._just_after(t, y, just, span)

    def _just_after(self, t: float, y: np.ndarray, which: list[int], span: float) -> np.ndarray:
        """Return values a moment later: by the velocity, or where that is zero by acceleration."""
        now, step = self.values(y, t), AHEAD * span
        slope = self.slope(t, y)
        found = self.values(y + step * slope, t + step)
        still = np.abs(found - now) <= STILL * np.maximum(1.0, np.abs(now))
        if np.any(still[which]):
            step = FARTHER * span
            middle = self.slope(t + 0.5 * step, y + 0.5 * step * slope)
            later = self.values(y + step * middle, t + step)
            found = np.where(still, later, found)
        return found[which]

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return ydot."""
        slope = self.sim.bound_slope(self.sim.inputs(self.sim.choice(y), self.held))
        slope.inputs["y"][...] = y[: self.sim.size]
        slope.inputs["t"][...] = t
        slope()
        return slope.outputs["ydot"].copy()

    def value_in_numbers(self, y: np.ndarray) -> float | None:
        """Return the value of the first event at a state, None where it is not one number."""
        flow, event = self.sim.flow_in_numbers(), self.events[0]
        reader = TracedState(self.sim.system, flow.inputs_at(0.0, y), flow, y)
        if isinstance(event.when, str):
            shape = reader.channel(event.when).shape
            if shape:
                rule = f"is not one number, but {shape}; add .x, .y, .z or another part"
                raise ModelError(Problem("V03", f"event '{event.when}'", rule))
            return 0.0  # a channel yields numbers wherever the equations can be solved
        found = np.asarray(event_value(event, 0.0, reader))
        return float(found) if found.ndim == 0 and found.dtype.kind in "fiu" else None

    def channels_read(self, y: np.ndarray) -> set[str]:
        """Return the channels that the first event reads."""
        flow, event = self.sim.flow_in_numbers(), self.events[0]
        reader = TracedState(self.sim.system, flow.inputs_at(0.0, y), flow, y)
        if isinstance(event.when, str):
            return {event.when}
        event_value(event, 0.0, reader)
        return reader.asked

    def depends_on_velocities(self, y: np.ndarray) -> bool:
        """Whether the value of the first event changes with velocities."""
        event = self.events[0]
        if (
            isinstance(event.when, str)
            and self.sim.system.compiled.catalogue.find(event.when).solved
        ):
            return True
        flow, nq = self.sim.flow_in_numbers(), self.sim.system.nq
        for k in range(self.sim.system.nv):
            moving = duals(y, np.eye(y.size)[nq + k])
            reader = TracedState(self.sim.system, flow.inputs_at(0.0, moving), flow, moving)
            if float(rates(np.array([event_value(self.events[0], 0.0, reader)]))[0]) != 0.0:
                return True
        return False

    def gradient(self, k: int, q: np.ndarray, t: float) -> tuple[np.ndarray, float]:
        """Return the row J and the part p of dg/dt = J v + p of an event's value.

        Exactly, by dual numbers; the function must not depend on velocities.
        """
        system, event = self.sim.system, self.events[k]

        def value(positions: Array, time: Scalar) -> Any:
            y = np.concatenate([positions, np.zeros(self.sim.size - system.nq)])
            self.sim.z(y)[...] = self.sim.system.compiled.compiler.start_states()
            flow = self.sim.flow_in_numbers()
            return np.array([event_value(event, time, TracedState(
                system, flow.inputs_at(time, y), flow, y))])  # fmt: skip

        row = [
            float(rates(value(duals(q, system.compiled.layout.rate(q, unit)), t))[0])
            for unit in np.eye(system.nv)
        ]
        still = rates(value(duals(q, np.zeros(q.size)), Dual(t, 1.0)))
        return np.array(row), float(still[0])


def switches(x: Inputs) -> list[Scalar]:
    """Return the values at whose zeros the laws of force elements have kinks."""
    scene = TreeScene(x.velocities, x.time)
    return [value for element in x.tree.forces for value in element.switches(scene)]


def switch_count(sim: Simulator) -> int:
    """Return how many such values there are; the equations are asked where elements have some."""
    if all(type(force).switches is ForceElement.switches for force in sim.system.model.forces):
        return 0
    return len(switches(_in_numbers(sim)[0]))


def _in_numbers(sim: Simulator) -> tuple[Any, Flow, np.ndarray]:
    """Return what a traced state needs, at the neutral position."""
    flow = sim.flow_in_numbers()
    y = np.concatenate([sim.system.neutral(), np.zeros(sim.size - sim.system.nq)])
    return flow.inputs_at(0.0, y), flow, y


def event_value(event: Event, t: Scalar, reader: TracedState) -> Scalar:
    """Return the value of an event at a state, in numbers or symbols; it happens at zero."""
    return watched_value(event, t, reader) - crossed_level(event)


def crossed_level(event: Event) -> Any:
    """Return the value that is crossed: of a time, that time."""
    return event.at if isinstance(event.when, str) or callable(event.when) else event.when


def watched_value(event: Event, t: Scalar, reader: TracedState) -> Scalar:
    """Return what an event watches at a state: a channel, what a function returns, or the time."""
    when = event.when
    if isinstance(when, str):
        return reader[when]
    if not callable(when):
        return t
    value = _call(event, when, t, reader)
    if value is None or isinstance(value, str) or np.ndim(value):
        raise ModelError(
            Problem("V03", f"event '{event.label}'", "must return one number", repr(value)[:80])
        )
    return value


def _call(event: Event, when: Callable[..., Any], t: Scalar, reader: TracedState) -> Any:
    takes_state = len(inspect.signature(when).parameters) > 1
    try:
        return when(t, reader) if takes_state else when(t)
    except ModelError:
        raise
    except Exception as problem:
        raise ModelError(
            Problem(
                "V03",
                f"event '{event.label}'",
                f"cannot be traced: {message_of(problem)}",
                cause="its function branches on a value, or uses `math` or another library",
                action="use NumPy's functions and what `state` offers",
            )
        ) from problem

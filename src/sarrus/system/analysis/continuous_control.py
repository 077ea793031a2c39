"""An observer and state feedback as one law with states of its own, inside the model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.writing.mechanism_of import mechanism_of
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.forces.element import ForceElement
from sarrus.summaries import with_summary
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.analysis.control import Observer, StateFeedback
    from sarrus.system.analysis.linearization import Linearization
    from sarrus.system.system import System

PLACE = re.compile(
    r"(?P<owner>.+)\.(?P<what>position|velocity)(\.(?P<axis>[xyz])|\[(?P<k>[012])\])"
)
"""A component of the place or velocity of a body or frame."""

TURN = " (turn)"
"""Ends the name of a state that is a turn, not a coordinate."""

Sensor = tuple[str, str, int]
"""Kind of what is read ("coordinate", "rate", "position", "velocity"), its name, its component."""


@with_summary
@dataclass(frozen=True, eq=False)
class ContinuousFeedback:
    """State feedback on the estimate of an observer, both in continuous time.

        dx/dt = A x + B u + L (y - y0 - C x),    u = -K x,    efforts = hold + u

    x, the estimate, are states of a force element (`element`) that reads the outputs: a law like
    any other, integrated and linearized with the mechanism, kept in model and result files.
    `system` is the mechanism with it, and `start(state)` the same state there, where nothing is
    known of it yet.
    """

    feedback: StateFeedback
    observer: Observer
    name: str = "controller"

    @cached_property
    def element(self) -> ForceElement:
        """The law, for a model with the same bodies and joints."""
        return _element(self.feedback, self.observer, self.name)

    @cached_property
    def model(self) -> Model:
        """The model with the controller."""
        model = self.feedback.linearization.state.system.model
        return replace(model, forces=(*model.forces, self.element))

    @cached_property
    def system(self) -> System:
        """The system with the controller, cut at the same joints."""
        return self.feedback.linearization.state.system.compiled.variant(self.model)

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the estimates, in the order of the states of the linearization."""
        return tuple(f"{self.name}.{n}" for n in _memory_names(self.feedback.linearization))

    @property
    def inputs(self) -> dict[str, Any]:
        """No laws: the controller is part of `system`."""
        return {}

    @cached_property
    def poles(self) -> np.ndarray:
        """Those of the feedback and of the observer [1/s]."""
        return np.concatenate([self.feedback.poles, self.observer.poles])

    def start(self, state: State, estimate: Mapping[str, float] | None = None) -> State:
        """Return a state of the mechanism as one of `system`.

        estimate: what the observer believes of x - x0, by name of the state of the linearization,
        nothing by default.
        """
        names = self.feedback.linearization.states
        values = dict(estimate or {})
        unknown = [name for name in values if name not in names]
        if unknown:
            action = f"known names: {', '.join(names)}"
            rule = "is not a state of the linearization"
            raise ModelError(Problem("S02", f"estimate '{unknown[0]}'", rule, action=action))
        z = [*np.asarray(state.z), *(float(values.get(name, 0.0)) for name in names)]
        states = dict(zip(self.system.states, z, strict=True))
        return self.system.state(state.q, state.v, state.t, states=states)


def _memory_names(small: Linearization) -> list[str]:
    """Return names of states of an element for those of a linearization."""
    return [re.sub(r"\W+", "_", name).strip("_") for name in small.states]


def _element(feedback: StateFeedback, observer: Observer, name: str) -> ForceElement:
    from sarrus.system.analysis.control import effort_names, output_values

    small, seen = feedback.linearization, observer.linearization
    system = small.state.system
    sensors, points = _sensors(system, seen.outputs)
    y0 = output_values(seen)
    A, B, C, K, L = small.A, small.B, seen.C, feedback.K, observer.L
    closed = A - B @ K - L @ C
    memory = _memory_names(small)
    efforts = effort_names(small)

    def loads(motion: Any) -> list[Any]:
        x = [motion.state(own) for own in memory]
        return [
            motion.effort(effort, float(u0) - _sum(row, x))
            for effort, row, u0 in zip(efforts, K, feedback.hold, strict=True)
        ]

    def rates(motion: Any) -> dict[str, Any]:
        x = [motion.state(own) for own in memory]
        off = [_read(motion, sensor) - float(y) for sensor, y in zip(sensors, y0, strict=True)]
        return {
            own: _sum(row, x) + _sum(gains, off)
            for own, row, gains in zip(memory, closed, L, strict=True)
        }

    mechanism = mechanism_of(system.model)
    units = [_unit(system, state) for state in small.states]
    starts = {own: (0.0, unit) if unit else 0.0 for own, unit in zip(memory, units, strict=True)}
    mechanism.user_force(name, loads, points=points, states=starts, rates=rates)
    return mechanism.build().forces[-1]


def _unit(system: System, state: str) -> str:
    """Return the unit of a state of a linearization."""
    unit = system.compiled.catalogue.find(state.removesuffix(TURN)).unit
    return unit.removesuffix("/s") if state.endswith(TURN) else unit


def _sum(row: np.ndarray, values: list[Any]) -> Any:
    total: Any = 0.0
    for factor, value in zip(row, values, strict=True):
        if factor:
            total = total + float(factor) * value
    return total


def _read(motion: Any, sensor: Sensor) -> Any:
    kind, name, k = sensor
    read = getattr(motion, kind)(name)
    return read[k] if kind in ("position", "velocity") else read


def _sensors(
    system: System, outputs: tuple[str, ...]
) -> tuple[list[Sensor], dict[str, tuple[str, Any]]]:
    """Return how a law reads outputs, and the points of which it asks."""
    model = system.model
    places = {body.name: (body.name, (0.0, 0.0, 0.0)) for body in model.bodies}
    places |= {frame.name: (frame.body, frame.pose.position) for frame in model.frames}
    coordinates = {n for joint in model.joints for n in joint.coordinate_names}
    velocities = {n for joint in model.joints for n in joint.velocity_names}
    found: list[Sensor] = []
    points: dict[str, tuple[str, Any]] = {}
    problems = []
    for name in outputs:
        part = PLACE.fullmatch(name)
        if name in coordinates:
            found.append(("coordinate", name, 0))
        elif name in velocities:
            found.append(("rate", name, 0))
        elif part is not None and part["owner"] in places:
            owner = part["owner"]
            body, at = places[owner]
            points[owner] = (body, list(at))
            k = "xyz".index(part["axis"]) if part["axis"] else int(part["k"])
            found.append((part["what"], owner, k))
        else:
            rule = "cannot be read by a law with states"
            action = (
                "measure coordinates or velocities of joints, or places and velocities of bodies "
                "and frames; or give every=... to both, for a controller that is called at samples"
            )
            problems.append(Problem("S02", f"output '{name}'", rule, action=action))
    if problems:
        raise ModelError(problems)
    return found, points

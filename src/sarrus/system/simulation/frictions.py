"""Exact friction in a run: which frictions stick, and which slide, between two events.

Where a friction comes to rest, where one that sticks reaches its bound, and after every event of
the user, the modes of all frictions at rest are decided together (`solvers.dry_friction`). One that
sticks is a held coordinate whose multiplier is the friction; one that slides is an effort.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sarrus.dynamics.bearing_loads import EPS
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.exact_friction import MODE_NUMBERS, ExactFriction
from sarrus.solvers.dry_friction import Frictions, NoSticking, Sticking, sticking
from sarrus.system.rows.bearing_motion import in_joint_axes
from sarrus.system.simulation.events.actions import Action
from sarrus.system.simulation.events.event import Event

if TYPE_CHECKING:
    from sarrus.model import Model
    from sarrus.system.simulation.events.change import Change
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.simulation.modes import Mode, Modes
    from sarrus.system.state import State
    from sarrus.system.system import System

RESTING = 1e-9
"""Rate [rad/s, lengths of the model per second] below which a friction is at rest."""
PAST = 1e-3
"""The part of it by which a rate has passed zero where a friction is seen to come to rest."""
RESTS, BREAKS, MOVES = "rests", "breaks", "moves"
"""What is seen of a friction: it comes to rest, reaches its bound, or is moved by something."""


class Grip(NamedTuple):
    """The mode of a friction: the numbers of `MODE_NUMBERS`."""

    sense: int = 0
    hold: float = 0.0
    stuck: bool = False
    shared: bool = False

    @staticmethod
    def of(numbers: Sequence[float]) -> Grip:
        """Return the mode of its numbers, as result files keep them."""
        sense, hold, stuck, shared = numbers
        return Grip(int(sense), float(hold), bool(stuck), bool(shared))

    @property
    def text(self) -> str:
        """What it does, for messages."""
        if self.sense:
            return f"slides ({'+' if self.sense > 0 else '-'})"
        return "sticks"


@dataclass(frozen=True)
class FrictionChange(Action):
    """Decide anew which frictions stick, since one of them cannot go on as it is."""

    name: str
    what: str
    sense: int = 0

    @property
    def looks(self) -> bool:
        """Always: forces at the instant decide."""
        return True

    def apply(self, change: Change) -> None:
        """Note the friction, for when all actions of the events are known."""
        change.frictions[self.name] = self.what

    def fits(self, grip: Grip) -> bool:
        """Whether it is watched in a mode."""
        if self.what == RESTS:
            return grip.sense == self.sense
        return not grip.sense and grip.stuck == (self.what == BREAKS)


def exact_frictions(model: Model) -> tuple[ExactFriction, ...]:
    """Return the frictions that are exact in runs."""
    return tuple(e for e in model.forces if isinstance(e, ExactFriction) and e.exact)


def smooth_friction_notices(model: Model, where: str) -> list[Problem]:
    """Return a notice (W85) of the exact frictions that are smooth where steps have no events."""
    names = [e.name for e in exact_frictions(model)]
    if not names:
        return []
    listed = ", ".join(repr(name) for name in names)
    rule = f"is exact, and {where} have its smooth law: it creeps where runs stick"
    if len(names) > 1:
        rule = f"are exact, and {where} have their smooth laws: they creep where runs stick"
    action = "exact=False makes runs the same; a larger `smoothing` allows longer steps"
    return [Problem("W85", f"friction {listed}", rule, action=action, severity="notice")]


def exact_system(system: System) -> System:
    """Return a system whose exact frictions take their modes as inputs; others as they are."""
    found = exact_frictions(system.model)
    if not found:
        return system
    return system.compiled.variants.get("exact friction", lambda: _exact(system))


def _exact(system: System) -> System:
    forces = tuple(
        replace(e, by_events=True) if isinstance(e, ExactFriction) and e.exact else e  # type: ignore[type-var]
        for e in system.model.forces
    )
    made = system.compiled.variant(replace(system.model, forces=forces))
    names = [f"force:{e.name}.{n}" for e in exact_frictions(made.model) for n in MODE_NUMBERS]
    return made.compiled.variant(parameters=names)


def rate_name(model: Model, element: ExactFriction) -> str:
    """Return the name of the rate that a friction acts on."""
    return model.joint(element.joint).velocity_names[element.index]


def least_rate(system: System, element: ExactFriction) -> float:
    """Return the rate below which a friction is at rest."""
    unit = system.model.joint(element.joint).type.velocities[element.index].unit
    return RESTING * (system.compiled.loops.length if unit == "m/s" else 1.0)


def friction_events(system: System) -> Iterator[Event]:
    """Go through what is watched of exact frictions; only some of it in each mode."""
    for element in exact_frictions(system.model):
        name, rate = element.name, rate_name(system.model, element)
        least = least_rate(system, element)
        for sense, direction in ((1, "down"), (-1, "up")):
            rests = FrictionChange(name, RESTS, sense)
            past = -sense * PAST * least
            yield Event(rate, rests, past, direction, f"{name} comes to rest")
            moved = FrictionChange(name, MOVES)
            yield Event(rate, moved, -sense * least, direction, f"{name} is moved")
        breaks = FrictionChange(name, BREAKS)
        yield Event(f"{name}.room", breaks, 0.0, "down", f"{name} breaks away")


@dataclass(frozen=True)
class FrictionModes:
    """Decides the modes of the exact frictions of a run."""

    modes: Modes

    def watched(self, event: Event, mode: Mode) -> bool:
        """Whether an event is watched in a mode: those of frictions only in some."""
        action = event.do
        if not isinstance(action, FrictionChange):
            return True
        grip = mode.friction.get(action.name)
        return grip is not None and action.fits(grip)

    def mode_at(
        self,
        mode: Mode,
        before: Mapping[str, Grip],
        y: np.ndarray,
        t: float,
        held: tuple[np.ndarray, ...],
        seen: Mapping[str, str] | None = None,
    ) -> Mode:
        """Return a mode with the modes of all frictions at a state.

        before: their modes until now; seen: what was seen of some of them.
        """
        seen = seen or {}
        free = mode.with_friction({})
        sim = self.modes.simulator(free, y[: self.modes.system.nq])
        state = sim.state_of(y, t)
        at = _Instant(sim, state, np.concatenate(held[:2]), self._active(mode))
        names = [e.name for e in at.frictions]
        senses = np.zeros(len(names), dtype=int)
        for k, element in enumerate(at.frictions):
            rate, least = at.rate(element), least_rate(sim.system, element)
            if seen.get(element.name) != RESTS and abs(rate) > least:
                senses[k] = int(np.sign(rate))
        first = [k for k, name in enumerate(names) if before.get(name, Grip()).stuck]
        hits = [k for k, name in enumerate(names) if seen.get(name) == BREAKS]
        try:
            found = sticking(at.problem(senses), first, hits)
        except NoSticking as nothing:
            raise ModelError(_no_mode(at, nothing)) from None
        return mode.with_friction(at.grips(found))

    def _active(self, mode: Mode) -> tuple[ExactFriction, ...]:
        """Return the frictions that act in a mode."""
        every = exact_frictions(self.modes.system.model)
        return tuple(e for e in every if e.name not in mode.off and e.joint not in mode.opened)


class _Instant:
    """What frictions can do at a state: how accelerations and reactions depend on them."""

    def __init__(
        self, sim: Simulator, state: State, held: np.ndarray, frictions: Sequence[ExactFriction]
    ) -> None:
        self.sim, self.state, self.held = sim, state, held
        self.frictions = tuple(frictions)
        self.rates = [rate_name(sim.system.model, e) for e in self.frictions]
        self.places = [sim.system.compiled.located_rate(name) for name in self.rates]

    def rate(self, element: ExactFriction) -> float:
        """Return the rate of its coordinate."""
        vector, place = self.places[self.frictions.index(element)]
        values: Any = self.state.v if vector == "v" else self.state.cut_v
        return float(values[place.start])

    def _response(self, efforts: Mapping[str, float]) -> tuple[np.ndarray, np.ndarray]:
        """Return accelerations of the coordinates, and reactions in the bearings."""
        motion = self.sim.motion(self.state, self.held, efforts)
        a = [(motion.vdot if v == "v" else motion.cut_vdot)[p.start] for v, p in self.places]
        loops = self.sim.system.compiled.loops
        if not loops.bearings:
            return np.array(a, dtype=float), np.zeros((0, 6))
        last, q = self._last, self.state.q
        value = (q, self.state.v, motion.vdot, motion.lam, motion.tau_cut, motion.ext)
        reactions = loops.joint_loads(*value, motion.bearing, *last)[1]
        return np.array(a, dtype=float), in_joint_axes(loops, q, reactions, last)

    @cached_property
    def _last(self) -> tuple[np.ndarray, ...]:
        compiled = self.sim.system.compiled
        keywords = {**self.sim.kept_keywords, "t": self.state.t}
        return compiled.last_at(compiled.last_inputs(**keywords), self.state)

    @cached_property
    def free(self) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations and reactions without friction."""
        return self._response({})

    @cached_property
    def unit(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """How they change by a unit effort on each coordinate."""
        a_0, R_0 = self.free
        found = [self._response({name: 1.0}) for name in self.rates]
        return [(a - a_0, R - R_0) for a, R in found]

    @cached_property
    def mobility(self) -> np.ndarray:
        """Accelerations by unit efforts where no loop and no drive holds anything."""
        system, q = self.sim.system, self.state.q
        M = system.mass_matrix(q, **self.sim.kept_keywords)
        C = system.compiled.loops.closure(q, *self._last)[3]
        found = []
        for vector, place in self.places:
            row = np.eye(system.nv)[place.start] if vector == "v" else C[place.start]
            found.append(float(row @ np.linalg.lstsq(M, row, rcond=None)[0]))
        return np.array(found)

    def problem(self, senses: np.ndarray) -> Frictions:
        """Return the problem of deciding the modes."""
        G = np.array([a for a, _ in self.unit]).T
        constant = not any(e.has_bearing for e in self.frictions)

        def static(f: np.ndarray) -> np.ndarray:
            return self._numbers("static") * self.loads(f)

        def sliding(f: np.ndarray) -> np.ndarray:
            own = np.array([self.number(e, e.sliding_name) for e in self.frictions])
            return own * self.loads(f)

        return Frictions(
            self.free[0], 0.5 * (G + G.T), self.mobility, senses, static, sliding, constant
        )

    def number(self, element: ExactFriction, name: str) -> float:
        """Return a number of a friction, with what the run has changed."""
        full = f"force:{element.name}.{name}"
        given = self.sim.kept_keywords.get("parameters") or {}
        return float(given.get(full, getattr(element, name)))

    def _numbers(self, name: str) -> np.ndarray:
        return np.array([self.number(e, name) for e in self.frictions])

    def loads(self, f: np.ndarray) -> np.ndarray:
        """Return the loads of bearings under efforts of friction, 1 where there is no bearing."""
        found = np.ones(len(self.frictions))
        if not any(e.has_bearing for e in self.frictions):
            return found
        bearings = [b.name for b in self.sim.system.compiled.loops.bearings]
        R = self.free[1] + sum(x * one for x, (_, one) in zip(f, self.unit, strict=True))
        scene = _Numbers(self)
        for k, element in enumerate(self.frictions):
            if element.has_bearing:
                own = R[bearings.index(element.name)]
                parts = element.parts(scene)  # type: ignore[attr-defined]
                found[k] = sum(
                    w * np.sqrt(own[list(at)] @ own[list(at)] + EPS * EPS) for w, at in parts
                )
        return found

    def grips(self, found: Sticking) -> dict[str, Grip]:
        """Return the modes of frictions by name."""
        bounds = self._numbers("static") * self.loads(found.efforts)
        grips = {}
        for k, element in enumerate(self.frictions):
            sense, stuck = int(found.senses[k]), k in found.held
            hold = 0.0
            if not sense and not stuck and bounds[k] > 0.0:
                hold = float(np.clip(found.efforts[k] / bounds[k], -1.0, 1.0))
            grips[element.name] = Grip(sense, hold, stuck, bool(found.shared[k]))
        return grips


class _Numbers:
    """A scene in which elements have the numbers of a mode."""

    def __init__(self, at: _Instant) -> None:
        self.at = at

    def value(self, element: ExactFriction, parameter: str) -> float:
        return self.at.number(element, parameter)


def _no_mode(at: _Instant, nothing: NoSticking) -> Problem:
    """Return the problem of frictions without a consistent mode, or with several."""
    coefficients = ", ".join(
        f"{e.sliding_name} = {at.number(e, e.sliding_name):g} and static = "
        f"{at.number(e, 'static'):g} of '{e.name}'"
        for e in at.frictions
    )
    names = ", ".join(f"'{e.name}'" for e in at.frictions)
    where = f"t = {at.state.t:.9g} s, friction {names}"
    a_0 = ", ".join(f"{x:.6g}" for x in at.free[0])
    if nothing.found:
        modes = "; ".join(_mode_text(at, mode) for mode in nothing.found)
        rule = f"has {len(nothing.found)} consistent modes with different motions: {modes}"
    else:
        rule = f"has no consistent mode: of {nothing.tried} none agrees with Coulomb's law"
    return Problem(
        "E-PAINLEVE",
        where,
        f"{rule}; with {coefficients}; accelerations without friction {a_0}",
        cause="friction raises the load that causes it (the paradox of Painleve): rigid bodies "
        "with these coefficients have no motion, or several, from here",
        action="use less friction, another geometry or bearing length, or an elastic support",
    )


def _mode_text(at: _Instant, mode: Sticking) -> str:
    parts = [
        f"'{e.name}' {Grip(int(s)).text} with {f:.6g}"
        for e, s, f in zip(at.frictions, mode.senses, mode.efforts, strict=True)
    ]
    return ", ".join(parts)

"""The size of equal steps at which a mechanism is stable, and who asks for it.

The eigenvalues of a motion at its start say nothing of what does not touch yet. Every element that
begins to push somewhere (`gaps`) is therefore closed: the mechanism is moved along d = -M^-1 dg/dq,
g its least gap, to where the element has stored the energy of an impact at `IMPACT`,

    U(q) - U(q0) = 1/2 m IMPACT^2,   m = (d^T M d) / (dg/dd)^2.

The impact is to take `STEPS` steps, which W83 counts with too. Its damping d^T dQ/dv d / d^T M d is
to be stable where the impact ends that damping slows down as well. An impact ends before friction
builds up, which is bounded besides; but bodies may rest for long: the largest eigenvalue of
M^-1 dQ/dv where the element bears the weight of all bodies is found by power iteration, at rest,
where friction sticks. Loops and drives are left open for all this: they only make masses larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import ForceElement
from sarrus.model.validation.contacts import IMPACT, STEPS, impact_time
from sarrus.system.simulation.methods.collapse import SHIFT, efforts_of, fastest_answer

if TYPE_CHECKING:
    from sarrus.system.quantities.equations import Inputs
    from sarrus.system.simulation.mode_kernels import Simulator

STEP = 1e-3
"""Steps [s] unless stability needs smaller ones."""
STABLE = 2.0
"""Size of a step times the largest eigenvalue up to which the classical method is stable."""
SMALLEST = 1e-8
"""Steps [s] below which a second of motion takes many minutes everywhere."""
ROUNDS = 5
"""Rounds of power iteration; loads of an element span few directions."""
NEAR = 0.3
"""Part of the largest eigenvalue above which it is that of an element."""
LEAST, FARTHEST = 1e-12, 1e5
"""Displacements in contact, and towards it, that are tried [lengths of the model, radians]."""
HALVINGS, PRECISE = 12, 50
"""Halvings of a displacement in contact, and of that to where it begins."""


@dataclass(frozen=True)
class StableStep:
    """A step [s], who asks for it, and within which time it answers [s]."""

    step: float
    owner: str
    time: float

    @property
    def is_shortened(self) -> bool:
        """Whether stability asks for less than the usual step."""
        return self.step < STEP

    def notice(self, element: str) -> Problem:
        """Return the notice that says the step, and who asks for it."""
        rule = f"is stable with steps of {self.step:.3g} s at most, {1.0 / self.step:.2g} of them "
        rule += f"for a second of motion: {self.owner} answers within {self.time:.2g} s"
        action = "soften what asks for it, or set another step"
        return Problem("W84", element, rule, action=action, severity="notice")

    def refusal(self, code: str, element: str) -> Problem | None:
        """Return why there is no step that anybody could wait for; None where there is one."""
        if self.step >= SMALLEST:
            return None
        rule = f"would need steps of {self.step:.2g} s, and below {SMALLEST:g} s no run ends in "
        rule += f"time: {self.owner} answers within {self.time:.2g} s"
        cause = "a stiffness or damping in other units, or one of the material"
        action = "soften it, or give step= (--step) if such motions cannot come up"
        return Problem(code, element, rule, cause=cause, action=action)


def stable_step(sim: Simulator, t: float, y: np.ndarray, known: float = 0.0) -> StableStep:
    """Return the step at which a motion from a state on is stable, contacts closed.

    known: the size of the largest eigenvalue at the state [1/s], where it is known exactly.
    """
    y = np.array(y[: sim.size], dtype=float)
    at_start = fastest_answer(sim, t, y)
    rate, owner = known, "the motion at its start"
    if at_start is not None and (at_start.rate > NEAR * known or not known):
        rate, owner = known or at_start.rate, _name(at_start.element)
    best = StableStep(STEP, "", STEP)
    if rate * STEP > STABLE:
        best = StableStep(STABLE / rate, owner, 1.0 / rate)
    return min([best, *_steps_in_contact(sim, t, y)], key=lambda one: one.step)


def _name(element: ForceElement) -> str:
    return f"{element.type_name.replace('_', ' ')} '{element.name}'"


def _steps_in_contact(sim: Simulator, t: float, y: np.ndarray) -> Iterator[StableStep]:
    """Yield the steps that elements ask for which may touch."""
    place = _Place(sim, t, y)
    scene = place.scene(y)
    touching = [e for e in place.at(y).tree.forces if len(e.gaps(scene))]
    if not touching:
        return
    inverse, slopes = place.inverse_mass(y), place.gap_slopes(y, touching)
    model = sim.system.model
    weight = sum(body.mass for body in model.bodies) * float(np.linalg.norm(model.gravity))
    for element, slope in zip(touching, slopes, strict=True):
        along = -inverse @ slope
        size = float(np.linalg.norm(along))
        if not 0.0 < size < np.inf:  # nothing closes it
            continue
        way = _Way(place, element, along / size)
        bottom = way.first(way.is_stopped)
        if bottom is not None:
            time = impact_time(-way.gap(bottom))
            owner = f"in an impact at {IMPACT:g} m/s or rad/s {_name(element)}"
            if time > 0.0:
                yield StableStep(time / STEPS, owner, time)
        bottom = way.first(way.is_stopped_damped)
        if bottom is not None and (damping := way.damping(bottom)) > 0.0:
            owner = f"damping in an impact at {IMPACT:g} m/s or rad/s of {_name(element)}"
            yield StableStep(STABLE / damping, owner, 1.0 / damping)
        if not weight > 0.0 or way.gap(0.0) < 0.0:
            continue  # the eigenvalues at the start have the friction of what touches there
        borne = way.first(partial(way.carries, weight))
        if borne is not None and (rate := place.friction_rate(way.at(borne), element)) > 0.0:
            owner = f"friction under the weight of all bodies in {_name(element)}"
            yield StableStep(STABLE / rate, owner, 1.0 / rate)


@dataclass(frozen=True, eq=False)
class _Way:
    """The way on which an element comes to touch; s: the displacement, from the start on."""

    place: _Place
    element: ForceElement
    along: np.ndarray

    def at(self, s: float) -> np.ndarray:
        """Return the state after a displacement."""
        return self.place.state_beside(self.place.y, s * self.along)

    def gap(self, s: float) -> float:
        """Return the least gap."""
        return min(float(gap) for gap in self.element.gaps(self.place.scene(self.at(s))))

    def closing(self, s: float) -> float:
        """Return how much the gap shrinks by a displacement of 1."""
        return (self.gap(s) - self.gap(s + SHIFT)) / SHIFT

    def is_stopped(self, s: float) -> bool:
        """Whether an impact has come to rest."""
        return self.gap(s) <= 0.0 and self._stopping(s) >= 1.0

    def is_stopped_damped(self, s: float) -> bool:
        """Whether an impact has come to rest, against damping as at its speed too."""
        if self.gap(s) > 0.0:
            return False
        still = float(self.along @ self.place.efforts(self.at(s), self.element))
        there = float(self.along @ self._efforts_at_impact(s))
        more = max(there / still, 1.0) if still else 1.0
        return self._stopping(s) * more >= 1.0

    def _stopping(self, s: float) -> float:
        """Return the part of the energy of an impact that is stored."""
        stored = float(self.element.potential(self.place.scene(self.at(s)))) - self._resting
        return stored * self.closing(s) ** 2 / (0.5 * self._inertia * IMPACT**2)

    def _efforts_at_impact(self, s: float) -> np.ndarray:
        """Return the efforts at the speed of the impact."""
        speed = IMPACT / max(self.closing(s), SHIFT)
        return self.place.efforts(
            self.place.state_in_motion(self.at(s), speed * self.along), self.element
        )

    @cached_property
    def _resting(self) -> float:
        """The energy that is stored at the start [J]."""
        return float(self.element.potential(self.place.scene(self.place.y)))

    @cached_property
    def _inertia(self) -> float:
        return float(self.along @ self.place.mass(self.place.y) @ self.along)

    def push(self, s: float) -> float:
        """Return the force against the gap; 0 while it is open."""
        if self.gap(s) > 0.0 or not (closing := self.closing(s)):
            return 0.0
        return -float(self.along @ self.place.efforts(self.at(s), self.element)) / closing

    def carries(self, weight: float, s: float) -> bool:
        """Whether the push is as large as a weight."""
        return self.push(s) >= weight

    def damping(self, s: float) -> float:
        """Return how fast damping ends the motion along the way [1/s].

        It is taken at the speed of the impact, where friction of a slight slip says little.
        """
        if not (closing := self.closing(s)) > 0.0:
            return 0.0
        still = self.place.efforts(self.at(s), self.element)
        change = (self._efforts_at_impact(s) - still) * closing / IMPACT
        return -float(self.along @ change) / self._inertia

    def first(self, is_reached: Callable[[float], bool]) -> float | None:
        """Return the displacement at which something is reached in contact; None if it never is."""
        touch = self._touch
        if touch is None:
            return None
        return _least(lambda depth: is_reached(touch + depth), LEAST, HALVINGS, touch)

    @cached_property
    def _touch(self) -> float | None:
        """The displacement at which the element begins to touch; None where it never does."""
        if self.gap(0.0) <= 0.0:
            return 0.0
        return _least(lambda s: self.gap(s) <= 0.0, SHIFT, PRECISE, 0.0)


def _least(
    is_reached: Callable[[float], bool], first: float, halvings: int, more: float
) -> float | None:
    """Return `more` and the least number at which something is reached; None if it never is."""
    nearest, farthest = 0.0, first
    while not is_reached(farthest):
        nearest, farthest = farthest, 2.0 * farthest
        if farthest > FARTHEST:
            return None
    for _ in range(halvings):
        middle = 0.5 * (nearest + farthest)
        if is_reached(middle):
            farthest = middle
        else:
            nearest = middle
    return more + farthest


@dataclass(frozen=True, eq=False)
class _Place:
    """A mechanism at rest, which can be moved; its loops and drives are open."""

    sim: Simulator
    t: float
    y: np.ndarray

    @property
    def columns(self) -> np.ndarray:
        """Lengths of the model, and radians, of the velocities."""
        return np.asarray(self.sim.system.compiled.loops.column_scale, dtype=float)

    def at(self, y: np.ndarray) -> Inputs:
        """Return what defines the motion at a state."""
        return self.sim.flow_in_numbers().free_inputs_at(self.t, y)

    def scene(self, y: np.ndarray) -> TreeScene:
        """Return how elements see the motion."""
        x = self.at(y)
        return TreeScene(x.velocities, x.time)

    def state_beside(self, y: np.ndarray, along: np.ndarray) -> np.ndarray:
        """Return the state after a displacement, in lengths of the model and radians, at rest."""
        nq, nv = self.sim.system.nq, self.sim.system.nv
        found = y.copy()
        found[:nq] = self.sim.system.compiled.layout.add(y[:nq], self.columns * along)
        found[nq : nq + nv] = 0.0
        return found

    def inverse_mass(self, y: np.ndarray) -> np.ndarray:
        """Return the inverse of the mass matrix in units of `columns`, 0 where nothing has mass."""
        return np.linalg.pinv(self.mass(y), rcond=1e-13, hermitian=True)

    def mass(self, y: np.ndarray) -> np.ndarray:
        """Return the mass matrix in units of `columns`."""
        M = np.asarray(mass_matrix(self.at(y).positions), dtype=float)
        return self.columns[:, None] * M * self.columns

    def gap_slopes(self, y: np.ndarray, elements: list[ForceElement]) -> np.ndarray:
        """Return how the least gaps of elements change with every displacement."""
        found, scene = [], self.scene(y)
        here = np.array([min(float(gap) for gap in e.gaps(scene)) for e in elements])
        for k in range(self.sim.system.nv):
            scene = self.scene(self.state_beside(y, SHIFT * np.eye(1, self.sim.system.nv, k)[0]))
            there = [min(float(gap) for gap in e.gaps(scene)) for e in elements]
            found.append((np.array(there) - here) / SHIFT)
        return np.array(found).T

    def state_in_motion(self, y: np.ndarray, along: np.ndarray) -> np.ndarray:
        """Return a state with velocities, in lengths of the model and radians by second."""
        nq, nv = self.sim.system.nq, self.sim.system.nv
        found = y.copy()
        found[nq : nq + nv] += self.columns * along
        return found

    def efforts(self, y: np.ndarray, element: ForceElement) -> np.ndarray:
        """Return the efforts of an element, in units of `columns`."""
        return self.columns * efforts_of(self.at(y), [element])[0][0]

    def friction_rate(self, y: np.ndarray, element: ForceElement) -> float:
        """Return the largest eigenvalue of M^-1 dQ/dv of an element at a state at rest [1/s]."""
        inverse, here = self.inverse_mass(y), self.efforts(y, element)
        along = np.random.default_rng(1788).normal(size=self.sim.system.nv)
        size = 0.0
        for _ in range(ROUNDS):
            along = SHIFT * along / np.linalg.norm(along)
            along = inverse @ (self.efforts(self.state_in_motion(y, along), element) - here) / SHIFT
            size = float(np.linalg.norm(along))
            if not 0.0 < size < np.inf:
                return 0.0
        return size

"""Where a mechanism stays at rest, and how that place moves with a parameter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import Problem, SimulationStopped
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.linearization import Linearization, linearized
from sarrus.system.motion import Motion
from sarrus.system.results import Named, Wrench
from sarrus.system.state import State

MOST = 60
SOLVED = 1e-11
FARTHEST = 0.5
"""Largest change of an iteration, in radians or model lengths."""

At = Callable[[State, Any], Differentials]
"""Differentials at a state, for a value of the parameter that is followed (None: as given)."""


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A state of rest in which all forces balance.

    motion: multipliers and efforts there; residual: the largest acceleration left [1/s^2 or
    m/s^2]; iterations: that it took.
    """

    state: State
    motion: Motion
    derivatives: Differentials
    residual: float
    iterations: int

    def __getitem__(self, name: str) -> Any:
        """Return a coordinate by name."""
        return self.state[name]

    @cached_property
    def linearization(self) -> Linearization:
        """Small motions about it."""
        return linearized(self.derivatives, [], ())

    @property
    def stable(self) -> bool:
        """Whether small motions about it do not grow."""
        return self.linearization.stable

    def reactions(self, joints: Sequence[str] | None = None, **how: Any) -> Named[Wrench]:
        """Return the reactions in the joints, each labelled unique or not."""
        system: Any = self.state.system
        return system.reactions(self.motion, joints=joints, **how)

    def __repr__(self) -> str:
        word = "stable" if self.stable else "unstable"
        return f"<Equilibrium, {word}: {self.state!r}>"


@dataclass(frozen=True, eq=False)
class Branch:
    """Equilibria along a parameter; folds: where the parameter turns back, by their numbers."""

    parameter: str
    values: np.ndarray
    points: tuple[Equilibrium, ...]
    folds: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate along the branch."""
        return np.array([point.state[name] for point in self.points])

    @property
    def stable(self) -> np.ndarray:
        """Which of the equilibria are stable."""
        return np.array([point.stable for point in self.points])


def solved(at: At, start: State, finish: Callable[[Differentials, int], Equilibrium],
           stable: bool) -> Equilibrium:  # fmt: skip
    """Return the equilibrium near a state; `stable`: one that is lower in energy."""
    state, d = start, at(start, None)
    for k in range(MOST):
        force = _force(d)
        size = _size(d, d.found["vdot"])
        if size <= SOLVED * _scale(d):
            return finish(d, k)
        step = _step(d, force, stable)
        state, d = _moved(at, state, d, step, None, stable)
    raise SimulationStopped(_not_found(d, state))


def _force(d: Differentials) -> np.ndarray:
    """Return the forces on the independent coordinates."""
    return np.asarray(
        d.B.T @ d.sim.system.mass_matrix(d.state.q, **d.sim.kept_given) @ d.found["vdot"]
    )


def _stiffness(d: Differentials) -> tuple[np.ndarray, np.ndarray]:
    """Return the change of these forces with the coordinates, and their mass matrix."""
    M = d.sim.system.mass_matrix(d.state.q, **d.sim.kept_given)
    return d.B.T @ M @ d.by_independent("vdot")[0], d.B.T @ M @ d.B


def _step(d: Differentials, force: np.ndarray, stable: bool) -> np.ndarray:
    slope, mass = _stiffness(d)
    if not stable:
        return np.linalg.lstsq(slope, -force, rcond=1e-14)[0]
    root = np.linalg.cholesky(mass)
    inside = np.linalg.solve(root, np.linalg.solve(root, -0.5 * (slope + slope.T)).T)
    weights, directions = np.linalg.eigh(inside)
    bent = np.maximum(np.abs(weights), 1e-6 * max(float(np.max(np.abs(weights), initial=0.0)), 1.0))
    right = directions.T @ np.linalg.solve(root, force)
    return np.asarray(np.linalg.solve(root.T, directions @ (right / bent)))


def _moved(
    at: At, state: State, d: Differentials, step: np.ndarray, value: Any, stable: bool
) -> tuple[State, Differentials]:
    """Return the state after a step, shortened until it gets better."""
    scale = d.sim.system.loops.column_scale[list(d.independent)]
    far = float(np.max(np.abs(step / scale), initial=0.0))
    step = step * min(1.0, FARTHEST / max(far, 1e-300))
    before = _merit(d, stable)
    for _ in range(30):
        shifted = d.sim.system.layout.add(state.q, d.B @ step)
        moved = at(closed(d, shifted, state.t), value)
        if _merit(moved, stable) < before or far < 1e-9:
            break
        step = 0.5 * step
    return moved.state, moved


def _merit(d: Differentials, stable: bool) -> float:
    """Return what an iteration makes smaller: energy, or the size of the forces."""
    if stable and not d.sim.actuation.laws:
        system = d.sim.system
        return float(system.energy(d.state.q, np.zeros(system.nv), **d.sim.kept_given).total)
    return float(np.linalg.norm(_force(d)))


def closed(d: Differentials, q: np.ndarray, t: float) -> State:
    """Return the state of rest at q, its loops closed by the dependent coordinates."""
    sim, places = d.sim, d.dependent
    system = sim.system
    for _ in range(25):
        gap, Phi = system.loops.closure(q, *sim.last)[:2]
        scale = system.loops.row_scale
        if not len(gap) or float(np.max(np.abs(scale * gap))) < 1e-14:
            break
        part = np.linalg.lstsq(scale[:, None] * Phi[:, places], -scale * gap, rcond=1e-10)[0]
        shift = np.zeros(system.nv)
        shift[places] = part
        q = np.asarray(system.layout.add(q, shift))
    return sim.state_of(np.concatenate([q, np.zeros(system.nv + 3)]), t)


def _size(d: Differentials, vdot: np.ndarray) -> float:
    return float(np.max(np.abs(vdot[list(d.independent)]), initial=0.0))


def _scale(d: Differentials) -> float:
    """Return how large accelerations are that the loads cause here."""
    by_position = d.by_independent("vdot")[0]
    gravity = float(np.linalg.norm(d.sim.system.model.gravity))
    return max(1.0, gravity, float(np.max(np.abs(by_position), initial=0.0)))


def followed(
    at: At,
    parameter: str,
    first: Equilibrium,
    value: float,
    end: float,
    steps: int,
    finish: Callable[[Differentials, int], Equilibrium],
    column: int,
) -> Branch:
    """Follow an equilibrium from a value of a parameter to another, past folds.

    By the tangent in (coordinates, parameter) and Newton's iteration across it (pseudo-arc
    length); column: of the parameter among those that are inputs.
    """
    span = end - value
    length = 1.0 / steps
    d, values, points, folds = first.derivatives, [value], [first], []
    direction = np.zeros(len(d.independent) + 1)
    direction[-1] = 1.0
    for _ in range(20 * steps):
        tangent = _tangent(d, span, column)
        tangent = tangent if tangent @ direction >= 0.0 else -tangent
        if len(points) > 1 and tangent[-1] * direction[-1] < 0.0:
            folds.append(len(points) - 1)
        direction = tangent
        left = (end - value) / span
        target = None
        if direction[-1] > 0.0 and left <= length * direction[-1]:
            target = end
        d, value = _corrected(at, d, value, direction, length, span, column, target)
        values.append(value)
        points.append(finish(d, 0))
        if target is not None or not -1.0 <= (value - values[0]) / span <= 2.0:
            break
    return Branch(parameter, np.array(values), tuple(points), tuple(folds))


def _tangent(d: Differentials, span: float, column: int) -> np.ndarray:
    slope, by_p = _bordered(d, span, column)
    return np.asarray(np.linalg.svd(np.hstack([slope, by_p[:, None]]))[2][-1])


def _bordered(d: Differentials, span: float, column: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the derivatives of the balance by scaled coordinates and by the scaled parameter."""
    scale = d.sim.system.loops.column_scale[list(d.independent)]
    chosen = list(d.independent)
    slope = d.by_independent("vdot")[0][chosen] * scale
    by_p = d.by_parameters("vdot")[chosen, column] * span
    return slope, by_p


def _corrected(
    at: At,
    d: Differentials,
    value: float,
    direction: np.ndarray,
    length: float,
    span: float,
    column: int,
    target: float | None,
) -> tuple[Differentials, float]:
    scale = d.sim.system.loops.column_scale[list(d.independent)]
    chosen = list(d.independent)
    if target is None:
        shift, change = length * direction[:-1] * scale, length * direction[-1] * span
    else:
        change = target - value
        shift = direction[:-1] / direction[-1] * (change / span) * scale
    now = value
    for _ in range(MOST):
        q = d.sim.system.layout.add(d.state.q, d.B @ shift + d.B_p[:, column] * change)
        now = now + change
        rest = at(d.state, now)  # the equations with the new value close the loops
        d = at(closed(rest, np.asarray(q), d.state.t), now)
        off = d.found["vdot"][chosen]
        if _size(d, d.found["vdot"]) <= SOLVED * _scale(d):
            return d, now
        slope, by_p = _bordered(d, span, column)
        if target is not None:
            shift, change = np.linalg.lstsq(slope, -off, rcond=1e-14)[0] * scale, 0.0
        else:
            K = np.vstack([np.hstack([slope, by_p[:, None]]), direction])
            step = np.linalg.lstsq(K, np.append(-off, 0.0), rcond=1e-14)[0]
            shift, change = step[:-1] * scale, step[-1] * span
    raise SimulationStopped(_not_found(d, d.state))


def _not_found(d: Differentials, state: State) -> Problem:
    vdot = np.abs(d.found["vdot"])
    worst = [d.sim.system.velocities[k] for k in np.argsort(-vdot)[:3]]
    return Problem(
        "E-NEWTON",
        "equilibrium",
        f"is not found in {MOST} iterations; largest accelerations left in {', '.join(worst)}",
        cause="there is none near the guess, or the mechanism can move freely without force",
        action="give another guess, lock a free coordinate, or use stable=True",
    )

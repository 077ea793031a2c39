"""Rest of mechanisms whose force elements have states: forces and rates of states vanish together.

Unknowns are the independent coordinates, in radians and lengths of the model, and the states z, in
their scales. A state may have no equilibrium of its own (the integral part of a controller), so
that coordinates and states are solved for at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.state import State

MOST = 60
FARTHEST = 0.5
"""Largest change of a coordinate in an iteration, in radians or model lengths."""
LOOSE = 1e-12
"""Singular value, as part of the largest, below which a direction is left alone."""


def scales(d: Differentials) -> np.ndarray:
    """Return the scales of the independent coordinates and of the states."""
    compiled = d.sim.system.compiled
    return np.append(compiled.loops.column_scale[list(d.independent)], compiled.state_scales)


def unrest(d: Differentials) -> np.ndarray:
    """Return what must vanish: accelerations of independent coordinates, rates of states."""
    return np.append(d.found["vdot"][list(d.independent)], d.found["zdot"])


def rest_slopes(d: Differentials) -> np.ndarray:
    """Return the derivatives of `unrest` by the scaled unknowns."""
    chosen = list(d.independent)
    by_q = np.vstack([d.by_independent("vdot")[0][chosen], d.by_independent("zdot")[0]])
    by_z = np.vstack([d.by_states("vdot")[chosen], d.by_states("zdot")])
    return np.hstack([by_q, by_z]) * scales(d)


def rest_by_parameters(d: Differentials) -> np.ndarray:
    """Return the derivatives of `unrest` by parameters."""
    return np.vstack([d.by_parameters("vdot")[list(d.independent)], d.by_parameters("zdot")])


def states_at_rest(d: Differentials, part: float) -> bool:
    """Tell whether the rates of states are nothing beside those that small changes cause."""
    rows = np.abs(rest_slopes(d))[len(d.independent) :]
    return bool(np.all(np.abs(d.found["zdot"]) <= part * np.sum(rows, axis=1)))


def rest_near(
    at: Callable[[State], Differentials],
    start: State,
    done: Callable[[Differentials], bool],
    closes: Callable[[Differentials], bool],
    closed: Callable[[Differentials, np.ndarray, float], State],
) -> tuple[Differentials, int]:
    """Return the derivatives at rest near a state, and the iterations that it took.

    Newton's iteration, whose steps are shortened until the next one would be smaller (the natural
    level function, which no unit of a residual changes).
    """
    d = at(start)
    for k in range(MOST):
        if done(d):
            return d, k
        step = _newton_step(d, unrest(d))
        there = None
        far = float(np.max(np.abs(step[: len(d.independent)]), initial=0.0))
        part = min(1.0, FARTHEST / max(far, 1e-300))
        while there is None:
            trial = at(_state_after(d, part * step, closed))
            finite = bool(np.all(np.isfinite(unrest(trial))))
            if finite and closes(trial) and _closer(d, trial, step, part):
                there = trial
            part = 0.5 * part
            if part < 1e-9:
                raise SimulationStopped(_settling_problem(d))
        d = there
    raise SimulationStopped(_settling_problem(d))


def _closer(d: Differentials, trial: Differentials, step: np.ndarray, part: float) -> bool:
    left = float(np.linalg.norm(_newton_step(d, unrest(trial))))
    size = float(np.linalg.norm(step))
    return left <= (1.0 - 0.25 * part) * size or size < 1e-12


def _newton_step(d: Differentials, off: np.ndarray) -> np.ndarray:
    """Return the scaled step that takes away what is off, as far as steps can."""
    slopes = rest_slopes(d)
    rows = np.max(np.abs(slopes), axis=1)
    rows = np.where(rows > 0.0, rows, 1.0)
    return np.linalg.lstsq(slopes / rows[:, None], -off / rows, rcond=LOOSE)[0]


def _state_after(
    d: Differentials,
    step: np.ndarray,
    closed: Callable[[Differentials, np.ndarray, float], State],
) -> State:
    change, f = scales(d) * step, len(d.independent)
    q = d.sim.system.compiled.layout.add(d.state.q, d.B @ change[:f])
    z = d.sim.system.compiled.states_at(d.state, d.sim.last) + change[f:]
    return replace(closed(d, np.asarray(q), d.state.t), own_z=z)


def refuse_stable() -> None:
    """Refuse to go down in energy where states take part in the balance."""
    rule = "goes down in energy, which is no guide where force elements have states of their own"
    action = "leave stable out, and ask the equilibrium found whether it is `stable`"
    raise ModelError(Problem("S09", "equilibrium / stable", rule, action=action))


def _settling_problem(d: Differentials) -> Problem:
    names = [d.sim.system.velocities[k] for k in d.independent]
    rates = [f"{name}_rate" for name in d.sim.system.states]
    worst = np.argsort(-np.abs(_newton_step(d, unrest(d)) if len(names) else unrest(d)))[:3]
    listed = ", ".join([*names, *rates][int(k)] for k in worst)
    return Problem(
        "E-NEWTON",
        "equilibrium",
        f"is not found; what is farthest from rest: {listed}",
        cause="there is none near the guess: a state whose rate no coordinate or state changes, or "
        "a mechanism that can move freely without force",
        action="give another guess, lock a free coordinate, or states={...} nearer to rest",
    )

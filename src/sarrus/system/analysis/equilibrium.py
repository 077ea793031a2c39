"""Where a mechanism stays at rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.linearization import Linearization, linear_equations
from sarrus.system.analysis.rest_with_states import refuse_stable, rest_near, states_at_rest
from sarrus.system.flow.flow import Flow
from sarrus.system.results import Named, Wrench
from sarrus.system.rows.motion import Motion
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.state import State

MOST = 60
SOLVED = 1e-11
FARTHEST = 0.5
"""Largest change of an iteration, in radians or model lengths."""
DAMPING = 1e-2
LEVEL = 1e-9
"""Curvature, as part of the largest, below which a direction counts as level."""
CLOSED, SINGULAR = 1e-9, 1e-9
"""How far loops may be open, in model lengths or radians; the least pivot watch."""

At = Callable[[State, Any], Differentials]
"""Differentials at a state, for a value of the parameter that is followed (None: as given)."""


@with_checks
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
        return linear_equations(self.derivatives, [], ())

    @property
    def stable(self) -> bool:
        """Whether small motions about it do not grow."""
        return self.linearization.stable

    def reactions(self, joints: Sequence[str] | None = None, **how: Any) -> Named[Wrench]:
        """Return the reactions in the joints, each labelled unique or not."""
        system: Any = self.state.system
        keywords = {**self.derivatives.sim.kept_keywords, **how}
        return system.reactions(self.motion, joints=joints, **keywords)

    def wrenches(self, joints: Sequence[str] | None = None, **how: Any) -> Named[Wrench]:
        """Return all that joints carry: reactions, and efforts that hold what is locked."""
        system: Any = self.state.system
        keywords = {**self.derivatives.sim.kept_keywords, **how}
        return system.wrenches(self.motion, joints=joints, **keywords)

    def __repr__(self) -> str:
        word = "stable" if self.stable else "unstable"
        return f"<Equilibrium, {word}: {self.state!r}>"


def equilibrium_near(at: At, start: State, finish: Callable[[Differentials, int], Equilibrium],
           stable: bool) -> Equilibrium:  # fmt: skip
    """Return the equilibrium near a state; `stable`: one that is lower in energy."""
    d = at(start, None)
    if not closes(d):
        raise SimulationStopped(_closure_problem(d))
    if d.sim.nz:
        if stable:
            refuse_stable()
        return finish(
            *rest_near(lambda state: at(state, None), start, balanced, closes, closed_state_at)
        )
    for k in range(MOST):
        step = _step(d, stable)
        if step is None:
            return finish(_after_last_step(at, d), k)
        d = _after_step(at, d, step, stable)
    raise SimulationStopped(_search_problem(d))


def _force(d: Differentials) -> np.ndarray:
    """Return the forces on the independent coordinates."""
    return np.asarray(d.B.T @ d.M @ d.found["vdot"])


def _stiffness(d: Differentials) -> np.ndarray:
    """Return the change of these forces with the coordinates, exactly where they vanish."""
    return np.asarray(d.B.T @ d.M @ d.by_independent("vdot")[0])


def _step(d: Differentials, stable: bool) -> np.ndarray | None:
    """Return the next change of the independent coordinates, None where all is done.

    Newton's step, damped in proportion to the forces (Levenberg and Marquardt): motions without
    any force are left alone. `stable`: with the forces in every direction, and off a top.
    """
    scale = d.sim.system.compiled.loops.column_scale[list(d.independent)]
    slope, force = scale[:, None] * _stiffness(d) * scale, scale * _force(d)
    still = balanced(d)
    damping = DAMPING * float(force @ force)
    if not stable:
        u, s, vt = np.linalg.svd(slope)
        return None if still else scale * (vt.T @ (s / (s * s + damping) * (u.T @ -force)))
    weights, directions = np.linalg.eigh(-0.5 * (slope + slope.T))
    if still:
        largest = float(np.max(np.abs(weights), initial=0.0))
        top = bool(weights.size) and weights[0] < -LEVEL * largest
        return 0.2 * FARTHEST * scale * directions[:, 0] if top else None
    return np.asarray(
        scale * (directions @ (directions.T @ force / np.hypot(weights, damping**0.5)))
    )


def _after_last_step(at: At, d: Differentials) -> Differentials:
    """Return what is found after one more of Newton's steps, where that is better.

    Accelerations that are nothing beside the stiffest spring may still be off where soft ones are.
    """
    scale = d.sim.system.compiled.loops.column_scale[list(d.independent)]
    slope, force = scale[:, None] * _stiffness(d) * scale, scale * _force(d)
    step = scale * np.linalg.lstsq(slope, -force, rcond=LEVEL)[0]
    q = np.asarray(d.sim.system.compiled.layout.add(d.state.q, d.B @ step))
    there = at(closed_state_at(d, q, d.state.t), None)
    return there if closes(there) and _unrest(there) < 0.25 * _unrest(d) else d


def _after_step(at: At, d: Differentials, step: np.ndarray, stable: bool) -> Differentials:
    """Return what is found after a step, shortened until it gets better."""
    system = d.sim.system
    scale = system.compiled.loops.column_scale[list(d.independent)]
    far = float(np.max(np.abs(step / scale), initial=0.0))
    shift = d.B @ step * min(1.0, FARTHEST / max(far, 1e-300))
    for _ in range(30):
        there = at(
            closed_state_at(d, np.asarray(system.compiled.layout.add(d.state.q, shift)), d.state.t),
            None,
        )
        if closes(there) and (far < 1e-9 or _better(d, there, shift, stable)):
            return there
        shift = 0.5 * shift
    raise SimulationStopped(_search_problem(d))


def _better(d: Differentials, there: Differentials, shift: np.ndarray, stable: bool) -> bool:
    """Tell whether forces are smaller there, or still point the way that was taken."""
    if not stable:
        return _unrest(there) < _unrest(d)
    work, left = (float(_force(x) @ shift[list(x.independent)]) for x in (d, there))
    return left >= -0.5 * work


def _unrest(d: Differentials) -> float:
    return float(d.found["vdot"] @ d.M @ d.found["vdot"])


def closes(d: Differentials) -> bool:
    """Tell whether the loops are closed and the equations can be solved."""
    gap = d.found.get("gap")
    if gap is None:
        return True
    loops, far = d.sim.system.compiled.loops, d.sim.row_choice.scale * gap
    within = loops.set_aside is None or loops.openness(gap[: loops.m]) <= 1.0
    far = far if loops.set_aside is None else far[loops.m :]
    open_by = float(np.max(np.abs(far), initial=0.0))
    return within and open_by < CLOSED and float(d.found["watch"][0]) > SINGULAR


def closed_state_at(
    d: Differentials, q: np.ndarray, t: float, v: np.ndarray | None = None
) -> State:
    """Return the state at q, at rest or with the independent ones of velocities v.

    Dependent coordinates and velocities close the loops, drives have theirs.
    """
    sim, system = d.sim, d.sim.system
    still = np.zeros((1, sim.size - system.nq))
    y = sim.lawful(np.array([t]), np.hstack([q[None, :], still]))[0]
    if system.closed:
        _close(sim, y, t, d)
    y[system.nq :] = 0.0
    if v is not None:
        y[system.nq : system.nq + system.nv] = _closing_velocities(d, y[: system.nq], v, t)
    sim.cut_angles(y)[...] = sim.measured_angles(y[: system.nq])
    if sim.nz:
        sim.z(y)[...] = system.compiled.states_at(d.state, sim.last)
    return sim.state_of(y, t)


def _closing_velocities(d: Differentials, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
    """Return velocities whose dependent ones keep loops closed and drives at their rates."""
    rows, found = d.sim.all_rows(q), v.copy()
    if not len(rows):
        return found
    found[d.dependent] = 0.0
    right = d.row_sizes * (d.sim.all_rates(t, q) - rows @ found)
    scaled = d.row_sizes[:, None] * rows[:, d.dependent]
    found[d.dependent] = np.linalg.lstsq(scaled, right, rcond=1e-10)[0]
    return found


def _close(sim: Simulator, y: np.ndarray, t: float, d: Differentials) -> None:
    """Move the dependent coordinates of y until the loops are closed, as far as they can be."""
    system, scale = sim.system, sim.row_choice.scale
    places = [k for k in range(system.nv) if k not in d.places]
    closing = slice(None) if d.closing is None else d.closing  # without rows of velocities alone
    rows, before = _rows(sim, y, t), np.inf
    for _ in range(25):
        gap, Phi = (part[closing] for part in system.compiled.loops.without_noise(*rows(y)))
        gap = scale[closing] * gap
        size = float(np.max(np.abs(gap), initial=0.0))
        if size < 1e-14 or (size < 1e-9 and size > 0.5 * before):
            break
        before = size
        shift = np.zeros(system.nv)
        scaled = scale[closing, None] * Phi[:, places]
        shift[places] = np.linalg.lstsq(scaled, -gap, rcond=1e-10)[0]
        y[: system.nq] = system.compiled.layout.add(y[: system.nq], shift)


def _rows(sim: Simulator, y: np.ndarray, t: float) -> Callable[[np.ndarray], Any]:
    """Return what tells how far loops and drives are off near y, and their rows."""

    def body(flow: Flow, now: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        rows = flow.rows_at(now, arrays["y"])
        return {"gap": rows.gap, "Phi": rows.jacobian}

    kernel = sim.kernel("gap and rows", {"y": (sim.size,)}, body, None)
    values = {**sim.inputs(sim.choice(y)), "t": np.array([t])}
    last = [values[port.name] for port in kernel.inputs[1:]]
    return lambda now: kernel(now, *last)


def balanced(d: Differentials, part: float = SOLVED) -> bool:
    """Tell whether what accelerations are left is nothing beside those that the loads can cause."""
    by_position = d.by_independent("vdot")[0]
    gravity = float(np.linalg.norm(d.sim.system.model.gravity))
    scale = max(1.0, gravity, float(np.max(np.abs(by_position), initial=0.0)))
    left = float(np.max(np.abs(d.found["vdot"][list(d.independent)]), initial=0.0))
    return left <= part * scale and (not d.sim.nz or states_at_rest(d, part))


def _closure_problem(d: Differentials) -> Problem:
    gap = np.abs(d.sim.row_choice.scale * d.found["gap"])
    worst = int(np.argmax(gap))
    names = [*d.sim.system.compiled.loops.row_names, *(drive.name for drive in d.sim.driven)]
    return Problem(
        "E-NEWTON",
        "equilibrium",
        f"cannot begin: the loops are open, or singular, at the guess (row '{names[worst]}' by "
        f"{gap[worst]:.3g} of the model's size)",
        cause="links too short or too long for these values, or drives too far from the guess",
        action="give a nearer guess, or other values",
    )


def _search_problem(d: Differentials) -> Problem:
    vdot = np.abs(d.found["vdot"])
    worst = [d.sim.system.velocities[k] for k in np.argsort(-vdot)[:3]]
    return Problem(
        "E-NEWTON",
        "equilibrium",
        f"is not found; the largest accelerations left are those of {', '.join(worst)}",
        cause="there is none near the guess, or the mechanism can move freely without force",
        action="give another guess, lock a free coordinate, or use stable=True (in a model file "
        "equilibrium: {stable: true})",
    )

"""Inverse kinematics of any mechanism by iteration, open or closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics import diagnosis
from sarrus.robotics.inverse_kinematics.result import Miss, Reached
from sarrus.robotics.inverse_kinematics.solver import Descended, Solver, solver_of
from sarrus.robotics.inverse_kinematics.starts import Starts
from sarrus.robotics.inverse_kinematics.targets import TARGET, read_targets
from sarrus.system import State, System
from sarrus.system.checks import check_positive
from sarrus.system.one_state.assembling import (
    Wanted,
    flipped_joints,
    guess_with_values,
    measured_state,
)

LOOP_TOLERANCE = 1e-11
"""What may be left open of loops, over the mechanism's length: less than states are refused for."""
LOOP_WEIGHT = 10.0
"""Loops count more than targets: they are to be closed, targets may be out of reach."""


@dataclass(frozen=True)
class Task:
    """A solver with weights and 1 / tolerances of its rows, and whether limits are kept."""

    system: System
    solver: Solver
    weight: np.ndarray
    worth: np.ndarray
    limited: bool
    last: tuple[np.ndarray, ...] = ()

    def descend(self, q: np.ndarray, kept: np.ndarray | None = None, **how: Any) -> Descended:
        """Return where the descent from q ends; kept: the only rows that count."""
        on = np.ones(len(self.weight), dtype=bool) if kept is None else kept
        options = {"limited": self.limited, **how}
        return self.solver.descend(q, on * self.weight, on * self.worth, **options)

    def acceptable(self, found: Descended) -> bool:
        """Whether a descent ended where it should: within tolerance, no cut joint turned round."""
        if not found.reached:
            return False
        if not self.system.closed:
            return True
        return not flipped_joints(self.system, found.q, self.last) and not self.cut_beyond(found.q)

    def cut_beyond(self, q: np.ndarray) -> dict[str, float]:
        """Return by how much cut joints exceed their limits."""
        if not self.limited or not any(joint.limits for joint in self.system.topology.cuts):
            return {}
        y, beyond = self.system.compiled.loops.closure(q, *self.last)[2], {}
        for joint in self.system.topology.cuts:
            at = self.system.compiled.loops.cut_q[joint.name].start
            if joint.type.nq != joint.type.nv:
                continue
            for k, (lower, upper) in enumerate(joint.limits):
                over = float(max(lower - y[at + k], y[at + k] - upper))
                if over > 1e-9:
                    beyond[joint.coordinate_names[k]] = over
        return beyond


@with_checks
def reach(
    system: System,
    targets: Mapping[str, Any],
    *,
    start: State | Mapping[str, Any] | np.ndarray | None = None,
    weights: Mapping[str, Any] | None = None,
    limits: bool = True,
    tolerance: float = 1e-10,
    restarts: int = 20,
    seed: int = 0,
    **keywords: Any,
) -> Reached:
    """Return a state in which frames and bodies are where they are wanted.

    targets: by the name of a frame or body: a pose (Pose, Transform, 4 x 4), a position (3), a
    rotation (3 x 3) or a `Target`. start: where to begin, the drawing by default, brought within
    limits. weights: of targets, by name, a number or (position, rotation), which decide between
    targets that cannot be met together; 1 by default, with positions in units of the mechanism's
    length. limits: whether those of the joints are kept. tolerance: what may be left of every
    component [m, rad]. restarts: how often to begin again at random positions (seed) if a descent
    gets stuck. Other keywords: t, parameters, base.

    Damped Gauss-Newton steps, in machine code, made once for the frames and the kinds of their
    targets. Of several solutions it finds one, as a rule that nearest to the start.

    Example:
        robotics.reach(arm, {"L6": target}, start=q).state
    """
    check_positive(tolerance=tolerance)
    if restarts < 0:
        raise ModelError(Problem(TARGET, "restarts", "must not be negative", value=str(restarts)))
    rows, goal = read_targets(system, targets)
    solver = solver_of(system, rows)
    last = system.compiled.last_inputs(**keywords) or tuple(
        system.compiled.compiler.defaults.values()
    )
    solver.give(goal, dict(zip(system.compiled.compiler.defaults, last, strict=True)))
    row_weights = _row_weights(system, solver, weights or {}, tolerance)
    task = Task(system, solver, *row_weights, limits, last)
    q0 = solver.drawing if start is None else guess_with_values(system, start, Wanted({}, {}))
    first = solver.limits.within_bounds(q0) if limits else q0
    best, tries, iterations, success = _search(task, first, restarts, seed)
    reason = ""
    if not success:
        best, success = diagnosis.last_try(task, best)
        reason = "" if success else diagnosis.reason(task, best)
    bounds = solver.limits if limits else solver.limits.without()
    q = bounds.unwound(best.q, q0)[0]
    if system.nq != system.nv:
        q = system.compiled.layout.with_unit_quaternions(q)
    return _result(task, q, success, iterations, tries, reason, float(keywords.get("t") or 0.0))


def _search(
    task: Task, q: np.ndarray, restarts: int, seed: int
) -> tuple[Descended, int, int, bool]:
    """Return the first acceptable end of a descent, or the best; tries, steps, success."""
    starts = Starts(task.system, task.solver.limits, task.limited, q, seed)
    best, iterations = None, 0
    for k in range(restarts + 1):
        begin = q if k == 0 else starts.next(k)
        if k and task.system.closed:
            assembled = task.descend(begin, task.solver.loops)
            iterations += assembled.iterations
            begin = assembled.q
        found = task.descend(begin)
        iterations += found.iterations
        if task.acceptable(found):
            return found, k, iterations, True
        if found.status and (best is None or found.cost < best.cost):
            best = found
    return best or found, restarts, iterations, False


def _row_weights(
    system: System, solver: Solver, weights: Mapping[str, Any], tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of the squares of all rows, and 1 over their tolerances."""
    if not weights and tolerance in solver.usual:
        return solver.usual[tolerance]
    unknown = [name for name in weights if name not in {rows.name for rows in solver.rows}]
    if unknown:
        rule = "has a weight but is not a target"
        raise ModelError(Problem(TARGET, f"weight of '{unknown[0]}'", rule))
    weight = np.full(solver.m, LOOP_WEIGHT**2)
    for rows, linear, angular in solver.places:
        a, b = _pair(rows.name, weights.get(rows.name, 1.0))
        weight[linear], weight[angular] = (a / system.compiled.loops.length) ** 2, b**2
    allowed = np.where(solver.loops, min(tolerance, LOOP_TOLERANCE), tolerance)
    if not weights:
        solver.usual[tolerance] = weight, 1.0 / allowed
    return weight, 1.0 / allowed


def _pair(name: str, value: Any) -> tuple[float, float]:
    """Return the weights of position and orientation."""
    pair = np.broadcast_to(np.asarray(value, dtype=float), (2,))
    if not np.all(pair > 0.0) or not np.all(np.isfinite(pair)):
        rule = "must be a positive number or two (position, rotation)"
        raise ModelError(Problem(TARGET, f"weight of '{name}'", rule, value=f"{value!r:.80}"))
    return float(pair[0]), float(pair[1])


def _result(
    task: Task,
    q: np.ndarray,
    success: bool,
    iterations: int,
    restarts: int,
    reason: str,
    t: float,
) -> Reached:
    system = task.system
    e, J = task.solver.evaluate(q)
    misses = {}
    for rows, linear, angular in task.solver.places:
        angle = float(np.linalg.norm(e[angular]))
        if rows.turn == "direction":
            angle = 2.0 * float(np.arcsin(min(0.5 * angle, 1.0)))
        misses[rows.name] = Miss(float(np.linalg.norm(e[linear])), angle)
    still = np.zeros(system.nv)
    if system.closed:
        state = measured_state(system, q, still, t, Wanted({}, {}), task.last)
    else:
        state = State(system, q, still, t, still[:0], still[:0])
    active = diagnosis.active(task, q) if task.limited else {}
    return Reached(
        state,
        success,
        misses,
        iterations,
        restarts,
        active,
        reason,
        J,
        _measures(task),
        system,
    )


def _measures(task: Task) -> np.ndarray:
    """Return what rows count in singular values: 1 / length or 1, 0 if they vanish, -1: loops."""
    solver = task.solver
    found = np.where(solver.position, 1.0 / task.system.compiled.loops.length, 1.0)
    for rows, _, angular in solver.places:
        if rows.turn == "direction":
            found[angular.stop - 1] = 0.0
    found[solver.loops] = -1.0
    return found

"""Why targets are not met, and which limits a solution touches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sarrus.robotics.inverse_kinematics.solver import PATIENT_STALL, Descended
from sarrus.robotics.inverse_kinematics.starts import Starts

if TYPE_CHECKING:
    from sarrus.robotics.inverse_kinematics.numerical import Task

TRIES = 8
"""Starts of every question that the diagnosis asks."""
PATIENT = 1000
"""Steps of a descent to the nearest point of what is out of reach."""
AT_LIMIT = 1e-9


def nearest(task: Task, best: Descended, kept: np.ndarray | None = None) -> Descended:
    """Return the compromise: the loops closed, the targets as near as their weights want.

    kept: the only rows that count, all by default.
    """
    on = np.ones(len(task.weight), dtype=bool) if kept is None else kept
    found = task.descend(best.q, on, most=PATIENT, stall=PATIENT_STALL)
    if found.reached or not task.system.closed:
        return found
    for factor in (1e2, 1e4):
        weight = on * np.where(task.solver.loops, factor * task.weight, task.weight)
        found = task.solver.descend(
            found.q,
            weight,
            on * task.worth,
            limited=task.limited,
            most=PATIENT,
            stall=PATIENT_STALL,
        )
    closed = task.descend(found.q, task.solver.loops)
    return replace(closed, status=2) if closed.reached else found


def last_try(task: Task, best: Descended) -> tuple[Descended, bool]:
    """Return the compromise around the best end of a descent, or a solution after all.

    Limits can be in the way of a descent that ends within them, whole turns taken off.
    """
    found = nearest(task, best)
    if task.acceptable(found) or not task.limited:
        return found, task.acceptable(found)
    free = without_limits(task, found)
    if free is not None and not free[1] and task.acceptable(free[0]):
        return free[0], True
    return found, False


def reason(task: Task, best: Descended) -> str:
    """Return what is in the way of the targets, the compromise given."""
    if task.system.closed and not task.descend(best.q, task.solver.loops).reached:
        return "the loops cannot be closed from any start"
    free = without_limits(task, best) if task.limited else None
    if free is not None:
        names, units = task.system.coordinates, task.system.compiled.layout.q_units
        said = [f"'{names[p]}' by {x:.4g} {units[p]}" for p, x in free[1].items()]
        said += [f"'{name}' by {x:.4g}" for name, x in task.cut_beyond(free[0].q).items()]
        return f"found only beyond limits: {', '.join(said)}"
    at, turned = task.solver.position, task.solver.turned
    if at.any():
        alone = _best(task, best, ~turned)
        if not alone.reached:
            off = float(np.linalg.norm(task.solver.evaluate(alone.q)[0][at]))
            return f"out of reach by {off:.4g} m"
    e = task.solver.evaluate(best.q)[0]
    off = float(np.linalg.norm(e[at]))
    angle = np.degrees(float(np.linalg.norm(e[turned])))
    if turned.any() and at.any():
        return (
            "the position is reachable, but was not found with this orientation: "
            f"the nearest found is off by {off:.4g} m and {angle:.4g} deg"
        )
    if turned.any():
        return f"this orientation is out of reach by {angle:.4g} deg"
    return "a position was found only with a cut joint turned round or beyond its limits"


def _best(task: Task, best: Descended, kept: np.ndarray) -> Descended:
    """Return the best end of some patient descents for some of the rows."""
    starts = Starts(task.system, task.solver.limits, task.limited, best.q, 1)
    found = [
        task.descend(best.q if k == 0 else starts.next(k), kept, most=PATIENT, stall=PATIENT_STALL)
        for k in range(TRIES)
    ]
    return nearest(task, min(found, key=lambda d: (not d.reached, d.cost)), kept)


def without_limits(task: Task, best: Descended) -> tuple[Descended, dict[int, float]] | None:
    """Return a solution without limits, and by how much it exceeds them, by place in q."""
    starts = Starts(task.system, task.solver.limits, False, best.q, 1)
    for k in range(TRIES):
        found = task.descend(best.q if k == 0 else starts.next(k), limited=False)
        if found.reached:
            q, beyond = task.solver.limits.unwound(found.q, best.q)
            return replace(found, q=q), beyond
    return None


def active(task: Task, q: np.ndarray) -> dict[str, str]:
    """Return the coordinates that are at a limit, and at which."""
    limits, names = task.solver.limits, task.system.coordinates
    at = q[limits.place]
    below, above = at <= limits.lower + AT_LIMIT, at >= limits.upper - AT_LIMIT
    places = limits.place[below | above]
    return {
        names[p]: "lower" if low else "upper"
        for p, low in zip(places, below[below | above], strict=True)
    }

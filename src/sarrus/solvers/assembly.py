"""Consistent positions and velocities from rough guesses.

Positions: the values wanted are met as nearly as the constraints allow,

    minimize 1/2 |w (y(q) - wanted)|^2   subject to   Phi(q) = 0,

by Gauss-Newton steps in the tangent space. Far from closure the constraint part of a step is
damped and its length limited; near it, it is Newton's, with singular directions left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix, least_squares

LONGEST_STEP = 0.5
CLOSED = 1e-11
"""The largest scaled constraint value of what counts as closed."""
MOST_ITERATIONS = 100
MOST_DAMPED = 200
FLAT = 1e-15
"""Slope of the sum of squares, over the largest derivative, at which it is least."""
MOST_KICKS = 6
KICKS = (-0.1, 0.1, -1.0, 1.0)
"""Displacements from where a descent has ended, to see whether it goes down from there."""
NOTHING, NO_ROWS = np.zeros(0), np.zeros((0, 0))


@dataclass(frozen=True)
class Closure:
    """Constraint values and rows at some position, and the wanted quantities with theirs."""

    phi: np.ndarray
    A: ScaledMatrix
    miss: np.ndarray
    Y: np.ndarray

    @property
    def cost(self) -> float:
        """What is missed of the wanted quantities, squared and summed."""
        return float(self.miss @ self.miss)

    @cached_property
    def gap(self) -> float:
        """The largest scaled constraint value; infinite when it is not a number."""
        largest = float(np.abs(self.A.rows * self.phi).max(initial=0.0))
        return largest if math.isfinite(largest) else math.inf


@dataclass
class Assembly:
    """The outcome: position, whether it is closed, and the history of the largest gap.

    missed: how far what is wanted is off there, at most.
    """

    q: np.ndarray
    closed: bool
    gaps: list[float] = field(default_factory=list)
    missed: float = math.inf

    @property
    def iterations(self) -> int:
        """Number of steps taken."""
        return max(len(self.gaps) - 1, 0)


def assembly_from(
    evaluate: Callable[[np.ndarray], Closure],
    move: Callable[[np.ndarray, np.ndarray], np.ndarray],
    q: np.ndarray,
    tolerance: float = 1e-13,
) -> Assembly:
    """Return the assembly reached from q.

    evaluate(q): constraints and wanted quantities (miss = w (wanted - y), Y = w dy/dq);
    move(q, dv): q displaced by a tangent step.
    """
    here = evaluate(q)
    gaps = [here.gap]
    for _ in range(MOST_ITERATIONS):
        if not math.isfinite(here.gap):
            break  # half a turn off: no direction leads back; another start will
        step = _step(here)
        size = float(np.abs(step / here.A.columns).max(initial=0.0))
        done = here.gap <= tolerance and size <= 1e-12
        if done or not math.isfinite(size):
            break
        q, here = _position_after(
            evaluate, move, q, here, step * min(1.0, LONGEST_STEP / max(size, 1e-300))
        )
        gaps.append(here.gap)
        if _stalled(gaps, tolerance, size):
            break
    missed = float(np.abs(here.miss).max(initial=0.0))
    return Assembly(q, here.gap <= max(tolerance, CLOSED), gaps, missed)


def nearest_assembly(
    evaluate: Callable[[np.ndarray], Closure],
    move: Callable[[np.ndarray, np.ndarray], np.ndarray],
    q: np.ndarray,
) -> Assembly:
    """Return the closed position near q at which the wanted quantities are missed least.

    At the end of the reach the rows of what is wanted, Y N in the tangent space, vanish, and
    Gauss-Newton steps grow beyond all bounds. Damped steps (Levenberg, Marquardt), each closed
    again, go down in |w (y - wanted)|^2 until it changes no more, and begin again from positions
    aside that are lower.
    """

    def nearest_closed_position(x: np.ndarray) -> Assembly:
        return assembly_from(lambda at: replace(evaluate(at), miss=NOTHING, Y=NO_ROWS), move, x)

    found = _descent(evaluate, move, nearest_closed_position, nearest_closed_position(q))
    for _ in range(MOST_KICKS):
        here = evaluate(found.q)
        N = here.A.null_space[:, :MOST_KICKS]
        aside = [
            nearest_closed_position(move(found.q, size * n))
            for n in N.T
            for size in KICKS
            if found.closed
        ]
        lower = [other for other in aside if other.closed]
        best = min(lower, key=lambda other: evaluate(other.q).cost, default=found)
        if evaluate(best.q).cost >= here.cost * (1.0 - 1e-9):
            break
        found = _descent(evaluate, move, nearest_closed_position, best)
    return found


def _descent(
    evaluate: Callable[[np.ndarray], Closure],
    move: Callable[[np.ndarray, np.ndarray], np.ndarray],
    closed: Callable[[np.ndarray], Assembly],
    found: Assembly,
) -> Assembly:
    """Return where damped steps from a closed position end."""
    here, damping = evaluate(found.q), 1.0
    for _ in range(MOST_DAMPED):
        N = here.A.null_space
        J = here.Y @ N
        if not found.closed or not J.size or damping > 1e8:
            break
        size = max(float(np.linalg.norm(J)), 1e-12)
        weighted = J.T @ J + (damping * size) ** 2 * np.eye(N.shape[1])
        step = N @ np.linalg.solve(weighted, J.T @ here.miss)
        length = float(np.max(np.abs(step / here.A.columns), initial=0.0))
        if length <= 1e-12:
            break
        trial = closed(move(found.q, step * min(1.0, LONGEST_STEP / length)))
        there = evaluate(trial.q)
        if trial.closed and there.cost < here.cost:
            found, here, damping = trial, there, damping / 3.0
        else:
            damping *= 4.0
    return found


def _step(here: Closure) -> np.ndarray:
    """Return the Gauss-Newton step: towards closure, and within the tangent towards the wanted."""
    damping = 0.1 * min(here.gap, 1.0) if here.gap > 1e-3 else 0.0
    towards = here.A.solve(-here.phi, damping)
    N = here.A.null_space
    if not N.shape[1] or not here.Y.size:
        return towards
    left = here.miss - here.Y @ towards
    return towards + N @ least_squares(here.Y @ N, left)


def _position_after(
    evaluate: Callable[[np.ndarray], Closure],
    move: Callable[[np.ndarray, np.ndarray], np.ndarray],
    q: np.ndarray,
    here: Closure,
    step: np.ndarray,
) -> tuple[np.ndarray, Closure]:
    """Return the position after the step, shortened while it makes matters much worse."""
    for _ in range(8):
        there_q = move(q, step)
        there = evaluate(there_q)
        if there.gap <= max(2.0 * here.gap, 0.3):
            return there_q, there
        step = 0.5 * step
    return there_q, there


def _stalled(gaps: list[float], tolerance: float, size: float) -> bool:
    """Tell whether the last steps have stopped making progress."""
    if gaps[-1] <= tolerance and size < 1e-9:
        return True
    return len(gaps) > 30 and gaps[-1] > 0.9 * gaps[-16]


def projected_velocity(
    A: ScaledMatrix, wanted: np.ndarray, Y: np.ndarray, start: np.ndarray | None = None
) -> np.ndarray:
    """Return the v with A v = 0 that meets Y v = wanted best, nearest to `start` otherwise."""
    N = A.null_space
    base = np.zeros(A.A.shape[1]) if start is None else start
    z0 = np.linalg.lstsq(N / A.columns[:, None], base / A.columns, rcond=None)[0]
    if not Y.size:
        return N @ z0
    z = z0 + least_squares(Y @ N, wanted - Y @ (N @ z0))
    return N @ z


def smallest_gap(
    evaluate: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]],
    move: Callable[[np.ndarray, np.ndarray], np.ndarray],
    q: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return where the sum of squares of the gaps r is least near q, and r there.

    evaluate(q): r, and J with dr = J dx; move(q, dx): q displaced. Steps of Levenberg and
    Marquardt, (J^T J + damping diag(J^T J)) dx = -J^T r, in the tangent space of where they start.
    """
    r, J = evaluate(q)
    damping = 1e-3
    for _ in range(MOST_DAMPED):
        square, slope = J.T @ J, J.T @ r
        largest = float(np.abs(J).max(initial=1.0))
        if float(np.abs(slope).max(initial=0.0)) <= FLAT * largest:
            break
        inertia = np.diag(np.maximum(np.diag(square), 1e-12))
        step = np.linalg.solve(square + damping * inertia, -slope)
        there = move(q, step)
        new, rows = evaluate(there)
        before, after = float(r @ r), float(new @ new)
        if not after < before:
            damping *= 8.0
            if damping > 1e12:
                break
            continue
        q, r, J = there, new, rows
        damping = max(damping / 4.0, 1e-15)
        if before - after <= 1e-12 * before:
            break
    return q, r

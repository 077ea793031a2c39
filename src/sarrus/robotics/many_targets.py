"""Inverse kinematics of many targets at once, near a posture where an arm has joints to spare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics import reach
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.placement import place_on
from sarrus.robotics.redundancy import Redundancy
from sarrus.robotics.trajectory.checking import ROWS
from sarrus.robotics.trajectory.pose_move import as_pose
from sarrus.spatial import Transform
from sarrus.system import System
from sarrus.system.checks import check_positive, numbers

ROUNDS = 80
"""Steps of a descent; it stops where all targets are met."""
LONGEST = 0.4
"""Longest step of a coordinate [rad, or lengths of the mechanism]."""
DAMPING = 0.02
"""Damping of a step, over the square of what is missing."""
NEAR = 1e-7
"""How small the step towards the goal that is still possible must be [rad]."""
LEAST, MOST = 1e-4, 10.0
"""Between what factors of the slope such steps are; the first is START."""
START = 0.5
AT_GOAL = 1e-11
"""What may be left of a target [m, rad] that one position is to stay at."""
RANK = 1e-9
"""Least singular value of a Jacobian that counts, over the largest."""
SETTLED = 200
"""Most steps of a robot with loops towards its goal."""


@dataclass(frozen=True, eq=False, repr=False)
class ReachedMany:
    """Postures for many targets: rows of q, whether each target is reached, and by what it misses.

    misses [m, rad]: the largest component of position or turn that is left.
    """

    q: np.ndarray
    reached: np.ndarray
    misses: np.ndarray

    def __repr__(self) -> str:
        return f"<ReachedMany: {int(np.sum(self.reached))} of {len(self.reached)} targets>"


@with_checks
def reach_many(
    system: System,
    frame: str,
    targets: Any,
    *,
    start: Any = None,
    goal: Any = None,
    limits: bool = True,
    tolerance: float = 1e-9,
    restarts: int = 8,
    seed: int = 0,
) -> ReachedMany:
    """Return postures that bring a frame to many targets, all of them in every step.

    targets: positions, (n, 3), or poses: a list, or (n, 4, 4). start: q, or a row for each target;
    goal: what joints to spare are used for: q that they shall be nearest to, or a `NullSpaceGoal`
    (posture, distance from limits and from singular positions). limits: whether those of the
    joints are kept. restarts: random beginnings for what is not reached.
    Robots with loops are solved one target after the other, each from its neighbour.

    Example:
        robotics.reach_many(arm, "L6", [[0.4, 0.1, 0.2], [0.4, 0.2, 0.2]])
    """
    check_positive(tolerance=tolerance)
    wanted = _Wanted.of(system, frame, targets)
    n = len(wanted.position)
    q0 = system.drawing() if start is None else numbers("start", start)
    q = np.array(np.broadcast_to(q0, (n, system.nq)), dtype=float)
    components = 3 if wanted.rotation is None else 6
    spare = None if goal is None else Redundancy(system, frame, components, goal)
    if system.closed or system.nq != system.nv:
        return _one_by_one(system, frame, wanted, q, spare, limits, tolerance, restarts, seed)
    bounds = Limits.of(system)
    low = bounds.lower if limits else np.full(system.nq, -np.inf)
    high = bounds.upper if limits else np.full(system.nq, np.inf)
    rng = np.random.default_rng(seed)
    left = np.arange(n)
    best, misses = q.copy(), np.full(n, np.inf)
    q = np.clip(q, low, high)
    for attempt in range(restarts + 1):
        found, miss = _descent(system, wanted.part(left), q[left], low, high, spare, tolerance)
        better = miss < misses[left]
        best[left[better]], misses[left[better]] = found[better], miss[better]
        left = left[misses[left] > tolerance]
        if not left.size or attempt == restarts:
            break
        a = np.where(np.isfinite(low), low, -np.pi)
        b = np.where(np.isfinite(high), high, np.pi)
        q[left] = rng.uniform(a, b, (left.size, system.nq))
    return ReachedMany(best, misses <= tolerance, misses)


def at_goal(system: System, frame: str, target: Any, q: np.ndarray, goal: Any) -> np.ndarray:
    """Return the position of a goal for joints to spare, the frame being at its target at q."""
    found = reach_many(system, frame, [target], start=q, goal=goal, tolerance=AT_GOAL, restarts=0)
    return found.q[0] if found.reached[0] else q


@dataclass(frozen=True, eq=False)
class _Wanted:
    """Positions and perhaps rotations that a frame shall have; where it is on its body."""

    frame: str
    body: str
    at: np.ndarray
    turned: np.ndarray
    position: np.ndarray
    rotation: np.ndarray | None

    @staticmethod
    def of(system: System, frame: str, targets: Any) -> _Wanted:
        body, X_BF = place_on(system.model, frame)
        try:
            rows = np.asarray(targets, dtype=float)
        except (TypeError, ValueError):
            rows = np.zeros((0, 0))
        rotation = None
        if rows.ndim == 2 and rows.shape[1] == 3 and len(rows):
            position = rows
        elif isinstance(targets, (list, tuple, np.ndarray)) and len(targets) and rows.ndim != 1:
            poses = [as_pose(f"targets[{k}]", target) for k, target in enumerate(targets)]
            position = np.array([X.position for X in poses], dtype=float)
            rotation = np.array([X.matrix for X in poses], dtype=float)
        else:
            rule = "must be rows of three numbers, or poses"
            raise ModelError(Problem(ROWS, "targets", rule, repr(targets)[:80]))
        if not np.all(np.isfinite(position)):
            k = int(np.flatnonzero(~np.all(np.isfinite(position), axis=1))[0])
            raise ModelError(Problem(ROWS, f"targets[{k}]", "is not finite"))
        point, turned = np.array(X_BF.position, dtype=float), np.array(X_BF.matrix, dtype=float)
        return _Wanted(frame, body, point, turned, position, rotation)

    def part(self, rows: np.ndarray) -> _Wanted:
        """Return some of the targets."""
        R = None if self.rotation is None else self.rotation[rows]
        return _Wanted(self.frame, self.body, self.at, self.turned, self.position[rows], R)

    def error(self, system: System, q: np.ndarray) -> np.ndarray:
        """Return what is missing at rows of q: (n, 3) or (n, 6)."""
        motion = system.poses(q)[self.frame]
        shift = self.position - motion.position
        if self.rotation is None:
            return shift
        return np.concatenate([shift, _turn(self.rotation @ np.swapaxes(motion.rotation, 1, 2))], 1)


def _turn(R: np.ndarray) -> np.ndarray:
    """Return the rotation vectors of rows of rotations, (n, 3)."""
    axis = 0.5 * np.stack(
        [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
    )
    sine = np.linalg.norm(axis, axis=1)
    cosine = 0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0)
    angle = np.arctan2(sine, cosine)
    scale = np.where(sine > 1e-9, angle / np.maximum(sine, 1e-300), 1.0)
    flipped = (sine <= 1e-6) & (cosine < 0.0)  # half a turn: any of its axes will do to begin with
    found = scale[:, None] * axis
    found[flipped] = np.pi * np.sqrt(
        np.maximum(0.5 * (np.diagonal(R[flipped], axis1=1, axis2=2) + 1.0), 0.0)
    )
    return found


def _descent(
    system: System,
    wanted: _Wanted,
    q: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    spare: Redundancy | None,
    tolerance: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Return where damped steps lead, and what is left: dq = J^T (J J^T + mu)^-1 e.

    With a goal, steps go down its slope as well, as far as that does not move the frame; how far
    is told by how the slope changed (Barzilai and Borwein 1988).
    """
    length = system.compiled.loops.length
    scale = np.array([1.0 / length] * 3 + [1.0] * 3)
    columns = system.compiled.loops.column_scale
    descent = _Slopes(len(q), system.nv)
    q, active = q.copy(), np.arange(len(q))
    misses = np.max(np.abs(wanted.error(system, q)), axis=1)
    for _ in range(ROUNDS):
        part = wanted.part(active)
        e = part.error(system, q[active])
        m = e.shape[1]
        misses[active] = np.max(np.abs(e), axis=1)
        J = system.jacobian(wanted.body, wanted.at, q[active])[:, :m]
        J = scale[:m, None] * J * columns
        e = scale[:m] * e
        square = np.einsum("nij,nkj->nik", J, J)
        mu = DAMPING * np.sum(e**2, axis=1) + 1e-14 * np.trace(square, axis1=1, axis2=2)
        inverse = np.linalg.inv(square + mu[:, None, None] * np.eye(m))
        step = np.einsum("nji,njk,nk->ni", J, inverse, e)
        way = np.zeros(len(active))
        if spare is not None:
            z = -_null_slopes(spare, q[active], J, inverse)
            free = ~(((q[active] <= low) & (z < 0.0)) | ((q[active] >= high) & (z > 0.0)))
            z = descent.steps(active, q[active] / columns, z)
            way = np.max(np.abs(z * free), axis=1)
            step = step + z
        size = np.max(np.abs(step), axis=1)
        step *= np.minimum(1.0, LONGEST / np.maximum(size, 1e-300))[:, None]
        done = (misses[active] <= tolerance) & (way <= NEAR)
        q[active[~done]] = np.clip(q[active] + columns * step, low, high)[~done]
        active = active[~done]
        if not active.size:
            break
    if active.size:
        misses[active] = np.max(np.abs(wanted.part(active).error(system, q[active])), axis=1)
    return q, misses


def _null_slopes(
    spare: Redundancy, q: np.ndarray, J: np.ndarray, inverse: np.ndarray
) -> np.ndarray:
    """Return P grad H at rows of q; J: scaled; inverse: of J J^T."""
    slope = spare.slope(q) * spare.columns
    found = slope - np.einsum("nji,njk,nkl,nl->ni", J, inverse, J, slope)
    if spare.goal is None or not spare.goal.singularities:
        return np.asarray(found)
    _, size, across = np.linalg.svd(J)
    rank = int(np.max(np.sum(size > RANK * size[:, :1], axis=1)))
    N = np.swapaxes(across[:, rank:], 1, 2)
    along = spare.slope_of_measure(q, N * spare.columns[:, None], rank)
    return np.asarray(found - spare.goal.singularities * np.einsum("nij,nj->ni", N, along))


class _Slopes:
    """The last positions and slopes of rows, from which the length of the next step follows."""

    def __init__(self, rows: int, nv: int) -> None:
        self.q, self.slope = np.full((2, rows, nv), np.nan)

    def steps(self, rows: np.ndarray, q: np.ndarray, down: np.ndarray) -> np.ndarray:
        """Return the steps of some rows, at q with the slopes `down`."""
        s, y = q - self.q[rows], self.slope[rows] - down
        bent = np.einsum("ni,ni->n", s, y)
        with np.errstate(divide="ignore", invalid="ignore"):
            size = np.clip(np.abs(np.einsum("ni,ni->n", s, s) / bent), LEAST, MOST)
        self.q[rows], self.slope[rows] = q, down
        return np.asarray(np.where(np.isfinite(size), size, START)[:, None] * down)


def _position_of_goal(
    system: System,
    spare: Redundancy,
    target: Mapping[str, Any],
    q: np.ndarray,
    limits: bool,
    tolerance: float,
) -> np.ndarray:
    """Return the position of the goal with the frame at its target, from a position there."""
    loops, descent = system.compiled.loops, _Slopes(1, system.nv)
    at = np.zeros(system.nv)
    for _ in range(SETTLED):
        J = system.jacobian(spare.body, spare.point, q)[: spare.components]
        A = loops.scaled_matrix(loops.closure(q)[1], J)
        N, columns = A.null_space, spare.columns
        down = -N @ spare.null_slope(q, N, spare.rank(A)) / columns
        step = descent.steps(np.array([0]), at[None], down[None])[0]
        size = float(np.max(np.abs(step), initial=0.0))
        if size <= NEAR:
            break
        step = step * min(1.0, LONGEST / size)
        moved = system.add(q, columns * step)
        found = reach(system, target, start=moved, limits=limits, tolerance=tolerance, restarts=0)
        if not found.success:
            break
        at = at + system.difference(found.q, q) / columns
        q = found.q
    return q


def _one_by_one(
    system: System,
    frame: str,
    wanted: _Wanted,
    q: np.ndarray,
    spare: Redundancy | None,
    limits: bool,
    tolerance: float,
    restarts: int,
    seed: int,
) -> ReachedMany:
    """Return postures of a robot with loops, each from that of the target before if it is near."""
    found, reached = q.copy(), np.zeros(len(q), dtype=bool)
    misses = np.full(len(q), np.inf)
    for k in range(len(q)):
        target: Any = wanted.position[k]
        if wanted.rotation is not None:
            target = Transform.of(wanted.rotation[k], wanted.position[k])
        known = np.flatnonzero(reached[:k])
        start = q[k]
        if known.size:
            gaps = np.linalg.norm(wanted.position[known] - wanted.position[k], axis=1)
            start = found[known[np.argmin(gaps)]]
        tries = min(restarts, 1) if known.size else restarts
        one = reach(
            system, {frame: target}, start=start, limits=limits, tolerance=tolerance,
            restarts=tries, seed=seed,
        )  # fmt: skip
        found[k], reached[k] = one.q, one.success
        if spare is not None and one.success:
            found[k] = _position_of_goal(system, spare, {frame: target}, one.q, limits, tolerance)
        miss = one.misses[frame]
        misses[k] = max(miss.distance, miss.angle)
    return ReachedMany(found, reached, misses)

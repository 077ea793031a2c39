"""Paths without a time of their own: motions over h from 0 to 1 that never rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.robotics.trajectory.checking import ROWS, rows
from sarrus.robotics.trajectory.joint_move import JointMove, joint_move
from sarrus.robotics.trajectory.limits import are_ways
from sarrus.robotics.trajectory.piecewise import Piecewise
from sarrus.robotics.trajectory.polynomial import Linear
from sarrus.robotics.trajectory.pose_move import PoseMove
from sarrus.robotics.trajectory.via_points import joint_spline

STRAIGHT = 1e-12
"""How far a way may be off a line, over its length, to count as straight."""
SLOW = 1e-3
"""Below this part of the highest rate, the direction of a path is taken from where it is faster."""
STATIONS = 800
"""Stations at which a path with rests is met, with exact directions and curvatures."""

Path = JointMove | PoseMove


def unit_path(path: Any) -> Path:
    """Return the path of a move, or through rows of joints, over h from 0 to 1 without rests."""
    if isinstance(path, PoseMove):
        if path.path.length == 0.0 and path.turn.angle == 0.0:
            raise ModelError(_no_way())
        return replace(path, law=Linear(1.0))
    if isinstance(path, JointMove):
        return _unit_joints(path)
    q = rows("fastest / path", path)
    if len(q) < 2:
        rule = "must have at least two rows of joints"
        raise ModelError(Problem(ROWS, "fastest / path", rule, f"{len(q)} given"))
    ways = np.linalg.norm(np.diff(q, axis=0), axis=1)
    if not np.all(are_ways(ways)):
        k = int(np.flatnonzero(~are_ways(ways))[0])
        rule = f"has the same joints in rows {k} and {k + 1}"
        action = "leave one out; where the robot shall rest, make two paths of it"
        raise ModelError(Problem(ROWS, "fastest / path", rule, action=action))
    if len(q) == 2:
        return joint_move(q[0], q[1], Linear(1.0))
    times = np.concatenate([[0.0], np.cumsum(ways)])
    return joint_spline(q, times / times[-1], start_rate=None, end_rate=None)


def _no_way() -> Problem:
    action = "leave the step out, or use Wait"
    return Problem(ROWS, "fastest / path", "moves nothing", action=action)


def _unit_joints(move: JointMove) -> JointMove:
    """Return a move of joints over h, even in the length of its way in joint space."""
    way = move.end - move.start
    t = np.unique(
        np.concatenate([np.linspace(0.0, move.duration, STATIONS + 1), np.array(move.knots)])
    )
    q, rate = move(t), np.linalg.norm(move.rate(t), axis=1)
    if not np.max(rate) > 0.0:
        raise ModelError(_no_way())
    size = float(np.linalg.norm(way))
    if size > 0.0:
        along = (q - move.start) @ way / size**2
        off = np.max(np.abs(q - move.start - along[:, None] * way))
        if off <= STRAIGHT * size and np.all(np.diff(along) >= -STRAIGHT):
            return joint_move(move.start, move.end, Linear(1.0), names=move.names)
    if np.min(rate) > SLOW * np.max(rate):
        return move.with_duration(1.0)
    return _even(move, t, rate)


def _even(move: JointMove, t: np.ndarray, rate: np.ndarray) -> JointMove:
    """Return a move that rests here and there over the length of its way.

    With the length s, q' = qd/|qd| and q'' = (qdd - (qdd.q') q')/|qd|^2; where it rests, they are
    those nearby.
    """
    nodes, weights = np.polynomial.legendre.leggauss(6)
    h = np.diff(t)
    inner = t[:-1, None] + 0.5 * h[:, None] * (1.0 + nodes)
    speeds = np.linalg.norm(move.rate(inner.ravel()), axis=1).reshape(inner.shape)
    steps = 0.5 * h * (speeds @ weights)
    moving = steps > 1e-9 * np.sum(steps)  # where it waits, nothing is kept
    keep = np.concatenate([[True], moving])
    s = np.concatenate([[0.0], np.cumsum(np.where(moving, steps, 0.0))])[keep]
    t, length = t[keep], float(np.sum(np.where(moving, steps, 0.0)))
    fast = np.flatnonzero(rate[keep] > SLOW * np.max(rate))
    nearest = fast[np.argmin(np.abs(np.arange(len(t))[:, None] - fast), axis=1)]
    qd, qdd = move.rate(t[nearest]), move.acceleration(t[nearest])
    speed = np.linalg.norm(qd, axis=1)[:, None]
    along = qd / speed
    across = (qdd - np.sum(qdd * along, axis=1)[:, None] * along) / speed**2
    jets = move(t), length * along, length**2 * across
    return quintic_joints(s / length, *jets, jets[2], move.names)


def quintic_joints(
    t: np.ndarray,
    q: np.ndarray,
    rate: np.ndarray,
    after: np.ndarray,
    before: np.ndarray,
    names: tuple[str, ...] = (),
) -> JointMove:
    """Return quintics between knots with given values, rates and accelerations of both sides.

    after, before: accelerations just after and just before each knot.
    """
    h = np.diff(t)[:, None]
    y0, y1 = q[:-1], q[1:]
    v0, v1 = h * rate[:-1], h * rate[1:]
    a0, a1 = h**2 * after[:-1], h**2 * before[1:]
    d = y1 - y0 - v0 - 0.5 * a0
    e = v1 - v0 - a0
    f = a1 - a0
    c3, c4, c5 = 10.0 * d - 4.0 * e + 0.5 * f, -15.0 * d + 7.0 * e - f, 6.0 * d - 3.0 * e + 0.5 * f
    pieces = np.stack([y0, v0 / h, 0.5 * a0 / h**2, c3 / h**3, c4 / h**4, c5 / h**5], axis=1)
    motions = [Piecewise.of(t, pieces[:, :, k], float(q[-1, k])) for k in range(q.shape[1])]
    return JointMove(tuple(motions), names)

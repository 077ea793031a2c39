"""Moves of joints through via points: splines, and straight lines with rounded corners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.robotics.trajectory.checking import (
    LIMIT,
    NUMBER,
    ROWS,
    increasing_numbers,
    positive,
    rows,
    value_of_kind,
    vector,
)
from sarrus.robotics.trajectory.joint_move import JointMove, shorter_way
from sarrus.robotics.trajectory.limits import Limits
from sarrus.robotics.trajectory.piecewise import Piecewise
from sarrus.robotics.trajectory.spline import cubic_pieces, quintic_pieces

DEGREES = (3, 5)


@with_checks
def joint_spline(
    points: Any,
    times: Any = None,
    *,
    degree: int = 3,
    start_rate: Any = 0.0,
    end_rate: Any = 0.0,
    start_acceleration: Any = 0.0,
    end_acceleration: Any = 0.0,
    limits: Limits | None = None,
    continuous: Any = False,
    names: Sequence[str] = (),
) -> JointMove:
    """Return the spline of joints through points, one row of them for every time.

    points: rows of all joints [rad or m]; times [s]: increasing, the first counts as 0. degree 3:
    continuous accelerations, with given rates at the ends (None: no acceleration there); degree 5:
    smooth to the fourth derivative, with given rates and accelerations at the ends. All of these
    are a number or one for each joint. limits: run at the highest speed that keeps them; without
    times, the time between two rows is that of the joint that is slowest at its velocity limit.
    continuous: as in `joint_move`, from row to row.

    Example:
        robotics.joint_spline([[0, 0], [1, 0.5], [1.5, 0]], [0.0, 1.0, 2.0])
    """
    q = _shortest_ways(rows("spline / points", points), continuous)
    n = q.shape[1]
    t = _times("spline", times, q, limits)
    if degree == 3:
        start = None if start_rate is None else _each("start_rate", start_rate, n)
        end = None if end_rate is None else _each("end_rate", end_rate, n)
        pieces = cubic_pieces(t, q, start, end)
    elif degree == 5:
        ends = {
            "start_rate": start_rate,
            "start_acceleration": start_acceleration,
            "end_rate": end_rate,
            "end_acceleration": end_acceleration,
        }
        pieces = quintic_pieces(t, q, np.array([_each(k, v, n) for k, v in ends.items()]))
    else:
        raise ModelError(Problem(NUMBER, "spline / degree", "must be 3 or 5", repr(degree)))
    return _joint_move(t, pieces, q[-1], limits, names)


@with_checks
def joint_blend(
    points: Any,
    times: Any = None,
    *,
    blend: float,
    smooth: bool = True,
    limits: Limits | None = None,
    continuous: Any = False,
    names: Sequence[str] = (),
) -> JointMove:
    """Return straight lines of joints between points, with corners rounded over a time blend [s].

    The move starts and ends at rest at the first and last point and passes near the others: by
    (change of rate) blend/8 (parabolic), or 3/4 of that (smooth). smooth: the acceleration is
    continuous (quartic blends); else it is constant in each blend. Other arguments as in
    `joint_spline`.

    Example:
        robotics.joint_blend([[0, 0], [1, 0.5], [1.5, 0]], [0.0, 1.0, 2.0], blend=0.2)
    """
    q = _shortest_ways(rows("blend / points", points), continuous)
    t = _times("blend", times, q, limits)
    b = positive("blend / blend", blend, "s")
    needed = np.full(len(t) - 1, b)
    needed[[0, -1]] += b / 2.0
    if len(t) == 2:
        needed[0] = 2.0 * b
    short = np.flatnonzero(np.diff(t) < needed * (1.0 - 1e-12))
    if short.size:
        k = int(short[0])
        rule = f"leaves no room for the blends of {needed[k]:g} s around it"
        where = f"blend / times row {k + 1}"
        raise ModelError(Problem(ROWS, where, rule, f"{t[k + 1] - t[k]:g} s after the row before"))
    knots, pieces = _blend_pieces(t, q, b, smooth)
    return _joint_move(knots, pieces, q[-1], limits, names)


def _blend_pieces(
    t: np.ndarray, q: np.ndarray, b: float, smooth: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return knots and pieces: blend, line, blend, ..., line, blend."""
    h = np.diff(t)
    h[0] -= b / 2.0  # the blend at the start lies after the first time, that at the end before
    h[-1] -= b / 2.0
    rates = np.diff(q, axis=0) / h[:, None]
    corners = t.copy()
    corners[0] += b / 2.0
    corners[-1] -= b / 2.0
    before = np.vstack([np.zeros(q.shape[1]), rates])
    after = np.vstack([rates, np.zeros(q.shape[1])])
    knots, pieces = [], []
    zero = np.zeros(q.shape[1])
    for k, at in enumerate(corners):
        u, change = before[k], after[k] - before[k]
        first = q[k] - u * b / 2.0
        if smooth:  # the rate grows by 3 x^2 - 2 x^3
            pieces.append([first, u, zero, change / b**2, -change / (2.0 * b**3)])
        else:
            pieces.append([first, u, change / (2.0 * b), zero, zero])
        pieces.append([q[k] + after[k] * b / 2.0, after[k], zero, zero, zero])
        knots += [at - b / 2.0, at + b / 2.0]
    return np.array(knots), np.array(pieces[:-1])


def _joint_move(
    t: np.ndarray,
    pieces: np.ndarray,
    end: np.ndarray,
    limits: Limits | None,
    names: Sequence[str],
) -> JointMove:
    motions = [Piecewise.of(t, pieces[:, :, k], float(end[k])) for k in range(end.size)]
    move = JointMove(tuple(motions), tuple(names))
    return move if limits is None else move.within(value_of_kind("limits", limits, Limits))


def _times(where: str, times: Any, q: np.ndarray, limits: Limits | None) -> np.ndarray:
    if times is not None:
        t = increasing_numbers(f"{where} / times", times, len(q))
        return t - t[0]
    if limits is None or limits.velocity is None:
        rule = "are needed, unless limits of the velocity are given"
        raise ModelError(Problem(LIMIT, f"{where} / times", rule))
    h = np.max(np.abs(np.diff(q, axis=0)) / limits.of_joints(q.shape[1])[0], axis=1)
    if np.any(h == 0.0):
        k = int(np.argmin(h)) + 1
        rule = "is the same as the row before it; without times it would take none"
        raise ModelError(Problem(ROWS, f"{where} / points row {k}", rule))
    return np.concatenate([[0.0], np.cumsum(h)])


def _each(name: str, value: Any, n: int) -> np.ndarray:
    listed = isinstance(value, (list, tuple, np.ndarray)) and len(value)
    return vector(f"spline / {name}", value if listed else [value] * n, n)


def _shortest_ways(q: np.ndarray, continuous: Any) -> np.ndarray:
    """Return the rows with the shorter way round from each to the next for continuous joints."""
    found = [q[0]]
    for row in q[1:]:
        found.append(shorter_way(found[-1], row, continuous)[1])
    return np.array(found)

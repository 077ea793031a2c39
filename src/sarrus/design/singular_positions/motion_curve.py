"""The closed curve of positions of a mechanism with one freedom, and where it is singular.

The curve is followed by its length, not by a coordinate, so that dead points are passed like any
others: predicted along the tangent, closed again across it. A coordinate stands still where its
rate along the tangent changes its sign; two branches cross where the determinant of the rows with
the tangent below them does. Each change of sign is enclosed and bisected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from sarrus.design.singular_positions.positions import Position, Positions
from sarrus.late_dataclass import dataclass

STEP, SHORTEST = 0.05, 1e-4
"""Lengths of steps [rad, lengths of the model]."""
STRAIGHT = 0.98
"""Cosine of the turn of the tangent in one step, at least."""
MOST_STEPS = 4000
SAME = 1e-5


@dataclass(frozen=True)
class Crossing:
    """A position where a function of positions changes its sign; width: of what encloses it."""

    label: str
    q: np.ndarray
    width: float
    slope: float


@dataclass(frozen=True)
class Motion:
    """The positions along a curve, whether it closes, and where functions are zero on it."""

    nodes: np.ndarray
    tangents: np.ndarray
    is_closed: bool
    crossings: tuple[Crossing, ...]


def followed_motion(
    positions: Positions, start: np.ndarray, watched: Mapping[str, Sequence[tuple[str, int]]]
) -> Motion:
    """Return the curve through a position, both ways if it does not close.

    watched: coordinates whose rate along the curve is looked at, by labels.
    """
    first = positions.at(start)
    tangent = first.N[:, 0]
    forth = _motion_along(positions, start, tangent, watched)
    if forth.is_closed:
        return forth
    back = _motion_along(positions, start, -tangent, watched)
    return Motion(
        np.concatenate([back.nodes[::-1], forth.nodes[1:]]),
        np.concatenate([-back.tangents[::-1], forth.tangents[1:]]),
        False,
        (*back.crossings, *forth.crossings),
    )


def _motion_along(
    positions: Positions,
    start: np.ndarray,
    tangent: np.ndarray,
    watched: Mapping[str, Sequence[tuple[str, int]]],
) -> Motion:
    layout, scale = positions.system.compiled.layout, positions.scale
    q, t, h = start, tangent, STEP
    nodes, tangents = [q], [t]
    crossings: list[Crossing] = []
    values = _values(positions, positions.at(q), t, watched)
    was_before = False
    for _ in range(MOST_STEPS):

        def next_position(
            s: float, q: np.ndarray = q, t: np.ndarray = t
        ) -> tuple[np.ndarray, Position, np.ndarray] | None:
            there = positions.closed_position(
                layout.with_unit_quaternions(layout.add(q, scale * (s * t)))
            )
            if there is None:
                return None
            position = positions.at(there)
            ahead = position.N @ (position.N.T @ t)
            size = float(np.linalg.norm(ahead))
            return None if size < 0.5 else (there, position, ahead / size)

        step = next_position(h)
        if step is None or step[2] @ t < STRAIGHT:
            h *= 0.5
            if h < SHORTEST:
                return Motion(np.array(nodes), np.array(tangents), False, tuple(crossings))
            continue
        there, position, ahead = step
        after = _values(positions, position, ahead, watched)
        for label, value in after.items():
            if value * values[label] < 0.0:
                function = _along(positions, next_position, watched, label)
                crossings.append(
                    _crossing_between(label, function, next_position, h, values[label], value)
                )
        away = positions.apart(there, start)
        before = float(away @ tangent)
        nodes.append(there)
        tangents.append(ahead)
        if was_before and before >= 0.0 and np.linalg.norm(away) < 2.0 * h and ahead @ tangent > 0:
            return Motion(np.array(nodes), np.array(tangents), True, tuple(crossings))
        was_before = before < 0.0 and float(np.linalg.norm(away)) < 4.0 * STEP
        q, t, values = there, ahead, after
        h = min(1.5 * h, STEP)
    return Motion(np.array(nodes), np.array(tangents), False, tuple(crossings))


BRANCH = "branch"


def _values(
    positions: Positions,
    position: Position,
    tangent: np.ndarray,
    watched: Mapping[str, Sequence[tuple[str, int]]],
) -> dict[str, float]:
    found = {}
    along = Position(position.q, position.A, tangent[:, None], position.C, position.scale, 1.0)
    for label, places in watched.items():
        found[label] = float(along.rates(places)[0, 0])
    idle = position.N.shape[1] > 1 or positions.rank + 1 != len(tangent)
    if positions.rank and not idle:
        square = np.concatenate([positions.mix @ position.A, tangent[None]])
        found[BRANCH] = float(np.linalg.det(square))
    return found


def _along(
    positions: Positions,
    moved: Callable[[float], tuple[np.ndarray, Position, np.ndarray] | None],
    watched: Mapping[str, Sequence[tuple[str, int]]],
    label: str,
) -> Callable[[float], float]:
    def value(s: float) -> float:
        step = moved(s)
        if step is None:
            return float("nan")
        return _values(positions, step[1], step[2], watched)[label]

    return value


def _crossing_between(
    label: str,
    function: Callable[[float], float],
    moved: Callable[[float], tuple[np.ndarray, Position, np.ndarray] | None],
    h: float,
    at_a: float,
    at_b: float,
) -> Crossing:
    """Return the zero of a function between 0 and h, where it has opposite signs."""
    a, b = 0.0, h
    slope = (at_b - at_a) / h
    for _ in range(60):
        # the secant, kept within the middle part of the interval
        middle = a - at_a * (b - a) / (at_b - at_a)
        middle = min(max(middle, a + 0.1 * (b - a)), b - 0.1 * (b - a))
        value = function(middle)
        if not np.isfinite(value) or b - a < 1e-13:
            break
        if value == 0.0:
            a = b = middle
            break
        if value * at_a > 0.0:
            a, at_a = middle, value
        else:
            b, at_b = middle, value
    step = moved(0.5 * (a + b)) or moved(a) or moved(b)
    q = step[0] if step is not None else np.zeros(0)
    return Crossing(label, q, b - a, slope)

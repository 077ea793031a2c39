"""Convex hulls of points in a plane."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

Point = tuple[float, float]


def plane_hull(points: Iterable[Sequence[float] | np.ndarray]) -> np.ndarray:
    """Return the corners of the convex hull, anticlockwise from the leftmost, a row each.

    Points on its sides are no corners; fewer than three points are returned as they are. By two
    chains of points in order of x (A. M. Andrew, Information Processing Letters 9, 1979).
    """
    rows = sorted({(float(x), float(y)) for x, y in points})
    if len(rows) < 3:
        return np.array(rows)

    def chain(along: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in along:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 0.0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return np.array(chain(rows) + chain(rows[::-1]))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, above 0 where the way over its corners turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

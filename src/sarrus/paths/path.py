"""Paths over the ground, as two splines of the distance along them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, numbers
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import settle
from sarrus.spatial.arrays import Array, Scalar, vector
from sarrus.spatial.curve import Curve, checked_rows

FINE = 0.5
"""Distance of the points [m] through which the spline of a curvature goes, or less."""
ROUNDS = 6
"""Corrections of the distances between points, from chords to arcs."""


class Path(ABC):
    """A line over the ground, by the distance s along it [m]. Subclasses are frozen dataclasses."""

    @property
    @abstractmethod
    def line(self) -> tuple[Curve, Curve]:
        """x(s) and y(s) [m], which go straight on beyond their ends."""

    @property
    def length(self) -> float:
        """The distance from start to end [m]."""
        return float(self.line[0].x[-1])

    def position(self, s: Any) -> Array:
        """Return x and y at a distance [m]."""
        x, y = self.line
        return vector(x(s), y(s))

    def direction(self, s: Any) -> Array:
        """Return the unit vector along the path, to be normed where rows are far apart."""
        x, y = self.line
        dx, dy = x.slope(s), y.slope(s)
        size = np.sqrt(dx * dx + dy * dy)
        return vector(dx / size, dy / size)

    def curvature(self, s: Any) -> Scalar:
        """Return 1/radius [1/m], positive to the left."""
        x, y = self.line
        dx, dy = x.slope(s), y.slope(s)
        return (dx * y.curvature(s) - dy * x.curvature(s)) / (dx * dx + dy * dy) ** 1.5

    def nearest(self, x: float, y: float, *, near: float | None = None) -> float:
        """Return the distance s of the point of the path that is nearest to a point [m].

        near: where it is sought; by default all of the path.
        """
        own_x, own_y = self.line
        s = own_x.x
        fine = np.union1d(s, np.linspace(0.0, self.length, max(2, int(self.length / FINE))))
        if near is not None:
            fine = fine[np.abs(fine - near) < max(20.0, 2.0 * float(np.max(np.diff(s))))]
        at = float(fine[np.argmin((own_x(fine) - x) ** 2 + (own_y(fine) - y) ** 2)])
        for _ in range(8):
            t = self.direction(at)
            step = float(t[0] * (x - own_x(at)) + t[1] * (y - own_y(at)))
            at += step
            if abs(step) < 1e-12 * (1.0 + abs(at)):
                break
        return at

    def offset(self, x: Any, y: Any, *, near: float | None = None) -> np.ndarray:
        """Return how far points are to the left of the path [m], each from its nearest point."""
        found, last = [], near
        for a, b in np.broadcast(np.asarray(x, dtype=float), np.asarray(y, dtype=float)):
            s = self.nearest(float(a), float(b), near=last)
            t, p = self.direction(s), self.position(s)
            found.append(float(t[0] * (b - p[1]) - t[1] * (a - p[0])))
            last = s if near is not None or len(found) > 1 else None
        return np.array(found)


@dataclass(frozen=True, eq=False)
class PointPath(Path):
    """A path through points, by cubic splines over the distance along it.

    Example:
        bend = sarrus.paths.PointPath(x=[0.0, 20.0, 40.0, 60.0], y=[0.0, 0.0, 2.0, 8.0])
    """

    x: np.ndarray = field(metadata=numbers("m", "of the points"))
    y: np.ndarray = field(metadata=numbers("m", "of the points"))

    def __post_init__(self) -> None:
        try:
            columns = np.column_stack([real_array(self.x), real_array(self.y)])
        except (TypeError, ValueError, OverflowError) as problem:
            rule = f"needs as many numbers x as y: {problem}"
            raise ModelError(Problem("N14", "path PointPath / x", rule)) from None
        order = np.arange(len(columns), dtype=float)
        _, points = checked_rows("path PointPath", order, columns, 4)
        same = np.flatnonzero(np.all(np.diff(points, axis=0) == 0.0, axis=1))
        if len(same):
            rule = f"row {same[0]} and row {same[0] + 1} are the same point"
            value = f"({points[same[0], 0]:g}, {points[same[0], 1]:g})"
            raise ModelError(Problem("N14", "path PointPath / x", rule, value))
        for name, column in zip(("x", "y"), points.T, strict=True):
            column = np.ascontiguousarray(column)
            column.setflags(write=False)
            object.__setattr__(self, name, column)

    @cached_property
    def line(self) -> tuple[Curve, Curve]:
        return line_through(self.x, self.y)

    def __eq__(self, other: object) -> bool:
        return self.line == other.line if isinstance(other, PointPath) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.line)


@dataclass(frozen=True, eq=False)
class CurvaturePath(Path):
    """A path by its curvature at some distances, linear between them.

    Two equal curvatures in a row are a line (0) or an arc, others a clothoid. It begins at (x, y)
    in the direction `heading`.

    Example:
        bend = sarrus.paths.CurvaturePath([0, 50, 80, 160], [0, 0, 0.02, 0.02])
    """

    distance: np.ndarray = field(metadata=numbers("m", "increasing, from 0"))
    curvature_at: np.ndarray = field(metadata=numbers("1/m", "there, positive to the left"))
    x: float = field(default=0.0, metadata=number("m", "where it begins"))
    y: float = field(default=0.0, metadata=number("m", "where it begins"))
    heading: float = field(default=0.0, metadata=number("rad", "at the start, from x to y"))

    def __post_init__(self) -> None:
        settle(self, "path")
        where = "path CurvaturePath"
        s, k = checked_rows(where, self.distance, self.curvature_at, 2)
        if s[0] != 0.0:
            rule, place = "must begin at 0", f"{where} / distance"
            raise ModelError(Problem("N14", place, rule, f"{s[0]:g}"))
        if k.ndim != 1:
            raise ModelError(Problem("N14", where, "needs one curvature for every distance"))
        for name, column in (("distance", s), ("curvature_at", k)):
            column.setflags(write=False)
            object.__setattr__(self, name, column)

    @cached_property
    def line(self) -> tuple[Curve, Curve]:
        s = _finer(self.distance, self.curvature_at)
        law = Curve(self.distance, self.curvature_at, smooth=0)
        nodes, weights = np.polynomial.legendre.leggauss(5)
        half = 0.5 * np.diff(s)
        at = 0.5 * (s[1:] + s[:-1])[:, None] + half[:, None] * nodes
        angle = self.heading + law.integral(at)
        steps = [half * (np.cos(angle) @ weights), half * (np.sin(angle) @ weights)]
        starts = (self.x, self.y)
        columns = [
            a + np.concatenate([[0.0], np.cumsum(d)]) for a, d in zip(starts, steps, strict=True)
        ]
        return (Curve(s, columns[0], 2, "line"), Curve(s, columns[1], 2, "line"))

    def __eq__(self, other: object) -> bool:
        return self.line == other.line if isinstance(other, CurvaturePath) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.line)


def _finer(s: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Return distances with points between them, closer where the path bends more."""
    found = []
    for a, b, bend in zip(s[:-1], s[1:], np.maximum(np.abs(k[1:]), np.abs(k[:-1])), strict=True):
        step = min(FINE, 0.05 / max(bend, 1e-9))
        found.append(np.linspace(a, b, max(4, int(np.ceil((b - a) / step)) + 1))[:-1])
    return np.concatenate([*found, s[-1:]])


def line_through(x: np.ndarray, y: np.ndarray) -> tuple[Curve, Curve]:
    """Return splines through points, by the distance along them."""
    s = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    nodes, weights = np.polynomial.legendre.leggauss(6)
    for _ in range(ROUNDS):
        curves = Curve(s, x, 2, "line"), Curve(s, y, 2, "line")
        half = 0.5 * np.diff(s)
        at = 0.5 * (s[1:] + s[:-1])[:, None] + half[:, None] * nodes
        arcs = half * (np.hypot(curves[0].slope(at), curves[1].slope(at)) @ weights)
        s = np.concatenate([[0.0], np.cumsum(arcs)])
    return Curve(s, x, 2, "line"), Curve(s, y, 2, "line")


TYPES: dict[str, type[Path]] = {kind.__name__: kind for kind in (PointPath, CurvaturePath)}
"""Every path that a file may name."""

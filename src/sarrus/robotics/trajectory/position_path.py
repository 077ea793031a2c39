"""Positions along a path: straight lines, arcs of circles, splines.

A path answers p(h) at a fraction h of its length, with dp/dh and d2p/dh2; |dp/dh| is its length.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import ROWS, number, vector
from sarrus.spatial.arrays import Array, Scalar


class PositionPath(ABC):
    """p(h) [m] from h = 0 to h = 1; h is a number, a dual number or a traced value."""

    @property
    @abstractmethod
    def length(self) -> float:
        """The length [m]."""

    @abstractmethod
    def at(self, h: Scalar) -> Array:
        """Return the position p(h)."""

    @abstractmethod
    def slope(self, h: Scalar) -> Array:
        """Return dp/dh."""

    @abstractmethod
    def curvature(self, h: Scalar) -> Array:
        """Return d2p/dh2."""

    @property
    def knots(self) -> tuple[float, ...]:
        """Fractions h at which d3p/dh3 jumps."""
        return ()


@dataclass(frozen=True, eq=False)
class Line(PositionPath):
    """A straight line between two points [m]: p = start + h (end - start)."""

    start: Array
    end: Array

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            object.__setattr__(self, name, vector(f"Line / {name}", getattr(self, name), 3))

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.start))

    def at(self, h: Scalar) -> Array:
        return (1.0 - h) * self.start + h * self.end

    def slope(self, h: Scalar) -> Array:
        return self.end - self.start

    def curvature(self, h: Scalar) -> Array:
        return np.zeros(3)


@dataclass(frozen=True, eq=False)
class Arc(PositionPath):
    """An arc of a circle: p = centre + cos(h angle) x + sin(h angle) y.

    x, y: the radius at the start and the vector of the same length ahead of it [m]; angle [rad],
    any, so that full circles are possible.
    """

    center: Array
    x: Array
    y: Array
    angle: float

    @staticmethod
    def through(start: Any, via: Any, end: Any) -> Arc:
        """Return the arc from a point over another to a third [m]."""
        a, b, c = (
            vector(f"Arc / {name}", value, 3)
            for name, value in (("start", start), ("via", via), ("end", end))
        )
        u, v = b - a, c - a
        normal = np.cross(u, v)
        square = float(normal @ normal)
        if square <= (1e-9) ** 2 * float(u @ u) * float(v @ v):
            raise ModelError(
                Problem(
                    ROWS,
                    "Arc / via",
                    "lies on one line with start and end, or on one of them: no circle",
                    str(b),
                    action="move it, or use a line",
                )
            )
        out = (float(u @ u) * np.cross(v, normal) - float(v @ v) * np.cross(u, normal)) / square / 2
        center = a + out
        x = a - center
        y = np.cross(normal / np.sqrt(square), x)
        w = c - center
        angle = float(np.arctan2(w @ y, w @ x)) % (2.0 * np.pi)
        return Arc(center, x, y, angle)

    @staticmethod
    def about(start: Any, center: Any, axis: Any, angle: float) -> Arc:
        """Return the arc of a point [m] that turns by an angle [rad] about an axis in a centre."""
        a = vector("Arc / start", start, 3)
        c = vector("Arc / centre", center, 3)
        k = vector("Arc / axis", axis, 3)
        size = float(np.linalg.norm(k))
        if size == 0.0:
            action = "give a direction, for instance (0, 0, 1)"
            raise ModelError(Problem(ROWS, "Arc / axis", "has length 0", str(k), action=action))
        k = k / size
        c = c + (k @ (a - c)) * k
        return Arc(c, a - c, np.cross(k, a - c), number("Arc / angle", angle))

    @property
    def radius(self) -> float:
        """The radius [m]."""
        return float(np.linalg.norm(self.x))

    @property
    def length(self) -> float:
        return self.radius * abs(self.angle)

    def at(self, h: Scalar) -> Array:
        turned = h * self.angle
        return self.center + np.cos(turned) * self.x + np.sin(turned) * self.y

    def slope(self, h: Scalar) -> Array:
        turned = h * self.angle
        return self.angle * (np.cos(turned) * self.y - np.sin(turned) * self.x)

    def curvature(self, h: Scalar) -> Array:
        turned = h * self.angle
        return -(self.angle**2) * (np.cos(turned) * self.x + np.sin(turned) * self.y)

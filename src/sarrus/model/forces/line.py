"""The straight line between two points of bodies, and the pull along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Array, Scalar, dot, length

LINE_UNITS = {"point_a": "m", "point_b": "m"}


@dataclass(frozen=True)
class Line:
    """Two points in world axes [m], the direction from a to b, their distance and its rate."""

    a: Array
    b: Array
    direction: Array
    length: Scalar
    rate: Scalar


@dataclass(frozen=True)
class LineElement(ForceElement):
    """An element between a point of one body and a point of another, in the body frames [m]."""

    name: str
    body_a: str
    body_b: str
    point_a: Vector3
    point_b: Vector3

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body_a, self.body_b)

    def line(self, scene: Scene) -> Line:
        """Return the line between the two points."""
        a = scene.point(self.body_a, scene.value(self, "point_a"))
        b = scene.point(self.body_b, scene.value(self, "point_b"))
        gap = b.position - a.position
        distance = length(gap)
        direction = gap / distance
        rate = dot(b.velocity - a.velocity, direction)
        return Line(a.position, b.position, direction, distance, rate)

    def pulling(self, line: Line, pull: Scalar) -> Sequence[Load]:
        """Return the loads of a pull [N] that draws the points together."""
        return (
            PointLoad(self.body_a, line.a, pull * line.direction),
            PointLoad(self.body_b, line.b, -pull * line.direction),
        )

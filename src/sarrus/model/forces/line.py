"""The straight line between two points of bodies, and the pull along it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.late_dataclass import dataclass
from sarrus.model.building.points import drawn_distance
from sarrus.model.fields import body_name, body_point
from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot, length

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


def drawn_length(reading: Reading) -> float | None:
    """Return the distance of the two points in the drawing [m], where no length is given."""
    ends = [(reading.values.get(f"body_{s}"), reading.values.get(f"point_{s}")) for s in "ab"]
    (a, point_a), (b, point_b) = ends
    if a is None or b is None or point_a is None or point_b is None:
        return None
    return drawn_distance(reading.scope, (a, point_a), (b, point_b))


@dataclass(frozen=True)
class Line:
    """Two points in world axes [m], the direction from a to b, their distance and its rate."""

    a: Array
    b: Array
    direction: Array
    length: Scalar
    rate: Scalar


@element
class LineElement(ForceElement):
    """An element between a point of one body and a point of another, in the body frames [m]."""

    name: str
    body_a: str = body_name("the first body, or ground", option="a")
    body_b: str = body_name("the second body, or ground", option="b")
    point_a: Vector3 = body_point("body_a", "the point of a", at="at_a", on="on_a")
    point_b: Vector3 = body_point("body_b", "the point of b", at="at_b", on="on_b")

    positional = ("a", "b")

    def line(self, scene: Scene) -> Line:
        """Return the line between the two points."""
        a = scene.point(self.body_a, scene.value(self, "point_a"))
        b = scene.point(self.body_b, scene.value(self, "point_b"))
        gap = b.position - a.position
        distance = length(gap)
        direction = gap / distance
        rate = dot(b.velocity - a.velocity, direction)
        return Line(a.position, b.position, direction, distance, rate)

    def pull_loads(self, line: Line, pull: Scalar) -> Sequence[Load]:
        """Return the loads of a pull [N] that draws the points together."""
        return (
            PointLoad(self.body_a, line.a, pull * line.direction),
            PointLoad(self.body_b, line.b, -pull * line.direction),
        )

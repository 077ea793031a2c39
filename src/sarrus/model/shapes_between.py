"""Shapes given by points: rods, bars and shafts between them, and the link of a body's joints.

They are placed when the mechanism is built, and are boxes, cylinders and capsules from then on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import reduce
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from sarrus.model.building.orientation import axes_along as axes_along
from sarrus.model.building.orientation import clean
from sarrus.model.pose import Pose, Vector3, matrix3, vector3
from sarrus.model.shapes import Box, Capsule, Cylinder, Shape
from sarrus.spatial.arrays import minimum
from sarrus.spatial.tracking import plain, reals

SLENDER = 1 / 20
"""Radius of a link that has none, over the distance of its joints that are farthest apart."""
STRAIGHT = 1e-6
"""Joints of a link that are off their line by less than this part of its length are on it."""


class ShapeBetween(ABC):
    """A shape between two or more points, from each to the next.

    points: names of points of the drawing, or coordinates in the frame of the body [m]. offset: a
    vector by which it stands beside them [m], so that links can pass each other.
    """

    lengths: tuple[str, ...] = ()
    """The attributes that are lengths of its section."""

    def __init__(self, *points: Any, offset: Any = None) -> None:
        self.points = points
        self.offset = offset

    @abstractmethod
    def solid(self, length: float, **section: float) -> Shape:
        """Return the solid for a line of a length [m], z along it; section: its lengths [m]."""

    def __repr__(self) -> str:
        values = [repr(p) for p in self.points]
        named = (*self.lengths, "offset")
        values += [f"{n}={v!r}" for n in named if (v := getattr(self, n, None)) is not None]
        return f"{type(self).__name__}({', '.join(values)})"


class Rod(ShapeBetween):
    """A round rod between points, its ends half spheres about them: `Rod("B", "C", radius=0.01)`.

    radius: about its axis [m]. Of more than two points, a rod goes from each to the next; name the
    first once more at the end for a closed frame.
    """

    lengths = ("radius",)

    def __init__(self, *points: Any, radius: Any, offset: Any = None) -> None:
        super().__init__(*points, offset=offset)
        self.radius = radius

    def solid(self, length: float, **section: float) -> Shape:
        return Capsule(section["radius"], length)


class Shaft(ShapeBetween):
    """A cylinder from point to point, with flat ends: `Shaft("A", "B", radius="8 mm")`."""

    lengths = ("radius",)

    def __init__(self, *points: Any, radius: Any, offset: Any = None) -> None:
        super().__init__(*points, offset=offset)
        self.radius = radius

    def solid(self, length: float, **section: float) -> Shape:
        return Cylinder(section["radius"], length)


class Bar(ShapeBetween):
    """A flat bar between points: `Bar("B", "C", width="30 mm", thickness="8 mm")`.

    width, thickness: of its section [m]; beyond: how far it reaches past the first and last point
    [m], half its width if not given, so that there is room for pins. side: the direction of its
    thickness; that of the body's first hinge if not given.
    """

    lengths = ("width", "thickness", "beyond")

    def __init__(
        self,
        *points: Any,
        width: Any,
        thickness: Any,
        beyond: Any = None,
        side: Any = None,
        offset: Any = None,
    ) -> None:
        super().__init__(*points, offset=offset)
        self.width, self.thickness, self.beyond, self.side = width, thickness, beyond, side

    def solid(self, length: float, **section: float) -> Shape:
        beyond = section.get("beyond", section["width"] / 2.0)
        return Box((section["thickness"], section["width"], length + 2.0 * beyond))


class Link(ShapeBetween):
    """Rods between the joints of the body, without naming them: `Link(radius="8 mm")`.

    Two joints, or more in a line, make one rod, three a triangle, more of them a star about their
    middle. Where the body has one joint, its frames are taken along. radius: of the rods [m], a
    twentieth of the distance of the joints that are farthest apart if not given.
    """

    lengths = ("radius",)

    def __init__(self, *, radius: Any = None, offset: Any = None) -> None:
        super().__init__(offset=offset)
        self.radius = radius

    def solid(self, length: float, **section: float) -> Shape:
        return Capsule(section["radius"], length)


TYPES: dict[str, type[ShapeBetween]] = {"rod": Rod, "bar": Bar, "shaft": Shaft, "link": Link}
"""Every shape that is given by points."""
WITH_ENDS: dict[str, type[ShapeBetween]] = {"capsule": Rod, "cylinder": Shaft}
"""What solids are that have two points in place of a length and a pose."""


def pose_between(a: np.ndarray, b: np.ndarray, side: Vector3 | None = None) -> Pose:
    """Return the pose of a solid from a to b [m]: z along it, x as near as possible to side."""
    return Pose(vector3(0.5 * (a + b) + 0.0), matrix3(clean(axes_along(b - a, side))))


def link_lines(points: Sequence[Any]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the lines of a link that has joints at these points, which are apart."""
    places = reals(points)
    middle = places.mean(axis=0)
    if len(places) == 2:
        return [(places[0], places[1])]
    known = plain(places - middle)
    _, sizes, axes = np.linalg.svd(known)
    along = known @ axes[0]
    if places.dtype == object:
        _keep_form(places, int(np.argmin(along)), int(np.argmax(along)))
    if sizes[1] <= STRAIGHT * sizes[0]:
        return [(places[int(np.argmin(along))], places[int(np.argmax(along))])]
    if len(places) == 3:
        return list(pairwise([*places, places[0]]))
    return [(middle, place) for place in places if plain(np.linalg.norm(place - middle)) > 0.0]


def _keep_form(places: np.ndarray, first: int, last: int) -> None:
    """Compare the joints of a link with the line of its ends: constants may leave its form."""
    line = places[last] - places[first]
    for place in places:
        way = place - places[first]
        _ = way @ line >= 0.0, way @ line <= line @ line
        _ = np.linalg.norm(np.cross(way, line)) <= STRAIGHT * (line @ line)


def keep_side(direction: Any) -> None:
    """Compare the parts of a direction: the smallest one decides the side of a bar without one."""
    sizes = np.abs(reals(direction))
    least = sizes[int(np.argmin(plain(sizes)))]
    _ = [least <= size for size in sizes]


def greatest_distance(points: Sequence[Any]) -> float:
    """Return the distance of the two points that are farthest apart [m]."""
    places = reals(points).reshape(-1, 3)
    if places.dtype == object:
        return -reduce(minimum, [-np.linalg.norm(b - a) for a, b in combinations(places, 2)], 0.0)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    return float(gaps.max(initial=0.0))

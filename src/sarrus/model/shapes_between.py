"""Shapes given by points: rods, bars and shafts between them, and the link of a body's joints.

They are placed when the mechanism is built, and are boxes, cylinders and capsules from then on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.model.building.orientation import clean
from sarrus.model.pose import Pose, Vector3, matrix3, vector3
from sarrus.model.shapes import Box, Capsule, Cylinder, Shape
from sarrus.spatial.rotation import triad

Placed = tuple[Shape, Pose]
"""A solid and where it stands in the frame of its body."""

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
    def section(self, **lengths: float) -> Section:
        """Return what is drawn along the line, of the lengths as numbers [m]."""

    def __repr__(self) -> str:
        given = [repr(p) for p in self.points]
        named = (*self.lengths, "offset")
        given += [f"{n}={v!r}" for n in named if (v := getattr(self, n, None)) is not None]
        return f"{type(self).__name__}({', '.join(given)})"


class Section(ABC):
    """What is drawn along a line."""

    @abstractmethod
    def solid(self, length: float) -> Shape:
        """Return the solid for a line of a length [m], z along it."""


class _Round(Section):
    def __init__(self, solid: type[Capsule] | type[Cylinder], radius: float) -> None:
        self._solid, self._radius = solid, radius

    def solid(self, length: float) -> Shape:
        return self._solid(self._radius, length)


class _Flat(Section):
    def __init__(self, thickness: float, width: float, beyond: float) -> None:
        self._across, self._beyond = (thickness, width), beyond

    def solid(self, length: float) -> Shape:
        return Box((*self._across, length + 2.0 * self._beyond))


class Rod(ShapeBetween):
    """A round rod between points, its ends half spheres about them: `Rod("B", "C", radius=0.01)`.

    radius: about its axis [m]. Of more than two points, a rod goes from each to the next; name the
    first once more at the end for a closed frame.
    """

    lengths = ("radius",)

    def __init__(self, *points: Any, radius: Any, offset: Any = None) -> None:
        super().__init__(*points, offset=offset)
        self.radius = radius

    def section(self, **lengths: float) -> Section:
        return _Round(Capsule, lengths["radius"])


class Shaft(ShapeBetween):
    """A cylinder from point to point, with flat ends: `Shaft("A", "B", radius="8 mm")`."""

    lengths = ("radius",)

    def __init__(self, *points: Any, radius: Any, offset: Any = None) -> None:
        super().__init__(*points, offset=offset)
        self.radius = radius

    def section(self, **lengths: float) -> Section:
        return _Round(Cylinder, lengths["radius"])


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

    def section(self, **lengths: float) -> Section:
        width = lengths["width"]
        return _Flat(lengths["thickness"], width, lengths.get("beyond", width / 2.0))


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

    def section(self, **lengths: float) -> Section:
        return _Round(Capsule, lengths["radius"])


TYPES: dict[str, type[ShapeBetween]] = {"rod": Rod, "bar": Bar, "shaft": Shaft, "link": Link}
"""Every shape that is given by points."""
WITH_ENDS: dict[str, type[ShapeBetween]] = {"capsule": Rod, "cylinder": Shaft}
"""What solids are that have two points in place of a length and a pose."""


def solids_between(
    section: Section, points: Sequence[Any], side: Vector3 | None = None
) -> list[Placed]:
    """Return the solids from each point to the next [m]; side: direction of x of their axes."""
    return [_between(section, np.asarray(a), np.asarray(b), side) for a, b in pairwise(points)]


def link_lines(points: Sequence[Any]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the lines of a link that has joints at these points, which are apart."""
    places = np.array(points, dtype=float)
    middle = places.mean(axis=0)
    if len(places) == 2:
        return [(places[0], places[1])]
    _, sizes, axes = np.linalg.svd(places - middle)
    along = (places - middle) @ axes[0]
    if sizes[1] <= STRAIGHT * sizes[0]:
        return [(places[int(np.argmin(along))], places[int(np.argmax(along))])]
    if len(places) == 3:
        return list(pairwise([*places, places[0]]))
    return [(middle, place) for place in places if np.linalg.norm(place - middle) > 0.0]


def greatest_distance(points: Sequence[Any]) -> float:
    """Return the distance of the two points that are farthest apart [m]."""
    places = np.array(points, dtype=float).reshape(-1, 3)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    return float(gaps.max(initial=0.0))


def axes_along(direction: Any, side: Vector3 | None = None) -> np.ndarray:
    """Return axes (columns) whose z is along a direction, and x as near as possible to side."""
    z = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    if side is not None and np.linalg.norm(np.cross(z, side)) > 1e-9:
        return np.asarray(triad(z, np.asarray(side, dtype=float)))
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def _between(section: Section, a: np.ndarray, b: np.ndarray, side: Vector3 | None) -> Placed:
    way = b - a
    pose = Pose(vector3(0.5 * (a + b) + 0.0), matrix3(clean(axes_along(way, side))))
    return section.solid(float(np.linalg.norm(way))), pose

"""How points of a planar linkage follow from each other: cranks, dyads, points of links.

Each construction is written once over scalars: floats and arrays of floats give positions, traced
values compiled kernels with exact derivatives, and `Formula` the expressions of a model file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableMapping
from typing import Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import TINY, Scalar
from sarrus.synthesis.formula import Formula

Point = tuple[Scalar, Scalar]
Points = MutableMapping[str, Point]
Sizes = Mapping[str, Scalar]
"""Dimensions of a linkage by name: lengths [m], angles [rad]."""


def root(x: Scalar) -> Scalar:
    """Return the square root of what is positive, 0 below, with a finite derivative at 0."""
    if isinstance(x, Formula):
        return x.sqrt()
    return np.sqrt(0.5 * (x + abs(x)) + TINY)


def positive(square: Scalar) -> Scalar:
    """Return a square that is divided by: of points that coincide a tiny one, as no link closes."""
    return square if isinstance(square, Formula) else square + TINY


def less(a: Point, b: Point) -> Point:
    """Return the vector from b to a."""
    return a[0] - b[0], a[1] - b[1]


class Construction(ABC):
    """What all have: dimensions, and how the points that they make are placed.

    is_dyad: whether it has two places, signs +1 and -1, and a cosine that must lie in -1 to 1.
    """

    is_dyad: ClassVar[bool] = False

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return ()

    @property
    def lengths(self) -> tuple[str, ...]:
        """Those of the dimensions that are lengths of links, and positive."""
        return ()

    @property
    def directions(self) -> tuple[str, ...]:
        """Those of the dimensions that are angles."""
        return ()

    @abstractmethod
    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the points that it makes; a dyad returns its cosine."""


@dataclass(frozen=True)
class Fixed(Construction):
    """A point of ground, with its coordinates as dimensions `<name>x` and `<name>y`."""

    name: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return f"{self.name}x", f"{self.name}y"

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point."""
        points[self.name] = sizes[f"{self.name}x"], sizes[f"{self.name}y"]


@dataclass(frozen=True)
class Crank(Construction):
    """The end of the link that turns about a pivot by the angle from x, counterclockwise."""

    name: str
    pivot: str
    length: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return (self.length,)

    @property
    def lengths(self) -> tuple[str, ...]:
        """Those of the dimensions that are lengths of links, and positive."""
        return (self.length,)

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point."""
        x, y = points[self.pivot]
        r = sizes[self.length]
        points[self.name] = x + r * np.cos(angle), y + r * np.sin(angle)


@dataclass(frozen=True)
class Meeting(Construction):
    """The hinge in which two links meet whose other ends are known (dyad RRR).

    With F, S the known ends, f and g the lengths and D = |S - F|, the angle mu between the links
    has cos mu = (f^2 + g^2 - D^2) / (2 f g), and the hinge is at
    F + (S - F) (D^2 + f^2 - g^2) / (2 D^2) + sign n f g sin mu / D^2, n being S - F turned by a
    quarter turn to the left. It closes where |cos mu| <= 1; mu is the transmission angle.
    """

    is_dyad: ClassVar[bool] = True
    name: str
    first: str
    first_length: str
    second: str
    second_length: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in; a length may be one of before."""
        return self.first_length, self.second_length

    @property
    def lengths(self) -> tuple[str, ...]:
        """Those of the dimensions that are lengths of links, and positive."""
        return self.sizes

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point and return cos mu."""
        F = points[self.first]
        f, g = sizes[self.first_length], sizes[self.second_length]
        x, y = less(points[self.second], F)
        square = x * x + y * y
        cosine = (f * f + g * g - square) / (2.0 * f * g)
        square = positive(square)
        along = 0.5 + 0.5 * (f * f - g * g) / square
        across = sign * f * g * root(1.0 - cosine * cosine) / square
        points[self.name] = F[0] + along * x - across * y, F[1] + along * y + across * x
        return cosine


@dataclass(frozen=True)
class OnLine(Construction):
    """The hinge of a link on a slider (dyad RRP).

    The slider moves along the line through a point of ground, at an angle from x. mu is the angle
    between the link and the normal of the line.
    """

    is_dyad: ClassVar[bool] = True
    name: str
    first: str
    length: str
    origin: str
    direction: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return self.length, self.direction

    @property
    def lengths(self) -> tuple[str, ...]:
        """Those of the dimensions that are lengths of links, and positive."""
        return (self.length,)

    @property
    def directions(self) -> tuple[str, ...]:
        """Those of the dimensions that are angles."""
        return (self.direction,)

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point and return cos mu."""
        D = points[self.origin]
        x, y = less(points[self.first], D)
        c, s = np.cos(sizes[self.direction]), np.sin(sizes[self.direction])
        cosine = (c * y - s * x) / sizes[self.length]
        along = c * x + s * y + sign * sizes[self.length] * root(1.0 - cosine * cosine)
        points[self.name] = D[0] + along * c, D[1] + along * s
        return cosine


@dataclass(frozen=True)
class Carried(Construction):
    """A further point of a link that has two points at a known distance: `along` and `left`."""

    name: str
    first: str
    second: str
    length: str
    along: str
    left: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return self.along, self.left

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point."""
        F = points[self.first]
        x, y = less(points[self.second], F)
        along = sizes[self.along] / sizes[self.length]
        left = sizes[self.left] / sizes[self.length]
        points[self.name] = F[0] + along * x - left * y, F[1] + along * y + left * x


@dataclass(frozen=True)
class Local(Construction):
    """A point of the link in which an inversion is made; "" is a coordinate that is 0."""

    name: str
    x: str = ""
    y: str = ""

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return tuple(name for name in (self.x, self.y) if name)

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Set the point."""
        points[self.name] = (
            sizes[self.x] if self.x else 0.0,
            sizes[self.y] if self.y else 0.0,
        )


@dataclass(frozen=True)
class SeenFrom(Construction):
    """All points as seen from ground, where they were made in another link.

    A linkage whose driven link carries two links of a group of three (Stephenson II) has no order
    of dyads; its inversion has one. origin and other: points of ground, `length` apart; they come
    to lie in the point of the dimensions `<origin>x`, `<origin>y` and from there in `direction`.
    """

    origin: str
    other: str
    length: str
    direction: str

    @property
    def sizes(self) -> tuple[str, ...]:
        """The dimensions that it brings in."""
        return f"{self.origin}x", f"{self.origin}y", self.direction

    @property
    def directions(self) -> tuple[str, ...]:
        """Those of the dimensions that are angles."""
        return (self.direction,)

    def place(self, points: Points, sizes: Sizes, angle: Scalar, sign: Scalar) -> Any:
        """Turn and move all points."""
        at = sizes[f"{self.origin}x"], sizes[f"{self.origin}y"]
        first = points[self.origin]
        x, y = less(points[self.other], first)
        cosine, sine = np.cos(sizes[self.direction]), np.sin(sizes[self.direction])
        c = (x * cosine + y * sine) / sizes[self.length]
        s = (x * sine - y * cosine) / sizes[self.length]
        for name, point in list(points.items()):
            u, v = less(point, first)
            points[name] = at[0] + c * u - s * v, at[1] + s * u + c * v

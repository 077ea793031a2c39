"""What every road can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import KernelNumbers
from sarrus.road.checking import real
from sarrus.spatial.arrays import Array, Scalar

if TYPE_CHECKING:
    from sarrus.road.combined import SumOfRoads

ENDLESS = (-np.inf, np.inf)

TOLERANCE = 1e-5
"""Error of the height that a wheel feels, where it is tabulated [m]."""


class Road(KernelNumbers, ABC):
    """The height z = h(x) of one track, or h(x, y) of a surface, all in metres.

    Subclasses are frozen dataclasses. Equal roads are equal, and their text tells all of them, so
    that they can be part of a model. x and y are numbers, arrays of numbers, dual numbers or traced
    values; a track is the same for every y. A wheel that touches the road in a point below its
    centre (a point follower) feels h itself; for a disc, see `felt_by_wheel`.
    """

    def height(self, x: Scalar | Array, y: Scalar | Array = 0.0) -> Scalar | Array:
        """Return the height h [m] at x and y [m]."""
        if self.varies_across:
            return _each_pair(lambda a, b: self._at(a, b)[0], x, y)
        return _each(self._height, _spread(x, y))

    def slope(self, x: Scalar | Array, y: Scalar | Array = 0.0) -> Scalar | Array:
        """Return dh/dx at x and y [m]; at a kink, that of one side."""
        if self.varies_across:
            return _each_pair(lambda a, b: self._at(a, b)[1], x, y)
        return _each(self._slope, _spread(x, y))

    def slope_across(self, x: Scalar | Array, y: Scalar | Array = 0.0) -> Scalar | Array:
        """Return dh/dy at x and y [m]; 0 where the road is the same for every y."""
        if self.varies_across:
            return _each_pair(lambda a, b: self._at(a, b)[2], x, y)
        return 0.0 * _spread(x, y) if isinstance(x, np.ndarray) else 0.0

    def surface_at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        """Return height [m], dh/dx and dh/dy at one place."""
        if self.varies_across:
            return self._at(x, y)
        return self.height(x), self.slope(x), 0.0

    def friction(self, x: Scalar | Array, y: Scalar | Array = 0.0) -> Scalar | Array:
        """Return the factor of friction at x and y [m]: 1, but for roads with patches."""
        if not self.has_patches:
            return 1.0
        return _each_pair(self._friction, x, y)

    def station(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        """Return the place [m] along the road and across it: x and y, unless the road turns."""
        return x, y

    @property
    def varies_across(self) -> bool:
        """Whether heights depend on y."""
        return False

    @property
    def has_patches(self) -> bool:
        """Whether friction depends on the place."""
        return False

    @property
    def sides(self) -> tuple[float, float]:
        """The least and greatest place across [m] of what is known of the road."""
        return ENDLESS

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        """Return height, dh/dx and dh/dy; x and y may be arrays of numbers of one shape."""
        return self._height(x), self._slope(x), 0.0 * x

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        """Return the factor of friction; x and y may be arrays of numbers of one shape."""
        return 1.0 + 0.0 * x

    @abstractmethod
    def _height(self, x: Scalar) -> Scalar:
        """Return the height; x may be an array of numbers."""

    @abstractmethod
    def _slope(self, x: Scalar) -> Scalar:
        """Return the slope; x may be an array of numbers."""

    @property
    def kinks(self) -> tuple[float, ...]:
        """Places x [m] where the slope or the curvature jumps: the ends of bumps.

        Not the rows of tables, whose slope is continuous.
        """
        return ()

    def switches(self, x: Scalar, y: Scalar = 0.0) -> tuple[Scalar, ...]:
        """Return functions of the place that change sign at the kinks, for finders of events."""
        return tuple(x - kink for kink in self.kinks)

    @property
    def extent(self) -> tuple[float, float]:
        """The first and last x [m] outside of which the height is constant."""
        return ENDLESS

    @property
    def course(self) -> tuple[float, float]:
        """The first and last place along [m] of what is known of the road, for vehicles to keep.

        Level ground around bumps is known, what follows the last row of a table is not.
        """
        return ENDLESS

    @property
    def detail(self) -> float:
        """The length [m] that shows the finest features of the road, for tables of it."""
        return np.inf

    @property
    def steepest(self) -> float:
        """A bound of the magnitude of the slope, where one is known."""
        return np.inf

    @property
    def period(self) -> float | None:
        """The length [m] after which an endless road repeats itself, if it does."""
        return None

    @property
    def is_bump(self) -> bool:
        """Whether the road is zero outside its extent, and nowhere negative."""
        return False

    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        """Return the road that a rigid disc of a radius [m] feels, upright and in the plane x, z.

            e(x) = max { h(x + s) + sqrt(R^2 - s^2) - R, |s| <= R }

        x is that of the centre, whose height is e(x) + R when the disc touches the road. With n
        the normal of e, (-e', 1)/sqrt(1 + e'^2), the disc touches the road at centre - R n, and
        n is the normal of the contact.

        Exact for flat roads and half-rounds; a table with the given tolerance [m] for others.
        between: the x [m] to tabulate, for roads without ends; beyond, the height is held. A
        surface has no such table: take one of its tracks, or let a tyre follow it as a disc.
        """
        if self.varies_across:
            raise ModelError(_not_a_track(self))
        from sarrus.road.envelope import WheelEnvelope

        return WheelEnvelope(self, radius, tolerance, between)

    def shift(self, by: float, across: float = 0.0) -> Road:
        """Return the same road further along x and y [m]: h(x - by, y - across)."""
        from sarrus.road.combined import Shifted

        return Shifted(self, by, across)

    def track(self, y: float) -> Road:
        """Return the track of a surface at a place across [m], a road of x alone."""
        from sarrus.road.combined import TrackOf

        return TrackOf(self, y)

    def scale(self, factor: float) -> Road:
        """Return the road with heights multiplied."""
        from sarrus.road.combined import Scaled

        return Scaled(self, factor)

    def __add__(self, other: Road) -> SumOfRoads:
        from sarrus.road.combined import SumOfRoads

        if not isinstance(other, Road):
            return NotImplemented
        return SumOfRoads((self, other))


def _each(function: Callable[[Any], Any], x: Any) -> Any:
    """Return a function of one value, or of each of an array."""
    if isinstance(x, (list, tuple)):
        x = np.asarray(x)
    if not isinstance(x, np.ndarray):
        number = real(x)
        return function(x if number is None else number)
    if x.dtype != object:
        return function(x.astype(float))
    found = np.empty(x.size, dtype=object)
    found[:] = [function(item) for item in x.flat]
    return found.reshape(x.shape)


def _spread(x: Any, y: Any) -> Any:
    """Return x in the shape that x and y have together; y alone says nothing about a track."""
    if isinstance(y, (np.ndarray, list, tuple)):
        return np.asarray(x) + np.zeros(np.shape(y))
    return x


def _each_pair(function: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    """Return a function of two values, or of each pair of two arrays."""
    arrays = (list, tuple, np.ndarray)
    if not isinstance(x, arrays) and not isinstance(y, arrays):
        one, other = real(x), real(y)
        return function(x if one is None else one, y if other is None else other)
    first, second = np.broadcast_arrays(np.asarray(x), np.asarray(y))
    if first.dtype != object and second.dtype != object:
        return function(first.astype(float), second.astype(float))
    found = np.empty(first.size, dtype=object)
    found[:] = [function(a, b) for a, b in zip(first.flat, second.flat, strict=True)]
    return found.reshape(first.shape)


def _not_a_track(road: Road) -> Problem:
    return Problem(
        "M04",
        f"road {type(road).__name__}",
        "is a surface, whose heights depend on y; what a disc feels of it depends on its heading",
        action="take one track of it, road.track(y), or let the element `tyre` follow it as a disc",
    )


class Surface(Road):
    """A road whose heights depend on y; subclasses have `_at`."""

    @property
    def varies_across(self) -> bool:
        return True

    @abstractmethod
    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        """Return height, dh/dx and dh/dy; x and y may be arrays of numbers of one shape."""

    def _height(self, x: Scalar) -> Scalar:
        return self._at(x, 0.0 * x)[0]

    def _slope(self, x: Scalar) -> Scalar:
        return self._at(x, 0.0 * x)[1]

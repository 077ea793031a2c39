"""What every road can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.road.checking import real
from sarrus.spatial.arrays import Array, Scalar

if TYPE_CHECKING:
    from sarrus.road.combined import SumOfRoads

ENDLESS = (-np.inf, np.inf)

TOLERANCE = 1e-5
"""Error of the height that a wheel feels, where it is tabulated [m]."""


class Road(ABC):
    """The height z = h(x) of one track, both in metres. Subclasses are frozen dataclasses.

    Equal roads are equal, and their text tells all of them, so that they can be part of a model.
    x is a number, an array of numbers, a dual number or a traced value. A wheel that touches
    the road in a point below its centre (a point follower) feels h itself; for a disc, see
    `felt_by_wheel`.
    """

    def height(self, x: Scalar | Array) -> Scalar | Array:
        """Return the height h [m] at x [m]."""
        return _each(self._height, x)

    def slope(self, x: Scalar | Array) -> Scalar | Array:
        """Return dh/dx at x [m]; at a kink, that of one side."""
        return _each(self._slope, x)

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

    def switches(self, x: Scalar) -> tuple[Scalar, ...]:
        """Return functions of x that change sign at the kinks, for the finder of events."""
        return tuple(x - kink for kink in self.kinks)

    @property
    def extent(self) -> tuple[float, float]:
        """The first and last x [m] outside of which the height is constant."""
        return ENDLESS

    @property
    def course(self) -> tuple[float, float]:
        """The first and last x [m] of what is known of the road; a vehicle should stay within.

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
        between: the x [m] to tabulate, for roads without ends; beyond, the height is held.
        """
        from sarrus.road.envelope import WheelEnvelope

        return WheelEnvelope(self, radius, tolerance, between)

    def shifted(self, by: float) -> Road:
        """Return the same road further along x [m]: h(x - by)."""
        from sarrus.road.combined import Shifted

        return Shifted(self, by)

    def scaled(self, factor: float) -> Road:
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

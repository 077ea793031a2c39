"""Flat roads and single bumps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError
from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, real, settle
from sarrus.road.choosing import select
from sarrus.road.road import TOLERANCE, Road
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class Flat(Road):
    """A level road, of a height [m].

    Example:
        road = sarrus.road.Flat(0.1)
    """

    level: float = field(default=0.0, metadata=number("m", "height", is_input=True))

    def __post_init__(self) -> None:
        settle(self)

    @property
    def input_fields(self) -> tuple[str, ...]:
        """The level; ground at zero has equations of its own."""
        return () if real(self.level) == 0.0 else ("level",)

    def _height(self, x: Scalar) -> Scalar:
        return self.level + 0.0 * x

    def _slope(self, x: Scalar) -> Scalar:
        return 0.0 * x

    @property
    def extent(self) -> tuple[float, float]:
        return (0.0, 0.0)

    @property
    def steepest(self) -> float:
        return 0.0

    @with_checks
    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        _checked_radius("Flat", radius)
        return self


@dataclass(frozen=True)
class HalfRound(Road):
    """A half cylinder lying on flat ground, with its middle at x = at [m]; radius r [m].

        h = sqrt((r + R)^2 - (x - at)^2) - R,   where it is positive

    R is the radius of the wheel that feels it [m]; with R = 0 this is the half-round itself. The
    centre of the wheel moves on a circle of radius r + R. At a distance sqrt(r (r + 2 R)) from the
    middle the wheel touches ground and bump at once; there the slope jumps by
    sqrt(r (r + 2 R))/R. (The half-round itself stands upright at its foot: a point follower meets
    an infinite slope.)

    Example:
        obstacle = sarrus.road.HalfRound(radius=0.254, at=2.0)
    """

    radius: float = field(
        metadata=number("m", "radius of the half cylinder", above=0.0, is_input=True)
    )
    at: float = field(default=0.0, metadata=number("m", "the x of its middle", is_input=True))
    wheel: float = field(
        default=0.0,
        metadata=number("m", "radius of the wheel that feels it", at_least=0.0, is_input=True),
    )

    def __post_init__(self) -> None:
        settle(self)

    @property
    def foot(self) -> Scalar:
        """Half the length on which it is felt [m]."""
        return np.sqrt(self.radius * (self.radius + 2.0 * self.wheel))

    def _root(self, x: Scalar, inside: Scalar) -> Scalar:
        s = x - self.at
        circle = (self.radius + self.wheel) * (self.radius + self.wheel)
        return np.sqrt(select(inside, circle - s * s, 1.0))

    def _inside(self, x: Scalar) -> Scalar:
        return abs(x - self.at) < self.foot * (1.0 - 1e-15)

    def _height(self, x: Scalar) -> Scalar:
        inside = self._inside(x)
        return select(inside, self._root(x, inside) - self.wheel, 0.0)

    def _slope(self, x: Scalar) -> Scalar:
        inside = self._inside(x)
        return select(inside, (self.at - x) / self._root(x, inside), 0.0)

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.extent

    @property
    def extent(self) -> tuple[float, float]:
        return (self.at - self.foot, self.at + self.foot)

    @property
    def detail(self) -> float:
        return self.radius / 8.0

    @property
    def steepest(self) -> float:
        return self.foot / self.wheel if self.wheel > 0.0 else np.inf

    @property
    def is_bump(self) -> bool:
        return True

    @with_checks
    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        return replace(self, wheel=self.wheel + _checked_radius("HalfRound", radius))


@dataclass(frozen=True)
class CosineBump(Road):
    """A bump, or with a negative top a dip, of cosine shape; all in metres.

        h = top/2 (1 + cos(pi (x - at)/l)),   l = rise before the top, length - rise after it

    top: the greatest height. at: the x of the top. rise: length of the part before it, half the
    length if not given.

    Example:
        bump = sarrus.road.CosineBump(top=0.1, length=0.5, at=10.0)
    """

    top: float = field(
        metadata=number("m", "the greatest height, negative for a dip", is_input=True)
    )
    length: float = field(metadata=number("m", "of the whole bump", above=0.0, is_input=True))
    at: float = field(default=0.0, metadata=number("m", "the x of the top", is_input=True))
    rise: float | None = field(
        default=None,
        metadata=number("m", "length of the part before the top, half if not given", is_input=True),
    )

    def __post_init__(self) -> None:
        settle(self)
        rise = real(self.length / 2.0 if self.rise is None else self.rise)
        if rise is None or not 0.0 < rise < self.length:
            rule = "must be a length between zero and that of the bump"
            raise ModelError(bad("CosineBump", "rise", rule, self.rise))
        object.__setattr__(self, "rise", rise)

    @property
    def is_even(self) -> bool:
        """Whether it rises and falls alike."""
        if self.rise is None:  # of symbols, see `with_numbers`
            return True
        rise, length = real(self.rise), real(self.length)
        return rise is not None and length is not None and 2.0 * rise == length

    @property
    def input_fields(self) -> tuple[str, ...]:
        """Its numbers; the rise of an even bump follows the length."""
        listed = super().input_fields
        return tuple(name for name in listed if name != "rise") if self.is_even else listed

    def with_numbers(self, numbers: Iterable[Scalar]) -> CosineBump:
        made: CosineBump = super().with_numbers(numbers)
        if self.is_even:
            object.__setattr__(made, "rise", None)
        return made

    @property
    def _rise(self) -> Scalar:
        """The length of the part before the top."""
        return 0.5 * self.length if self.rise is None else self.rise

    def _phase(self, x: Scalar) -> tuple[Scalar, Scalar]:
        """Return dp/dx and the phase p, which is -pi at the start and pi at the end."""
        u = x - self.at
        rise = self._rise
        rate = select(u < 0.0, np.pi / rise, np.pi / (self.length - rise))
        return rate, u * rate

    def _height(self, x: Scalar) -> Scalar:
        _, phase = self._phase(x)
        return select(abs(phase) < np.pi, 0.5 * self.top * (1.0 + np.cos(phase)), 0.0)

    def _slope(self, x: Scalar) -> Scalar:
        rate, phase = self._phase(x)
        return select(abs(phase) < np.pi, -0.5 * self.top * np.sin(phase) * rate, 0.0)

    @property
    def kinks(self) -> tuple[float, ...]:
        first, last = self.extent
        return (first, last) if self.is_even else (first, self.at, last)

    @property
    def extent(self) -> tuple[float, float]:
        first = self.at - self._rise
        return (first, first + self.length)

    @property
    def detail(self) -> float:
        return min(self._rise, self.length - self._rise) / 16.0

    @property
    def steepest(self) -> float:
        return 0.5 * np.pi * abs(self.top) / min(self._rise, self.length - self._rise)

    @property
    def is_bump(self) -> bool:
        return self.top >= 0.0


def _checked_radius(kind: str, radius: float) -> float:
    number = real(radius)
    if number is None or number < 0.0:
        raise ModelError(bad(kind, "radius of the wheel", "must not be negative", radius))
    return number

"""Roads made of roads: moved along x, with other heights, added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import inner_road, number
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle
from sarrus.road.road import ENDLESS, TOLERANCE, Road
from sarrus.spatial.arrays import Scalar


class RoadAround(Road):
    """A road around another one, `road`, that passes on all of it; what differs is written anew."""

    road: Road

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        return self.road._at(x, y)

    def _height(self, x: Scalar) -> Scalar:
        return self.road.height(x)

    def _slope(self, x: Scalar) -> Scalar:
        return self.road.slope(x)

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        return self.road._friction(x, y)

    def station(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        return self.road.station(x, y)

    def switches(self, x: Scalar, y: Scalar = 0.0) -> tuple[Scalar, ...]:
        return self.road.switches(x, y)

    @property
    def varies_across(self) -> bool:
        return self.road.varies_across

    @property
    def has_patches(self) -> bool:
        return self.road.has_patches

    @property
    def sides(self) -> tuple[float, float]:
        return self.road.sides

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.road.kinks

    @property
    def extent(self) -> tuple[float, float]:
        return self.road.extent

    @property
    def course(self) -> tuple[float, float]:
        return self.road.course

    @property
    def detail(self) -> float:
        return self.road.detail

    @property
    def steepest(self) -> float:
        return self.road.steepest

    @property
    def period(self) -> float | None:
        return self.road.period


@dataclass(frozen=True)
class Shifted(RoadAround):
    """h(x - by, y - across) of another road, in metres. For the rear axle, or the other track.

    Example:
        rear = sarrus.road.Shifted(sarrus.road.CosineBump(0.1, 0.5, at=10.0), by=2.5)
    """

    road: Road = field(metadata=inner_road("the road that is shifted", is_input=True))
    by: float = field(metadata=number("m", "by how much, along x", is_input=True))
    across: float = field(default=0.0, metadata=number("m", "by how much, along y", is_input=True))

    def __post_init__(self) -> None:
        _check_road("Shifted", self.road)
        settle(self)

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        return self.road._at(x - self.by, y - self.across)

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        return self.road._friction(x - self.by, y - self.across)

    def station(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        s, n = self.road.station(x - self.by, y - self.across)
        if turns(self.road):
            return s, n
        return s + self.by, n + self.across

    def switches(self, x: Scalar, y: Scalar = 0.0) -> tuple[Scalar, ...]:
        return self.road.switches(x - self.by, y - self.across)

    @property
    def sides(self) -> tuple[float, float]:
        first, last = self.road.sides
        by = 0.0 if turns(self.road) else self.across
        return (first + by, last + by)

    def _height(self, x: Scalar) -> Scalar:
        return self.road.height(x - self.by)

    def _slope(self, x: Scalar) -> Scalar:
        return self.road.slope(x - self.by)

    @property
    def kinks(self) -> tuple[float, ...]:
        return tuple(kink + self.by for kink in self.road.kinks)

    @property
    def extent(self) -> tuple[float, float]:
        first, last = self.road.extent
        return (first + self.by, last + self.by)

    @property
    def course(self) -> tuple[float, float]:
        first, last = self.road.course
        by = 0.0 if turns(self.road) else self.by
        return (first + by, last + by)

    @property
    def is_bump(self) -> bool:
        return self.road.is_bump

    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        if between is not None:
            between = (between[0] - self.by, between[1] - self.by)
        return Shifted(self.road.felt_by_wheel(radius, tolerance, between), self.by, self.across)


@dataclass(frozen=True)
class Scaled(RoadAround):
    """factor h(x) of another road.

    Example:
        half = sarrus.road.Scaled(sarrus.road.Iso8608("C", 100.0), 0.5)
    """

    road: Road = field(metadata=inner_road("the road whose heights are scaled", is_input=True))
    factor: float = field(metadata=number("dimensionless", "of the heights", is_input=True))

    def __post_init__(self) -> None:
        _check_road("Scaled", self.road)
        settle(self)

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        h, along, across = self.road._at(x, y)
        return self.factor * h, self.factor * along, self.factor * across

    def _height(self, x: Scalar) -> Scalar:
        return self.factor * self.road.height(x)

    def _slope(self, x: Scalar) -> Scalar:
        return self.factor * self.road.slope(x)

    @property
    def steepest(self) -> float:
        return abs(self.factor) * self.road.steepest if self.factor else 0.0

    @property
    def is_bump(self) -> bool:
        return self.road.is_bump and self.factor >= 0.0


@dataclass(frozen=True)
class SumOfRoads(Road):
    """The sum of the heights of several roads: bumps in a row, a bump on a rough road.

    Example:
        road = sarrus.road.HalfRound(0.1, at=5.0) + sarrus.road.HalfRound(0.1, at=8.0)
    """

    roads: tuple[Road, ...] = field(
        metadata=inner_road("roads whose heights are added", several=True, is_input=True)
    )

    def __post_init__(self) -> None:
        roads: list[Road] = []
        if not isinstance(self.roads, Iterable):
            raise ModelError(bad("SumOfRoads", "roads", "must be a list of roads", self.roads))
        for road in tuple(self.roads):
            _check_road("SumOfRoads", road)
            roads += road.roads if isinstance(road, SumOfRoads) else [road]
        if not roads:
            raise ModelError(bad("SumOfRoads", "roads", "must be one road or more", self.roads))
        if sum(turns(road) for road in roads) > 1:
            rule = "has two roads that follow centre lines; their stations are not the same"
            action = "add what lies on the road to the `road` that the centre line carries"
            raise ModelError(Problem("M04", "road SumOfRoads / roads", rule, action=action))
        object.__setattr__(self, "roads", tuple(roads))

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        found = self.roads[0]._at(x, y)
        for road in self.roads[1:]:
            more = road._at(x, y)
            found = (found[0] + more[0], found[1] + more[1], found[2] + more[2])
        return found

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        """Return the product of the factors of all."""
        found = self.roads[0]._friction(x, y)
        for road in self.roads[1:]:
            found = found * road._friction(x, y)
        return found

    def station(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        turning = next((road for road in self.roads if turns(road)), None)
        return (x, y) if turning is None else turning.station(x, y)

    def switches(self, x: Scalar, y: Scalar = 0.0) -> tuple[Scalar, ...]:
        return tuple(value for road in self.roads for value in road.switches(x, y))

    @property
    def varies_across(self) -> bool:
        return any(road.varies_across for road in self.roads)

    @property
    def has_patches(self) -> bool:
        return any(road.has_patches for road in self.roads)

    @property
    def sides(self) -> tuple[float, float]:
        spans = [road.sides for road in self._roads_with_ends()]
        return (max(first for first, _ in spans), min(last for _, last in spans))

    def _roads_with_ends(self) -> tuple[Road, ...]:
        """Return the roads whose ends count: those that turn have stations of their own."""
        turning = tuple(road for road in self.roads if turns(road))
        return turning or self.roads

    def _height(self, x: Scalar) -> Scalar:
        found = self.roads[0].height(x)
        for road in self.roads[1:]:
            found = found + road.height(x)
        return found

    def _slope(self, x: Scalar) -> Scalar:
        found = self.roads[0].slope(x)
        for road in self.roads[1:]:
            found = found + road.slope(x)
        return found

    @property
    def kinks(self) -> tuple[float, ...]:
        return tuple(sorted({kink for road in self.roads for kink in road.kinks}))

    @property
    def extent(self) -> tuple[float, float]:
        spans = [road.extent for road in self.roads if road.extent[0] < road.extent[1]]
        if not spans:
            return (0.0, 0.0)
        return (min(first for first, _ in spans), max(last for _, last in spans))

    @property
    def course(self) -> tuple[float, float]:
        spans = [road.course for road in self._roads_with_ends()]
        return (max(first for first, _ in spans), min(last for _, last in spans))

    @property
    def detail(self) -> float:
        return min(road.detail for road in self.roads)

    @property
    def steepest(self) -> float:
        return sum(road.steepest for road in self.roads)

    @property
    def period(self) -> float | None:
        endless = [road for road in self.roads if np.isinf(road.extent).any()]
        level = all(road.extent[0] == road.extent[1] for road in self.roads if road not in endless)
        return endless[0].period if len(endless) == 1 and level else None

    @property
    def is_bump(self) -> bool:
        return all(road.is_bump for road in self.roads)

    def felt_by_wheel(
        self,
        radius: float,
        tolerance: float = TOLERANCE,
        between: tuple[float, float] | None = None,
    ) -> Road:
        """Return the road that a disc feels; bumps that it feels one at a time are exact."""
        if self.is_bump and not self.varies_across:
            felt = [road.felt_by_wheel(radius, tolerance) for road in self.roads]
            felt.sort(key=lambda road: road.extent)
            if all(one.extent[1] <= other.extent[0] for one, other in pairwise(felt)):
                return SumOfRoads(tuple(felt))
        return super().felt_by_wheel(radius, tolerance, between)


@dataclass(frozen=True)
class TrackOf(Road):
    """One track of a surface: h(x, across), a road of x alone; in metres.

    Example:
        left = sarrus.road.TrackOf(sarrus.road.Iso8608Tracks("C", 100.0, 1.5), across=0.75)
    """

    road: Road = field(metadata=inner_road("the surface", is_input=True))
    across: float = field(metadata=number("m", "the place across, y", is_input=True))
    finest: float = field(
        default=0.05, metadata=number("m", "length that shows the finest features", above=0.0)
    )

    def __post_init__(self) -> None:
        _check_road("TrackOf", self.road)
        settle(self)

    def _height(self, x: Scalar) -> Scalar:
        return self.road._at(x, self.across + 0.0 * x)[0]

    def _slope(self, x: Scalar) -> Scalar:
        return self.road._at(x, self.across + 0.0 * x)[1]

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        return self.road._friction(x, self.across + 0.0 * x)

    @property
    def has_patches(self) -> bool:
        return self.road.has_patches

    @property
    def kinks(self) -> tuple[float, ...]:
        return () if turns(self.road) else self.road.kinks

    @property
    def extent(self) -> tuple[float, float]:
        return ENDLESS if turns(self.road) else self.road.extent

    @property
    def course(self) -> tuple[float, float]:
        return ENDLESS if turns(self.road) else self.road.course

    @property
    def detail(self) -> float:
        return min(self.finest, self.road.detail)

    @property
    def steepest(self) -> float:
        return self.road.steepest


def turns(road: Road) -> bool:
    """Whether the stations of a road are not its x."""
    return any(turns(part) for part in _parts(road)) or bool(getattr(road, "turns", False))


def _parts(road: Road) -> tuple[Road, ...]:
    if isinstance(road, RoadAround):
        return (road.road,)
    return road.roads if isinstance(road, SumOfRoads) else ()


def _check_road(kind: str, road: object) -> None:
    if not isinstance(road, Road):
        raise ModelError(bad(kind, "road", "must be a road", road))

"""Roads made of roads: moved along x, with other heights, added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise

import numpy as np

from sarrus.errors import ModelError
from sarrus.file_fields import inner_road, number
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle
from sarrus.road.road import TOLERANCE, Road
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class Shifted(Road):
    """h(x - by) of another road; by in metres. For the rear axle, or the other track.

    Example:
        rear = sarrus.road.Shifted(sarrus.road.CosineBump(0.1, 0.5, at=10.0), by=2.5)
    """

    road: Road = field(metadata=inner_road("the road that is shifted"))
    by: float = field(metadata=number("m", "by how much, along x"))

    def __post_init__(self) -> None:
        _check_road("Shifted", self.road)
        settle(self)

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
        return (first + self.by, last + self.by)

    @property
    def detail(self) -> float:
        return self.road.detail

    @property
    def steepest(self) -> float:
        return self.road.steepest

    @property
    def period(self) -> float | None:
        return self.road.period

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
        return Shifted(self.road.felt_by_wheel(radius, tolerance, between), self.by)


@dataclass(frozen=True)
class Scaled(Road):
    """factor h(x) of another road.

    Example:
        half = sarrus.road.Scaled(sarrus.road.Iso8608("C", 100.0), 0.5)
    """

    road: Road = field(metadata=inner_road("the road whose heights are scaled"))
    factor: float = field(metadata=number("dimensionless", "of the heights"))

    def __post_init__(self) -> None:
        _check_road("Scaled", self.road)
        settle(self)

    def _height(self, x: Scalar) -> Scalar:
        return self.factor * self.road.height(x)

    def _slope(self, x: Scalar) -> Scalar:
        return self.factor * self.road.slope(x)

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
        return abs(self.factor) * self.road.steepest if self.factor else 0.0

    @property
    def period(self) -> float | None:
        return self.road.period

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
        metadata=inner_road("roads whose heights are added", several=True)
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
        object.__setattr__(self, "roads", tuple(roads))

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
        spans = [road.course for road in self.roads]
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
        if self.is_bump:
            felt = [road.felt_by_wheel(radius, tolerance) for road in self.roads]
            felt.sort(key=lambda road: road.extent)
            if all(one.extent[1] <= other.extent[0] for one, other in pairwise(felt)):
                return SumOfRoads(tuple(felt))
        return super().felt_by_wheel(radius, tolerance, between)


def _check_road(kind: str, road: object) -> None:
    if not isinstance(road, Road):
        raise ModelError(bad(kind, "road", "must be a road", road))

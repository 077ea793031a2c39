"""Friction by places: ice, water, a polished lane."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import inner_road, number, rows
from sarrus.late_dataclass import dataclass
from sarrus.road.bumps import Flat
from sarrus.road.checking import bad, settle
from sarrus.road.choosing import select
from sarrus.road.combined import RoadAround
from sarrus.road.road import Road
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class PatchedRoad(RoadAround):
    """A road with friction by patches: its factor of friction is that of the last patch there.

    patches: rows (from, to, right, left, factor): a rectangle of places along the road and across
    it [m] (of its centre line, where it has one), with the factor that friction is multiplied by.
    Over the length `edge` [m] inside its rim a patch sets in, with a cubic. Outside, it is 1.

    Example:
        road = sarrus.road.PatchedRoad(patches=[[20, 60, -2, 0, 0.2]])  # ice under the right wheels
    """

    road: Road = field(
        default=Flat(), metadata=inner_road("the heights, flat if not given", is_input=True)
    )
    patches: tuple[tuple[float, ...], ...] = field(
        default=(),
        metadata=rows(
            "m, m, m, m, dimensionless", "from, to, right, left, factor", 5, is_input=True
        ),
    )
    edge: float = field(
        default=0.05,
        metadata=number("m", "length over which a patch sets in", above=0.0, is_input=True),
    )

    def __post_init__(self) -> None:
        if not isinstance(self.road, Road):
            raise ModelError(bad("PatchedRoad", "road", "must be a road", self.road))
        settle(self)
        try:
            table = np.array(self.patches, dtype=float).reshape(-1, 5)
        except (TypeError, ValueError, OverflowError):
            table = np.full((1, 5), np.nan)
        problems = []
        if not np.all(np.isfinite(table)) or len(table) == 0:
            rule = "must be one row or more of 5 finite numbers: from, to, right, left, factor"
            problems.append(bad("PatchedRoad", "patches", rule, self.patches))
            table = table[:0]
        where = "road PatchedRoad / patches"
        for k, (first, last, right, left, factor) in enumerate(table):
            if last - first < 2.0 * self.edge or left - right < 2.0 * self.edge:
                rule = f"row {k} is smaller than twice the edge of {self.edge:g} m, or reversed"
                value = f"from {first:g} to {last:g}, right {right:g}, left {left:g}"
                problems.append(Problem("M04", where, rule, value))
            if factor <= 0.0:
                rule = f"row {k} has a factor that is not above 0"
                problems.append(Problem("M04", where, rule, f"{factor:g}"))
        if problems:
            raise ModelError(problems)
        object.__setattr__(self, "patches", tuple(tuple(map(float, row)) for row in table))

    def _friction(self, x: Scalar, y: Scalar) -> Scalar:
        s, n = self.road.station(x, y)
        found: Any = self.road._friction(x, y)
        for first, last, right, left, factor in self.patches:
            inside = 1.0
            for way in (s - first, last - s, n - right, left - n):
                inside = inside * _risen(way / self.edge)
            found = found + (factor - found) * inside
        return found

    @property
    def has_patches(self) -> bool:
        return True


def _risen(u: Scalar) -> Scalar:
    """Return 0 before 0, 1 behind 1, and a cubic between."""
    return select(u < 0.0, 0.0, select(u > 1.0, 1.0, u * u * (3.0 - 2.0 * u)))

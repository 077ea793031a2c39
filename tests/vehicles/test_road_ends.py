"""A vehicle that drives past the end of its road is told by name, place and time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus import gallery
from sarrus.road import HalfRound, Iso8608, Road, Shifted, SineRoad, SumOfRoads, TableRoad

ROUGH = Iso8608("A", 12.0, seed=1, taper=1.0)
TABLE = TableRoad(np.linspace(0.0, 12.0, 25), 1e-3 * np.sin(np.arange(25.0)))


def notices(road: Road, until: float = 0.8, **more: Any) -> list[Any]:
    car = gallery.quarter_vehicle(road=road, speed=20.0, **more).compile(kernels=())
    return [p for p in car.simulate(car.assemble(), until=until).notices if p.code == "W35"]


@pytest.mark.parametrize(
    ("road", "end"),
    [
        (ROUGH, 12.0),
        (TABLE, 12.0),
        (Shifted(ROUGH, 2.0), 14.0),
        (TABLE.scale(2.0), 12.0),
        (SumOfRoads((Shifted(ROUGH, 1.0), TABLE)), 12.0),
        (ROUGH + SineRoad(0.001, 2.0, start=1.0, end=5.0), 12.0),
    ],
)
def test_the_end_is_told(road: Road, end: float) -> None:
    assert road.course[1] == end
    (found,) = notices(road)
    assert found.severity == "warning" and "'tyre'" in found.element
    assert f"x = {end:g} m" in found.rule and f"t = {end / 20.0:g} s" in found.rule


def test_roads_that_are_known_everywhere_have_no_end() -> None:
    for road in (HalfRound(0.02, at=3.0), SineRoad(0.001, 2.0, start=0.0, end=5.0)):
        assert np.isinf(road.course).all() and notices(road) == []


def test_driving_onto_a_road_and_staying_on_it_is_no_fault() -> None:
    assert notices(Shifted(ROUGH, 3.0), until=0.7) == []

"""What a disc feels, against many points of its rim; contact points; discs on discs."""

from __future__ import annotations

import numpy as np
import pytest

from road.profiles import ROADS, felt
from sarrus.road import (
    CosineBump,
    Flat,
    FunctionRoad,
    HalfRound,
    Iso8608,
    SineRoad,
    SumOfRoads,
    TableRoad,
    WheelEnvelope,
)
from sarrus.spatial.arrays import select

RADII = (0.08, 0.254, 0.318, 0.7)
PLACES = np.sort(np.random.default_rng(8).uniform(-1.5, 5.5, 60))
BETWEEN = (-2.0, 6.0)


def limits(name: str) -> tuple[float, float] | None:
    road = ROADS[name]
    return BETWEEN if np.isinf(road.extent).any() and road.period is None else None


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("name", ROADS)
def test_disc_against_the_points_of_its_rim(name: str, radius: float) -> None:
    """The search is exact, and the table within its tolerance of 1e-5 m."""
    road = ROADS[name]
    rim = felt(road, radius, PLACES)
    found = WheelEnvelope(road, radius, between=limits(name)).exact(PLACES)
    assert np.max(rim - found) < 1e-10 * radius + 1e-15  # nothing higher was missed
    assert np.max(found - rim) < 2e-8  # the points of the rim are 7e-5 m apart
    table = road.felt_by_wheel(radius, between=limits(name))
    np.testing.assert_allclose(table.height(PLACES), rim, rtol=0.0, atol=1e-5)


@pytest.mark.parametrize("wheel", (0.05, 0.1, 0.318, 1.0))
@pytest.mark.parametrize("radius", (0.254, 0.1, 0.5))
def test_closed_form_of_the_half_round(radius: float, wheel: float) -> None:
    """As 100,001 points of the rim, at foot and top and between; and as the table."""
    road = HalfRound(radius, 2.0)
    exact = road.felt_by_wheel(wheel)
    foot = np.sqrt(radius * (radius + 2.0 * wheel))
    x = 2.0 + foot * np.concatenate([np.linspace(-1.3, 1.3, 41), [-1.0001, -0.9999, 0.9999]])
    rim = felt(road, wheel, x, points=100_001)
    np.testing.assert_allclose(exact.height(x), rim, rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(WheelEnvelope(road, wheel).height(x), exact.height(x), atol=1e-5)


@pytest.mark.parametrize(
    ("tolerance", "places"),
    [
        (1e-3, 20_011),
        (1e-4, 20_011),
        *(pytest.param(x, 200_011, marks=pytest.mark.slow) for x in (1e-4, 1e-5, 1e-6)),
    ],
)
def test_tolerance_is_kept_everywhere(tolerance: float, places: int) -> None:
    """On dense places, kinks included; a finer table has more rows."""
    road = CosineBump(0.1, 0.5, 2.0) + SineRoad(0.02, 0.7, start=0.0, end=4.0)
    wheel = WheelEnvelope(road, 0.3, tolerance)
    x = np.linspace(-0.5, 4.5, places)
    assert np.max(abs(wheel.height(x) - wheel.exact(x))) < tolerance
    assert len(wheel.curve.x) < len(WheelEnvelope(road, 0.3, 0.1 * tolerance).curve.x)


@pytest.mark.parametrize("seed", (1, 2, 1013))
def test_jagged_table_has_no_place_that_the_search_misses(seed: int) -> None:
    """Teeth of 10 cm: several places of the rim nearly touch at once."""
    generator = np.random.default_rng(seed)
    rows = np.cumsum(generator.uniform(0.04, 0.2, 30))
    road = TableRoad(rows, generator.uniform(-0.05, 0.05, 30))
    x = np.linspace(0.0, 3.5, 301)
    rim = felt(road, 0.36, x)
    assert np.max(rim - WheelEnvelope(road, 0.36).exact(x)) < 1e-10
    np.testing.assert_allclose(road.felt_by_wheel(0.36).height(x), rim, rtol=0.0, atol=1e-5)


def test_random_road_under_a_wheel() -> None:
    road = Iso8608("D", 60.0, seed=2)
    wheel = road.felt_by_wheel(0.35)
    x = np.random.default_rng(3).uniform(0.0, 60.0, 300)
    np.testing.assert_allclose(wheel.height(x), felt(road, 0.35, x), atol=1e-5)
    assert np.all(wheel.height(x) >= road.height(x) - 1e-5)  # a disc is never in the road


@pytest.mark.parametrize(
    "road", [CosineBump(0.1, 1.0, 2.0), SineRoad(0.04, 1.1), HalfRound(0.254, 2.0)]
)
def test_slope_gives_the_point_of_contact(road: SineRoad) -> None:
    """Centre - R n lies on the road, and the road has the normal n there."""
    R = 0.25
    wheel = road.felt_by_wheel(R, tolerance=1e-7)
    for x in (1.6, 1.85, 2.13, 2.31):
        e, slope = wheel.height(x), wheel.slope(x)
        normal = np.array([-slope, 1.0]) / np.hypot(slope, 1.0)
        point = np.array([x, e + R]) - R * normal
        assert road.height(point[0]) == pytest.approx(point[1], abs=1e-5)
        assert road.slope(point[0]) == pytest.approx(slope, abs=3e-3)


@pytest.mark.slow
def test_disc_on_a_disc_is_one_disc() -> None:
    bump = HalfRound(0.2, 1.0)
    assert bump.felt_by_wheel(0.1).felt_by_wheel(0.25) == bump.felt_by_wheel(0.35)
    road = CosineBump(0.1, 1.0, 2.0)
    twice = road.felt_by_wheel(0.1).felt_by_wheel(0.25)
    assert twice == road.felt_by_wheel(0.35)
    directly = WheelEnvelope(TableRoad(*road_rows(road.felt_by_wheel(0.1, 1e-6))), 0.25)
    x = np.linspace(0.5, 3.5, 201)
    np.testing.assert_allclose(twice.height(x), directly.height(x), atol=3e-5)


def road_rows(road: WheelEnvelope) -> tuple[np.ndarray, np.ndarray]:
    x = np.linspace(*road.extent, 2001)
    return x, road.height(x)


def test_a_point_feels_the_road_itself() -> None:
    assert HalfRound(0.2, 1.0).felt_by_wheel(0.0) == HalfRound(0.2, 1.0)
    assert Flat(0.1).felt_by_wheel(0.3) == Flat(0.1)
    tiny = CosineBump(0.1, 1.0, 2.0).felt_by_wheel(1e-3)
    x = np.linspace(1.0, 3.0, 101)
    np.testing.assert_allclose(tiny.height(x), CosineBump(0.1, 1.0, 2.0).height(x), atol=6e-5)


def test_bumps_in_a_row_are_exact_while_felt_one_at_a_time() -> None:
    apart = HalfRound(0.1, 0.5) + HalfRound(0.2, 3.0)
    found = apart.felt_by_wheel(0.3)
    assert isinstance(found, SumOfRoads)
    assert found.roads == (HalfRound(0.1, 0.5, 0.3), HalfRound(0.2, 3.0, 0.3))
    near = HalfRound(0.1, 0.5) + HalfRound(0.2, 0.9)
    wheel = near.felt_by_wheel(0.3)
    assert isinstance(wheel, WheelEnvelope)  # the disc rests on both, and e is not their sum
    x = np.linspace(-0.5, 2.0, 301)
    np.testing.assert_allclose(wheel.height(x), felt(near, 0.3, x), atol=1e-5)


def test_waves_under_a_wheel_repeat_without_end() -> None:
    road = SineRoad(0.05, 0.9)
    wheel = road.felt_by_wheel(0.4)
    x = np.array([0.0, 0.1, 0.45, 0.8999999, 0.9])
    np.testing.assert_allclose(wheel.height(x + 900.0), wheel.height(x), atol=1e-10)
    np.testing.assert_allclose(wheel.slope(x - 9.0), wheel.slope(x), atol=1e-7)
    np.testing.assert_allclose(wheel.height(x), felt(road, 0.4, x), atol=1e-5)


def test_shifted_road_feels_the_same_further_on() -> None:
    road = TableRoad([0.0, 1.0, 2.0, 3.0], [0.0, 0.1, -0.1, 0.0], beyond="line")
    here = road.shift(5.0).felt_by_wheel(0.3, between=(4.0, 9.0))
    x = np.linspace(4.0, 9.0, 50)
    np.testing.assert_allclose(here.height(x), felt(road.shift(5.0), 0.3, x), atol=1e-5)


def test_step_is_climbed_around_its_edge() -> None:
    """A kerb of 0.1 m: the disc pivots on the edge, (x - 1)^2 + (z - 0.1)^2 = R^2."""
    kerb = FunctionRoad(lambda x: select(x < 1.0, 0.0, 0.1), kinks_at=(1.0,))
    R = 0.3
    wheel = kerb.felt_by_wheel(R, between=(0.0, 2.0))
    meets = 1.0 - np.sqrt(R**2 - (R - 0.1) ** 2)
    x = np.linspace(0.3, 1.7, 401)
    pivot = 0.1 + np.sqrt(np.maximum(R**2 - (x - 1.0) ** 2, 0.0)) - R
    expected = np.where(x < meets, 0.0, np.where(x < 1.0, pivot, 0.1))
    np.testing.assert_allclose(wheel.height(x), expected, atol=1e-5)

"""Heights against formulas written here, slopes against dual numbers and differences."""

from __future__ import annotations

import numpy as np
import pytest

from road.profiles import HEIGHTS, ROADS, ROWS, X, plank, rolling
from sarrus.road import CosineBump, Flat, HalfRound, Iso8608, SineRoad, TableRoad
from sarrus.spatial.dual import Dual, duals, rates, values

every_road = pytest.mark.parametrize("name", ROADS)


def half_round(x: float, r: float, at: float, R: float) -> float:
    """The spec's words: h = max(0, sqrt((R + r)^2 - (x - at)^2) - R)."""
    under = (R + r) ** 2 - (x - at) ** 2
    return max(0.0, np.sqrt(under) - R) if under > 0.0 else 0.0


def sine(x: float) -> float:
    return 0.05 * np.sin(2.0 * np.pi * x / 1.7 + 0.4)


DIRECT = {
    "flat": lambda x: 0.0,
    "flat, raised": lambda x: 0.3,
    "half-round": lambda x: half_round(x, 0.254, 1.8, 0.0),
    "half-round under a wheel": lambda x: half_round(x, 0.254, 1.8, 0.318),
    "cosine bump": lambda x: 0.1 * np.sin(np.pi * (x - 1.0) / 2.0) ** 2 if 1 < x < 3 else 0.0,
    "cosine dip": lambda x: -0.1 * np.sin(np.pi * (x - 1.5)) ** 2 if 1.5 < x < 2.5 else 0.0,
    "sine": sine,
    "sine with ends": lambda x: sine(min(max(x, 0.5), 3.0) - 0.5),
    "table of lines": lambda x: np.interp(x, ROWS, HEIGHTS),
    "ramp": lambda x: 0.05 * min(max(x, 0.0), 2.0),
    "function": rolling,
    "scaled": lambda x: -0.05 * np.sin(np.pi * (x - 1.0) / 2.0) ** 2 if 1 < x < 3 else 0.0,
    "shifted": lambda x: half_round(x, 0.1, 1.7, 0.0),
    "bumps in a row": lambda x: half_round(x, 0.1, 0.5, 0.0) + half_round(x, 0.2, 3.0, 0.0),
}


@pytest.mark.parametrize("name", DIRECT)
def test_height_is_the_formula(name: str) -> None:
    expected = [DIRECT[name](x) for x in X]
    np.testing.assert_allclose(ROADS[name].height(X), expected, rtol=1e-12, atol=1e-14)


def test_cosine_bump_of_the_five_dof_vehicle() -> None:
    """The profile of the spec: z0 (1 - cos(pi x/l1)), then z0 (1 + cos(pi (x - l1)/l2))."""
    z0, l1, l2 = 2.0, 360.0, 120.0
    road = CosineBump(2.0 * z0, l1 + l2, at=l1, rise=l1)
    x = np.linspace(-50.0, 550.0, 601)
    up, down = z0 * (1 - np.cos(np.pi * x / l1)), z0 * (1 + np.cos(np.pi * (x - l1) / l2))
    expected = np.where((x < 0) | (x > l1 + l2), 0.0, np.where(x <= l1, up, down))
    np.testing.assert_allclose(road.height(x), expected, atol=1e-13)
    assert road.kinks == (0.0, 360.0, 480.0)


@every_road
def test_numbers_arrays_and_duals_agree(name: str) -> None:
    road = ROADS[name]
    few = X[::37]
    height, slope = road.height(few), road.slope(few)
    assert height.shape == slope.shape == few.shape
    np.testing.assert_allclose([road.height(float(x)) for x in few], height, rtol=1e-14, atol=1e-16)
    np.testing.assert_allclose([road.slope(float(x)) for x in few], slope, rtol=1e-13, atol=1e-15)
    found = road.height(duals(few, 2.0 * np.ones_like(few)))
    np.testing.assert_allclose(values(found), height, rtol=1e-14, atol=1e-16)


@every_road
def test_slope_is_the_derivative_of_the_height(name: str) -> None:
    """By dual numbers to rounding, and by differences, independent of them."""
    road = ROADS[name]
    slope = road.slope(X)
    exact = rates(road.height(duals(X, np.ones_like(X))))
    np.testing.assert_allclose(slope, exact, rtol=1e-12, atol=1e-12)
    near = [abs(X - kink) < 2e-2 for kink in road.kinks]
    smooth = ~np.any(near, axis=0) if near else np.ones(len(X), bool)
    d = 1e-5
    difference = (road.height(X + d) - road.height(X - d)) / (2.0 * d)
    np.testing.assert_allclose(slope[smooth], difference[smooth], rtol=1e-5, atol=2e-6)


@every_road
def test_second_derivatives_come_through_nested_duals(name: str) -> None:
    """Forces with the rate of the height have derivatives with the curvature of the road."""
    road = ROADS[name]
    for x in (0.7312, 1.9174, 2.6041):
        rate = road.slope(Dual(x, 1.0))
        found = rate.rate if isinstance(rate, Dual) else 0.0
        d = 1e-6
        difference = (road.slope(x + d) - road.slope(x - d)) / (2.0 * d)
        assert found == pytest.approx(difference, rel=1e-4, abs=2e-4)


@every_road
def test_outside_its_extent_a_road_is_level(name: str) -> None:
    road = ROADS[name]
    first, last = road.extent
    for end, side in ((first, -1.0), (last, 1.0)):
        if np.isfinite(end):
            far = end + side * np.array([1e-9, 0.1, 10.0, 1e4])
            assert np.ptp(road.height(far)) < 1e-15 and np.all(road.slope(far) == 0.0)


@every_road
def test_switches_change_sign_at_the_kinks(name: str) -> None:
    """And nowhere else does the slope jump."""
    road = ROADS[name]
    for k, kink in enumerate(road.kinks):
        below, above = road.switches(kink - 1e-9)[k], road.switches(kink + 1e-9)[k]
        assert below < 0.0 < above
    x = np.linspace(-3.0, 6.0, 30_001)
    jumps = abs(np.diff(road.slope(x))) > 0.01  # over 3e-4 m; the upright foot of a half-round too
    for place in x[:-1][jumps]:
        assert min(abs(place - kink) for kink in road.kinks) < 0.04, f"the slope jumps at {place}"


@every_road
def test_slope_is_within_its_bound(name: str) -> None:
    road = ROADS[name]
    assert np.max(abs(road.slope(X))) <= road.steepest * (1.0 + 1e-12)


def test_repeating_roads_repeat() -> None:
    road = SineRoad(0.05, 1.7, 0.4)
    assert road.period == 1.7
    np.testing.assert_allclose(road.height(X + 5 * 1.7), road.height(X), atol=1e-14)
    assert (road + Flat(1.0)).period == 1.7
    assert (road + CosineBump(0.1, 1.0)).period is None
    assert SineRoad(0.05, 1.7, start=0.0).period is None


def test_half_round_of_the_tracked_vehicle() -> None:
    """Radius 0.254 m at 20.8 m, wheels of 0.318 m: foot, top and slope at the foot by hand."""
    road = HalfRound(0.254, 20.8).felt_by_wheel(0.318)
    foot = np.sqrt(0.572**2 - 0.318**2)
    assert road.kinks == pytest.approx((20.8 - foot, 20.8 + foot), rel=1e-15)
    assert road.height(20.8) == pytest.approx(0.254, rel=1e-15)
    assert road.slope(20.8) == 0.0
    assert road.slope(20.8 - foot + 1e-9) == pytest.approx(foot / 0.318, rel=1e-7)
    assert road.height(20.8 - foot - 1e-9) == 0.0 == road.slope(20.8 - foot - 1e-9)


def test_table_of_a_road_is_the_road() -> None:
    x = np.linspace(0.0, 4.0, 401)
    table = TableRoad(x, rolling(x), smooth=2)
    inside = np.linspace(0.0, 4.0, 3571)
    np.testing.assert_allclose(table.height(inside), rolling(inside), atol=2e-9)
    assert plank(1.0) == 0.05  # the helper itself


def test_lists_and_whole_numbers_are_welcome() -> None:
    road = CosineBump(1, 2, 2)
    np.testing.assert_array_equal(road.height([1, 2, 3]), [0.0, 1.0, 0.0])
    assert road.height(2) == 1.0 and isinstance(road.top, float)
    assert Iso8608("A", 100).height(50) == Iso8608("A", 100.0).height(50.0)

"""Tables keep the shape of their rows: monotone stays monotone, derivatives are continuous."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sarrus import Curve, ModelError
from sarrus.system.flow.prescribed import prescribed_motion

SEEDS = range(40)


def rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows that rise or stay, with uneven distances and steps of all sizes."""
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 30))
    x = np.cumsum(10.0 ** random.uniform(-2.0, 1.0, n))
    steps = 10.0 ** random.uniform(-4.0, 1.0, n) * (random.uniform(size=n) < 0.7)
    return x, np.cumsum(steps)


def between(x: np.ndarray, count: int = 60) -> np.ndarray:
    """Return many places in every interval, its ends included."""
    part = np.linspace(0.0, 1.0, count)
    return np.concatenate([a + (b - a) * part for a, b in pairwise(x)])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("smooth", [0, 1, 3])
def test_monotone_rows_give_monotone_values(seed: int, sign: float, smooth: int) -> None:
    x, y = rows(seed)
    curve = Curve(x, sign * y, smooth=smooth)
    at = between(x)
    assert np.all(np.diff(sign * curve(at)) >= -1e-14 * np.ptp(y))
    steepest = np.max(np.abs(np.diff(y) / np.diff(x)))
    assert np.all(sign * curve.slope(at) >= -1e-12 * steepest)
    np.testing.assert_allclose(curve(x), sign * y, rtol=1e-14, atol=1e-14 * np.ptp(y))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_rows_stay_between_their_neighbors(seed: int) -> None:
    """Rows without a peak over six that bend alike: nothing passes the rows of its interval."""
    random = np.random.default_rng(seed)
    x = np.cumsum(random.uniform(0.1, 1.0, 25))
    y = random.choice([-1.0, 0.0, 0.3, 2.0], 25)
    curve = Curve(x, y, smooth=3)
    at = between(x)
    low = np.repeat(np.minimum(y[:-1], y[1:]), 60)
    high = np.repeat(np.maximum(y[:-1], y[1:]), 60)
    assert np.all(curve(at) >= low - 1e-13) and np.all(curve(at) <= high + 1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_slope_and_curvature_are_continuous(seed: int) -> None:
    x, y = rows(seed)
    curve = Curve(x, y, smooth=3)
    inner = curve.pieces[1:-1]
    h = np.diff(curve.knots)

    def ends(c: np.ndarray) -> list[np.ndarray]:
        c0, c1, c2, c3, area = c.T
        return [
            c0 + h * (c1 + h * (c2 + h * c3)),
            c1 + h * (2.0 * c2 + 3.0 * h * c3),
            c2 + 3.0 * h * c3,
            area + h * (c0 + h * (c1 / 2.0 + h * (c2 / 3.0 + h * c3 / 4.0))),
        ]

    sizes = ends(np.abs(inner))
    for end, size, place in zip(ends(inner), sizes, (0, 1, 2, 4), strict=True):
        gap = np.abs(end[:-1] - inner[1:, place])
        assert np.all(gap <= 1e-11 * (size[:-1] + np.abs(inner[1:, place])))


def test_where_the_spline_keeps_the_shape_it_is_the_curve() -> None:
    x = np.linspace(0.0, 3.0, 13)
    for y in (x**3 + x, np.exp(x), x**2, 2.0 * x - 1.0):
        at = between(x)
        np.testing.assert_allclose(
            Curve(x, y, smooth=3)(at), Curve(x, y, smooth=2)(at), rtol=0, atol=1e-13 * np.ptp(y)
        )


def test_a_sampled_sine_keeps_its_peaks() -> None:
    """Rows say where the peak is; acceleration there is that of the spline, to fourth order."""
    x = np.linspace(0.1, 6.1, 61)
    curve = Curve(x, np.sin(x), smooth=3)
    at = between(x)[600:-600]
    np.testing.assert_allclose(curve(at), np.sin(at), rtol=0, atol=1e-6)
    np.testing.assert_allclose(curve.curvature(at), -np.sin(at), rtol=0, atol=2e-3)


def test_a_dwell_and_a_rise() -> None:
    """The rows of the review: 0, 0, 0.05, 0.05 gave 0.079."""
    table = ([0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.05, 0.05])
    law = prescribed_motion("A", table)
    found = np.array([[float(x[0]) for x in law(t)] for t in np.linspace(0.0, 3.0, 301)])
    assert np.min(found[:, 0]) == 0.0 and np.max(found[:, 0]) == pytest.approx(0.05, abs=1e-16)
    assert np.all(found[:100, :] == 0.0) and np.all(found[201:, 1:] == 0.0)
    assert np.max(np.abs(np.diff(found[:, 2]))) < 0.03  # no jump of the acceleration
    old = prescribed_motion("A", Curve(*table, smooth=2, beyond="refuse"))
    assert max(float(old(t)[0][0]) for t in np.linspace(0.0, 3.0, 301)) > 0.052
    lines = prescribed_motion("A", Curve(*table, smooth=0, beyond="refuse"))
    assert float(lines(1.5)[0][0]) == pytest.approx(0.025) and float(lines(1.5)[2][0]) == 0.0


def test_beyond_a_curve_that_refuses() -> None:
    law = prescribed_motion("A", Curve([0.0, 1.0], [0.0, 1.0], smooth=3, beyond="refuse"))
    with pytest.raises(ModelError, match="covers 0 to 1 s"):
        law(1.5)


def test_the_integral_is_that_of_the_curve() -> None:
    """It is not the sum of trapezia of the rows, and differs from it by what is told here."""
    x, y = rows(3)
    curve = Curve(x, y, smooth=3)
    nodes, weights = np.polynomial.legendre.leggauss(2)
    total = 0.0
    for a, b in pairwise(curve.knots):
        total += 0.5 * (b - a) * float(weights @ curve(0.5 * (a + b) + 0.5 * (b - a) * nodes))
    assert curve.integral(x[-1]) == pytest.approx(total, rel=1e-12)
    trapezia = float(np.sum(np.diff(x) * 0.5 * (y[1:] + y[:-1])))
    assert abs(total - trapezia) <= 0.5 * float(np.sum(np.diff(x) * np.abs(np.diff(y))))

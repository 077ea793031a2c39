"""Curves through rows: against SciPy, quadrature and dual numbers, at rows and beyond them."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.interpolate import CubicSpline, PchipInterpolator, make_interp_spline

import sarrus
from events.machines import double_pendulum
from sarrus.errors import ModelError
from sarrus.formats.model_record import CLASSES, model_from_record, model_record
from sarrus.formats.plain import comparable, record_of, value_of
from sarrus.model.forces import JointTorque
from sarrus.spatial.curve import Curve
from sarrus.spatial.dual import Dual
from sarrus.storage.record import decode, encode
from sarrus.system.run_files.user_functions import fingerprint, laws_from_record, laws_record

BEYOND = ("hold", "line", "refuse")


def rows(n: int = 20, seed: int = 1, even: bool = False) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    x = np.cumsum(random.uniform(0.2, 1.5, n)) - 4.0
    return np.linspace(x[0], x[-1], n) if even else x, random.normal(size=n)


def inside(x: np.ndarray, n: int = 997) -> np.ndarray:
    return np.linspace(x[0], x[-1], n)


def fitted(x: np.ndarray, y: np.ndarray, smooth: int) -> Any:
    kinds = {0: lambda x, y: make_interp_spline(x, y, k=1), 1: PchipInterpolator, 2: CubicSpline}
    with np.errstate(over="ignore"):  # reciprocals of slopes that are nearly zero
        return kinds[smooth](x, y)


def from_the_left(curve: Curve, order: int) -> np.ndarray:
    """The polynomials before the inner rows, at these rows."""
    return curve.value_in_piece(order, curve.x[1:-1], np.arange(1, len(curve.x) - 1))


# Against SciPy ------------------------------------------------------------------------------


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("smooth", [0, 1, 2])
@pytest.mark.parametrize("n", [4, 5, 20, 1000])
def test_scipy(n: int, smooth: int, even: bool) -> None:
    x, y = rows(n, even=even)
    curve, other, at = Curve(x, y, smooth), fitted(x, y, smooth), inside(x)
    expected = [other.antiderivative()(at), other(at), other(at, 1)]
    expected += [other(at, 2), other(at, 3)] if smooth else [0.0 * at, 0.0 * at]
    for order, right in zip(range(-1, 4), expected, strict=True):
        scale = np.max(np.abs(right), initial=1.0)
        found = curve.derivative(order, at)
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-13 * scale, err_msg=str(order))


def test_spline_by_its_definition() -> None:
    """Through the rows, two derivatives continuous, the first and last two pieces one cubic."""
    x, y = rows()
    curve = Curve(x, y, smooth=2)
    np.testing.assert_allclose(curve(x), y, rtol=0, atol=1e-14)
    for order in (0, 1, 2):
        left = from_the_left(curve, order)
        scale = np.max(np.abs(left))
        np.testing.assert_allclose(
            curve.derivative(order, x[1:-1]), left, rtol=0, atol=1e-13 * scale
        )
    third = curve.derivative(3, 0.5 * (x[1:] + x[:-1]))
    np.testing.assert_allclose(third[[0, -1]], third[[1, -2]], rtol=1e-10)


def test_monotone_cubics_have_continuous_slope_and_no_overshoot() -> None:
    x, y = rows(60)
    curve = Curve(x, y)
    np.testing.assert_allclose(curve.slope(x[1:-1]), from_the_left(curve, 1), rtol=0, atol=1e-13)
    for k in range(len(x) - 1):
        between = curve(np.linspace(x[k], x[k + 1], 50))
        low, high = sorted(y[k : k + 2])
        assert np.all(between >= low - 1e-14) and np.all(between <= high + 1e-14)
        assert np.all(np.diff(between) * np.sign(y[k + 1] - y[k]) >= -1e-14)


def test_two_rows_are_a_straight_line() -> None:
    for smooth in (0, 1):
        curve = Curve([1.0, 3.0], [2.0, 8.0], smooth, "line")
        at = np.array([-1.0, 1.0, 1.5, 3.0, 7.0])
        np.testing.assert_allclose(curve(at), 3.0 * at - 1.0, rtol=1e-15, atol=1e-15)
        np.testing.assert_allclose(curve.slope(at), 3.0, rtol=1e-15)
        area = 1.5 * at**2 - at - 0.5
        np.testing.assert_allclose(curve.integral(at), area, rtol=1e-14, atol=1e-14)


# Integral and derivatives -------------------------------------------------------------------


@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_integral_by_quadrature(smooth: int, beyond: str) -> None:
    x, y = rows(8)
    curve = Curve(x, y, smooth, beyond)
    for end in (x[0] - 1.3, x[0], x[2], 0.5 * (x[3] + x[4]), x[-1], x[-1] + 0.7):
        low, high = sorted((x[0], end))
        cuts = [low, *x[(x > low) & (x < high)], high]
        parts = [quad(curve, a, b, epsabs=1e-13, epsrel=1e-13)[0] for a, b in pairwise(cuts)]
        expected = np.sign(end - x[0]) * sum(parts)
        assert curve.integral(end) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_integral_is_continuous_at_every_row(smooth: int, beyond: str) -> None:
    x, y = rows(500)
    curve = Curve(x, y, smooth, beyond)
    for side in (-np.inf, np.inf):
        step = np.nextafter(x, side)
        np.testing.assert_allclose(curve.integral(step), curve.integral(x), rtol=0, atol=1e-12)


@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_each_derivative_by_a_five_point_difference(smooth: int, beyond: str) -> None:
    """Exact for polynomials of degree four or less, so for every piece."""
    x, y = rows(6)
    curve = Curve(x, y, smooth, beyond)
    middles = np.concatenate([[x[0] - 2.0], 0.5 * (x[1:] + x[:-1]), [x[-1] + 2.0]])
    h = 0.02
    for order in range(-1, 3):
        f = [curve.derivative(order, middles + k * h) for k in (-2, -1, 1, 2)]
        slope = (f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * h)
        found = curve.derivative(order + 1, middles)
        np.testing.assert_allclose(found, slope, rtol=0, atol=1e-11 * np.max(np.abs(f)))


def test_dual_numbers_also_nested() -> None:
    x, y = rows()
    curve, at = Curve(x, y, 2), 0.4321
    single = curve(Dual(at, 3.0))
    assert (single.value, single.rate) == (curve(at), 3.0 * curve.slope(at))
    twice = curve(Dual(Dual(at, 1.0), Dual(1.0, 0.0)))
    assert twice.value.value == curve(at)
    assert twice.value.rate == twice.rate.value == curve.slope(at)
    assert twice.rate.rate == curve.curvature(at)
    area = curve.integral(Dual(at, 2.0))
    assert area.rate == pytest.approx(2.0 * curve(at), rel=1e-15)
    fourth = curve.derivative(3, Dual(at, 2.0))
    assert fourth.rate == 0.0


def test_shapes() -> None:
    curve = Curve(*rows())
    assert type(curve(1)) is float and type(curve(np.float64(1.0))) is float
    grid = np.linspace(-3.0, 3.0, 6).reshape(2, 3)
    assert curve(grid).shape == (2, 3) and curve(np.zeros((0,))).shape == (0,)
    objects = np.array([1.0, Dual(1.0, 2.0)], dtype=object)
    found = curve.slope(objects)
    assert found[0] == curve.slope(1.0) == found[1].value and found.shape == (2,)
    assert found[1].rate == 2.0 * curve.curvature(1.0)


# Beyond the rows ----------------------------------------------------------------------------


@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_beyond(smooth: int) -> None:
    x, y = rows()
    far = np.array([x[0] - 3.0, x[-1] + 5.0])
    ends, values = x[[0, -1]], y[[0, -1]]
    hold, line, on = (Curve(x, y, smooth, beyond) for beyond in BEYOND)
    np.testing.assert_array_equal(hold(far), values)
    np.testing.assert_array_equal(hold.slope(far), 0.0)
    slopes = line.slope(ends)
    np.testing.assert_allclose(line(far), values + slopes * (far - ends), rtol=1e-14)
    np.testing.assert_allclose(line.slope(far), slopes, rtol=1e-13)
    np.testing.assert_array_equal(line.curvature(far), 0.0)
    other = fitted(x, y, smooth)
    np.testing.assert_allclose(on(far), other(far), rtol=1e-12)
    np.testing.assert_allclose(on.slope(far), other(far, 1), rtol=1e-12)
    for curve in (hold, line, on):
        np.testing.assert_allclose(curve(ends), values, rtol=1e-14, atol=1e-15)


def test_nan_and_infinity() -> None:
    x, y = rows()
    for smooth in (0, 1, 2):
        curve = Curve(x, y, smooth)
        np.testing.assert_array_equal(curve(np.array([-np.inf, np.inf])), y[[0, -1]])
        np.testing.assert_array_equal(curve.slope(np.array([-np.inf, np.inf])), 0.0)
        for order in range(-1, 4):
            assert np.isnan(curve.derivative(order, np.nan))
        assert abs(curve.integral(np.inf)) > 1e300


# What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, words",
    [
        (([0, 1, 1, 2], [0, 0, 0, 0]), "row 2"),
        (([0, 1, 0.5, 2], [0, 0, 0, 0]), "row 2"),
        (([0, 1, 2], [0, np.nan, 0]), "row 1"),
        (([0, 1, np.inf], [0, 0, 0]), "row 2"),
        (([np.nan, 1, 2], [0, 0, 0]), "row 0"),
        (([0, 1], [0, 1, 2]), "as many values"),
        (([0], [1]), "at least 2"),
        (([0, 1, 2], [0, 1, 2], 2), "at least 4"),
        (([[0, 1]], [0, 1]), "at least 2"),
        (([0, 1], [[0, 1], [2, 3]]), "one number"),
        ((1.0, 2.0), "at least 2"),
        (([0, 1e-300, 1], [0, 1e200, 0]), "row 1.*too close"),
        (([-1e308, 1e308], [0, 0]), "row 1.*too far"),
        (([0, 1], [-1e308, 1e308]), "row 1.*too close"),
        ((["a", "b"], [0, 1]), "needs numbers"),
        (([0, 1], [0, 1], 5), "smooth = 0, 1, 2, 3 or 4"),
        (([0, 1], [0, 1], 1, "clamp"), "beyond = 'hold'"),
    ],
)
def test_bad_rows_are_refused(given: tuple, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        Curve(*given)
    assert [problem.code for problem in caught.value.problems] == ["N14"]


# An object like a number --------------------------------------------------------------------


def test_equal_by_content_and_read_only() -> None:
    x, y = rows()
    curve = Curve(x, y)
    assert curve == Curve(list(x), tuple(y)) and hash(curve) == hash(Curve(x, y))
    others = [Curve(x, y, 2), Curve(x, y, 1, "line"), Curve(x, y + 1e-16 * (y == y[3]) + 1e-15)]
    assert len({curve, *others}) == 4 and all(curve != other for other in others)
    assert curve != 1.0 and repr(curve) != repr(others[0])
    assert repr(curve) == repr(Curve(x, y)) and len(repr(Curve(*rows(5000)))) < 160
    for array in (curve.x, curve.y, curve.pieces):
        with pytest.raises(ValueError):
            array[0] = 1.0
    x[0] = -100.0
    assert curve.x[0] != -100.0
    with pytest.raises(AttributeError):
        curve.smooth = 2  # type: ignore[misc]
    assert Curve([0.0, 1.0], [0.0, -0.0]) == Curve([-0.0, 1.0], [0.0, 0.0])


def test_pickle_and_copies() -> None:
    curve = Curve(*rows(), smooth=2, beyond="line")
    curve(0.3)
    for other in (pickle.loads(pickle.dumps(curve)), copy.deepcopy(curve), copy.copy(curve)):
        assert other == curve and other(0.3) == curve(0.3)
        assert not other.x.flags.writeable


def test_records() -> None:
    curve = Curve(*rows(), smooth=2, beyond="refuse")
    record = record_of((curve, {"a": curve}), CLASSES)
    for stored in (record, decode(encode(record), "curve")):
        first, named = value_of(stored, CLASSES, lambda part: None)
        assert first == curve and named["a"] == curve
        assert comparable(stored) == comparable(record)
    damaged = {**record_of(curve, CLASSES), "smooth": 7}
    with pytest.raises(ModelError):
        value_of(damaged, CLASSES, lambda part: None)


def test_model_with_an_element_that_holds_a_curve() -> None:
    curve, other = Curve(*rows()), Curve(*rows(seed=2))
    with_curve, with_other = (
        replace(double_pendulum(), forces=(JointTorque("own", "A", each),))  # type: ignore[arg-type]
        for each in (curve, other)
    )
    assert with_curve.content_hash != with_other.content_hash
    found = model_from_record(decode(encode(model_record(with_curve)), "model"))
    assert found == with_curve and found.content_hash == with_curve.content_hash
    assert comparable(model_record(found)) == comparable(model_record(with_curve))
    assert comparable(model_record(found)) != comparable(model_record(with_other))


def test_in_laws_of_run_files() -> None:
    curve, other = Curve(*rows()), Curve(*rows(seed=2))
    record = decode(encode(laws_record({"A": curve})), "laws")
    assert laws_from_record(record, None, "inputs") == {"A": curve}
    assert laws_from_record(record, {"A": Curve(*rows())}, "inputs")["A"] == curve
    with pytest.raises(ModelError, match="not what the run"):
        laws_from_record(record, {"A": other}, "inputs")


def test_functions_that_enclose_a_curve_are_told_by_its_rows() -> None:
    def law(curve: Curve) -> Any:
        return lambda t: 2.0 * curve(t)

    curve = Curve(*rows())
    before = fingerprint(law(curve))
    curve(0.3)
    assert fingerprint(law(curve)) == before == fingerprint(law(Curve(*rows())))
    assert fingerprint(law(Curve(*rows(seed=2)))) != before


def test_it_is_public() -> None:
    assert sarrus.Curve is Curve


# Random tables ------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.floats(0.01, 10.0), min_size=4, max_size=25),
    st.lists(st.floats(-100.0, 100.0), min_size=25, max_size=25),
    st.sampled_from([0, 1, 2]),
    st.sampled_from(BEYOND),
)
@example([1.0] * 7, [0.0] * 6 + [2.2250738585e-313] + [0.0] * 18, 1, "hold")
def test_random_tables(steps: list[float], values: list[float], smooth: int, beyond: str) -> None:
    """Through all rows; the integral's slope is the value; equal after a round trip."""
    x = np.cumsum(steps)
    y = np.array(values[: len(x)])
    curve = Curve(x, y, smooth, beyond)
    size = np.max(np.abs(curve(inside(x))), initial=1.0)
    np.testing.assert_allclose(curve(x), y, rtol=0, atol=1e-11 * size)
    at = inside(x, 101)
    area = [a.rate for a in curve.integral(np.array([Dual(t, 1.0) for t in at], dtype=object))]
    np.testing.assert_allclose(area, curve(at), rtol=0, atol=0)
    other = fitted(x, y, smooth)
    np.testing.assert_allclose(curve(at), other(at), rtol=0, atol=1e-13 * size)
    assert pickle.loads(pickle.dumps(curve)) == curve

"""Time laws: limits, ends, exact derivatives, and the trapezoid of paper 3."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import linprog

from sarrus.robotics import Cubic, Linear, Quintic, SCurve, Septic, Trapezoid
from sarrus.robotics.trajectory import Law
from sarrus.spatial.dual import Dual

LAWS: dict[str, Law] = {
    "trapezoid": Trapezoid(1.0, 0.25),
    "triangle": Trapezoid(1.3, 0.65),
    "uneven": Trapezoid(2.0, 0.3, 0.9, distance=-3.0),
    "uneven triangle": Trapezoid(1.0, 0.3, 0.7),
    "s-curve": SCurve(1.0, 0.35, 0.1, distance=2.0),
    "s-curve without cruise": SCurve(1.0, 0.5, 0.1),
    "s-curve without plateau": SCurve(1.0, 0.3, 0.15),
    "s-curve of four pieces": SCurve(3.0, 1.5, 0.75),
    "linear": Linear(0.7),
    "cubic": Cubic(1.7),
    "cubic with rates": Cubic(1.7, 0.3, -0.8, distance=0.5),
    "quintic": Quintic(0.4),
    "quintic with ends": Quintic(1.4, 0.2, -0.3, 1.1, -2.0, distance=-1.5),
    "septic": Septic(2.5),
}
every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())


def inside(law: Law, n: int = 41, seed: int = 3) -> np.ndarray:
    """Times that are not at knots."""
    t = np.random.default_rng(seed).uniform(0.0, law.duration, n)
    return t[np.min(np.abs(t[:, None] - np.array(law.knots)), axis=1) > 1e-6]


@every_law
def test_a_law_leads_from_nothing_to_its_distance(law: Law) -> None:
    assert law(0.0) == 0.0
    assert law(law.duration) == pytest.approx(law.distance, rel=0.0, abs=1e-14)
    assert law(law.duration + 1.0) == law.distance
    assert law(-1.0) == 0.0 and law.rate(-1.0) == 0.0 and law.rate(law.duration + 1.0) == 0.0
    assert law.knots[0] == 0.0 and law.knots[-1] == law.duration
    assert np.all(np.diff(law.knots) > 0.0)


@every_law
def test_CHK_K09_the_area_under_the_velocity_is_the_displacement(law: Law) -> None:
    """Gauss' rule in each piece, exact for the polynomials."""
    x, w = np.polynomial.legendre.leggauss(4)
    total = 0.0
    for a, b in zip(law.knots[:-1], law.knots[1:], strict=True):
        total += (b - a) / 2.0 * float(w @ law.rate((a + b) / 2.0 + (b - a) / 2.0 * x))
    assert total == pytest.approx(law.distance, abs=1e-14)


@every_law
def test_CHK_K09_position_and_velocity_are_continuous(law: Law) -> None:
    for knot in law.knots[1:-1]:
        after = np.nextafter(knot, np.inf)
        before = np.nextafter(knot, -np.inf)
        assert law(after) == pytest.approx(law(before), abs=1e-14)
        assert law.rate(after) == pytest.approx(law.rate(before), abs=1e-13)


@every_law
def test_rates_are_the_derivatives(law: Law) -> None:
    """Against complex steps, and nested dual numbers against the named derivatives."""
    size = max(abs(law.distance), 1.0) / law.duration
    for t in inside(law).tolist():
        step = 1e-40
        for order, named in enumerate((law.rate, law.acceleration, law.jerk)):
            complex_step = law.motion.derivative(order, t + step * 1j).imag / step
            assert named(t) == pytest.approx(complex_step, rel=1e-12, abs=1e-12 * size)
        x = law(Dual(Dual(t, 1.0), Dual(1.0, 0.0)))
        s, v, a = law.jet(t)
        assert (x.value.value, x.value.rate, x.rate.rate) == (s, v, a)


@every_law
def test_arrays_are_answered_like_numbers(law: Law) -> None:
    t = np.concatenate([inside(law), law.knots, [-0.3, law.duration + 0.2]])
    for named in (law, law.rate, law.acceleration, law.jerk):
        assert np.array_equal(named(t), [named(float(x)) for x in t])
        assert np.array_equal(named(t.reshape(1, -1))[0], named(t))


@every_law
def test_a_stretched_law_has_the_same_shape(law: Law) -> None:
    slow = law.with_duration(2.5 * law.duration)
    assert type(slow) is type(law) and slow.duration == 2.5 * law.duration
    t = inside(law)
    assert slow(2.5 * t) == pytest.approx(law(t), abs=1e-14)
    assert slow.rate(2.5 * t) == pytest.approx(law.rate(t) / 2.5, rel=1e-12, abs=1e-13)


@every_law
def test_peaks_are_those_of_a_fine_sampling(law: Law) -> None:
    t = np.linspace(0.0, law.duration, 40001)
    for order, peak in enumerate(law.peaks, 1):
        seen = float(np.max(np.abs(law.motion.derivative(order, t))))
        if peak < np.inf:
            assert seen <= peak * (1.0 + 1e-12)
            assert seen == pytest.approx(peak, rel=1e-6)


def test_infinite_peaks_are_known() -> None:
    assert Linear(1.0).peaks[1:] == (np.inf, np.inf)
    assert Trapezoid(1.0, 0.2).peaks[2] == np.inf
    assert Cubic(1.0).peaks[2] == np.inf
    assert max(Quintic(1.0).peaks) < np.inf and max(SCurve(1.0, 0.3, 0.1).peaks) < np.inf


def test_CHK_K09_the_trapezoid_of_paper_3() -> None:
    law = Trapezoid(1.0, ramp=0.25)
    V = 4.0 / 3.0  # of the mean speed 1
    assert law.speed == pytest.approx(V, abs=1e-15)
    assert law.peaks[:2] == pytest.approx((V, V / 0.25), abs=1e-14)
    t = np.array([0.1, 0.6, 0.9])
    expected = [V * 0.1**2 / 0.5, V * (0.6 - 0.125), 1.0 - V * 0.1**2 / 0.5]
    assert law(t) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("law", "ratio"), [(Cubic(2.0), 1.5), (Quintic(2.0), 15.0 / 8.0), (Septic(2.0), 35.0 / 16.0)]
)
def test_peak_speeds_of_polynomials(law: Law, ratio: float) -> None:
    assert law.peaks[0] == pytest.approx(ratio / 2.0, rel=1e-12)


def test_ends_of_polynomials_are_as_given() -> None:
    law = Quintic(1.4, 0.2, -0.3, 1.1, -2.0, distance=-1.5)
    assert law.jet(0.0) == pytest.approx((0.0, 0.2, 1.1), abs=1e-14)
    assert law.jet(1.4) == pytest.approx((-1.5, -0.3, -2.0), abs=1e-13)
    septic = Septic(1.3)
    for t in (0.0, 1.3):
        found = [septic.rate(t), septic.acceleration(t), septic.jerk(t)]
        assert found == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)


size = st.floats(1e-3, 1e3)


@given(size, size, size, size)
def test_fastest_trapezoid_keeps_its_limits_and_uses_them(
    v: float, a: float, d: float, distance: float
) -> None:
    law = Trapezoid.within(v, a, d, distance=distance)
    up = law.acceleration(law.knots[0])
    down = -law.acceleration(0.5 * (law.knots[-2] + law.duration))
    assert law.peaks[0] <= v * (1 + 1e-12)
    assert up == pytest.approx(a, rel=1e-9) and down == pytest.approx(d, rel=1e-9)
    reached = law.peaks[0] == pytest.approx(v, rel=1e-12)
    assert reached or len(law.knots) == 3  # a triangle


@example(0.5, 83.0, 166.0, 16.0)  # ramps so short that rounding of the end shows in the speed
@given(size, size, size, st.floats(1.0, 50.0))
def test_trapezoid_of_a_duration_has_the_acceleration(
    v: float, a: float, distance: float, longer: float
) -> None:
    T = longer * Trapezoid.within(v, a, distance=distance).duration
    law = Trapezoid.within(v, a, distance=distance, duration=T)
    assert law.duration == pytest.approx(T, rel=1e-12)
    assert law.peaks[1] == pytest.approx(a, rel=1e-6)
    assert law.peaks[0] <= v * (1 + 1e-9)


@given(size, size, size, size)
def test_fastest_s_curve_keeps_its_limits_and_uses_one_always(
    v: float, a: float, j: float, distance: float
) -> None:
    law = SCurve.within(v, a, j, distance=distance)
    limits = np.array([v, a, j])
    assert np.all(np.array(law.peaks) <= limits * (1.0 + 1e-9))
    assert law(law.duration) == pytest.approx(distance, rel=1e-12)
    knots = np.array(law.knots)
    for t in ((knots[:-1] + knots[1:]) / 2.0).tolist():  # some limit is active in every piece
        now = np.abs([law.rate(t), law.acceleration(t), law.jerk(t)]) / limits
        assert np.max(now) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize(
    ("limits", "pieces"),
    [
        ((1.0, 2.0, 8.0, 5.0), 7),
        ((1.0, 20.0, 8.0, 5.0), 5),  # the acceleration is not reached
        ((10.0, 2.0, 8.0, 5.0), 6),  # the velocity is not
        ((10.0, 20.0, 8.0, 5.0), 4),  # neither
    ],
)
def test_s_curve_is_the_fastest_of_all_motions(
    limits: tuple[float, float, float, float], pieces: int
) -> None:
    """A linear programme over sampled jerks finds no farther motion in the same time."""
    v, a, j, distance = limits
    law = SCurve.within(v, a, j, distance=distance)
    assert len(law.motion.knots) - 1 == pieces
    n = 240
    h = law.duration / n
    k = np.arange(n)
    after = np.arange(1, n + 1)[:, None]
    on = k[None, :] < after
    past = np.where(on, (after - k[None, :]) * h, 0.0)
    acceleration = h * on
    velocity = np.where(on, h * (past - h / 2.0), 0.0)
    final = h * ((n - k) * h) ** 2 / 2.0 - h**2 * (n - k) * h / 2.0 + h**3 / 6.0
    bounds = [(-j, j)] * n
    found = linprog(
        -final,
        A_ub=np.vstack([acceleration, -acceleration, velocity, -velocity]),
        b_ub=np.concatenate([np.full(2 * n, a), np.full(2 * n, v)]),
        A_eq=np.vstack([acceleration[-1], velocity[-1]]),
        b_eq=[0.0, 0.0],
        bounds=bounds,
    )
    assert found.success
    assert -found.fun == pytest.approx(distance, rel=2e-3)


def test_s_curve_of_a_duration_is_stretched() -> None:
    fast = SCurve.within(1.0, 2.0, 8.0, distance=5.0)
    slow = SCurve.within(1.0, 2.0, 8.0, distance=5.0, duration=2.0 * fast.duration)
    ratios = np.array(slow.peaks) / np.array(fast.peaks)
    assert ratios == pytest.approx([0.5, 0.25, 0.125], rel=1e-12)


@given(size, size, size)
def test_any_shape_is_made_as_fast_as_the_limits_allow(v: float, a: float, j: float) -> None:
    for law in (Quintic(1.0), Septic(3.0), SCurve(1.0, 0.4, 0.1)):
        found = law.within_limits(v, a, j)
        use = np.array(found.peaks) / (v, a, j)
        assert np.max(use) == pytest.approx(1.0, rel=1e-9)


def test_switches_change_sign_at_the_knots() -> None:
    law = SCurve(1.0, 0.3, 0.1)
    for k, knot in enumerate(law.knots):
        assert law.switches(knot + 1e-9)[k] > 0.0 > law.switches(knot - 1e-9)[k]


def test_a_law_can_be_integrated_by_another_program() -> None:
    law = SCurve(1.0, 0.35, 0.1, distance=2.0)
    for t in (0.05, 0.3, 0.5, 0.8):
        area = quad(law.rate, 0.0, t, points=[x for x in law.knots if x < t], epsabs=1e-13)[0]
        assert law(t) == pytest.approx(area, abs=1e-12)


def test_equal_laws_are_equal() -> None:
    def law(ramp: float) -> Any:
        return Trapezoid(1.0, ramp)

    assert law(0.2) == law(0.2) and hash(law(0.2)) == hash(law(0.2))
    assert law(0.2) != law(0.3)
    assert repr(law(0.2)) == "Trapezoid(duration=1.0, distance=1.0, ramp=0.2, end_ramp=0.2)"

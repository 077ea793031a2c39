"""The weightings against the printed tables of ISO 2631-1 and the values of ISO 8041."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.ride import WEIGHTINGS, weighted_acceleration

NOMINAL = np.fromstring(
    "0.1 0.125 0.16 0.2 0.25 0.315 0.4 0.5 0.63 0.8 1 1.25 1.6 2 2.5 3.15 4 5 6.3 8 10 12.5 16 20"
    " 25 31.5 40 50 63 80 100 125 160 200 250 315 400",
    sep=" ",
)
EXACT = 10.0 ** (np.arange(-10, 27) / 10.0)

# Thousandths, at the nominal frequencies (edition of 1997, table 3).
WK_1997 = (
    "31.2 48.6 79.0 121 182 263 352 418 459 477 482 484 494 531 631 804 967 1039 1054 1036 988 902"
    " 768 636 513 405 314 246 186 132 88.7 54.0 28.5 15.2 7.90 3.98 1.95"
)
WD_1997 = (
    "62.4 97.3 158 243 365 530 713 853 944 992 1011 1008 968 890 776 642 512 409 323 253 202 161"
    " 125 100 80.0 63.2 49.4 38.8 29.5 21.1 14.1 8.63 4.55 2.43 1.26 0.64 0.31"
)
WF_1997 = (
    "24.2 37.7 59.7 97.1 157 267 461 695 895 1006 992 854 619 384 224 116 53.0 23.5 9.98 3.77 1.55"
    " 0.64 0.25 0.097"
)
WF_FREQUENCIES = np.append(np.array([0.02, 0.025, 0.0315, 0.04, 0.05, 0.063, 0.08]), NOMINAL[:17])
# At the exact frequencies 10^(k/10) (later editions).
WK_EXACT = (
    "31.2 49.3 77.6 121 183 264 350 419 459 477 482 485 493 531 633 807 965 1039 1054 1037 988 899"
    " 774 637 510 403 316 245 186 134 88.7 53.1 29.2 15.3 7.79 3.93 1.98"
)
WD_EXACT = (
    "62.4 98.7 155 242 368 533 710 854 944 991 1011 1007 971 891 773 640 514 408 323 255 202 160"
    " 127 100 79.6 63.0 49.6 38.7 29.5 21.3 14.1 8.48 4.67 2.44 1.25 0.629 0.316"
)


def assert_printed(name: str, f: np.ndarray, table: str) -> None:
    """Every value is the printed one, to three quarters of a unit of its last digit."""
    words = table.split()
    assert len(words) == len(f)
    for frequency, word in zip(f, words, strict=True):
        unit = 10.0 ** -len(word.partition(".")[2])
        found = 1000.0 * WEIGHTINGS[name].gain(frequency)
        assert abs(found - float(word)) < 0.75 * unit, f"{name} at {frequency} Hz: {found}, {word}"


@pytest.mark.parametrize(
    ("name", "f", "table"),
    [
        ("Wk", NOMINAL, WK_1997),
        ("Wd", NOMINAL, WD_1997),
        ("Wf", WF_FREQUENCIES, WF_1997),
        ("Wk", EXACT, WK_EXACT),
        ("Wd", EXACT, WD_EXACT),
    ],
)
def test_printed_tables(name: str, f: np.ndarray, table: str) -> None:
    assert_printed(name, f, table)


@pytest.mark.parametrize(
    ("name", "omega", "value"),
    [
        ("Wc", 100.0, 0.5145),
        ("Wd", 100.0, 0.1261),
        ("We", 100.0, 0.06287),
        ("Wj", 100.0, 1.019),
        ("Wk", 100.0, 0.7718),
    ],
)
def test_values_at_the_reference_frequency(name: str, omega: float, value: float) -> None:
    """ISO 8041 states the factors at 100 rad/s with four digits."""
    found = float(WEIGHTINGS[name].gain(omega / (2.0 * np.pi)))
    assert float(f"{found:.4g}") == value


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_response_by_poles_and_zeros(name: str) -> None:
    """Another way to H: polynomials in s of the whole filter, evaluated in radians."""
    weighting = WEIGHTINGS[name]
    w = 2.0 * np.pi
    f1, f2 = weighting.limits
    q = 2.0**0.5
    top, bottom = np.poly1d([1.0, 0.0, 0.0]), np.poly1d([1.0, q * w * f1, (w * f1) ** 2])
    bottom *= np.poly1d([1.0 / (w * f2) ** 2, q / (w * f2), 1.0])
    if weighting.transition:
        f3, f4, q4 = weighting.transition
        top *= np.poly1d([1.0 / (w * f3), 1.0])
        bottom *= np.poly1d([1.0 / (w * f4) ** 2, 1.0 / (q4 * w * f4), 1.0])
    if weighting.step:
        f5, q5, f6, q6 = weighting.step
        top *= np.poly1d([1.0, w * f5 / q5, (w * f5) ** 2])
        bottom *= np.poly1d([1.0, w * f6 / q6, (w * f6) ** 2])
    f = np.geomspace(0.01, 500.0, 100)
    expected = top(1j * w * f) / bottom(1j * w * f)
    np.testing.assert_allclose(weighting.response(f), expected, rtol=1e-10)
    assert weighting.response(0.0) == 0.0
    assert np.max(bottom.roots.real) * weighting.memory < -12.0 * np.log(10.0) * 0.999


@pytest.mark.parametrize("name", WEIGHTINGS)
@pytest.mark.parametrize("rate", (250.0, 1000.0))
def test_sine_comes_out_with_gain_and_phase(name: str, rate: float) -> None:
    """In the middle of a long burst that begins and ends gently, to 1e-9."""
    low = name == "Wf"
    rate = rate / 50.0 if low else rate
    length = 3000.0 if low else 120.0
    for f in (0.05, 0.2, 1.0) if low else (0.3, 1.0, 8.0, 80.0):
        t = np.arange(0.0, length, 1.0 / rate)
        ends = np.clip(np.minimum(t, t[-1] - t) / (0.3 * length), 0.0, 1.0)
        envelope = ends**4 * (35.0 - 84.0 * ends + 70.0 * ends**2 - 20.0 * ends**3)
        found = weighted_acceleration(t, envelope * np.sin(2.0 * np.pi * f * t), name)
        H = complex(WEIGHTINGS[name].response(f))
        expected = np.imag(H * np.exp(2j * np.pi * f * t))
        middle = (t > 0.48 * length) & (t < 0.52 * length)
        error = np.max(np.abs(found - expected)[middle])
        assert error < 1e-9, f"{name} at {f} Hz, {rate} samples/s: {error}"


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_shock_against_the_differential_equation(name: str) -> None:
    """SciPy's integration of the filter's equation on four times finer samples."""
    from scipy.signal import ZerosPolesGain, lsim

    weighting = WEIGHTINGS[name]
    slow = 50.0 if name == "Wf" else 1.0
    t = np.arange(0.0, 8.0 * slow, 2.5e-4 * slow)
    shock = np.exp(-0.5 * ((t - 2.0 * slow) / (0.1 * slow)) ** 2)
    zeros, poles, gain = roots_of(weighting)
    _, expected, _ = lsim(ZerosPolesGain(zeros, poles, gain).to_ss(), shock, t)
    found = weighted_acceleration(t[::4], shock[::4], name)
    np.testing.assert_allclose(found, expected[::4], atol=2e-6 * np.max(np.abs(expected)))


def roots_of(weighting: object) -> tuple[list[complex], list[complex], float]:
    """Return zeros, poles and gain of a weighting, from the roots of its quadratics."""
    w = 2.0 * np.pi

    def pair(f: float, q: float) -> list[complex]:
        return list(np.roots([1.0, w * f / q, (w * f) ** 2]))

    f1, f2 = weighting.limits
    zeros: list[complex] = [0.0, 0.0]
    poles = pair(f1, 0.5**0.5) + pair(f2, 0.5**0.5)
    gain = (w * f2) ** 2
    if weighting.transition:
        f3, f4, q4 = weighting.transition
        poles += pair(f4, q4)
        gain *= (w * f4) ** 2
        if np.isfinite(f3):
            zeros.append(-w * f3)
            gain /= w * f3
    if weighting.step:
        f5, q5, f6, q6 = weighting.step
        zeros += pair(f5, q5)
        poles += pair(f6, q6)
    return zeros, poles, gain


def test_what_came_later_does_not_matter() -> None:
    """The filter looks back only: cutting the end of a smooth record changes nothing before it."""
    t = np.arange(0.0, 20.0, 0.002)
    a = np.sin(2.0 * np.pi * 3.0 * t) * np.exp(-((t - 6.0) ** 2))
    half = len(t) // 2 + 2500  # at 15 s, where the burst is over
    whole, cut = weighted_acceleration(t, a, "Wk"), weighted_acceleration(t[:half], a[:half], "Wk")
    np.testing.assert_allclose(cut, whole[:half], atol=1e-12)


def test_unknown_weighting_and_uneven_times_are_refused() -> None:
    t = np.arange(0.0, 1.0, 0.01)
    with pytest.raises(ModelError, match=r"M09.*'Wz'.*Wk, Wd, Wf, Wc, We, Wj"):
        weighted_acceleration(t, t, "Wz")
    uneven = t.copy()
    uneven[40] += 0.003
    with pytest.raises(ModelError, match=r"N14 \[acceleration row 40\].*evenly.*history.at"):
        weighted_acceleration(uneven, t, "Wk")
    bad = t.copy()
    bad[7] = np.nan
    with pytest.raises(ModelError, match=r"N14 \[acceleration row 7\]"):
        weighted_acceleration(t, bad, "Wk")
    with pytest.raises(ModelError, match="as many values as times"):
        weighted_acceleration(t, t[1:], "Wk")

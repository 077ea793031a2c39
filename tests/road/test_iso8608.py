"""Random roads: their spectrum, their classes, their seeds."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import numpy as np
import pytest

from sarrus.ride import fitted_roughness, spectrum
from sarrus.road import Iso8608
from sarrus.road.iso8608 import unit_numbers, wave_sum

N0 = 0.1
TEN_MINUTES = 600.0 * 20.0
"""Metres in ten minutes at 20 m/s."""


def profile(road: Iso8608, step: float) -> tuple[np.ndarray, np.ndarray]:
    x = step * np.arange(int(road.extent[1] / step) + 1)
    return x, road.height(x)


def bands(n: np.ndarray, edges: np.ndarray) -> list[np.ndarray]:
    return [(n >= a) & (n < b) for a, b in pairwise(edges)]


def test_ten_minutes_of_class_C_have_the_right_spectrum() -> None:
    """Every third-octave band of the standard's range within four standard deviations.

    A band of m independent lines, each the mean of K estimates, has a relative standard deviation
    of 1/sqrt(m K); lines of a Hann window are worth 2/3 of independent ones. The samples fall
    between the rows of the road, so that its spline is tested as well.
    """
    road = Iso8608("C", TEN_MINUTES, seed=11)
    found = spectrum(*profile(road, 0.0437), segment=1000.0, trend="line")
    edges = 0.013 * 2.0 ** (np.arange(24) / 3.0)  # two lines above the first wave, to 2.64
    checked = 0
    for kept in bands(found.frequency, edges):
        n, density = found.frequency[kept], found.density[kept]
        ratio = density / (256e-6 * (n / N0) ** -2)
        sigma = 1.0 / np.sqrt(len(n) * 2.0 / 3.0 * found.averages)
        assert abs(np.mean(ratio) - 1.0) < 4.0 * sigma
        checked += 1
    assert checked == 23
    outside = found.between(3.0, 10.0)
    assert np.max(outside.density) < 1e-3 * 256e-6 * (3.0 / N0) ** -2  # nothing is above the band


def test_every_wave_of_the_band_has_its_amplitude() -> None:
    """Before it is cut, the road is periodic, and its Fourier coefficients are known exactly."""
    road = Iso8608("C", 1500.0, seed=6, taper=0.0)
    whole = road._waves()
    n = np.fft.rfftfreq(len(whole), road.spacing)
    density = 2.0 * np.abs(np.fft.rfft(whole) / len(whole)) ** 2 / n[1]
    inside = (n >= 0.011) & (n <= 2.83)
    np.testing.assert_allclose(density[inside], 256e-6 * (n[inside] / N0) ** -2, rtol=1e-9)
    assert np.max(density[~inside]) < 1e-20


def test_variance_is_the_integral_of_the_density() -> None:
    """256e-6 n0^2 (1/0.011 - 1/2.83): no statistics, since the amplitudes are fixed."""
    road = Iso8608("C", 3000.0, seed=4, taper=0.0)
    whole = road._waves()
    expected = 256e-6 * N0**2 * (1.0 / 0.011 - 1.0 / 2.83)
    assert np.mean(whole**2) == pytest.approx(expected, rel=0.02)  # the sum over lines is coarse


@pytest.mark.parametrize("name", "ABCDEFGH")
def test_class_is_recognised(name: str) -> None:
    road = Iso8608(name, 4000.0, seed=7)
    fit = fitted_roughness(spectrum(*profile(road, 0.05), segment=500.0, trend="line"))
    assert fit.name == name
    assert fit.Gd == pytest.approx(16e-6 * 4 ** "ABCDEFGH".index(name), rel=0.1)
    assert fit.waviness == pytest.approx(2.0, abs=0.05)


@pytest.mark.parametrize("waviness", (1.5, 2.5))
def test_other_waviness(waviness: float) -> None:
    road = Iso8608(64e-6, 8000.0, seed=1, waviness=waviness)
    found = spectrum(*profile(road, 0.05), segment=500.0, trend="line").between(0.03, 2.0)
    slope = np.polyfit(np.log(found.frequency), np.log(found.density), 1)[0]
    assert -slope == pytest.approx(waviness, abs=0.05)
    near = found.between(0.09, 0.11)
    assert np.mean(near.density) == pytest.approx(64e-6, rel=0.25)
    assert road.density(0.1) == 64e-6


def test_heights_are_those_of_a_gaussian() -> None:
    """Skewness and excess of many independent stretches, within four standard deviations."""
    x = np.arange(0.0, 900.0, 90.0)
    z = np.concatenate([Iso8608("B", 900.0, k, taper=0.0).height(x) for k in range(200)])
    z = (z - z.mean()) / z.std()
    assert abs(np.mean(z**3)) < 4.0 * np.sqrt(6.0 / len(z))
    assert abs(np.mean(z**4) - 3.0) < 4.0 * np.sqrt(24.0 / len(z))


def test_same_seed_same_road_to_the_bit() -> None:
    """The hash of the rows stands here: it is the same on every machine."""
    rows = Iso8608("C", 400.0, seed=2024).curve.y
    again = Iso8608("C", 400.0, seed=2024).curve.y
    assert np.array_equal(rows, again)
    assert hashlib.sha256(rows.astype("<f8").tobytes()).hexdigest() == ROWS_HASH
    other = Iso8608("C", 400.0, seed=2025).curve.y
    assert abs(np.corrcoef(rows, other)[0, 1]) < 0.6 and not np.array_equal(rows, other)


ROWS_HASH = "18166ae37e9e606cbbe4850fc4be62645bb120b1414ec2a2ef14487a50045146"


def test_classes_differ_by_a_factor_only() -> None:
    smooth, rough = Iso8608("A", 200.0, seed=3), Iso8608("C", 200.0, seed=3)
    np.testing.assert_allclose(rough.curve.y, 4.0 * smooth.curve.y, rtol=1e-12, atol=1e-18)


def test_road_begins_and_ends_gently() -> None:
    road = Iso8608("E", 100.0, seed=9, taper=10.0)
    assert road.height(0.0) == road.height(-5.0) == 0.0
    assert road.height(100.0) == road.height(200.0) == 0.0
    assert abs(road.slope(1e-9)) < 1e-3 and abs(road.slope(100.0 - 1e-9)) < 1e-3
    free = Iso8608("E", 100.0, seed=9, taper=0.0)
    x = np.linspace(10.5, 89.5, 500)
    np.testing.assert_allclose(road.height(x), free.height(x), atol=1e-9)


def test_bands_add_up() -> None:
    """Long and short waves apart, for tracks that share the long ones."""
    parts = Iso8608("C", 500.0, band=(0.011, 0.2)) + Iso8608("C", 500.0, seed=1, band=(0.2, 2.83))
    x = 0.05 * np.arange(10_000)
    fit = fitted_roughness(spectrum(x, parts.height(x), segment=125.0, trend="line"))
    assert fit.name == "C"


def test_sum_of_waves_is_the_fourier_sum() -> None:
    """Against NumPy's transform, and term by term for a few."""
    generator = np.random.default_rng(0)
    for size in (2, 8, 4096):
        c = generator.normal(size=size) + 1j * generator.normal(size=size)
        found = wave_sum(c.real.copy(), c.imag.copy())
        np.testing.assert_allclose(found, (np.fft.ifft(c) * size).real, atol=1e-12 * size**0.5)
    re = np.array([0.0, 2.0, 0.0, 0.0])
    np.testing.assert_array_equal(wave_sum(re, np.zeros(4)), [2.0, 0.0, -2.0, 0.0])


def test_phases_are_evenly_distributed() -> None:
    re, im = unit_numbers(5, 100_000)
    np.testing.assert_allclose(re**2 + im**2, 1.0, rtol=1e-15)
    angle = np.arctan2(im, re)
    for k in (1, 2, 3, 4, 8):  # the square they are drawn from would show at 4
        assert abs(np.mean(np.exp(1j * k * angle))) < 4.0 / np.sqrt(len(re))
    assert abs(np.mean(re[1:] * re[:-1])) < 4.0 * 0.5 / np.sqrt(len(re))

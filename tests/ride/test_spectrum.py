"""Power spectral densities, and the class of a road from one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import welch

from sarrus.errors import ModelError
from sarrus.ride import Spectrum, fitted_roughness, roughness_class, spectrum


def noise(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=n)


@pytest.mark.parametrize("n", (256, 257))
@pytest.mark.parametrize(
    ("trend", "detrend"), [("mean", "constant"), ("line", "linear"), ("nothing", False)]
)
def test_density_is_scipys(n: int, trend: str, detrend: str | bool) -> None:
    step = 0.02
    x = step * np.arange(5000)
    y = noise(5000) + 0.3 * x
    found = spectrum(x, y, segment=n * step, trend=trend)
    f, density = welch(y, 1.0 / step, "hann", n, n // 2, detrend=detrend)
    np.testing.assert_allclose(found.frequency, f, rtol=1e-12)
    np.testing.assert_allclose(found.density, density, rtol=1e-10)


def test_variance_of_white_noise() -> None:
    x = 0.01 * np.arange(100_000)
    found = spectrum(x, noise(100_000), segment=5.0)
    assert found.variance == pytest.approx(1.0, rel=0.02)
    assert np.mean(found.density) == pytest.approx(2.0 * 0.01, rel=0.02)


def test_sine_shows_its_power() -> None:
    t = np.arange(0.0, 100.0, 0.01)
    found = spectrum(t, 3.0 * np.sin(2.0 * np.pi * 7.0 * t), segment=10.0)
    assert found.variance == pytest.approx(4.5, rel=1e-3)
    assert found.frequency[np.argmax(found.density)] == pytest.approx(7.0)


def test_averages_tell_the_scatter() -> None:
    """The standard deviation of the density over many signals is 1/sqrt(averages)."""
    x = np.arange(1280.0)
    many = [spectrum(x, noise(1280, k), segment=128.0) for k in range(400)]
    density = np.array([s.density[5:-5] for s in many])
    scatter = np.mean(np.std(density, axis=0) / np.mean(density, axis=0))
    assert scatter == pytest.approx(1.0 / np.sqrt(many[0].averages), rel=0.03)
    assert 0.9 * 19 < many[0].averages < 19  # 19 pieces, overlapping by half


@pytest.mark.parametrize(
    ("Gd", "name"),
    [
        (16e-6, "A"),
        (31.9e-6, "A"),
        (32.1e-6, "B"),
        (127e-6, "B"),
        (129e-6, "C"),
        (2047e-6, "D"),
        (2049e-6, "E"),
        (262144e-6, "H"),
        (1.0, "H"),
        (1e-9, "A"),
    ],
)
def test_limits_of_the_classes(Gd: float, name: str) -> None:
    """ISO 8608: A to 32, B to 128, C to 512, D to 2048 ... 1e-6 m^3."""
    assert roughness_class(Gd) == name


def test_fit_of_a_straight_line() -> None:
    n = np.arange(1, 3000) * 0.001
    fit = fitted_roughness(Spectrum(n, 300e-6 * (n / 0.1) ** -2.0, 10.0))
    assert fit.Gd == pytest.approx(300e-6, rel=1e-9)
    assert fit.waviness == pytest.approx(2.0, abs=1e-9)
    assert fit.name == "C"
    steep = fitted_roughness(Spectrum(n, 300e-6 * (n / 0.1) ** -2.4, 10.0))
    assert steep.waviness == pytest.approx(2.4, abs=0.01)


def test_bad_requests_are_refused() -> None:
    x = np.arange(100.0)
    with pytest.raises(ModelError, match="segment"):
        spectrum(x, x, segment=200.0)
    with pytest.raises(ModelError, match="trend"):
        spectrum(x, x, trend="curve")
    with pytest.raises(ModelError, match="at least 16 samples"):
        spectrum(x[:5], x[:5])
    with pytest.raises(ModelError, match="no two positive densities"):
        fitted_roughness(spectrum(x * 100.0, noise(100)))
    with pytest.raises(ModelError, match="Gd"):
        roughness_class(-1.0)

"""Single numbers of a ride, against integrals done by hand; total values and words."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.ride import (
    PLACES,
    WEIGHTINGS,
    comfort_ratings,
    crest_factor,
    msdv,
    mtvv,
    ride,
    rms,
    running_rms,
    total_value,
    vdv,
)

T = np.linspace(0.0, 10.0, 100_001)
A, F = 1.7, 4.0
SINE = A * np.sin(2.0 * np.pi * F * T)


def test_numbers_of_a_sine() -> None:
    """Forty whole waves: mean of sin^2 is 1/2, of sin^4 3/8."""
    assert rms(T, SINE) == pytest.approx(A / np.sqrt(2.0), rel=1e-9)
    assert vdv(T, SINE) == pytest.approx(A * (3.0 / 8.0 * 10.0) ** 0.25, rel=1e-9)
    assert msdv(T, SINE) == pytest.approx(A * np.sqrt(5.0), rel=1e-9)
    assert crest_factor(T, SINE) == pytest.approx(np.sqrt(2.0), rel=1e-6)
    assert mtvv(T, SINE) == pytest.approx(A / np.sqrt(2.0), rel=1e-6)
    assert running_rms(T, SINE)[-1] == pytest.approx(A / np.sqrt(2.0), rel=1e-6)


def test_times_need_not_be_even() -> None:
    t = np.sort(np.concatenate([T, np.random.default_rng(1).uniform(0.0, 10.0, 5000)]))
    a = A * np.sin(2.0 * np.pi * F * t)
    assert rms(t, a) == pytest.approx(rms(T, SINE), rel=1e-6)
    assert vdv(t, a) == pytest.approx(vdv(T, SINE), rel=1e-6)


def test_running_rms_of_a_block() -> None:
    """1 m/s^2 for half a second: sqrt(1/2) within a second; sqrt(1 - e^-1/2) when fading."""
    t = np.arange(0.0, 6.0, 1e-4)
    block = ((t >= 2.0) & (t < 2.5)).astype(float)
    linear = running_rms(t, block)
    assert np.max(linear) == pytest.approx(np.sqrt(0.5), rel=1e-3)
    assert linear[np.searchsorted(t, 2.25)] == pytest.approx(0.5, rel=1e-3)
    assert np.max(linear[t > 3.51]) < 1e-6
    assert mtvv(t, block) == np.max(linear)
    fading = running_rms(t, block, exponential=True)
    assert np.max(fading) == pytest.approx(np.sqrt(1.0 - np.exp(-0.5)), rel=1e-3)
    later = np.searchsorted(t, 4.5)
    assert fading[later] == pytest.approx(np.max(fading) * np.exp(-1.0), rel=1e-3)


def test_running_rms_is_an_integral_at_any_window() -> None:
    """Against a plain sum over the window."""
    t = np.arange(0.0, 3.0, 0.01)
    a = np.random.default_rng(4).normal(size=len(t))
    found = running_rms(t, a, tau=0.4)
    for k in (5, 100, 299):
        fine = np.linspace(max(t[k] - 0.4, 0.0), t[k], 200_001)
        square = np.interp(fine, t, a**2)
        expected = np.sqrt(np.trapezoid(square, fine) / 0.4)
        assert found[k] == pytest.approx(expected, rel=1e-6)


def test_seat_of_a_ride() -> None:
    """Three sines: every axis has its own weighting, and squares add up."""
    t = np.arange(0.0, 400.0, 0.005)
    amplitude = {"x": (0.5, 1.0), "y": (0.3, 2.0), "z": (1.2, 5.0)}
    signals = {name: a * np.sin(2.0 * np.pi * f * t) for name, (a, f) in amplitude.items()}
    found = ride(t, signals)
    expected = 0.0
    for name, (a, f) in amplitude.items():
        weighting = "Wk" if name == "z" else "Wd"
        gain = float(WEIGHTINGS[weighting].gain(f))
        assert found.axes[name].weighting == weighting
        assert found.axes[name].rms == pytest.approx(a * gain / np.sqrt(2.0), rel=2e-3)
        expected += (a * gain) ** 2 / 2.0
    assert found.total == pytest.approx(np.sqrt(expected), rel=2e-3)
    assert found.ratings == ("fairly uncomfortable", "uncomfortable")
    health = ride(t, signals, "health")
    assert health.axes["x"].k == 1.4 and health.total > found.total
    alone = ride(t, {"z": signals["z"]})
    assert alone.total == alone.axes["z"].rms == found.axes["z"].rms


def test_factors_of_the_places() -> None:
    """ISO 2631-1, 7.2.3 and 8.2.2: weighting and k of every place and axis."""
    words = {
        "seat": "x Wd 1, y Wd 1, z Wk 1",
        "seat rotation": "rx We 0.63, ry We 0.4, rz We 0.2",
        "backrest": "x Wc 0.8, y Wd 0.5, z Wd 0.4",
        "feet": "x Wk 0.25, y Wk 0.25, z Wk 0.4",
        "standing": "x Wd 1, y Wd 1, z Wk 1",
        "health": "x Wd 1.4, y Wd 1.4, z Wk 1",
    }
    for place, axes in PLACES.items():
        text = ", ".join(f"{name} {axis.weighting} {axis.k:g}" for name, axis in axes.items())
        assert text == words[place]
    assert total_value({"x": (1.4, 1.0), "y": (1.4, 2.0), "z": (1.0, 3.0)}) == pytest.approx(
        np.sqrt(1.4**2 + 2.8**2 + 9.0)
    )


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (0.1, "not uncomfortable"),
        (0.4, "a little uncomfortable"),
        (0.55, "a little uncomfortable, fairly uncomfortable"),
        (0.9, "fairly uncomfortable, uncomfortable"),
        (1.1, "uncomfortable"),
        (1.4, "uncomfortable, very uncomfortable"),
        (2.2, "very uncomfortable, extremely uncomfortable"),
        (3.0, "extremely uncomfortable"),
    ],
)
def test_words_of_annex_C(total: float, words: str) -> None:
    assert ", ".join(comfort_ratings(total)) == words


def test_bad_requests_are_refused() -> None:
    t = np.arange(0.0, 1.0, 0.01)
    with pytest.raises(ModelError, match=r"place 'roof'.*seat, seat rotation"):
        ride(t, {"z": t}, "roof")
    with pytest.raises(ModelError, match=r"axis 'rx'.*x, y, z"):
        ride(t, {"rx": t})
    with pytest.raises(ModelError, match="must be given for x, y, z"):
        ride(t, {})
    bad = t.copy()
    bad[3] = np.inf
    with pytest.raises(ModelError, match=r"N14 \[acceleration 'z' row 3\]"):
        ride(t, {"z": bad})
    with pytest.raises(ModelError, match="tau"):
        running_rms(t, t, tau=-1.0)
    with pytest.raises(ModelError, match="row 5"):
        rms([0, 1, 2, 3, 4, 4], [0] * 6)
    with pytest.raises(ModelError, match="total"):
        comfort_ratings(float("nan"))

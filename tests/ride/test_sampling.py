"""Comfort of samples that cannot hold the band: a notice, or a refusal where they fold."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import ModelError, gallery, ride
from sarrus.road import Iso8608


def tone(f: float, rate: float, T: float = 20.0) -> ride.Ride:
    t = np.arange(round(T * rate) + 1) / rate
    return ride.ride(t, {"z": np.sin(2.0 * np.pi * f * t)})


def test_dense_samples_say_nothing() -> None:
    assert tone(4.0, 200.0).notices == () and tone(90.0, 200.0).notices == ()


def test_sparse_samples_of_a_slow_signal_are_a_notice() -> None:
    found = tone(4.0, 100.0)
    assert [(p.code, p.severity) for p in found.notices] == [("W36", "notice")]
    assert "50 Hz" in found.notices[0].rule and "every=0.005" in found.notices[0].action
    assert found.total == pytest.approx(tone(4.0, 400.0).total, rel=1e-3)


@pytest.mark.parametrize("f", [21.0, 29.0])
def test_what_reaches_half_the_rate_is_refused(f: float) -> None:
    """21 Hz, and 29 Hz that fifty samples a second show as 21 Hz."""
    with pytest.raises(ModelError, match=r"N14.*not held by its samples"):
        tone(f, 50.0)


@pytest.mark.parametrize("every", [0.05, 0.2])
def test_a_ride_that_is_kept_too_seldom_is_refused(every: float) -> None:
    car = gallery.quarter_vehicle(road=Iso8608("C", 220.0, seed=1), speed=20.0).compile(kernels=())
    run = car.simulate(car.assemble(), until=10.0, every=every)
    with pytest.raises(ModelError, match=r"every=0\.005"):
        ride.comfort(run.history, "body", directions=("z",))

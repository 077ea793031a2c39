"""Single numbers from a weighted acceleration: r.m.s., running r.m.s., VDV, dose of sickness.

All integrals are by the trapezoidal rule; the times need not be evenly spaced.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.ride.samples import samples


@with_checks
def rms(t: Any, a: Any) -> float:
    """Return sqrt(1/T integral a^2 dt), in the unit of a (ISO 2631-1, 6.1).

    Example:
        ride.rms(t, a)
    """
    times, values = samples("acceleration", t, a)
    return float(np.sqrt(_integral(times, values**2)[-1] / (times[-1] - times[0])))


@with_checks
def running_rms(t: Any, a: Any, tau: float = 1.0, exponential: bool = False) -> np.ndarray:
    """Return the running r.m.s. with an integration time tau [s], at every sample (6.3.1).

        sqrt(1/tau integral a^2 dt),  from t0 - tau to t0
        sqrt(1/tau integral a^2 exp((t - t0)/tau) dt),  up to t0, if exponential

    Before the first sample the signal counts as zero.

    Example:
        a_rms = ride.running_rms(t, a, tau=1.0)
    """
    if not (np.isfinite(tau) and tau > 0.0):
        raise ModelError(Problem("S08", "tau", "must be a positive number", f"{tau!r}"))
    times, values = samples("acceleration", t, a)
    square = values**2
    if exponential:
        return np.sqrt(_decayed_integral(times, square, tau) / tau)
    whole = _integral(times, square)
    before = _integral_at(times, square, whole, times - tau)
    return np.sqrt(np.maximum(whole - before, 0.0) / tau)


@with_checks
def mtvv(t: Any, a: Any, tau: float = 1.0, exponential: bool = False) -> float:
    """Return the maximum transient vibration value: the highest running r.m.s. (6.3.1).

    Example:
        ride.mtvv(t, ride.weighted_acceleration(t, a, "Wk"))
    """
    return float(np.max(running_rms(t, a, tau, exponential)))


@with_checks
def vdv(t: Any, a: Any) -> float:
    """Return the fourth power vibration dose value (integral a^4 dt)^(1/4) [m/s^1.75] (6.3.2).

    Example:
        ride.vdv(t, ride.weighted_acceleration(t, a, "Wk"))
    """
    times, values = samples("acceleration", t, a)
    return float(_integral(times, values**4)[-1] ** 0.25)


@with_checks
def msdv(t: Any, a: Any) -> float:
    """Return the motion sickness dose value sqrt(integral a^2 dt) [m/s^1.5], for Wf (annex D).

    About a third of it is the percentage of unadapted adults who may vomit.

    Example:
        ride.msdv(t, ride.weighted_acceleration(t, a, "Wf"))
    """
    times, values = samples("acceleration", t, a)
    return float(np.sqrt(_integral(times, values**2)[-1]))


@with_checks
def crest_factor(t: Any, a: Any) -> float:
    """Return the largest magnitude over the r.m.s. value; above 9 the r.m.s. misleads (6.2).

    Example:
        ride.crest_factor(t, ride.weighted_acceleration(t, a, "Wk"))
    """
    times, values = samples("acceleration", t, a)
    mean = rms(times, values)
    return float(np.max(np.abs(values)) / mean) if mean > 0.0 else 0.0


def _integral(t: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the integral of straight lines up to every sample."""
    return np.concatenate([[0.0], np.cumsum(0.5 * (y[1:] + y[:-1]) * np.diff(t))])


def _integral_at(t: np.ndarray, y: np.ndarray, whole: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return the integral of the same straight lines up to any times; zero before the first."""
    k = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    d = np.maximum(at - t[k], 0.0)
    return whole[k] + d * (y[k] + 0.5 * d * (y[k + 1] - y[k]) / (t[k + 1] - t[k]))


def _decayed_integral(t: np.ndarray, y: np.ndarray, tau: float) -> np.ndarray:
    """Return the integral of y exp((t - t0)/tau) up to every t0, exactly for straight lines."""
    h = np.diff(t)
    kept = np.exp(-h / tau)
    slope = np.diff(y) / h
    added = tau * (y[1:] - y[:-1] * kept) - tau * tau * slope * (1.0 - kept)
    found = np.zeros(len(t))
    for k in range(len(h)):
        found[k + 1] = kept[k] * found[k] + added[k]
    return np.maximum(found, 0.0)

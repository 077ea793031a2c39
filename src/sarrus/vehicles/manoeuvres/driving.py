"""What manoeuvres share: laws of the driver's hands and feet, and runs that begin in a trim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.recorder import traced_formula
from sarrus.spatial.arrays import select
from sarrus.vehicles.trim import Trim

EVERY = 0.01
"""Spacing of the states that are kept [s]."""
START = 0.5
"""Time [s] of straight running, or of the steady circle, before something happens."""


def law(function: Callable[[Any], Any]) -> Formula:
    """Return a function of time as drivers keep it."""
    return traced_formula(function, "t")


def ramp(t: Any, start: float, rise: float) -> Any:
    """Return 0 before the start, 1 from start + rise on, linear between them."""
    part = (t - start) / rise
    return select(part < 0.0, 0.0, select(part > 1.0, 1.0, part))


def peak(values: np.ndarray) -> float:
    """Return the largest magnitude."""
    return float(np.max(np.abs(values)))


def run_from(
    trim: Trim, until: float, *, every: float = EVERY, events: Sequence[Any] = (), **numbers: float
) -> Any:
    """Return the run of a vehicle from a trim; numbers: of the driver."""
    car = trim.vehicle
    values = {"speed": trim.speed, "steer": trim.steer, "steer_gain": 0.0, "brake_gain": 0.0}
    parameters = car.numbers(**{**values, **numbers})
    return car.system.simulate(
        trim.state, until=until, every=every, parameters=parameters, events=events, certify=False
    )


def positive(manoeuvre: str, **values: float) -> None:
    """Refuse (H05) arguments that are not finite or not above 0, all at once."""
    problems = [
        Problem("H05", f"{manoeuvre} / {name}", "must be a number above 0", repr(value)[:40])
        for name, value in values.items()
        if not isinstance(value, (int, float)) or not np.isfinite(value) or value <= 0.0
    ]
    if problems:
        raise ModelError(problems)


def crossing(t: np.ndarray, y: np.ndarray, level: float) -> float:
    """Return the first time at which y rises above a level, linear between instants; nan if not."""
    above = np.flatnonzero((y[1:] >= level) & (y[:-1] < level))
    if not len(above):
        return float("nan")
    k = int(above[0])
    return float(t[k] + (level - y[k]) / (y[k + 1] - y[k]) * (t[k + 1] - t[k]))

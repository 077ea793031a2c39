"""All manoeuvres by the names that files and the command line use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.vehicles.manoeuvres.braking import braking_in_turn, straight_braking
from sarrus.vehicles.manoeuvres.frequency import frequency_response
from sarrus.vehicles.manoeuvres.lane_change import lane_change
from sarrus.vehicles.manoeuvres.ride import ride_over
from sarrus.vehicles.manoeuvres.sine_with_dwell import sine_with_dwell
from sarrus.vehicles.manoeuvres.steady_circle import steady_circle
from sarrus.vehicles.manoeuvres.step_steer import step_steer
from sarrus.vehicles.result import ManoeuvreResult

Manoeuvre = Callable[..., ManoeuvreResult]

MANOEUVRES: Mapping[str, Manoeuvre] = {
    "steady-circle": steady_circle,
    "step-steer": step_steer,
    "frequency-response": frequency_response,
    "lane-change": lane_change,
    "braking-in-turn": braking_in_turn,
    "straight-braking": straight_braking,
    "sine-with-dwell": sine_with_dwell,
    "ride": ride_over,
}
"""Functions that take a vehicle and keywords."""

UNITS: Mapping[str, str] = {
    "speed": "m/s",
    "slowest": "m/s",
    "fastest": "m/s",
    "radius": "m",
    "lateral_acceleration": "m/s^2",
    "step": "m/s^2",
    "until": "s",
    "frequencies": "Hz",
    "pedal": "dimensionless",
    "pedals": "dimensionless",
    "factors": "dimensionless",
}
"""Units of keywords that are numbers; `most` is an acceleration, or an angle of the sine."""


def unit_of(name: str, keyword: str) -> str | None:
    """Return the unit of a keyword of a manoeuvre; None where it is no number in a unit."""
    if keyword == "most":
        return "rad" if name == "sine-with-dwell" else "m/s^2"
    return UNITS.get(keyword)


def keywords_of(name: str) -> dict[str, Any]:
    """Return the keywords of a manoeuvre with their defaults."""
    from inspect import signature

    listed = list(signature(MANOEUVRES[name]).parameters.values())[1:]
    return {parameter.name: parameter.default for parameter in listed}

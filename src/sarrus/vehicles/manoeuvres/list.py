"""All manoeuvres by the names that files and the command line use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.model.building.references import nearest
from sarrus.vehicles.manoeuvres.braking import braking_in_turn, straight_braking
from sarrus.vehicles.manoeuvres.frequency import frequency_response
from sarrus.vehicles.manoeuvres.lane_change import lane_change
from sarrus.vehicles.manoeuvres.ride import ride_over
from sarrus.vehicles.manoeuvres.sine_with_dwell import sine_with_dwell
from sarrus.vehicles.manoeuvres.steady_circle import steady_circle
from sarrus.vehicles.manoeuvres.step_steer import step_steer
from sarrus.vehicles.result import ManoeuvreResult
from sarrus.vehicles.vehicle import Vehicle

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


def planned_manoeuvre(study: Any, name: str, **options: Any) -> ManoeuvreResult:
    """Return the result of a manoeuvre of a study: by its type, or by its name in the file.

    options: keywords of the manoeuvre and of `Vehicle`, in place of those of the file.

    Example:
        result = sarrus.vehicles.planned_manoeuvre(study, "step-steer", speed=25.0)
    """
    planned = dict(study.plan.manoeuvres)
    if name in planned:
        plan = planned[name]
        kind, vehicle, keywords = plan.type, dict(plan.vehicle), dict(plan.keywords)
    elif name in MANOEUVRES:
        kind, vehicle, keywords = name, {}, {}
    else:
        action = nearest(name, [*planned, *MANOEUVRES])
        rule = "is not a manoeuvre"
        raise ModelError(Problem("H05", f"manoeuvre '{name}'", rule, action=action))
    known = keywords_of(kind)
    problems = []
    for key, value in options.items():
        if key in ("driver", "width", "length"):
            vehicle[key] = value
        elif key in known:
            keywords[key] = int(value) if key in ("part", "seed") and _is_whole(value) else value
        else:
            action = nearest(key, [*known, "driver", "width", "length"])
            problems.append(Problem("H05", f"{kind} / {key}", "is not known", action=action))
    if problems:
        raise ModelError(problems)
    return MANOEUVRES[kind](Vehicle(study.model, **vehicle), **keywords)


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, float)) and float(value).is_integer()

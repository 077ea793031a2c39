"""Numbers that Python gives as text with a unit, and bare ones that can hardly be meant."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import Model
from sarrus.model.quantity import QuantityError, quantity

DOUBTFUL = "W05"
"""The code of numbers that are unlikely by orders of magnitude."""
TURN = 2.0 * math.pi
HALVES = 2.0
"""Angles in degrees are written in whole and half ones; beyond a turn, radians seldom are."""


def holds_text(value: Any) -> bool:
    """Tell whether a value is text, or a row of which some entries are."""
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and any(isinstance(part, str) for part in value)
    )


def seconds(what: str, value: Any) -> Any:
    """Return times with text such as "250 ms" as numbers [s]; what holds no text as it is."""
    return in_unit(what, value, ("s",)) if holds_text(value) else value


def in_unit(what: str, value: Any, units: tuple[str, ...]) -> Any:
    """Return text, or a row with text, as numbers in SI units: one unit for all, or for each."""
    parts = value if isinstance(value, (list, tuple)) else (value,)
    each = units if len(units) == len(parts) else units[:1] * len(parts)
    found, problems = [], []
    for part, unit in zip(parts, each, strict=True):
        try:
            found.append(quantity(part, unit or "dimensionless"))
        except QuantityError as error:
            problem = Problem(error.code, what, error.reason, repr(part)[:80], action=error.action)
            problems.append(problem)
    if problems:
        raise ModelError(problems)
    return found if isinstance(value, (list, tuple)) else found[0]


def named_in_unit(model: Model, kind: str, name: str, value: Any) -> Any:
    """Return text of a coordinate, rate, parameter or state as numbers in its SI units.

    Names that the model does not have are left to those who look them up.
    """
    units = units_of(model, kind, name)
    return None if units is None else in_unit(f"{kind} '{name}'", value, units)


def units_of(model: Model, kind: str, name: str) -> tuple[str, ...] | None:
    """Return the units of what a name of some kind means; None where there is no such thing."""
    if kind == "parameter":
        return _parameter_units(model, name)
    if kind == "state":
        states = {f"{f.name}.{s.name}": s.unit for f in model.forces for s in f.states}
        unit = states.get(name.removeprefix("force:"))
        return None if unit is None else (unit,)
    from sarrus.model.joint_names import JointNames

    names = JointNames({joint.name: joint.type for joint in model.joints})
    if kind == "coordinate":
        return names.coordinate_units(name)
    if kind == "effort":
        return names.effort_units(name)
    if kind == "condition":
        own = name.removeprefix("joint:") in names.joints
        return names.rate_units(name) if own else (
            names.coordinate_units(name) or names.rate_units(name)
        )  # fmt: skip
    return names.rate_units(name)


def _parameter_units(model: Model, name: str) -> tuple[str, ...] | None:
    from sarrus.system.quantities.parameters import chosen_parameters, parameter_units

    try:
        _, understood = chosen_parameters(model, [name])
    except ModelError:
        return None
    found = parameter_units(model, understood[name])
    return ("dimensionless",) if found in (("",), ("1",)) else found


def doubtful_angles(model: Model, kind: str, values: Mapping[str, Any]) -> list[Problem]:
    """Return notices (W05) of angles that are given as bare numbers and look like degrees."""
    found = []
    for name, value in values.items():
        if isinstance(value, str) or np.ndim(value):
            continue
        number = float(value)
        if abs(number) <= TURN or not (HALVES * number).is_integer():
            continue
        if units_of(model, "coordinate", name) == ("rad",):
            found.append(
                Problem(
                    DOUBTFUL,
                    f"{kind} '{name}'",
                    f"is {math.degrees(number):.6g} degrees",
                    f"{number:g} rad",
                    cause="degrees where radians are meant; bare numbers are in SI units",
                    action=f"write '{number:g} deg' if degrees are meant",
                    severity="notice",
                )
            )
    return found

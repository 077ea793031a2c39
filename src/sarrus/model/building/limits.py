"""Limits of a joint, one entry per velocity coordinate, and the inertia of its rotor."""

from __future__ import annotations

import math
from typing import Any

from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.described import INERTIA, LIMITS
from sarrus.model.joint import Interval
from sarrus.model.joints.joint_type import JointType

EFFORT = {"rad/s": "N*m", "m/s": "N", "1/s": "J"}


def read_limits(entry: Entry, type_: JointType, draft: JointDraft) -> dict[str, Any]:
    """Return limits, speed_limits and effort_limits as `Joint` stores them, if any is given."""
    if draft.options.keys().isdisjoint(LIMITS):
        return {}
    units = [velocity.unit for velocity in type_.velocities]
    return {
        "limits": _limits(entry, draft.get("limits"), units),
        "speed_limits": _sizes(entry, "speed_limit", draft.get("speed_limit"), units),
        "effort_limits": _sizes(
            entry, "effort_limit", draft.get("effort_limit"), [EFFORT[unit] for unit in units]
        ),
    }


def read_armature(entry: Entry, type_: JointType, draft: JointDraft) -> float:
    """Return the inertia of the rotor of a joint [kg m^2, kg], 0 for none."""
    raw = draft.get("armature")
    if raw is None or len(type_.velocities) != 1:
        return 0.0
    return entry.number("armature", raw, INERTIA[type_.velocities[0].unit], least=0.0) or 0.0


def _limits(entry: Entry, raw: Any, velocity_units: list[str]) -> tuple[Interval, ...]:
    if raw is None:
        return ()
    units = [unit.removesuffix("/s") for unit in velocity_units]
    pairs = raw
    if len(units) == 1 and is_list(raw) and len(raw) == 2 and not is_list(raw[0]):
        pairs = [raw]
    if not is_list(pairs) or len(pairs) != len(units):
        rule = f"must be {len(units)} pairs (lower, upper), one for each velocity coordinate"
        entry.report("M21", "limits", rule, value=entry.literal("limits", raw))
        return ()
    return tuple(_interval(entry, pair, unit) for pair, unit in zip(pairs, units, strict=True))


def _interval(entry: Entry, raw: Any, unit: str) -> Interval:
    if raw is None:
        return -math.inf, math.inf
    if not is_list(raw) or len(raw) != 2:
        rule = "must be (lower, upper)"
        entry.report("M21", "limits", rule, value=entry.literal("limits", raw))
        return -math.inf, math.inf
    lower = -math.inf if raw[0] is None else entry.number("limits", raw[0], unit)
    upper = math.inf if raw[1] is None else entry.number("limits", raw[1], unit)
    if lower is None or upper is None:
        return -math.inf, math.inf
    if lower > upper:
        rule = f"are reversed: lower {lower:g} {unit} is above upper {upper:g} {unit}"
        entry.report("M21", "limits", rule, action="exchange the two numbers")
    elif not lower <= 0.0 <= upper:
        rule = f"{lower:g} to {upper:g} {unit} leave out 0, the coordinate in the drawing"
        action = "start from another position, or move the drawing"
        entry.report("W21", "limits", rule, action=action, severity="warning")
    return lower, upper


def _sizes(entry: Entry, attribute: str, raw: Any, units: list[str]) -> tuple[float, ...]:
    """Return one size per coordinate; a single number holds for all."""
    if raw is None:
        return ()
    values = raw if is_list(raw) else [raw] * len(units)
    if len(values) != len(units):
        rule = f"must be {len(units)} numbers, one for each velocity coordinate"
        entry.report("M21", attribute, rule, value=entry.literal(attribute, raw))
        return ()
    sizes = []
    for value, unit in zip(values, units, strict=True):
        if value is None:
            sizes.append(math.inf)
            continue
        size = entry.number(attribute, value, unit, least=0.0)
        sizes.append(math.inf if size is None else size)
    return tuple(sizes)

"""From the user's words to forces at points, moments on bodies and forces in a window."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.functions import read_time_law
from sarrus.model.building.joint_forces import EFFORT, read_position
from sarrus.model.building.orientation import clean, direction
from sarrus.model.building.points import read_point
from sarrus.model.building.references import Scope
from sarrus.model.forces import (
    ForceElement,
    Moment,
    PointForce,
    PointWindowForce,
    Torque,
    VaryingForce,
    WindowForce,
)
from sarrus.model.forces.terms import Terms, constant
from sarrus.model.forces.window_force import MOVING
from sarrus.model.pose import vector3

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NARROW = 0.01
"""Part of a window over which its ends are smoothed if no width is given."""


def _point_force(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    body = scope.body(entry, "body", draft.get("body"))
    terms = _terms(entry, draft, "force", "N")
    point = body and read_point(scope, entry, draft, body, "at", "on")
    if not body or not point or terms is None:
        return None
    follower = draft.get("follower") is True
    force = constant(terms)
    if force is not None:
        return PointForce(draft.name, body, point, force, follower)
    return VaryingForce(draft.name, body, point, terms, follower)


def _terms(entry: Entry, draft: ForceDraft, attribute: str, unit: str) -> Terms | None:
    """Return three laws along the axes, or one along the direction `along`."""
    raw = draft.get(attribute)
    if draft.get("along") is not None:
        along = direction(entry, "along", draft.get("along"))
        law = read_time_law(entry, attribute, raw, unit)
        return None if along is None or law is None else ((along, law),)
    if not is_list(raw) or len(raw) != 3:
        rule = "must be 3 numbers or laws of time, or one with along=..."
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    laws = [read_time_law(entry, part, raw[i], unit) for i, part in _parts(entry, attribute)]
    if None in laws:
        return None
    return tuple(zip(AXES, laws, strict=True))  # type: ignore[arg-type]


def _parts(entry: Entry, attribute: str) -> list[tuple[int, str]]:
    """Return numbers and names of the components, as the file names them if it does."""
    named = [f"{attribute}[{i}]" for i in range(3)]
    return [(i, name if name in entry.source else attribute) for i, name in enumerate(named)]


def _torque(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    a = scope.body(entry, "a", draft.get("a"))
    b = scope.body(entry, "b", draft.get("b"))
    axis = direction(entry, "axis", draft.get("axis"))
    torque = read_time_law(entry, "torque", draft.get("torque"), "N*m")
    if a is None or b is None or axis is None or torque is None:
        return None
    in_a = vector3(clean(scope.pose_of(a).transform.rotation.back(np.array(axis))))
    if isinstance(torque, float):
        return Torque(draft.name, a, b, in_a, torque)
    return Moment(draft.name, b, ((in_a, torque),), axes=a, reaction=a)


def _moment(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    body = scope.body(entry, "body", draft.get("body"))
    against = draft.get("against")
    reaction = "" if against is None else scope.body(entry, "against", against)
    terms = _terms(entry, draft, "moment", "N*m")
    if body is None or reaction is None or terms is None:
        return None
    axes = body if draft.get("follower") is True else ""
    return Moment(draft.name, body, terms, axes, reaction)


def _window_force(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    if (draft.get("joint") is None) == (draft.get("body") is None):
        rule = "or body must be given, not both"
        entry.report("M28", "joint", rule, action="give a joint, or body, at and along")
        return None
    if draft.get("joint") is not None:
        return _on_joint(scope, entry, draft)
    body = scope.body(entry, "body", draft.get("body"))
    point = body and read_point(scope, entry, draft, body, "at", "on")
    along = direction(entry, "along", draft.get("along"))
    window = _window(entry, draft, "m", "m/s", "N")
    if not body or not point or along is None or window is None:
        return None
    return PointWindowForce(name=draft.name, body=body, point=point, direction=along, **window)


def _on_joint(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_position(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    place = unit.removesuffix("/s")
    window = _window(entry, draft, place, unit, EFFORT[unit])
    offset = entry.number("offset", draft.get("offset"), place)
    if window is None or offset is None:
        return None
    return WindowForce(name=draft.name, joint=joint, index=index, offset=offset, **window)


def _window(
    entry: Entry, draft: ForceDraft, place: str, speed: str, unit: str
) -> dict[str, Any] | None:
    """Return force, window, direction of motion and widths."""
    force = entry.number("force", draft.get("force"), unit)
    window = entry.numbers("window", draft.get("window"), place, 2)
    moving = draft.get("moving")
    if isinstance(moving, bool) or moving not in MOVING:
        rule = "must be 1, -1, or 0 for both directions"
        entry.report("M25", "moving", rule, value=entry.literal("moving", moving))
        moving = None
    speed_width = entry.number("speed_width", draft.get("speed_width"), speed, least=0.0)
    if window is not None and not window[0] < window[1]:
        value = entry.literal("window", draft.get("window"))
        entry.report("M04", "window", "must be two increasing numbers", value=value)
        window = None
    if window is None:
        return None
    start, stop = window
    raw = draft.get("width")
    width = NARROW * (stop - start) if raw is None else entry.number("width", raw, place, least=0.0)
    if width is not None and width > stop - start:
        rule = "is more than the whole window"
        entry.report("M04", "width", rule, value=entry.literal("width", raw))
        width = None
    if force is None or moving is None or speed_width is None or width is None:
        return None
    values = {"force": force, "start": start, "stop": stop, "moving": int(moving)}
    return {**values, "width": width, "speed_width": speed_width}


ACTING_READERS: dict[str, Reader] = {
    "point_force": _point_force,
    "torque": _torque,
    "moment": _moment,
    "window_force": _window_force,
}

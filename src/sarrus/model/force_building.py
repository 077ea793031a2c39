"""From the user's words to a force element."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.model.drafts import ForceDraft
from sarrus.model.entry import Entry
from sarrus.model.forces import (
    ForceElement,
    JointDamper,
    JointTorque,
    PointForce,
    SpringDamper,
    Torque,
)
from sarrus.model.orientation import clean, direction
from sarrus.model.points import End, drawn_distance, read_end, read_point
from sarrus.model.pose import vector3
from sarrus.model.references import Scope, find, nearest

EFFORT = {"rad/s": "N*m", "m/s": "N"}
DAMPING = {"rad/s": "N*m*s/rad", "m/s": "N*s/m"}


def read_force(scope: Scope, draft: ForceDraft) -> ForceElement | None:
    """Return the force element; None after a problem."""
    entry = scope.entry("force", draft.name, draft.source)
    return READERS[draft.type_name](scope, entry, draft)


def _spring_damper(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    ends = [read_end(scope, entry, draft, side) for side in ("a", "b")]
    k = entry.number("k", draft.get("k"), "N/m")
    c = entry.number("c", draft.get("c"), "N*s/m", least=0.0)
    free_length = _free_length(scope, entry, draft, ends)
    if None in ends or k is None or c is None or free_length is None:
        return None
    (a, point_a), (b, point_b) = ends  # type: ignore[misc]
    return SpringDamper(draft.name, a, b, point_a, point_b, k, c, free_length)


def _free_length(
    scope: Scope, entry: Entry, draft: ForceDraft, ends: list[End | None]
) -> float | None:
    if draft.get("free_length") is not None:
        return entry.number("free_length", draft.get("free_length"), "m", least=0.0)
    known = [end for end in ends if end is not None]
    return drawn_distance(scope, *known) if len(known) == 2 else 0.0


def _joint_torque(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = _coordinate(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    effort = entry.number("effort", draft.get("effort"), EFFORT[unit])
    return None if effort is None else JointTorque(draft.name, joint, effort, index)


def _joint_damper(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = _coordinate(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    d = entry.number("d", draft.get("d"), DAMPING[unit], least=0.0)
    return None if d is None else JointDamper(draft.name, joint, d, index)


def _coordinate(scope: Scope, entry: Entry, draft: ForceDraft) -> tuple[str, int, str] | None:
    """Return joint, number and unit of the velocity coordinate that an element acts on."""
    name = find(entry, "joint", draft.get("joint"), scope.joint_names, "joint")
    if name is None or name not in scope.joints:
        return None
    type_ = scope.joints[name].type
    velocities = [v.name for v in type_.velocities]
    raw = draft.get("coordinate")
    if raw is None and type_.nv == 1:
        raw = 0
    names = dict(zip(velocities, range(type_.nv), strict=True))
    if type_.nq == type_.nv:
        names.update({c.name: i for i, c in enumerate(type_.coordinates)})
    index = raw if isinstance(raw, int) and 0 <= raw < type_.nv else names.get(str(raw))
    if index is None:
        rule = f"must be one of {', '.join(names)}" if names else "cannot be: the joint is fixed"
        action = nearest(raw, names) if isinstance(raw, str) and names else ""
        value = "" if raw is None else entry.literal("coordinate", raw)
        entry.report("M09", "coordinate", rule, value=value, action=action)
        return None
    return name, index, type_.velocities[index].unit


def _point_force(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    body = scope.body(entry, "body", draft.get("body"))
    force = entry.vector("force", draft.get("force"), "N")
    point = body and read_point(scope, entry, draft, body, "at", "on")
    if not body or not point or force is None:
        return None
    return PointForce(draft.name, body, point, force, bool(draft.get("follower")))


def _torque(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    a = scope.body(entry, "a", draft.get("a"))
    b = scope.body(entry, "b", draft.get("b"))
    axis = direction(entry, "axis", draft.get("axis"))
    torque = entry.number("torque", draft.get("torque"), "N*m")
    if a is None or b is None or axis is None or torque is None:
        return None
    in_a = clean(scope.pose_of(a).transform.rotation.back(np.array(axis)))
    return Torque(draft.name, a, b, vector3(in_a), torque)


def _ready(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    element = draft.get("element")
    if not isinstance(element, ForceElement):
        value = entry.literal("", element)
        entry.report("M09", "", "is not a ForceElement", value=value)
        return None
    bodies = [scope.body(entry, "bodies", name) for name in element.bodies]
    joints = [find(entry, "joints", name, scope.joint_names, "joint") for name in element.joints]
    return None if None in bodies or None in joints else element


READERS: dict[str, Callable[[Scope, Entry, ForceDraft], ForceElement | None]] = {
    "spring_damper": _spring_damper,
    "joint_torque": _joint_torque,
    "joint_damper": _joint_damper,
    "point_force": _point_force,
    "torque": _torque,
    "element": _ready,
}

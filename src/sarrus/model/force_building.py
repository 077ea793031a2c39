"""From the user's words to a force element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.drafts import ForceDraft, FrameHandle
from sarrus.model.entry import Entry
from sarrus.model.forces import (
    ForceElement,
    JointDamper,
    JointTorque,
    PointForce,
    SpringDamper,
    Torque,
)
from sarrus.model.orientation import clean, direction, relative
from sarrus.model.pose import Pose, Vector3, vector3
from sarrus.model.references import Scope, find, nearest

EFFORT = {"rad/s": "N*m", "m/s": "N"}
DAMPING = {"rad/s": "N*m*s/rad", "m/s": "N*s/m"}


def read_force(scope: Scope, draft: ForceDraft) -> ForceElement | None:
    """Return the force element; None after a problem."""
    entry = scope.entry("force", draft.name, draft.source)
    return READERS[draft.type_name](scope, entry, draft)


def _spring_damper(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    ends = [_end(scope, entry, draft, side) for side in ("a", "b")]
    k = entry.number("k", draft.get("k"), "N/m")
    c = entry.number("c", draft.get("c"), "N*s/m", least=0.0)
    free_length = _free_length(scope, entry, draft, ends)
    if None in ends or k is None or c is None or free_length is None:
        return None
    (a, point_a), (b, point_b) = ends  # type: ignore[misc]
    return SpringDamper(draft.name, a, b, point_a, point_b, k, c, free_length)


def _end(scope: Scope, entry: Entry, draft: ForceDraft, side: str) -> tuple[str, Vector3] | None:
    body = scope.body(entry, side, draft.get(side))
    if body is None:
        return None
    point = _point(scope, entry, draft, body, f"at_{side}", f"on_{side}")
    return None if point is None else (body, point)


def _free_length(
    scope: Scope, entry: Entry, draft: ForceDraft, ends: list[tuple[str, Vector3] | None]
) -> float | None:
    if draft.get("free_length") is not None:
        return entry.number("free_length", draft.get("free_length"), "m", least=0.0)
    world = [_world(scope, *end) for end in ends if end is not None]
    return float(np.linalg.norm(world[1] - world[0])) if len(world) == 2 else 0.0


def _world(scope: Scope, body: str, point: Vector3) -> Any:
    return scope.pose_of(body).transform.point(np.array(point))


def _point(
    scope: Scope, entry: Entry, draft: ForceDraft, body: str, at: str, on: str
) -> Vector3 | None:
    """Return a point in the body frame, given in the drawing or on the body."""
    drawn, fixed = draft.get(at), draft.get(on)
    if (drawn is None) == (fixed is None):
        rule = f"or {on} must be given" if drawn is None else f"and {on} are both given"
        entry.report("M28", at, rule, action=f"give {at} in the drawing or {on} in the body frame")
        return None
    if drawn is not None:
        point = entry.vector(at, drawn, "m")
        return None if point is None else relative(scope.pose_of(body), Pose(point)).position
    if isinstance(fixed, (str, Frame, FrameHandle)):
        pose = scope.frame(entry, on, fixed, body)
        return None if pose is None else pose.position
    return entry.vector(on, fixed, "m")


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
    point = body and _point(scope, entry, draft, body, "at", "on")
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

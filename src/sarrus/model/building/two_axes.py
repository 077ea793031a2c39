"""From the user's description to a joint with a link between: its axes, length and twist."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, direction, relative
from sarrus.model.building.references import Scope
from sarrus.model.joint import Joint
from sarrus.model.pose import Matrix3, Pose, Vector3, vector3
from sarrus.spatial.arrays import dot, norm
from sarrus.spatial.tracking import plain, real

SECOND_PLACE = "at2"
PARALLEL, ALMOST = 1e-6, 2e-3
"""Sines of axes that count as parallel; up to the second with a notice: rounded numbers."""
SHORTEST = 1e-9
"""Part of the size of the drawing below which two axes meet."""


def place_on_axes(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with M where the link holds the child, and F there on the parent.

    A length that is given is that of the link, whatever the drawing: F is at its end.
    """
    axis = _axis(entry, draft, "axis", joint)
    start, end = (_point(entry, draft, at) for at in ("at", SECOND_PLACE))
    if axis is None or start is None or end is None:
        return joint
    z, A, B = (np.array(v) for v in (axis, start, end))
    twist = 0.0
    if "axis2" in joint.type.axes:
        second = _second_axis(entry, draft, joint, axis)
        if isinstance(second, float):
            twist = second
        elif second is None:
            return joint
        else:
            A, B, twist = _common_normal(z, np.array(second), A, B)
    out = B - A - z * dot(z, B - A)
    drawn = real(norm(out))
    if plain(drawn) <= SHORTEST * float(np.max(np.abs(np.array(plain([*start, *end]))))):
        _report_no_link(entry, joint)
        return joint
    turn = axis_frame(vector3(z), vector3(out / drawn))
    kind: Any = joint.type
    length = drawn if draft.get("length") is None else kind.length
    numbers: dict[str, Any] = {"length": length}
    if "axis2" in joint.type.axes:
        numbers["twist"] = twist
    end_of_link = vector3(B + (length - drawn) / drawn * out) if length is not drawn else vector3(B)
    return replace(
        joint,
        type=replace(kind, **numbers),
        on_parent=_on(scope, joint.parent, end_of_link, turn),
        on_child=_on(scope, joint.child, vector3(B), turn),
    )


def _on(scope: Scope, body: str, point: Vector3, turn: Matrix3) -> Pose:
    return relative(scope.pose_of(body), Pose(point, turn))


def _point(entry: Entry, draft: JointDraft, at: str) -> Vector3 | None:
    raw = draft.get(at)
    if raw is None:
        whose = "the parent's axis" if at == "at" else "the child's axis, or of its ball,"
        action = f"give a point of {whose} in the drawing, {at}=(x, y, z)"
        entry.report("M28", at, "is missing", action=action)
        return None
    return entry.vector(at, raw, "m")


def _axis(entry: Entry, draft: JointDraft, name: str, joint: Joint) -> Vector3 | None:
    raw = draft.get(name)
    if raw is None:
        rule = f"is missing; joints of type {joint.type.type_name} need it"
        entry.report("M19", name, rule, action=f"give a direction, for instance {name}='z'")
        return None
    return direction(entry, name, raw)


def _second_axis(
    entry: Entry, draft: JointDraft, joint: Joint, axis: Vector3
) -> Vector3 | float | None:
    """Return the second axis, or the twist that is given or that of parallel axes."""
    raw, twist = draft.get("axis2"), draft.get("twist")
    if raw is not None and twist is not None:
        rule = "is given together with axis2, which says it; give one or the other"
        entry.report("M28", "twist", rule)
        return None
    if raw is None:
        kind: Any = joint.type
        return float(kind.twist)
    second = direction(entry, "axis2", raw)
    if second is None:
        return None
    a, b = np.array(plain(axis)), np.array(plain(second))
    sine = float(norm(np.cross(a, b)))
    if sine > ALMOST:
        return second
    if dot(a, b) < 0.0:
        rule = "points against axis; two parallel axes are drawn in the same direction"
        entry.report("M19", "axis2", rule, action="turn one of the two round")
        return None
    if sine > PARALLEL:
        angle = math.degrees(math.asin(sine))
        rule = f"makes {angle:.6g} degrees with axis; they are taken as parallel"
        entry.report("M27", "axis2", rule, severity="notice")
    return 0.0


def _common_normal(z: Any, e: Any, A: Any, B: Any) -> tuple[Any, Any, Any]:
    """Return the points of two axes that are nearest to each other, and the angle between the axes.

    On A + s z and B + t e the way between is along n = z x e; the angle is that of the turn about
    this way, from the first to the second, that takes z to e.
    """
    n = np.cross(z, e)
    nn = dot(n, n)
    apart = B - A
    s = dot(np.cross(apart, e), n) / nn
    t = dot(np.cross(apart, z), n) / nn
    first, second = A + s * z, B + t * e
    sign = 1.0 if plain(real(dot(second - first, n))) >= 0.0 else -1.0
    return first, second, real(np.arctan2(sign * np.sqrt(nn), dot(z, e)))


def _report_no_link(entry: Entry, joint: Joint) -> None:
    two = "axis2" in joint.type.axes
    entry.report(
        "M04",
        "length",
        "is 0 in the drawing: "
        + ("the two axes meet" if two else f"{SECOND_PLACE} is on the axis"),
        action="use a universal joint, or two revolute joints and a body"
        if two
        else "use a spherical joint, or one that slides (point_on_line)",
    )

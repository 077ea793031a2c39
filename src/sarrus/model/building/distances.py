"""From the user's description to a distance: its two points and its length."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import relative
from sarrus.model.building.points import End, drawn_distance, read_point
from sarrus.model.building.references import Scope
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import ZERO
from sarrus.model.pose import Pose, Vector3


def place_distance(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with F and M at its two points, in axes of the world of the drawing."""
    a = read_point(scope, entry, draft, joint.parent, "at_a", "on_a")
    b = read_point(scope, entry, draft, joint.child, "at_b", "on_b")
    length = _length(scope, entry, draft, a and (joint.parent, a), b and (joint.child, b))
    kind: Any = joint.type
    return replace(
        joint,
        type=kind if length is None else replace(kind, length=length),
        on_parent=_frame(scope, joint.parent, a or ZERO),
        on_child=_frame(scope, joint.child, b or ZERO),
    )


def _frame(scope: Scope, body: str, point: Vector3) -> Pose:
    """Return the frame at a point of a body whose axes are those of the world in the drawing."""
    return Pose(point, relative(scope.pose_of(body), Pose()).rotation)


def _length(
    scope: Scope, entry: Entry, draft: JointDraft, a: End | None, b: End | None
) -> float | None:
    """Return the given length or the distance in the drawing [m]; it must be positive (M04)."""
    raw = draft.get("length")
    if raw is None and (a is None or b is None):
        return None
    content = None if raw is None else entry.number("length", raw, "m")
    if raw is not None and content is None:
        return None
    length = content if content is not None else drawn_distance(scope, a, b)  # type: ignore[arg-type]
    if length > 0.0:
        return length
    rule = "is not a distance: it must be above 0 m"
    value = "" if raw is None else entry.literal("length", raw)
    if raw is None:
        rule = "is 0 m in the drawing, where the two points coincide; it must be above 0 m"
    action = "give a positive length, or a spherical joint if the points are to stay together"
    entry.report("M04", "length", rule, value=value, action=action)
    return None

"""From the user's words to a joint: its type, bodies, limits and frames F and M."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sarrus.model.body import Frame
from sarrus.model.building.distances import place_distance
from sarrus.model.building.drafts import FrameHandle, JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.limits import read_limits
from sarrus.model.building.orientation import (
    axis_frame,
    checked_pose,
    cross_frame,
    direction,
    relative,
    rotation,
)
from sarrus.model.building.references import Scope, find
from sarrus.model.joint import Joint
from sarrus.model.joints import TYPES, Distance, Free, Helical, JointType, Universal, Weld
from sarrus.model.mass_properties import ZERO
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3

PERPENDICULAR = 1e-6
ROTATIONS = ("rotation", "quaternion_wxyz", "rpy")
AXES = ("axis", "axis2", "x_axis", "axis_parent", "axis_child")
PLACES = ("at", "on_parent", "on_child")
ENDS = ("at_a", "at_b", "on_a", "on_b")
PARAMETERS = {"lead": Helical.type_name, "length": Distance.type_name}
"""Numbers that belong to one joint type."""


@dataclass
class JointPlan:
    """A joint whose frames are known if it is given by frames on both bodies."""

    draft: JointDraft
    entry: Entry
    joint: Joint
    two_sided: bool


def read_joint(scope: Scope, draft: JointDraft) -> JointPlan | None:
    """Return the joint without what depends on the drawing; None if it cannot be."""
    entry = scope.entry("joint", draft.name, draft.source)
    kind = find(entry, "type", draft.type_name, TYPES, "joint type")
    inner, outer = ("a", "b") if kind == Distance.type_name else ("parent", "child")
    parent = scope.body(entry, inner, draft.parent)
    child = scope.body(entry, outer, draft.child)
    if parent is not None and parent == child:
        rule = f"connects '{parent}' with itself"
        entry.report("M08", "", rule, action="give two different bodies")
        _check_axes(entry, draft)
        return None
    type_ = None if kind is None else _joint_type(entry, kind, draft)
    if type_ is None or parent is None or child is None:
        _check_axes(entry, draft)
        return None
    joint = Joint(draft.name, type_, parent, child, **read_limits(entry, type_, draft))
    two_sided = _is_two_sided(draft, type_)
    _note_unused(entry, draft, type_, two_sided)
    if two_sided:
        joint = _by_frames(scope, entry, draft, joint)
    return JointPlan(draft, entry, joint, two_sided)


def _check_axes(entry: Entry, draft: JointDraft) -> None:
    """Report what is wrong with the axes of a joint that cannot be made for another reason."""
    for attribute in AXES:
        raw = draft.get(attribute)
        if raw is not None:
            direction(entry, attribute, raw)


def _joint_type(entry: Entry, kind: str, draft: JointDraft) -> JointType | None:
    for parameter, owner in PARAMETERS.items():
        if kind != owner and draft.get(parameter) is not None:
            entry.report("M09", parameter, f"is not a parameter of a {kind} joint")
    if kind != Helical.type_name:
        return TYPES[kind]()
    lead = entry.number("lead", draft.get("lead"), "m")
    if lead == 0.0:
        action = "give the advance per turn in m, or use a revolute joint"
        entry.report("M04", "lead", "is 0: a screw must advance", action=action)
        return None
    return None if lead is None else Helical(lead)


def _is_two_sided(draft: JointDraft, type_: JointType) -> bool:
    """Tell whether the frames are given on both bodies, and coincide at zero coordinates."""
    if isinstance(type_, Distance):
        return False
    given = draft.get("on_parent") is not None or draft.get("on_child") is not None
    return given or (isinstance(type_, Free) and draft.get("at") is None)


def _note_unused(entry: Entry, draft: JointDraft, type_: JointType, two_sided: bool) -> None:
    """Tell the user which of the given places and directions this joint does not use."""
    unused = ["axis2"] if type_.needs_axis else list(AXES)
    if isinstance(type_, Universal):
        unused = ["x_axis"]
    if type_.needs_axis and draft.get("axis") is not None:
        unused += ROTATIONS
    if not two_sided:
        unused += ["axis_parent", "axis_child"]
    unused += [*PLACES, *ROTATIONS] if isinstance(type_, Distance) else ENDS
    for option in dict.fromkeys(unused):
        if draft.get(option) is not None:
            rule = f"is not used by this {type_.type_name} joint"
            entry.report("M09", option, rule, severity="notice")


def _by_frames(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with X_PF and X_BM from `on_parent` and `on_child`."""
    if draft.get("at") is not None:
        rule = "is given together with on_parent or on_child; give one or the other"
        entry.report("M28", "at", rule)
    free = isinstance(joint.type, Free)
    frames: dict[str, Pose] = {}
    for side, body in (("parent", joint.parent), ("child", joint.child)):
        raw = draft.get(f"on_{side}")
        if raw is None and not free:
            other = "on_child" if side == "parent" else "on_parent"
            rule = f"is missing, while {other} is given; give both, or `at` in the drawing"
            entry.report("M28", f"on_{side}", rule)
        frames[side] = _side(scope, entry, draft, joint.type, side, body)
    return replace(joint, on_parent=frames["parent"], on_child=frames["child"])


def _side(
    scope: Scope, entry: Entry, draft: JointDraft, type_: JointType, side: str, body: str
) -> Pose:
    attribute = f"on_{side}"
    raw = draft.get(attribute)
    if raw is None:
        return Pose()
    if isinstance(raw, Pose):
        return checked_pose(entry, attribute, raw) or Pose()
    if isinstance(raw, (str, Frame, FrameHandle)):
        return scope.frame(entry, attribute, raw, body) or Pose()
    turn = _frame_axes(entry, type_, _axes_on_side(draft, side))
    return Pose(entry.vector(attribute, raw, "m") or ZERO, turn or IDENTITY)


def _axes_on_side(draft: JointDraft, side: str) -> Callable[[str], Any]:
    """Return the look-up of the axis options for a frame given by a point of one body."""
    own = f"axis_{side}"
    other = "axis_child" if side == "parent" else "axis_parent"

    def option(name: str) -> Any:
        found = draft.get(name)
        if found is not None or name not in ("axis", "axis2"):
            return found
        if draft.type_name == Universal.type_name:
            return draft.get("axis_parent" if name == "axis" else "axis_child")
        if name == "axis":
            return draft.get(own) if draft.get(own) is not None else draft.get(other)
        return None

    return option


def place_in_drawing(scope: Scope, plan: JointPlan) -> Joint:
    """Return the joint with F and M at one place of the drawing: X_PF, X_BM from X_WF.

    Those of a distance are at two.
    """
    entry, draft, type_ = plan.entry, plan.draft, plan.joint.type
    if isinstance(type_, Distance):
        return place_distance(scope, entry, draft, plan.joint)
    at = draft.get("at")
    if at is None and not isinstance(type_, Weld):
        rule = "is missing"
        action = "give the point in the drawing, at=(x, y, z), or on_parent and on_child"
        entry.report("M28", "at", rule, action=action)
    position = None if at is None else entry.vector("at", at, "m")
    turn = _frame_axes(entry, type_, draft.get)
    X_WF = Pose(position or ZERO, turn or IDENTITY)
    return replace(
        plan.joint,
        on_parent=relative(scope.pose_of(plan.joint.parent), X_WF),
        on_child=relative(scope.pose_of(plan.joint.child), X_WF),
    )


def _frame_axes(entry: Entry, type_: JointType, option: Callable[[str], Any]) -> Matrix3 | None:
    """Return the rotation of the joint frame; the axis, if the type has one, is its z.

    A `rotation` instead of an axis gives the whole frame.
    """
    turns = [option(name) for name in ROTATIONS]
    if not type_.needs_axis or (option("axis") is None and any(t is not None for t in turns)):
        return rotation(entry, *turns)
    first = _direction(entry, "axis", option("axis"), type_)
    if isinstance(type_, Universal):
        second = _direction(entry, "axis2", option("axis2"), type_)
        return _cross(entry, first, second) if first and second else None
    x = option("x_axis")
    second = None if x is None else direction(entry, "x_axis", x)
    if first and second and abs(_cosine(first, second)) > 1.0 - 1e-9:
        entry.report("M19", "x_axis", "is parallel to the axis; give another direction")
        return None
    return axis_frame(first, second) if first else None


def _direction(entry: Entry, attribute: str, raw: Any, type_: JointType) -> Vector3 | None:
    if raw is None:
        rule = f"is missing; a {type_.type_name} joint needs it"
        action = f"give a direction, for instance {attribute}='z'"
        entry.report("M19", attribute, rule, action=action)
        return None
    return direction(entry, attribute, raw)


def _cross(entry: Entry, first: Vector3, second: Vector3) -> Matrix3 | None:
    cosine = _cosine(first, second)
    if abs(cosine) > PERPENDICULAR:
        angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        rule = f"makes {angle:.6g} degrees with axis; the two axes of a Cardan joint make 90"
        entry.report("M27", "axis2", rule, action="give a direction perpendicular to axis")
        return None
    return cross_frame(first, second)


def _cosine(a: Vector3, b: Vector3) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))

"""From the user's description to a joint: its type, bodies, limits and frames F and M."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle, JointDraft
from sarrus.model.building.entry import LARGEST, Entry, is_list
from sarrus.model.building.limits import read_armature, read_limits
from sarrus.model.building.orientation import (
    axis_frame,
    checked_pose,
    cross_frame,
    direction,
    relative,
    rotation,
)
from sarrus.model.building.references import Scope, find, nearest_feature
from sarrus.model.described import ARMATURE, AXES, LIMITS, ends_of, takes_armature, unused_by
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import (
    JointType,
    ParameterRule,
    TableRule,
    parameters_of,
    tables_of,
)
from sarrus.model.joints.own_types import TYPES
from sarrus.model.mass_properties import ZERO
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3
from sarrus.public_names import LateModule
from sarrus.spatial.arrays import dot, norm
from sarrus.spatial.tracking import plain, real

if TYPE_CHECKING:
    from sarrus.model.building import distances, gears, on_curve, rolling, two_axes
    from sarrus.model.joints import consistency
else:
    distances = LateModule("sarrus.model.building.distances")
    gears = LateModule("sarrus.model.building.gears")
    on_curve = LateModule("sarrus.model.building.on_curve")
    rolling = LateModule("sarrus.model.building.rolling")
    two_axes = LateModule("sarrus.model.building.two_axes")
    consistency = LateModule("sarrus.model.joints.consistency")

PERPENDICULAR, ALMOST = 1e-6, 2e-3
"""Cosines of axes that count as perpendicular; up to the second with a notice: rounded numbers."""
ROTATIONS = ("rotation", "quaternion_wxyz", "rpy")
PLACES = ("at", "on_parent", "on_child")
ENDS = ("at_a", "at_b", "on_a", "on_b")
SHARED = (*ROTATIONS, *AXES, *PLACES, *ENDS, *LIMITS)
"""Options that every joint may be given; the others are numbers of its type."""


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
    cls = None if kind is None else TYPES[kind]
    inner, outer = ends_of(cls)
    parent = scope.body(entry, inner, draft.parent)
    child = scope.body(entry, outer, draft.child)
    if parent is not None and parent == child:
        rule = f"connects '{parent}' with itself"
        entry.report("M08", "", rule, action="give two different bodies")
        _check_axes(entry, draft)
        return None
    type_ = None if cls is None else _joint_type(entry, cls, draft)
    if type_ is None or parent is None or child is None:
        _check_axes(entry, draft)
        return None
    rotor = read_armature(entry, type_, draft)
    limits = read_limits(entry, type_, draft)
    joint = Joint(draft.name, type_, parent, child, **limits, armature=rotor)
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


def _joint_type(entry: Entry, cls: type[JointType], draft: JointDraft) -> JointType | None:
    """Return the type with its numbers; None after a problem."""
    own, tables, known = parameters_of(cls), tables_of(cls), _known_options(cls)
    for option in draft.options:
        if option not in known and draft.get(option) is not None:
            broken = f"is not a parameter of a {cls.type_name} joint"
            entry.report("M09", option, broken, action=nearest_feature(option, known))
    numbers: dict[str, float | None] = {}
    for name, (default, rule) in own.items():
        raw = draft.get(name)
        if cls.placement == "two points" and name == "length":
            continue  # `place_distance` reads it, with the drawing
        value = raw is not None or rule.required
        numbers[name] = _number(entry, name, rule, raw) if value else default
    rows = {name: _table(entry, name, rule, draft.get(name)) for name, rule in tables.items()}
    if None in numbers.values() or None in rows.values():
        return None
    faults = cls.table_faults(rows)
    for name, broken in faults:
        entry.report("S90", name, broken, action=f"give {tables[name].text}")
    if faults:
        return None
    kind = cls(**numbers, **rows)
    wrong = () if cls.type_name in TYPES.own else consistency.contradictions(kind)
    for broken in wrong:
        entry.report("M32", "type", f"{cls.type_name} {broken}")
    return None if wrong else kind


@cache
def _known_options(cls: type[JointType]) -> tuple[str, ...]:
    """Return the options that joints of a type may be given."""
    shared: tuple[str, ...] = rolling.CONTACT if cls.placement == "contact" else SHARED
    if cls.placement == "curve":
        shared = on_curve.shared_options(cls)
    if cls.placement in ("two axes", "two wheels"):
        shared = (*SHARED, two_axes.SECOND_PLACE)
    rotor = (ARMATURE,) if takes_armature(cls) else ()
    return (*parameters_of(cls), *tables_of(cls), *shared, *rotor)


def _table(
    entry: Entry, name: str, rule: TableRule, raw: Any
) -> tuple[tuple[float, ...], ...] | None:
    """Return a table of numbers of a joint type; None after a problem."""
    if raw is None and not rule.required:
        return ()
    try:
        found = np.array(raw, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 2 or found.shape[1] != rule.width or not np.all(np.isfinite(found)):
        broken = f"must be rows of {rule.width} numbers"
        action = f"give {rule.text}"
        entry.report("S90", name, broken, value=entry.literal(name, raw), action=action)
        return None
    if found.size and np.max(np.abs(found)) > LARGEST:
        broken = f"goes beyond {LARGEST:g}, too large to compute with"
        entry.report("M24", name, broken, value=entry.literal(name, raw))
        return None
    return tuple(tuple(float(x) for x in row) for row in found)


def _number(entry: Entry, name: str, rule: ParameterRule, raw: Any) -> float | None:
    """Return a number of a joint type; None after a problem."""
    value = entry.number(name, raw, rule.unit)
    return None if value is None or not keeps_rule(entry, name, rule, value, raw) else value


def keeps_rule(entry: Entry, name: str, rule: ParameterRule, value: float, raw: Any) -> bool:
    """Tell whether a number, given as raw, keeps the rule of a joint type; report what does not."""
    if value == 0.0 and rule.zero:
        entry.report("M04", name, f"is 0: {rule.zero}", action=rule.instead)
        return False
    if not rule.admits(value):
        low = rule.above is not None and value <= rule.above
        word, bound = ("above", rule.above) if low else ("below", rule.below)
        broken = f"is not {word} {bound:g} {rule.unit}, as it must be"
        entry.report("M04", name, broken, value=entry.literal(name, raw))
        return False
    return True


def is_two_sided(draft: JointDraft) -> bool:
    """Tell whether the frames of a joint are given on both bodies, so far as it can be read."""
    value = draft.get("on_parent") is not None or draft.get("on_child") is not None
    kind = draft.type_name
    cls = TYPES[kind] if isinstance(kind, str) and kind in TYPES else None
    return value or (cls is not None and cls.placement == "body frames" and draft.get("at") is None)


def _is_two_sided(draft: JointDraft, type_: JointType) -> bool:
    """Tell whether the frames are given on both bodies, and coincide at zero coordinates."""
    if type_.placement in ("two points", "contact", "curve"):
        return False
    value = draft.get("on_parent") is not None or draft.get("on_child") is not None
    return value or (type_.placement == "body frames" and draft.get("at") is None)


def _note_unused(entry: Entry, draft: JointDraft, type_: JointType, two_sided: bool) -> None:
    """Tell the user which of the given places and directions this joint does not use."""
    if type_.placement in ("contact", "curve"):
        return  # all that it does not use is refused
    turned = bool(type_.axes) and draft.get("axis") is not None
    for option in _unused_options(type(type_), turned, two_sided):
        if draft.get(option) is not None:
            rule = f"is not used by this {type_.type_name} joint"
            entry.report("M09", option, rule, severity="notice")


@cache
def _unused_options(cls: type[JointType], turned: bool, two_sided: bool) -> tuple[str, ...]:
    """Return the options that a joint takes and does not use; turned: whether it has its axis."""
    unused = [option for option in AXES if option in unused_by(cls)]
    if turned:
        unused += ROTATIONS
    if not two_sided:
        unused += ["axis_parent", "axis_child"]
    unused += [*PLACES, *ROTATIONS] if cls.placement == "two points" else ENDS
    return tuple(dict.fromkeys(unused))


def _by_frames(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with X_PF and X_BM from `on_parent` and `on_child`."""
    if draft.get("at") is not None:
        rule = "is given together with on_parent or on_child; give one or the other"
        entry.report("M28", "at", rule)
    for option in AXES:
        _refuse_drawn_direction(entry, option, draft.get(option))
    _refuse_drawn_link(entry, draft, joint.type)
    free = joint.type.placement == "body frames"
    frames: dict[str, Pose] = {}
    for side, body in (("parent", joint.parent), ("child", joint.child)):
        raw = draft.get(f"on_{side}")
        if raw is None and not free:
            other = "on_child" if side == "parent" else "on_parent"
            rule = f"is missing, while {other} is given; give both, or `at` in the drawing"
            entry.report("M28", f"on_{side}", rule)
        frames[side] = _side(scope, entry, draft, joint.type, side, body)
    return _joint_with_frames(joint, joint.type, frames["parent"], frames["child"])


def _refuse_drawn_link(entry: Entry, draft: JointDraft, type_: JointType) -> None:
    """Refuse what only the drawing can say of a joint whose frames are given on both bodies."""
    linked = type_.placement in ("two axes", "two wheels")
    options = [two_axes.SECOND_PLACE] if linked else []
    options += ["axis2"] if linked or type_.axes_enclose else []
    for option in options:
        if draft.get(option) is not None:
            rule = "is of the drawing, and this joint has its frames on both bodies"
            action = (
                "give poses or named frames on both bodies and the numbers of the joint, or `at`"
            )
            entry.report("M28", option, rule, action=action)
    for side in ("on_parent", "on_child") if linked else ():
        if not isinstance(draft.get(side), (str, Pose, Frame, FrameHandle, type(None))):
            rule = "is a point; the frames of this joint have axes, x along its link and z its axis"
            action = "give a pose or a named frame, or `at` and `at2` in the drawing"
            entry.report("M28", side, rule, action=action)


def _refuse_drawn_direction(entry: Entry, option: str, raw: Any) -> None:
    """Refuse points of the drawing for a direction that is in the axes of the bodies."""
    if (
        raw is not None
        and is_list(raw)
        and len(raw) == 2
        and all(isinstance(name, str) for name in raw)
    ):
        entry.report(
            "M19",
            option,
            "is from point to point of the drawing, and this joint has its frames on both bodies, "
            "in whose axes its directions are",
            value=entry.literal(option, raw),
            action="give three numbers in the axes of the bodies, or the place of the joint in "
            "the drawing with `at` instead of on_parent and on_child",
        )


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
    if type_.placement in ("two axes", "two wheels"):
        return Pose()  # refused: its frames have axes
    turn = _frame_axes(entry, type_, _axes_on_side(draft, type_, side))
    return Pose(entry.vector(attribute, raw, "m") or ZERO, turn or IDENTITY)


def _axes_on_side(draft: JointDraft, type_: JointType, side: str) -> Callable[[str], Any]:
    """Return the look-up of the axis options for a frame given by a point of one body."""
    own = f"axis_{side}"
    other = "axis_child" if side == "parent" else "axis_parent"

    def option(name: str) -> Any:
        found = draft.get(name)
        if found is not None or name not in ("axis", "axis2"):
            return found
        if "axis2" in type_.axes:
            return draft.get("axis_parent" if name == "axis" else "axis_child")
        if name == "axis":
            return draft.get(own) if draft.get(own) is not None else draft.get(other)
        return None

    return option


def place_in_drawing(scope: Scope, plan: JointPlan) -> Joint:
    """Return the joint with F and M at one place of the drawing: X_PF, X_BM from X_WF.

    Those of a distance are at two, and of a wheel and what it rolls on, or a curve.
    """
    entry, draft, type_ = plan.entry, plan.draft, plan.joint.type
    if type_.placement == "contact":
        return rolling.place_rolling(scope, entry, draft, plan.joint)
    if type_.placement == "curve":
        return on_curve.place_on_curve(scope, entry, draft, plan.joint)
    if type_.placement == "two points":
        return distances.place_distance(scope, entry, draft, plan.joint)
    if type_.placement == "two wheels":
        return gears.place_gears(scope, entry, draft, plan.joint)
    if type_.placement == "two axes":
        return two_axes.place_on_axes(scope, entry, draft, plan.joint)
    at = draft.get("at")
    if at is None and type_.placement != "world frame":
        rule = "is missing"
        action = "give the point in the drawing, at=(x, y, z), or on_parent and on_child"
        entry.report("M28", "at", rule, action=action)
    position = None if at is None else entry.vector("at", at, "m")
    turn = _frame_axes(entry, type_, draft.get)
    X_WF = Pose(position or ZERO, turn or IDENTITY)
    return _joint_with_frames(
        plan.joint,
        _with_drawn_angle(entry, type_, draft),
        relative(scope.pose_of(plan.joint.parent), X_WF),
        relative(scope.pose_of(plan.joint.child), X_WF),
    )


def _joint_with_frames(joint: Joint, type_: JointType, on_parent: Pose, on_child: Pose) -> Joint:
    """Return a joint of these frames; `replace` would look at all of its fields, for each joint."""
    return Joint(
        joint.name, type_, joint.parent, joint.child, on_parent, on_child,
        joint.limits, joint.speed_limits, joint.effort_limits, joint.armature,
    )  # fmt: skip


def _frame_axes(entry: Entry, type_: JointType, option: Callable[[str], Any]) -> Matrix3 | None:
    """Return the rotation of the joint frame; the axis, if the type has one, is its z.

    A `rotation` instead of an axis gives the whole frame.
    """
    turns = [option(name) for name in ROTATIONS]
    if not type_.axes or (option("axis") is None and any(t is not None for t in turns)):
        return rotation(entry, *turns)
    first = _direction(entry, "axis", option("axis"), type_)
    if type_.axes_enclose and option("axis2") is not None:
        lean = direction(entry, "axis2", option("axis2"))
        return _leaning_frame(first, lean) if first and lean else None
    if "axis2" in type_.axes and not type_.axes_enclose:
        second = _direction(entry, "axis2", option("axis2"), type_)
        return _cross(entry, first, second) if first and second else None
    x = option("x_axis")
    needed = "x_axis" in type_.axes
    second = None if x is None and not needed else _direction(entry, "x_axis", x, type_)
    if first and second and abs(_cosine(first, second)) > 1.0 - 1e-9:
        entry.report("M19", "x_axis", "is parallel to the axis; give another direction")
        return None
    return axis_frame(first, second) if first else None


def _leaning_frame(first: Vector3, second: Vector3) -> Matrix3:
    """Return axes with z first and x to where a second direction leans; any x if it does not."""
    apart = abs(plain(_cosine(first, second))) < 1.0 - 1e-12
    return axis_frame(first, second if apart else None)


def _with_drawn_angle(entry: Entry, type_: JointType, draft: JointDraft) -> JointType:
    """Return the type with the angle of its two axes in the drawing, where it has one."""
    name = type_.axes_enclose
    if not name:
        return type_
    first, second = draft.get("axis"), draft.get("axis2")
    value = draft.get(name)
    if value is not None and second is not None:
        rule = "is given together with axis2, which says it; give one or the other"
        entry.report("M28", name, rule)
        return type_
    if value is not None or second is None:
        if value is None and "axis2" in type_.axes and first is not None:
            _direction(entry, "axis2", None, type_)
        return type_
    a, b = direction(entry, "axis", first), direction(entry, "axis2", second)
    if a is None or b is None:
        return type_
    across = np.cross(a, b)
    angle = real(np.arctan2(norm(across), dot(a, b)))
    rule_ = parameters_of(type(type_))[name][1]
    if not rule_.admits(plain(angle)):
        degrees = math.degrees(plain(angle))
        low, high = (math.degrees(x) for x in (rule_.above or 0.0, rule_.below or math.pi))
        broken = (
            f"makes {degrees:.6g} degrees with axis; it must be above {low:g} and below {high:g}"
        )
        entry.report("M27", "axis2", broken, action="give another direction, or another joint type")
        return type_
    changed: Any = type_
    return replace(changed, **{name: angle})


def _direction(entry: Entry, attribute: str, raw: Any, type_: JointType) -> Vector3 | None:
    if raw is None:
        rule = f"is missing; joints of type {type_.type_name} need it"
        action = f"give a direction, for instance {attribute}='z'"
        entry.report("M19", attribute, rule, action=action)
        return None
    return direction(entry, attribute, raw)


def _cross(entry: Entry, first: Vector3, second: Vector3) -> Matrix3 | None:
    cosine = _cosine(first, second)
    angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    if abs(cosine) > ALMOST:
        rule = f"makes {angle:.6g} degrees with axis; the two axes of this joint make 90"
        entry.report("M27", "axis2", rule, action="give a direction perpendicular to axis")
        return None
    if abs(cosine) > PERPENDICULAR:
        rule = f"makes {angle:.9g} degrees with axis; the nearest direction that makes 90 is used"
        entry.report("M27", "axis2", rule, severity="notice")
    return cross_frame(first, second)


def _cosine(a: Vector3, b: Vector3) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))

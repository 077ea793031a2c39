"""Joints: type, links, frame, axis, limits, losses, mimic; loops and named frames."""

from __future__ import annotations

import math

from sarrus.formats.urdf.parts import (
    KINDS,
    LOOP_KINDS,
    OTHER_KINDS,
    FramePart,
    JointPart,
    LoopPart,
    Mimic,
)
from sarrus.formats.xml.reading import NO_UNIT, Reading
from sarrus.formats.xml.tree import Element
from sarrus.model.building.orientation import direction
from sarrus.model.building.references import nearest
from sarrus.model.joints.own_types import TYPES
from sarrus.model.pose import Pose, Vector3

X_AXIS: Vector3 = (1.0, 0.0, 0.0)
JOINT_CHILDREN = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")
JOINT_IGNORED = ("calibration", "safety_controller", "hardwareInterface")
NOT_UNIT = 1e-6
PITCH = "drake:screw_thread_pitch"


def read_joint(reading: Reading, element: Element) -> JointPart | None:
    """Return a joint, or None after a problem that leaves nothing to build."""
    reading.only(element, (*JOINT_CHILDREN, PITCH), ("name", "type"), JOINT_IGNORED)
    name = reading.text(element, "name")
    kind = _kind(reading, element, {**KINDS, **OTHER_KINDS})
    ends = [_end(reading, element, tag) for tag in ("parent", "child")]
    origin = reading.origin(element)
    axis = _axis(reading, element, kind)
    limit, dynamics = (reading.single(element, tag) for tag in ("limit", "dynamics"))
    part = JointPart(name or "", kind or "weld", "", "", element, origin, axis)
    if kind == "helical":
        part.lead = _lead(reading, element)
    _limits(reading, part, limit)
    _losses(reading, part, dynamics)
    _mimic(reading, part)
    parent, child = ends
    if name is None or kind is None or parent is None or child is None:
        return None
    part.parent, part.child = parent[0], child[0]
    part.places |= {"parent": parent[1], "child": child[1]}
    return part


def _lead(reading: Reading, joint: Element) -> float:
    """Return the advance of a screw of Drake per turn [m]."""
    element = reading.need(joint, PITCH)
    lead = None if element is None else reading.number(element, "value", "m")
    if element is not None and lead is not None and not 1e-12 <= abs(lead) <= 1e12:
        rule = "lets a screw not advance, or without bound"
        value = f"'{element.attributes['value'][:80]}'"
        reading.report(element, "M04", rule, attribute="value", value=value)
        return 1.0
    return lead or 1.0


def _kind(reading: Reading, element: Element, kinds: dict[str, str]) -> str | None:
    written = reading.text(element, "type")
    if written is None or written in kinds:
        return kinds.get(written or "")
    rule, value = f"is not a type of <{element.tag}>", f"'{written[:80]}'"
    action = nearest(written, kinds)
    reading.report(element, "M09", rule, attribute="type", value=value, action=action)
    return None


def _end(reading: Reading, joint: Element, tag: str) -> tuple[str, Element] | None:
    element = reading.need(joint, tag)
    if element is None:
        return None
    reading.only(element, attributes=("link",))
    link = reading.text(element, "link")
    return None if link is None else (link, element)


def _axis(reading: Reading, element: Element, kind: str | None) -> Vector3:
    """Return the unit axis; the x axis where none is given, as URDF says."""
    axis = reading.single(element, "axis")
    if axis is None:
        return X_AXIS
    reading.only(axis, attributes=("xyz",))
    raw = reading.vector(axis, "xyz", NO_UNIT)
    if raw is None or kind is None or not TYPES[kind].axes:
        return X_AXIS
    length = math.hypot(*raw)
    if length and abs(length - 1.0) > NOT_UNIT:
        rule = f"has length {length:.6g}; its direction is used"
        value = f"the axis '{axis.attributes['xyz'][:80]}'"
        reading.report(axis, "M19", rule, attribute="xyz", value=value, severity="notice")
    return direction(reading.entry(axis), "xyz", raw) or X_AXIS


def _limits(reading: Reading, part: JointPart, element: Element | None) -> None:
    joint = part.element
    continuous = joint.attributes.get("type") == "continuous"
    if element is None:
        if part.unit and not continuous:
            rule = f"is missing in a {part.kind} joint; none is assumed"
            reading.report(joint, "M09", rule, value="<limit>", severity="warning")
        return
    reading.only(element, attributes=("lower", "upper", "effort", "velocity"))
    unit = part.unit or "rad"
    lower = reading.number(element, "lower", unit, 0.0)
    upper = reading.number(element, "upper", unit, 0.0)
    sizes = {}
    for attribute, of in (("velocity", f"{unit}/s"), ("effort", "N" if unit == "m" else "N*m")):
        if attribute in element.attributes:
            sizes[attribute] = reading.number(element, attribute, of)
    if not part.unit:
        return
    part.places["limits"] = element
    part.zeros = tuple(name for name, size in sizes.items() if size == 0.0)
    sizes = {name: size for name, size in sizes.items() if name not in part.zeros}
    part.speed_limit, part.effort_limit = sizes.get("velocity"), sizes.get("effort")
    values = [name for name in ("lower", "upper") if name in element.attributes]
    if continuous:
        if lower or upper:
            rule = "of a continuous joint is not used"
            reading.report(element, "M21", rule, value=" and ".join(values), severity="notice")
    elif not values:
        rule, action = "are missing; no limits are assumed", "give both, or type 'continuous'"
        value = "lower and upper"
        reading.report(element, "M21", rule, value=value, action=action, severity="warning")
    elif lower is not None and upper is not None:
        if len(values) == 1:
            missing = "upper" if values == ["lower"] else "lower"
            reading.report(
                element, "M21", "is missing; 0 is assumed", value=missing, severity="warning"
            )
        part.limits = (lower, upper)


def _losses(reading: Reading, part: JointPart, element: Element | None) -> None:
    if element is None:
        return
    reading.only(element, attributes=("damping", "friction"))
    linear = part.unit == "m"
    damping = reading.number(element, "damping", "N*s/m" if linear else "N*m*s/rad", 0.0) or 0.0
    friction = reading.number(element, "friction", "N" if linear else "N*m", 0.0) or 0.0
    for name, size in (("damping", damping), ("friction", friction)):
        if size < 0.0:
            literal = f"'{element.attributes[name][:80]}'"
            rule = "is below 0: it would feed energy to the joint"
            reading.report(element, "M04", rule, attribute=name, value=literal)
    if (damping or friction) and not part.unit:
        rule = f"of a {part.element.attributes.get('type', '')[:80]} joint are not used"
        value = "damping and friction"
        severity = "notice" if part.is_fixed else "warning"
        reading.report(element, "M09", rule, value=value, severity=severity)
        return
    part.damping, part.friction = max(damping, 0.0), max(friction, 0.0)
    part.places["dynamics"] = element


def _mimic(reading: Reading, part: JointPart) -> None:
    element = reading.single(part.element, "mimic")
    if element is None:
        return
    reading.only(element, attributes=("joint", "multiplier", "offset"))
    other = reading.text(element, "joint")
    multiplier = reading.number(element, "multiplier", NO_UNIT, 1.0)
    offset = reading.number(element, "offset", part.unit or "rad", 0.0)
    if other is None or multiplier is None or offset is None:
        return
    if not part.unit:
        rule = f"of a {part.element.attributes.get('type', '')[:80]} joint is not used"
        reading.report(element, "M22", rule, value="<mimic>", severity="warning")
        return
    part.mimic = Mimic(other, multiplier, offset, element)


def read_loop(reading: Reading, element: Element) -> LoopPart | None:
    """Return a loop joint: <link1> and <link2> with link, xyz, rpy, and an <axis> in both."""
    reading.only(element, ("link1", "link2", "axis"), ("name", "type"))
    name = reading.text(element, "name")
    kind = _kind(reading, element, LOOP_KINDS)
    axis = _axis(reading, element, kind)
    found = [child for child in element.children if child.tag in ("link1", "link2")]
    if len(found) != 2:
        rule = f"has {len(found)} links instead of two"
        action = "give <link1 link=... xyz=... rpy=.../> and <link2 .../>"
        reading.report(element, "M09", rule, value=element.path, action=action)
        return None
    links, poses = [], []
    for end in found:
        reading.only(end, attributes=("link", "xyz", "rpy"))
        links.append(reading.text(end, "link"))
        poses.append(reading.pose(end))
    first, second = links
    if name is None or kind is None or first is None or second is None:
        return None
    return LoopPart(
        name, kind, (first, second), (poses[0], poses[1]), axis, element, (found[0], found[1])
    )


def read_frame(reading: Reading, element: Element) -> FramePart | None:
    """Return a <fixed_frame>: a named frame, with <parent link> and <origin>."""
    reading.only(element, ("parent", "origin"), ("name",))
    name = reading.text(element, "name")
    parent = _end(reading, element, "parent")
    pose: Pose = reading.origin(element)
    if name is None or parent is None:
        return None
    return FramePart(name, parent[0], pose, element)

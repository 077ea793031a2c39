"""Joints: type, ends, axes with their limits, losses, springs and mimics."""

from __future__ import annotations

import math

from sarrus.formats.sdf.frames import MODEL, Frame, Scope
from sarrus.formats.sdf.parts import AXES, KINDS, AxisPart, JointPart, Mimic
from sarrus.formats.sdf.values import SdfReading, with_value
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.model.building.references import nearest

CHILDREN = (
    *("parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch"),
    *("gearbox_ratio", "gearbox_reference_body", "physics", "sensor"),
)
IGNORED = ("frame",)
LIMITS = ("lower", "upper", "effort", "velocity")
DYNAMICS = ("damping", "friction", "spring_reference", "spring_stiffness")
UNITS = {"prismatic": "m"}
SOFT_STOPS = "softness of limits"


def read_joint(
    reading: SdfReading, element: Element, name: str, scope: Scope
) -> tuple[JointPart | None, str]:
    """Return a joint, or None after a problem, and its own name in its scope."""
    reading.only(element, CHILDREN, ("name", "type"), IGNORED)
    for physics in element.all("physics"):
        reading.unread.note("settings of solvers of other programs", physics)
    for sensor in element.all("sensor"):
        reading.unread.note("sensors; every quantity is a channel here", sensor)
    local = reading.text(element, "name")
    kind = _kind(reading, element)
    ends = [reading.child_text(element, tag, needed=True) for tag in ("parent", "child")]
    posed = reading.single(element, "pose")
    frame = Frame(name, "joint", element, scope, reading.pose_value(posed))
    read_relative(reading, frame, posed)
    axes = [
        axis
        for tag in ("axis", "axis2")
        if (axis := _axis(reading, element, tag, UNITS.get(kind or "", "rad"))) is not None
    ]
    if local is None or kind is None or not all(ends):
        return None, ""
    found = tuple(element.all(tag)[0] for tag in ("parent", "child"))
    frame.attached_to, frame.of_attached = ends[1], found[1]
    part = JointPart(frame, kind, ends[0], ends[1], (found[0], found[1]), axes)
    _check_axes(reading, part)
    if kind == "helical":
        part.lead = _lead(reading, element)
    if kind == "gearbox":
        part.ratio = reading.child_number(element, "gearbox_ratio", NO_UNIT, 1.0)
        part.reference_body = reading.child_text(element, "gearbox_reference_body", needed=True)
        if not part.reference_body:
            return None, ""
    return part, local


def read_relative(reading: SdfReading, frame: Frame, posed: Element | None) -> None:
    """Note what the pose of a frame is relative to; up to 1.6 the attribute was `frame`."""
    if posed is None:
        return
    word = "frame" if reading.version < (1, 7) else "relative_to"
    if posed.attributes or posed.children:
        reading.only(with_value(posed), (), (word, "degrees", "rotation_format", "value"))
    frame.relative_to, frame.of_relative = posed.attributes.get(word, "").strip(), posed


def _kind(reading: SdfReading, element: Element) -> str | None:
    written = reading.text(element, "type")
    if written is None or written == "gearbox":
        return written
    if written not in KINDS:
        action = nearest(written, [*KINDS, "gearbox"])
        reading.report(
            element, "M09", "is not a type of <joint>", attribute="type",
            value=f"'{written[:80]}'", action=action,
        )  # fmt: skip
        return None
    return KINDS[written]


def _check_axes(reading: SdfReading, part: JointPart) -> None:
    wanted = 2 if part.kind == "gearbox" else AXES.get(part.kind, 0)
    for tag in ("axis", "axis2")[:wanted]:
        if not part.element.all(tag):
            rule = "is missing; the z axis of the joint is used"
            value = f"<{tag}> of the joint '{part.name[:80]}'"
            reading.report(part.element, "M09", rule, value=value, severity="warning")
            axis = AxisPart(part.element)
            part.axes.insert(0 if tag == "axis" else 1, axis)
    for axis in part.axes[wanted:]:
        if axis.damping or axis.friction or axis.stiffness or axis.mimic is not None:
            type_ = part.element.attributes.get("type", "")
            rule = f"of a joint of type {type_[:40]} is not used, nor is its damping or spring"
            reading.report(
                axis.element, "M09", rule, value=f"<{axis.element.tag}>", severity="warning"
            )
    part.axes = part.axes[:wanted]


def _axis(reading: SdfReading, joint: Element, tag: str, unit: str) -> AxisPart | None:
    element = reading.single(joint, tag)
    if element is None:
        return None
    old = ("use_parent_model_frame", "initial_position") if reading.version < (1, 7) else ()
    reading.only(element, ("xyz", "limit", "dynamics", "mimic", *old), (), ("initial_position",))
    part = AxisPart(element)
    xyz = reading.single(element, "xyz")
    if xyz is not None:
        part.xyz = reading.axis_value(element, "expressed_in") or part.xyz
        part.expressed_in = xyz.attributes.get("expressed_in", "").strip()
        if not math.hypot(*part.xyz) > 0.0:
            rule, value = "has length 0", f"the axis '{xyz.text[:80]}'"
            action = "give a direction, for instance 0 0 1"
            there = with_value(xyz)
            reading.report(there, "M19", rule, attribute="value", value=value, action=action)
            part.xyz = (0.0, 0.0, 1.0)
    if reading.version < (1, 7):
        # before 1.5 all axes were in the frame of the model
        usual = reading.version < (1, 5)
        if reading.child_flag(element, "use_parent_model_frame", usual):
            part.expressed_in = MODEL
    _limits(reading, element, part, unit)
    _dynamics(reading, element, part, unit)
    _mimic(reading, element, part, unit)
    return part


def _limits(reading: SdfReading, axis: Element, part: AxisPart, unit: str) -> None:
    element = reading.single(axis, "limit")
    if element is None:
        return
    reading.only(element, (*LIMITS, "stiffness", "dissipation"))
    for tag in ("stiffness", "dissipation"):
        for soft in element.all(tag):
            reading.unread.note(SOFT_STOPS, soft)
    part.lower = reading.child_bound(element, "lower", unit)
    part.upper = reading.child_bound(element, "upper", unit)
    effort = "N" if unit == "m" else "N*m"
    for tag, of in (("velocity", f"{unit}/s"), ("effort", effort)):
        size = reading.child_bound(element, tag, of)
        # a limit below 0 is none, and one of 0 would let nothing move
        if size is not None and size > 0.0:
            if tag == "velocity":
                part.speed_limit = size
            else:
                part.effort_limit = size
        elif size == 0.0:
            rule = "is 0, which counts as not given"
            reading.report(element.all(tag)[0], "M21", rule, value=f"<{tag}>", severity="notice")


def _dynamics(reading: SdfReading, axis: Element, part: AxisPart, unit: str) -> None:
    element = reading.single(axis, "dynamics")
    if element is None:
        return
    reading.only(element, DYNAMICS)
    linear = unit == "m"
    part.damping = reading.child_number(element, "damping", "N*s/m" if linear else "N*m*s/rad", 0.0)
    part.friction = reading.child_number(element, "friction", "N" if linear else "N*m", 0.0)
    part.stiffness = reading.child_number(
        element, "spring_stiffness", "N/m" if linear else "N*m/rad", 0.0
    )
    part.reference = reading.child_number(element, "spring_reference", unit, 0.0)
    for tag in ("damping", "friction", "spring_stiffness"):
        name = "stiffness" if tag == "spring_stiffness" else tag
        if getattr(part, name) < 0.0:
            child = with_value(element.all(tag)[0])
            rule = "is below 0: it would feed energy to the joint"
            if tag == "spring_stiffness":
                rule = "is below 0: it would drive the joint away from its reference"
            value = f"'{child.attributes['value'][:80]}'"
            reading.report(child, "M04", rule, attribute="value", value=value)
            setattr(part, name, 0.0)


def _mimic(reading: SdfReading, axis: Element, part: AxisPart, unit: str) -> None:
    element = reading.single(axis, "mimic")
    if element is None:
        return
    reading.only(element, ("multiplier", "offset", "reference"), ("joint", "axis"))
    leader = reading.text(element, "joint")
    which = element.attributes.get("axis", "axis").strip()
    multiplier = reading.child_number(element, "multiplier", NO_UNIT, 1.0)
    offset = reading.child_number(element, "offset", unit, 0.0)
    reference = reading.child_number(element, "reference", NO_UNIT, 0.0)
    if which not in ("axis", "axis2"):
        rule, value = "is neither axis nor axis2", f"'{which[:80]}'"
        reading.report(element, "M09", rule, attribute="axis", value=value)
        return
    if leader is not None:
        shift = offset - multiplier * reference
        part.mimic = Mimic(leader.strip(), int(which == "axis2"), multiplier, shift, element)


def _lead(reading: SdfReading, element: Element) -> float:
    """Return the advance of a screw per turn [m], right-hand threads being positive.

    `screw_thread_pitch` (1.10) is just that. `thread_pitch` is radians per metre of a left-hand
    thread: lead = -2 pi/thread_pitch.
    """
    newer, older = (element.all(tag) for tag in ("screw_thread_pitch", "thread_pitch"))
    if newer:
        lead = reading.child_number(element, "screw_thread_pitch", "m", 1.0)
        found = newer[0]
    elif older:
        rate = reading.child_number(element, "thread_pitch", "rad/m", 1.0)
        lead = -2.0 * math.pi / rate if abs(rate) > 1e-30 else 0.0
        found = older[0]
    else:
        rule = "is missing; 1 m per turn is used, as the format says"
        value = "<screw_thread_pitch>"
        reading.report(element, "M09", rule, value=value, severity="warning")
        return 1.0
    if not 1e-12 <= abs(lead) <= 1e12:
        rule, value = "lets a screw not advance, or without bound", f"'{found.text[:80]}'"
        reading.report(with_value(found), "M04", rule, attribute="value", value=value)
        return 1.0
    return lead

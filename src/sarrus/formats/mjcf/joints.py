"""Joints of a body: type, axis, limits, springs, losses."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from sarrus.formats.mjcf.compiler import Compiler, choice, flag
from sarrus.formats.mjcf.document import Document, Resolved
from sarrus.formats.mjcf.orientations import unit
from sarrus.formats.mjcf.parts import KINDS, JointPart
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.model.building.orientation import axis_frame, clean, product
from sarrus.model.pose import Pose, Vector3, vector3

SOFT = (*("solreflimit", "solimplimit", "solreffriction", "solimpfriction", "margin"),)
YIELD = ("springyield",)
USED = (
    *("name", "class", "type", "group", "pos", "axis", "springdamper", "limited", "range", "ref"),
    *("springref", "stiffness", "damping", "armature", "frictionloss", "user", "actuatorfrcrange"),
    *("actuatorfrclimited", "actuatorgravcomp"),
)
WEIGHT = "what drives carry of the weight counts in their limits in MuJoCo, and not here"
NOTED = (*SOFT, *YIELD)
KNOWN = dict.fromkeys((*USED, *NOTED))  # in their order, for messages
SOFTNESS = "softness of limits and of friction, which MuJoCo's solver needs"


def read_freejoint(document: Document, element: Resolved, name: str, body: str) -> JointPart:
    """Return the free joint of a body; it has no defaults."""
    document.reading.only(element, (), ("name", "group", "align"))
    if element.attributes.get("align") == "true":
        note_alignment(document, element)
    return JointPart(name, "free", element, body)


def note_alignment(document: Document, element: Resolved) -> None:
    """Note that the frame of the body stays where the file has it."""
    document.unread.note("frames of bodies stay where the file has them", element, "align")


def read_joint(
    document: Document, compiler: Compiler, element: Resolved, name: str, body: str, frame: Pose
) -> JointPart | None:
    """Return a joint; None after a problem that leaves nothing of it."""
    reading = document.reading
    reading.only(element, (), KNOWN)
    for attribute in NOTED if not element.attributes.keys().isdisjoint(NOTED) else ():
        if attribute in element.attributes:
            topic = SOFTNESS if attribute in SOFT else "springs that yield"
            document.unread.note(topic, element, attribute)
    kind = choice(document, element, "type", tuple(KINDS), "hinge")
    joint = JointPart(name, kind, element, body)
    position = reading.vector(element, "pos", "m", (0.0, 0.0, 0.0))
    raw = reading.vector(element, "axis", NO_UNIT, (0.0, 0.0, 1.0))
    if position is None or raw is None:
        return None
    if kind in ("hinge", "slide"):
        try:
            axis = _unit_axis(raw)
        except ZeroDivisionError:
            action = "give a direction, for instance axis='0 0 1'"
            value = f"the axis '{element.attributes.get('axis', '')[:80]}'"
            reading.report(
                element, "M19", "has length 0", attribute="axis", value=value, action=action
            )
            return None
        joint.frame = product(frame, Pose(position, axis_frame(axis)))
    elif kind == "ball":
        # the coordinates of a ball joint are in the axes of its body
        joint.frame = Pose(product(frame, Pose(position)).position)
    turns = kind == "hinge"
    unit_ = compiler.angle_unit if turns else "m"

    def angle(attribute: str) -> float:
        value = reading.number(element, attribute, unit_, 0.0) or 0.0
        return compiler.radians(value) if turns else value

    if joint.is_scalar:
        joint.ref, joint.springref = angle("ref"), angle("springref")
    _limits(document, compiler, joint)
    joint.stiffness = _first(
        document, element, "stiffness", "N/m" if kind == "slide" else "N*m/rad"
    )
    joint.damping = _first(
        document, element, "damping", "N*s/m" if kind == "slide" else "N*m*s/rad"
    )
    for attribute, key in (("armature", "armature"), ("frictionloss", "friction")):
        size = reading.number(element, attribute, "kg*m^2", 0.0)
        if size is not None and size < 0.0:
            reading.report(element, "M04", "is below 0", attribute=attribute, value=f"{size:g}")
            size = 0.0
        setattr(joint, key, size or 0.0)
    if "springdamper" in element.attributes:
        pair = reading.numbers(element, "springdamper", "s", 2, 2)
        if pair and min(pair) > 0.0:
            joint.springdamper = pair[0], pair[1]
    if "actuatorfrcrange" in element.attributes:
        pair = reading.numbers(element, "actuatorfrcrange", "N*m", 2, 2)
        limited = element.attributes.get("actuatorfrclimited", "auto") != "false"
        if pair and limited and pair[0] < pair[1]:
            joint.effort_range = pair[0], pair[1]
            joint.effort_limit = max(map(abs, pair))
    if flag(document, element, "actuatorgravcomp", False) and joint.effort_range:
        # without a limit it is the same whether a drive or something else carries the weight
        document.unread.note(WEIGHT, element, "actuatorgravcomp")
    return joint


@lru_cache(maxsize=4096)
def _unit_axis(raw: Vector3) -> Vector3:
    """Return the direction of three numbers: few are written, many times."""
    return vector3(clean(unit(np.array(raw))))


def _first(document: Document, element: Resolved, attribute: str, unit_: str) -> float:
    """Return a coefficient; those of higher powers are said to be left out."""
    if attribute not in element.attributes:
        return 0.0
    values = document.reading.numbers(element, attribute, unit_, 1, 3)
    if values is None:
        return 0.0
    if any(values[1:]):
        rule = "has coefficients of higher powers, which are left out"
        document.reading.report(element, "F24", rule, attribute=attribute, severity="warning")
    if values[0] < 0.0:
        shown = f"{values[0]:g} {unit_}"
        document.reading.report(element, "M04", "is below 0", attribute=attribute, value=shown)
        return 0.0
    return values[0]


def _limits(document: Document, compiler: Compiler, joint: JointPart) -> None:
    element, reading = joint.element, document.reading
    usual = "auto" if compiler.autolimits else "false"
    limited = choice(document, element, "limited", ("true", "false", "auto"), usual)
    pair = None
    if "range" in element.attributes:
        pair = reading.numbers(element, "range", joint.unit, 2, 2)
        if pair is None:
            return
    if limited == "auto":
        if not compiler.autolimits and pair and any(pair):
            rule = "needs limited='true' where autolimits is 'false'"
            reading.report(element, "M21", rule, attribute="range")
        limited = "true" if pair and any(pair) and compiler.autolimits else "false"
    if limited == "false" or joint.kind == "free":
        return
    lower, upper = pair or (0.0, 0.0)
    if lower >= upper:
        rule = f"is not from a lower to an upper limit: {lower:g}, {upper:g}"
        reading.report(element, "M21", rule, attribute="range" if pair else "")
        return
    if joint.kind == "ball":
        document.unread.note("limits of ball joints are not kept", element, "range")
        return
    scale = math.pi / 180.0 if joint.kind == "hinge" and compiler.degrees else 1.0
    joint.limits = lower * scale, upper * scale

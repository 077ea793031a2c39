"""From the user's words to forces on the coordinates of joints, and to bushings."""

from __future__ import annotations

import math
from typing import Any

from sarrus.model.building.bushings import read_bushing
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.laws import in_quadrants, read_law, warn_of_negative
from sarrus.model.building.references import Scope, find, nearest
from sarrus.model.forces import (
    EndStop,
    ForceElement,
    JointDamper,
    JointFriction,
    JointSpring,
    JointTorque,
    TorsionBar,
)
from sarrus.model.forces.torsion_bar import round_bar

EFFORT = {"rad/s": "N*m", "m/s": "N"}
DAMPING = {"rad/s": "N*m*s/rad", "m/s": "N*s/m"}
STIFFNESS = {"rad/s": "N*m/rad", "m/s": "N/m"}
POSITION = {"rad/s": "rad", "m/s": "m"}
GEOMETRY = {"length": "m", "diameter": "m", "shear_modulus": "Pa"}
FADING = 10.0
"""The rate at which the static part of friction has faded, over the smoothing, by default."""
NARROW = 3.0
"""Below this ratio of the two rates, smoothing hides most of the static friction."""

Place = tuple[str, int, str]
"""Joint, number and unit of a velocity coordinate."""


def _joint_torque(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_coordinate(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    effort = entry.number("effort", draft.get("effort"), EFFORT[unit])
    return None if effort is None else JointTorque(draft.name, joint, effort, index)


def _joint_damper(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_coordinate(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    d = entry.number("d", draft.get("d"), DAMPING[unit], least=0.0)
    return None if d is None else JointDamper(draft.name, joint, d, index)


def _joint_spring(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_position(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    spring = read_law(entry, "k", draft.get("k"), STIFFNESS[unit], POSITION[unit], EFFORT[unit])
    damper = read_law(entry, "d", draft.get("d"), DAMPING[unit], unit, EFFORT[unit])
    free = entry.number("free", draft.get("free"), POSITION[unit])
    preload = entry.number("preload", draft.get("preload"), EFFORT[unit])
    if spring is not None:
        warn_of_negative(entry, "k", spring, STIFFNESS[unit])
    braking = damper is not None and in_quadrants(entry, "d", damper, unit)
    if spring is None or damper is None or not braking or free is None or preload is None:
        return None
    numbers = (spring[0], damper[0], free, preload)
    return JointSpring(draft.name, joint, *numbers, spring[1], damper[1], index)


def _torsion_bar(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_position(scope, entry, draft)
    if found is not None and found[2] != "rad/s":
        rule = "is a shift; a torsion bar acts on an angle"
        entry.report("M09", "coordinate", rule, action="use joint_spring")
        found = None
    d = entry.number("d", draft.get("d"), "N*m*s/rad", least=0.0)
    stiffness = _bar_stiffness(entry, draft)
    preset = None if stiffness is None else _preset(entry, draft, stiffness)
    if found is None or d is None or stiffness is None or preset is None:
        return None
    return TorsionBar(draft.name, found[0], preset=preset, d=d, index=found[1], **stiffness)


def _bar_stiffness(entry: Entry, draft: ForceDraft) -> dict[str, float] | None:
    """Return k, or length, diameter and shear modulus."""
    given = [name for name in GEOMETRY if draft.get(name) is not None]
    if (draft.get("k") is None) == (not given):
        rule = f"is given together with {given[0]}" if given else "is missing"
        action = "give k, or length, diameter and shear_modulus"
        entry.report("M28", "k", rule, action=action)
        return None
    if not given:
        k = entry.number("k", draft.get("k"), "N*m/rad")
        if k is not None:
            warn_of_negative(entry, "k", (k, None), "N*m/rad")
        return None if k is None else {"k": k}
    sizes = {name: _positive(entry, name, draft.get(name), unit) for name, unit in GEOMETRY.items()}
    return None if None in sizes.values() else sizes  # type: ignore[return-value]


def _preset(entry: Entry, draft: ForceDraft, stiffness: dict[str, float]) -> float | None:
    """Return the angle without twist, given as such or by the torque at the angle zero."""
    preset, preload = draft.get("preset"), draft.get("preload")
    if preset is not None and preload is not None:
        rule = "is given together with preset; give only one of them"
        entry.report("M28", "preload", rule)
        return None
    if preload is None:
        return 0.0 if preset is None else entry.number("preset", preset, "rad")
    torque = entry.number("preload", preload, "N*m")
    sizes = [stiffness.get(name, 1.0) for name in GEOMETRY]
    K = stiffness["k"] if "k" in stiffness else round_bar(*sizes)
    if K == 0.0:
        entry.report("M04", "preload", "cannot be carried by a bar whose k is 0")
        return None
    return None if torque is None else torque / K


def _joint_friction(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_coordinate(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    sliding = entry.number("sliding", draft.get("sliding"), EFFORT[unit], least=0.0)
    raw = draft.get("static")
    static = sliding if raw is None else entry.number("static", raw, EFFORT[unit], least=0.0)
    d = entry.number("d", draft.get("d"), DAMPING[unit], least=0.0)
    smoothing = _positive(entry, "smoothing", draft.get("smoothing"), unit)
    raw = draft.get("stribeck")
    fading = FADING * (smoothing or 1.0)
    stribeck = fading if raw is None else _positive(entry, "stribeck", raw, unit)
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    if sliding is None or static is None or d is None or smoothing is None or stribeck is None:
        return None
    if exponent is None:
        return None
    _check_friction(entry, sliding, static, smoothing, stribeck)
    return JointFriction(
        draft.name, joint, sliding, static, d, smoothing, stribeck, exponent, index
    )


def _check_friction(
    entry: Entry, sliding: float, static: float, smoothing: float, stribeck: float
) -> None:
    if static < sliding:
        rule = f"{static:g} is below sliding, {sliding:g}: the joint holds less than it drags"
        entry.report("W41", "static", rule, action="exchange the two numbers", severity="warning")
    if static > sliding and stribeck < NARROW * smoothing:
        rule = (
            f"{stribeck:g} is below {NARROW:g} times the smoothing {smoothing:g}: the static "
            "friction has faded before it is reached"
        )
        entry.report("W41", "stribeck", rule, action="smooth less", severity="warning")


def _end_stop(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_position(scope, entry, draft)
    if found is None:
        return None
    joint, index, unit = found
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    n = 1.0 if exponent is None else exponent
    k = _positive(entry, "k", draft.get("k"), f"{EFFORT[unit]}/{POSITION[unit]}^{n:g}")
    a = entry.number("a", draft.get("a"), f"s/{POSITION[unit]}", least=0.0)
    limits = _stops(scope, entry, draft, found)
    if exponent is None or k is None or a is None or limits is None:
        return None
    return EndStop(draft.name, joint, *limits, k, a, exponent, index)


def _stops(
    scope: Scope, entry: Entry, draft: ForceDraft, place: Place
) -> tuple[float, float] | None:
    """Return the limits given, else those of the joint itself."""
    joint, index, unit = place
    raw = {"lower": draft.get("lower"), "upper": draft.get("upper")}
    own = scope.joints[joint].limits
    if raw["lower"] is None and raw["upper"] is None:
        lower, upper = own[index] if own else (-math.inf, math.inf)
        if math.isinf(lower) and math.isinf(upper):
            rule = f"or upper must be given: joint '{joint}' has no limits of its own"
            entry.report("M28", "lower", rule, action="give lower, upper or both")
            return None
        return lower, upper
    read = {
        name: default if raw[name] is None else entry.number(name, raw[name], POSITION[unit])
        for name, default in (("lower", -math.inf), ("upper", math.inf))
    }
    below, above = read["lower"], read["upper"]
    if below is None or above is None:
        return None
    if below >= above:
        rule = f"{below:g} {POSITION[unit]} is not below upper, {above:g} {POSITION[unit]}"
        entry.report("M21", "lower", rule, action="exchange the two numbers")
        return None
    if not below <= 0.0 <= above:
        rule = f"{below:g} to {above:g} {POSITION[unit]} leave out 0, the coordinate in the drawing"
        action = "start from another position, or move the drawing"
        entry.report("W21", "lower and upper", rule, action=action, severity="warning")
    return below, above


def _positive(entry: Entry, attribute: str, raw: Any, unit: str) -> float | None:
    number = entry.number(attribute, raw, unit)
    if number is not None and number <= 0.0:
        rule = f"is not above 0 {unit}, as it must be"
        entry.report("M04", attribute, rule, value=entry.literal(attribute, raw))
        return None
    return number


def read_position(scope: Scope, entry: Entry, draft: ForceDraft) -> Place | None:
    """Return the coordinate that an element acts on, whose own value must have a meaning."""
    name = draft.get("joint")
    joint = scope.joints.get(name) if isinstance(name, str) else None
    if joint is not None and joint.type.quaternion_at is not None:
        rule = f"is a {joint.type.type_name} joint, whose rotation has no angles"
        action = "use a bushing between its two bodies"
        value = entry.literal("joint", name)
        entry.report("M09", "joint", rule, value=value, action=action)
        return None
    return read_coordinate(scope, entry, draft)


def read_coordinate(scope: Scope, entry: Entry, draft: ForceDraft) -> Place | None:
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


JOINT_READERS: dict[str, Reader] = {
    "joint_torque": _joint_torque,
    "joint_damper": _joint_damper,
    "joint_spring": _joint_spring,
    "torsion_bar": _torsion_bar,
    "joint_friction": _joint_friction,
    "end_stop": _end_stop,
    "bushing": read_bushing,
}

"""From the user's description to a pair of gears: where both wheels are, and whether they mesh."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, direction, relative
from sarrus.model.building.references import Scope
from sarrus.model.joint import Joint
from sarrus.model.joints.gears import GearPair
from sarrus.model.pose import Pose, Vector3, vector3
from sarrus.spatial.arrays import dot, norm
from sarrus.spatial.tracking import plain, real

SECOND_PLACE = "at2"
PARALLEL = 1e-6
"""Sine of axes that count as parallel."""
SAME = 1e-9
"""Distance of points that are one [m]."""
FIT = 1e-3
"""By how much, over the module, wheels may be drawn off their distance: rounded numbers."""


def place_gears(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with F at wheel 1 and M at wheel 2, x along the line of centres."""
    found = drawn_pair(entry, draft.get, joint.type)
    if found is None:
        return joint
    kind, F, M = found
    return replace(
        joint,
        type=kind,
        on_parent=relative(scope.pose_of(joint.parent), F),
        on_child=relative(scope.pose_of(joint.child), M),
    )


Options = Callable[[str], Any]
"""What looks up an option that the user gave, None if it is not given."""


def drawn_pair(entry: Entry, option: Options, pair: Any) -> tuple[Any, Pose, Pose] | None:
    """Return a pair with the numbers of the drawing, and the frames of both wheels there.

    None after problems; the teeth are checked too.
    """
    _check_teeth(entry, pair)
    if not _fits_inside(pair):
        return None
    points = [_point(entry, option, name) for name in ("at", SECOND_PLACE)]
    axis = _axis(entry, option, pair, "axis", True)
    other = _axis(entry, option, pair, "axis2", pair.meets != "parallel")
    second = pair.meets != "parallel" or option("axis2") is not None
    if None in points or axis is None or (other is None and second):
        return None
    A, B, z = (np.array(v) for v in (*points, axis))
    e = z if other is None else np.array(other)
    found = PLACES[pair.meets](entry, pair, A, B, z, e)
    if found is None:
        return None
    numbers, *frames = found
    pair = replace(pair, **_numbers(entry, option, pair, numbers))
    _check_distance(entry, pair)
    _check_contact(entry, pair)
    F, M = (Pose(vector3(at), axis_frame(vector3(z), vector3(x))) for at, x, z in frames)
    return pair, F, M


def _point(entry: Entry, option: Options, name: str) -> Vector3 | None:
    raw = option(name)
    if raw is None:
        whose = "wheel 1" if name == "at" else "wheel 2, or of the pitch line of the rack"
        action = f"give a point of the axis of {whose} in the drawing, {name}=(x, y, z)"
        entry.report("M28", name, "is missing", action=action)
        return None
    return entry.vector(name, raw, "m")


def _axis(entry: Entry, option: Options, kind: GearPair, name: str, needed: bool) -> Vector3 | None:
    raw = option(name)
    if raw is None:
        if needed:
            what = "along the rack" if kind.meets == "rack" and name == "axis2" else "of the wheel"
            rule = f"is missing; {kind.type_name} need it"
            action = f"give the direction {what}, for instance {name}='z'"
            entry.report("M19", name, rule, action=action)
        return None
    return direction(entry, name, raw)


# --- the frames of each kind: numbers of the drawing; point, x and z of F and of M ---------------


def _parallel(entry: Entry, kind: Any, A: Any, B: Any, z: Any, e: Any) -> Any:
    if _sine(z, e) > PARALLEL:
        _report_axes(entry, kind, z, e, "parallel")
        return None
    out = B - A - z * dot(z, B - A)
    a = real(norm(out))
    if not plain(a) > 0.0:
        entry.report("M45", SECOND_PLACE, "is on the axis of wheel 1: the wheels cannot mesh")
        return None
    x = out / a
    return {"distance": a}, (A, x, z), (A + out, -x, z)


def _rack(entry: Entry, kind: Any, A: Any, B: Any, z: Any, e: Any) -> Any:
    if abs(plain(real(dot(z, e)))) > PARALLEL:
        rule = "is not across the axis of the wheel, as a rack must lie"
        entry.report("M45", "axis2", rule, value=_angle_text(z, e))
        return None
    y = np.cross(z, e)
    a = real(dot(y, A - B))
    if not abs(plain(a)) > 0.0:
        rule = "is such that the pitch line of the rack goes through the axis of the wheel"
        entry.report("M45", SECOND_PLACE, rule)
        return None
    sign = 1.0 if plain(a) > 0.0 else -1.0
    x = sign * e  # y of M points from the rack to the wheel, and z is that of the wheel
    foot = A - a * y
    return {"distance": sign * a}, (A, x, z), (foot, x, z)


def _crossing(entry: Entry, kind: Any, A: Any, B: Any, z: Any, e: Any) -> Any:
    if _sine(z, e) <= PARALLEL:
        _report_axes(entry, kind, z, e, "crossing")
        return None
    n = np.cross(z, e)
    nn = dot(n, n)
    s, t = (real(dot(np.cross(B - A, other), n) / nn) for other in (e, z))
    apex, beside = A + s * z, B + t * e
    gap = float(plain(real(norm(beside - apex))))
    if gap > FIT * kind.module:
        rule = (
            f"do not meet: the axes pass each other at {1e3 * gap:.4g} mm, and those of bevel "
            "gears cross at the apex"
        )
        entry.report("M45", "at and at2", rule, action="move an axis, or use worm_gears")
        return None
    near = [name for name, way in (("at", s), (SECOND_PLACE, t)) if abs(plain(way)) <= SAME]
    if near:
        rule = "is the apex, where the axes cross; a wheel stands away from it"
        entry.report("M45", near[0], rule)
        return None
    z, e = (d if plain(way) < 0.0 else -d for d, way in ((z, s), (e, t)))
    cosine = real(dot(z, e))
    angle = real(np.arctan2(np.sqrt(nn), cosine))
    x = (e - cosine * z) / np.sin(angle)
    back = (z - cosine * e) / np.sin(angle)
    return {"angle": angle}, (apex, x, z), (apex, back, e)


def _skew(entry: Entry, kind: Any, A: Any, B: Any, z: Any, e: Any) -> Any:
    if _sine(z, e) <= PARALLEL:
        _report_axes(entry, kind, z, e, "skew")
        return None
    n = np.cross(z, e)
    nn = dot(n, n)
    s, t = (real(dot(np.cross(B - A, other), n) / nn) for other in (e, z))
    first, second = A + s * z, B + t * e
    out = second - first
    a = real(norm(out))
    if plain(a) <= FIT * kind.module:
        rule = "are on axes that meet; those of a worm and its wheel pass each other"
        entry.report("M45", "at and at2", rule, action="move an axis, or use bevel_gears")
        return None
    x = out / a
    sign = 1.0 if plain(real(dot(x, n))) >= 0.0 else -1.0
    twist = real(np.arctan2(sign * np.sqrt(nn), dot(z, e)))
    return {"distance": a, "twist": twist}, (first, x, z), (second, -x, e)


PLACES = {"parallel": _parallel, "rack": _rack, "crossing": _crossing, "skew": _skew}


def _sine(z: Any, e: Any) -> float:
    return float(plain(real(norm(np.cross(z, e)))))


def _angle_text(z: Any, e: Any) -> str:
    return f"{math.degrees(math.atan2(_sine(z, e), float(plain(real(dot(z, e)))))):.6g} degrees"


def _report_axes(entry: Entry, kind: GearPair, z: Any, e: Any, wanted: str) -> None:
    nearest = {
        "parallel": "use bevel_gears for axes that cross, worm_gears for skew ones",
        "crossing": "use spur_gears or helical_gears for parallel axes",
        "skew": "use spur_gears or helical_gears for parallel axes",
    }
    rule = f"stands at {_angle_text(z, e)} to axis; the axes of {kind.type_name} are {wanted}"
    entry.report("M45", "axis2", rule, action=nearest[wanted])


# --- whether they mesh ----------------------------------------------------------------------------


def _numbers(entry: Entry, option: Options, kind: Any, numbers: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of the drawing; one that is given as well is that of the teeth."""
    found = dict(numbers)
    for name, drawn in numbers.items():
        if option(name) is None:
            continue
        value = getattr(kind, name)
        near = FIT * (kind.module if name == "distance" else 1.0)
        if abs(float(plain(value)) - float(plain(drawn))) > near:
            rule = f"is not that of the drawing, {float(plain(drawn)):.6g}"
            value_text = entry.literal(name, option(name))
            entry.report("M28", name, rule, value=value_text, action=f"leave out {name}")
        else:
            found[name] = value
    return found


def _tooth_counts(kind: Any) -> dict[str, float]:
    return {
        n: getattr(kind, n) for n in ("teeth", "teeth_1", "teeth_2", "starts") if hasattr(kind, n)
    }


def _check_teeth(entry: Entry, kind: Any) -> None:
    """Report (M45) numbers of teeth that are none, and a wheel that is too large for its ring."""
    for name, z in _tooth_counts(kind).items():
        if plain(z) != round(plain(z)):
            entry.report("M45", name, "is not a whole number of teeth", value=f"{plain(z):g}")
    if kind.flank not in (-1.0, 0.0, 1.0):
        action = "give 1, -1, or 0 for both"
        entry.report(
            "M04", "flank", "is none of -1, 0 and 1", value=f"{kind.flank:g}", action=action
        )
    if not _fits_inside(kind):
        rule = f"is not above the {kind.teeth_1:g} teeth of the wheel inside"
        entry.report("M45", "teeth_2", rule, value=f"{kind.teeth_2:g}")


def _fits_inside(kind: Any) -> bool:
    """Whether a wheel has fewer teeth than the ring in which it rolls, if it rolls in one."""
    return getattr(kind, "inside", 1.0) > 0.0 or bool(kind.teeth_1 < kind.teeth_2)


def _check_distance(entry: Entry, kind: Any) -> None:
    """Report (M45) wheels whose teeth do not reach, or overlap, at the distance of the drawing."""
    if not hasattr(kind, "distance"):
        return
    drawn, wanted = float(plain(kind.axes_apart)), float(plain(kind.nominal_distance))
    if abs(drawn - wanted) <= FIT * kind.module:
        return
    what = "pitch line and axis are" if kind.meets == "rack" else "the axes are"
    numbers = ", ".join(f"{name} {z:g}" for name, z in _tooth_counts(kind).items())
    rule = (
        f"{1e3 * drawn:.6g} mm apart in the drawing, and {numbers} with module "
        f"{1e3 * kind.module:g} mm mesh at {1e3 * wanted:.6g} mm"
    )
    fitting = kind.module * drawn / wanted
    more = " or profile shifts" if hasattr(kind, "shift_1") else ""
    hand = ", or turn the hand of the lead angle" if kind.meets == "skew" else ""
    action = f"move a wheel, or give other teeth{more}, or the module {1e3 * fitting:.6g} mm{hand}"
    cause = "teeth, module or place of a wheel are those of another pair"
    entry.report("M45", "distance", f"does not fit: {what} {rule}", cause=cause, action=action)


def _check_contact(entry: Entry, kind: GearPair) -> None:
    """Warn (W75) of teeth that are undercut, and of pairs that lose contact between two teeth."""
    counts = [z for name, z in _tooth_counts(kind).items() if name != "starts"]
    for z, least in zip(counts, kind.least_teeth, strict=False):
        if plain(z) < math.floor(least):
            rule = (
                f"is undercut by its tool: below {least:.4g} teeth at this pressure angle the root "
                "of the tooth is cut away"
            )
            action = "give more teeth, a larger pressure angle, or a positive profile shift"
            entry.report(
                "W75",
                "teeth",
                rule,
                value=f"a wheel of {plain(z):g} teeth",
                action=action,
                severity="warning",
            )
    ratio = kind.contact_ratio
    if ratio is not None and ratio < 1.0:
        rule = (
            f"have a contact ratio of {ratio:.3f}, below 1: between one pair of teeth and the next "
            "none touches"
        )
        action = "give smaller profile shifts or more teeth; heads are taken one module high"
        entry.report("W75", "teeth", rule, action=action, severity="warning")

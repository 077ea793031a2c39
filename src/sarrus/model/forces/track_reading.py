"""What users write about a track: wheels in order, the band laid around them, the sprocket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import axis_frame, in_frame
from sarrus.model.building.points import read_point
from sarrus.model.building.references import find
from sarrus.model.forces.belt import belt, rotated_row, run_shares, wrap_angles
from sarrus.model.pose import Vector3, vector3
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.joint import Joint

Wheel = tuple[str, Vector3, float]
"""A body, the centre of a wheel in its frame [m], and the radius [m]."""

STRAIN = 0.05
"""Above which a band would be torn, or its length is mistaken."""
APART = 1e-3
"""Part of its radius by which the centre of a sprocket may miss the axis of its joint."""


def read_wheels(reading: Reading, least: int = 2) -> list[Wheel] | None:
    """Return the wheels in the order of the band; None after a problem."""
    raw, entry = reading.get("wheels"), reading.entry
    if not is_list(raw) or len(raw) < least:
        value = entry.literal("wheels", raw)
        number = "two wheels" if least == 2 else "one wheel"
        rule = f"must be {number} or more: (body, centre, radius) each"
        entry.report("M25", "wheels", rule, value=value)
        return None
    found = [_wheel(reading, f"wheels[{i}]", part) for i, part in enumerate(raw)]
    return None if None in found else found  # type: ignore[return-value]


def _wheel(reading: Reading, name: str, raw: Any) -> Wheel | None:
    scope, entry = reading.scope, reading.entry
    if not is_list(raw) or len(raw) != 3:
        value = entry.literal(name, raw)
        entry.report("M25", name, "must be (body, centre, radius)", value=value)
        return None
    body = scope.body(entry, name, raw[0])
    radius = entry.number(name, raw[2], "m")
    if radius == 0.0:
        rule = "has the radius 0: give that of the middle of the band"
        entry.report("M04", name, rule)
        radius = None
    drawn = is_list(raw[1])
    at, on = (name, f"{name} frame") if drawn else (f"{name} point", name)
    point = body and read_point(scope, entry, {at if drawn else on: raw[1]}, body, at, on)
    return None if body is None or radius is None or not point else (body, point, radius)


LAID = "the band of a track, laid around its wheels when the model is built, follows it"


def laid_band(reading: Reading, wheels: list[Wheel], axis: Vector3) -> dict[str, Any]:
    """Return the band around its wheels as they are drawn; nothing after a problem."""
    entry, base = reading.entry, reading.scope.pose_of(reading.values["base"])
    e1, e2 = np.array(axis_frame(axis)).T[:2]
    bodies, points, radii = (tuple(part) for part in zip(*wheels, strict=True))
    radii = fixed_value(radii, LAID)
    drawn = [
        reading.scope.pose_of(body).transform.point(np.array(point))
        for body, point in zip(bodies, points, strict=True)
    ]
    places = [(float(e1 @ r), float(e2 @ r)) for r in drawn]
    if not _can_be_laid(entry, places, radii):
        return {}
    wraps = wrap_angles(places, radii)
    forward = sum(wraps)
    if not _is_loop(wraps):  # the wheels may be named the other way round
        e2 = -e2
        places = [(x, -y) for x, y in places]
        wraps = wrap_angles(places, radii)
    if not _is_loop(wraps):
        turns = sorted({round(abs(turned) / (2.0 * np.pi), 2) for turned in (forward, sum(wraps))})
        rule = (
            "are not in the order in which a band goes once around them: in this order it turns "
            f"{' or '.join(f'{n:g}' for n in turns)} times, not once"
        )
        action = (
            "name them in the order of the band; a wheel outside the loop has a negative radius"
        )
        cause = "two wheels exchanged, so that the band crosses itself"
        entry.report("M04", "wheels", rule, cause=cause, action=action)
        return {}
    _warn_of_overlaps(entry, places, radii)
    length = float(belt(places, radii, wraps).length)
    axes = {"e1": in_frame(base, vector3(e1)), "e2": in_frame(base, vector3(e2))}
    found: dict[str, Any] = {"wheels": bodies, "points": points, "radii": radii, "wraps": wraps}
    found |= {"length": length, **axes, **_tension_of_length(reading, length)}
    if reading.get("sprocket") is not None:
        found |= _sprocket(reading, bodies, drawn, radii, np.cross(e1, e2))
        found["shares"] = run_shares(places, radii, wraps)
    return found


def free_length_of(reading: Reading) -> float | None:
    """Return the length of a band or belt without tension [m]; None if it is wrong or missing."""
    if reading.get("free_length") is None:
        return None
    free = reading.number("free_length", "m", above=0.0)
    if free is not None and reading.values.get("preload"):
        rule = "is given together with preload, which it determines"
        reading.entry.report("M28", "free_length", rule, action="give one of them")
        return None
    return free


def _tension_of_length(reading: Reading, path: float) -> dict[str, Any]:
    """Return the preload that follows from the length of the band before it is laid, if given."""
    free = free_length_of(reading)
    if free is None:
        return {}
    entry, raw = reading.entry, reading.get("free_length")
    value = entry.literal("free_length", raw)
    longer = path - free
    if longer > STRAIN * free:
        tension = reading.values["k"] * longer
        rule = (
            f"is {longer:.4g} m shorter than the way around the wheels, {path:.6g} m: a strain of "
            f"{100.0 * longer / free:.3g} %, with {tension:.4g} N"
        )
        action = f"give at least {path / (1.0 + STRAIN):.6g} m, or check radii and places"
        entry.report("M04", "free_length", rule, value=value, action=action)
        return {}
    if longer < 0.0:
        rule = (
            f"is {-longer:.4g} m longer than the way around the wheels, {path:.6g} m: in the "
            "drawing the band is slack"
        )
        action = f"give less than {path:.6g} m if it shall be taut"
        entry.report("M04", "free_length", rule, value=value, action=action, severity="warning")
    return {"preload": reading.values["k"] * longer}


def _can_be_laid(entry: Entry, places: list[tuple[float, float]], radii: tuple[float, ...]) -> bool:
    """Return whether there is a straight part from each wheel to the next."""
    good = True
    pairs = zip(places, rotated_row(places, -1), radii, rotated_row(radii, -1), strict=True)
    for i, (one, other, r, s) in enumerate(pairs):
        distance = float(np.hypot(other[0] - one[0], other[1] - one[1]))
        if distance <= abs(s - r):
            rule = f"is {distance:.4g} m from the next wheel: one is inside the other"
            if r * s < 0.0:
                rule = (
                    f"is {distance:.4g} m from the next wheel, which is on the other side of the "
                    f"band; with radii of {abs(r):.4g} and {abs(s):.4g} m they overlap"
                )
            entry.report("M04", f"wheels[{i}]", rule)
            good = False
    return good


def _warn_of_overlaps(
    entry: Entry, places: list[tuple[float, float]], radii: tuple[float, ...]
) -> None:
    """Warn of wheels whose discs overlap; tanks with interleaved wheels have them."""
    for i, (one, r) in enumerate(zip(places, radii, strict=True)):
        for j in range(i + 1, len(radii)):
            other, s = places[j], radii[j]
            distance = float(np.hypot(other[0] - one[0], other[1] - one[1]))
            if distance < (1.0 - 1e-9) * (abs(r) + abs(s)):
                rule = (
                    f"overlaps wheels[{j}]: their centres are {distance:.4g} m apart, their radii "
                    f"{abs(r):.4g} and {abs(s):.4g} m"
                )
                action = "check places and radii; interleaved wheels may overlap"
                entry.report("M04", f"wheels[{i}]", rule, action=action, severity="warning")


def _is_loop(wraps: tuple[float, ...]) -> bool:
    """Return whether a band turns once around, anticlockwise."""
    return abs(sum(wraps) - 2.0 * np.pi) < 1e-6


def _sprocket(
    reading: Reading,
    bodies: tuple[str, ...],
    drawn: list[Any],
    radii: tuple[float, ...],
    normal: np.ndarray,
) -> dict[str, Any]:
    """Return the joint of the sprocket, which wheel it is, and its sense about the normal."""
    entry, scope, base = reading.entry, reading.scope, reading.values["base"]
    raw = reading.get("sprocket")
    name = find(entry, "sprocket", raw, scope.joint_names, "joint")
    if name is None or name not in scope.joints:
        return {}
    joint: Joint = scope.joints[name]
    value = entry.literal("sprocket", raw)
    problem, action = "", ""
    if not joint.type.is_hinge:
        problem = f"is a {joint.type.type_name} joint: a sprocket turns in a revolute one"
    elif base not in (joint.parent, joint.child):
        problem = f"joins '{joint.parent}' and '{joint.child}', not the base of the band, '{base}'"
        action = "give the body in which the sprocket turns as base"
    if problem:
        entry.report("M09", "sprocket", problem, value=value, action=action)
        return {}
    turned = joint.child if joint.parent == base else joint.parent
    at = [i for i, body in enumerate(bodies) if body == turned]
    if len(at) != 1:
        rule = f"turns '{turned}', which carries {len(at)} wheels of the band, not one"
        entry.report("M09", "sprocket", rule, value=value, action="name the wheel with its body")
        return {}
    X_WF = scope.pose_of(joint.parent).transform @ joint.on_parent.transform
    axis, place = X_WF.matrix[:, 2], X_WF.position
    cosine = float(axis @ normal)
    miss = drawn[at[0]] - place
    miss = float(np.linalg.norm(miss - axis * (axis @ miss)))
    if abs(cosine) < 1.0 - 1e-6:
        lean = float(np.degrees(np.arccos(min(abs(cosine), 1.0))))
        rule = f"has an axis {lean:.4g} deg off the normal of the plane of the band"
        entry.report("M19", "sprocket", rule, value=value, action="let both be parallel")
        return {}
    if miss > APART * abs(radii[at[0]]):
        rule = f"has an axis {miss:.4g} m beside the centre of wheels[{at[0]}], which it turns"
        entry.report("M04", "sprocket", rule, value=value)
        return {}
    sense = np.sign(cosine) * (1.0 if joint.parent == base else -1.0)
    return {"sprocket": name, "driver": at[0], "sense": float(sense)}

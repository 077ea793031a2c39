"""From the user's words to a track."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.building.contact_geometry import in_frame, positive, read_base
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import axis_frame, direction
from sarrus.model.building.points import read_point
from sarrus.model.building.references import Scope
from sarrus.model.forces import ForceElement, Track
from sarrus.model.forces.belt import belt, turned, wrap_angles
from sarrus.model.pose import Vector3, vector3

Wheel = tuple[str, Vector3, float]


def read_track(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    """Return the track of a draft; None after a problem."""
    wheels = _wheels(scope, entry, draft)
    axis = direction(entry, "axis", draft.get("axis"))
    base = read_base(scope, entry, draft)
    k = positive(entry, "k", draft.get("k"), "N/m")
    c = entry.number("c", draft.get("c"), "N*s/m", least=0.0)
    preload = entry.number("preload", draft.get("preload"), "N", least=0.0)
    if wheels is None or axis is None or base is None or None in (k, c, preload):
        return None
    return _laid(scope, entry, draft, wheels, axis, base, (k, c, preload))


def _wheels(scope: Scope, entry: Entry, draft: ForceDraft) -> list[Wheel] | None:
    raw = draft.get("wheels")
    if not is_list(raw) or len(raw) < 2:
        value = entry.literal("wheels", raw)
        rule = "must be two wheels or more: (body, centre, radius) each"
        entry.report("M25", "wheels", rule, value=value)
        return None
    found = [_wheel(scope, entry, draft, f"wheels[{i}]", part) for i, part in enumerate(raw)]
    return None if None in found else found  # type: ignore[return-value]


def _wheel(scope: Scope, entry: Entry, draft: ForceDraft, name: str, raw: Any) -> Wheel | None:
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
    one = ForceDraft(draft.type_name, draft.name, {at if drawn else on: raw[1]}, draft.source)
    point = body and read_point(scope, entry, one, body, at, on)
    return None if body is None or radius is None or not point else (body, point, radius)


def _laid(
    scope: Scope,
    entry: Entry,
    draft: ForceDraft,
    wheels: list[Wheel],
    axis: Vector3,
    base: str,
    numbers: tuple[Any, ...],
) -> Track | None:
    """Return the track around its wheels as they are drawn."""
    e1, e2 = np.array(axis_frame(axis)).T[:2]
    bodies, points, radii = (tuple(part) for part in zip(*wheels, strict=True))
    drawn = [
        scope.pose_of(body).transform.point(np.array(point))
        for body, point in zip(bodies, points, strict=True)
    ]
    places = [(float(e1 @ r), float(e2 @ r)) for r in drawn]
    if not _can_be_laid(entry, places, radii):
        return None
    wraps = wrap_angles(places, radii)
    if not _is_loop(wraps):  # the wheels may be named the other way round
        e2 = -e2
        places = [(x, -y) for x, y in places]
        wraps = wrap_angles(places, radii)
    if not _is_loop(wraps):
        rule = "are not in the order in which a band goes once around them"
        action = (
            "name them in the order of the band; a wheel outside the loop has a negative radius"
        )
        entry.report("M04", "wheels", rule, action=action)
        return None
    k, c, preload = numbers
    length = float(belt(places, radii, wraps).length)
    axes = (in_frame(scope, base, vector3(e1)), in_frame(scope, base, vector3(e2)))
    return Track(draft.name, bodies, points, radii, wraps, length, k, c, preload, base, *axes)


def _can_be_laid(entry: Entry, places: list[tuple[float, float]], radii: tuple[float, ...]) -> bool:
    """Return whether there is a straight part from each wheel to the next."""
    good = True
    pairs = zip(places, turned(places, -1), radii, turned(radii, -1), strict=True)
    for i, (one, other, r, s) in enumerate(pairs):
        distance = float(np.hypot(other[0] - one[0], other[1] - one[1]))
        if distance <= abs(s - r):
            rule = f"is {distance:.4g} m from the next wheel: one is inside the other"
            entry.report("M04", f"wheels[{i}]", rule)
            good = False
    return good


def _is_loop(wraps: tuple[float, ...]) -> bool:
    """Return whether a band turns once around, anticlockwise."""
    return abs(sum(wraps) - 2.0 * np.pi) < 1e-6

"""From the user's description to a rolling contact: the wheel, the surface, and where they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, checked_pose, direction, relative
from sarrus.model.building.references import Scope
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import ZERO
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3
from sarrus.road import CurvedRoad, Road

WHEEL = ("center", "axis", "on_child")
SURFACE = ("origin", "normal", "along", "road", "on_parent")
CONTACT = (*WHEEL, *SURFACE)
"""Options of a rolling contact besides the numbers of its type."""


def place_rolling(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with F on the surface and M at the centre of the wheel."""
    kind: Any = joint.type
    ball = draft.get("axis") is None and draft.get("on_child") is None
    if kind.crown < 0.0:
        rule = "is below 0 m; it is the radius of the tread across"
        literal = entry.literal("crown", draft.get("crown"))
        entry.report("M04", "crown", rule, value=literal, action="give 0 for a knife edge")
    if ball and draft.get("crown") is None:
        kind = replace(kind, crown=kind.radius)
    elif ball and kind.crown != kind.radius:
        action = "give the axis of the wheel, or leave out crown for a ball"
        entry.report("M19", "axis", "is missing; a wheel with a crown needs it", action=action)
    road = _road(entry, draft)
    if road is not None:
        _check_road(entry, road, kind.radius)
    placed = replace(
        joint,
        type=replace(kind, road=road),
        on_parent=_surface(scope, entry, draft, joint.parent),
        on_child=_wheel(scope, entry, draft, joint.child),
    )
    if kind.crown != kind.radius:
        _check_upright(scope, entry, placed)
    return placed


def _check_upright(scope: Scope, entry: Entry, joint: Joint) -> None:
    """Report a wheel that is drawn flat on its side, where no point of it touches first."""
    X_WF = scope.pose_of(joint.parent).transform @ joint.on_parent.transform
    X_WM = scope.pose_of(joint.child).transform @ joint.on_child.transform
    if abs(float(X_WF.matrix[:, 2] @ X_WM.matrix[:, 2])) > 1.0 - 1e-9:
        rule = "is along the normal of the surface: the wheel lies flat and touches all round"
        action = "draw the wheel upright, or leaning, or leave out the axis of a ball"
        entry.report("M19", "axis", rule, action=action)


def _wheel(scope: Scope, entry: Entry, draft: JointDraft, body: str) -> Pose:
    """Return the frame M on the wheel: at its centre, z its axis."""
    value = _given_pose(entry, draft, "on_child", ("center", "axis"))
    if value is not None:
        return value
    raw = draft.get("center")
    if raw is None:
        action = "give the centre of the wheel in the drawing, center=(x, y, z)"
        entry.report("M28", "center", "is missing", action=action)
        return Pose()
    axis = draft.get("axis")
    z = None if axis is None else direction(entry, "axis", axis)
    turn = IDENTITY if z is None else axis_frame(z)
    return relative(scope.pose_of(body), Pose(entry.vector("center", raw, "m") or ZERO, turn))


def _surface(scope: Scope, entry: Entry, draft: JointDraft, body: str) -> Pose:
    """Return the frame F on what carries the wheel: z the normal of the surface, x along it."""
    value = _given_pose(entry, draft, "on_parent", ("origin", "normal", "along"))
    if value is not None:
        return value
    raw = draft.get("origin")
    origin = None if raw is None else entry.vector("origin", raw, "m")
    turn = surface_axes(entry, draft.get("normal"), draft.get("along"))
    return relative(scope.pose_of(body), Pose(origin or ZERO, turn))


def surface_axes(
    entry: Entry, normal: Any, along: Any, names: tuple[str, str] = ("normal", "along")
) -> Matrix3:
    """Return the axes of a surface: z its normal, x along it as near as possible."""
    z: Vector3 | None = direction(entry, names[0], "z" if normal is None else normal)
    x = None if along is None else direction(entry, names[1], along)
    if z is None or (along is not None and x is None):
        return IDENTITY
    if x is not None and abs(sum(a * b for a, b in zip(x, z, strict=True))) > 1.0 - 1e-9:
        entry.report("M19", names[1], f"is parallel to the {names[0]}; give another direction")
        return IDENTITY
    if x is None and z == (0.0, 0.0, 1.0):
        return IDENTITY
    return axis_frame(z, x)


def _given_pose(
    entry: Entry, draft: JointDraft, option: str, instead: tuple[str, ...]
) -> Pose | None:
    raw = draft.get(option)
    if raw is None:
        return None
    for other in instead:
        if draft.get(other) is not None:
            rule = f"is given together with {option}; give one or the other"
            entry.report("M28", other, rule)
    if isinstance(raw, Pose):
        return checked_pose(entry, option, raw) or Pose()
    entry.report("M20", option, "is not a pose", value=entry.literal(option, raw))
    return Pose()


def _road(entry: Entry, draft: JointDraft) -> Road | None:
    raw = draft.get("road")
    if raw is None or isinstance(raw, Road):
        return raw
    action = "give a road of sarrus.road, such as HalfRound(0.254, at=20.8)"
    entry.report("M25", "road", "is not a road", value=entry.literal("road", raw), action=action)
    return None


def _check_road(entry: Entry, road: Road, radius: float) -> None:
    """Report (M34) a road that a wheel touches in two points, or in a corner."""
    if road.varies_across:
        _check_surface(entry, road, radius)
        return
    first, last = _known_part(road)
    for kink in road.kinks:
        before, after = (float(road.slope(kink + side * BESIDE)) for side in (-1.0, 1.0))
        if abs(after - before) > CORNER:
            jump = f"its slope jumps from {before:.4g} to {after:.4g}"
            rule = f"has a corner at x = {kink:g} m, where {jump}"
            action = "round it off with a radius above that of the wheel, or use wheel_contact"
            entry.report("M34", "road", rule, action=action)
            return
    count = int(min(MOST, max(2.0, (last - first) / min(0.02 * radius, 0.1 * road.detail))))
    x = np.linspace(first, last, count + 1)
    slope = np.asarray(road.slope(x), dtype=float)
    bend = np.asarray(road.slope(x + BESIDE)) - np.asarray(road.slope(x - BESIDE))
    near = [np.abs(x - kink) > 2.0 * BESIDE for kink in road.kinks]
    hollow = bend / (2.0 * BESIDE) / (1.0 + slope * slope) ** 1.5
    hollow = np.where(np.all(near, axis=0) if near else True, hollow, 0.0)
    worst = int(np.argmax(hollow))
    if hollow[worst] * radius >= 1.0:
        rule = (
            f"is hollow with a radius of {1.0 / hollow[worst]:.4g} m at x = {x[worst]:.4g} m, "
            f"below that of the wheel, {radius:g} m: it would touch in two points"
        )
        action = "use a smaller wheel, a smoother road, or road.felt_by_wheel(radius) for a contact"
        entry.report("M34", "road", rule, action=action)


def _check_surface(entry: Entry, road: Road, radius: float) -> None:
    """Report (M34) a surface that is more hollow than the wheel, in any direction."""
    x, y = _places(road, radius)
    h = BESIDE
    slopes = [
        (np.asarray(road.slope(x + dx, y + dy)), np.asarray(road.slope_across(x + dx, y + dy)))
        for dx, dy in ((h, 0.0), (-h, 0.0), (0.0, h), (0.0, -h))
    ]
    xx = (slopes[0][0] - slopes[1][0]) / (2.0 * h)
    yy = (slopes[2][1] - slopes[3][1]) / (2.0 * h)
    xy = 0.5 * (slopes[0][1] - slopes[1][1] + slopes[2][0] - slopes[3][0]) / (2.0 * h)
    bend = 0.5 * (xx + yy) + np.sqrt(0.25 * (xx - yy) ** 2 + xy**2)
    steep = 1.0 + np.asarray(road.slope(x, y)) ** 2 + np.asarray(road.slope_across(x, y)) ** 2
    hollow = bend / np.sqrt(steep)
    worst = int(np.argmax(hollow))
    if hollow[worst] * radius >= 1.0:
        rule = (
            f"is hollow with a radius of {1.0 / hollow[worst]:.4g} m at x = {x[worst]:.4g} m, "
            f"y = {y[worst]:.4g} m, below that of the wheel, {radius:g} m: it would touch in two "
            "points"
        )
        action = "use a smaller wheel, a smoother road, or the element `tyre`"
        entry.report("M34", "road", rule, action=action)


def _places(road: Road, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Return places all over a surface at which it is looked at."""
    spans = []
    for (low, high), reach in ((road.course, STRETCH), (road.sides, 0.1 * STRETCH)):
        low, high = max(low, -reach), min(high, reach if np.isinf(low) else low + reach)
        count = int(np.clip((high - low) / min(0.1 * radius, 0.5 * road.detail), 2.0, 400.0))
        spans.append(np.linspace(low, high, count + 1)[:-1] + 0.5 * (high - low) / count)
    along, across = (part.ravel() for part in np.meshgrid(*spans, indexing="ij"))
    bent: Any = road
    while not isinstance(bent, CurvedRoad) and hasattr(bent, "road"):
        bent = bent.road
    if not isinstance(bent, CurvedRoad):
        return along, across
    x, y, _ = bent.place(along, across)
    return x, y


def _known_part(road: Road) -> tuple[float, float]:
    """Return the part of a road that tells all of it, or the first stretch of an endless one."""
    for first, last in (road.extent, road.course):
        if np.isfinite(first) and np.isfinite(last):
            return first, last
    length = road.period if road.period is not None else STRETCH
    return 0.0, length


BESIDE = 1e-5
"""How far beside a place slopes are compared [m]."""
CORNER = 1e-3
"""Jump of a slope that counts as a corner."""
MOST, STRETCH = 200_000, 200.0
"""Places at which a road is looked at, at most; length of an endless one that is looked at [m]."""

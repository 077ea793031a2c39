"""From the user's description to a joint on a curve: the curves, their axes, what does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.curves import LineCurve, SpaceCurve
from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle, JointDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import (
    axes_along,
    checked_pose,
    clean,
    direction,
    product,
    relative,
)
from sarrus.model.building.references import Scope
from sarrus.model.building.rolling import surface_axes
from sarrus.model.described import LIMITS
from sarrus.model.joint import Joint
from sarrus.model.joints.curvilinear import Curvilinear
from sarrus.model.joints.joint_type import JointType
from sarrus.model.joints.on_curve import PointOnCurve, TwoPointsOnCurve
from sarrus.model.mass_properties import ZERO
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3, vector3

SHARED = (
    "curve",
    "origin",
    "axis",
    "x_axis",
    "on_parent",
    "other",
    "point",
    "x_axis_other",
    "on_child",
    "only_pushes",
)
"""Options of a joint on a curve besides the numbers of its type."""
CARRIAGE = ("curve", "up", "origin", "axis", "x_axis", "on_parent", "on_child", *LIMITS)
"""Options of a carriage on a curve besides the numbers of its type."""
LEAST_ACROSS = 1e-3
"""Sine of the angle between `up` and the tangent below which they count as parallel."""
HOLLOW = 1e-6
"""Curvature, times the size of a curve, below which it is no hollow."""


def shared_options(cls: type[JointType]) -> tuple[str, ...]:
    """Return the options of a joint on a curve besides the numbers of its type."""
    return CARRIAGE if issubclass(cls, Curvilinear) else SHARED


def place_on_curve(scope: Scope, entry: Entry, draft: JointDraft, joint: Joint) -> Joint:
    """Return the joint with F at the axes of the curve and M at the point, or the other curve."""
    if isinstance(joint.type, Curvilinear):
        return _place_carriage(scope, entry, draft, joint, joint.type)
    kind: Any = joint.type
    two, turned = hasattr(kind, "other"), not isinstance(kind, PointOnCurve)
    for option, fits in (("other", two), ("x_axis_other", turned)):
        if not fits and draft.get(option) is not None:
            rule = f"is not an option of {kind.type_name}; see curve_on_curve"
            entry.report("M09", option, rule)
    curve = read_curve_option(entry, "curve", draft.get("curve"))
    other = read_curve_option(entry, "other", draft.get("other")) if two else None
    pushes = draft.get("only_pushes")
    if pushes is not None and not isinstance(pushes, bool):
        value = entry.literal("only_pushes", pushes)
        entry.report("M25", "only_pushes", "must be True or False", value=value)
        pushes = False
    placed = replace(
        joint,
        on_parent=_axes(scope, entry, draft, joint.parent),
        on_child=_child(scope, entry, draft, joint.child, kind),
    )
    if curve is None or (two and other is None and draft.get("other") is not None):
        return placed
    kind = replace(kind, curve=curve, only_pushes=bool(pushes))
    if two:
        kind = replace(kind, other=LineCurve() if other is None else other)
        _check_pair(entry, kind)
    elif curve.is_plane:
        check_roller(entry, "radius", curve, kind.radius)
    elif kind.radius or kind.only_pushes:
        option = "radius" if kind.radius else "only_pushes"
        rule = "is of plane curves; this one is a wire in space, which holds a point on all sides"
        entry.report("M44", option, rule, action="leave it out, or give a plane curve")
        return placed
    return replace(placed, type=kind)


def _place_carriage(
    scope: Scope, entry: Entry, draft: JointDraft, joint: Joint, kind: Curvilinear
) -> Joint:
    """Return the joint with F and M on the curve, where the child is in the drawing."""
    curve = read_curve_option(entry, "curve", draft.get("curve"))
    raw = draft.get("up")
    up = (0.0, 0.0, 1.0) if raw is None else direction(entry, "up", raw)
    if curve is None or up is None or not _stays_across(entry, curve, up):
        return joint
    kind = replace(kind, curve=curve, up=up)
    given = [side for side in ("on_parent", "on_child") if draft.get(side) is not None]
    if given:
        for side in {"on_parent", "on_child"} - set(given):
            rule = f"is missing, while {given[0]} is given"
            action = "give the pose of the carriage on both bodies, or the axes of the curve"
            entry.report("M28", side, rule, action=action)
        _refuse_both(entry, draft, given[0], ("origin", "axis", "x_axis"))
        parent = _pose(scope, entry, "on_parent", draft.get("on_parent") or Pose(), joint.parent)
        child = _pose(scope, entry, "on_child", draft.get("on_child") or Pose(), joint.child)
        return replace(joint, type=kind, on_parent=parent, on_child=child)
    origin = draft.get("origin")
    at = None if origin is None else entry.vector("origin", origin, "m")
    turn = surface_axes(entry, draft.get("axis"), draft.get("x_axis"), ("axis", "x_axis"))
    X = kind.at_start
    start = Pose(vector3(X.position), matrix3(clean(X.matrix)))
    X_WF = product(Pose(at or ZERO, turn), start)
    return replace(
        joint,
        type=kind,
        on_parent=relative(scope.pose_of(joint.parent), X_WF),
        on_child=relative(scope.pose_of(joint.child), X_WF),
    )


def _stays_across(entry: Entry, curve: SpaceCurve, up: Vector3) -> bool:
    """Tell whether `up` is along the curve nowhere; report (M44) where it is."""
    u = curve.fine
    d = curve.points(u, 1)
    sines = np.linalg.norm(np.cross(d, up), axis=1) / np.linalg.norm(d, axis=1)
    worst = int(np.argmin(sines))
    if sines[worst] >= LEAST_ACROSS:
        return True
    x, y, z = curve.points(u[worst : worst + 1])[0]
    angle = np.degrees(np.arcsin(min(1.0, float(sines[worst]))))
    rule = (
        f"is along the curve at u = {u[worst]:.4g}, ({x:.4g}, {y:.4g}, {z:.4g}) m: {angle:.2g} "
        "degrees from its tangent, where the carriage has no upper side"
    )
    action = "give a direction in the axes of the curve that is nowhere along it"
    entry.report("M44", "up", rule, value=entry.literal("up", list(up)), action=action)
    return False


def read_curve_option(entry: Entry, option: str, raw: Any) -> SpaceCurve | None:
    """Return the curve of an option; None where there is none, or after a problem."""
    if raw is None or isinstance(raw, SpaceCurve):
        if raw is None and option == "curve":
            entry.report("M28", option, "is missing", action="give a curve of sarrus.curves")
        return raw
    action = "give a curve of sarrus.curves, such as CircleCurve(0.03), or sarrus.read_curve(file)"
    entry.report("M25", option, "is not a curve", value=entry.literal(option, raw), action=action)
    return None


def check_roller(entry: Entry, option: str, curve: SpaceCurve, radius: float) -> None:
    """Report (M44) a roller that is larger than the hollows of its curve: it would touch twice."""
    if not radius:
        return
    u = curve.fine
    bend = curve.curvature(u) * radius
    worst = int(np.argmin(bend))
    if bend[worst] > -1.0:
        return
    x, y, _ = curve.points(u[worst : worst + 1])[0]
    hollow = abs(radius / bend[worst])
    entry.report(
        "M44",
        option,
        f"does not fit: the curve is hollow with a radius of {hollow:.4g} m at u = {u[worst]:.4g}, "
        f"({x:.4g}, {y:.4g}) m, and the roller has {abs(radius):.4g} m: it would touch in two "
        "points, and its centre would have a path with a point",
        action="use a smaller roller, or a curve that bends less there",
    )


def _check_pair(entry: Entry, kind: Any) -> None:
    """Report (M44) what cannot touch: wires in space, two lines, a face on a hollow profile."""
    for option, curve in (("curve", kind.curve), ("other", kind.other)):
        if not curve.is_plane:
            rule = "leaves its plane z = 0; curves that touch each other are plane"
            entry.report("M44", option, rule, action="use point_on_curve for wires in space")
            return
    if kind.curve.is_straight:
        rule = "is a straight line, which belongs to the child: nothing says where it is touched"
        action = "exchange parent and child, or use point_on_line"
        entry.report("M44", "curve", rule, action=action)
        return
    if not kind.other.is_straight:
        return
    u = kind.curve.fine
    bend = kind.curve.curvature(u)
    worst = int(np.argmin(bend))
    if bend[worst] * kind.curve.size < HOLLOW:
        x, y, _ = kind.curve.points(u[worst : worst + 1])[0]
        shape = "is straight" if abs(bend[worst]) * kind.curve.size < HOLLOW else "is hollow"
        rule = (
            f"{shape} at u = {u[worst]:.4g}, ({x:.4g}, {y:.4g}) m, where its curvature is "
            f"{bend[worst]:.4g} 1/m: a flat face would touch it in two places"
        )
        entry.report("M44", "curve", rule, action="use a convex profile, or a roller")


def _axes(scope: Scope, entry: Entry, draft: JointDraft, body: str) -> Pose:
    """Return the axes of the curve on the parent: z across its plane."""
    raw = draft.get("on_parent")
    if raw is not None:
        _refuse_both(entry, draft, "on_parent", ("origin", "axis", "x_axis"))
        return _pose(scope, entry, "on_parent", raw, body)
    origin = draft.get("origin")
    at = None if origin is None else entry.vector("origin", origin, "m")
    turn = surface_axes(entry, draft.get("axis"), draft.get("x_axis"), ("axis", "x_axis"))
    return relative(scope.pose_of(body), Pose(at or ZERO, turn))


def _child(scope: Scope, entry: Entry, draft: JointDraft, body: str, kind: Any) -> Pose:
    """Return the frame of the point, or the axes of points or the other curve, on the child."""
    raw = draft.get("on_child")
    if raw is not None:
        _refuse_both(entry, draft, "on_child", ("point", "x_axis_other"))
        return _pose(scope, entry, "on_child", raw, body)
    point = draft.get("point")
    if point is None:
        entry.report("M28", "point", "is missing", action="give point=(x, y, z) in the drawing")
        return Pose()
    at = entry.vector("point", point, "m")
    if isinstance(kind, PointOnCurve):
        return Pose(relative(scope.pose_of(body), Pose(at or ZERO)).position)
    names = ("axis", "x_axis_other")
    if isinstance(kind, TwoPointsOnCurve):
        return relative(scope.pose_of(body), Pose(at or ZERO, _axes_along_x(entry, draft, names)))
    turn = surface_axes(Entry("", {}, []), draft.get("axis"), None, names)
    if draft.get("x_axis_other") is not None:
        turn = surface_axes(entry, draft.get("axis"), draft.get("x_axis_other"), names)
    return relative(scope.pose_of(body), Pose(at or ZERO, turn))


def _axes_along_x(entry: Entry, draft: JointDraft, names: tuple[str, str]) -> Matrix3:
    """Return axes whose x is exactly along `x_axis_other`, z as near as possible to `axis`."""
    raw = draft.get(names[1])
    if raw is None:
        action = "give the direction from the first point to the second"
        entry.report("M28", names[1], "is missing", action=action)
    x = None if raw is None else direction(entry, names[1], raw)
    z = direction(Entry("", {}, []), names[0], draft.get(names[0]) or "z")
    if x is None:
        return IDENTITY
    across, beside, along = axes_along(x, z).T
    return matrix3(clean(np.column_stack([along, -beside, across])))


def _pose(scope: Scope, entry: Entry, option: str, raw: Any, body: str) -> Pose:
    if isinstance(raw, Pose):
        return checked_pose(entry, option, raw) or Pose()
    if isinstance(raw, (str, Frame, FrameHandle)):
        return scope.frame(entry, option, raw, body) or Pose()
    return Pose(entry.vector(option, raw, "m") or ZERO)


def _refuse_both(entry: Entry, draft: JointDraft, option: str, instead: tuple[str, ...]) -> None:
    for other in instead:
        if draft.get(other) is not None:
            rule = f"is given together with {option}; give one or the other"
            entry.report("M28", other, rule)

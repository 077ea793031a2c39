"""Joints of a model as users describe them: in the drawing if that is exact, else by frames."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.building.drafts import JointDraft
from sarrus.model.building.drawing import (
    Options,
    drawn_direction,
    drawn_point_options,
    letter_or_vector,
    rotation_options,
    rounder,
    same,
)
from sarrus.model.building.joints import place_in_drawing, read_joint
from sarrus.model.building.orientation import product, relative
from sarrus.model.building.references import Scope
from sarrus.model.described import joint_method
from sarrus.model.joint import Joint
from sarrus.model.joints import TYPES
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, vector3

ROUND_OFF = 1e-14
"""Gap [m and rad] of frames that are one but for round-off."""
CLOSED = 1e-9
"""Gap [m and rad] of the two frames of a joint in the drawing below which they coincide."""


def joint_draft(scope: Scope, joint: Joint, exact: bool = True) -> JointDraft:
    """Return the draft that is read as a joint; the most readable one that gives its bits.

    exact=False: or numbers that differ from it by round-off.
    """
    is_same = same if exact else _is_near
    more = limit_options(joint) | joint.type.parameters | joint.type.tables
    ends = (joint.type.type_name, joint.name, joint.parent, joint.child)
    drafts = [JointDraft(*ends, {**words, **more}, {}) for words in _places(scope, joint, exact)]
    return next((draft for draft in drafts if is_same(_read(scope, draft), joint)), drafts[-1])


def _is_near(one: Joint | None, other: Joint) -> bool:
    """Tell whether a joint stands where another one does, but for round-off."""
    if one is None or repr(one.type) != repr(other.type):
        return False
    return (
        max(_gap(one.on_parent, other.on_parent), _gap(one.on_child, other.on_child)) <= ROUND_OFF
    )


def is_two_sided(draft: JointDraft) -> bool:
    """Tell whether a draft gives its frames on both bodies."""
    placement = TYPES[draft.type_name].placement
    if placement in ("two points", "contact", "curve"):
        return False
    return "on_parent" in draft.options or (
        placement == "body frames" and "at" not in draft.options
    )


def _read(scope: Scope, draft: JointDraft) -> Joint | None:
    """Return the joint that the builder makes of a draft."""
    trial = dataclasses.replace(scope, problems=[])
    plan = read_joint(trial, draft)
    if plan is None:
        return None
    joint = plan.joint if plan.two_sided else place_in_drawing(trial, plan)
    return None if any(p.severity == "error" for p in trial.problems) else joint


def _places(scope: Scope, joint: Joint, exact: bool = True) -> Iterator[Options]:
    """Yield the places and directions of a joint, the most readable first."""
    placement = joint.type.placement
    if placement == "contact":
        yield from _contact_places(scope, joint)
        return
    if placement == "curve":
        yield from _curve_places(scope, joint)
        return
    if placement == "two points":
        a = drawn_point_options(scope, joint.parent, joint.on_parent.position, "at_a", "on_a")
        b = drawn_point_options(scope, joint.child, joint.on_child.position, "at_b", "on_b")
        yield a | b
        return
    if placement == "two wheels":
        yield from _wheel_pairs(scope, joint)
        yield {"on_parent": joint.on_parent, "on_child": joint.on_child}
        return
    if placement == "two axes":
        yield from _axes_places(scope, joint)
        yield {"on_parent": joint.on_parent, "on_child": joint.on_child}
        return
    if placement == "body frames" and joint.on_parent == Pose() == joint.on_child:
        yield {}
    if placement == "world frame":
        yield {}
    poses = [
        product(scope.pose_of(joint.parent), joint.on_parent),
        product(scope.pose_of(joint.child), joint.on_child),
    ]
    if _gap(*poses) <= CLOSED:
        yield from _drawing_places(scope, joint, poses, 0.0 if exact else ROUND_OFF)
    yield from _by_points(joint)
    yield {"on_parent": joint.on_parent, "on_child": joint.on_child}


def _axes_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    """Yield the places of the axis of the parent and of the end of the link, in the drawing."""
    kind: Any = joint.type
    F = product(scope.pose_of(joint.parent), joint.on_parent)
    M = product(scope.pose_of(joint.child), joint.on_child)
    x, _, z = np.array(F.rotation).T
    start = vector3(np.array(F.position) - kind.length * x)
    for at in dict.fromkeys(rounder(start)):
        for at2 in dict.fromkeys(rounder(M.position)):
            yield {"at": at, "at2": at2, "axis": letter_or_vector(vector3(z))}


def _wheel_pairs(scope: Scope, joint: Joint) -> Iterator[Options]:
    """Yield points of the axes of two wheels in mesh, and their directions, in the drawing."""
    kind: Any = joint.type
    F = product(scope.pose_of(joint.parent), joint.on_parent)
    M = product(scope.pose_of(joint.child), joint.on_child)
    axes = [vector3(np.array(pose.rotation).T[2]) for pose in (F, M)]
    starts = [F.position, M.position]
    if kind.meets == "crossing":  # any point away from the apex
        starts = [
            vector3(np.array(at) + kind.reach * np.array(z))
            for at, z in zip(starts, axes, strict=True)
        ]
    if kind.meets == "rack":
        axes[1] = vector3(np.array(M.rotation).T[0])
    for at in dict.fromkeys(rounder(starts[0])):
        for at2 in dict.fromkeys(rounder(starts[1])):
            found = {"at": at, "at2": at2, "axis": letter_or_vector(axes[0])}
            second = {"axis2": letter_or_vector(axes[1])} if kind.meets != "parallel" else {}
            yield found | second


def _contact_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    """Yield the places of a wheel and of the surface on which it rolls."""
    kind: Any = joint.type
    road: Options = {} if kind.road is None else {"road": kind.road}
    wheels, surfaces = list(_wheel_places(scope, joint)), list(_surface_places(scope, joint))
    for wheel in wheels:
        for surface in surfaces:
            yield wheel | surface | road


def _curve_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    """Yield the places of a curve and of the point, or other curve, that is on it."""
    kind: Any = joint.type
    if kind.in_tree:
        yield from _carriage_places(scope, joint)
        return
    has_other = "x_axis_other" in on_curve_options(kind.type_name)
    said: Options = {"curve": kind.curve}
    if hasattr(kind, "other") and not kind.other.is_straight:
        said["other"] = kind.other
    if kind.only_pushes:
        said["only_pushes"] = True
    F = product(scope.pose_of(joint.parent), joint.on_parent)
    M = product(scope.pose_of(joint.child), joint.on_child)
    curves: list[Options] = []
    for origin in dict.fromkeys(rounder(F.position)):
        curves += [
            {name: value for name, value in {"origin": origin, **axes}.items() if value is not None}
            for axes in _curve_axes(F, "axis", "x_axis")
        ]
    children: list[Options] = []
    for point in dict.fromkeys(rounder(M.position)):
        turned = _curve_axes(M, "", "x_axis_other") if has_other else [{}]
        children += [{"point": point, **axes} for axes in turned]
    if not has_other and joint.on_child.rotation == IDENTITY:
        children.append({"on_child": joint.on_child.position})
    children.append({"on_child": joint.on_child})
    for ours in [*curves, {"on_parent": joint.on_parent}]:
        for theirs in children:
            yield said | ours | theirs


def _carriage_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    """Yield the places of the axes of a curve with a carriage, or both frames of it."""
    kind: Any = joint.type
    said: Options = {"curve": kind.curve}
    if kind.up != (0.0, 0.0, 1.0):
        said["up"] = drawn_direction(scope, GROUND, kind.up)
    F = product(scope.pose_of(joint.parent), joint.on_parent).transform
    X = kind.axes_of_curve(F)
    for origin in dict.fromkeys(rounder(vector3(X.position))):
        for z in dict.fromkeys(rounder(vector3(X.matrix[:, 2]))):
            axis = {"origin": origin, "axis": letter_or_vector(z)}
            yield said | axis
            for x in dict.fromkeys(rounder(vector3(X.matrix[:, 0]))):
                yield said | axis | {"x_axis": letter_or_vector(x)}
    yield said | {"on_parent": joint.on_parent, "on_child": joint.on_child}


def _curve_axes(at: Pose, axis: str, x_axis: str) -> Iterator[Options]:
    """Yield what gives the axes of a curve in the drawing."""
    x, _, z = (vector3(column) for column in np.array(at.rotation).T)
    normal: Options = {axis: letter_or_vector(z)} if axis else {}
    yield normal
    for along in dict.fromkeys(rounder(x)):
        yield {**normal, x_axis: letter_or_vector(along)}


def on_curve_options(type_name: str) -> tuple[str, ...]:
    """Return the options of a joint on a curve."""
    return tuple(joint_method(TYPES[type_name]).options)


def _wheel_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    at = product(scope.pose_of(joint.child), joint.on_child)
    kind: Any = joint.type
    if kind.is_ball and at.rotation == IDENTITY:
        yield {"center": at.position}
    z = vector3(np.array(at.rotation)[:, 2])
    for center in dict.fromkeys(rounder(at.position)):
        for axis in dict.fromkeys(rounder(z)):
            yield {"center": center, "axis": letter_or_vector(axis)}
    yield {"on_child": joint.on_child}


def _surface_places(scope: Scope, joint: Joint) -> Iterator[Options]:
    at = product(scope.pose_of(joint.parent), joint.on_parent)
    x, _, z = (vector3(column) for column in np.array(at.rotation).T)
    for origin in dict.fromkeys(rounder(at.position)):
        for normal in dict.fromkeys(rounder(z)):
            yield {"origin": origin, "normal": letter_or_vector(normal)}
            for along in dict.fromkeys(rounder(x)):
                yield {
                    "origin": origin,
                    "normal": letter_or_vector(normal),
                    "along": letter_or_vector(along),
                }
    yield {"on_parent": joint.on_parent}


def _gap(a: Pose, b: Pose) -> float:
    shift = np.subtract(a.position, b.position)
    turn = np.subtract(a.rotation, b.rotation)
    return float(max(np.max(np.abs(shift)), np.max(np.abs(turn))))


def _drawing_places(scope: Scope, joint: Joint, poses: list[Pose], gap: float) -> Iterator[Options]:
    """Yield places of the drawing; the point and the axes of a frame do not depend on another."""
    points = dict.fromkeys(at for pose in poses for at in rounder(pose.position))
    at = next((point for point in points if _is_place(scope, joint, point, gap)), None)
    if at is None:
        return
    turns = dict.fromkeys([*(p.rotation for p in poses), joint.on_parent.rotation])
    turns |= dict.fromkeys([joint.on_child.rotation])
    for turn in turns:
        for axes in _axes(joint, turn):
            yield {"at": at, **axes}


def _is_place(scope: Scope, joint: Joint, at: Vector3, gap: float) -> bool:
    """Tell whether a point of the drawing is read as the place of a joint on both bodies."""
    ends = ((joint.parent, joint.on_parent), (joint.child, joint.on_child))
    for body, pose in ends:
        found = relative(scope.pose_of(body), Pose(at)).position
        if not same(found, pose.position) and (
            not gap or np.max(np.abs(np.subtract(found, pose.position))) > gap
        ):
            return False
    return True


def _axes(joint: Joint, turn: Matrix3) -> Iterator[Options]:
    """Yield what gives the axes of a joint frame in the drawing."""
    x, y, z = (vector3(column) for column in np.array(turn).T)
    if "axis2" in joint.type.axes and not joint.type.axes_enclose:
        yield {"axis": letter_or_vector(x), "axis2": letter_or_vector(y)}
    elif joint.type.axes:
        for axis in dict.fromkeys(rounder(z)):
            yield {"axis": letter_or_vector(axis)}
        yield {"axis": letter_or_vector(z), "x_axis": letter_or_vector(x)}
    else:
        yield rotation_options(turn)
    yield {"rotation": turn}


def _by_points(joint: Joint) -> Iterator[Options]:
    """Yield points on both bodies, with axes in body axes."""
    points: Options = {"on_parent": joint.on_parent.position, "on_child": joint.on_child.position}
    turns = (joint.on_parent.rotation, joint.on_child.rotation)
    if turns == (IDENTITY, IDENTITY) and not joint.type.axes:
        yield points
    if joint.type.axes != ("axis",) or joint.type.axes_enclose:
        return
    inner, outer = (letter_or_vector(vector3(np.array(turn)[:, 2])) for turn in turns)
    if inner == outer:
        yield points | {"axis": inner}
    yield points | {"axis_parent": inner, "axis_child": outer}


def limit_options(joint: Joint) -> Options:
    """Return the limits of a joint, and its armature."""
    found: Options = {"armature": joint.armature} if joint.armature else {}
    if joint.limits:
        pairs = [[_finite_or_none(lower), _finite_or_none(upper)] for lower, upper in joint.limits]
        found["limits"] = pairs[0] if len(pairs) == 1 else pairs
    for word, sizes in (("speed_limit", joint.speed_limits), ("effort_limit", joint.effort_limits)):
        if sizes:
            values: list[Any] = [_finite_or_none(size) for size in sizes]
            found[word] = values if len(values) > 1 or None in values else values[0]
    return found


def _finite_or_none(value: float) -> float | None:
    return None if math.isinf(value) else value

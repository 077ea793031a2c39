"""From the user's description to shapes on a body: solids, and shapes between points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Frame, PlacedShape
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import direction, in_frame, relative, rotation
from sarrus.model.building.references import Scope, nearest_feature
from sarrus.model.joint import Joint
from sarrus.model.pose import IDENTITY, Pose, Vector3, vector3
from sarrus.model.shapes import TYPES, Shape
from sarrus.model.shapes_between import (
    SLENDER,
    Link,
    ShapeBetween,
    greatest_distance,
    keep_side,
    link_lines,
    pose_between,
)
from sarrus.model.shapes_between import TYPES as BETWEEN
from sarrus.spatial.arrays import norm
from sarrus.spatial.tracking import real, reals

APART = 1e-9
"""Joints of a link that are nearer to each other than this [m] are at one point."""
ZERO: Vector3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Carrier:
    """What carries shapes: its name, X_WB in the drawing, its joints and its frames.

    Joints that let it go anywhere are not among them.
    """

    name: str = GROUND
    pose: Pose = Pose()
    joints: tuple[Joint, ...] = ()
    frames: tuple[Frame, ...] = ()

    def joint_pose(self, joint: Joint) -> Pose:
        """Return where a joint is on this body."""
        return joint.on_parent if joint.parent == self.name else joint.on_child

    @property
    def link_points(self) -> list[Vector3]:
        """The points of its joints that are apart; where there is one, those of its frames, too."""
        found = _apart(self.joint_pose(joint).position for joint in self.joints)
        if len(found) > 1:
            return found
        return _apart([*found, *(frame.pose.position for frame in self.frames)])

    @property
    def hinge_axis(self) -> Vector3 | None:
        """The axis of its first joint that has one."""
        for joint in self.joints:
            if joint.type.axes:
                return vector3(np.array(self.joint_pose(joint).rotation)[:, 2])
        return None

    def point(self, entry: Entry, attribute: str, raw: Any) -> Vector3 | None:
        """Return a point in the body frame [m]: coordinates there, or a point of the drawing."""
        found = entry.vector(attribute, raw, "m")
        if found is None or not isinstance(raw, str):
            return found
        return relative(self.pose, Pose(found)).position


GROUND_ALONE = Carrier()


def carriers(scope: Scope, joints: Iterable[Joint]) -> dict[str, Carrier]:
    """Return what carries shapes by name: every body, and ground."""
    held: dict[str, list[Joint]] = {}
    for joint in joints:
        if joint.type.placement != "body frames":
            held.setdefault(joint.parent, []).append(joint)
            held.setdefault(joint.child, []).append(joint)
    frames: dict[str, list[Frame]] = {}
    for frame in scope.frames.values():
        frames.setdefault(frame.body, []).append(frame)
    return {
        name: Carrier(
            name, scope.pose_of(name), tuple(held.get(name, ())), tuple(frames.get(name, ()))
        )
        for name in (GROUND, *scope.body_names)
    }


def read_pose(entry: Entry, draft: PoseDraft, carrier: Carrier | None = None) -> Pose:
    """Return the pose of a position [m] and a rotation; the identity where nothing is given.

    carrier: the body in whose frame the pose is, for points of the drawing.
    """
    position: Vector3 | None = ZERO
    if draft.at is not None:
        position = (carrier or GROUND_ALONE).point(entry, "at", draft.at)
    stands = None if carrier is None else carrier.pose
    turn = rotation(entry, draft.rotation, draft.quaternion_wxyz, draft.rpy, stands)
    return Pose(position or ZERO, turn or IDENTITY)


def read_shapes(
    scope: Scope, owner: Entry, drafts: list[ShapeDraft], carrier: Carrier
) -> list[PlacedShape]:
    """Return the shapes of a body or of ground with their poses."""
    placed = []
    for draft in drafts:
        source = draft.source or owner.source
        entry = Entry(f"{owner.element} / shape", source, scope.problems, scope.points)
        if isinstance(draft.shape, ShapeBetween):
            placed += _read_between(entry, draft, carrier)
            continue
        if not isinstance(draft.shape, Shape):
            action = "give a Box, Cylinder, Sphere, Capsule, Mesh, Rod, Bar, Shaft or Link"
            if isinstance(draft.shape, str):
                action = nearest_feature(draft.shape, [*TYPES, *BETWEEN])
            value = entry.literal("", draft.shape)
            entry.report("M09", "", "is not a shape", value=value, action=action)
            continue
        placed.append(PlacedShape(draft.shape, read_pose(entry, draft.pose, carrier), draft.color))
    return placed


def link_shapes(entry: Entry, carrier: Carrier) -> list[PlacedShape]:
    """Return the link of a body that has a density and no shape; nothing after a problem."""
    return _read_between(entry, ShapeDraft(Link()), carrier, "density")


def _read_between(
    entry: Entry, draft: ShapeDraft, carrier: Carrier, attribute: str = ""
) -> list[PlacedShape]:
    """Return the solids of a shape between points; nothing after a problem."""
    shape = draft.shape
    before = len(entry.problems)
    if draft.pose.is_known:
        rule = "is given for a shape between points, which say where it is"
        entry.report("M28", "at", rule, action="leave it out, or give an offset")
    points = (
        _link_points(entry, carrier, attribute)
        if isinstance(shape, Link)
        else _points(entry, shape, carrier)
    )
    lengths = {name: _length(entry, shape, name) for name in shape.lengths}
    offset = ZERO if shape.offset is None else entry.numbers("offset", shape.offset, "m", 3)
    side = getattr(shape, "side", None)
    drawn = None if side is None else direction(entry, "side", side)
    if len(entry.problems) > before or offset is None:
        return []
    known = {name: value for name, value in lengths.items() if value is not None}
    lines = [(reals(a), reals(b)) for a, b in pairwise(points)]
    if isinstance(shape, Link):
        lines = link_lines(points)
        known.setdefault("radius", SLENDER * greatest_distance(points))
    shift = reals(in_frame(carrier.pose, vector3(offset)))
    across = carrier.hinge_axis if drawn is None else in_frame(carrier.pose, drawn)
    if not hasattr(shape, "side"):
        across = None  # round sections have no side
    elif across is None:
        for a, b in lines:
            keep_side(b - a)
    return [
        PlacedShape(
            shape.solid(real(norm(b - a)), **known),
            pose_between(a + shift, b + shift, across),
            draft.color,
        )
        for a, b in lines
    ]


def _points(entry: Entry, shape: ShapeBetween, carrier: Carrier) -> list[Vector3]:
    """Return the points of a shape in the body frame, of which neighbours must be apart."""
    if len(shape.points) < 2:
        rule = f"has {len(shape.points)} points; a {type(shape).__name__} needs two or more"
        entry.report("M28", "", rule, action="give from and to, or the points one after the other")
        return []
    ends = ("from", "to")
    names = ends if len(shape.points) == 2 else [f"through[{i}]" for i in range(len(shape.points))]
    read = [carrier.point(entry, n, raw) for n, raw in zip(names, shape.points, strict=True)]
    found = [point for point in read if point is not None]
    if len(found) == len(read):
        for i, (a, b) in enumerate(pairwise(found)):
            if norm(np.subtract(b, a)) <= APART:
                rule = f"is where {names[i]} is: a shape between the two has no length"
                value = entry.literal(names[i + 1], shape.points[i + 1])
                entry.report("M04", names[i + 1], rule, value=value, action="give another point")
    return found


def _link_points(entry: Entry, carrier: Carrier, attribute: str) -> list[Vector3]:
    """Return the points that a link joins."""
    found = carrier.link_points
    if len(found) > 1:
        return found
    where = "no joint" if not found else "joints at one point only"
    rule = f"needs a shape: the body has {where}, so that no link between its joints can be made"
    action = "add a shape with a volume (Box, Cylinder, Sphere, Capsule, Rod), or a frame at its "
    action += "other end"
    entry.report("M04", attribute, rule, action=action)
    return []


def _length(entry: Entry, shape: ShapeBetween, name: str) -> float | None:
    """Return a length of the section, above 0 where it must be; None where it is not given."""
    raw = getattr(shape, name)
    if raw is None:
        return None
    found = entry.number(name, raw, "m")
    least = name == "beyond"
    if found is not None and (found < 0.0 or (found == 0.0 and not least)):
        rule = "m is not a length; it must be " + ("0 or above" if least else "above 0")
        entry.report("M04", name, rule, value=entry.literal(name, raw))
        return None
    return found


def _apart(points: Iterable[Vector3]) -> list[Vector3]:
    """Return the points that are not where one before them is."""
    found: list[Vector3] = []
    for point in points:
        if all(norm(np.subtract(point, other)) > APART for other in found):
            found.append(point)
    return found

"""The points of bodies that something is fixed to, and how large a mechanism is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import product

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.body import PlacedShape
from sarrus.model.forces.frame_pair import FramePair
from sarrus.model.forces.line import LineElement
from sarrus.model.forces.modal_elasticity import ModalElasticity
from sarrus.model.joints import JointType
from sarrus.model.pose import Vector3
from sarrus.model.shapes import Box, Cylinder


@dataclass(frozen=True, eq=False)
class Point:
    """A point of a body, in its frame [m].

    joint: the type of the joint there, None at a frame or the end of a force; of_frame: whether a
    named frame is there; axis: of the joint, in the body frame; child: whether the body is the
    joint's child.
    """

    at: np.ndarray
    joint: JointType | None = None
    axis: np.ndarray = field(default_factory=lambda: np.zeros(3))
    child: bool = False
    of_frame: bool = False

    @property
    def holds(self) -> bool:
        """Whether something is fastened here: not a mere frame, nor a joint that lets all go."""
        return not self.of_frame and not self.is_free

    @property
    def is_free(self) -> bool:
        """Whether the joint here forbids nothing."""
        return self.joint is not None and not self.joint.n_rows


def joint_points(model: Model) -> Iterator[tuple[str, Point]]:
    """Go through the bodies and points that joints connect."""
    for joint in model.joints:
        for body, pose, child in (
            (joint.parent, joint.on_parent, False),
            (joint.child, joint.on_child, True),
        ):
            R = np.array(pose.rotation)
            yield body, Point(np.array(pose.position), joint.type, R[:, 2], child)


def axis_points(model: Model) -> Iterator[tuple[str, Point]]:
    """Go through frames of a joint's parent that lie on its axis of rotation: the child has them.

    The two bearings of a wishbone are such frames.
    """
    for joint in model.joints:
        if not joint.type.is_hinge:
            continue
        F, M = joint.on_parent.transform, joint.on_child.transform
        for frame in model.frames:
            if frame.body != joint.parent:
                continue
            place = np.array(frame.pose.position)
            local = F.matrix.T @ (place - F.position)
            rounding = 1e-9 * (np.linalg.norm(place) + np.linalg.norm(F.position))
            if np.hypot(local[0], local[1]) <= rounding:
                at = M.position + M.matrix @ np.array([0.0, 0.0, local[2]])
                yield joint.child, Point(at, joint.type, M.matrix[:, 2], True)


def points_of(model: Model) -> dict[str, list[Point]]:
    """Return the points of every body and ground: of joints, frames, line elements, bushings."""
    found: dict[str, list[Point]] = {GROUND: [], **{body.name: [] for body in model.bodies}}
    for body, point in joint_points(model):
        found[body].append(point)
    for frame in model.frames:
        found[frame.body].append(Point(np.array(frame.pose.position), of_frame=True))
    for body, point in axis_points(model):
        found[body].append(point)
    for element in model.forces:
        ends: tuple[tuple[str, Vector3], ...] = ()
        if isinstance(element, LineElement):
            ends = ((element.body_a, element.point_a), (element.body_b, element.point_b))
        elif isinstance(element, FramePair):
            on_a, on_b = element.on_a.position, element.on_b.position
            ends = ((element.body_a, on_a), (element.body_b, on_b))
        for name, at in ends:
            found[name].append(Point(np.array(at, dtype=float)))
    return found


def world_points(model: Model, points: dict[str, list[Point]], poses: np.ndarray) -> np.ndarray:
    """Return the world positions of all that belongs to the mechanism at one time, n x 3.

    poses: of ground and the bodies, k x 3 x 4 (rotation and position).
    """
    found = []
    ends = {joint.parent for joint in model.joints if joint.type.n_rows}
    for k, name in enumerate([GROUND, *(body.name for body in model.bodies)]):
        R, r = poses[k, :, :3], poses[k, :, 3]
        body = None if name == GROUND else model.body(name)
        own = [p.at for p in points[name] if p.holds]
        own = own if body is not None or name in ends else []
        if body is not None:
            own.append(np.array(body.com))
            own += [corner for placed in body.shapes for corner in corners(placed)]
        found += [R @ p + r for p in own]
    number = {name: k for k, name in enumerate([GROUND, *(body.name for body in model.bodies)])}
    for element in model.forces:
        if isinstance(element, ModalElasticity) and element.surface:
            pose = poses[number[model.joint(element.joint).parent]]
            low_high = np.array([np.min(element.surface, axis=0), np.max(element.surface, axis=0)])
            box = np.array(list(product(*low_high.T)))
            found += list(box @ pose[:, :3].T + pose[:, 3])
    return np.array(found) if found else np.zeros((1, 3))


def corners(placed: PlacedShape) -> list[np.ndarray]:
    """Return the corners of a box around a shape, in the body frame."""
    shape = placed.shape
    radius = getattr(shape, "radius", 0.0)
    along = getattr(shape, "length", 0.0) / 2 + (radius if not isinstance(shape, Cylinder) else 0.0)
    half = np.array(shape.size) / 2 if isinstance(shape, Box) else np.array([radius, radius, along])
    R, r = np.array(placed.pose.rotation), np.array(placed.pose.position)
    return [r + R @ (half * np.array(signs)) for signs in product((-1.0, 1.0), repeat=3)]


def link_length(model: Model, points: dict[str, list[Point]], size: float) -> float:
    """Return a typical distance between the points of a body [m]."""
    lengths = []
    for body in model.bodies:
        own = [p.at for p in points[body.name] if p.holds]
        for k, a in enumerate(own):
            lengths += [float(np.linalg.norm(a - b)) for b in own[:k]]
    lengths = [x for x in lengths if x > 1e-6 * size]
    return float(np.median(lengths)) if lengths else size

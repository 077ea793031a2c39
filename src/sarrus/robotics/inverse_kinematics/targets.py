"""Where frames shall be: poses, positions, directions, or parts of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.arguments import numbers_or_nothing
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Pose
from sarrus.model.building.references import nearest
from sarrus.spatial import Transform
from sarrus.spatial.arrays import cross
from sarrus.spatial.rotation import triad
from sarrus.system import System
from sarrus.system.results import BodyMotion

TARGET = "R31"
"""The code of what is wrong with a target."""
UNIT = np.eye(3)
ROTATION = 1e-9
"""How far a matrix may be from a rotation."""


@dataclass(frozen=True)
class Target:
    """What is wanted of a frame or body, in world axes.

    position [m]: where its origin, or its point `point` [m, in its own axes], shall be; only: the
    letters of the components that count, in the axes of `axes` (3 x 3, columns; the world's by
    default). rotation (3 x 3): the orientation wanted; or axis and direction: an axis of the frame
    that shall point in a direction, the turn about it being free.
    """

    position: Any = None
    rotation: Any = None
    point: Any = (0.0, 0.0, 0.0)
    only: str = "xyz"
    axes: Any = None
    axis: Any = None
    direction: Any = None

    @staticmethod
    @np.errstate(all="ignore")
    def on_line(through: Any, along: Any, point: Any = (0.0, 0.0, 0.0)) -> Target:
        """Return the target that a point of the frame is somewhere on a line."""
        return Target(through, point=point, only="xy", axes=triad(_vector("along", along)))

    @staticmethod
    @np.errstate(all="ignore")
    def on_plane(through: Any, normal: Any, point: Any = (0.0, 0.0, 0.0)) -> Target:
        """Return the target that a point of the frame is somewhere on a plane."""
        return Target(through, point=point, only="z", axes=triad(_vector("normal", normal)))

    @staticmethod
    def of(wanted: Any) -> Target:
        """Return the target that a pose, a position (3) or a rotation (3 x 3) stands for."""
        if isinstance(wanted, Target):
            return wanted
        if isinstance(wanted, (Pose, Transform, BodyMotion)):
            X = pose_of(wanted)
            return Target(X.position, X.matrix)
        shape = np.shape(wanted)
        if shape == (4, 4):
            matrix = np.asarray(wanted, dtype=float)
            return Target(matrix[:3, 3], matrix[:3, :3])
        if shape == (3,):
            return Target(wanted)
        if shape == (3, 3):
            return Target(rotation=wanted)
        rule = "is not a target: give a pose, a position (3), a rotation (3 x 3) or a Target"
        raise ModelError(Problem(TARGET, "target", rule, value=f"{wanted!r:.80}"))


@dataclass(frozen=True)
class Rows:
    """What of a target is known before its numbers are: the rows that it asks for.

    name: of the frame or body; body: that carries it; letters: kept components of the position;
    turn: "rotation", "direction" or "".
    """

    name: str
    body: str
    letters: str
    turn: str

    @property
    def count(self) -> tuple[int, int]:
        """Number of rows of position [m] and of orientation [rad]."""
        return len(self.letters), 3 if self.turn else 0


GOAL = 27
"""Numbers of a target: point, position, axes, rotation (or axes about a direction), axis."""


def read_targets(system: System, targets: Mapping[str, Any]) -> tuple[tuple[Rows, ...], np.ndarray]:
    """Return the rows and the numbers of targets by the name of their frame or body."""
    if not targets:
        raise ModelError(Problem(TARGET, "targets", "are missing", action="give at least one"))
    rows, goals = [], []
    for name, wanted in targets.items():
        target = Target.of(wanted)
        body, X_BF = frame_on_body(system, name)
        rows.append(_rows(name, body, target))
        goals.append(_goal(target, X_BF, name))
    return tuple(rows), np.array(goals)


def frame_on_body(system: System, name: str) -> tuple[str, Transform]:
    """Return the body that carries a frame, and the pose of the frame on it."""
    for frame in system.model.frames:
        if frame.name == name:
            return frame.body, frame.pose.transform
    if name in system.model.body_index:
        return name, Transform.identity()
    known = [*system.model.body_index, *(frame.name for frame in system.model.frames)]
    raise ModelError(
        Problem("M09", f"target '{name}'", "is not a body or frame", action=nearest(name, known))
    )


def _rows(name: str, body: str, target: Target) -> Rows:
    letters = target.only if target.position is not None else ""
    if not set(letters) <= set("xyz") or len(set(letters)) != len(letters):
        rule = "must be some of the letters x, y, z"
        raise ModelError(Problem(TARGET, f"target '{name}' / only", rule, value=repr(letters)))
    if (target.axis is None) != (target.direction is None):
        rule = "are given together or not at all"
        raise ModelError(Problem(TARGET, f"target '{name}'", f"axis and direction {rule}"))
    turn = "rotation" if target.rotation is not None else ""
    if target.axis is not None:
        if turn:
            rule = "has a rotation and a direction; one of them is enough"
            raise ModelError(Problem(TARGET, f"target '{name}'", rule))
        turn = "direction"
    if not letters and not turn:
        rule = "asks for nothing; give a position, a rotation or a direction"
        raise ModelError(Problem(TARGET, f"target '{name}'", rule))
    return Rows(name, body, "".join(sorted(letters)), turn)


def _goal(target: Target, X_BF: Transform, name: str) -> np.ndarray:
    """Return the numbers of a target: its point and axis on the body, the rest in the world."""
    r = X_BF.point(_vector(f"target '{name}' / point", target.point, zero=True))
    position = np.zeros(3)
    if target.position is not None:
        position = _vector(f"target '{name}' / position", target.position, zero=True)
    axes = UNIT if target.axes is None else _rotation(name, "axes", target.axes)
    turned, axis = UNIT, np.zeros(3)
    if target.rotation is not None:
        # seen from the body: the same turn is missing from R_WB as from R_WF
        turned = _rotation(name, "rotation", target.rotation) @ X_BF.matrix.T
    elif target.axis is not None:
        turned = triad(_vector(f"target '{name}' / direction", target.direction))
        axis = X_BF.matrix @ _vector(f"target '{name}' / axis", target.axis)
        axis = axis / np.linalg.norm(axis)
    return np.concatenate([r, position, axes.ravel(), turned.ravel(), axis])


def pose_of(wanted: Any) -> Transform:
    """Return the transform of a Pose, a Transform, a body's motion or a 4 x 4 matrix."""
    if isinstance(wanted, Transform):
        return wanted
    if isinstance(wanted, Pose):
        return wanted.transform
    if isinstance(wanted, BodyMotion):
        return Transform.of(wanted.rotation, wanted.position)
    X = numbers_or_nothing(wanted)
    if X.shape != (4, 4):
        rule = "is not a pose: give a Pose, a Transform or a 4 x 4 matrix"
        raise ModelError(Problem(TARGET, "pose", rule, value=f"{wanted!r:.80}"))
    return Transform.of(_rotation("pose", "rotation", X[:3, :3]), X[:3, 3])


def _rotation(name: str, what: str, value: Any) -> np.ndarray:
    R = numbers_or_nothing(value)
    off = np.abs(R.T @ R - UNIT).max() if R.shape == (3, 3) else np.inf
    if not off <= ROTATION or R[0] @ cross(R[1], R[2]) < 0.0:
        rule = "is not a rotation matrix"
        element = f"target '{name}' / {what}"
        raise ModelError(Problem(TARGET, element, rule, value=f"{value!r:.80}"))
    return R


def _vector(element: str, value: Any, zero: bool = False) -> np.ndarray:
    v = numbers_or_nothing(value)
    if v.shape != (3,) or not np.isfinite(v).all() or (not zero and not v.any()):
        rule = "must be three numbers" + ("" if zero else ", not all zero")
        raise ModelError(Problem(TARGET, element, rule, value=f"{value!r:.80}"))
    return v

"""Moves of a pose along a path: the velocity distribution is that of the path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import ROWS, choice, rows, value_of_kind, vector
from sarrus.robotics.trajectory.joint_move import JointMove, joint_move
from sarrus.robotics.trajectory.law import Law
from sarrus.robotics.trajectory.limits import PathLimits, move_law, of_fraction
from sarrus.robotics.trajectory.orientation_path import AxisAngle, DriveTurn, OrientationPath
from sarrus.robotics.trajectory.piecewise import distinct
from sarrus.robotics.trajectory.position_path import Arc, Line, PositionPath
from sarrus.robotics.trajectory.spline_path import SplinePath
from sarrus.spatial.arrays import Array, join
from sarrus.spatial.transform import Transform

TURNS: dict[str, type[OrientationPath]] = {"axis-angle": AxisAngle, "drive": DriveTurn}
ORTHOGONAL = 1e-9


@dataclass(frozen=True, eq=False)
class PoseMove:
    """The motion of a frame B over a time: its pose X_WB, velocity and acceleration, exactly.

    path: positions [m] of B's origin, turn: orientations, law: the fraction h(t) of both. With t
    [s] a number, a dual number or a traced value, `move(t)` is the pose X_WB; `rate(t)` the
    velocity of B's origin [m/s] and the angular velocity [rad/s], six numbers in world axes;
    `acceleration(t)` that of the origin [m/s^2] and the angular acceleration [rad/s^2]. Several
    times are answered by a list of poses, and by rows of numbers.
    """

    path: PositionPath
    turn: OrientationPath
    law: Law

    def __call__(self, t: Any) -> Any:
        """Return the pose X_WB at t."""
        if several(t):
            return [self(now) for now in t]
        h = self.law(t)
        return Transform.of(self.turn.at(h), self.path.at(h))

    def position(self, t: Any) -> Array:
        """Return the position [m] of B's origin, as `PointDrive` takes it."""
        if several(t):
            return np.array([self.position(now) for now in t])
        return self.path.at(self.law(t))

    def rate(self, t: Any) -> Array:
        """Return the velocity (v, w) at t."""
        if several(t):
            return np.array([self.rate(now) for now in t])
        h, hd, _ = self.law.jet(t)
        return hd * join(self.path.slope(h), self.turn.turn(h))

    def acceleration(self, t: Any) -> Array:
        """Return the acceleration (dv/dt, dw/dt) at t; at a knot, that after it."""
        if several(t):
            return np.array([self.acceleration(now) for now in t])
        h, hd, hdd = self.law.jet(t)
        along = join(self.path.slope(h), self.turn.turn(h))
        across = join(self.path.curvature(h), self.turn.turn_rate(h))
        return hdd * along + (hd * hd) * across

    def jet(self, t: Any) -> tuple[Any, Array, Array]:
        """Return pose, velocity and acceleration."""
        return self(t), self.rate(t), self.acceleration(t)

    @property
    def duration(self) -> float:
        """The time [s] that the move takes."""
        return self.law.duration

    @property
    def knots(self) -> tuple[float, ...]:
        """Times [s] where a derivative jumps: those of the law, and of via points."""
        passed = [_time_of(self.law, h) for h in self.path.knots]
        return distinct([*self.law.knots, *passed])

    @property
    def start(self) -> Transform:
        """The pose at the start."""
        pose: Transform = self(self.law.knots[0])
        return pose

    @property
    def end(self) -> Transform:
        """The pose at the end."""
        pose: Transform = self(self.duration)
        return pose

    def with_duration(self, duration: float) -> PoseMove:
        """Return the same motion over another time [s]."""
        return replace(self, law=self.law.with_duration(duration))

    def on_joints(self, inverse: Callable[[Transform], Any], **options: Any) -> JointMove:
        """Return the joint move between the same two poses, with the same law on the joints.

        inverse: the joints [rad or m] of a pose, for instance by inverse kinematics; options: those
        of `joint_move`. Between the ends the frame then leaves the path.
        """
        return joint_move(inverse(self.start), inverse(self.end), self.law, **options)


@with_checks
def line_move(
    start: Any,
    end: Any,
    law: Law | None = None,
    *,
    turn: str = "axis-angle",
    limits: PathLimits | None = None,
    duration: float | None = None,
) -> PoseMove:
    """Return the move of a frame on a straight line.

    start, end: poses X_WB: a `Transform`, a `Pose`, a 4 x 4 matrix, or a position [m] alone (with
    world axes). law: from 0 to 1. turn: "axis-angle", about one axis; "drive", by the drive
    transformation of paper 3. limits: along the path, which decide about the time as in
    `joint_move`. duration [s]: stretch to this time.

    Example:
        robotics.line_move((0.4, 0, 0.3), (0.4, 0.2, 0.3), robotics.Quintic(1.0))
    """
    first, last = as_pose("start", start), as_pose("end", end)
    path = Line(first.position, last.position)
    return _pose_move(path, first, last, law, turn, limits, duration)


@with_checks
def arc_move(
    start: Any,
    via: Any,
    end: Any,
    law: Law | None = None,
    *,
    turn: str = "axis-angle",
    limits: PathLimits | None = None,
    duration: float | None = None,
) -> PoseMove:
    """Return the move of a frame on the circle from a pose over a position via [m] to a pose.

    Other arguments as in `line_move`.

    Example:
        robotics.arc_move((0.4, 0, 0.3), (0.5, 0.1, 0.3), (0.4, 0.2, 0.3), robotics.Quintic(2.0))
    """
    first, last = as_pose("start", start), as_pose("end", end)
    path = Arc.through(first.position, via, last.position)
    return _pose_move(path, first, last, law, turn, limits, duration)


@with_checks
def spline_move(
    start: Any,
    via: Any,
    end: Any,
    law: Law | None = None,
    *,
    turn: str = "axis-angle",
    limits: PathLimits | None = None,
    duration: float | None = None,
) -> PoseMove:
    """Return the move of a frame on a smooth path through positions via [m], rows of three.

    The orientation goes from that of the start to that of the end with the length run through.
    Other arguments as in `line_move`.

    Example:
        law = robotics.Quintic(2.0)
        robotics.spline_move((0.4, 0, 0.3), [(0.5, 0.1, 0.3)], (0.4, 0.2, 0.3), law)
    """
    first, last = as_pose("start", start), as_pose("end", end)
    inner = rows("move / via", via, 3, fewest=1)
    path = SplinePath.through([first.position, *inner, last.position])
    return _pose_move(path, first, last, law, turn, limits, duration)


def _pose_move(
    path: PositionPath,
    first: Transform,
    last: Transform,
    law: Law | None,
    turn: str,
    limits: PathLimits | None,
    duration: float | None,
) -> PoseMove:
    turning = TURNS[choice("move / turn", turn, tuple(TURNS))](first.matrix, last.matrix)
    shared = None
    if limits is not None:
        ways = np.array([path.length, turning.angle])
        shared = of_fraction(value_of_kind("limits", limits, PathLimits).of_path(), ways)
    return PoseMove(path, turning, move_law(law, shared, duration))


def as_pose(name: str, value: Any) -> Transform:
    """Return a pose that is given as Transform, Pose, 4 x 4 matrix or position [m]."""
    where = f"move / {name}"
    found = getattr(value, "transform", value)
    if not isinstance(found, Transform):
        if isinstance(found, (list, tuple, np.ndarray)) and len(found) == 4:
            array = rows(where, found, 4)
            if not np.allclose(array[3], (0.0, 0.0, 0.0, 1.0), rtol=0.0, atol=ORTHOGONAL):
                rule = "must have the last row 0 0 0 1"
                raise ModelError(Problem(ROWS, where, rule, str(array[3])))
            found = Transform.of(array[:3, :3], array[:3, 3])
        else:
            found = Transform.of(np.eye(3), vector(where, found, 3))
    R = np.asarray(found.matrix, dtype=float)
    off = float(np.max(np.abs(R.T @ R - np.eye(3)))) if np.all(np.isfinite(R)) else np.inf
    if off > ORTHOGONAL or np.linalg.det(R) < 0.0:
        rule = "must have a right-handed orthogonal rotation matrix"
        raise ModelError(Problem(ROWS, where, rule, f"R^T R differs from 1 by {off:.3g}"))
    return Transform.of(R, vector(f"{where} / position", found.position, 3))


def several(t: Any) -> bool:
    """Tell whether t holds several times."""
    return isinstance(t, (list, tuple)) or (isinstance(t, np.ndarray) and t.ndim > 0)


def _time_of(law: Law, h: float) -> float:
    """Return the time at which a law from 0 to 1 passes a fraction, by halving."""
    low, high = 0.0, law.duration
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if law(middle) < h else (low, middle)
    return high

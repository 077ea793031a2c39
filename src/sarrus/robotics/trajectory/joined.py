"""Motions one after the other as one motion, of joints or of a pose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from itertools import accumulate
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.orientation_path import AxisAngle
from sarrus.robotics.trajectory.piecewise import Piecewise, constant, distinct
from sarrus.robotics.trajectory.polynomial import Linear
from sarrus.robotics.trajectory.pose_move import PoseMove, several
from sarrus.robotics.trajectory.position_path import Line
from sarrus.spatial.arrays import Array, Scalar, select
from sarrus.spatial.rotation import logarithm, quaternion_of
from sarrus.spatial.transform import Transform

Motion = JointMove | PoseMove


def still(at: Any, duration: float, like: Motion) -> Motion:
    """Return a rest of joints or of a pose for a time [s]."""
    if isinstance(like, JointMove):
        return JointMove(tuple(constant(float(q), duration) for q in at), like.names)
    path, turn = Line(at.position, at.position), AxisAngle(at.matrix, at.matrix)
    return PoseMove(path, turn, Linear(duration))


def distance(a: Any, b: Any) -> float:
    """Return the largest difference [rad or m] of two rows of joints, or of two poses."""
    if not isinstance(a, Transform):
        return float(np.max(np.abs(a - b)))
    turn = logarithm(quaternion_of(a.matrix.T @ b.matrix))
    return float(np.max(np.abs([*(a.position - b.position), *turn])))


def joined_joints(moves: list[JointMove]) -> JointMove:
    """Return moves of the same joints, one after the other."""
    columns = zip(*(move.motions for move in moves), strict=True)
    names = next((move.names for move in moves if move.names), ())
    return JointMove(tuple(Piecewise.in_sequence(column) for column in columns), names)


@dataclass(frozen=True, eq=False)
class JoinedPose:
    """Pose moves one after the other, with the same answers as one `PoseMove`."""

    moves: tuple[PoseMove, ...]
    starts: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        ends = accumulate(move.duration for move in self.moves)
        object.__setattr__(self, "starts", (0.0, *ends))

    def __call__(self, t: Any) -> Any:
        """Return the pose X_WB at t."""
        if several(t):
            return [self(now) for now in t]
        found = self._answer_at(t, lambda move, at: _numbers(move(at)))
        return Transform.of(found[:9].reshape(3, 3), found[9:])

    def position(self, t: Any) -> Array:
        """Return the position [m] of B's origin."""
        return self._answer_at(t, lambda move, at: move.position(at))

    def rate(self, t: Any) -> Array:
        """Return the velocity (v, w) at t."""
        return self._answer_at(t, lambda move, at: move.rate(at))

    def acceleration(self, t: Any) -> Array:
        """Return the acceleration (dv/dt, dw/dt) at t."""
        return self._answer_at(t, lambda move, at: move.acceleration(at))

    def jet(self, t: Any) -> tuple[Any, Array, Array]:
        """Return pose, velocity and acceleration."""
        return self(t), self.rate(t), self.acceleration(t)

    @property
    def duration(self) -> float:
        """The time [s] of all moves."""
        return self.starts[-1]

    @property
    def knots(self) -> tuple[float, ...]:
        """Times [s] where a derivative jumps."""
        timed = zip(self.starts, self.moves, strict=False)
        return distinct(start + knot for start, move in timed for knot in move.knots)

    def _answer_at(self, t: Scalar, answer: Callable[[PoseMove, Scalar], Array]) -> Array:
        """Return what the move at t answers, without a branch when traced."""
        if several(t):
            return np.array([self._answer_at(now, answer) for now in t])
        now = t
        while hasattr(now, "parts"):
            now = now.value
        inner = self.starts[1:-1]
        if isinstance(now, (int, float, np.generic)):
            k = int(np.searchsorted(inner, now, side="right"))
            return answer(self.moves[k], t - self.starts[k])
        found = answer(self.moves[0], t)
        for start, move in zip(inner, self.moves[1:], strict=True):
            later = answer(move, t - start)
            pairs = zip(later, found, strict=True)
            found = np.array([select(now >= start, a, b) for a, b in pairs])
        return found


def _numbers(pose: Transform) -> Array:
    return np.concatenate([np.ravel(pose.matrix), pose.position])

"""A point of the child in a plane or on a straight line of the parent; the child turns freely.

In the tree they are a ball whose centre moves: its own coordinates x come first, then the
quaternion. With the centre c(x) in axes of F and R of the quaternion,

    S = (R^T dc/dx_k, 0; 0, 1),   dS/dt = (-w x (R^T dc/dx_k) + R^T d(dc/dx_k)/dt, 0; 0, 0).

They are heavier in the graph than a free joint: one that the user gives stays in the tree.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    position_rows,
    unit_directions,
)
from sarrus.model.joints.spherical import OMEGA, QUATERNION, Spherical
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, columns, cross, join, vector
from sarrus.spatial.rotation import quaternion_matrix, quaternion_of

BALL = Spherical()
X, Y, Z = np.eye(3)


class HeldPoint(JointType):
    """A joint type whose rows are of the origin of M alone; never a joint of the tree."""

    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    velocities: ClassVar[tuple[Coordinate, ...]] = ()
    weight: ClassVar[float] = 100.0
    in_tree: ClassVar[bool] = False
    mark: ClassVar[Mark] = Mark(size=5.4, inner="circle")

    @property
    def n_rows(self) -> int:
        return len(self.row_names)

    def pose(self, q: Array) -> Transform:
        rule = "has no coordinates and no pose"
        raise ModelError(Problem("T04", f"joint type {self.type_name}", rule))

    def subspace(self, q: Array) -> Array:
        return np.zeros((6, 0))

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.zeros(0)

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        return bool(np.max(np.abs(self.residual(X_FM))) <= tolerance)


class MovedBall(JointType):
    """A ball joint whose centre moves on the parent; the coordinates of the centre come first."""

    mark: ClassVar[Mark] = Mark(size=5.4, inner="circle")

    @abstractmethod
    def center(self, x: Array) -> Array:
        """Return c(x), the origin of M in axes of F."""

    @abstractmethod
    def ways(self, x: Array) -> tuple[Array, ...]:
        """Return dc/dx_k, which are perpendicular to each other."""

    def way_rates(self, x: Array, v: Array) -> tuple[Array, ...]:
        """Return the rates of `ways`; zero where these do not depend on x."""
        return (np.zeros(3),) * len(self.ways(x))

    @abstractmethod
    def center_coordinates(self, p: Array) -> Array:
        """Return the x of a place of the origin of M."""

    @property
    def quaternion_at(self) -> int | None:
        return self.nq - 4

    def pose(self, q: Array) -> Transform:
        n = self.nq - 4
        return Transform(Rotation(quaternion_matrix(q[n:])), self.center(q[:n]))

    def subspace(self, q: Array) -> Array:
        n = self.nq - 4
        back = quaternion_matrix(q[n:]).T
        moved = [join(back @ way, np.zeros(3)) for way in self.ways(q[:n])]
        return np.concatenate([columns(*moved), unit_directions(3, 4, 5)], axis=1)

    def subspace_rate(self, q: Array, v: Array) -> Array:
        n = self.nq - 4
        back, w = quaternion_matrix(q[n:]).T, v[n:]
        pairs = zip(self.ways(q[:n]), self.way_rates(q[:n], v[:n]), strict=True)
        moved = [join(back @ rate - cross(w, back @ way), np.zeros(3)) for way, rate in pairs]
        return np.concatenate([columns(*moved), np.zeros((6, 3))], axis=1)

    def effort_directions(self, q: Array) -> Array:
        return self._efforts(q[: self.nq - 4], Rotation(quaternion_matrix(q[self.nq - 4 :])))

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        return self._efforts(self.leading_coordinates(X_FM), X_FM.rotation)

    def _efforts(self, x: Array, R: Rotation) -> Array:
        pushes = [join(R.back(way) / (way @ way), np.zeros(3)) for way in self.ways(x)]
        return np.concatenate([columns(*pushes), unit_directions(3, 4, 5)], axis=1)

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])

    def leading_coordinates(self, X_FM: Transform) -> Array:
        return self.center_coordinates(X_FM.position)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return join(self.leading_coordinates(X_FM), quaternion_of(X_FM.matrix))

    def rate(self, q: Array, v: Array) -> Array:
        n = self.nq - 4
        return join(v[:n], BALL.rate(q[n:], v[n:]))

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        n = self.nq - 4
        return join(qdot[:n], BALL.velocity_of(q[n:], qdot[n:]))

    def add(self, q: Array, dv: Array) -> Array:
        n = self.nq - 4
        return join(q[:n] + dv[:n], BALL.add(q[n:], dv[n:]))

    def difference(self, q1: Array, q0: Array) -> Array:
        n = self.nq - 4
        return join(q1[:n] - q0[:n], BALL.difference(q1[n:], q0[n:]))

    def neutral(self) -> Array:
        return join(np.zeros(self.nq - 4), BALL.neutral())

    def with_unit_quaternion(self, q: Array) -> Array:
        n = self.nq - 4
        return join(q[:n], BALL.with_unit_quaternion(q[n:]))


@dataclass(frozen=True)
class PointInPlane(MovedBall):
    """M's origin stays in the xy plane of F: two shifts and a free turn; cut, it has 1 row."""

    type_name: ClassVar[str] = "point_in_plane"
    summary: ClassVar[str] = (
        "A point of the child that stays in a plane of the parent, whose normal is `axis`."
    )
    weight: ClassVar[float] = 6.2
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("x", "m"),
        Coordinate("y", "m"),
        *QUATERNION,
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("vx", "m/s"),
        Coordinate("vy", "m/s"),
        *OMEGA,
    )
    row_names: ClassVar[tuple[str, ...]] = ("z",)

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("ball", (1.2,)),
            Part("box", (14.0, 14.0, 0.2), "parent", material="glass"),
        )

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("x", slides=True), Step("y", slides=True), *BALL.chain

    def center(self, x: Array) -> Array:
        return vector(x[0], x[1], 0.0)

    def ways(self, x: Array) -> tuple[Array, ...]:
        return X, Y

    def center_coordinates(self, p: Array) -> Array:
        return p[0:2]

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position[2:3]

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 2)


@dataclass(frozen=True)
class PointOnLine(MovedBall):
    """M's origin stays on the z axis of F: a shift and a free turn; cut, it has 2 rows."""

    type_name: ClassVar[str] = "point_on_line"
    summary: ClassVar[str] = (
        "A point of the child that stays on a straight line of the parent along `axis`."
    )
    weight: ClassVar[float] = 6.1
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("displacement", "m"), *QUATERNION)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("speed", "m/s"), *OMEGA)
    row_names: ClassVar[tuple[str, ...]] = ("x", "y")

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (1.2,)), Part("cylinder", (0.4, 24.0), "parent", material="steel"))

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("z", slides=True), *BALL.chain

    def center(self, x: Array) -> Array:
        return vector(0.0, 0.0, x[0])

    def ways(self, x: Array) -> tuple[Array, ...]:
        return (Z,)

    def center_coordinates(self, p: Array) -> Array:
        return p[2:3]

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position[0:2]

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 0, 1)

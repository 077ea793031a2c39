"""Constant-velocity joint: two shafts that meet in a point and turn alike at any bend.

The shafts are z of F and z' of M, which is M turned by `angle` about y: the bend of the drawing.
Both turn at the same rate if R_FM' is a turn about an axis across the bisector of the shafts,

    x' . y_F = y' . x_F,

as for two Cardan joints back to back, R_FM' = R_x(a / 2) R_y(b) R_x(a / 2).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, parameter, position_rows
from sarrus.model.joints.universal import Universal
from sarrus.spatial import AxisRotation, Rotation, Transform
from sarrus.spatial.arrays import Array, angle_of, columns, cross, join, matrix, vector
from sarrus.spatial.rotation import rotation_about


@dataclass(frozen=True)
class ConstantVelocity(JointType):
    """Two angles of bend, from those of the drawing; cut, it has 4 rows."""

    angle: float = parameter(
        0.0,
        unit="rad",
        text="the bend of the shafts; that of the drawing if it is not given",
        above=-0.5 * np.pi,
        below=0.5 * np.pi,
    )

    type_name: ClassVar[str] = "constant_velocity"
    summary: ClassVar[str] = (
        "A joint of two shafts that turn alike at any bend: `axis`, of the parent's shaft, and, if "
        "they are drawn bent, `axis2`, of the child's."
    )
    weight: ClassVar[float] = 2.2
    coordinates: ClassVar[tuple[Coordinate, ...]] = Universal.coordinates
    velocities: ClassVar[tuple[Coordinate, ...]] = Universal.velocities
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z", "twist")
    mark: ClassVar[Mark] = Mark(size=6.6, inner="cross")
    axes_enclose: ClassVar[str] = "angle"

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (1.8,), material="steel"), Part("cylinder", (2.1, 1.2), "parent"))

    @property
    def _bend(self) -> Rotation:
        """R_MM'."""
        return AxisRotation.about(1, self.angle)

    def pose(self, q: Array) -> Transform:
        # the turns of M' about its own axes, seen from M: exactly none where q is zero
        h = 0.5 * q[0]
        first = AxisRotation.about(0, h) @ AxisRotation.about(1, q[1])
        return Transform(first @ Rotation(rotation_about(self._bend.matrix[:, 0], h)), np.zeros(3))

    def _axes(self, q: Array) -> tuple[Array, Array]:
        """Return the directions of the two rates, in the axes of M'."""
        h, b = 0.5 * q[0], q[1] + self.angle
        first = vector(1.0 + np.cos(b), np.sin(h) * np.sin(b), np.cos(h) * np.sin(b))
        return 0.5 * first, vector(0.0, np.cos(h), -np.sin(h))

    def subspace(self, q: Array) -> Array:
        return columns(*(join(np.zeros(3), self._bend.apply(a)) for a in self._axes(q)))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        h, b = 0.5 * q[0], q[1] + self.angle
        dh, db = 0.5 * v[0], v[1]
        first = vector(
            -np.sin(b) * db,
            np.cos(h) * np.sin(b) * dh + np.sin(h) * np.cos(b) * db,
            -np.sin(h) * np.sin(b) * dh + np.cos(h) * np.cos(b) * db,
        )
        second = vector(0.0, -np.sin(h) * dh, -np.cos(h) * dh)
        rates = 0.5 * first, second
        return columns(*(join(np.zeros(3), self._bend.apply(a)) for a in rates))

    def effort_directions(self, q: Array) -> Array:
        # the two directions are perpendicular; the first has the length cos(b / 2)
        S = self.subspace(q)
        return columns(S[:, 0] * (2.0 / (1.0 + np.cos(q[1] + self.angle))), S[:, 1])

    def residual(self, X_FM: Transform) -> Array:
        r = X_FM.matrix @ self._bend.matrix
        return join(X_FM.position, vector(0.5 * (r[1, 0] - r[0, 1])))

    def residual_rows(self, X_FM: Transform) -> Array:
        # d(y_F . R x')/dt = w . (x' x R^T y_F), and the same of x_F . R y'
        r, bend = X_FM.matrix, self._bend.matrix
        turn = 0.5 * (cross(bend[:, 0], r[1]) - cross(bend[:, 1], r[0]))
        twist = matrix((0.0, 0.0, 0.0, turn[0], turn[1], turn[2]))
        return np.concatenate([position_rows(X_FM, 0, 1, 2), twist])

    def coordinates_of(self, X_FM: Transform) -> Array:
        # with a turn about (cos, sin, 0): w = C cos(a / 2), x = C sin(a / 2), y = S as quaternion;
        # trace and differences of the matrix give all three without it
        r = X_FM.matrix @ self._bend.matrix
        four_ww = 1.0 + r[0, 0] + r[1, 1] + r[2, 2]
        four_wx, four_wy = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0]
        size = np.sqrt(four_ww)
        w, x, y = 0.5 * size, 0.5 * four_wx / size, 0.5 * four_wy / size
        a = 2.0 * angle_of(x, w)
        return vector(a, 2.0 * angle_of(y, np.sqrt(w * w + x * x)) - self.angle)

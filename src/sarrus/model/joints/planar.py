"""Planar joint: shifts along x and y of the parent's frame, then a turn about z."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    axis_gap,
    axis_gap_rows,
    position_rows,
)
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, angle_of, join, matrix, vector


@dataclass(frozen=True)
class Planar(JointType):
    """x, y in the plane of F and an angle about its normal z; cut, it has 3 rows."""

    type_name: ClassVar[str] = "planar"
    summary: ClassVar[str] = (
        "Two shifts [m] across and a turn [rad] about `axis`; `x_axis` is the first shift."
    )
    weight: ClassVar[float] = 3.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("x", "m"),
        Coordinate("y", "m"),
        Coordinate("angle", "rad"),
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("vx", "m/s"),
        Coordinate("vy", "m/s"),
        Coordinate("rate", "rad/s"),
    )
    row_names: ClassVar[tuple[str, ...]] = ("z", "tilt_y", "tilt_x")

    def pose(self, q: Array) -> Transform:
        return Transform(AxisRotation.about(2, q[2]), vector(q[0], q[1], 0.0))

    def subspace(self, q: Array) -> Array:
        c, s = np.cos(q[2]), np.sin(q[2])
        x = (c, -s, 0.0, 0.0, 0.0, 0.0)
        y = (s, c, 0.0, 0.0, 0.0, 0.0)
        return matrix(x, y, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)).T

    def subspace_rate(self, q: Array, v: Array) -> Array:
        c, s, w = np.cos(q[2]), np.sin(q[2]), v[2]
        x = (-w * s, -w * c, 0.0, 0.0, 0.0, 0.0)
        y = (w * c, -w * s, 0.0, 0.0, 0.0, 0.0)
        return matrix(x, y, (0.0,) * 6).T

    @property
    def complement(self) -> Array:
        return np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("box", (14.0, 14.0, 0.2), "parent", material="glass"),)

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position[2:3], axis_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([position_rows(X_FM, 2), axis_gap_rows(X_FM)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        r, p = X_FM.matrix, X_FM.position
        return np.array([p[0], p[1], angle_of(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1])])

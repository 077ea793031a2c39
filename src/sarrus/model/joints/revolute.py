"""Revolute joint: a turn about z."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import AXLE, Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    axis_gap,
    axis_gap_rows,
    position_rows,
    unit_directions,
)
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, angle_of, join


@dataclass(frozen=True)
class Revolute(JointType):
    """One angle about the common z axis; cut, it has 5 rows."""

    type_name: ClassVar[str] = "revolute"
    summary: ClassVar[str] = "A hinge: a turn [rad] about `axis`."
    weight: ClassVar[float] = 1.5
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("angle", "rad"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("rate", "rad/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z", "tilt_y", "tilt_x")
    axial: ClassVar[bool] = True

    def pose(self, q: Array) -> Transform:
        return Transform(AxisRotation.about(2, q[0]), np.zeros(3))

    def subspace(self, q: Array) -> Array:
        return unit_directions(5)

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 1.0, 1.0, 1.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return AXLE

    @property
    def chain(self) -> tuple[Step, ...]:
        return (Step("z"),)

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position, axis_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([position_rows(X_FM, 0, 1, 2), axis_gap_rows(X_FM)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        return np.array([angle_of(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1])])

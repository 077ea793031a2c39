"""Cylindrical joint: a turn about and a free shift along z."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
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
from sarrus.spatial.arrays import Array, angle_of, join, vector


@dataclass(frozen=True)
class Cylindrical(JointType):
    """Angle about, and displacement along, the common z axis; cut, it has 4 rows."""

    type_name: ClassVar[str] = "cylindrical"
    summary: ClassVar[str] = "A turn [rad] about and a shift [m] along `axis`."
    weight: ClassVar[float] = 2.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("angle", "rad"),
        Coordinate("displacement", "m"),
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("rate", "rad/s"),
        Coordinate("speed", "m/s"),
    )
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "tilt_y", "tilt_x")
    axial: ClassVar[bool] = True

    def pose(self, q: Array) -> Transform:
        return Transform(AxisRotation.about(2, q[0]), vector(0.0, 0.0, q[1]))

    def subspace(self, q: Array) -> Array:
        return unit_directions(5, 2)

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 0.0, 1.0, 1.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("guide", (0.8,), "parent", material="steel"),)

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("z"), Step("z", slides=True)

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position[0:2], axis_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([position_rows(X_FM, 0, 1), axis_gap_rows(X_FM)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        return np.array([angle_of(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1]), X_FM.position[2]])

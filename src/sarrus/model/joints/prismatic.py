"""Prismatic joint: a shift along z."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    position_rows,
    unit_directions,
)
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, join, vector
from sarrus.spatial.rotation import orientation_gap, orientation_gap_rows


@dataclass(frozen=True)
class Prismatic(JointType):
    """One displacement along the common z axis; cut, it has 5 rows."""

    type_name: ClassVar[str] = "prismatic"
    summary: ClassVar[str] = "A slider: a shift [m] along `axis`."
    weight: ClassVar[float] = 1.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("displacement", "m"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("speed", "m/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "tilt_x", "tilt_y", "tilt_z")
    axial: ClassVar[bool] = True

    def pose(self, q: Array) -> Transform:
        return Transform(Rotation.identity(), vector(0.0, 0.0, q[0]))

    def subspace(self, q: Array) -> Array:
        return unit_directions(2)

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 0.0, 1.0, 1.0, 1.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("guide", (1.5, 1.5), "parent", material="steel"),)

    @property
    def chain(self) -> tuple[Step, ...]:
        return (Step("z", slides=True),)

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position[0:2], orientation_gap(X_FM.matrix))

    def residual_rows(self, X_FM: Transform) -> Array:
        turn = np.concatenate([np.zeros((3, 3)), orientation_gap_rows(X_FM.matrix)], axis=1)
        return np.concatenate([position_rows(X_FM, 0, 1), turn])

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.array([X_FM.position[2]])

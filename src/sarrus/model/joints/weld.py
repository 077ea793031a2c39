"""Weld: two bodies fixed to each other."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Placement, position_rows
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, join
from sarrus.spatial.rotation import orientation_gap, orientation_gap_rows


@dataclass(frozen=True)
class Weld(JointType):
    """No coordinate; cut, it has 6 rows [p; 2 e], those of a cut link in paper 2."""

    type_name: ClassVar[str] = "weld"
    summary: ClassVar[str] = (
        "A rigid connection; without `at` its frame is the world frame of the drawing."
    )
    weight: ClassVar[float] = 0.5
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    velocities: ClassVar[tuple[Coordinate, ...]] = ()
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z", "tilt_x", "tilt_y", "tilt_z")
    placement: ClassVar[Placement] = "world frame"
    mark: ClassVar[Mark] = Mark("square")
    axes: ClassVar[tuple[str, ...]] = ()

    def pose(self, q: Array) -> Transform:
        return Transform.identity()

    def subspace(self, q: Array) -> Array:
        return np.zeros((6, 0))

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("box", (1.7, 1.7, 1.7)),)

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position, orientation_gap(X_FM.matrix))

    def residual_rows(self, X_FM: Transform) -> Array:
        turn = np.concatenate([np.zeros((3, 3)), orientation_gap_rows(X_FM.matrix)], axis=1)
        return np.concatenate([position_rows(X_FM, 0, 1, 2), turn])

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.zeros(0)

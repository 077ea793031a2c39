"""Distance: two points at a constant distance, as by a massless rod with ball ends."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Placement, parameter
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, matrix, vector


@dataclass(frozen=True)
class Distance(JointType):
    """The origins of F and M stay `length` metres apart: 1 row; never a joint of the tree."""

    length: float = parameter(1.0, unit="m", text="the distance", above=0.0, is_input=True)

    type_name: ClassVar[str] = "distance"
    summary: ClassVar[str] = (
        "A constant distance of two points, as by a massless rod with ball ends."
    )
    weight: ClassVar[float] = 100.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    velocities: ClassVar[tuple[Coordinate, ...]] = ()
    row_names: ClassVar[tuple[str, ...]] = ("length",)
    placement: ClassVar[Placement] = "two points"
    axes: ClassVar[tuple[str, ...]] = ()
    in_tree: ClassVar[bool] = False

    @property
    def n_rows(self) -> int:
        return 1

    def pose(self, q: Array) -> Transform:
        raise ModelError(Problem("T04", "joint type distance", "has no coordinates and no pose"))

    def subspace(self, q: Array) -> Array:
        return np.zeros((6, 0))

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()

    def residual(self, X_FM: Transform) -> Array:
        p = X_FM.position
        return vector((p @ p - self.length * self.length) / (2.0 * self.length))

    def residual_rows(self, X_FM: Transform) -> Array:
        along = X_FM.rotation.back(X_FM.position) / self.length
        return matrix((along[0], along[1], along[2], 0.0, 0.0, 0.0))

    def nearest_pose(self, X_FM: Transform) -> Transform:
        p = X_FM.position + vector(1e-150, 0.0, 0.0)  # a direction, where both points are one
        return Transform(X_FM.rotation, self.length / np.sqrt(p @ p) * p)

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        return bool(abs(self.residual(X_FM)[0]) <= tolerance)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.zeros(0)

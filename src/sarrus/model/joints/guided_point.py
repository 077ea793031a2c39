"""A point of the child in a plane or on a straight line of the parent; the child turns freely.

They hold a point and no body: like a distance they only close loops, with rows and no coordinates.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, position_rows
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, vector


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


@dataclass(frozen=True)
class PointInPlane(HeldPoint):
    """M's origin stays in the xy plane of F: 1 row; never a joint of the tree."""

    type_name: ClassVar[str] = "point_in_plane"
    summary: ClassVar[str] = (
        "A point of the child that stays in a plane of the parent, whose normal is `axis`."
    )
    row_names: ClassVar[tuple[str, ...]] = ("z",)

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("ball", (1.2,)),
            Part("box", (14.0, 14.0, 0.2), "parent", material="glass"),
        )

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position[2:3]

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 2)

    def nearest_pose(self, X_FM: Transform) -> Transform:
        p = X_FM.position
        return Transform(X_FM.rotation, vector(p[0], p[1], 0.0))


@dataclass(frozen=True)
class PointOnLine(HeldPoint):
    """M's origin stays on the z axis of F: 2 rows; never a joint of the tree."""

    type_name: ClassVar[str] = "point_on_line"
    summary: ClassVar[str] = (
        "A point of the child that stays on a straight line of the parent along `axis`."
    )
    row_names: ClassVar[tuple[str, ...]] = ("x", "y")

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (1.2,)), Part("cylinder", (0.4, 24.0), "parent", material="steel"))

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position[0:2]

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 0, 1)

    def nearest_pose(self, X_FM: Transform) -> Transform:
        return Transform(X_FM.rotation, vector(0.0, 0.0, X_FM.position[2]))

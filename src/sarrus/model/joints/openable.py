"""A joint that is made or parted while a mechanism moves: open, it holds nothing."""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Part
from sarrus.model.joints.joint_type import Placement
from sarrus.model.joints.wrapped_joint import WrappedJoint
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array


@dataclass(frozen=True)
class Openable(WrappedJoint):
    """The cut joint `joint` with the same coordinates, open or closed.

    Open, it has no rows, passes on no efforts, and its coordinates and velocities are those of the
    neutral position at rest; coordinates and velocities have the same places in both. in_drawing:
    whether it is closed in the drawing whenever it is closed; not so one that events make.
    """

    closed: bool
    in_drawing: bool = False

    @property
    def is_open(self) -> bool:
        return not self.closed

    @property
    def is_drawn(self) -> bool:
        return self.in_drawing

    @property
    def n_rows(self) -> int:
        return self.joint.n_rows if self.closed else 0

    @property
    def row_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.joint.row_names if self.closed else ()

    @property
    def holonomic(self) -> tuple[bool, ...]:
        return self.joint.holonomic if self.closed else ()

    @property
    def placement(self) -> Placement:  # type: ignore[override]
        return self.joint.placement

    @property
    def glyph(self) -> tuple[Part, ...]:
        return self.joint.glyph if self.closed else ()

    @property
    def periodic(self) -> tuple[bool, ...]:
        return self.joint.periodic

    def pose(self, q: Array) -> Transform:
        return self.joint.pose(q)

    def subspace(self, q: Array) -> Array:
        return self.joint.subspace(q)

    def subspace_rate(self, q: Array, v: Array) -> Array:
        return self.joint.subspace_rate(q, v)

    def effort_directions(self, q: Array) -> Array:
        return self.joint.effort_directions(q) if self.closed else np.zeros((6, self.nv))

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        return self.joint.rate_directions(X_FM, q) if self.closed else np.zeros((6, self.nv))

    @property
    def complement(self) -> Array:
        return self.joint.complement

    def residual(self, X_FM: Transform) -> Array:
        return self.joint.residual(X_FM) if self.closed else np.zeros(0)

    def residual_rows(self, X_FM: Transform) -> Array:
        return self.joint.residual_rows(X_FM) if self.closed else np.zeros((0, 6))

    def coordinates_of(self, X_FM: Transform) -> Array:
        return self.joint.coordinates_of(X_FM) if self.closed else self.joint.neutral()

    def nearest_pose(self, X_FM: Transform) -> Transform:
        return self.joint.nearest_pose(X_FM)

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        return self.is_open or self.joint.is_closed(X_FM, tolerance)

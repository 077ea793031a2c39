"""Universal (Cardan) joint: a turn about the parent's x, then about the child's y."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Step, position_rows
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, angle_of, join, matrix, vector


@dataclass(frozen=True)
class Universal(JointType):
    """Two angles about crossing perpendicular axes, x of F and y of M; cut, it has 4 rows."""

    type_name: ClassVar[str] = "universal"
    summary: ClassVar[str] = (
        "A Cardan joint: `axis` fixed in the parent, `axis2` in the child, perpendicular."
    )
    weight: ClassVar[float] = 2.1
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("angle_1", "rad"),
        Coordinate("angle_2", "rad"),
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("rate_1", "rad/s"),
        Coordinate("rate_2", "rad/s"),
    )
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z", "twist")
    mark: ClassVar[Mark] = Mark(size=6.2, inner="cross")
    axes: ClassVar[tuple[str, ...]] = ("axis", "axis2")

    def pose(self, q: Array) -> Transform:
        turn = AxisRotation.about(0, q[0]) @ AxisRotation.about(1, q[1])
        return Transform(turn, np.zeros(3))

    def subspace(self, q: Array) -> Array:
        # the first axis, x of F, has the components (cos q2, 0, sin q2) in M
        first = (0.0, 0.0, 0.0, np.cos(q[1]), 0.0, np.sin(q[1]))
        return matrix(first, (0.0, 0.0, 0.0, 0.0, 1.0, 0.0)).T

    def subspace_rate(self, q: Array, v: Array) -> Array:
        first = (0.0, 0.0, 0.0, -np.sin(q[1]) * v[1], 0.0, np.cos(q[1]) * v[1])
        return matrix(first, (0.0,) * 6).T

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 1.0, 1.0, 0.0, 1.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("cylinder", (0.55, 5.0), "parent", along="x"),
            Part("cylinder", (0.55, 5.0), "child", along="y"),
        )

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("x"), Step("y")

    def residual(self, X_FM: Transform) -> Array:
        return join(X_FM.position, vector(X_FM.matrix[0, 1]))

    def residual_rows(self, X_FM: Transform) -> Array:
        # x_F . y_M: d/dt = x_F . (w x y_M), with x_F = first row of R in M's axes
        r = X_FM.matrix
        turn = matrix((0.0, 0.0, 0.0, r[0, 2], 0.0, -r[0, 0]))
        return np.concatenate([position_rows(X_FM, 0, 1, 2), turn])

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        return np.array([angle_of(r[2, 1], r[1, 1]), angle_of(r[0, 2], r[0, 0])])

"""Spherical joint: any rotation about a point, as a quaternion."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Step,
    position_rows,
    unit_directions,
)
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array
from sarrus.spatial.rotation import (
    euler_g,
    exponential,
    logarithm,
    quaternion_matrix,
    quaternion_of,
    quaternion_product,
    unit_vector,
)

QUATERNION = tuple(Coordinate(f"quat_{part}", "") for part in "wxyz")
OMEGA = tuple(Coordinate(f"omega_{axis}", "rad/s") for axis in "xyz")


@dataclass(frozen=True)
class Spherical(JointType):
    """Quaternion (w, x, y, z) and relative angular velocity in child axes; cut, it has 3 rows."""

    type_name: ClassVar[str] = "spherical"
    summary: ClassVar[str] = "A ball joint; `rotation` sets the axes of its frames in the drawing."
    weight: ClassVar[float] = 3.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = QUATERNION
    velocities: ClassVar[tuple[Coordinate, ...]] = OMEGA
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z")
    mark: ClassVar[Mark] = Mark(size=6.6, inner="circle")
    axes: ClassVar[tuple[str, ...]] = ()

    def pose(self, q: Array) -> Transform:
        return Transform(Rotation(quaternion_matrix(q)), np.zeros(3))

    def subspace(self, q: Array) -> Array:
        return unit_directions(3, 4, 5)

    @property
    def complement(self) -> Array:
        return np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (1.6,)),)

    @property
    def chain(self) -> tuple[Step, ...]:
        return Step("x"), Step("y"), Step("z")

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 0, 1, 2)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return quaternion_of(X_FM.matrix)

    def rate(self, q: Array, v: Array) -> Array:
        return 0.5 * (euler_g(q).T @ v)

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        return 2.0 * (euler_g(q) @ qdot)

    def add(self, q: Array, dv: Array) -> Array:
        return unit_vector(quaternion_product(q, exponential(dv)))

    def difference(self, q1: Array, q0: Array) -> Array:
        conjugate = q0 * np.array([1.0, -1.0, -1.0, -1.0])
        return logarithm(quaternion_product(conjugate, q1))

    def neutral(self) -> Array:
        return np.array([1.0, 0.0, 0.0, 0.0])

    def with_unit_quaternion(self, q: Array) -> Array:
        return unit_vector(q)

    @property
    def quaternion_at(self) -> int | None:
        return 0

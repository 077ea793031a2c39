"""Free joint: all six motions of a body that nothing holds."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, Placement
from sarrus.model.joints.spherical import OMEGA, QUATERNION
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, join
from sarrus.spatial.rotation import (
    euler_g,
    exponential,
    logarithm,
    quaternion_matrix,
    quaternion_of,
    quaternion_product,
    unit_vector,
)


@dataclass(frozen=True)
class Free(JointType):
    """Position in F and quaternion; linear and angular velocity of M, both in child axes."""

    type_name: ClassVar[str] = "free"
    summary: ClassVar[str] = (
        "All six motions; without `at` its frames are the body frames of parent and child."
    )
    weight: ClassVar[float] = 6.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        *(Coordinate(axis, "m") for axis in "xyz"),
        *QUATERNION,
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        *(Coordinate(f"v{axis}", "m/s") for axis in "xyz"),
        *OMEGA,
    )
    row_names: ClassVar[tuple[str, ...]] = ()
    placement: ClassVar[Placement] = "body frames"
    mark: ClassVar[Mark] = Mark(size=3.0)
    axes: ClassVar[tuple[str, ...]] = ()

    def pose(self, q: Array) -> Transform:
        return Transform(Rotation(quaternion_matrix(q[3:7])), q[0:3])

    def subspace(self, q: Array) -> Array:
        return np.eye(6)

    @property
    def complement(self) -> Array:
        return np.zeros(6)

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()

    def residual(self, X_FM: Transform) -> Array:
        return np.zeros(0)

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.zeros((0, 6))

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.concatenate([X_FM.position, quaternion_of(X_FM.matrix)])

    def rate(self, q: Array, v: Array) -> Array:
        p = q[3:7]
        return join(quaternion_matrix(p) @ v[0:3], 0.5 * (euler_g(p).T @ v[3:6]))

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        p = q[3:7]
        return join(quaternion_matrix(p).T @ qdot[0:3], 2.0 * (euler_g(p) @ qdot[3:7]))

    def add(self, q: Array, dv: Array) -> Array:
        turned = unit_vector(quaternion_product(q[3:7], exponential(dv[3:6])))
        return np.concatenate([q[0:3] + quaternion_matrix(q[3:7]) @ dv[0:3], turned])

    def difference(self, q1: Array, q0: Array) -> Array:
        conjugate = q0[3:7] * np.array([1.0, -1.0, -1.0, -1.0])
        shift = quaternion_matrix(q0[3:7]).T @ (q1[0:3] - q0[0:3])
        return np.concatenate([shift, logarithm(quaternion_product(conjugate, q1[3:7]))])

    def neutral(self) -> Array:
        return np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])

    def with_unit_quaternion(self, q: Array) -> Array:
        return join(q[0:3], unit_vector(q[3:7]))

    @property
    def quaternion_at(self) -> int | None:
        return 3

"""Rigid transforms: poses of frames, and how six-vectors change with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, cross, join, matrix_product, skew
from sarrus.spatial.rotation import Rotation


@dataclass(frozen=True)
class Transform:
    """The pose X_AB of frame B in frame A: rotation R_AB and the position of B's origin in A.

    Letters cancel: `X_WB = X_WA @ X_AB`.
    """

    rotation: Rotation
    position: Array

    @staticmethod
    def of(rotation: Array, position: Sequence[float] | Array) -> Transform:
        """Return the transform of a rotation matrix and a position."""
        return Transform(Rotation(rotation), position)

    @staticmethod
    def identity() -> Transform:
        """Return the transform that moves nothing."""
        return Transform(Rotation.identity(), np.zeros(3))

    @staticmethod
    def of_numbers(numbers: Array) -> Transform:
        """Return the transform of twelve numbers: the rotation matrix by rows, the position."""
        return Transform(Rotation(numbers[0:9].reshape(3, 3)), numbers[9:12])

    @property
    def numbers(self) -> Array:
        """Return the twelve numbers of `of_numbers`."""
        return join(np.ravel(self.matrix), self.position)

    def __matmul__(self, other: Transform) -> Transform:
        """Return X_AB X_BC = X_AC."""
        return Transform(self.rotation @ other.rotation, self.point(other.position))

    @property
    def inverse(self) -> Transform:
        """Return X_BA."""
        return Transform(self.rotation.inverse, -self.rotation.back(self.position))

    @property
    def matrix(self) -> Array:
        """Return the rotation matrix R_AB."""
        return self.rotation.matrix

    def point(self, r_B: Array) -> Array:
        """Return the position in A of a point given in B."""
        return self.position + self.rotation.apply(r_B)

    def force(self, F_B: Array) -> Array:
        """Return the wrench (force, moment about the origin) of B, at A in A's axes."""
        f = self.rotation.apply(F_B[0:3])
        n = self.rotation.apply(F_B[3:6]) + cross(self.position, f)
        return join(f, n)

    def motion(self, V_A: Array) -> Array:
        """Return the six-vector velocity of A, seen at B's origin in B's axes."""
        linear = self.rotation.back(V_A[0:3] + cross(V_A[3:6], self.position))
        return join(linear, self.rotation.back(V_A[3:6]))

    def motion_back(self, V_B: Array) -> Array:
        """Return the six-vector velocity at B, seen at A's origin in A's axes."""
        angular = self.rotation.apply(V_B[3:6])
        linear = self.rotation.apply(V_B[0:3]) + cross(self.position, angular)
        return join(linear, angular)

    @property
    def motion_matrix(self) -> Array:
        """Return the 6x6 matrix of `motion`."""
        r = self.matrix.T
        top = np.concatenate([r, -matrix_product(r, skew(self.position))], axis=1)
        return np.concatenate([top, np.concatenate([np.zeros((3, 3)), r], axis=1)], axis=0)


@dataclass(frozen=True)
class Step:
    """Two transforms X_AF X_FB in a row, applied one after the other.

    A fixed transform with many zeros and a joint's turn about one axis cost less apart than
    multiplied out.
    """

    first: Transform
    second: Transform

    @property
    def transform(self) -> Transform:
        """Return X_AB = X_AF X_FB."""
        return self.first @ self.second

    @property
    def position(self) -> Array:
        """Return the position of B's origin in A."""
        return self.first.point(self.second.position)

    def turned_back(self, a_A: Array) -> Array:
        """Return a vector of A in B's axes."""
        return self.second.rotation.back(self.first.rotation.back(a_A))

    def motion(self, V_A: Array) -> Array:
        """Return the six-vector velocity of A, seen at B."""
        return self.second.motion(self.first.motion(V_A))

    def motion_back(self, V_B: Array) -> Array:
        """Return the six-vector velocity at B, seen at A."""
        return self.first.motion_back(self.second.motion_back(V_B))

    def force(self, F_B: Array) -> Array:
        """Return the wrench at B, moved to A."""
        return self.first.force(self.second.force(F_B))

"""Rotation matrices, quaternions (Euler parameters) and elementary turns.

`Rotation` is a general matrix R_AB that takes components in B to components in A.
`AxisRotation` is a turn about one coordinate axis: it knows its zeros, so that
rotating a vector costs 6 operations instead of 15, and a symmetric matrix 15
instead of 75.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import (
    Array,
    Scalar,
    columns,
    cross,
    dot,
    matrix,
    matrix_product,
    norm,
    select,
    skew,
    vector,
)
from sarrus.spatial.tracking import plain, reals


@dataclass(frozen=True)
class Rotation:
    """A rotation R_AB, given by its matrix."""

    matrix: Array

    def apply(self, a: Array) -> Array:
        """Return R a: components in B to components in A."""
        return matrix_product(self.matrix, a)

    def back(self, a: Array) -> Array:
        """Return R^T a: components in A to components in B."""
        return matrix_product(self.matrix.T, a)

    def congruence(self, s: Array) -> Array:
        """Return R S R^T for a symmetric S; only its upper triangle is read and computed."""
        half = matrix_product(self.matrix, s)
        r = self.matrix
        upper = {(i, j): dot(half[i, :], r[j, :]) for i in range(3) for j in range(i, 3)}
        return matrix(*[[upper[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])

    def similar(self, b: Array) -> Array:
        """Return R B R^T for any 3x3 matrix B."""
        return matrix_product(matrix_product(self.matrix, b), self.matrix.T)

    def __matmul__(self, other: Rotation) -> Rotation:
        """Return R_AB R_BC = R_AC."""
        return Rotation(matrix_product(self.matrix, other.matrix))

    @property
    def inverse(self) -> Rotation:
        """Return R_BA = R_AB^T."""
        return Rotation(self.matrix.T)

    @staticmethod
    def identity() -> Rotation:
        """Return the rotation that turns nothing."""
        return Rotation(np.eye(3))


@dataclass(frozen=True)
class AxisRotation(Rotation):
    """A turn by an angle with the given cosine and sine about coordinate axis 0, 1 or 2."""

    axis: int
    cosine: Scalar
    sine: Scalar
    angle: Scalar | None = None

    def apply(self, a: Array) -> Array:
        """Return R a."""
        return self._turned_vector(a, self.sine)

    def back(self, a: Array) -> Array:
        """Return R^T a."""
        return self._turned_vector(a, -self.sine)

    def _turned_vector(self, a: Array, s: Scalar) -> Array:
        i, j, k = _cyclic(self.axis)
        parts = {k: a[k], i: self.cosine * a[i] - s * a[j], j: s * a[i] + self.cosine * a[j]}
        return vector(parts[0], parts[1], parts[2])

    def similar(self, b: Array) -> Array:
        """Return R B R^T, with the symmetric and the skew part of B turned apart."""
        half = 0.5
        even = matrix(
            *[
                [b[i, i] if i == j else half * (b[i, j] + b[j, i]) for j in range(3)]
                for i in range(3)
            ]
        )
        odd = half * vector(b[2, 1] - b[1, 2], b[0, 2] - b[2, 0], b[1, 0] - b[0, 1])
        return self.congruence(even) + skew(self.apply(odd))

    def congruence(self, s: Array) -> Array:
        """Return R S R^T for a symmetric S by the double-angle formulas."""
        i, j, k = _cyclic(self.axis)
        cc_ss = self.cosine * self.cosine - self.sine * self.sine
        cs = self.cosine * self.sine
        difference = s[i, i] - s[j, j]
        off = s[min(i, j), max(i, j)]
        moved = self.sine * self.sine * difference + 2.0 * cs * off
        ik, jk = s[min(i, k), max(i, k)], s[min(j, k), max(j, k)]
        entry = {
            (i, i): s[i, i] - moved,
            (j, j): s[j, j] + moved,
            (k, k): s[k, k],
            frozenset((i, j)): cs * difference + cc_ss * off,
            frozenset((i, k)): self.cosine * ik - self.sine * jk,
            frozenset((j, k)): self.sine * ik + self.cosine * jk,
        }
        return matrix(
            *[
                [entry[(a, a)] if a == b else entry[frozenset((a, b))] for b in range(3)]
                for a in range(3)
            ]
        )

    def __matmul__(self, other: Rotation) -> Rotation:
        """Return the product; turns by known angles about one axis are one turn by their sum."""
        if (
            isinstance(other, AxisRotation)
            and other.axis == self.axis
            and self.angle is not None
            and other.angle is not None
        ):
            return AxisRotation.about(self.axis, self.angle + other.angle)
        return super().__matmul__(other)

    @property
    def inverse(self) -> AxisRotation:
        """Return the turn by the opposite angle."""
        if self.angle is not None:
            return AxisRotation.about(self.axis, -self.angle)
        return AxisRotation.of(self.axis, self.cosine, -self.sine)

    @staticmethod
    def about(axis: int, angle: Scalar) -> AxisRotation:
        """Return the turn by an angle about coordinate axis 0, 1 or 2."""
        return AxisRotation.of(axis, np.cos(angle), np.sin(angle), angle)

    @staticmethod
    def of(axis: int, cosine: Scalar, sine: Scalar, angle: Scalar | None = None) -> AxisRotation:
        """Return the turn with the given cosine and sine about coordinate axis 0, 1 or 2."""
        i, j, k = _cyclic(axis)
        entry = {(i, i): cosine, (j, j): cosine, (k, k): 1.0, (i, j): -sine, (j, i): sine}
        rows = [[entry.get((a, b), 0.0) for b in range(3)] for a in range(3)]
        return AxisRotation(matrix(*rows), axis, cosine, sine, angle)


def _cyclic(axis: int) -> tuple[int, int, int]:
    """Return the two axes that a turn about `axis` mixes, and the axis."""
    return (axis + 1) % 3, (axis + 2) % 3, axis


def quaternion_matrix(p: Array) -> Array:
    """Return R of the unit quaternion p = (w, x, y, z): A = E G^T of paper 1."""
    return matrix_product(euler_e(p), euler_g(p).T)


def euler_e(p: Array) -> Array:
    """Return the 3x4 matrix E of the Euler parameters p (paper 1)."""
    w, x, y, z = p[0], p[1], p[2], p[3]
    return matrix((-x, w, -z, y), (-y, z, w, -x), (-z, -y, x, w))


def euler_g(p: Array) -> Array:
    """Return the 3x4 matrix G of the Euler parameters p, with pdot = 1/2 G^T w' (paper 1)."""
    w, x, y, z = p[0], p[1], p[2], p[3]
    return matrix((-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w))


def unit_vector(p: Array) -> Array:
    """Return the vector divided by its length."""
    return p / np.sqrt(dot(p, p))


def quaternion_product(a: Array, b: Array) -> Array:
    """Return the quaternion of the rotation R(a) R(b)."""
    scalar = a[0] * b[0] - dot(a[1:4], b[1:4])
    imaginary = a[0] * b[1:4] + b[0] * a[1:4] + cross(a[1:4], b[1:4])
    return vector(scalar, imaginary[0], imaginary[1], imaginary[2])


def quaternion_of(r: Array) -> Array:
    """Return the unit quaternion (w >= 0) of a rotation matrix, accurate for every angle.

    Of the four ways to divide by one of its parts, the one with the largest part is taken.
    """
    w, x, y, z = 1.0 + r[0, 0] + r[1, 1] + r[2, 2], r[0, 0], r[1, 1], r[2, 2]
    wx, wy, wz = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    xy, yz, xz = r[0, 1] + r[1, 0], r[1, 2] + r[2, 1], r[0, 2] + r[2, 0]
    by_w = vector(w, wx, wy, wz)
    by_x = vector(wx, 1.0 + x - y - z, xy, xz)
    by_y = vector(wy, xy, 1.0 + y - x - z, yz)
    by_z = vector(wz, xz, yz, 1.0 + z - x - y)
    by_xyz = _selection(x > y, _selection(x > z, by_x, by_z), _selection(y > z, by_y, by_z))
    p = unit_vector(_selection(w > 1.0, by_w, by_xyz))
    return _selection(p[0] < 0.0, -p, p)


def _selection(condition: Scalar, a: Array, b: Array) -> Array:
    return vector(*[select(condition, a[k], b[k]) for k in range(4)])


def exponential(phi: Array) -> Array:
    """Return the unit quaternion of a numeric rotation vector (axis times angle)."""
    angle = float(norm(phi))
    return np.concatenate([[np.cos(angle / 2)], 0.5 * np.sinc(angle / (2 * np.pi)) * phi])


def logarithm(p: Array) -> Array:
    """Return the rotation vector, of length at most pi, of a numeric unit quaternion."""
    p = -p if p[0] < 0 else p
    s = float(norm(p[1:4]))
    half = np.arctan2(s, p[0])
    return p[1:4] * (2.0 if s < 1e-150 else 2.0 * half / s)


def orientation_gap(r: Array) -> Array:
    """Return 2 e, twice the vector part of the quaternion of r with e0 > 0 (paper 2, (18))."""
    e0_times_2 = np.sqrt(1.0 + r[0, 0] + r[1, 1] + r[2, 2])
    return vector(r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]) / e0_times_2


def orientation_gap_rows(r: Array) -> Array:
    """Return d(2 e)/dt = rows @ w, with w the angular velocity in the axes of the moving frame."""
    e0 = 0.5 * np.sqrt(1.0 + r[0, 0] + r[1, 1] + r[2, 2])
    return e0 * np.eye(3) + skew(0.5 * orientation_gap(r))


def triad(z: Array, x: Array | None = None) -> Array:
    """Return the right-handed axes (columns) with the given z, and x as near as possible to x.

    Without x, the coordinate axis that is farthest from z is used. Numbers only.
    """
    z = reals(z)
    z = z / norm(z)
    if x is None:
        x = np.eye(3)[int(np.argmin(np.abs(plain(z))))]
    x = reals(x)
    x = x - dot(z, x) * z
    x = x / norm(x)
    return columns(x, np.cross(z, x), z)


def turn_between(a: Array, b: Array) -> Array:
    """Return the smallest rotation that takes the unit vector a to the unit vector b."""
    v = skew(cross(a, b))
    return np.eye(3) + v + matrix_product(v, v) / (1.0 + dot(a, b))


def rotation_about(axis: Array, angle: Scalar) -> Array:
    """Return Rot(k, angle) for a unit axis k (paper 3, (11))."""
    k = skew(axis)
    return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * matrix_product(k, k)

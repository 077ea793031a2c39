"""Frames of flexible bodies whose deformation is a sum of shapes: modal bodies.

A shape says how frame M moves with a modal coordinate: columns a of shifts and b of turns, so that

    p = A q,   R = exp(~B q),   A = (a_1 ... a_n),   B = (b_1 ... b_n),

where q = 0 is the body at rest. Shifts are linear in q; the rotation vector is, so that R is a
rotation for any q. The velocity of M in its axes is v = R^T A dq/dt, w = J_r B dq/dt, with
J_r = 1 - c_2 ~phi + c_3 ~phi ~phi of phi = B q (see `sarrus.spatial.stumpff`).

Shapes of second order add sum over i, j of c_ij q_i q_j/2 to shifts and turns, as a rod that bends
comes nearer with its end. Then z = (p, phi) = (S + C(q)/2) q, dz/dt = (S + C(q)) dq/dt, with the
shapes S of first order over the columns C(q)_i = sum over j of c_ij q_j.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, table
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, dot, matrix_product
from sarrus.spatial.dual import rate_of
from sarrus.spatial.rotation_vector import (
    right_jacobian,
    rotation_vector_below_half_turn,
    turn_rate_matrix,
    vector_rotation,
)
from sarrus.spatial.stumpff import stumpff

Shape = tuple[float, ...]
PLAIN: tuple[Shape, ...] = ((1.0, 0.0, 0.0, 0.0, 0.0, 0.0),)
PAIRS: tuple[Shape, ...] = ()
ROUNDS = 4
"""Doublings of the terms of a series of parts that the deformation changes: errors are of the
power 2^ROUNDS of what a deformation adds to a shape as a part of it."""
RANK = 1e-10
"""Part of the greatest singular value of the shapes below which one counts as zero."""


@dataclass(frozen=True)
class ModeShape(JointType):
    """Shifts and turns in proportion to modal coordinates; cut, it has 6 - n rows."""

    shape: tuple[Shape, ...] = table(
        PLAIN,
        width=6,
        unit="1, 1/m",
        text="for each modal coordinate, a length, the shift x, y, z and the turn about x, y, z "
        "[1/m] of the frame by it",
    )
    second: tuple[Shape, ...] = table(
        PAIRS,
        width=6,
        unit="1/m, 1/m^2",
        text="for each pair of modal coordinates, 1 1, 1 2, ..., 2 2, ..., the shift x, y, z and "
        "the turn of the frame by their product, half of it for equal ones; none without it",
        required=False,
    )

    type_name: ClassVar[str] = "mode_shape"
    summary: ClassVar[str] = (
        "A frame of a flexible body that moves with its modal coordinates: shifts and turns are "
        "sums of the coordinates times the shapes, in the axes of the frame at rest."
    )
    weight: ClassVar[float] = 0.5
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("mode_1", "m"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("mode_1_rate", "m/s"),)
    row_names: ClassVar[tuple[str, ...]] = tuple(f"row_{k + 1}" for k in range(5))
    axes: ClassVar[tuple[str, ...]] = ()
    mark: ClassVar[Mark] = Mark(size=4.0)

    def __post_init__(self) -> None:
        # a type for each number of modes; the class itself stands for one
        names = [f"mode_{k + 1}" for k in range(len(self.shape))]
        rows = tuple(f"row_{k + 1}" for k in range(self.n_rows))
        for attribute, found in (
            ("coordinates", tuple(Coordinate(name, "m") for name in names)),
            ("velocities", tuple(Coordinate(f"{name}_rate", "m/s") for name in names)),
            ("row_names", rows),
        ):
            object.__setattr__(self, attribute, found)

    @classmethod
    def of_record(cls, record: Any) -> JointType:
        """Return a type with the coordinates that a record of a model file gives it."""
        rows = record.get("shape")
        return cls(PLAIN * len(rows)) if isinstance(rows, list) and rows else cls()

    @property
    def n_rows(self) -> int:
        """Number of constraint equations of a cut joint; coordinates in excess have none."""
        return 6 - rank(self.shape)

    @classmethod
    def table_faults(cls, rows: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        n, given = len(rows["shape"]), len(rows["second"])
        if given in (0, n * (n + 1) // 2):
            return ()
        rule = f"has {given} rows, not {n * (n + 1) // 2} for the pairs of {n} modal coordinates"
        return (("second", rule),)

    @property
    def turns(self) -> bool:
        """Whether any mode turns the frame."""
        return any(any(column[3:]) for column in (*self.shape, *self.second))

    def _shapes(self, q: Array, part: float = 1.0) -> Array:
        """Return S + part C(q), 6 x n."""
        S = _matrix(self.shape)
        if not self.second:
            return S
        return np.array(
            [
                [
                    sum((part * c * q[j] for j, c in entries), S[k, i])
                    for i, entries in enumerate(row)
                ]
                for k, row in enumerate(_second_terms(self.second, self.nv))
            ]
        )

    def _displacement(self, q: Array) -> Array:
        """Return shift and rotation vector, (p, phi)."""
        return matrix_product(self._shapes(q, 0.5), q)

    def pose(self, q: Array) -> Transform:
        z = self._displacement(q)
        position = z[:3]
        if not self.turns:
            return Transform(Rotation(np.eye(3)), position)
        phi = z[3:]
        R = vector_rotation(phi, stumpff(dot(phi, phi)))
        return Transform(Rotation(R), position)

    def subspace(self, q: Array) -> Array:
        S = self._shapes(q)
        if not self.turns:
            return S
        phi = self._displacement(q)[3:]
        R, J_r = _turn_matrices(phi)
        return np.concatenate([matrix_product(R.T, S[:3]), matrix_product(J_r, S[3:])])

    def subspace_rate(self, q: Array, v: Array) -> Array:
        if not self.turns and not self.second:
            return np.zeros((6, self.nv))
        return rate_of(self.subspace, q, v)

    def effort_directions(self, q: Array) -> Array:
        # T = (R^T P_1, J_r^-T P_2) of P^T = S^+ at rest: S^T T = (A^T P_1 + B^T P_2) = 1
        P = _inverse(self.shape).T
        if self.second:
            P = matrix_product(P, self._series(q).T)
        if not self.turns:
            return P
        phi = self._displacement(q)[3:]
        R, _ = _turn_matrices(phi)
        back = turn_rate_matrix(phi)
        return np.concatenate([matrix_product(R.T, P[:3]), matrix_product(back.T, P[3:])])

    def mirror_image(self) -> ModeShape:
        return ModeShape(_mirror_rows(self.shape), _mirror_rows(self.second))

    def _series(self, q: Array) -> Array:
        """Return (1 + P C(q))^-1, n x n, with P = S^+, as (1 + E)(1 + E^2)... of E = -P C(q)."""
        E = -matrix_product(_inverse(self.shape), self._shapes(q) - _matrix(self.shape))
        found = np.eye(self.nv) + E
        for _ in range(ROUNDS - 1):
            E = matrix_product(E, E)
            found = found + matrix_product(found, E)
        return found

    def residual(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        z = np.concatenate([X_FM.position, phi])
        if self.second:
            q = self.coordinates_of(X_FM)
            z = z - 0.5 * matrix_product(self._shapes(q) - _matrix(self.shape), q)
        return matrix_product(_complement(self.shape), z)

    def residual_rows(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        N = _complement(self.shape)
        if self.second:  # less C(q) of the rates (P (S + C(q)))^-1 P of the coordinates
            q = self.coordinates_of(X_FM)
            added = matrix_product(N, self._shapes(q) - _matrix(self.shape))
            N = N - matrix_product(matrix_product(added, self._series(q)), _inverse(self.shape))
        shift = matrix_product(N[:, :3], X_FM.matrix)
        return np.concatenate([shift, matrix_product(N[:, 3:], turn_rate_matrix(phi))], axis=1)

    def coordinates_of(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        first = matrix_product(_inverse(self.shape), np.concatenate([X_FM.position, phi]))
        q = first
        for _ in range(2**ROUNDS if self.second else 0):  # P z = q + P C(q) q/2
            added = matrix_product(self._shapes(q) - _matrix(self.shape), q)
            q = first - 0.5 * matrix_product(_inverse(self.shape), added)
        return q

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()


def _turn_matrices(phi: Array) -> tuple[Array, Array]:
    """Return R = exp(~phi) and J_r, by which w = J_r dphi/dt."""
    c = stumpff(dot(phi, phi))
    return vector_rotation(phi, c), right_jacobian(phi, c)


def _matrix(shape: tuple[Shape, ...]) -> Array:
    """Return the 6 x n matrix of the shapes: shifts A over turns B."""
    return np.array(shape, dtype=float).reshape(-1, 6).T


@cache
def _second_terms(
    second: tuple[Shape, ...], n: int
) -> tuple[tuple[tuple[tuple[int, float], ...], ...], ...]:
    """Return for each of 6 rows and n columns of C(q) the numbers j and c_ij that are not 0."""
    C = np.zeros((6, n, n))
    rows, columns = np.triu_indices(n)
    C[:, rows, columns] = C[:, columns, rows] = np.array(second).T
    return tuple(
        tuple(tuple((j, float(c)) for j, c in enumerate(line) if c) for line in part) for part in C
    )


def _mirror_rows(rows: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return shifts and turns as a mirror across y shows them."""
    signs = (1.0, -1.0, 1.0, -1.0, 1.0, -1.0)
    return tuple(
        tuple(s * x if x else 0.0 for s, x in zip(signs, row, strict=True)) for row in rows
    )


@cache
def rank(shape: tuple[Shape, ...]) -> int:
    """Return how many directions the frame can move in."""
    values = np.linalg.svd(_matrix(shape), compute_uv=False)
    return int(np.sum(values > RANK * max(float(np.max(values, initial=0.0)), 1e-300)))


@cache
def _inverse(shape: tuple[Shape, ...]) -> Array:
    """Return S^+, n x 6: coordinates of a shift and a turn."""
    found: Array = np.linalg.pinv(_matrix(shape), rcond=RANK)
    return found


@cache
def _complement(shape: tuple[Shape, ...]) -> Array:
    """Return rows N, (6 - rank) x 6, across all shapes: N S = 0."""
    U = np.linalg.svd(_matrix(shape), full_matrices=True)[0]
    found: Array = U[:, rank(shape) :].T
    return found

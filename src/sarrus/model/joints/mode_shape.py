"""Frames of flexible bodies whose deformation is a sum of shapes: modal bodies.

A shape says how frame M moves with a modal coordinate: columns a of shifts and b of turns, so that

    p = A q,   R = exp(~B q),   A = (a_1 ... a_n),   B = (b_1 ... b_n),

where q = 0 is the body at rest. Shifts are linear in q; the rotation vector is, so that R is a
rotation for any q. The velocity of M in its axes is v = R^T A dq/dt, w = J_r B dq/dt, with
J_r = 1 - c_2 ~phi + c_3 ~phi ~phi of phi = B q (see `sarrus.spatial.stumpff`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, table
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, dot, matrix_product, skew
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

    @property
    def turns(self) -> bool:
        """Whether any mode turns the frame."""
        return any(any(column[3:]) for column in self.shape)

    def _rotation_vector(self, q: Array) -> Array:
        return matrix_product(_matrix(self.shape)[3:], q)

    def pose(self, q: Array) -> Transform:
        position = matrix_product(_matrix(self.shape)[:3], q)
        if not self.turns:
            return Transform(Rotation(np.eye(3)), position)
        phi = self._rotation_vector(q)
        c0, c1, c2, _, _, _ = stumpff(dot(phi, phi))
        R = c0 * np.eye(3) + c1 * skew(phi) + c2 * np.multiply.outer(phi, phi)
        return Transform(Rotation(R), position)

    def subspace(self, q: Array) -> Array:
        S = _matrix(self.shape)
        if not self.turns:
            return S
        phi = self._rotation_vector(q)
        R, J_r = _turn_matrices(phi)
        return np.concatenate([matrix_product(R.T, S[:3]), matrix_product(J_r, S[3:])])

    def subspace_rate(self, q: Array, v: Array) -> Array:
        if not self.turns:
            return np.zeros((6, self.nv))
        return rate_of(self.subspace, q, v)

    def effort_directions(self, q: Array) -> Array:
        # T = (R^T P_1, J_r^-T P_2) of P^T = S^+ at rest: S^T T = (A^T P_1 + B^T P_2) = 1
        P = _inverse(self.shape).T
        if not self.turns:
            return P
        phi = self._rotation_vector(q)
        R, _ = _turn_matrices(phi)
        back = turn_rate_matrix(phi)
        return np.concatenate([matrix_product(R.T, P[:3]), matrix_product(back.T, P[3:])])

    def mirror_image(self) -> ModeShape:
        signs = (1.0, -1.0, 1.0, -1.0, 1.0, -1.0)
        return ModeShape(
            tuple(
                tuple(s * x if x else 0.0 for s, x in zip(signs, column, strict=True))
                for column in self.shape
            )
        )

    def residual(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        return matrix_product(_complement(self.shape), np.concatenate([X_FM.position, phi]))

    def residual_rows(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        N = _complement(self.shape)
        shift = matrix_product(N[:, :3], X_FM.matrix)
        return np.concatenate([shift, matrix_product(N[:, 3:], turn_rate_matrix(phi))], axis=1)

    def coordinates_of(self, X_FM: Transform) -> Array:
        phi = rotation_vector_below_half_turn(X_FM.matrix)
        return matrix_product(_inverse(self.shape), np.concatenate([X_FM.position, phi]))

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

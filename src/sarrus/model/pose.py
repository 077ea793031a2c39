"""Numbers as they are stored in a model: nested tuples, so that models compare by content."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.spatial import Transform

Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]

IDENTITY: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Pose:
    """The pose X_AB of frame B in A: position [m] and rotation matrix R_AB."""

    position: Vector3 = (0.0, 0.0, 0.0)
    rotation: Matrix3 = IDENTITY

    @property
    def transform(self) -> Transform:
        """Return the pose as a `Transform` of arrays."""
        return Transform.of(np.array(self.rotation), np.array(self.position))

    @staticmethod
    def of(transform: Transform) -> Pose:
        """Return the stored form of a numeric transform."""
        return Pose(vector3(transform.position), matrix3(transform.matrix))


def vector3(values: Iterable[Any]) -> Vector3:
    """Return three floats as a tuple."""
    x, y, z = map(float, values)
    return x, y, z


def matrix3(rows: Iterable[Iterable[Any]]) -> Matrix3:
    """Return a 3x3 matrix as a tuple of rows."""
    a, b, c = map(vector3, rows)
    return a, b, c

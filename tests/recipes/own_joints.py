"""Two joint types of a user, as a package of their own would have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.model.joints import Coordinate, JointType, Part, parameter, register
from sarrus.spatial import AxisRotation, Rotation, Transform
from sarrus.spatial.arrays import Array, join, matrix, vector


@register
@dataclass(frozen=True)
class Trammel(JointType):
    """An elliptic trammel: turning by the angle, M runs along an ellipse of F's xy plane."""

    semi_x: float = parameter(0.3, unit="m", text="semi-axis of the ellipse along x", above=0.0)
    semi_y: float = parameter(0.2, unit="m", text="semi-axis of the ellipse along y", above=0.0)

    type_name: ClassVar[str] = "trammel"
    weight: ClassVar[float] = 1.7
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("angle", "rad"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("rate", "rad/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z", "tilt_y", "tilt_x")

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("box", (14.0, 1.0, 1.0), "parent", material="steel"),
            Part("box", (1.0, 14.0, 1.0), "parent", material="steel"),
            Part("cylinder", (0.7, 3.6)),
        )

    def pose(self, q: Array) -> Transform:
        a, b = self.semi_x, self.semi_y
        at = vector(a * (np.cos(q[0]) - 1.0), b * np.sin(q[0]), 0.0)
        return Transform(AxisRotation.about(2, q[0]), at)

    def subspace(self, q: Array) -> Array:
        # R^T dp/dq with dp/dq = (-a s, b c, 0)
        a, b, c, s = self.semi_x, self.semi_y, np.cos(q[0]), np.sin(q[0])
        return matrix(((b - a) * s * c, a * s * s + b * c * c, 0.0, 0.0, 0.0, 1.0)).T

    def subspace_rate(self, q: Array, v: Array) -> Array:
        k, c, s = (self.semi_y - self.semi_x) * v[0], np.cos(q[0]), np.sin(q[0])
        return matrix((k * (c * c - s * s), -2.0 * k * s * c, 0.0, 0.0, 0.0, 0.0)).T

    def residual(self, X_FM: Transform) -> Array:
        r, p = X_FM.matrix, X_FM.position
        shift = (p[0] - self.semi_x * (r[0, 0] - 1.0), p[1] - self.semi_y * r[1, 0], p[2])
        return join(vector(*shift), r[0:2, 2])

    def residual_rows(self, X_FM: Transform) -> Array:
        # dp/dt = R v, d(r_i0)/dt = r_i1 w_z - r_i2 w_y, d(r_i2)/dt = r_i0 w_y - r_i1 w_x
        r, a, b = X_FM.matrix, self.semi_x, self.semi_y
        return matrix(
            (r[0, 0], r[0, 1], r[0, 2], 0.0, a * r[0, 2], -a * r[0, 1]),
            (r[1, 0], r[1, 1], r[1, 2], 0.0, b * r[1, 2], -b * r[1, 1]),
            (r[2, 0], r[2, 1], r[2, 2], 0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0, -r[0, 1], r[0, 0], 0.0),
            (0.0, 0.0, 0.0, -r[1, 1], r[1, 0], 0.0),
        )

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        return np.array([np.arctan2(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1])])


@register
@dataclass(frozen=True)
class CurvedSlot(JointType):
    """A block that runs in a slot y = k x^2 / 2 of F and turns with its tangent."""

    bend: float = parameter(0.0, unit="1/m", text="curvature k of the slot at x = 0")

    type_name: ClassVar[str] = "curved_slot"
    weight: ClassVar[float] = 1.2
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("displacement", "m"),)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("speed", "m/s"),)
    row_names: ClassVar[tuple[str, ...]] = ("y", "z", "tilt_y", "tilt_x", "tangent")

    def pose(self, q: Array) -> Transform:
        x, k = q[0], self.bend
        c = 1.0 / np.sqrt(1.0 + (k * x) ** 2)
        s = k * x * c
        R = matrix((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))
        return Transform(Rotation(R), vector(x, 0.5 * k * x * x, 0.0))

    def subspace(self, q: Array) -> Array:
        w = 1.0 + (self.bend * q[0]) ** 2
        return matrix((np.sqrt(w), 0.0, 0.0, 0.0, 0.0, self.bend / w)).T

    def subspace_rate(self, q: Array, v: Array) -> Array:
        k, x, xdot = self.bend, q[0], v[0]
        w = 1.0 + (k * x) ** 2
        turn = -2.0 * k**3 * x * xdot / (w * w)
        return matrix((k * k * x * xdot / np.sqrt(w), 0.0, 0.0, 0.0, 0.0, turn)).T

    def residual(self, X_FM: Transform) -> Array:
        r, p, k = X_FM.matrix, X_FM.position, self.bend
        along = vector(r[1, 0] - k * p[0] * r[0, 0])
        return join(vector(p[1] - 0.5 * k * p[0] * p[0], p[2]), r[0:2, 2], along)

    def residual_rows(self, X_FM: Transform) -> Array:
        r, x, k = X_FM.matrix, X_FM.position[0], self.bend
        e = k * r[0, 0]
        return matrix(
            (*[r[1, i] - k * x * r[0, i] for i in range(3)], 0.0, 0.0, 0.0),
            (r[2, 0], r[2, 1], r[2, 2], 0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0, -r[0, 1], r[0, 0], 0.0),
            (0.0, 0.0, 0.0, -r[1, 1], r[1, 0], 0.0),
            (*[-e * r[0, i] for i in range(3)], 0.0,
             -r[1, 2] + k * x * r[0, 2], r[1, 1] - k * x * r[0, 1]),
        )  # fmt: skip

    def coordinates_of(self, X_FM: Transform) -> Array:
        return np.array([X_FM.position[0]])

"""Directions of two bodies that stay parallel, perpendicular or at an angle; their points are free.

All have the three shifts of M in the axes of F as their first coordinates, then turns.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Placement,
    axis_gap,
    axis_gap_rows,
    parameter,
)
from sarrus.model.joints.universal import Universal
from sarrus.spatial import AxisRotation, Rotation, Transform
from sarrus.spatial.arrays import Array, angle_of, columns, cross, join, matrix, vector
from sarrus.spatial.rotation import orientation_gap, orientation_gap_rows, rotation_about

SHIFTS = tuple(Coordinate(axis, "m") for axis in "xyz")
SPEEDS = tuple(Coordinate(f"v{axis}", "m/s") for axis in "xyz")
ARROWS = (Part("cylinder", (0.25, 9.0), "parent"), Part("cylinder", (0.4, 5.0), "child"))
Z = np.array([0.0, 0.0, 1.0])


class HeldDirections(JointType):
    """A joint type whose turns have rules and whose shifts have none."""

    placement: ClassVar[Placement] = "world frame"
    mark: ClassVar[Mark] = Mark("square", size=4.0)

    @abstractmethod
    def turn(self, angles: Array) -> Rotation:
        """Return R_FM of the coordinates after the shifts."""

    @abstractmethod
    def turn_axes(self, angles: Array) -> tuple[Array, ...]:
        """Return the directions, in M's axes, about which each of these coordinates turns."""

    def turn_axis_rates(self, angles: Array, rates: Array) -> tuple[Array, ...]:
        """Return how fast these directions change in M's axes."""
        return tuple(np.zeros(3) for _ in range(self.nv - 3))

    def pose(self, q: Array) -> Transform:
        return Transform(self.turn(q[3:]), q[0:3])

    def subspace(self, q: Array) -> Array:
        R = self.turn(q[3:])
        shifts = [join(R.back(e), np.zeros(3)) for e in np.eye(3)]
        return columns(*shifts, *(join(np.zeros(3), a) for a in self.turn_axes(q[3:])))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        R, axes = self.turn(q[3:]), self.turn_axes(q[3:])
        omega = sum((v[3 + k] * a for k, a in enumerate(axes)), np.zeros(3))
        shifts = [join(-cross(omega, R.back(e)), np.zeros(3)) for e in np.eye(3)]
        rates = self.turn_axis_rates(q[3:], v[3:])
        return columns(*shifts, *(join(np.zeros(3), a) for a in rates))

    @property
    def complement(self) -> Array:
        return np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])


@dataclass(frozen=True)
class Orientation(HeldDirections):
    """All axes of F and M stay parallel: three shifts; cut, it has 3 rows."""

    type_name: ClassVar[str] = "orientation"
    summary: ClassVar[str] = (
        "An orientation that stays as drawn: the child shifts [m] in x, y and z without a turn."
    )
    weight: ClassVar[float] = 3.2
    coordinates: ClassVar[tuple[Coordinate, ...]] = SHIFTS
    velocities: ClassVar[tuple[Coordinate, ...]] = SPEEDS
    row_names: ClassVar[tuple[str, ...]] = ("tilt_x", "tilt_y", "tilt_z")
    axes: ClassVar[tuple[str, ...]] = ()

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("box", (1.3, 1.3, 1.3)),)

    def turn(self, angles: Array) -> Rotation:
        return Rotation.identity()

    def turn_axes(self, angles: Array) -> tuple[Array, ...]:
        return ()

    def residual(self, X_FM: Transform) -> Array:
        return orientation_gap(X_FM.matrix)

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([np.zeros((3, 3)), orientation_gap_rows(X_FM.matrix)], axis=1)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return X_FM.position


@dataclass(frozen=True)
class Parallel(HeldDirections):
    """The z axes of F and M stay parallel: three shifts and a turn; cut, it has 2 rows."""

    type_name: ClassVar[str] = "parallel"
    summary: ClassVar[str] = (
        "Directions of both bodies, `axis` in the drawing, that stay parallel; points are free."
    )
    weight: ClassVar[float] = 4.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (*SHIFTS, Coordinate("angle", "rad"))
    velocities: ClassVar[tuple[Coordinate, ...]] = (*SPEEDS, Coordinate("rate", "rad/s"))
    row_names: ClassVar[tuple[str, ...]] = ("tilt_y", "tilt_x")

    @property
    def complement(self) -> Array:
        return np.array([0.0, 0.0, 0.0, 1.0, 1.0, 0.0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ARROWS

    def turn(self, angles: Array) -> Rotation:
        return AxisRotation.about(2, angles[0])

    def turn_axes(self, angles: Array) -> tuple[Array, ...]:
        return (Z,)

    def residual(self, X_FM: Transform) -> Array:
        return axis_gap(X_FM)

    def residual_rows(self, X_FM: Transform) -> Array:
        return axis_gap_rows(X_FM)

    def coordinates_of(self, X_FM: Transform) -> Array:
        r = X_FM.matrix
        return join(X_FM.position, vector(angle_of(r[1, 0] - r[0, 1], r[0, 0] + r[1, 1])))


CARDAN = Universal()


@dataclass(frozen=True)
class Perpendicular(HeldDirections):
    """x of F and y of M stay perpendicular: three shifts, two turns; cut, it has 1 row."""

    type_name: ClassVar[str] = "perpendicular"
    summary: ClassVar[str] = (
        "`axis`, fixed in the parent, and `axis2`, fixed in the child, that stay perpendicular; "
        "points are free."
    )
    weight: ClassVar[float] = 5.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (*SHIFTS, *Universal.coordinates)
    velocities: ClassVar[tuple[Coordinate, ...]] = (*SPEEDS, *Universal.velocities)
    row_names: ClassVar[tuple[str, ...]] = ("twist",)
    axes: ClassVar[tuple[str, ...]] = ("axis", "axis2")

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (
            Part("cylinder", (0.3, 7.0), "parent", along="x"),
            Part("cylinder", (0.3, 7.0), "child", along="y"),
        )

    def turn(self, angles: Array) -> Rotation:
        return CARDAN.pose(angles).rotation

    def turn_axes(self, angles: Array) -> tuple[Array, ...]:
        S = CARDAN.subspace(angles)
        return S[3:6, 0], S[3:6, 1]

    def turn_axis_rates(self, angles: Array, rates: Array) -> tuple[Array, ...]:
        S_rate = CARDAN.subspace_rate(angles, rates)
        return S_rate[3:6, 0], S_rate[3:6, 1]

    def residual(self, X_FM: Transform) -> Array:
        return CARDAN.residual(X_FM)[3:4]

    def residual_rows(self, X_FM: Transform) -> Array:
        return CARDAN.residual_rows(X_FM)[3:4]

    def coordinates_of(self, X_FM: Transform) -> Array:
        return join(X_FM.position, CARDAN.coordinates_of(X_FM))


@dataclass(frozen=True)
class Angle(HeldDirections):
    """z of F and a direction u of M keep their angle: three shifts, two turns; cut, it has 1 row.

    u = (sin angle, 0, cos angle) in M, so that F and M coincide in the drawing; the turns are about
    z of F, then about u: R_FM = R_z(angle_1) R_u(angle_2).
    """

    angle: float = parameter(
        0.5 * np.pi,
        unit="rad",
        text="the angle between the two directions; that of the drawing if it is not given",
        above=0.0,
        below=np.pi,
    )

    type_name: ClassVar[str] = "angle"
    summary: ClassVar[str] = (
        "`axis`, fixed in the parent, and `axis2`, fixed in the child, that keep the angle between "
        "them; points are free."
    )
    weight: ClassVar[float] = 5.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (*SHIFTS, *Universal.coordinates)
    velocities: ClassVar[tuple[Coordinate, ...]] = (*SPEEDS, *Universal.velocities)
    row_names: ClassVar[tuple[str, ...]] = ("angle",)
    axes: ClassVar[tuple[str, ...]] = ("axis", "axis2")
    axes_enclose: ClassVar[str] = "angle"

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ARROWS

    @property
    def _u(self) -> Array:
        return vector(np.sin(self.angle), 0.0, np.cos(self.angle))

    def turn(self, angles: Array) -> Rotation:
        about_u = Rotation(rotation_about(self._u, angles[1]))
        return AxisRotation.about(2, angles[0]) @ about_u

    def turn_axes(self, angles: Array) -> tuple[Array, ...]:
        return rotation_about(self._u, -angles[1]) @ Z, self._u

    def turn_axis_rates(self, angles: Array, rates: Array) -> tuple[Array, ...]:
        return -rates[1] * cross(self._u, self.turn_axes(angles)[0]), np.zeros(3)

    def effort_directions(self, q: Array) -> Array:
        # moments about the two axes that do no work on the other turn
        z, u = self.turn_axes(q[3:])
        c, s = np.cos(self.angle), np.sin(self.angle)
        first, second = (z - c * u) / (s * s), (u - c * z) / (s * s)
        moments = columns(*(join(np.zeros(3), m) for m in (first, second)))
        return np.concatenate([self.subspace(q)[:, 0:3], moments], axis=1)

    def residual(self, X_FM: Transform) -> Array:
        gap = X_FM.matrix[2] @ self._u - np.cos(self.angle)
        return vector(gap / np.sin(self.angle))

    def residual_rows(self, X_FM: Transform) -> Array:
        # d(z_F . R u)/dt = z_F . R (w x u) = w . (u x R^T z_F)
        turn = cross(self._u, X_FM.matrix[2]) / np.sin(self.angle)
        return matrix((0.0, 0.0, 0.0, turn[0], turn[1], turn[2]))

    def coordinates_of(self, X_FM: Transform) -> Array:
        # the azimuth of u about z, then what is left of the turn, of x1 and y, across u
        r, x1 = X_FM.matrix, vector(np.cos(self.angle), 0.0, -np.sin(self.angle))
        u = r @ self._u
        first = AxisRotation.about(2, angle_of(u[1], u[0]))
        x, y = first.back(r @ x1), first.back(r[:, 1])
        second = angle_of(x[1] - y @ x1, y[1] + x @ x1)
        return join(X_FM.position, vector(angle_of(u[1], u[0]), second))

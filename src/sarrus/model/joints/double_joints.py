"""Two joints with a link without mass between them, as one joint.

The parent has an axis; a link turns about it (and slides along it, of a cylindrical joint) and
holds, at the distance `length`, the child: by a second axis or by a ball. F and M coincide in the
drawing, at the second axis or at the ball; z is the first axis, x points from it to M. The second
axis is u = R_x(twist) z. With the angle a of the link, the point of the child is at

    p = length (cos a - 1, sin a, 0).

Cut, the link is eliminated: the point B = p + (length, 0, 0) is on a circle or a cylinder about z,
and says how the link stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.guided_point import MovedBall
from sarrus.model.joints.joint_type import (
    Coordinate,
    JointType,
    Placement,
    axis_gap,
    axis_gap_rows,
    parameter,
    position_rows,
)
from sarrus.model.joints.spherical import OMEGA, QUATERNION
from sarrus.spatial import AxisRotation, Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, angle_of, columns, cross, join, matrix, vector
from sarrus.spatial.rotation import rotation_about

X, Y, Z = np.eye(3)
SHIFT, SPEED = Coordinate("displacement", "m"), Coordinate("speed", "m/s")


def _length() -> float:
    """Return the field of the distance of the two axes, or of ball and axis."""
    field: float = parameter(
        1.0,
        unit="m",
        text="length of the link, across the axis; that of the drawing if it is not given",
        above=0.0,
    )
    return field


def _twist() -> float:
    """Return the field of the angle between the two axes."""
    field: float = parameter(
        0.0,
        unit="rad",
        text="turn from the first axis to the second about the link; that of the drawing if it is "
        "not given",
    )
    return field


class _Linked(JointType):
    """What all of them have: the link of a length, and where it holds the child."""

    length: float
    placement: ClassVar[Placement] = "two axes"
    mark: ClassVar[Mark] = Mark(size=5.4, inner="circle")

    def _point(self, angle: Scalar) -> Array:
        """Return p, where the link holds the child."""
        return self.length * vector(np.cos(angle) - 1.0, np.sin(angle), 0.0)

    def _ahead(self, angle: Scalar) -> Array:
        """Return y of the link, in which its end moves."""
        return vector(-np.sin(angle), np.cos(angle), 0.0)

    def _end(self, X_FM: Transform) -> Array:
        """Return B, the end of the link from its axis."""
        return X_FM.position + self.length * X

    def _radius_gap(self, X_FM: Transform) -> Scalar:
        """Return by how much the end is off the circle or cylinder, for small gaps in metres."""
        B = self._end(X_FM)
        return (B[0] * B[0] + B[1] * B[1] - self.length * self.length) / (2.0 * self.length)

    def _radius_row(self, X_FM: Transform) -> Array:
        B = self._end(X_FM)
        out = X_FM.rotation.back(vector(B[0], B[1], 0.0)) / self.length
        return matrix((out[0], out[1], out[2], 0.0, 0.0, 0.0))

    def _link_angle(self, X_FM: Transform) -> Scalar:
        B = self._end(X_FM)
        return angle_of(B[1], B[0])

    @property
    def glyph(self) -> tuple[Part, ...]:
        return (Part("ball", (1.3,)),)


# --- a ball at the end of the link ----------------------------------------------------------------


class _BallEnd(_Linked, MovedBall):
    """A ball that the link carries: the child turns freely about it."""

    def center(self, x: Array) -> Array:
        return self._point(x[0])

    def ways(self, x: Array) -> tuple[Array, ...]:
        return (self.length * self._ahead(x[0]),)

    def way_rates(self, x: Array, v: Array) -> tuple[Array, ...]:
        return (-self.length * v[0] * vector(np.cos(x[0]), np.sin(x[0]), 0.0),)

    def center_coordinates(self, p: Array) -> Array:
        return vector(angle_of(p[1], p[0] + self.length))


@dataclass(frozen=True)
class RevoluteSpherical(_BallEnd):
    """A ball on a link that turns about z: an angle and a free turn; cut, it has 2 rows."""

    length: float = _length()

    type_name: ClassVar[str] = "revolute_spherical"
    summary: ClassVar[str] = (
        "A link without mass: hinged to the parent about `axis` through `at`, with a ball at `at2` "
        "of the child."
    )
    weight: ClassVar[float] = 6.15
    coordinates: ClassVar[tuple[Coordinate, ...]] = (Coordinate("angle", "rad"), *QUATERNION)
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("rate", "rad/s"), *OMEGA)
    row_names: ClassVar[tuple[str, ...]] = ("z", "length")

    def residual(self, X_FM: Transform) -> Array:
        return vector(X_FM.position[2], self._radius_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.concatenate([position_rows(X_FM, 2), self._radius_row(X_FM)])


@dataclass(frozen=True)
class CylindricalSpherical(_BallEnd):
    """A ball at a distance from z: an angle, a shift and a free turn; cut, it has 1 row."""

    length: float = _length()

    type_name: ClassVar[str] = "cylindrical_spherical"
    summary: ClassVar[str] = (
        "A link without mass: it turns about and slides along `axis` through `at` of the parent, "
        "with a ball at `at2` of the child."
    )
    weight: ClassVar[float] = 6.25
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("angle", "rad"),
        SHIFT,
        *QUATERNION,
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (Coordinate("rate", "rad/s"), SPEED, *OMEGA)
    row_names: ClassVar[tuple[str, ...]] = ("length",)

    def center(self, x: Array) -> Array:
        return self._point(x[0]) + x[1] * Z

    def ways(self, x: Array) -> tuple[Array, ...]:
        return (*super().ways(x), Z)

    def way_rates(self, x: Array, v: Array) -> tuple[Array, ...]:
        return (*super().way_rates(x, v), np.zeros(3))

    def center_coordinates(self, p: Array) -> Array:
        return join(super().center_coordinates(p), p[2:3])

    def residual(self, X_FM: Transform) -> Array:
        return vector(self._radius_gap(X_FM))

    def residual_rows(self, X_FM: Transform) -> Array:
        return self._radius_row(X_FM)


# --- a second axis at the end of the link ---------------------------------------------------------


class _AxisEnd(_Linked):
    """A second axis u of the child that the link carries."""

    twist: float
    axes: ClassVar[tuple[str, ...]] = ("axis", "axis2")

    def mirror_image(self) -> JointType:
        return replace(self, twist=0.0 - self.twist)  # type: ignore[type-var]

    @property
    def _u(self) -> Array:
        return vector(0.0, -np.sin(self.twist), np.cos(self.twist))

    @property
    def _is_parallel(self) -> bool:
        return self.twist == 0.0

    def _turn(self, first: Scalar, second: Scalar) -> Rotation:
        return AxisRotation.about(2, first) @ Rotation(rotation_about(self._u, second))

    def _direction_in_link(self, second: Scalar, direction: Array) -> Array:
        """Return a direction of the link in M's axes."""
        return rotation_about(self._u, -second) @ direction

    def _second(self, X_FM: Transform, first: Scalar) -> Scalar:
        """Return the angle about u of a pose, given that of the link.

        x is across u, and so is w = u x x: the turn shows in their images.
        """
        r, w = X_FM.matrix, cross(self._u, X)
        link = AxisRotation.about(2, first)
        x, w_image = link.back(r[:, 0]), link.back(r @ w)
        return angle_of(x @ w - w_image[0], x[0] + w_image @ w)


@dataclass(frozen=True)
class RevoluteRevolute(_AxisEnd):
    """A link with a hinge at each end: two angles; cut, it has 4 rows."""

    length: float = _length()
    twist: float = _twist()

    type_name: ClassVar[str] = "revolute_revolute"
    summary: ClassVar[str] = (
        "A link without mass: hinged to the parent about `axis` through `at`, and to the child "
        "about `axis2` (or one parallel to `axis`) through `at2`."
    )
    weight: ClassVar[float] = 2.3
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("angle_1", "rad"),
        Coordinate("angle_2", "rad"),
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("rate_1", "rad/s"),
        Coordinate("rate_2", "rad/s"),
    )
    row_names: ClassVar[tuple[str, ...]] = ("z", "length", "tilt_x", "tilt_y")

    def pose(self, q: Array) -> Transform:
        return Transform(self._turn(q[0], q[1]), self._point(q[0]))

    def subspace(self, q: Array) -> Array:
        y, z = (self._direction_in_link(q[1], d) for d in (Y, Z))
        return columns(join(self.length * y, z), join(np.zeros(3), self._u))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        y, z = (-v[1] * cross(self._u, self._direction_in_link(q[1], d)) for d in (Y, Z))
        return columns(join(self.length * y, z), np.zeros(6))

    def effort_directions(self, q: Array) -> Array:
        # a push across the link turns it and not the child; a moment about u, with a push that
        # holds the link, turns the child alone
        push = self._direction_in_link(q[1], Y) / self.length
        second = join(-np.cos(self.twist) * push, self._u)
        return columns(join(push, np.zeros(3)), second)

    def residual(self, X_FM: Transform) -> Array:
        # the axes of the link follow from B: x_L = B / length, y_L = z x x_L; u of the child is
        # across x_L, and across (0, cos twist, sin twist) of the link
        B, u = self._end(X_FM), X_FM.matrix @ self._u
        c, s = np.cos(self.twist), np.sin(self.twist)
        x, y = u[0] * B[0] + u[1] * B[1], u[1] * B[0] - u[0] * B[1]
        tilts = vector(x / self.length, c * y / self.length + s * u[2])
        return join(vector(X_FM.position[2], self._radius_gap(X_FM)), tilts)

    def residual_rows(self, X_FM: Transform) -> Array:
        B, R = self._end(X_FM), X_FM.rotation
        u = X_FM.matrix @ self._u
        c, s = np.cos(self.twist), np.sin(self.twist)
        rows = []
        # each tilt is u . g(B): dB/dt = R v, du/dt = R (w x u)
        for g, by_B in (
            (vector(B[0], B[1], 0.0) / self.length, vector(u[0], u[1], 0.0) / self.length),
            (
                vector(-c * B[1], c * B[0], s * self.length) / self.length,
                c * vector(u[1], -u[0], 0.0) / self.length,
            ),
        ):
            linear, angular = R.back(by_B), cross(self._u, R.back(g))
            rows.append((*linear, *angular))
        return np.concatenate([position_rows(X_FM, 2), self._radius_row(X_FM), matrix(*rows)])

    def coordinates_of(self, X_FM: Transform) -> Array:
        first = self._link_angle(X_FM)
        return vector(first, self._second(X_FM, first))


@dataclass(frozen=True)
class RevoluteCylindrical(_AxisEnd):
    """A link with a hinge and a sliding hinge: two angles and a shift; cut, it has 3 rows."""

    length: float = _length()
    twist: float = _twist()

    type_name: ClassVar[str] = "revolute_cylindrical"
    summary: ClassVar[str] = (
        "A link without mass: hinged to the parent about `axis` through `at`; the child turns "
        "about and slides along `axis2` (or one parallel to `axis`) through `at2`."
    )
    weight: ClassVar[float] = 3.2
    coordinates: ClassVar[tuple[Coordinate, ...]] = (*RevoluteRevolute.coordinates, SHIFT)
    velocities: ClassVar[tuple[Coordinate, ...]] = (*RevoluteRevolute.velocities, SPEED)

    @property
    def row_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("length", "tilt_y", "tilt_x") if self._is_parallel else ("z", "length", "tilt")

    def pose(self, q: Array) -> Transform:
        slide = AxisRotation.about(2, q[0]).apply(q[2] * self._u)
        return Transform(self._turn(q[0], q[1]), self._point(q[0]) + slide)

    def _swing(self, q: Array) -> Array:
        """Return the velocity of M with the turn of the link, in axes of the link."""
        return self.length * Y + q[2] * np.sin(self.twist) * X

    def subspace(self, q: Array) -> Array:
        swing, z = (self._direction_in_link(q[1], d) for d in (self._swing(q), Z))
        return columns(join(swing, z), join(np.zeros(3), self._u), join(self._u, np.zeros(3)))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        swing, z = (
            -v[1] * cross(self._u, self._direction_in_link(q[1], d)) for d in (self._swing(q), Z)
        )
        swing = swing + self._direction_in_link(q[1], v[2] * np.sin(self.twist) * X)
        return columns(join(swing, z), np.zeros(6), np.zeros(6))

    def effort_directions(self, q: Array) -> Array:
        u, none = self._u, np.zeros(3)
        y, z = (self._direction_in_link(q[1], d) for d in (Y, Z))
        if self._is_parallel:
            push = y / self.length
            return columns(join(push, none), join(-push, u), join(u, none))
        c, s = np.cos(self.twist), np.sin(self.twist)
        about = (z - c * u) / (s * s)  # a moment that turns the link and nothing else
        # a pull along u turns the link, which lies across it: a moment takes that away
        return columns(
            join(none, about), join(none, (u - c * z) / (s * s)), join(u, self.length * s * about)
        )

    def residual(self, X_FM: Transform) -> Array:
        if self._is_parallel:
            return join(vector(self._radius_gap(X_FM)), axis_gap(X_FM))
        B, u = self._end(X_FM), X_FM.matrix @ self._u
        s = np.sin(self.twist)
        # the point of the second axis that is nearest to the first: its height, and its distance
        height = B[2] - u[2] * (B[0] * u[0] + B[1] * u[1]) / (s * s)
        across = (u[0] * B[1] - u[1] * B[0]) / s
        return vector(height, across - self.length, (u[2] - np.cos(self.twist)) / s)

    def residual_rows(self, X_FM: Transform) -> Array:
        if self._is_parallel:
            return np.concatenate([self._radius_row(X_FM), axis_gap_rows(X_FM)])
        B, R = self._end(X_FM), X_FM.rotation
        u, s = X_FM.matrix @ self._u, np.sin(self.twist)
        beside = (B[0] * u[0] + B[1] * u[1]) / (s * s)
        lean = u[2] / (s * s)
        # gradients of each row by B and by u: dB/dt = R v, du/dt = R (w x u)
        gradients = (
            (vector(-lean * u[0], -lean * u[1], 1.0), vector(-lean * B[0], -lean * B[1], -beside)),
            (vector(-u[1], u[0], 0.0) / s, vector(B[1], -B[0], 0.0) / s),
            (np.zeros(3), Z / s),
        )
        return matrix(*[(*R.back(by_B), *cross(self._u, R.back(by_u))) for by_B, by_u in gradients])

    def coordinates_of(self, X_FM: Transform) -> Array:
        B, u = self._end(X_FM), X_FM.matrix @ self._u
        if self._is_parallel:
            first, along = self._link_angle(X_FM), B[2]
        else:
            s = np.sin(self.twist)
            first = angle_of(u[0] / s, -u[1] / s)
            along = (B[0] * u[0] + B[1] * u[1]) / (s * s)
        return vector(first, self._second(X_FM, first), along)

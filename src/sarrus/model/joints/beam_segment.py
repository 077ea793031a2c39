"""Segments of flexible beams: strains that are the same along the segment, as coordinates.

With the rotation vector phi of the whole segment and the vector s = (length, 0, 0) + (stretch and
shears) in the axes of its start, the frame at its end stands at

    R = exp ~phi,   p = J s,   J = 1 + c_2 ~phi + c_3 ~phi ~phi,

which is the exponential on SE(3) of strains that do not change along the segment, times its length
(c_k: see `sarrus.spatial.stumpff`). Where the segment is curved at rest, phi = rest + coordinates.
F and M are both the frame at the end, F where it is at rest: X_FM = X_rest^-1 X(coordinates).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.joint_type import Coordinate, JointType, parameter
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import (
    Array,
    cross,
    dot,
    join,
    matrix_product,
    skew,
    vector,
)
from sarrus.spatial.dual import rate_of
from sarrus.spatial.rotation_vector import (
    right_jacobian,
    rotation_vector_below_half_turn,
    turn_rate_matrix,
    vector_rotation,
)
from sarrus.spatial.stumpff import stumpff

TURNS = tuple(Coordinate(name, "rad") for name in ("twist", "bend_y", "bend_z"))
TURN_RATES = tuple(Coordinate(f"{turn.name}_rate", "rad/s") for turn in TURNS)
SHIFTS = tuple(Coordinate(name, "m") for name in ("stretch", "shear_y", "shear_z"))
SHIFT_RATES = tuple(Coordinate(f"{shift.name}_rate", "m/s") for shift in SHIFTS)


@dataclass(frozen=True)
class Segment(JointType):
    """A piece of a beam along x of its frames, bent and twisted evenly."""

    length: float = parameter(
        1.0, unit="m", text="length at rest, along the beam", required=True, above=0.0
    )
    rest_twist: float = parameter(0.0, unit="rad", text="turn about x along it at rest")
    rest_bend_y: float = parameter(0.0, unit="rad", text="turn about y along it at rest")
    rest_bend_z: float = parameter(0.0, unit="rad", text="turn about z along it at rest")

    rest_shear_y: float = parameter(0.0, unit="m", text="shift of the end along y at rest")
    rest_shear_z: float = parameter(0.0, unit="m", text="shift of the end along z at rest")

    axes: ClassVar[tuple[str, ...]] = ()
    mark: ClassVar[Mark] = Mark(size=4.0)

    @abstractmethod
    def _turn(self, q: Array) -> Array:
        """Return the rotation vector phi along the segment."""

    @abstractmethod
    def _span(self, q: Array) -> Array:
        """Return the vector s: the strain along and across, times the length."""

    @property
    def rest_turn(self) -> Array:
        """The rotation vector along the segment at rest [rad]."""
        return vector(self.rest_twist, self.rest_bend_y, self.rest_bend_z)

    @property
    def rest(self) -> Transform:
        """The pose of the end at rest, seen from the start."""
        return end_pose(self.rest_turn, self.rest_span)

    @property
    def rest_span(self) -> Array:
        """The vector s at rest [m]."""
        return vector(self.length, self.rest_shear_y, self.rest_shear_z)

    @property
    def _mirrored(self) -> tuple[float, ...]:
        """The numbers of the mirror image along y."""
        turn = (-self.rest_twist, self.rest_bend_y, -self.rest_bend_z)
        return (self.length, *turn, -self.rest_shear_y, self.rest_shear_z)

    def pose(self, q: Array) -> Transform:
        return self.rest.inverse @ end_pose(self._turn(q), self._span(q))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        return rate_of(self.subspace, q, v)

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()


@dataclass(frozen=True)
class BeamSegment(Segment):
    """Twist and two bends, without stretch or shear; cut, it has 3 rows."""

    type_name: ClassVar[str] = "beam_segment"
    summary: ClassVar[str] = (
        "A segment of a flexible beam that ends at `at` and twists and bends evenly; `rotation` "
        "sets the axes of its end: x along the beam."
    )
    weight: ClassVar[float] = 2.9
    coordinates: ClassVar[tuple[Coordinate, ...]] = TURNS
    velocities: ClassVar[tuple[Coordinate, ...]] = TURN_RATES
    row_names: ClassVar[tuple[str, ...]] = ("x", "y", "z")

    def _turn(self, q: Array) -> Array:
        return self.rest_turn + q

    def _span(self, q: Array) -> Array:
        return self.rest_span

    def subspace(self, q: Array) -> Array:
        return np.concatenate(velocity_parts(self._turn(q), self._span(q)))

    def effort_directions(self, q: Array) -> Array:
        # moments alone: T^T = (0, J_r^-1)
        back = turn_rate_matrix(self._turn(q))
        return np.concatenate([np.zeros((3, 3)), back.T])

    def mirror_image(self) -> BeamSegment:
        return BeamSegment(*self._mirrored)

    def residual(self, X_FM: Transform) -> Array:
        # what the end is off the end of a segment with the same turn, in F's axes
        rest = self.rest
        X = rest @ X_FM
        phi = rotation_vector_below_half_turn(X.matrix)
        return rest.rotation.back(X.position - end_pose(phi, self._span(phi)).position)

    def residual_rows(self, X_FM: Transform) -> Array:
        rest = self.rest
        R = (rest @ X_FM).matrix
        phi = rotation_vector_below_half_turn(R)
        shift, _ = velocity_parts(phi, self._span(phi))
        to_F = X_FM.matrix
        turning = matrix_product(shift, turn_rate_matrix(phi))
        return np.concatenate([to_F, -matrix_product(to_F, turning)], axis=1)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return rotation_vector_below_half_turn((self.rest @ X_FM).matrix) - self.rest_turn


@dataclass(frozen=True)
class TimoshenkoSegment(Segment):
    """Stretch, two shears, twist and two bends; cut, it has no rows."""

    type_name: ClassVar[str] = "timoshenko_segment"
    summary: ClassVar[str] = (
        "A segment of a flexible beam that ends at `at` and stretches, shears, twists and bends "
        "evenly; `rotation` sets the axes of its end: x along the beam."
    )
    weight: ClassVar[float] = 5.9
    coordinates: ClassVar[tuple[Coordinate, ...]] = (*SHIFTS, *TURNS)
    velocities: ClassVar[tuple[Coordinate, ...]] = (*SHIFT_RATES, *TURN_RATES)
    row_names: ClassVar[tuple[str, ...]] = ()

    def _turn(self, q: Array) -> Array:
        return self.rest_turn + q[3:6]

    def _span(self, q: Array) -> Array:
        return self.rest_span + q[0:3]

    def subspace(self, q: Array) -> Array:
        shift, turn = velocity_parts(self._turn(q), self._span(q))
        left = np.concatenate([turn, np.zeros((3, 3))])
        return np.concatenate([left, np.concatenate([shift, turn])], axis=1)

    @property
    def complement(self) -> Array:
        return np.zeros(6)

    def effort_directions(self, q: Array) -> Array:
        # T = S^-T of the block triangular S
        phi = self._turn(q)
        shift, _ = velocity_parts(phi, self._span(q))
        back = turn_rate_matrix(phi)
        mixed = -matrix_product(matrix_product(back, shift), back)
        left = np.concatenate([back.T, mixed.T])
        return np.concatenate([left, np.concatenate([np.zeros((3, 3)), back.T])], axis=1)

    def mirror_image(self) -> TimoshenkoSegment:
        return TimoshenkoSegment(*self._mirrored)

    def residual(self, X_FM: Transform) -> Array:
        return np.zeros(0)

    def residual_rows(self, X_FM: Transform) -> Array:
        return np.zeros((0, 6))

    def coordinates_of(self, X_FM: Transform) -> Array:
        X = self.rest @ X_FM
        phi = rotation_vector_below_half_turn(X.matrix)
        # s = J^-1 p, and J at phi is J_r at -phi
        span = matrix_product(turn_rate_matrix(-phi), X.position)
        return join(span - self.rest_span, phi - self.rest_turn)


def end_pose(phi: Array, s: Array) -> Transform:
    """Return exp of (s, phi) on SE(3): where a segment ends, seen from its start."""
    c = stumpff(dot(phi, phi))
    turn = cross(phi, s)
    position = s + c[2] * turn + c[3] * cross(phi, turn)
    return Transform(Rotation(vector_rotation(phi, c)), position)


def velocity_parts(phi: Array, s: Array) -> tuple[Array, Array]:
    """Return the matrices of phi's rate in the velocity of the end, at the end in its axes.

    v = Q dphi/dt + J_r ds/dt, w = J_r dphi/dt. R Q is the derivative of
    p = s + c_2 phi x s + c_3 phi x (phi x s) by phi.
    """
    c = stumpff(dot(phi, phi))
    # twice the derivatives of c_2 and c_3 by phi . phi
    d2, d3 = 2.0 * c[4] - c[3], 3.0 * c[5] - c[4]
    J_r = right_jacobian(phi, c)
    first = cross(phi, s)
    second = cross(phi, first)
    along = d2 * first + d3 * second
    s_turn = skew(s)
    D = (
        np.multiply.outer(along, phi)
        - c[2] * s_turn
        - c[3] * (skew(first) + matrix_product(skew(phi), s_turn))
    )
    return matrix_product(vector_rotation(phi, c).T, D), J_r

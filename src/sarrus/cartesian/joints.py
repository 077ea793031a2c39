"""Every joint type in absolute coordinates: its conditions, freedoms and coordinates.

The types of the package have conditions of their own here, written as in the textbooks, so that
this solver checks the joint coordinates with other equations. Those of a type that it does not know
are derived from the values of its residual; the algorithms never ask for the type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from sarrus.cartesian.conditions import (
    Conditions,
    coincidence,
    distance,
    in_plane,
    parallel,
    perpendicular,
    same_orientation,
    thread,
)
from sarrus.cartesian.markers import JointMarkers, Marker
from sarrus.cartesian.moving import Moving, arctangent
from sarrus.cartesian.scalars import formula_values
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import JointType
from sarrus.spatial.arrays import Array, Scalar, vector

X, Y, Z = range(3)


class Freedom(Protocol):
    """A velocity coordinate of a joint."""

    def rate(self, joint: JointMarkers) -> Scalar:
        """Return the velocity coordinate."""

    def wrench(self, joint: JointMarkers, effort: Scalar) -> tuple[Array | None, Array | None]:
        """Return force at M's origin and moment on the child, in world axes, of an effort."""


@dataclass(frozen=True)
class AxisFreedom:
    """A turn about, or a shift along, an axis of F or M."""

    turn: bool
    axis: int
    on_child: bool = False

    def direction(self, joint: JointMarkers) -> Array:
        """Return the axis, in world axes."""
        marker: Marker = joint.M if self.on_child else joint.F
        return marker.rotation[:, self.axis]

    def rate(self, joint: JointMarkers) -> Scalar:
        """Return the velocity coordinate."""
        return self.direction(joint) @ (joint.turning if self.turn else joint.sliding)

    def wrench(self, joint: JointMarkers, effort: Scalar) -> tuple[Array | None, Array | None]:
        """Return force at M's origin and moment on the child, in world axes, of an effort."""
        push = effort * self.direction(joint)
        return (None, push) if self.turn else (push, None)


@dataclass(frozen=True)
class DerivedFreedom:
    """A velocity coordinate of a type without conditions of its own here.

    Its rate is that of the measured coordinate; where its effort acts is part of the type.
    """

    kind: JointType
    index: int

    def rate(self, joint: JointMarkers) -> Scalar:
        """Return the velocity coordinate."""
        measured = formula_values(self.kind.coordinates_of, joint)
        q, qdot = (vector(*[getattr(m, part) for m in measured]) for part in ("value", "rate"))
        return self.kind.velocity_of(q, qdot)[self.index]

    def wrench(self, joint: JointMarkers, effort: Scalar) -> tuple[Array | None, Array | None]:
        """Return force at M's origin and moment on the child, in world axes, of an effort."""
        measured = formula_values(self.kind.coordinates_of, joint)
        q = vector(*[m.value for m in measured])
        T = self.kind.rate_directions(joint.X_FM, q)[:, self.index]
        R = joint.M.rotation
        return effort * (R @ T[0:3]), effort * (R @ T[3:6])


@dataclass(frozen=True)
class LeadingFreedom:
    """A coordinate before the quaternion of a type that has one, and its rate."""

    kind: JointType
    index: int

    def rate(self, joint: JointMarkers) -> Scalar:
        """Return the velocity coordinate."""
        return leading_coordinates(self.kind, joint)[self.index].rate

    def wrench(self, joint: JointMarkers, effort: Scalar) -> tuple[Array | None, Array | None]:
        """Return force at M's origin and moment on the child, in world axes, of an effort."""
        q = vector(*[m.value for m in leading_coordinates(self.kind, joint)])
        T = self.kind.rate_directions(joint.X_FM, q)[:, self.index]
        R = joint.M.rotation
        return effort * (R @ T[0:3]), effort * (R @ T[3:6])


def leading_coordinates(kind: JointType, joint: JointMarkers) -> Sequence[Moving]:
    """Return the coordinates before the quaternion of a type that has one."""
    return formula_values(kind.leading_coordinates, joint)


def has_leading_coordinates(kind: JointType) -> bool:
    """Whether its coordinates are some with their rates, and then a quaternion."""
    n = kind.quaternion_at
    if n is None or kind.nq != n + 4 or kind.nv != n + 3:
        return False
    v = np.arange(1.0, kind.nv + 1.0)
    return bool(np.array_equal(kind.rate(kind.neutral(), v)[:n], v[:n]))


@dataclass(frozen=True)
class CartesianJoint:
    """One joint type.

    conditions(markers, length): the equations; freedoms: the velocity coordinates, in the order
    of the model's joint type; coordinates(markers): the position coordinates, of which `angles`
    are known up to whole turns, and then, where `quaternion` says so, those of R_FM;
    aligned(markers): numbers that are positive where the joint is assembled as drawn and not with
    an axis reversed; planar: equations of a planar counting, or None where the type has none.
    """

    conditions: Callable[[JointMarkers, float], Conditions]
    freedoms: tuple[Freedom, ...] = ()
    coordinates: Callable[[JointMarkers], Sequence[Moving]] = lambda joint: ()
    angles: tuple[int, ...] = ()
    quaternion: bool = False
    aligned: Callable[[JointMarkers], Sequence[Scalar]] = lambda joint: ()
    planar: int | None = None


def turn(joint: JointMarkers) -> Moving:
    """Return the angle about the common z axis."""
    sine = joint.cosine(Y, X) - joint.cosine(X, Y)
    return arctangent(sine, joint.cosine(X, X) + joint.cosine(Y, Y))


def cardan_angles(joint: JointMarkers) -> Sequence[Moving]:
    """Return the angles of R_FM = R_x(angle_1) R_y(angle_2)."""
    first = arctangent(joint.cosine(Z, Y), joint.cosine(Y, Y))
    return first, arctangent(joint.cosine(X, Z), joint.cosine(X, X))


def thread_angle(joint: JointMarkers) -> Moving:
    """Return the angle about z, with the whole turns that the shift along z shows."""
    return turn(joint).nearest_to(joint.shift(Z).value / _advance(joint))


def same_z(joint: JointMarkers) -> Sequence[Scalar]:
    """Return z_i . z_j."""
    return (joint.cosine(Z, Z).value,)


def same_axes(joint: JointMarkers) -> Sequence[Scalar]:
    """Return x_i . x_j, y_i . y_j and z_i . z_j."""
    return tuple(joint.cosine(k, k).value for k in range(3))


def on_thread(joint: JointMarkers) -> Sequence[Scalar]:
    """Return z_i . z_j and cos(turn - shift / advance)."""
    gap = turn(joint).value - joint.shift(Z).value / _advance(joint)
    return joint.cosine(Z, Z).value, np.cos(gap)


def _advance(joint: JointMarkers) -> float:
    kind: Any = joint.joint.type
    return float(kind.lead / (2.0 * np.pi))


def _across(joint: JointMarkers) -> Conditions:
    """The origin of M lies on the z axis of F."""
    return in_plane(joint, X), in_plane(joint, Y)


def _target_length(joint: JointMarkers) -> float:
    kind: Any = joint.joint.type
    return float(kind.length)


ALL_TURNS = tuple(AxisFreedom(True, k, on_child=True) for k in (X, Y, Z))
ALL_SHIFTS = tuple(AxisFreedom(False, k, on_child=True) for k in (X, Y, Z))
TURN, SHIFT = AxisFreedom(True, Z), AxisFreedom(False, Z)
SHIFTS = tuple(AxisFreedom(False, k) for k in (X, Y, Z))
"""Shifts along the axes of F."""
CARDAN_TURNS = (AxisFreedom(True, X), AxisFreedom(True, Y, on_child=True))


def shifts(joint: JointMarkers, *axes: int) -> tuple[Moving, ...]:
    """Return how far the origin of M is along axes of F."""
    return tuple(joint.shift(k) for k in axes)


OWN: dict[str, CartesianJoint] = {
    "revolute": CartesianJoint(
        lambda j, L: (*coincidence(j), *parallel(j, L)),
        (TURN,),
        lambda j: (turn(j),),
        angles=(0,),
        aligned=same_z,
        planar=2,
    ),
    "prismatic": CartesianJoint(
        lambda j, L: (*_across(j), *same_orientation(j, L)),
        (SHIFT,),
        lambda j: (j.shift(Z),),
        aligned=same_axes,
        planar=2,
    ),
    "cylindrical": CartesianJoint(
        lambda j, L: (*_across(j), *parallel(j, L)),
        (TURN, SHIFT),
        lambda j: (turn(j), j.shift(Z)),
        angles=(0,),
        aligned=same_z,
    ),
    **dict.fromkeys(
        ("universal", "slotted_spherical"),
        CartesianJoint(
            lambda j, L: (*coincidence(j), perpendicular(j, X, Y, L)),
            CARDAN_TURNS,
            cardan_angles,
            angles=(0, 1),
        ),
    ),
    "spherical": CartesianJoint(lambda j, L: coincidence(j), ALL_TURNS, quaternion=True),
    "planar": CartesianJoint(
        lambda j, L: (in_plane(j, Z), *parallel(j, L)),
        (AxisFreedom(False, X), AxisFreedom(False, Y), TURN),
        lambda j: (j.shift(X), j.shift(Y), turn(j)),
        angles=(2,),
        aligned=same_z,
        planar=0,
    ),
    "helical": CartesianJoint(
        lambda j, L: (*_across(j), *parallel(j, L), thread(j, _advance(j), L)),
        (TURN,),
        lambda j: (thread_angle(j),),
        aligned=on_thread,
    ),
    "weld": CartesianJoint(
        lambda j, L: (*coincidence(j), *same_orientation(j, L)), aligned=same_axes, planar=3
    ),
    "free": CartesianJoint(
        lambda j, L: (),
        (*ALL_SHIFTS, *ALL_TURNS),
        lambda j: tuple(j.shift(k) for k in (X, Y, Z)),
        quaternion=True,
        planar=0,
    ),
    "distance": CartesianJoint(lambda j, L: (distance(j, _target_length(j)),)),
    "pin_slot": CartesianJoint(
        lambda j, L: (in_plane(j, Y), in_plane(j, Z), *parallel(j, L)),
        (SHIFTS[X], TURN),
        lambda j: (j.shift(X), turn(j)),
        angles=(1,),
        aligned=same_z,
        planar=1,
    ),
    "point_in_plane": CartesianJoint(
        lambda j, L: (in_plane(j, Z),),
        (*SHIFTS[:2], *ALL_TURNS),
        lambda j: shifts(j, X, Y),
        quaternion=True,
    ),
    "point_on_line": CartesianJoint(
        lambda j, L: _across(j),
        (SHIFTS[Z], *ALL_TURNS),
        lambda j: shifts(j, Z),
        quaternion=True,
    ),
    "orientation": CartesianJoint(
        lambda j, L: same_orientation(j, L),
        SHIFTS,
        lambda j: shifts(j, X, Y, Z),
        aligned=same_axes,
        planar=1,
    ),
    "parallel": CartesianJoint(
        lambda j, L: parallel(j, L),
        (*SHIFTS, TURN),
        lambda j: (*shifts(j, X, Y, Z), turn(j)),
        angles=(3,),
        aligned=same_z,
    ),
    "perpendicular": CartesianJoint(
        lambda j, L: (perpendicular(j, X, Y, L),),
        (*SHIFTS, *CARDAN_TURNS),
        lambda j: (*shifts(j, X, Y, Z), *cardan_angles(j)),
        angles=(3, 4),
    ),
}
"""The types whose conditions are written here, by name."""


@cache
def cartesian_joint(kind: JointType) -> CartesianJoint:
    """Return what a joint type is in absolute coordinates: as written here, or derived."""
    return OWN.get(kind.type_name) or joint_by_values(kind)


def joint_by_values(kind: JointType) -> CartesianJoint:
    """Return a joint type by the values of its residual and coordinates alone."""

    def conditions(joint: JointMarkers, length: float) -> Conditions:
        rows = formula_values(kind.residual, joint)
        scales = [1.0 if unit == "m" else length for unit in kind.row_units]
        return tuple(row.times(scale) for row, scale in zip(rows, scales, strict=True))

    def coordinates(joint: JointMarkers) -> Sequence[Moving]:
        return formula_values(kind.coordinates_of, joint)

    def axis_cosines(joint: JointMarkers) -> Sequence[Scalar]:
        """The cosines between the axes of M and those that its coordinates stand for."""
        wanted = kind.pose(vector(*[m.value for m in coordinates(joint)])).matrix
        return tuple(
            sum(joint.cosine(f, m).value * wanted[f, m] for f in range(3)) for m in range(3)
        )

    if kind.quaternion_at is not None:
        n = kind.quaternion_at
        return CartesianJoint(
            conditions,
            (*(LeadingFreedom(kind, k) for k in range(n)), *ALL_TURNS),
            lambda joint: leading_coordinates(kind, joint),
            angles=tuple(k for k, whole in enumerate(kind.periodic[:n]) if whole),
            quaternion=True,
        )
    return CartesianJoint(
        conditions,
        tuple(DerivedFreedom(kind, k) for k in range(kind.nv)),
        coordinates,
        angles=tuple(k for k, whole in enumerate(kind.periodic) if whole),
        aligned=axis_cosines if kind.in_tree else lambda joint: (),
    )

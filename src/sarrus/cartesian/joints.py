"""Every joint type in absolute coordinates: its conditions, freedoms and coordinates.

An entry of `JOINTS` is all that a type needs here; the algorithms never ask for the type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

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
from sarrus.spatial.arrays import Array, Scalar

X, Y, Z = range(3)


@dataclass(frozen=True)
class Freedom:
    """A velocity coordinate: a turn about, or a shift along, an axis of F or M."""

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


def _wanted(joint: JointMarkers) -> float:
    kind: Any = joint.joint.type
    return float(kind.length)


ALL_TURNS = tuple(Freedom(True, k, on_child=True) for k in (X, Y, Z))
ALL_SHIFTS = tuple(Freedom(False, k, on_child=True) for k in (X, Y, Z))
TURN, SHIFT = Freedom(True, Z), Freedom(False, Z)

JOINTS: dict[str, CartesianJoint] = {
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
    "universal": CartesianJoint(
        lambda j, L: (*coincidence(j), perpendicular(j, X, Y, L)),
        (Freedom(True, X), Freedom(True, Y, on_child=True)),
        cardan_angles,
        angles=(0, 1),
    ),
    "spherical": CartesianJoint(lambda j, L: coincidence(j), ALL_TURNS, quaternion=True),
    "planar": CartesianJoint(
        lambda j, L: (in_plane(j, Z), *parallel(j, L)),
        (Freedom(False, X), Freedom(False, Y), TURN),
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
    "distance": CartesianJoint(lambda j, L: (distance(j, _wanted(j)),)),
}

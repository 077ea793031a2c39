"""A kind of link: what is the same for all links that share code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.joint_type import JointType
from sarrus.model.joints.reversed import Reversed
from sarrus.public_names import LateModule
from sarrus.spatial import AxisRotation, Inertia, Transform
from sarrus.spatial.arrays import Array, Scalar, matrix, vector

if TYPE_CHECKING:
    from sarrus.dynamics import tree
    from sarrus.dynamics.tree import Link
else:
    tree = LateModule("sarrus.dynamics.tree")

MASS, MOMENT, ABOUT, FIXED = 0, 1, 4, 10
"""Where in the row of a link its mass, first moment, second moments and geometry begin."""
GENERAL, SIMPLE = 13, 5
"""Numbers of the geometry: turn, rotation and position; or turn, cosine, sine and two shifts."""
PARAMETER = FIXED + GENERAL
ROW = PARAMETER + 1
"""Numbers of a row: mass, first moment (3), inertia about the origin (xx, yy, zz, xy, yz, xz),
then the constant turn, the pose of the joint's inboard frame in the parent's link frame, and the
number of a joint type that has one, such as the lead of a screw."""
BODY_ROW = ROW + 12
"""Numbers of a row that also holds rotation and position of the body frame in the link frame."""


@dataclass(frozen=True)
class LinkKind:
    """A joint type in the tree, whether the step to it is simple, and its driven velocities.

    type: with 1 in the place of its number, if it has one: the number is in the row;
    simple: the inboard frame of the joint is turned about x and shifted by (a, 0, d) against the
    parent's link frame, as Denavit and Hartenberg choose it; driven: which velocities of the joint
    have given accelerations; first: whether the parent is ground, where that makes a difference.
    """

    type: JointType
    simple: bool = False
    driven: tuple[int, ...] = ()
    first: bool = False

    @property
    def key(self) -> str:
        """What tells it from all other kinds."""
        return f"{self.type!r} {self.simple} {self.driven} {self.first}"

    def link(self, row: Array) -> Link:
        """Return the link with the numbers of a row, ground being its parent."""
        return tree.Link(
            body="",
            joint="",
            type=with_parameter(self.type, row[PARAMETER]),
            parent=-1,
            q=slice(0, self.type.nq),
            v=slice(0, self.type.nv),
            X_PF=self._fixed_pose(row),
            turn=row[FIXED] if self.type.turns_about_axis else 0.0,
            X_CM=Transform.identity(),
            X_CB=Transform.of_numbers(row[ROW:]) if len(row) == BODY_ROW else Transform.identity(),
            X_FI=Transform.identity(),
            inertia=_inertia(row),
        )

    def _fixed_pose(self, row: Array) -> Transform:
        if self.simple:
            cosine, sine, a, d = row[FIXED + 1 : FIXED + 5]
            return Transform(AxisRotation.of(0, cosine, sine), vector(a, 0.0, d))
        return Transform.of_numbers(row[FIXED + 1 : FIXED + 13])


def with_parameter(kind: JointType, value: Scalar) -> JointType:
    """Return a joint type that has one number with another in its place; others as they are."""
    if len(kind.parameters) != 1:
        return kind
    if isinstance(kind, Reversed):
        return Reversed(with_parameter(kind.joint, value))
    changed: JointType = replace(kind, **dict.fromkeys(kind.parameters, value))  # type: ignore[type-var]
    return changed


def inertia_row(inertia: Inertia) -> Array:
    """Return the numbers with which the row of a link begins, as `_inertia` reads them."""
    J = inertia.about_origin
    parts = (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[1, 2], J[0, 2])
    return vector(inertia.mass, *inertia.moment, *parts)


def _inertia(row: Array) -> Inertia:
    xx, yy, zz, xy, yz, xz = row[ABOUT : ABOUT + 6]
    about = matrix((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    return Inertia(row[MASS], row[MOMENT : MOMENT + 3], about)

"""A kind of link: what is the same for all links that share code."""

from __future__ import annotations

from sarrus.dynamics.tree import Link
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import JointType
from sarrus.spatial import AxisRotation, Inertia, Rotation, Transform
from sarrus.spatial.arrays import Array, matrix, vector

MASS, MOMENT, ABOUT, FIXED = 0, 1, 4, 10
"""Where in the row of a link its mass, first moment, second moments and geometry begin."""
GENERAL, SIMPLE = 13, 5
"""Numbers of the geometry: turn, rotation and position; or turn, cosine, sine and two shifts."""
ROW = FIXED + GENERAL
"""Numbers of a row: mass, first moment (3), inertia about the origin (xx, yy, zz, xy, yz, xz),
then the constant turn, and the pose of the joint's inboard frame in the parent's link frame."""


@dataclass(frozen=True)
class LinkKind:
    """A joint type in the tree, whether the step to it is simple, and its driven velocities.

    simple: the inboard frame of the joint is turned about x and shifted by (a, 0, d) against the
    parent's link frame, as Denavit and Hartenberg choose it; driven: which velocities of the joint
    have given accelerations.
    """

    type: JointType
    simple: bool = False
    driven: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """What tells it from all other kinds."""
        return f"{self.type!r} {self.simple} {self.driven}"

    def link(self, row: Array) -> Link:
        """Return the link with the numbers of a row, ground being its parent."""
        return Link(
            body="",
            joint="",
            type=self.type,
            parent=-1,
            q=slice(0, self.type.nq),
            v=slice(0, self.type.nv),
            X_PF=self._fixed(row),
            turn=row[FIXED] if self.type.turns_about_axis else 0.0,
            X_CM=Transform.identity(),
            X_CB=Transform.identity(),
            X_FI=Transform.identity(),
            inertia=_inertia(row),
        )

    def _fixed(self, row: Array) -> Transform:
        if self.simple:
            cosine, sine, a, d = row[FIXED + 1 : FIXED + 5]
            return Transform(AxisRotation.of(0, cosine, sine), vector(a, 0.0, d))
        R, p = row[FIXED + 1 : FIXED + 10], row[FIXED + 10 : FIXED + 13]
        return Transform(Rotation(R.reshape(3, 3)), p)


def _inertia(row: Array) -> Inertia:
    xx, yy, zz, xy, yz, xz = row[ABOUT : ABOUT + 6]
    about = matrix((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    return Inertia(row[MASS], row[MOMENT : MOMENT + 3], about)

"""How the two frames of a cut joint move relative to each other with every velocity coordinate.

All in the axes and at the origin of frame M, on the joint's child: a coordinate on the way from
the joint's parent to its child displaces M relative to F by a twist x, which has rates as the tree
moves; coordinates that carry both bodies displace neither relative to the other.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.dynamics.cut_joints import CutPosition
from sarrus.dynamics.derivatives.rigid_field import RigidField, force_cross
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.tree import Cut
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, join, motion_cross, skew
from sarrus.spatial.dual import duals


@dataclass(frozen=True)
class Displacement:
    """The twist x of M relative to F for one coordinate, in M's axes, and its rates there.

    A change of the velocity coordinate starts from no displacement, with x as its first rate and
    `drift` as its second.
    """

    x: Array
    x_rate: Array
    x_second: Array
    drift: Array


@dataclass(frozen=True)
class CutTangents:
    """A cut joint with the displacements of all coordinates that move its frames apart."""

    along: Tangents
    position: CutPosition

    @property
    def cut(self) -> Cut:
        """The joint."""
        return self.position.cut

    @cached_property
    def X_RM(self) -> tuple[Transform, Transform]:
        """Pose of M in the frames R of the parent and of the child."""
        return self._seen_from(self.cut.parent), self._seen_from(self.cut.child)

    def _seen_from(self, i: int) -> Transform:
        child = self.cut.child
        if i >= 0 and child >= 0 and self.along.paths[i][-1] == self.along.paths[child][-1]:
            return self.along.poses[child] @ self.cut.X_CM
        return self.along.reference(i).inverse @ self.position.X_WM

    @cached_property
    def _fields(self) -> tuple[RigidField, RigidField]:
        """The motion of the parent and of the child, at M in its axes."""
        found = []
        for X, i in zip(self.X_RM, (self.cut.parent, self.cut.child), strict=True):
            field = self.along.field(i)
            found.append(RigidField(X.motion(field.V), X.motion(field.A)))
        return found[0], found[1]

    @property
    def child(self) -> RigidField:
        """The motion of the child, at M in its axes."""
        return self._fields[1]

    @cached_property
    def V(self) -> Array:
        """Velocity of M relative to F."""
        return self._fields[1].V - self._fields[0].V

    @cached_property
    def V_rate(self) -> Array:
        """The rate of V, component by component in M's axes."""
        parent, child = self._fields
        return child.A - parent.A + motion_cross(child.V, parent.V)

    @cached_property
    def flat(self) -> Array:
        """X_FM as twelve numbers."""
        return self.position.X_FM.numbers

    @cached_property
    def displacements(self) -> dict[int, Displacement]:
        """The displacement of every coordinate between the two bodies."""
        paths = [self.along.paths[i] if i >= 0 else () for i in (self.cut.parent, self.cut.child)]
        found: dict[int, Displacement] = {}
        for side, sign in ((0, -1.0), (1, 1.0)):
            for i in paths[side]:
                if i not in paths[1 - side]:
                    for k in self.along.columns(i):
                        found[k] = self._displacement(k, self.X_RM[side], sign)
        return found

    def _displacement(self, k: int, X_RM: Transform, sign: float) -> Displacement:
        tangent, V = self.along.tangents[k], self.child
        x, twice, second, drift = (
            sign * X_RM.motion(twist)
            for twist in (tangent.S, tangent.twice, tangent.second, tangent.drift)
        )
        # rates as they are seen in M's own axes, which move with the child
        carried = motion_cross(V.V, x)
        x_second = second - motion_cross(V.A, x) - motion_cross(V.V, twice - carried)
        return Displacement(x, 0.5 * twice - carried, x_second, drift - 2.0 * carried)

    def displaced_pose(self, x: Array) -> Array:
        """Return X_FM, as twelve dual numbers, displaced by x."""
        return duals(self.flat, flat_rate(self.flat, x))

    def velocity_change(self, d: Displacement) -> Array:
        """Return how V changes with a displacement."""
        return d.x_rate + motion_cross(self.V, d.x)

    def on_links(self, W: Array) -> dict[int, Array]:
        """Return a wrench W on the child, at M in M's axes, and its opposite on the parent."""
        return self._on_links(W, W)

    def rates_on_links(self, W: Array, W_rate: Array, x: Array) -> dict[int, Array]:
        """Return the rates of both, as seen by those who move with the links.

        W_rate: of W, in M's axes; x: the displacement of M relative to F.
        """
        return self._on_links(W_rate, W_rate + force_cross(x, W))

    def _on_links(self, child: Array, parent: Array) -> dict[int, Array]:
        pairs = ((self.cut.child, self.X_RM[1], child), (self.cut.parent, self.X_RM[0], -parent))
        found: dict[int, Array] = {}
        for i, X_RM, W in pairs:
            if i >= 0:
                found[i] = found[i] + X_RM.force(W) if i in found else X_RM.force(W)
        return found


def cut_tangents(along: Tangents) -> tuple[CutTangents, ...]:
    """Return the cut joints in the order of the tree's list."""
    return tuple(CutTangents(along, CutPosition(along.where, cut)) for cut in along.tree.cuts)


def flat_rate(flat: Array, x: Array) -> Array:
    """Return the rate of a flat transform whose moving frame has the velocity x in its axes."""
    R = flat[0:9].reshape(3, 3)
    return join(np.ravel(R @ skew(x[3:6])), R @ x[0:3])

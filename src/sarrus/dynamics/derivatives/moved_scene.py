"""What force elements see of a tree while it is displaced along one coordinate: dual numbers.

The value of every quantity is that of the motion, its rate the derivative by one coordinate of q
(`by="q"`) or of v. So the loads of any element, a user's too, come with their exact derivatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.dynamics.derivatives.cut_rows import rate_rows
from sarrus.dynamics.derivatives.cut_tangents import CutTangents
from sarrus.dynamics.derivatives.steady import steady, steady_scalar, steady_transform
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.loads import TreeScene
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import ForceElement, PointMotion
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, columns, cross, join
from sarrus.spatial.dual import Dual, duals, rates, values


@dataclass(frozen=True)
class MovedScene:
    """A `Scene` along coordinate k."""

    still: TreeScene
    along: Tangents
    cuts: tuple[CutTangents, ...]
    k: int
    by: str

    @property
    def time(self) -> Scalar:
        """Time."""
        return steady_scalar(self.still.time)

    def value(self, element: ForceElement, parameter: str) -> Any:
        """Return a parameter of an element."""
        value = self.still.value(element, parameter)
        return steady(value) if isinstance(value, np.ndarray) else steady_scalar(value)

    def moves(self, body: str) -> bool:
        """Tell whether the coordinate carries a body."""
        return self.along.carries(self.k, self.along.tree.index[body])

    def point_velocity(self, point: Array) -> Array:
        """Return the velocity that the coordinate gives to a point, for a unit of its own."""
        S = self._in_world(self.along.tangents[self.k].S)
        return S[0:3] + cross(S[3:6], point - self._reference.position)

    @property
    def turned(self) -> Array:
        """The angular velocity that the coordinate gives, for a unit of its own."""
        return self._in_world(self.along.tangents[self.k].S)[3:6]

    @property
    def _reference(self) -> Transform:
        return self.along.references[self.along.tangents[self.k].link]

    def _in_world(self, twist: Array) -> Array:
        turn = self._reference.rotation.apply
        return join(turn(twist[0:3]), turn(twist[3:6]))

    @property
    def _twist_rate(self) -> Array:
        return 0.5 * self._in_world(self.along.tangents[self.k].twice)

    def pose(self, body: str) -> Transform:
        """Return X_WB."""
        X = self.still.pose(body)
        if self.by == "v" or not self.moves(body):
            return steady_transform(X)
        R = X.matrix
        turning = columns(*[cross(self.turned, R[:, j]) for j in range(3)])
        return Transform(
            Rotation(duals(R, turning)), duals(X.position, self.point_velocity(X.position))
        )

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return position and velocity of a point of a body, in world axes."""
        seen = self.still.point(body, values(r_B))
        # the point itself may move in the body, as one of contact does
        shift = self.still.direction(body, rates(r_B))
        change = cross(self.still.angular_velocity(body), shift)
        if self.moves(body) and self.by == "v":
            change = change + self.point_velocity(seen.position)
        elif self.moves(body):
            rate = self._twist_rate
            arm = seen.position - self._reference.position
            shift = shift + self.point_velocity(seen.position)
            change = change + rate[0:3] + cross(rate[3:6], arm) + cross(self.turned, seen.velocity)
        return PointMotion(duals(seen.position, shift), duals(seen.velocity, change))

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body, in world axes."""
        u, change = (self.still.direction(body, part) for part in (values(u_B), rates(u_B)))
        if self.by == "q" and self.moves(body):
            change = change + cross(self.turned, u)
        return duals(u, change)

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body, in world axes."""
        w = self.still.angular_velocity(body)
        if not self.moves(body):
            return steady(w)
        if self.by == "v":
            return duals(w, self.turned)
        return duals(w, self._twist_rate[3:6] + cross(self.turned, w))

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint."""
        tree = self.along.tree
        if joint in tree.cut_index:
            at = self.cut(joint)
            X_FM = Transform.of_numbers(self._flat(at))
            moved = at.cut.type.coordinates_of(X_FM)[index : index + 1]
            return Dual(self.still.coordinate(joint, index), rates(moved)[0])
        value = self.still.coordinate(joint, index)
        link = tree.links[tree.joint_index[joint]]
        if self.by == "v" or not link.v.start <= self.k < link.v.stop:
            return Dual(value, 0.0)
        unit = np.eye(link.type.nv)[self.k - link.v.start]
        return Dual(value, link.type.rate(self.along.where.q[link.q], unit)[index])

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""
        tree = self.along.tree
        if joint in tree.cut_index:
            return self._cut_rate(self.cut(joint), index)
        place = tree.links[tree.joint_index[joint]].v.start + index
        own = self.by == "v" and self.k == place
        return Dual(self.still.rate(joint, index), 1.0 if own else 0.0)

    def element(self, name: str) -> ForceElement | None:
        """Return another element."""
        return self.still.element(name)

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return a state of an element."""
        return steady_scalar(self.still.state(element, name))

    def cut(self, joint: str) -> CutTangents:
        """Return a cut joint with its displacements."""
        return self.cuts[self.along.tree.cut_index[joint]]

    def displacement(self, at: CutTangents) -> Array:
        """Return the twist by which the frames of a cut joint move apart."""
        moved = self.by == "q" and self.k in at.displacements
        return at.displacements[self.k].x if moved else np.zeros(6)

    def cut_efforts(self, at: CutTangents) -> Array:
        """Return T, 6 x nv, of a cut joint: the wrenches on its child of unit efforts."""
        return rate_rows(at.cut)(self._flat(at)).T

    def _flat(self, at: CutTangents) -> Array:
        return at.displaced_pose(self.displacement(at))

    def _cut_rate(self, at: CutTangents, index: int) -> Scalar:
        change: Array = np.zeros(6)
        if self.k in at.displacements:
            d = at.displacements[self.k]
            change = d.x if self.by == "v" else at.velocity_change(d)
        return self.cut_efforts(at)[:, index] @ duals(at.V, change)

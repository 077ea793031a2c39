"""Joints that close loops: how their two frames move relative to each other.

A cut joint has frame F on its parent and M on its child, like any other. V is the velocity
of M relative to F, at M's origin in M's axes; it is linear in the velocity coordinates:
V = J v, dV/dt = J vdot + drift.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.dynamics.input_names import TURNED
from sarrus.dynamics.kinematics import Accelerations, Positions, Velocities
from sarrus.dynamics.tree import Cut, nearest_turn
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, columns, cross, join, skew, vector
from sarrus.spatial.dual import rate_of


@dataclass(frozen=True)
class CutPosition:
    """A cut joint at given positions: its frames in the world and its constraint rows."""

    where: Positions
    cut: Cut

    @cached_property
    def X_WF(self) -> Transform:
        """Pose of frame F, on the parent."""
        return self.where.frame(self.cut.parent) @ self.cut.X_PF

    @cached_property
    def X_WM(self) -> Transform:
        """Pose of frame M, on the child."""
        return self.where.frame(self.cut.child) @ self.cut.X_CM

    @cached_property
    def X_FM(self) -> Transform:
        """Relative pose: what the joint leaves free, and the gap if it is not closed."""
        return self.X_WF.inverse @ self.X_WM

    @property
    def residual(self) -> Array:
        """The equations that vanish when the joint is closed."""
        return self.cut.combined_rows(self.cut.type.residual(self.X_FM))

    @cached_property
    def rows(self) -> Array:
        """W with d(residual)/dt = W V."""
        return self.cut.combined_rows(self.cut.type.residual_rows(self.X_FM))

    @cached_property
    def coordinates(self) -> Array:
        """The joint's own coordinates, measured.

        Angles count whole turns where they are sums over the tree, or where it is known what they
        are near to (`Tree.wrapped`); elsewhere they are in (-pi, pi]. Ways along closed curves are
        counted likewise.
        """
        measured, angle = self.cut.type.coordinates_of(self.X_FM), self.cut.angle
        tree = self.where.tree
        turned = tree.values.get(TURNED)
        if angle is None and turned is None:
            return measured
        found, number = list(measured), tree.cut_index[self.cut.joint]
        if angle is not None:
            found[angle.place] = angle.angle_with_turns(measured[angle.place], self.where.q)
        for near, (k, j) in zip(() if turned is None else turned, tree.wrapped, strict=False):
            if k == number:
                found[j] = nearest_turn(measured[j], near, self.cut.type.periods[j])
        return vector(*found)

    @cached_property
    def efforts(self) -> Array:
        """T, 6 x nv: wrenches on the child of unit efforts; the joint's rates are T^T V."""
        return self.cut.type.rate_directions(self.X_FM, self.coordinates)

    @cached_property
    def jacobian(self) -> Array:
        """J, 6 x nv of the tree: V = J v."""
        child = _motion_columns_at(self.where, self.cut.child, self.X_WM)
        parent = _motion_columns_at(self.where, self.cut.parent, self.X_WM)
        zero = np.zeros(6)
        every = [child.get(k, zero) - parent.get(k, zero) for k in range(self.where.tree.nv)]
        return columns(*every) if every else np.zeros((6, 0))


def on_links(at: CutPosition, W: Array) -> list[tuple[int, Array]]:
    """Return what a wrench W on the child, at M in M's axes, and its opposite put on the links."""
    cut = at.cut
    pairs = ((cut.child, cut.X_CM, W), (cut.parent, cut.X_PF @ at.X_FM, -W))
    return [(link, X.force(F)) for link, X, F in pairs if link >= 0]


def _motion_columns_at(where: Positions, index: int, X_WM: Transform) -> dict[int, Array]:
    """Return the columns of the motion of link `index` at M's origin, in M's axes."""
    found: dict[int, Array] = {}
    i = index
    while i >= 0:
        link = where.tree.links[i]
        X_CM = where.world[i].inverse @ X_WM
        for k in range(link.v.start, link.v.stop):
            found[k] = X_CM.motion(where.subspaces[i][:, k - link.v.start])
        i = link.parent
    return found


@dataclass(frozen=True)
class CutVelocity:
    """A cut joint in motion."""

    position: CutPosition
    speed: Velocities

    @cached_property
    def relative(self) -> Array:
        """V: velocity of M relative to F, in M's axes."""
        return self._at_M(self.position.cut.child, self.position.cut.X_CM) - self._parent

    @cached_property
    def _parent(self) -> Array:
        return self._at_M(self.position.cut.parent, self._X_PM)

    @cached_property
    def _X_PM(self) -> Transform:
        return self.position.cut.X_PF @ self.position.X_FM

    def _at_M(self, link: int, X: Transform) -> Array:
        return X.motion(self.speed.six(link))

    @property
    def rates(self) -> Array:
        """The joint's own velocities, T^T V."""
        return self.position.efforts.T @ self.relative

    def row_bias(self, motion: Accelerations) -> Array:
        """Return d2(residual)/dt2 when `motion` has vdot = 0: the negative of gamma."""
        return self.position.rows @ self.drift(motion) + self._rows_rate @ self.relative

    def rate_bias(self, motion: Accelerations) -> Array:
        """Return the rate of the joint's velocities when `motion` has vdot = 0."""
        steady = self.position.efforts.T @ self.drift(motion)
        if self.position.cut.type.has_constant_efforts:
            return steady  # balls and free joints
        T_rate = rate_of(self._efforts_of, self._flat, self._flat_rate)
        return steady + T_rate.T @ self.relative

    def drift(self, motion: Accelerations) -> Array:
        """Return dV/dt, component by component in M's axes, when `motion` has vdot = 0."""
        cut = self.position.cut
        child = self._acceleration(motion, cut.child, cut.X_CM)
        parent = self._acceleration(motion, cut.parent, self._X_PM)
        # the child's own rotation is that of the axes; the parent's velocity field is sampled
        # at the moving point M and expressed in turning axes
        V, V_P = self.relative, self._parent
        v, w = V[0:3], V[3:6]
        w_M = w + V_P[3:6]
        child_rate = join(child[0:3] - cross(w_M, V[0:3] + V_P[0:3]), child[3:6])
        parent_rate = join(
            parent[0:3] + cross(V_P[3:6], v) - cross(w_M, V_P[0:3]),
            parent[3:6] - cross(w_M, V_P[3:6]),
        )
        return child_rate - parent_rate

    def _acceleration(self, motion: Accelerations, i: int, X: Transform) -> Array:
        """Return the felt acceleration of the point of link i under M, and angular, in M's axes."""
        A = motion.felt[i] if i >= 0 else motion.felt_base
        w = self.speed.w[i] if i >= 0 else self.speed.w_base
        r = X.position
        linear = A[0:3] + cross(A[3:6], r) + cross(w, cross(w, r))
        return join(X.rotation.back(linear), X.rotation.back(A[3:6]))

    @cached_property
    def _flat(self) -> Array:
        return self.position.X_FM.numbers

    @cached_property
    def _flat_rate(self) -> Array:
        R = self.position.X_FM.matrix
        V = self.relative
        return join(np.ravel(R @ skew(V[3:6])), R @ V[0:3])

    @cached_property
    def _rows_rate(self) -> Array:
        return rate_of(self._rows_of, self._flat, self._flat_rate)

    def _rows_of(self, flat: Array) -> Array:
        cut = self.position.cut
        return cut.combined_rows(cut.type.residual_rows(Transform.of_numbers(flat)))

    def _efforts_of(self, flat: Array) -> Array:
        kind, X_FM = self.position.cut.type, Transform.of_numbers(flat)
        return kind.rate_directions(X_FM, kind.coordinates_of(X_FM))

"""The equations that close the loops: Phi(q) = 0, Phi_v v = 0, Phi_v vdot = gamma.

Rows come from the cut joints, each with the rows of its type (paper 1, (15) to (18); a weld
between two pieces of a link gives the [p; 2e] of paper 2), from couplers, and from rows among the
force elements (`bare_rows`): of ropes, and of formulas of velocities alone, whose Phi(q) is 0.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.bare_rows import bare_bias, bare_row, still_scene
from sarrus.dynamics.cut_joints import CutPosition, CutVelocity, on_links
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import Accelerations, Positions, Velocities, accelerations
from sarrus.dynamics.loads import AppliedLoads
from sarrus.dynamics.tree import Link
from sarrus.late_dataclass import dataclass
from sarrus.model.coupler import CouplerTerm
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.spatial.dual import rate_of

if TYPE_CHECKING:
    from sarrus.model.forces.row import Row


@dataclass(frozen=True)
class ClosedPositions:
    """The loops at given positions."""

    where: Positions

    @cached_property
    def cuts(self) -> tuple[CutPosition, ...]:
        """The cut joints, in the order of the tree's list."""
        return tuple(CutPosition(self.where, cut) for cut in self.where.tree.cuts)

    @property
    def residual(self) -> Array:
        """Phi(q), all rows."""
        parts = [cut.residual for cut in self.cuts]
        parts += [self._coupler_value(k) for k in range(len(self.where.tree.couplers))]
        parts += [self._row_residual(row) for row in self.where.tree.bare]
        return join(*parts) if parts else np.zeros(0)

    def _row_residual(self, row: Row) -> Array:
        return np.array([row.residual(still_scene(self.where))]) if row.closes else np.zeros(1)

    def _coupler_value(self, k: int) -> Array:
        coupler = self.where.tree.couplers[k]
        total: Scalar = -coupler.offset
        for term in coupler.terms:
            total = total + term.factor * self.coordinate(term.joint, term.index)
        return np.array([total])

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a coordinate of a joint, in the tree or cut."""
        tree = self.where.tree
        if joint in tree.cut_index:
            return self.cuts[tree.cut_index[joint]].coordinates[index]
        return self.where.q[tree.links[tree.joint_index[joint]].q][index]

    @cached_property
    def jacobian(self) -> Array:
        """Phi_v, rows x nv."""
        blocks = [cut.rows @ cut.jacobian for cut in self.cuts if cut.cut.n_rows]
        blocks += [
            self._sum([(t.factor, self.rate_row(t)) for t in coupler.terms])
            for coupler in self.where.tree.couplers
        ]
        blocks += [np.array([self._bare(row)]) for row in self.where.tree.bare]
        return np.concatenate(blocks) if blocks else np.zeros((0, self.where.tree.nv))

    def _bare(self, row: Row) -> Array:
        """Return the row of velocities of a formula."""
        return bare_row(self.where, row, self.velocity_row)

    def velocity_row(self, joint: str, index: int) -> Array:
        """Return the row that gives a velocity coordinate of a joint from v."""
        tree = self.where.tree
        if joint in tree.cut_index:
            return self.cut_rates(tree.cut_index[joint])[index]
        row: list[Scalar] = [0.0] * tree.nv
        row[tree.links[tree.joint_index[joint]].v.start + index] = 1.0
        return np.array(row)

    def rate_row(self, term: CouplerTerm) -> Array:
        """Return the row that gives the rate of a joint coordinate from v."""
        tree = self.where.tree
        if term.joint in tree.cut_index:
            return self.cut_rates(tree.cut_index[term.joint])[term.index]
        link = tree.links[tree.joint_index[term.joint]]
        row: list[Scalar] = [0.0] * tree.nv
        for k, value in enumerate(rate_row_of(link, self.where.q[link.q], term.index)):
            row[link.v.start + k] = value
        return np.array(row)

    def cut_rates(self, k: int) -> Array:
        """Return C with (rates of cut joint k) = C v."""
        return self.cuts[k].efforts.T @ self.cuts[k].jacobian

    @staticmethod
    def _sum(parts: list[tuple[float, Array]]) -> Array:
        total = parts[0][0] * parts[0][1]
        for factor, row in parts[1:]:
            total = total + factor * row
        return np.array([total])


@dataclass(frozen=True)
class ClosedVelocities:
    """The loops in motion."""

    speed: Velocities

    @cached_property
    def positions(self) -> ClosedPositions:
        """The loops at rest."""
        return ClosedPositions(self.speed.positions)

    @cached_property
    def cuts(self) -> tuple[CutVelocity, ...]:
        """The cut joints in motion."""
        return tuple(CutVelocity(cut, self.speed) for cut in self.positions.cuts)

    @cached_property
    def _at_constant_v(self) -> Accelerations:
        return accelerations(self.speed, np.zeros(self.speed.positions.tree.nv))

    @property
    def gamma(self) -> Array:
        """The right side of Phi_v vdot = gamma."""
        motion = self._at_constant_v
        parts = [-cut.row_bias(motion) for cut in self.cuts if cut.position.cut.n_rows]
        for coupler in self.speed.positions.tree.couplers:
            total: Scalar = 0.0
            for term in coupler.terms:
                total = total - term.factor * self._rate_bias(term)
            parts.append(np.array([total]))
        for row in self.speed.positions.tree.bare:
            found = bare_bias(motion, row, self._velocity_bias)
            parts.append(np.array([-found]))
        return join(*parts) if parts else np.zeros(0)

    def _rate_bias(self, term: CouplerTerm) -> Scalar:
        tree = self.speed.positions.tree
        if term.joint not in tree.cut_index:
            link = tree.links[tree.joint_index[term.joint]]
            q, v = self.speed.positions.q[link.q], self.speed.v[link.v]
            changing = rate_of(lambda x: rate_row_of(link, x, term.index), q, link.type.rate(q, v))
            return changing @ v
        return self.cut_rate_bias(tree.cut_index[term.joint])[term.index]

    def _velocity_bias(self, joint: str, index: int) -> Scalar:
        """Return the rate of a velocity coordinate of a joint when vdot = 0."""
        tree = self.speed.positions.tree
        known = joint in tree.cut_index
        return self.cut_rate_bias(tree.cut_index[joint])[index] if known else 0.0

    def cut_rate_bias(self, k: int) -> Array:
        """Return the accelerations of cut joint k when vdot = 0."""
        return self.cuts[k].rate_bias(self._at_constant_v)


def rate_row_of(link: Link, q: Array, index: int) -> Array:
    """Return the row that gives the rate of coordinate `index` of a link's joint from its v."""
    unit = np.eye(link.type.nv)
    return np.array([link.type.rate(q, unit[k])[index] for k in range(link.type.nv)])


def with_cut_wrenches(closed: ClosedPositions, loads: AppliedLoads, W: Array) -> AppliedLoads:
    """Return the loads with W[k], on the child of cut k at M in M's axes, and its opposite."""
    wrenches = list(loads.on_links)
    for k, cut in enumerate(closed.cuts):
        for link, F in on_links(cut, W[k]):
            before = wrenches[link]
            wrenches[link] = F if before is None else before + F
    return AppliedLoads(tuple(wrenches), loads.on_coordinates, loads.on_cuts)


def cut_wrenches(closed: ClosedPositions, lam: Array) -> Array:
    """Return the constraint wrench of every cut joint on its child, at M in M's axes.

    Only the rows of joints: a coupler acts on coordinates.
    """
    found = []
    at = 0
    for cut in closed.cuts:
        n = cut.cut.n_rows
        found.append(cut.rows.T @ lam[at : at + n] if n else np.zeros(6))
        at += n
    return np.array(found).reshape(len(found), 6)


def cut_coordinates(closed: ClosedPositions) -> Array:
    """Return the coordinates of all cut joints, one joint after the other."""
    parts = [cut.coordinates for cut in closed.cuts if cut.cut.type.nq]
    return join(*parts) if parts else as_vector([])

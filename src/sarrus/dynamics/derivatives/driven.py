"""Rows of driven coordinates behind those of the loops, and their derivatives.

With loops, a coordinate whose acceleration is given is one more row of Phi_v vdot = gamma, and its
effort is the multiplier. The row of a velocity of the tree is constant. That of a velocity of a cut
joint is one of the rows that measure the joint, and its multiplier an effort on that joint.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.derivatives.constraints import ConstraintDerivatives, rate_derivatives
from sarrus.dynamics.derivatives.cut_tangents import cut_tangents
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.tree import Tree
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, join

Place = int | tuple[int, int]
"""A velocity of the tree, or the number of a cut joint and of one of its velocities."""


@dataclass(frozen=True)
class DrivenRows:
    """Driven coordinates: where they are, their rows (n x nv), and their gamma."""

    places: tuple[Place, ...]
    jacobian: Array
    gamma: Array

    @staticmethod
    def none(tree: Tree) -> DrivenRows:
        """Return no rows."""
        return DrivenRows((), np.zeros((0, tree.nv)), np.zeros(0))

    def all_rows(self, motion: ClosedVelocities) -> tuple[Array, Array]:
        """Return Phi_v and gamma of the loops with these behind them."""
        Phi, gamma = motion.positions.jacobian, motion.gamma
        if not self.places:
            return Phi, gamma
        return np.concatenate([Phi, self.jacobian]), join(gamma, self.gamma)

    def with_derivatives(
        self, along: Tangents, loops: ConstraintDerivatives
    ) -> ConstraintDerivatives:
        """Return the derivatives of the loops' rows with those of these behind them."""
        if not self.places:
            return loops
        cuts, nv = cut_tangents(along), along.tree.nv
        tables: list[list[Array]] = [[], [], [], []]
        for place, row in zip(self.places, self.jacobian, strict=True):
            if isinstance(place, int):
                four: Array = np.array([row, np.zeros(nv), np.zeros(nv), np.zeros(nv)])
            else:
                four = rate_derivatives(cuts[place[0]], place[1], nv)
            for table, part in zip(tables, four, strict=True):
                table.append(part)
        before = (
            loops.Phi,
            loops.dvelocity_dq,
            loops.dacceleration_dq,
            loops.dacceleration_dv,
        )
        return ConstraintDerivatives(
            *(np.concatenate([a, np.array(b)]) for a, b in zip(before, tables, strict=True))
        )

    def on_cuts(self, tree: Tree, efforts: Array, tau_cut: Array | None) -> Array | None:
        """Return the efforts on all cut joints with those of the drives added."""
        starts = np.cumsum([0, *(cut.type.nv for cut in tree.cuts)])
        total: list[Scalar] = list(np.zeros(starts[-1]) if tau_cut is None else tau_cut)
        on_tree = True
        for place, effort in zip(self.places, efforts, strict=True):
            if not isinstance(place, int):
                at = int(starts[place[0]]) + place[1]
                total[at], on_tree = total[at] + effort, False
        return tau_cut if on_tree else np.array(total)

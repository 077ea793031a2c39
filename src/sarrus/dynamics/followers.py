"""Trees in which couplers let some coordinates follow others: v = G v_leading.

With the couplers A q = b, and the coordinates that follow (f) and lead (l) apart,

    q_f = A_f^-1 (b - A_l q_l),   G_f = -A_f^-1 A_l,   G_l = 1

Power is the same by either set of velocities, so that efforts on all coordinates amount to
G^T tau on those that lead; the forces of the couplers do no work and drop out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.tree import Tree
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, is_zero
from sarrus.spatial.linear import ldl_factors, ldl_solution


@dataclass(frozen=True)
class Followers:
    """Which coordinates follow: places in v, and for each the factors of those that lead it."""

    places: tuple[int, ...]
    leading: tuple[int, ...]
    factors: tuple[dict[int, Scalar], ...]

    @staticmethod
    def of(tree: Tree, places: Sequence[int]) -> Followers:
        """Return the followers of a tree; places: which coordinate each coupler decides."""
        rows: list[dict[int, Scalar]] = []
        for coupler, place in zip(tree.couplers, places, strict=True):
            row: dict[int, Scalar] = {}
            for term in coupler.terms:
                k = tree.links[tree.joint_index[term.joint]].v.start + term.index
                row[k] = row.get(k, 0.0) + term.factor
            for other, known in zip(rows, places, strict=False):
                row = _without(row, known, other)
            pivot = row.pop(place)
            row = {k: value / pivot for k, value in row.items() if not is_zero(value)}
            rows = [_without({**other}, place, row) for other in rows]
            rows.append(row)
        leading = tuple(k for k in range(tree.nv) if k not in set(places))
        factors = tuple({k: -value for k, value in row.items()} for row in rows)
        return Followers(tuple(places), leading, factors)

    def leading_efforts(self, tau: Array) -> Array:
        """Return efforts on the coordinates that lead, equal in power to tau; others are 0."""
        found: list[Scalar] = [tau[k] for k in range(len(tau))]
        for place, factors in zip(self.places, self.factors, strict=True):
            for k, factor in factors.items():
                found[k] = found[k] + factor * tau[place]
        for place in self.places:
            found[place] = 0.0
        return as_vector(found)

    def velocities(self, leading: Sequence[Scalar]) -> Array:
        """Return all velocities of those that lead, in the order of `leading`."""
        found: list[Scalar] = [0.0] * (len(self.leading) + len(self.places))
        for k, value in zip(self.leading, leading, strict=True):
            found[k] = value
        for place, factors in zip(self.places, self.factors, strict=True):
            total: Scalar = 0.0
            for k, factor in factors.items():
                total = total + factor * found[k]
            found[place] = total
        return as_vector(found)

    def accelerations(self, M: Array, efforts: Array) -> Array:
        """Return vdot of G^T M G vdot_leading = G^T efforts."""
        n = len(self.leading)
        unit = np.eye(n)
        columns = [self.leading_efforts(M @ self.velocities(unit[k])) for k in range(n)]
        # from the tips inward, as far as the coordinates have the order of the tree
        order = list(reversed(range(n)))
        reduced = np.array([[columns[b][self.leading[a]] for b in order] for a in order])
        right = self.leading_efforts(efforts)
        found = ldl_solution(ldl_factors(reduced), [right[self.leading[k]] for k in order])
        return self.velocities(list(reversed(found)))


def _without(row: dict[int, Scalar], place: int, other: dict[int, Scalar]) -> dict[int, Scalar]:
    """Return a row in which a coordinate is replaced by -sum other_k q_k."""
    if place not in row:
        return row
    factor = row.pop(place)
    for k, value in other.items():
        row[k] = row.get(k, 0.0) - factor * value
    return row

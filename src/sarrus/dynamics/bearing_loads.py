"""Loads of bearings that agree with the friction that they cause.

At a state, accelerations and reactions are linear in the efforts of friction, and these in the
loads L of the bearings. So the loads solve

    L_i = sum_p w_p |a_p + sum_j B_pj L_j|,   p: the parts of bearing i

with a the reactions without friction and B their change for a unit load. The length of a vector x
is taken as sqrt(x^2 + EPS^2). The right side changes by at most G = sum_p w_p |B_pj| for a unit of
L_j. If the pivots of I - G are all positive, it contracts: there is one solution, whatever the
reactions are, and the elimination below needs no pivoting. If not, there may be no solution or
two; with one bearing, that is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, length, minimum, select

if TYPE_CHECKING:
    from sarrus.model.forces.bearing_friction import Part

EPS = 1e-6
"""What a length is at least, in the units of the reaction [N or N m]."""
SWEEPS, NEWTON = 2, 8
"""Evaluations of the right side, then corrections by Newton's method."""
MARGIN = 1e-3
"""The least pivot of I - G with which a solution is trusted."""
RESIDUAL = 1e-12
"""What the solution may leave of its equations, over the loads and what makes them."""


@dataclass(frozen=True)
class Share:
    """One part of a bearing's load: weight |at_rest + columns L|."""

    weight: Scalar
    at_rest: Array
    columns: tuple[Array, ...]

    def vector(self, L: Sequence[Scalar]) -> Array:
        """Return the reaction under loads L."""
        total = self.at_rest
        for column, value in zip(self.columns, L, strict=True):
            total = total + column * value
        return total


@dataclass(frozen=True)
class BearingLoads:
    """The loads, the least pivot of I - G, what is left of the equations, relative, and G.

    shares: what the loads were found from, for those that were not known.
    """

    loads: Array
    margin: Scalar
    residual: Scalar
    growth: Array
    shares: Sequence[Sequence[Share]] = ()

    @property
    def trusted(self) -> Scalar:
        """Whether they are the only solution, and are one."""
        return select(self.residual < RESIDUAL, self.margin, 0.0) > MARGIN


def bearing_loads(bearings: Sequence[Sequence[Share]]) -> BearingLoads:
    """Return the loads of all bearings, each given by its parts."""
    n = len(bearings)
    L: list[Scalar] = [0.0] * n
    for _ in range(SWEEPS):
        L = loads_under(bearings, L)
    for _ in range(NEWTON):
        off, matrix = _linear_part(bearings, L)
        L = [a + b for a, b in zip(L, elimination(matrix, off), strict=True)]
    found = loads_under(bearings, L)
    worst, scale = 0.0, EPS
    for value, L_i, shares in zip(found, L, bearings, strict=True):
        worst = _larger(worst, abs(value - L_i))
        scale = scale + _size(shares, L)
    G = _growth(bearings)
    return BearingLoads(as_vector(L), _margin(G), worst / scale, G, bearings)


def load_of(parts: Sequence[Part], reaction: Array) -> Scalar:
    """Return the load of a bearing under a reaction."""
    return _sum([weight * _length(reaction[list(places)]) for weight, places in parts])


def _growth(bearings: Sequence[Sequence[Share]]) -> Array:
    """Return G: by how much load i can grow for a unit of load j."""
    n = len(bearings)
    G = [[_sum([s.weight * length(s.columns[j]) for s in b]) for j in range(n)] for b in bearings]
    return np.array(G).reshape(n, n)


def loads_under(bearings: Sequence[Sequence[Share]], L: Sequence[Scalar]) -> list[Scalar]:
    """Return the loads that the reactions make under the friction of loads L."""
    return [_sum([s.weight * _length(s.vector(L)) for s in shares]) for shares in bearings]


def _size(shares: Sequence[Share], L: Sequence[Scalar]) -> Scalar:
    """Return the sum of what the load is made of, without cancellation."""
    parts = []
    for share in shares:
        arms = [length(column) * value for column, value in zip(share.columns, L, strict=True)]
        parts.append(share.weight * (_length(share.at_rest) + _sum(arms)))
    return _sum(parts)


def _linear_part(
    bearings: Sequence[Sequence[Share]], L: Sequence[Scalar]
) -> tuple[list[Scalar], list[list[Scalar]]]:
    """Return load(L) - L and the matrix I - d load/dL."""
    off, matrix = [], []
    for i, shares in enumerate(bearings):
        value: Scalar = 0.0
        row: list[Scalar] = [1.0 if j == i else 0.0 for j in range(len(bearings))]
        for share in shares:
            x = share.vector(L)
            size = _length(x)
            along = x * (share.weight / size)
            value = value + share.weight * size
            row = [r - along @ column for r, column in zip(row, share.columns, strict=True)]
        off.append(value - L[i])
        matrix.append(row)
    return off, matrix


def elimination(matrix: Sequence[Sequence[Scalar]], right: Sequence[Any]) -> list[Any]:
    """Return x of matrix x = right, by elimination without pivoting; right: numbers or rows."""
    n = len(right)
    rows, b = [list(row) for row in matrix], list(right)
    for k in range(n):
        inverse = 1.0 / rows[k][k]
        for i in range(k + 1, n):
            factor = rows[i][k] * inverse
            for j in range(k + 1, n):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
            b[i] = b[i] - factor * b[k]
    x: list[Any] = [0.0] * n
    for k in range(n - 1, -1, -1):
        x[k] = (b[k] - _sum([rows[k][j] * x[j] for j in range(k + 1, n)])) / rows[k][k]
    return x


def _margin(G: Array) -> Scalar:
    """Return the least pivot of I - G; below MARGIN, it tells no more than that."""
    n = len(G)
    rows = [[(1.0 if i == j else 0.0) - G[i, j] for j in range(n)] for i in range(n)]
    least: Scalar = 1.0
    for k in range(n):
        pivot = rows[k][k]
        least = minimum(least, pivot)
        inverse = 1.0 / _larger(pivot, MARGIN)
        for i in range(k + 1, n):
            factor = rows[i][k] * inverse
            for j in range(k + 1, n):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
    return least


def _length(x: Array) -> Scalar:
    return np.sqrt(x @ x + EPS * EPS)


def _larger(a: Scalar, b: Scalar) -> Scalar:
    return select(a > b, a, b)


def _sum(values: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for value in values:
        total = total + value
    return total

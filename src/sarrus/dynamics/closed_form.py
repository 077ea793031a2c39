"""Accelerations of a mechanism with loops in generated code, without pivoting.

The augmented equations

    M vdot - Phi^T lambda = h,   Phi vdot = gamma

by the Schur complement Phi M^-1 Phi^T, both factored as L D L^T: M from the tips inward, which
creates no fill-in on a tree. The rows must be independent: a mixing matrix, an input, picks or
combines them, so that another choice needs no other code. Two watches tell how far each pivot
fell below its own diagonal, and below the mean of all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.spatial.arrays import Array, Scalar, minimum
from sarrus.spatial.linear import factorised, lower_solved, solved, upper_solved


@dataclass(frozen=True)
class ClosedSolution:
    """Accelerations, multipliers of the mixed rows, and the two watches."""

    vdot: Array
    lam: Array
    watch_own: Scalar
    watch_mean: Scalar


def schur_solution(
    M: Array, h: Array, Phi: Array, gamma: Array, order: list[int]
) -> ClosedSolution:
    """Return the solution; `order` lists the velocity coordinates from the tips inward."""
    n, m = M.shape[0], Phi.shape[0]
    rows, reciprocals = factorised(M[np.ix_(order, order)])
    y_h = lower_solved(rows, [h[i] for i in order])
    Y = [lower_solved(rows, [Phi[r, i] for i in order]) for r in range(m)]
    scaled = [[Y[r][k] * reciprocals[k] for k in range(n)] for r in range(m)]
    S = [[_dot(scaled[r], Y[s]) for s in range(r + 1)] for r in range(m)]
    S_full = np.array([[S[max(r, s)][min(r, s)] for s in range(m)] for r in range(m)])
    S_factors = factorised(S_full)
    right = [gamma[r] - _dot(scaled[r], y_h) for r in range(m)]
    lam = solved(S_factors, right)
    total = [y_h[k] + _sum([Y[r][k] * lam[r] for r in range(m)]) for k in range(n)]
    found = upper_solved(rows, [total[k] * reciprocals[k] for k in range(n)])
    vdot: list[Scalar] = [0.0] * n
    for k, i in enumerate(order):
        vdot[i] = found[k]
    own, mean = _watches(S_full, S_factors[1])
    return ClosedSolution(as_vector(vdot), as_vector(lam), own, mean)


def _watches(S: Array, reciprocals: list[Scalar]) -> tuple[Scalar, Scalar]:
    m = len(S)
    own: Scalar = 1.0
    mean: Scalar = 1.0
    average = _sum([S[r, r] for r in range(m)]) * (1.0 / max(m, 1))
    for r in range(m):
        own = minimum(own, 1.0 / (S[r, r] * reciprocals[r]))
        mean = minimum(mean, 1.0 / (average * reciprocals[r]))
    return own, mean


def _dot(a: list[Scalar], b: list[Scalar]) -> Scalar:
    return _sum([x * y for x, y in zip(a, b, strict=True)])


def _sum(values: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for value in values:
        total = total + value
    return total

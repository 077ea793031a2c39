"""Loops in generated code, without pivoting.

The augmented equations

    M vdot - Phi^T lambda = h,   Phi vdot = gamma

by the Schur complement Phi M^-1 Phi^T, both factored as L D L^T: M from the tips inward, which
creates no fill-in on a tree. The rows must be independent: a mixing matrix, an input, picks or
combines them, so that another choice needs no other code. Two watches tell how far each pivot
fell below its own diagonal, and below the mean of all.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.dynamics.inverse import as_vector
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, minimum
from sarrus.spatial.linear import ldl_factors, ldl_solution, lower_solution, upper_solution


@dataclass(frozen=True)
class ClosedSolution:
    """Accelerations, multipliers of the rows, and the two watches."""

    vdot: Array
    lam: Array
    watch_own: Scalar
    watch_mean: Scalar


@dataclass(frozen=True)
class SchurFactors:
    """M and Phi M^-1 Phi^T, factored; `order` lists the velocities from the tips inward.

    With M = L D L^T and Y = L^-1 Phi^T, S = Phi M^-1 Phi^T = Y^T D^-1 Y, and

        S lambda = gamma - Y^T D^-1 L^-1 h,   vdot = L^-T D^-1 (L^-1 h + Y lambda)

    so that every row of Phi is carried through L once, and never through L^T.

    Where some velocities have no inertia of their own (massless pieces behind cut links), M alone
    cannot be factored. With `penalty` > 0, M + penalty Phi^T Phi takes its place, and the right
    side is changed so that the solution is the same.

    ridge: what is added to the diagonal of S, as part of its mean, so that dependent rows can be
    corrected too. closing: of the rows that close positions, where these are not those of Phi.
    """

    M: Array
    Phi: Array
    order: tuple[int, ...]
    penalty: float = 0.0
    ridge: float = 0.0
    closing: SchurFactors | None = None

    @cached_property
    def _mass(self) -> tuple[list[list[Scalar]], list[Scalar]]:
        M = self.M + self.penalty * (self.Phi.T @ self.Phi) if self.penalty else self.M
        return ldl_factors(M[np.ix_(self.order, self.order)])

    @cached_property
    def _rows(self) -> list[list[Scalar]]:
        """L^-1 Phi^T, one list for every row of Phi."""
        return [lower_solution(self._mass[0], [row[i] for i in self.order]) for row in self.Phi]

    @cached_property
    def _scaled(self) -> list[list[Scalar]]:
        return [[a * b for a, b in zip(row, self._mass[1], strict=True)] for row in self._rows]

    @cached_property
    def _schur(self) -> tuple[Array, tuple[list[list[Scalar]], list[Scalar]]]:
        m = len(self._rows)
        half = [[_dot(self._scaled[r], self._rows[s]) for s in range(r + 1)] for r in range(m)]
        if self.ridge:
            more = _sum([half[r][r] for r in range(m)]) * (self.ridge / m)
            half = [[*half[r][:r], half[r][r] + more] for r in range(m)]
        S = np.array([[half[max(r, s)][min(r, s)] for s in range(m)] for r in range(m)])
        return S, ldl_factors(S)

    def solve(self, h: Array, gamma: Array) -> ClosedSolution:
        """Return accelerations and multipliers."""
        if self.penalty:
            # of Phi vdot = gamma, penalty Phi^T times both sides is added to the first equation
            h = h + self.penalty * (self.Phi.T @ gamma)
        y_h = lower_solution(self._mass[0], [h[i] for i in self.order])
        right = [gamma[r] - _dot(row, y_h) for r, row in enumerate(self._scaled)]
        lam = ldl_solution(self._schur[1], right)
        vdot = self._back([y_h[k] + self._push(lam, k) for k in range(len(self.order))])
        return ClosedSolution(vdot, as_vector(lam), *self._watches())

    def correction(self, gap: Array) -> Array:
        """Return the smallest change in the mass norm that closes a gap: -M^-1 Phi^T S^-1 gap."""
        lam = ldl_solution(self._schur[1], [-gap[r] for r in range(len(self._rows))])
        return self._back([self._push(lam, k) for k in range(len(self.order))])

    def position_correction(self, gap: Array) -> Array:
        """Return the change of positions that closes a gap of the rows that close them."""
        return (self.closing or self).correction(gap)

    def _push(self, lam: list[Scalar], k: int) -> Scalar:
        return _sum([row[k] * value for row, value in zip(self._rows, lam, strict=True)])

    def _back(self, y: list[Scalar]) -> Array:
        scaled = [a * b for a, b in zip(y, self._mass[1], strict=True)]
        found = upper_solution(self._mass[0], scaled)
        out: list[Scalar] = [0.0] * len(self.order)
        for k, i in enumerate(self.order):
            out[i] = found[k]
        return as_vector(out)

    def _watches(self) -> tuple[Scalar, Scalar]:
        S, (_, reciprocals) = self._schur
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

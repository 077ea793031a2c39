"""Small symmetric systems, factored without pivoting so that they can be traced."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.spatial.arrays import Array, Scalar


def ldl_factors(D: Array) -> tuple[list[list[Scalar]], list[Scalar]]:
    """Return L (strictly lower, as rows) and the reciprocal pivots of D = L diag(d) L^T."""
    n = D.shape[0]
    rows: list[list[Scalar]] = []
    pivots: list[Scalar] = []
    reciprocals: list[Scalar] = []
    for i in range(n):
        row: list[Scalar] = []
        scaled: list[Scalar] = []
        for j in range(i):
            value = D[i, j]
            for k in range(j):
                value = value - scaled[k] * rows[j][k]
            scaled.append(value)
            row.append(value * reciprocals[j])
        pivot = D[i, i]
        for k in range(i):
            pivot = pivot - scaled[k] * row[k]
        rows.append(row)
        pivots.append(pivot)
        reciprocals.append(1.0 / pivot)
    return rows, reciprocals


def lower_solution(rows: list[list[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """Return y of L y = right, L with ones on its diagonal."""
    y: list[Scalar] = []
    for i, value in enumerate(right):
        for k in range(i):
            value = value - rows[i][k] * y[k]
        y.append(value)
    return y


def upper_solution(rows: list[list[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """Return x of L^T x = right."""
    x = list(right)
    for i in range(len(x) - 2, -1, -1):
        for k in range(i + 1, len(x)):
            x[i] = x[i] - rows[k][i] * x[k]
    return x


def ldl_solution(
    factors: tuple[list[list[Scalar]], list[Scalar]], right: Sequence[Scalar]
) -> list[Scalar]:
    """Return the solution x of D x = right for a factored D."""
    rows, reciprocals = factors
    y = lower_solution(rows, right)
    return upper_solution(rows, [a * b for a, b in zip(y, reciprocals, strict=True)])

"""Small symmetric systems, factorised without pivoting so that they can be traced."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.spatial.arrays import Array, Scalar


def factorised(D: Array) -> tuple[list[list[Scalar]], list[Scalar]]:
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


def solved(
    factors: tuple[list[list[Scalar]], list[Scalar]], right: Sequence[Scalar]
) -> list[Scalar]:
    """Return the solution x of D x = right for a factorised D."""
    rows, reciprocals = factors
    n = len(reciprocals)
    y: list[Scalar] = []
    for i in range(n):
        value = right[i]
        for k in range(i):
            value = value - rows[i][k] * y[k]
        y.append(value)
    x: list[Scalar] = [y[i] * reciprocals[i] for i in range(n)]
    for i in range(n - 2, -1, -1):
        for k in range(i + 1, n):
            x[i] = x[i] - rows[k][i] * x[k]
    return x

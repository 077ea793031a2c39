"""Sparse linear equations, to be compiled: what is known to be zero is never touched.

The unknowns are in an order that was chosen once, from where entries can be (`Elimination`). The
first s of them are eliminated in this order, without row exchanges, from rows that hold their
entries only. What remains of the others is a full matrix, factored as in `linear`. Rows of the
factors stand one after the other in V, and behind them the full matrix; whole numbers (where rows
start, and columns) are kept as floats, the only arrays that steps can reach.

Without exchanges, rounding can grow. Row by row, |L| |U| is watched: where it exceeds the row's own
largest entry GROWTH times, the factors are refused, as those of a singular matrix are, and the
equations are solved with all exchanges instead.
"""

from __future__ import annotations

from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import Floats, at, native

GROWTH = 1e4
"""How far rounding may grow: twelve digits of the matrix are left."""


@native
def factor_sparse(
    V: Floats,
    column: Floats,
    start: Floats,
    diagonal: Floats,
    exchanged: Floats,
    work: Floats,
    n: int,
    s: int,
) -> int:
    """Replace the entries in V by factors; return 1, or 0 where they are not to be trusted.

    diagonal: where the diagonal of a row is, or its end for rows of the full matrix; work: a row,
    and behind it the largest entries of the rows of U.
    """
    m = n - s
    top = at(work, n)
    full = at(V, int(start[n]))
    for i in range(n):
        first = int(start[i])
        own = int(diagonal[i])
        end = int(start[i + 1])
        size = 0.0
        for p in range(first, end):
            work[int(column[p])] = V[p]
            size = max(size, abs(V[p]))
        if i >= s:
            for j in range(m):
                work[s + j] = full[(i - s) * m + j]
                size = max(size, abs(work[s + j]))
        grown = 0.0
        for p in range(first, own):
            k = int(column[p])
            at_k = int(diagonal[k])
            part = work[k] / V[at_k]
            V[p] = part
            grown += abs(part) * top[k]
            for r in range(at_k + 1, int(start[k + 1])):
                j = int(column[r])
                work[j] = work[j] - part * V[r]
        if not grown <= GROWTH * size:
            return 0
        if i < s:
            largest = 0.0
            for p in range(own, end):
                V[p] = work[int(column[p])]
                largest = max(largest, abs(V[p]))
            top[i] = largest
            if not abs(V[own]) > 0.0:
                return 0
        else:
            for j in range(m):
                full[(i - s) * m + j] = work[s + j]
    return factor(full, exchanged, m)


@native
def sparse_dot(V: Floats, column: Floats, b: Floats, n: int) -> float:
    """Return the product of a sparse row with b, in four sums that do not wait for each other."""
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    fours = n // 4
    for r in range(fours):
        k = 4 * r
        s0 += V[k] * b[int(column[k])]
        s1 += V[k + 1] * b[int(column[k + 1])]
        s2 += V[k + 2] * b[int(column[k + 2])]
        s3 += V[k + 3] * b[int(column[k + 3])]
    for k in range(4 * fours, n):
        s0 += V[k] * b[int(column[k])]
    return (s0 + s1) + (s2 + s3)


@native
def solve_sparse(
    V: Floats,
    column: Floats,
    start: Floats,
    diagonal: Floats,
    exchanged: Floats,
    b: Floats,
    n: int,
    s: int,
) -> None:
    """Replace b, in the order of elimination, by the solution of the factored equations."""
    for i in range(n):
        first = int(start[i])
        b[i] = b[i] - sparse_dot(at(V, first), at(column, first), b, int(diagonal[i]) - first)
    solve(at(V, int(start[n])), exchanged, at(b, s), n - s)
    for r in range(s):
        i = s - 1 - r
        own = int(diagonal[i])
        count = int(start[i + 1]) - own - 1
        rest = sparse_dot(at(V, own + 1), at(column, own + 1), b, count)
        b[i] = (b[i] - rest) / V[own]

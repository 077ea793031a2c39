"""Linear equations in the least-squares sense by singular values, to be compiled."""

from __future__ import annotations

from sarrus.kernels.loops.inverse import SWEEPS, rotate
from sarrus.kernels.native import Floats, at, native

MOST = 48
"""Columns beyond which LAPACK's decomposition is faster than the rotations of pairs here."""
NOTHING = 1e-32
"""Squares of columns that are rounding errors of the largest."""


@native
def put_squares(A: Floats, m: int, n: int, squares: Floats) -> float:
    """Put the squares of the lengths of all columns in their places; return the largest."""
    largest = 0.0
    for j in range(n):
        squares[j] = 0.0
        for i in range(m):
            squares[j] = squares[j] + A[i * n + j] * A[i * n + j]
        largest = max(largest, squares[j])
    return largest


@native
def make_orthogonal(A: Floats, V: Floats, squares: Floats, m: int, n: int) -> float:
    """Replace A, m x n, by A V = U S, with V orthogonal; return the largest square of its columns.

    squares: of all columns, those of the singular values.
    """
    for i in range(n):
        for j in range(n):
            V[i * n + j] = 1.0 if i == j else 0.0
    largest = put_squares(A, m, n, squares)
    for _sweep in range(SWEEPS):
        turned = 0
        for p in range(n):
            for q in range(p + 1, n):
                if min(squares[p], squares[q]) > NOTHING * largest:
                    turned += rotate(A, V, m, n, p, q)
        largest = put_squares(A, m, n, squares)
        if turned == 0:
            break
    return largest


@native
def smallest_solution(
    A: Floats, b: Floats, x: Floats, m: int, n: int, cutoff: float, floor: float, w: Floats
) -> int:
    """Put the smallest x that solves A x = b best in its place; return the rank of A, m x n.

    x = V S^+ U^T b, A = U S V^T, without singular values below `cutoff` times the largest of all
    and `floor`. A is kept; w: m n + n n + n numbers to work in.
    """
    V = at(w, m * n)
    squares = at(w, m * n + n * n)
    for i in range(m * n):
        w[i] = A[i]
    largest = max(make_orthogonal(w, V, squares, m, n), floor * floor)
    rank = 0
    for i in range(n):
        x[i] = 0.0
    for j in range(n):
        if squares[j] > cutoff * cutoff * largest:
            rank += 1
            part = 0.0
            for i in range(m):
                part += w[i * n + j] * b[i]  # the columns of A V are U S
            part = part / squares[j]
            for i in range(n):
                x[i] = x[i] + V[i * n + j] * part
    return rank

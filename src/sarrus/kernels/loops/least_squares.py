"""Linear equations in the least-squares sense by singular values, to be compiled."""

from __future__ import annotations

from math import sqrt

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
def put_basis(
    A: Floats, V: Floats, squares: Floats, m: int, n: int, cutoff: float, w: Floats
) -> int:
    """Leave orthonormal columns in V, m x m, the first of which span those of A; return how many.

    A, m x n, column by column, is lost: Householder's reflections, the largest column that is left
    first. squares: of these columns, and then of the largest that was left; one below `cutoff`
    times the largest of all and 1 is nothing. w: 2 m numbers to work in.
    """
    rank = 0
    largest = 1.0
    for r in range(m):
        squares[r] = 0.0
    for r in range(min(m, n)):
        p = r
        most = -1.0
        for j in range(r, n):
            size = 0.0
            for i in range(r, m):
                size += A[j * m + i] * A[j * m + i]
            if size > most:
                most = size
                p = j
        largest = max(largest, most)
        squares[r] = most
        if not most > cutoff * cutoff * largest:
            for i in range(r, m):
                squares[i] = most
            break
        v = at(A, r * m)
        if p != r:
            for i in range(m):
                before = v[i]
                v[i] = A[p * m + i]
                A[p * m + i] = before
        length = sqrt(most)
        first = v[r]
        v[r] = first + length if first > 0.0 else first - length
        w[r] = 1.0 / (most + length * abs(first))
        for j in range(r + 1, n):
            t = 0.0
            for i in range(r, m):
                t += v[i] * A[j * m + i]
            t = t * w[r]
            if t != 0.0:
                for i in range(r, m):
                    A[j * m + i] = A[j * m + i] - t * v[i]
        rank += 1
    for i in range(m):
        for j in range(m):
            V[i * m + j] = 1.0 if i == j else 0.0
    t_of = at(w, m)
    for back in range(rank):
        r = rank - 1 - back
        v = at(A, r * m)
        for j in range(r, m):
            t_of[j] = 0.0
        for i in range(r, m):
            if v[i] != 0.0:
                for j in range(r, m):
                    t_of[j] = t_of[j] + v[i] * V[i * m + j]
        for i in range(r, m):
            if v[i] != 0.0:
                for j in range(r, m):
                    V[i * m + j] = V[i * m + j] - w[r] * v[i] * t_of[j]
    return rank


@native
def normal_solution(
    A: Floats, b: Floats, x: Floats, m: int, n: int, least: float, w: Floats
) -> int:
    """Put the x that solves A x = b best in its place by A^T A x = A^T b; return 1, or 0.

    0 where the diagonal of the factor of the equations, scaled to ones on theirs, falls below
    `least`: their rounding then counts. w: n n + n numbers to work in.
    """
    scale = at(w, n * n)
    for j in range(n):
        for i in range(j + 1):
            w[j * n + i] = 0.0
    for k in range(m):
        row = at(A, k * n)
        for j in range(n):
            if row[j] != 0.0:
                for i in range(j + 1):
                    w[j * n + i] = w[j * n + i] + row[i] * row[j]
    for j in range(n):
        if not w[j * n + j] > 0.0:
            return 0
        scale[j] = 1.0 / sqrt(w[j * n + j])
    for j in range(n):
        for i in range(j + 1):
            total = w[j * n + i] * scale[i] * scale[j]
            for k in range(i):
                total -= w[i * n + k] * w[j * n + k]
            if i < j:
                w[j * n + i] = total / w[i * n + i]
            elif total > least * least:
                w[j * n + i] = sqrt(total)
            else:
                return 0
    for j in range(n):
        total = 0.0
        for k in range(m):
            total += A[k * n + j] * b[k]
        total = total * scale[j]
        for i in range(j):
            total -= w[j * n + i] * x[i]
        x[j] = total / w[j * n + j]
    for back in range(n):
        j = n - 1 - back
        total = x[j]
        for i in range(j + 1, n):
            total -= w[i * n + j] * x[i]
        x[j] = total / w[j * n + j]
    for j in range(n):
        x[j] = x[j] * scale[j]
    return 1


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

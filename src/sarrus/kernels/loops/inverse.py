"""Inverses of blocks of a matrix, by elimination or by singular values, to be compiled.

A block A of some rows and columns of a matrix, with columns in comparable units, has the inverse

    A^-1            by elimination with row exchanges, where it is square
    V S^+ U^T       by singular values, A = U S V^T, also where rows are redundant

Singular values come from one-sided rotations (Hestenes 1958; Demmel and Veselic 1992, SIAM J.
Matrix Anal. 13): pairs of columns are rotated until all are orthogonal, and their lengths are the
singular values, small ones as accurate as large ones.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import Floats, Ints, Record, native, record

SWEEPS = 40
"""Rounds of rotations; about 6 are enough."""
ORTHOGONAL = 1e-15
"""Cosine of two columns that are as good as orthogonal."""
NEGLIGIBLE = 1e-10
"""Singular values below this part of the largest count as zero, as in `solvers.partition`."""


@record
class BlockState(Record):
    """A block of `rows` and `columns` of a matrix of `width` columns, and its inverse P.

    scale: units of all columns of the matrix; A, V, exchanged, b: to work in; smallest: the least
    singular value as part of the largest, by singular values; dropped: how many were too small.
    """

    n_rows: int
    n_columns: int
    width: int
    by_values: int
    dropped: int
    smallest: float
    rows: Ints
    columns: Ints
    scale: Floats
    matrix: Floats
    A: Floats
    V: Floats
    P: Floats
    exchanged: Floats
    b: Floats


@native
def invert(s: BlockState) -> float:
    """Leave the inverse in P; return n / (|A| |P|) of the scaled block, 0 where it is singular.

    It is 1 for orthogonal columns of one length, and the smaller the nearer to singular.
    """
    m = s.n_rows
    n = s.n_columns
    if n == 0:
        return 1.0
    size = 0.0
    for i in range(m):
        for j in range(n):
            entry = s.matrix[s.rows[i] * s.width + s.columns[j]] * s.scale[s.columns[j]]
            s.A[i * n + j] = entry
            size += entry * entry
    if not size < 1e300:
        return 0.0
    inverse = 0.0
    if s.by_values > 0:
        inverse = invert_by_values(s)
    if s.by_values == 0:  # both parts of `a if test else b` would be evaluated
        inverse = invert_by_elimination(s)
    if not inverse > 0.0:
        return 0.0
    for i in range(n):
        for j in range(m):
            s.P[i * m + j] = s.P[i * m + j] * s.scale[s.columns[i]]
    return float(n) / sqrt(size * inverse)


@native
def invert_by_elimination(s: BlockState) -> float:
    """Leave the inverse of a square block; return the sum of its squares, 0 where there is none."""
    n = s.n_columns
    if factor(s.A, s.exchanged, n) == 0:
        return 0.0
    found = 0.0
    for j in range(n):
        for i in range(n):
            s.b[i] = 0.0
        s.b[j] = 1.0
        solve(s.A, s.exchanged, s.b, n)
        for i in range(n):
            s.P[i * n + j] = s.b[i]
            found += s.b[i] * s.b[i]
    if not found < 1e300:
        return 0.0
    return found


@native
def invert_by_values(s: BlockState) -> float:
    """Leave the pseudo-inverse; return the sum of 1 / sigma^2 over all singular values.

    Those that are negligible are left out of the inverse, and where one is 0 the sum is 1e300.
    """
    m = s.n_rows
    n = s.n_columns
    A = s.A
    V = s.V
    for i in range(n):
        for j in range(n):
            V[i * n + j] = 1.0 if i == j else 0.0
    for _sweep in range(SWEEPS):
        turned = 0
        for p in range(n):
            for q in range(p + 1, n):
                turned += rotate(A, V, m, n, p, q)
        if turned == 0:
            break
    largest = 0.0
    for j in range(n):
        s.b[j] = 0.0
        for i in range(m):
            s.b[j] = s.b[j] + A[i * n + j] * A[i * n + j]
        largest = max(largest, s.b[j])
    s.dropped = 0
    s.smallest = 1.0
    found = 0.0
    for j in range(n):
        s.smallest = min(s.smallest, sqrt(s.b[j] / (largest + 1e-300)))
        found += 1.0 / max(s.b[j], 1e-300)
        if s.b[j] <= NEGLIGIBLE * NEGLIGIBLE * largest:
            s.dropped += 1
            s.b[j] = 0.0
        else:
            s.b[j] = 1.0 / s.b[j]
    for i in range(n):
        for k in range(m):
            total = 0.0
            for j in range(n):
                total += V[i * n + j] * s.b[j] * A[k * n + j]
            s.P[i * m + k] = total
    if not largest > 0.0:
        return 0.0
    return min(found, 1e300)


@native
def rotate(A: Floats, V: Floats, m: int, n: int, p: int, q: int) -> int:
    """Make columns p and q of A orthogonal by a rotation, of V too; 0 where they are already."""
    a = 0.0
    b = 0.0
    c = 0.0
    for i in range(m):
        a += A[i * n + p] * A[i * n + p]
        b += A[i * n + q] * A[i * n + q]
        c += A[i * n + p] * A[i * n + q]
    if abs(c) <= ORTHOGONAL * sqrt(a * b) or abs(c) <= 1e-300:
        return 0
    zeta = (b - a) / (2.0 * c)
    tangent = 1.0 / (abs(zeta) + sqrt(1.0 + zeta * zeta))
    if zeta < 0.0:
        tangent = -tangent
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    sine = cosine * tangent
    for i in range(m):
        left = A[i * n + p]
        right = A[i * n + q]
        A[i * n + p] = cosine * left - sine * right
        A[i * n + q] = sine * left + cosine * right
    for i in range(n):
        left = V[i * n + p]
        right = V[i * n + q]
        V[i * n + p] = cosine * left - sine * right
        V[i * n + q] = sine * left + cosine * right
    return 1


def block(
    matrix: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    scale: np.ndarray,
    by_values: bool,
) -> BlockState:
    """Return a block of a matrix that is filled elsewhere; rows and columns may change later."""
    m, n = len(rows), len(columns)
    if not by_values and m != n:
        raise ValueError(f"a block of {m} rows and {n} columns has no inverse by elimination")
    found = BlockState(
        n_rows=m, n_columns=n, width=matrix.shape[1], by_values=int(by_values), smallest=1.0
    )
    found.bind(
        rows=rows,
        columns=columns,
        scale=scale,
        matrix=matrix.reshape(-1),
        A=np.zeros(max(m * n, 1)),
        V=np.zeros(max(n * n, 1)),
        P=np.zeros(max(m * n, 1)),
        exchanged=np.zeros(n + 1),
        b=np.zeros(max(m, n) + 1),
    )
    return found

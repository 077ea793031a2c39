"""Dense linear equations, to be compiled: L U factors with row exchanges."""

from __future__ import annotations

from sarrus.kernels.native import Floats, at, native


@native
def factor(A: Floats, exchanged: Floats, n: int) -> int:
    """Replace A, row by row, by its factors; return 1, or 0 where it is singular."""
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i * n + k]) > abs(A[best * n + k]):
                best = i
        exchanged[k] = float(best)
        pivot = A[best * n + k]
        if not abs(pivot) > 0.0:
            return 0
        if best != k:
            for j in range(n):
                kept = A[k * n + j]
                A[k * n + j] = A[best * n + j]
                A[best * n + j] = kept
        for i in range(k + 1, n):
            part = A[i * n + k] / pivot
            A[i * n + k] = part
            if part != 0.0:
                for j in range(k + 1, n):
                    A[i * n + j] = A[i * n + j] - part * A[k * n + j]
    return 1


@native
def dot(a: Floats, b: Floats, n: int) -> float:
    """Return the product of two vectors, in four sums that do not wait for each other."""
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    fours = n // 4
    for r in range(fours):
        k = 4 * r
        s0 += a[k] * b[k]
        s1 += a[k + 1] * b[k + 1]
        s2 += a[k + 2] * b[k + 2]
        s3 += a[k + 3] * b[k + 3]
    for k in range(4 * fours, n):
        s0 += a[k] * b[k]
    return (s0 + s1) + (s2 + s3)


@native
def solve(A: Floats, exchanged: Floats, b: Floats, n: int) -> None:
    """Replace b by the solution of the factored equations."""
    for k in range(n):
        best = int(exchanged[k])
        kept = b[k]
        b[k] = b[best]
        b[best] = kept
    for i in range(n):
        b[i] = b[i] - dot(at(A, i * n), b, i)
    for r in range(n):
        i = n - 1 - r
        rest = dot(at(A, i * n + i + 1), at(b, i + 1), r)
        b[i] = (b[i] - rest) / A[i * n + i]

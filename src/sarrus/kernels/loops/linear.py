"""Dense linear equations, to be compiled: L U factors with row exchanges."""

from __future__ import annotations

from sarrus.kernels.native import Floats, native


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
def solve(A: Floats, exchanged: Floats, b: Floats, n: int) -> None:
    """Replace b by the solution of the factored equations."""
    for k in range(n):
        best = int(exchanged[k])
        kept = b[k]
        b[k] = b[best]
        b[best] = kept
    for i in range(n):
        total = b[i]
        for j in range(i):
            total = total - A[i * n + j] * b[j]
        b[i] = total
    for r in range(n):
        i = n - 1 - r
        total = b[i]
        for j in range(i + 1, n):
            total = total - A[i * n + j] * b[j]
        b[i] = total / A[i * n + i]

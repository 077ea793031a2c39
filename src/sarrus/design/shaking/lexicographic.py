"""Least squares in an order: each level is met as well as those before it allow.

Of what then is left free, the smallest numbers are taken. The levels are r_k(y) = A_k c(y) + b_k
with a smooth c, solved by Gauss and Newton's iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sarrus.late_dataclass import dataclass

RANK = 1e-9
"""Part of the largest singular value below which one is none."""
MOST = 200
SETTLED = 1e-14
IMAGINARY = 1e-30
"""The step of derivatives by complex numbers, exact to rounding."""

Map = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False)
class Level:
    """Rows A c + b that are to vanish, compressed to a triangle."""

    A: np.ndarray
    b: np.ndarray

    def left(self, c: np.ndarray) -> float:
        """Return the norm of what is left."""
        return float(np.linalg.norm(self.A @ c + self.b))


def level(A: np.ndarray, b: np.ndarray) -> Level:
    """Return a level with at most as many rows as it has unknowns, and one."""
    rows = A.shape[1] + 1
    if A.shape[0] <= rows:
        return Level(A, b)
    R: np.ndarray = np.asarray(np.linalg.qr(np.column_stack([A, b]), mode="r"))
    return Level(R[:, :-1], R[:, -1])


def jacobian(c: Map, y: np.ndarray) -> np.ndarray:
    """Return dc/dy by complex steps."""
    columns = []
    for k in range(len(y)):
        moved = y.astype(complex)
        moved[k] += 1j * IMAGINARY
        columns.append(c(moved).imag / IMAGINARY)
    return np.column_stack(columns) if columns else np.zeros((len(c(y)), 0))


def solution(
    levels: Sequence[Level], c: Map, y: np.ndarray, held: np.ndarray | None = None
) -> np.ndarray:
    """Return the numbers y; held: those that keep their value."""
    free = np.ones(len(y), dtype=bool) if held is None else ~np.asarray(held, dtype=bool)
    for _ in range(MOST):
        J = jacobian(c, y)[:, free]
        now = c(y)
        step = _step([(one.A @ J, one.A @ now + one.b) for one in levels], y[free])
        y = y.copy()
        y[free] += step
        if np.linalg.norm(step) <= SETTLED * max(1.0, float(np.linalg.norm(y))):
            break
    return y


def _step(rows: Sequence[tuple[np.ndarray, np.ndarray]], y: np.ndarray) -> np.ndarray:
    """Return the step: each level in what those before it leave free, then back to zero."""
    step, Z = np.zeros(len(y)), np.eye(len(y))
    for J, r in rows:
        if not Z.shape[1]:
            break
        U, s, Vt = np.linalg.svd(J @ Z, full_matrices=True)
        rank = int(np.sum(s > RANK * max(float(np.max(s, initial=0.0)), _size(J))))
        inside = (U[:, :rank].T @ -(r + J @ step)) / s[:rank]
        step = step + Z @ (Vt[:rank].T @ inside)
        Z = Z @ Vt[rank:].T
    return step - Z @ (Z.T @ (y + step))


def _size(J: np.ndarray) -> float:
    """Return the largest singular value of a level without those before it."""
    return float(np.linalg.norm(J, 2)) if J.size else 0.0

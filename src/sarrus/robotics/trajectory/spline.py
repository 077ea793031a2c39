"""Splines through rows: cubics with continuous acceleration, quintics smooth to the fourth."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sarrus.robotics.trajectory.polynomial import hermite


def cubic_pieces(
    t: np.ndarray, y: np.ndarray, start: np.ndarray | None, end: np.ndarray | None
) -> np.ndarray:
    """Return c0 to c3 of the pieces, of shape (n, 4, columns of y).

    start, end: the rates at the ends, or None for no acceleration there. The rates m at the rows
    make the acceleration continuous:

        m0/h0 + 2 m1 (1/h0 + 1/h1) + m2/h1 = 3 (y1 - y0)/h0^2 + 3 (y2 - y1)/h1^2
    """
    n = len(t)
    h = np.diff(t)
    slope = np.diff(y, axis=0) / h[:, None]
    A, b = Banded(n, 1), np.zeros((n, y.shape[1]))
    for k in range(1, n - 1):
        before, after = 1.0 / h[k - 1], 1.0 / h[k]
        A.add(k, k - 1, (before, 2.0 * (before + after), after))
        b[k] = 3.0 * (slope[k - 1] * before + slope[k] * after)
    for row, beside, rate, mean in ((0, 1, start, slope[0]), (n - 1, n - 2, end, slope[-1])):
        A.add(row, row, (1.0 if rate is not None else 2.0,))
        A.add(row, beside, (0.0 if rate is not None else 1.0,))
        b[row] = rate if rate is not None else 3.0 * mean
    m = A.solution(b)
    H = h[:, None]
    c2 = (3.0 * slope - 2.0 * m[:-1] - m[1:]) / H
    c3 = (m[:-1] + m[1:] - 2.0 * slope) / H**2
    return np.stack([y[:-1], m[:-1], c2, c3], axis=1)


def quintic_pieces(t: np.ndarray, y: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return c0 to c5 of the pieces, of shape (n, 6, columns of y).

    ends: rows of rate and acceleration at the start, rate and acceleration at the end. Rates and
    accelerations at the inner rows make the third and fourth derivative continuous.
    """
    n, columns = y.shape
    h = np.diff(t)
    basis = [_hermite_matrix(length) for length in h]
    A, b = Banded(2 * n, 3), np.zeros((2 * n, columns))
    b[:2], b[-2:] = ends[:2], ends[2:]
    for row in (0, 1, 2 * n - 2, 2 * n - 1):
        A.add(row, row, (1.0,))
    for k in range(1, n - 1):
        for order in (3, 4):
            row = 2 * k + order - 3
            scale = min(h[k - 1], h[k]) ** (order - 1)
            left = scale * _derivative(order, h[k - 1]) @ basis[k - 1]
            right = scale * _derivative(order, 0.0) @ basis[k]
            for sign, part, at in ((1.0, left, k - 1), (-1.0, right, k)):
                A.add(row, 2 * at, sign * part[[1, 2, 4, 5]])
                b[row] -= sign * part[3] * (y[at + 1] - y[at])
    found = A.solution(b).reshape(n, 2, columns)
    pieces = [
        np.array(hermite(h[k], (y[k], *found[k]), (y[k + 1], *found[k + 1]))) for k in range(n - 1)
    ]
    return np.array(pieces)


class Banded:
    """A square matrix with entries at most `width` beside the diagonal, and its equations."""

    def __init__(self, size: int, width: int) -> None:
        self.width = width
        self.diagonals = np.zeros((2 * width + 1, size))

    def add(self, row: int, first: int, values: Iterable[float]) -> None:
        """Add values to a row, from a column on."""
        for column, value in enumerate(values, first):
            self.diagonals[self.width + row - column, column] += value

    def solution(self, right: np.ndarray) -> np.ndarray:
        """Return x of A x = right."""
        from scipy.linalg import solve_banded

        return np.asarray(solve_banded((self.width, self.width), self.diagonals, right))


def _hermite_matrix(h: float) -> np.ndarray:
    """Return c0 to c5 as a matrix times (y0, rate, acceleration, y1, rate, acceleration)."""
    unit = np.eye(6)
    return np.array(hermite(h, tuple(unit[:3]), tuple(unit[3:])))


def _derivative(order: int, d: float) -> np.ndarray:
    """Return the row that takes c0 to c5 to a derivative at d."""
    row = np.zeros(6)
    for power in range(order, 6):
        factor = np.prod(np.arange(power - order + 1, power + 1, dtype=float))
        row[power] = factor * d ** (power - order)
    return row

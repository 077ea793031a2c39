"""Ranks, null spaces and solutions of linear equations in mixed units.

Rows and columns are scaled to comparable units before any decision, so that a rank does not
depend on whether lengths are given in metres or millimetres.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.lapack import qr_pivots

TOLERANCE = 1e-9
"""Singular values below this part of the largest, or of 1 if all are less, count as zero."""


ROUNDING = 1e-10
"""Rows shorter than this, in lengths of the model and radians, are zero but for rounding."""


def row_lengths(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the lengths of rows with scaled columns; 1 for rows that are zero but for rounding."""
    found = np.linalg.norm(rows * columns, axis=-1)
    return np.where(found > ROUNDING, found, 1.0)


def vanishing_rows(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return which rows are zero but for rounding."""
    return np.asarray(np.linalg.norm(rows * columns, axis=-1) <= ROUNDING)


@dataclass(frozen=True)
class ScaledMatrix:
    """A matrix A with the scales of its rows and columns: A_s = diag(rows) A diag(columns)."""

    A: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    tolerance: float = TOLERANCE

    @cached_property
    def _svd(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        scaled = self.rows[:, None] * self.A * self.columns
        if min(scaled.shape) == 0:
            m, n = scaled.shape
            return np.eye(m), np.zeros(0), np.eye(n)
        u, s, vt = np.linalg.svd(scaled)
        return u, s, vt

    @property
    def singular_values(self) -> np.ndarray:
        """Singular values of the scaled matrix, largest first."""
        return self._svd[1]

    @cached_property
    def rank(self) -> int:
        """Number of independent rows."""
        s = self.singular_values  # scaled: of order one, or rounding errors
        return int(np.sum(s > self.tolerance * max(s[0], 1.0))) if s.size else 0

    @cached_property
    def smallest(self) -> float:
        """The smallest singular value that counts, as part of the largest; 1 without rows."""
        s = self.singular_values
        return float(s[self.rank - 1] / s[0]) if self.rank else 1.0

    @property
    def row_space(self) -> tuple[np.ndarray, np.ndarray]:
        """The singular vectors that count: U and V, as columns, of A_s = U S V^T."""
        return self._svd[0][:, : self.rank], self._svd[2][: self.rank].T

    @property
    def null_space(self) -> np.ndarray:
        """Columns N with A N = 0, orthonormal in scaled units."""
        return self.columns[:, None] * self._svd[2][self.rank :].T

    @property
    def left_null_space(self) -> np.ndarray:
        """Columns Z with A^T Z = 0, orthonormal in scaled units."""
        return self.rows[:, None] * self._svd[0][:, self.rank :]

    def solve(self, b: np.ndarray, damping: float = 0.0) -> np.ndarray:
        """Return the x of smallest scaled norm that solves A x = b in the least squares sense."""
        u, s, vt = self._svd
        r = self.rank
        part = u[:, :r].T @ (self.rows * b)
        return self.columns * (vt[:r].T @ (part * s[:r] / (s[:r] ** 2 + damping**2)))

    def solve_transposed(self, f: np.ndarray) -> np.ndarray:
        """Return the y of smallest scaled norm that solves A^T y = f in the least squares sense."""
        u, s, vt = self._svd
        r = self.rank
        return self.rows * (u[:, :r] @ ((vt[:r] @ (self.columns * f)) / s[:r]))

    def contradiction(self, b: np.ndarray) -> float:
        """Return how far A x = b is from having a solution, in scaled units."""
        u = self._svd[0]
        return float(np.linalg.norm(u[:, self.rank :].T @ (self.rows * b)))

    def of_rank(self, rank: int) -> ScaledMatrix:
        """Return the nearest matrix of at most a rank, in scaled units (Eckart and Young)."""
        u, s, vt = self._svd
        near = (u[:, :rank] * s[:rank]) @ vt[:rank]
        A = near / self.rows[:, None] / self.columns
        return ScaledMatrix(A, self.rows, self.columns, self.tolerance)

    def part(self, b: np.ndarray, rank: int) -> np.ndarray:
        """Return the nearest right side, in scaled units, that a matrix of that rank can yield."""
        u = self._svd[0][:, :rank]
        return (u @ (u.T @ (self.rows * b))) / self.rows

    def directions(self, rank: int) -> np.ndarray:
        """Return the columns N that the matrix of that rank leaves free, orthonormal, scaled."""
        return self._svd[2][rank:].T

    def independent_rows(self) -> list[int]:
        """Return rows that together have the whole rank, chosen by pivoting, in natural order."""
        if not self.rank:
            return []
        scaled = (self.rows[:, None] * self.A * self.columns).T
        pivots = qr_pivots(scaled)
        return sorted(int(k) for k in pivots[: self.rank])

    def dependent_columns(self, prefer: np.ndarray | None = None) -> list[int]:
        """Return columns that make a regular square block with the independent rows.

        prefer: columns that are taken first (they become dependent) where that is possible.
        """
        if not self.rank:
            return []
        scaled = self.rows[:, None] * self.A * self.columns
        if prefer is not None:
            scaled = scaled * np.where(prefer, 1e3, 1.0)
        pivots = qr_pivots(scaled)
        return sorted(int(k) for k in pivots[: self.rank])


def least_squares(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the smallest x that solves A x = b best; what A only rounds is left alone."""
    m, n = A.shape
    return ScaledMatrix(A, np.ones(m), np.ones(n)).solve(b)

"""Sparse matrices whose numbers stand in the same places again and again."""

from __future__ import annotations

import numpy as np
from scipy import sparse


class FixedPlaces:
    """The places of entries (row, column); entries of one place are added."""

    def __init__(self, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> None:
        self.rows, self.columns, self.shape = rows, columns, shape
        places = rows.astype(np.int64) * shape[1] + columns
        unique, self._slots = np.unique(places, return_inverse=True)
        self._indices = (unique % shape[1]).astype(np.int32)
        counts = np.bincount(unique // shape[1], minlength=shape[0])
        self._begins = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)

    def matrix(self, values: np.ndarray) -> sparse.csr_matrix:
        """Return the matrix of the values of the entries; zeros keep their places."""
        data = np.bincount(self._slots, weights=values, minlength=len(self._indices))
        return sparse.csr_matrix((data, self._indices, self._begins), shape=self.shape)


class Selection:
    """Rows and columns of matrices whose numbers stand in the same places, with constants beside.

    rows: which rows are taken, None for all; columns: which columns; shape: of what is made, whose
    first rows and columns these are; more: rows, columns and values of the constants.
    """

    def __init__(self, like: sparse.csr_matrix, rows: np.ndarray | None, columns: np.ndarray,
                 shape: tuple[int, int], more: tuple[np.ndarray, ...] = ()) -> None:  # fmt: skip
        self.like = like
        own = np.repeat(np.arange(like.shape[0]), np.diff(like.indptr))
        own = own if rows is None else _places_of(rows, like.shape[0])[own]
        at = _places_of(columns, like.shape[1])[like.indices]
        self._taken = np.flatnonzero((at >= 0) & (own >= 0))
        self.rows = own[self._taken]
        nothing = np.zeros(0, dtype=int)
        row, column, constants = more or (nothing, nothing, np.zeros(0))
        self._constants: np.ndarray = constants
        self._places = FixedPlaces(
            np.concatenate([self.rows, row]), np.concatenate([at[self._taken], column]), shape
        )

    def fits(self, matrix: sparse.csr_matrix) -> bool:
        """Whether the numbers of a matrix stand in these places."""
        return np.array_equal(matrix.indptr, self.like.indptr) and np.array_equal(
            matrix.indices, self.like.indices
        )

    def of(self, matrix: sparse.csr_matrix, factors: np.ndarray) -> sparse.csr_matrix:
        """Return what is taken of a matrix that fits, rows times factors, with the constants."""
        own = matrix.data[self._taken] * factors[self.rows]
        return self._places.matrix(np.concatenate([own, self._constants]))


def _places_of(chosen: np.ndarray, count: int) -> np.ndarray:
    """Return the place of each number among those that are chosen, -1 for others."""
    found = np.full(count, -1)
    found[chosen] = np.arange(len(chosen))
    return found

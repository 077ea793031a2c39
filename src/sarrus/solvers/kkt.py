"""The linear equations of a step of an interior point method.

    [H   A^T ] [dx]   [b]
    [A  -e I ] [dy] = [c],    H = W + diag(d)

Along a motion on a mesh, unknowns and rows touch their neighbours only, but for a few (durations)
that touch everything. In an order that keeps neighbours together (Cuthill and McKee 1969) the
matrix is a band with a border,

    K = [K0  B ]
        [B^T C ],

whose band LAPACK eliminates, and the border by the Schur complement C - B^T K0^-1 B. Where the band
would be wide, or its solution leaves too much, sparse factors are taken.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import splu

from sarrus.late_dataclass import dataclass

STIFF = 1e9
"""How much stiffer than the rest rows are taken to be where curvature is judged."""
MANY, MOST_IN_BORDER = 10.0, 40
"""A column belongs to the border with more numbers than this times the root of the size; most such
columns."""
WIDEST = 120
"""Widest half band."""
LEFT = 1e-9
"""What a solution by the band may leave of the right-hand side."""
MOST_PAIRS = 4_000_000
"""Most products of two numbers of a row of A."""


class Singular(ArithmeticError):
    """The equations have no single solution."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Where entries (rows, columns) of a symmetric matrix stand in a band and in its border.

    order: the places of the band, then those of the border; width: of half the band.
    """

    order: np.ndarray
    border: int
    width: int
    rows: np.ndarray
    columns: np.ndarray

    @staticmethod
    def of(rows: np.ndarray, columns: np.ndarray, size: int) -> Layout | None:
        """Return the layout, None where the band would be wide or the border thick."""
        pattern = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(size, size))
        dense = np.diff(pattern.indptr) > MANY * np.sqrt(size)
        rest, last = np.flatnonzero(~dense), np.flatnonzero(dense)
        if len(last) > MOST_IN_BORDER or not len(rest):
            return None
        inner = pattern[rest][:, rest]
        order = np.concatenate([rest[reverse_cuthill_mckee(inner, symmetric_mode=True)], last])
        place = np.empty(size, dtype=int)
        place[order] = np.arange(size)
        i, j = place[rows], place[columns]
        banded = (i < len(rest)) & (j < len(rest))
        width = int(np.max(np.abs(i - j)[banded], initial=0))
        return None if width > WIDEST else Layout(order, len(last), width, i, j)

    @property
    def _size(self) -> int:
        return len(self.order) - self.border

    @cached_property
    def _in_band(self) -> np.ndarray:
        return np.flatnonzero((self.rows < self._size) & (self.columns < self._size))

    @cached_property
    def _in_border(self) -> np.ndarray:
        return np.flatnonzero(self.columns >= self._size)

    @cached_property
    def _in_lower(self) -> np.ndarray:
        return self._in_band[self.rows[self._in_band] >= self.columns[self._in_band]]

    @cached_property
    def _places(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Places in band storage, whole and lower half, and in the columns of the border."""
        i, j, k = self.rows, self.columns, self.width
        whole, lower, own = self._in_band, self._in_lower, self._in_border
        return (
            (2 * k + i[whole] - j[whole]) + (3 * k + 1) * j[whole],
            (i[lower] - j[lower]) + (k + 1) * j[lower],
            i[own] + len(self.order) * (j[own] - self._size),
        )

    def band(self, values: np.ndarray) -> np.ndarray:
        """Return the band as `gbtrf` takes it."""
        size = (3 * self.width + 1) * self._size
        found = np.bincount(self._places[0], weights=values[self._in_band], minlength=size)
        return found.reshape((3 * self.width + 1, self._size), order="F")

    def lower_band(self, values: np.ndarray) -> np.ndarray:
        """Return its lower half as `pbtrf` takes it."""
        size = (self.width + 1) * self._size
        found = np.bincount(self._places[1], weights=values[self._in_lower], minlength=size)
        return found.reshape((self.width + 1, self._size), order="F")

    def border_columns(self, values: np.ndarray) -> np.ndarray:
        """Return the columns of the border, of all rows."""
        size = len(self.order) * self.border
        found = np.bincount(self._places[2], weights=values[self._in_border], minlength=size)
        return found.reshape((len(self.order), self.border), order="F")

    def is_positive(self, values: np.ndarray) -> bool:
        """Whether the matrix of these entries is positive."""
        from scipy.linalg.lapack import dpbtrf, dpbtrs

        factor, info = dpbtrf(self.lower_band(values), lower=1, overwrite_ab=1)
        if info:
            return False
        if not self.border:
            return True
        columns = self.border_columns(values)
        B, C = columns[: self._size], columns[self._size :]
        X, info = dpbtrs(factor, B, lower=1)
        S = C - B.T @ X
        least = float(np.min(np.linalg.eigvalsh(0.5 * (S + S.T))))
        return bool(info == 0 and least > 0.0)


class _Banded:
    """Factors of the matrix of a layout."""

    def __init__(self, layout: Layout, values: np.ndarray) -> None:
        from scipy.linalg.lapack import dgbtrf

        self.layout, self.values = layout, values
        k = layout.width
        self.factor, self.pivots, info = dgbtrf(layout.band(values), k, k, overwrite_ab=1)
        if info:
            raise Singular
        n = len(layout.order) - layout.border
        columns = layout.border_columns(values)
        self.B, C = columns[:n], columns[n:]
        self.X = self._by_band(self.B) if layout.border else self.B
        self.S = C - self.B.T @ self.X

    def _by_band(self, right: np.ndarray) -> np.ndarray:
        from scipy.linalg.lapack import dgbtrs

        k = self.layout.width
        return np.asarray(dgbtrs(self.factor, k, k, right, self.pivots)[0])

    def _once(self, right: np.ndarray) -> np.ndarray:
        n = len(self.layout.order) - self.layout.border
        x = self._by_band(right[:n])
        if not self.layout.border:
            return x
        last = np.linalg.solve(self.S, right[n:] - self.B.T @ x)
        return np.concatenate([x - self.X @ last, last])

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Return the solution, corrected by what it leaves."""
        b, at = right[self.layout.order], self.layout
        size = max(float(np.max(np.abs(b), initial=0.0)), 1e-300)
        found, before = self._once(b), np.inf
        for _ in range(4):
            left = b - np.bincount(at.rows, self.values * found[at.columns], len(b))
            worst = float(np.max(np.abs(left), initial=0.0))
            if not worst < 0.5 * before:
                break
            found, before = found + self._once(left), worst
        if not min(worst, before) <= LEFT * size:
            raise Singular
        x = np.empty_like(found)
        x[at.order] = found
        return x


class _Sparse:
    """Sparse factors of the matrix."""

    def __init__(self, K: sparse.csc_matrix) -> None:
        self.K = K
        try:
            self.factors = splu(K)
        except RuntimeError:  # exactly singular
            raise Singular from None

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Return the solution, corrected by what it leaves."""
        x = self.factors.solve(right)
        for _ in range(2):
            x = x + self.factors.solve(right - self.K @ x)
        if not np.all(np.isfinite(x)):
            raise Singular
        return np.asarray(x)


class Factors:
    """Solves K x = b, by the band where that is good enough, else by sparse factors."""

    def __init__(self, equations: Equations, diagonal: np.ndarray, soft: float) -> None:
        self._equations, self._diagonal, self._soft = equations, diagonal, soft
        self._sparse: _Sparse | None = None

    @cached_property
    def _banded(self) -> _Banded | None:
        return self._equations.banded_factors(self._diagonal, self._soft)

    def solve(self, right: np.ndarray) -> np.ndarray:
        """Return the solution, corrected by what it leaves; raises `Singular`."""
        if self._sparse is None:
            found = self._by_band(right)
            if found is not None:
                return found
            self._sparse = self._equations.sparse_factors(self._diagonal, self._soft)
        return self._sparse.solve(right)

    def _by_band(self, right: np.ndarray) -> np.ndarray | None:
        try:
            return None if self._banded is None else self._banded.solve(right)
        except Singular:
            return None


class Equations:
    """The equations of steps for all W and A whose numbers stand in the same places."""

    def __init__(self, W: sparse.csr_matrix, A: sparse.csr_matrix) -> None:
        self.W, self.A = W, A
        self.n, self.m = W.shape[0], A.shape[0]

    @staticmethod
    def of(W: sparse.csr_matrix, A: sparse.csr_matrix, known: Equations | None) -> Equations:
        """Return the equations of W and A: the known ones with other numbers, where they fit."""
        if known is None or not known.fits(W, A):
            return Equations(W, A)
        known.W, known.A = W, A
        return known

    def fits(self, W: sparse.csr_matrix, A: sparse.csr_matrix) -> bool:
        """Whether the numbers of other matrices stand in the same places."""
        pairs = ((self.W, W), (self.A, A))
        return all(
            np.array_equal(x.indptr, y.indptr) and np.array_equal(x.indices, y.indices)
            for x, y in pairs
        )

    @cached_property
    def _entries(self) -> tuple[np.ndarray, ...]:
        """Rows and columns of W, and of A."""
        own = np.repeat(np.arange(self.n), np.diff(self.W.indptr))
        of_A = np.repeat(np.arange(self.m), np.diff(self.A.indptr))
        return own, self.W.indices.astype(int), of_A, self.A.indices.astype(int)

    @cached_property
    def _layout(self) -> Layout | None:
        i, j, row, column = self._entries
        x, y = np.arange(self.n), np.arange(self.n, self.n + self.m)
        rows = np.concatenate([i, x, self.n + row, column, y])
        columns = np.concatenate([j, x, column, self.n + row, y])
        return Layout.of(rows, columns, self.n + self.m)

    @cached_property
    def _pairs(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Pairs of numbers of A that stand in the same row."""
        count = np.diff(self.A.indptr)
        if int(np.sum(count.astype(float) ** 2)) > MOST_PAIRS:
            return None
        first = np.repeat(np.arange(self.A.nnz), np.repeat(count, count))
        begin = np.repeat(self.A.indptr[:-1], count)
        length = np.repeat(count, count)
        start = np.cumsum(length) - length
        second = np.arange(len(first)) - np.repeat(start, length) + np.repeat(begin, length)
        return first, second

    @cached_property
    def _free_layout(self) -> Layout | None:
        """The layout of H + rho A^T A."""
        if self._pairs is None:
            return None
        i, j, _, column = self._entries
        first, second = self._pairs
        x = np.arange(self.n)
        rows = np.concatenate([i, x, column[first]])
        columns = np.concatenate([j, x, column[second]])
        return Layout.of(rows, columns, self.n)

    def factors(self, diagonal: np.ndarray, soft: float) -> Factors:
        """Return what solves the equations; diagonal: d, soft: e."""
        return Factors(self, diagonal, soft)

    def banded_factors(self, diagonal: np.ndarray, soft: float) -> _Banded | None:
        """Return factors of K as a band with a border, None where it is none."""
        if self._layout is None:
            return None
        A = self.A.data
        values = [self.W.data, diagonal, A, A, np.full(self.m, -soft)]
        return _Banded(self._layout, np.concatenate(values))

    def sparse_factors(self, diagonal: np.ndarray, soft: float) -> _Sparse:
        """Return sparse factors of K."""
        corner = -soft * sparse.identity(self.m)
        return _Sparse(sparse.bmat([[self._H(diagonal), self.A.T], [self.A, corner]], format="csc"))

    def _H(self, diagonal: np.ndarray) -> sparse.csr_matrix:
        return self.W + sparse.diags(diagonal)

    def is_positive(self, diagonal: np.ndarray) -> bool:
        """Whether H is positive along all that A leaves free: H + rho A^T A is, for a large rho.

        A symmetric elimination without exchanges is stable where it is, and has positive pivots.
        """
        own = np.abs(self.W.diagonal() + diagonal)
        size = float(np.max(own, initial=0.0))
        usual = float(np.median(own)) if self.n else 1.0
        rho = STIFF * max(usual, 1e-6 * size, 1e-8)
        if self._free_layout is not None and self._pairs is not None:
            first, second = self._pairs
            products = rho * self.A.data[first] * self.A.data[second]
            return self._free_layout.is_positive(np.concatenate([self.W.data, diagonal, products]))
        whole = (self._H(diagonal) + rho * (self.A.T @ self.A)).tocsc()
        try:
            factors = splu(
                whole, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                options={"SymmetricMode": True},
            )  # fmt: skip
        except RuntimeError:  # exactly singular
            return False
        swapped = not np.array_equal(factors.perm_r, factors.perm_c)
        return not swapped and bool(np.all(factors.U.diagonal() > 0.0))

"""In which order to eliminate unknowns of sparse equations, and what that costs.

Only the places where entries can be are known. The next pivot, always on the diagonal, is the one
whose row and column have the fewest others (Markowitz): in the equations of a tree these are the
coordinates, then velocities from the tips inward, which fills nothing in. As soon as most of what
is left is filled, the rest is a full matrix, with row exchanges.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass

SPARSE_COST = 6.0
"""Time of a product in a sparse row, in products of a full matrix: 2 ns and 0.3 ns, measured."""
SOLVE_COST = 3.0
"""The same for the products of a solution: 1 ns and 0.3 ns, measured."""
SOLUTIONS = 20
"""Solutions with the same factors that are reckoned with; Newton's iterations take more."""
LEAST = 32
"""Number of unknowns from which on sparse rows are worth their lists, measured.

Below, both ways take some microseconds. Factoring takes 10 and 14 microseconds for the 63 unknowns
of 30 joints in a row, 7 and 14 for those of a vehicle, 15 and 139 for the 195 of a larger one.
"""


@dataclass(frozen=True)
class Elimination:
    """Where entries of a matrix can be, and how its unknowns are eliminated.

    n: of unknowns; rows, columns: of the entries, which may be given more than once.
    """

    n: int
    rows: np.ndarray
    columns: np.ndarray

    @cached_property
    def _filled(self) -> tuple[list[int], np.ndarray, int]:
        """The order, all places that factors have, and how many unknowns stand before the rest."""
        places = np.eye(self.n, dtype=bool)
        places[self.rows, self.columns] = True
        left = np.ones(self.n, dtype=bool)
        order: list[int] = []
        while len(order) < self.n:
            here = np.flatnonzero(left)
            block = places[np.ix_(here, here)]
            counts = (block.sum(axis=1) - 1) * (block.sum(axis=0) - 1)
            pivot = int(np.argmin(counts))
            if SPARSE_COST * counts[pivot] > len(here) * (len(here) - 1):
                break
            k = int(here[pivot])
            row, column = here[block[pivot]], here[block[:, pivot]]
            places[np.ix_(column, row)] = True
            left[k] = False
            order.append(k)
        return [*order, *(int(k) for k in np.flatnonzero(left))], places, len(order)

    @property
    def order(self) -> np.ndarray:
        """The unknowns in the order of elimination."""
        return np.array(self._filled[0], dtype=int)

    @property
    def before(self) -> int:
        """Number of unknowns that are eliminated before the full matrix."""
        return self._filled[2]

    @cached_property
    def _order_of_unknowns(self) -> np.ndarray:
        """All places of the factors, in the order of elimination."""
        return self._filled[1][np.ix_(self.order, self.order)]

    @cached_property
    def _lists(self) -> list[np.ndarray]:
        """The columns of every row that are not in the full matrix."""
        found = []
        for i, row in enumerate(self._order_of_unknowns):
            found.append(np.flatnonzero(row if i < self.before else row[: self.before]))
        return found

    @cached_property
    def start(self) -> np.ndarray:
        """Where rows start, and where the last one ends."""
        return np.cumsum([0, *(len(row) for row in self._lists)])

    @cached_property
    def column(self) -> np.ndarray:
        """Columns of all rows, one row after the other."""
        return np.concatenate([*self._lists, np.zeros(0, dtype=int)])

    @cached_property
    def diagonal(self) -> np.ndarray:
        """Where the diagonal of every row is; the end of rows of the full matrix."""
        s = self.before
        inside = [int(np.searchsorted(row, i)) for i, row in enumerate(self._lists[:s])]
        return np.concatenate([self.start[:s] + np.array(inside, dtype=int), self.start[s + 1 :]])

    @cached_property
    def slots(self) -> np.ndarray:
        """Where the given entries stand among rows and full matrix."""
        place = np.empty(self.n, dtype=int)
        place[self.order] = np.arange(self.n)
        s, m, found = self.before, self.n - self.before, []
        for i, j in zip(place[self.rows], place[self.columns], strict=True):
            if i >= s and j >= s:
                found.append(int(self.start[-1] + (i - s) * m + j - s))
            else:
                found.append(int(self.start[i] + np.searchsorted(self._lists[i], j)))
        return np.array(found, dtype=int)

    @property
    def size(self) -> int:
        """Numbers in rows and full matrix."""
        return int(self.start[-1]) + (self.n - self.before) ** 2

    @cached_property
    def products(self) -> tuple[int, int]:
        """Products of the factorisation, in sparse rows and in the full matrix."""
        s, m = self.before, self.n - self.before
        below = [int(np.count_nonzero(self._order_of_unknowns[k + 1 :, k])) for k in range(s)]
        beside = [int(np.count_nonzero(self._order_of_unknowns[k, k + 1 :])) for k in range(s)]
        sparse = sum(a * (b + 1) for a, b in zip(below, beside, strict=True))
        return sparse, full_products(m)

    @cached_property
    def plain_products(self) -> int:
        """Products of a full matrix, in the order given, which passes over zeros below pivots."""
        places = np.eye(self.n, dtype=bool)
        places[self.rows, self.columns] = True
        total = 0
        for k in range(self.n):
            below = k + 1 + np.flatnonzero(places[k + 1 :, k])
            total += len(below) * (self.n - k)
            places[below] |= places[k]
        return total

    @property
    def pays(self) -> bool:
        """Whether this takes less time than a full matrix with row exchanges.

        One factorisation and some solutions count.
        """
        sparse, full = self.products
        m = self.n - self.before
        once = SPARSE_COST * sparse + full - self.plain_products
        each = SOLVE_COST * float(self.start[-1]) + m * m - self.n**2
        return self.n >= LEAST and once + SOLUTIONS * each < 0.0


def full_products(n: int) -> int:
    """Return the products that it takes to factor a full matrix."""
    return sum((n - 1 - k) * (n - k) for k in range(n))

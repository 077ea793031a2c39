"""The equations of Newton's iteration, (W - g J) change = W rest, to be compiled.

J and W come from a kernel, as full matrices or as entries whose places are known; W is the identity
where there is none. If that pays, unknowns are eliminated in an order chosen once, without touching
zeros (`Elimination`); where rounding would grow, and with matrices that seem singular, the
same equations are solved as a full matrix with row exchanges.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from sarrus.kernels.loops.elimination import Elimination
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.loops.sparse import factor_sparse, solve_sparse, sparse_dot
from sarrus.kernels.native import Floats, Pointers, at, compile_function, copy, native

(
    J,
    W,
    W_START,
    W_COLUMN,
    SLOT,
    PLACE,
    ORDER,
    COLUMN,
    START,
    DIAGONAL,
    MATRIX,
    EXCHANGED,
    ROW,
    VECTOR,
    X,
) = range(15)
(N, N_J, N_W, BEFORE, SIZE, WEIGHED, G, FULL, DONE, FALLEN_BACK) = range(10)


@native
def gather(a: Pointers, places: Floats, size: int) -> None:
    """Put the entries of W - g J in their places."""
    x = a[X]
    total = a[MATRIX]
    count = int(x[N_J])
    for i in range(size):
        total[i] = 0.0
    for e in range(count):
        k = int(places[e])
        total[k] = total[k] - x[G] * a[J][e]
    for e in range(int(x[N_W])):
        k = int(places[count + e])
        total[k] = total[k] + a[W][e]


@native
def factored(a: Pointers, outs: Pointers, work: Floats) -> None:
    """Factor W - g J; DONE is 0 where it is singular."""
    x = a[X]
    n = int(x[N])
    before = int(x[BEFORE])
    x[DONE] = 0.0
    x[FULL] = 0.0
    if before > 0:
        gather(a, a[SLOT], int(x[SIZE]))
        done = factor_sparse(
            a[MATRIX], a[COLUMN], a[START], a[DIAGONAL], a[EXCHANGED], a[ROW], n, before
        )
        x[DONE] = float(done)
        x[FALLEN_BACK] += 1.0 - x[DONE]
    if x[DONE] == 0.0:
        x[FULL] = 1.0
        gather(a, a[PLACE], n * n)
        x[DONE] = float(factor(a[MATRIX], a[EXCHANGED], n))


@native
def solved(a: Pointers, outs: Pointers, work: Floats) -> None:
    """Replace the rest in VECTOR by the change."""
    x = a[X]
    n = int(x[N])
    b = a[VECTOR]
    row = a[ROW]
    if x[WEIGHED] > 0.0:
        for i in range(n):
            first = int(a[W_START][i])
            count = int(a[W_START][i + 1]) - first
            row[i] = sparse_dot(at(a[W], first), at(a[W_COLUMN], first), b, count)
        copy(b, row, n)
    if x[FULL] > 0.0:
        solve(a[MATRIX], a[EXCHANGED], b, n)
    else:
        for i in range(n):
            row[i] = b[int(a[ORDER][i])]
        solve_sparse(
            a[MATRIX], a[COLUMN], a[START], a[DIAGONAL], a[EXCHANGED], row, n, int(x[BEFORE])
        )
        for i in range(n):
            b[int(a[ORDER][i])] = row[i]


class NewtonMatrix:
    """W - g J with its factors; vector: the rest, to be replaced by the change.

    found: outputs of a kernel: J and, where only entries are given, J_at = row n + column; W and
    W_at likewise, row after row, or none.
    """

    def __init__(self, found: dict[str, np.ndarray], vector: np.ndarray) -> None:
        n, self.vector = vector.size, vector
        J_at = found["J_at"].astype(int) if "J_at" in found else np.arange(n * n)
        W_at = found["W_at"].astype(int) if "W_at" in found else np.arange(n) * (n + 1)
        self.weights = found.get("W", np.ones(n))
        places = np.concatenate([J_at, W_at])
        plan = Elimination(n, places // n, places % n)
        pays = "J_at" in found and plan.pays
        self.numbers = np.zeros(10)
        self.numbers[[N, N_J, N_W]] = n, len(J_at), len(W_at)
        self.numbers[[BEFORE, SIZE]] = (plan.before, plan.size) if pays else (0, n * n)
        self.numbers[WEIGHED] = float("W" in found)
        self.matrix = np.zeros(max(int(self.numbers[SIZE]), n * n))
        self.exchanged = np.zeros(n)
        lists = [plan.order, plan.column, plan.start, plan.diagonal] if pays else [np.zeros(1)] * 4
        slots = plan.slots if pays else np.zeros(1)
        W_start = np.searchsorted(W_at, n * np.arange(n + 1))
        arrays = [found["J"], self.weights, W_start, W_at % n, slots, places, *lists]
        arrays += [self.matrix, self.exchanged, np.zeros(2 * n), vector, self.numbers]
        self._arrays = [np.ascontiguousarray(array, dtype=float) for array in arrays]
        self._ins = np.array([array.ctypes.data for array in self._arrays], dtype=np.uint64)
        self._codes = compile_function(factored), compile_function(solved)

    @property
    def arguments(self) -> list[int]:
        """What calls the two functions: addresses of their code and of what they are given."""
        ins = int(self._ins.ctypes.data)
        return [part for code in self._codes for part in (address_of(code), ins, ins, ins)]

    @property
    def kept(self) -> dict[str, np.ndarray]:
        """All that is needed to go on exactly."""
        return {
            "matrix": self.matrix,
            "exchanged": self.exchanged,
            "weights": self.weights,
            "newton": self.numbers,
        }

    @property
    def sparse(self) -> bool:
        """Whether zeros are passed over."""
        return bool(self.numbers[BEFORE] > 0.0)

    @property
    def fallen_back(self) -> int:
        """How often row exchanges were needed after all."""
        return int(self.numbers[FALLEN_BACK])


def address_of(function: Any) -> int:
    """Return where the code of a compiled function stands."""
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)

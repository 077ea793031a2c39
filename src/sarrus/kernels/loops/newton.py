"""The equations of Newton's iteration, (W - g J) change = W rest, to be compiled.

J and W come from a kernel, as full matrices or as entries whose places are known; W is the identity
where there is none. If that pays, unknowns are eliminated in an order chosen once, without touching
zeros (`Elimination`); where rounding would grow, and with matrices that seem singular, the
same equations are solved as a full matrix with row exchanges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.kernels.loops.elimination import Elimination
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.loops.sparse import factor_sparse, solve_sparse, sparse_dot
from sarrus.kernels.native import Floats, Record, at, copy, native, record


@record
class NewtonState(Record):
    """The matrix W - g J of n unknowns, its factors, and a right side.

    J, W: entries, n_J and n_W of them; W_start, W_column: rows and columns of W; places: where
    entries stand in a full matrix, J first, slots: where among rows; order, column, start,
    diagonal: of the elimination, whose first `before` unknowns are sparse and which has `size`
    numbers; matrix, exchanged: the factors; row: two rows to work in. weighed: whether the right
    side is multiplied by W; full: whether the factors are of the full matrix; done: whether they
    are there; fallen_back: how often row exchanges were needed after all.
    """

    g: float
    n: int
    n_J: int
    n_W: int
    before: int
    size: int
    weighed: int
    full: int
    done: int
    fallen_back: int
    J: Floats
    W: Floats
    W_start: Floats
    W_column: Floats
    slots: Floats
    places: Floats
    order: Floats
    column: Floats
    start: Floats
    diagonal: Floats
    matrix: Floats
    exchanged: Floats
    row: Floats
    vector: Floats


@native
def gather(s: NewtonState, places: Floats, size: int) -> None:
    """Put the entries of W - g J in their places."""
    total = s.matrix
    for i in range(size):
        total[i] = 0.0
    for e in range(s.n_J):
        k = int(places[e])
        total[k] = total[k] - s.g * s.J[e]
    for e in range(s.n_W):
        k = int(places[s.n_J + e])
        total[k] = total[k] + s.W[e]


@native
def factor_newton(s: NewtonState) -> None:
    """Factor W - g J; `done` is 0 where it is singular."""
    s.done = 0
    s.full = 0
    if s.before > 0:
        gather(s, s.slots, s.size)
        s.done = factor_sparse(
            s.matrix, s.column, s.start, s.diagonal, s.exchanged, s.row, s.n, s.before
        )
        s.fallen_back += 1 - s.done
    if s.done == 0:
        s.full = 1
        gather(s, s.places, s.n * s.n)
        s.done = factor(s.matrix, s.exchanged, s.n)


@native
def solve_newton(s: NewtonState) -> None:
    """Replace the rest in `vector` by the change."""
    n = s.n
    b = s.vector
    row = s.row
    if s.weighed > 0:
        for i in range(n):
            first = int(s.W_start[i])
            count = int(s.W_start[i + 1]) - first
            row[i] = sparse_dot(at(s.W, first), at(s.W_column, first), b, count)
        copy(b, row, n)
    if s.full > 0:
        solve(s.matrix, s.exchanged, b, n)
    else:
        for i in range(n):
            row[i] = b[int(s.order[i])]
        solve_sparse(s.matrix, s.column, s.start, s.diagonal, s.exchanged, row, n, s.before)
        for i in range(n):
            b[int(s.order[i])] = row[i]


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
        size = plan.size if pays else n * n
        before, weighed = plan.before if pays else 0, int("W" in found)
        self.state = NewtonState(
            n=n, n_J=len(J_at), n_W=len(W_at), before=before, size=size, weighed=weighed
        )
        self.matrix = np.zeros(max(size, n * n))
        self.exchanged = np.zeros(n)
        none = np.zeros(1)
        arrays = {
            "J": found["J"],
            "W": self.weights,
            "W_start": np.searchsorted(W_at, n * np.arange(n + 1)),
            "W_column": W_at % n,
            "slots": plan.slots if pays else none,
            "places": places,
            "order": plan.order if pays else none,
            "column": plan.column if pays else none,
            "start": plan.start if pays else none,
            "diagonal": plan.diagonal if pays else none,
            "matrix": self.matrix,
            "exchanged": self.exchanged,
            "row": np.zeros(2 * n),
            "vector": vector,
        }
        self.state.bind(
            **{name: np.ascontiguousarray(part, dtype=float) for name, part in arrays.items()}
        )

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly, by name."""
        return {"numbers": self.state.numbers, **{k: v.copy() for k, v in self._kept.items()}}

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Go on exactly from where `memory` was taken."""
        self.state.restore(memory["numbers"])
        for name, part in self._kept.items():
            part[...] = memory[name]

    @property
    def _kept(self) -> dict[str, np.ndarray]:
        return {"matrix": self.matrix, "exchanged": self.exchanged, "weights": self.weights}

    @property
    def sparse(self) -> bool:
        """Whether zeros are passed over."""
        return self.state.before > 0

    @property
    def fallen_back(self) -> int:
        """How often row exchanges were needed after all."""
        return self.state.fallen_back

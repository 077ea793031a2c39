"""[M, Phi^T; Phi, 0], factored as L D L^T in an order that the graph of bodies and joints gives.

No pivots are searched, so that the factors can be traced; what is zero by structure costs nothing.
A body that one joint alone holds is eliminated first, then the rows of this joint, which add to the
inertia of the body on its other side: trees take a number of operations in proportion to their
bodies. What is left are loops. Of these all bodies come first, which leaves the Schur complement of
the rows, negative definite as long as they are independent, and then the rows, those with the
fewest neighbours first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sarrus.cartesian.bodies import VELOCITIES
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, is_zero, minimum, vector

Node = tuple[str, int]
"""A body, ("body", i), or the rows of a joint or coupler, ("rows", j)."""


@dataclass(frozen=True)
class Pattern:
    """Which bodies each group of rows joins, and in which order all are eliminated.

    groups: for every joint and coupler with rows, their numbers; bodies: of each group, those that
    move; stiff: groups whose products Phi^T Phi are added to M (see `AugmentedFactors`).
    """

    n_bodies: int
    groups: tuple[tuple[int, ...], ...]
    bodies: tuple[tuple[int, ...], ...]
    stiff: frozenset[int] = frozenset()

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return sum(len(rows) for rows in self.groups)

    @cached_property
    def _eliminated(self) -> tuple[list[Node], frozenset[int]]:
        """Bodies and groups in the order of elimination; groups that loops are made of."""
        near = self._neighbors()
        order: list[Node] = []

        def eliminate(node: Node) -> None:
            others = near.pop(node)
            for other in others:
                near[other] = (near[other] | others) - {other, node}
            order.append(node)

        while (leaf := self._leaf(near)) is not None:
            held = [node for node in near[leaf] if node[0] == "rows"]
            for node in (leaf, *held):
                eliminate(node)
        closed = frozenset(number for kind, number in near if kind == "rows")
        for kind in ("body", "rows"):
            while rest := [node for node in near if node[0] == kind]:
                eliminate(min(rest, key=lambda node: sum(map(self._size, near[node]))))
        return order, closed

    def _neighbors(self) -> dict[Node, set[Node]]:
        near: dict[Node, set[Node]] = {("body", i): set() for i in range(self.n_bodies)}
        for j, members in enumerate(self.bodies):
            near["rows", j] = {("body", i) for i in members}
            for i in members:
                near["body", i].add(("rows", j))
                if j in self.stiff:
                    near["body", i] |= {("body", k) for k in members if k != i}
        return near

    def _leaf(self, near: dict[Node, set[Node]]) -> Node | None:
        """Return a body that nothing, or the rows of one joint or coupler alone, hold."""
        for node, others in near.items():
            held = [number for kind, number in others if kind == "rows"]
            beyond = {number for kind, number in others if kind == "body"}
            if node[0] == "body" and (
                not others or (len(held) == 1 and beyond <= set(self.bodies[held[0]]))
            ):
                return node
        return None

    def _size(self, node: Node) -> int:
        return VELOCITIES if node[0] == "body" else len(self.groups[node[1]])

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All unknowns, velocities first and then rows, in the order of elimination."""
        found: list[int] = []
        for kind, number in self._eliminated[0]:
            if kind == "body":
                found += range(VELOCITIES * number, VELOCITIES * (number + 1))
            else:
                found += [VELOCITIES * self.n_bodies + row for row in self.groups[number]]
        return tuple(found)

    @cached_property
    def looped(self) -> frozenset[int]:
        """The rows of loops, which can lose rank; those of branches cannot."""
        return frozenset(row for j in self._eliminated[1] for row in self.groups[j])


@dataclass(frozen=True)
class AugmentedFactors:
    """Factors of [M + w Phi_s^T Phi_s, Phi^T; Phi, -(1 - use)].

    M: of all bodies; Phi: n_rows x 6 bodies; use: 1 for rows that are in use, 0 for redundant ones,
    whose equation is lambda = 0, None where all are. Rows s that hold bodies without inertia of
    their own are added with a weight w to M, in use or not, and to the right side accordingly,
    which does not change the solution.
    """

    pattern: Pattern
    M: Array
    Phi: Array
    use: Array | None = None
    weight: float = 0.0

    @property
    def n(self) -> int:
        """Number of velocities."""
        return VELOCITIES * self.pattern.n_bodies

    @cached_property
    def rows(self) -> Array:
        """Phi with zeros in the rows that are not in use."""
        return self._in_use(self.Phi)

    def _in_use(self, rows: Array) -> Array:
        """Return rows, or numbers of rows, with zeros for those that are not in use."""
        if self.use is None:
            return rows
        looped = self.pattern.looped  # the others are always in use
        return np.array([self.use[r] * row if r in looped else row for r, row in enumerate(rows)])

    def _stiff_rows(self) -> list[int]:
        return [row for j in sorted(self.pattern.stiff) for row in self.pattern.groups[j]]

    @cached_property
    def _entries(self) -> list[dict[int, Scalar]]:
        """The lower half of the matrix in the order of elimination, row by row, without zeros."""
        n, place = self.n, {k: p for p, k in enumerate(self.pattern.order)}
        found: list[dict[int, Scalar]] = [{} for _ in place]

        def add(a: int, b: int, value: Scalar) -> None:
            row, column = max(place[a], place[b]), min(place[a], place[b])
            if not is_zero(value):
                found[row][column] = found[row].get(column, 0.0) + value

        for first in range(0, n, VELOCITIES):
            for i in range(first, first + VELOCITIES):
                for j in range(first, i + 1):
                    add(i, j, self.M[i, j])
        for row, entries in enumerate(self.rows):
            for j in _filled_places(entries):
                add(n + row, j, entries[j])
            if self.use is not None and row in self.pattern.looped:
                add(n + row, n + row, self.use[row] - 1.0)
        for row in self._stiff_rows():
            entries = self.Phi[row]
            filled = _filled_places(entries)
            for i in filled:
                for j in filled:
                    if j <= i:
                        add(i, j, self.weight * (entries[i] * entries[j]))
        return found

    @cached_property
    def _factors(self) -> tuple[list[dict[int, Scalar]], list[Scalar], Scalar]:
        """L by columns, the reciprocals of D, and the watch."""
        left = [dict(row) for row in self._entries]
        below: list[set[int]] = [set() for _ in left]
        for i, row in enumerate(left):
            for j in row:
                below[j].add(i)
        columns: list[dict[int, Scalar]] = []
        reciprocals: list[Scalar] = []
        watch: Scalar = 1.0
        own: dict[int, Scalar] = {}
        for k, unknown in enumerate(self.pattern.order):
            if unknown >= self.n and unknown - self.n in self.pattern.looped:
                if not own:  # all bodies are behind: what follows is the Schur complement
                    own = {p: left[p][p] for p in range(k, len(left))}
                watch = minimum(watch, left[k][k] / own[k])
            reciprocal = 1.0 / left[k][k]
            others = sorted(below[k] - {k})
            column = {i: left[i].pop(k) for i in others}
            for a, i in enumerate(others):
                part = column[i] * reciprocal
                for j in others[: a + 1]:
                    left[i][j] = left[i].get(j, 0.0) - part * column[j]
                    below[j].add(i)
            columns.append({i: value * reciprocal for i, value in column.items()})
            reciprocals.append(reciprocal)
        return columns, reciprocals, watch

    @property
    def watch(self) -> Scalar:
        """How far the pivots of rows of loops have fallen below their own diagonals, at most 1."""
        return self._factors[2]

    def solve(self, Q: Array, gamma: Array) -> tuple[Array, Array]:
        """Return Ydot and lambda of M Ydot = Q + Phi^T lambda, Phi Ydot = gamma."""
        wanted = self._in_use(gamma)
        force = list(Q)
        for row in self._stiff_rows():
            entries = self.Phi[row]
            for j in _filled_places(entries):
                force[j] = force[j] + self.weight * (entries[j] * gamma[row])
        found = self._solution([*force, *wanted])
        return vector(*found[: self.n]), vector(*[-x for x in found[self.n :]])

    def correction(self, gap: Array) -> Array:
        """Return the smallest change in the mass norm that closes a gap: Phi change = -gap."""
        return self.solve(vector(*[0.0] * self.n), -gap)[0]

    def _solution(self, right: Sequence[Scalar]) -> list[Scalar]:
        columns, reciprocals, _ = self._factors
        order = self.pattern.order
        x = [right[k] for k in order]
        for k, column in enumerate(columns):
            if not is_zero(x[k]):
                for i, part in column.items():
                    x[i] = x[i] - part * x[k]
        x = [value * reciprocal for value, reciprocal in zip(x, reciprocals, strict=True)]
        for k in range(len(x) - 1, -1, -1):
            for i, part in columns[k].items():
                x[k] = x[k] - part * x[i]
        found: list[Scalar] = [0.0] * len(x)
        for k, value in zip(order, x, strict=True):
            found[k] = value
        return found


def _filled_places(entries: Array) -> list[int]:
    return [j for j, value in enumerate(entries) if not is_zero(value)]

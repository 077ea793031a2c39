"""Curves and surfaces on which a function of two or three coordinates is zero.

On a grid (marching squares and tetrahedra): where the function has opposite signs at the ends of an
edge, its zero on the edge is found to the last digits; edges of one cell are then joined.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import numpy as np

from sarrus.late_dataclass import dataclass

Node = tuple[int, ...]
Edge = tuple[Node, Node]


@dataclass(frozen=True)
class ZeroSet:
    """Points of a zero set, (count, dimensions), and the lines or triangles that join them."""

    points: np.ndarray
    cells: np.ndarray

    @property
    def lines(self) -> list[np.ndarray]:
        """Of a curve, its points in order, one array for every line without a gap."""
        return [self.points[chain] for chain in _chains(self.cells)]


def zero_set(values: np.ndarray, zero: Callable[[Node, Node], np.ndarray | None]) -> ZeroSet:
    """Return where a function with values at the nodes of a grid is zero.

    values: (n1, n2) or (n1, n2, n3), not a number where it is not known; zero(a, b): the point
    between neighbouring nodes where it is zero, None if it is not.
    """
    dimensions = values.ndim
    known: dict[Edge, int] = {}
    points: list[np.ndarray] = []

    def crossing(a: Node, b: Node) -> int | None:
        first, second = values[a], values[b]
        if not (np.isfinite(first) and np.isfinite(second)) or first * second >= 0.0:
            return None
        edge = (a, b) if a < b else (b, a)
        if edge not in known:
            point = zero(*edge)
            known[edge] = -1 if point is None else len(points)
            if point is not None:
                points.append(point)
        return known[edge] if known[edge] >= 0 else None

    cells: list[tuple[int, ...]] = []
    for corner in product(*(range(n - 1) for n in values.shape)):
        for simplex in _simplices(dimensions):
            nodes = [tuple(int(i + j) for i, j in zip(corner, p, strict=True)) for p in simplex]
            cells += _cut(nodes, values, crossing)
    shape = (-1, dimensions)
    return ZeroSet(np.array(points).reshape(shape), np.array(cells, dtype=int).reshape(shape))


def _simplices(dimensions: int) -> list[list[Node]]:
    """Return the triangles or tetrahedra of a cell: one for each order of the axes."""
    found = []
    for order in permutations(range(dimensions)):
        corner = [0] * dimensions
        path = [tuple(corner)]
        for axis in order:
            corner[axis] = 1
            path.append(tuple(corner))
        found.append(path)
    return found


def _cut(
    nodes: list[Node], values: np.ndarray, crossing: Callable[[Node, Node], int | None]
) -> list[tuple[int, ...]]:
    """Return the line or triangles in which the zero set cuts a triangle or tetrahedron."""
    if not all(np.isfinite(values[node]) for node in nodes):
        return []
    above = [node for node in nodes if values[node] > 0.0]
    below = [node for node in nodes if values[node] <= 0.0]
    if not above or not below:
        return []
    found = [[crossing(a, b) for b in below] for a in above]
    flat = [k for row in found for k in row]
    if any(k is None for k in flat):
        return []
    if len(nodes) == 3:
        return [tuple(int(k) for k in flat if k is not None)]
    if len(flat) == 3:
        return [tuple(int(k) for k in flat if k is not None)]
    (p, q), (r, s) = found  # two nodes on either side: a quadrilateral
    return [tuple(int(k) for k in (p, q, s)), tuple(int(k) for k in (p, s, r))]  # type: ignore[arg-type]


def _chains(segments: np.ndarray) -> list[list[int]]:
    """Return the points of segments, in the order of lines."""
    beside: dict[int, list[int]] = {}
    for a, b in segments:
        beside.setdefault(int(a), []).append(int(b))
        beside.setdefault(int(b), []).append(int(a))
    left = {(min(a, b), max(a, b)) for a, b in segments.tolist() if a != b}
    found = []
    while left:
        ends = {k for pair in left for k in pair}
        open_ends = [k for k in ends if sum(k in pair for pair in left if k in pair) == 1]
        here = min(open_ends or ends)
        chain = [here]
        while True:
            ahead = [k for k in beside[here] if (min(here, k), max(here, k)) in left]
            if not ahead:
                break
            left.discard((min(here, ahead[0]), max(here, ahead[0])))
            here = ahead[0]
            chain.append(here)
        found.append(chain)
    return found

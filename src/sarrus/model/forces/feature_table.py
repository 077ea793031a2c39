"""Tables of the features of two convex solids, and how equations find features in them.

Traced equations have them found by loops of the kernels (`kernels/functions/features.py`); for
numbers they are found here, with arrays. What is found is the number of a feature, of which the
equations then use the values: derivatives are those of the features that are near.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.convex_hull import ConvexHull
from sarrus.model.forces.box_sites import MARGIN
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, vector

ON_FACE = 1e-12
"""How far beside a face, as a part of the size, the foot of a point is still on it."""
ALONG = 1e-40
"""Added to the square of a normal of two edges [m^2], which is 0 where they are parallel."""
HEAD, FACE, EDGE = 17, 5, 11
"""Numbers before the first corner, of a face, and of an edge."""


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The features of two solids A and B, of which A may have none, as numbers in a row.

    A table of kernels (`kernels/table.py`), whose pieces hold the numbers five by five.
    """

    A: ConvexHull | None
    B: ConvexHull

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, FeatureTable) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """The hash of all numbers."""
        from hashlib import sha256  # for tables alone: it takes long to import

        return sha256(self.pieces.tobytes()).hexdigest()

    @cached_property
    def knots(self) -> np.ndarray:
        """Two numbers that mean nothing."""
        return np.array([0.0, 1.0])

    @cached_property
    def pieces(self) -> np.ndarray:
        """All numbers, in rows of five."""
        numbers = self.numbers
        whole = np.zeros(-(-len(numbers) // 5) * 5)
        whole[: len(numbers)] = numbers
        return whole.reshape(-1, 5)

    @cached_property
    def starts(self) -> list[int]:
        """Where corners, faces and edges of A begin, and those of B."""
        found, at = [], HEAD
        for solid in (self.A, self.B):
            for count, width in zip(_counts(solid), (3, FACE, EDGE), strict=True):
                found.append(at)
                at += count * width
        return found

    @cached_property
    def numbers(self) -> np.ndarray:
        """The numbers, as `kernels/functions/features.py` lists them."""
        beside = [0.0 if solid is None else ON_FACE * solid.size for solid in (self.A, self.B)]
        center = np.zeros(3) if self.A is None else self.A.center
        head = [*_counts(self.A), *_counts(self.B), *self.starts, *beside, *center]
        parts = [np.array(head, dtype=float)]
        for solid in (self.A, self.B):
            if solid is None:
                continue
            reach = MARGIN * solid.depths
            parts.append(solid.corners.ravel())
            parts.append(np.column_stack([solid.normals, solid.offsets, reach]).ravel())
            if len(solid.edges):
                columns = (solid.edges, solid.middles, solid.directions, solid.halves, solid.beside)
                parts.append(np.column_stack(columns).ravel())
        return np.concatenate(parts)

    # --- values of features ---------------------------------------------------------------------

    def corner(self, number: Scalar) -> Array:
        """Return a corner of A by its number, which may be traced."""
        return self._entries(self.starts[0] + 3.0 * number, 3)

    def normal(self, face: Scalar, of_A: bool = False) -> Array:
        """Return the normal of a face of B, or of A, by its number."""
        return self._entries(self.starts[1 if of_A else 4] + FACE * face, 3)

    def offset(self, face: Scalar, of_A: bool = False) -> Scalar:
        """Return the offset of a face of B, or of A, by its number."""
        return self.find("entry", self.starts[1 if of_A else 4] + FACE * face + 3.0)

    def reach(self, face: Scalar) -> Scalar:
        """Return how much farther a face of B reaches for corners that may have passed it."""
        return self.find("entry", self.starts[4] + FACE * face + 4.0)

    def edge(self, number: Scalar, of_A: bool = False) -> tuple[Array, Array, Scalar]:
        """Return middle, direction and half length of an edge of B, or of A, by its number."""
        at = self.starts[2 if of_A else 5] + EDGE * number
        return self._entries(at + 2.0, 3), self._entries(at + 5.0, 3), self.find("entry", at + 8.0)

    def ends(self, edge: Scalar, back: Scalar) -> tuple[Scalar, Scalar]:
        """Return the numbers of both corners of an edge of A, exchanged where `back` is 1."""
        at = self.starts[2] + EDGE * edge
        return self.find("entry", at + back), self.find("entry", at + 1.0 - back)

    def corner_of_B(self, number: Scalar) -> Array:
        """Return a corner of B by its number."""
        return self._entries(self.starts[3] + 3.0 * number, 3)

    def _entries(self, at: Scalar, count: int) -> Array:
        return vector(*(self.find("entry", at + float(k)) for k in range(count)))

    # --- features -------------------------------------------------------------------------------

    def find_at(self, op: str, X_BA: Transform, *first: Scalar) -> Scalar:
        """Return a feature that is found by the pose of A in B."""
        return self.find(op, *first, *X_BA.matrix.ravel(), *X_BA.position)

    def find(self, op: str, *operands: Scalar) -> Scalar:
        """Return the number of a feature, or a number of the table, for numbers or traced values.

        Of dual numbers the values count: what is found has no rate.
        """
        plain = [x.value if hasattr(x, "parts") else x for x in operands]
        while any(hasattr(x, "parts") for x in plain):
            plain = [x.value if hasattr(x, "parts") else x for x in plain]
        finder = next((x for x in plain if hasattr(x, "find")), None)
        if finder is not None:
            return finder.find(op, self, plain)
        return _FOUND[op](self, *map(float, plain))


@lru_cache(maxsize=64)
def features_of(A: ConvexHull | None, B: ConvexHull) -> FeatureTable:
    """Return the table of two solids."""
    return FeatureTable(A, B)


def _counts(solid: ConvexHull | None) -> tuple[int, int, int]:
    if solid is None:
        return 0, 0, 0
    return len(solid.corners), len(solid.normals), len(solid.edges)


# --- the same for numbers, with arrays ------------------------------------------------------------


def _pose(numbers: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    return np.reshape(numbers[:9], (3, 3)), np.array(numbers[9:])


def _entry(table: FeatureTable, k: float) -> float:
    return float(table.numbers[int(k)])


def _heights(table: FeatureTable, points: np.ndarray) -> np.ndarray:
    """Return how far points are above the planes of all faces of B, a row for each."""
    return np.asarray(points @ table.B.normals.T - table.B.offsets)


def _above(table: FeatureTable, points: np.ndarray, R: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Return the heights of corners of A above faces of B, which reach farther where they may."""
    heights = _heights(table, points)
    solid: Any = table.A
    center = _heights(table, (R @ solid.center + p)[None])
    return np.asarray(heights - np.where(center > heights, 0.0, MARGIN * table.B.depths))


def _after(values: np.ndarray, previous: float, end: float = np.inf) -> float:
    """Return the number of the least value after that of another number, in order of both.

    After one whose value is not below the end comes the same again.
    """
    if previous >= 0.0 and values[int(previous)] >= end:
        return previous
    order = np.lexsort((np.arange(len(values)), values)).tolist()
    at = order.index(int(previous)) + 1 if previous >= 0.0 else 0
    return float(order[at]) if at < len(order) else 0.0


def _corner_after(table: FeatureTable, previous: float, *pose: float) -> float:
    R, p = _pose(pose)
    solid: Any = table.A
    return _after(np.max(_above(table, solid.corners @ R.T + p, R, p), axis=1), previous, 0.0)


def _corner_face(table: FeatureTable, corner: float, *pose: float) -> float:
    R, p = _pose(pose)
    solid: Any = table.A
    x = R @ solid.corners[int(corner)] + p
    return float(np.argmax(_above(table, x[None], R, p)[0]))


def _ends(table: FeatureTable, R: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where all edges of A begin and end in the frame of B, each there and back."""
    solid: Any = table.A
    both = np.stack([solid.edges, solid.edges[:, ::-1]], axis=1).reshape(-1, 2)
    places = solid.corners @ R.T + p
    return places[both[:, 0]], places[both[:, 1]]


def _exit_faces(p: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return through which face edges leave, by the heights of their ends, and whether they do."""
    apart = (p > 0.0) & (q > 0.0)
    leaves = (p <= 0.0) & (q > 0.0)
    here = np.where(leaves, -p / np.where(leaves, q - p, 1.0), 2.0)
    outside = apart.any(axis=1)
    face = np.where(outside, apart.argmax(axis=1), here.argmin(axis=1))
    return face, ~outside & (here.min(axis=1) < 2.0)


def _rims(
    table: FeatureTable, p: np.ndarray, q: np.ndarray, face: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the faces over whose edges with others edges leave, with the squares of distances."""
    rows = np.arange(len(face))
    own_p, own_q = p[rows, face], q[rows, face]
    rise = np.where(own_q > own_p, own_q - own_p, 1.0)
    below = -(p - (own_p / rise)[:, None] * (q - p))
    n = table.B.normals
    m = rise[:, None, None] * n[None] - (q - p)[:, :, None] * n[face][:, None]
    square = below * np.abs(below) / (np.sum(m * m, axis=2) + ALONG)
    square[rows, face] = np.inf
    return square.argmin(axis=1), square.min(axis=1)


def _exit_after(table: FeatureTable, previous: float, *pose: float) -> float:
    R, r = _pose(pose)
    start, end = _ends(table, R, r)
    p, q = _heights(table, start), _heights(table, end)
    face, leaves = _exit_faces(p, q)
    _, square = _rims(table, p, q, face)
    rows = np.arange(len(face))
    own = np.maximum(-np.max(_above(table, start, R, r), axis=1), 0.0)
    p, q = p[rows, face], q[rows, face]
    depth = np.minimum.reduce([(q - p) * np.sqrt(np.maximum(square, 0.0)), q, -p - own])
    touches = leaves & (square > 0.0) & (depth > 0.0)
    return _after(-np.where(touches, depth, -1.0), previous, 0.0)


def _exit_face(table: FeatureTable, edge: float, *pose: float) -> float:
    start, end = (x[int(edge)][None] for x in _ends(table, *_pose(pose)))
    return float(_exit_faces(_heights(table, start), _heights(table, end))[0][0])


def _exit_other(table: FeatureTable, edge: float, face: float, *pose: float) -> float:
    start, end = (x[int(edge)][None] for x in _ends(table, *_pose(pose)))
    own = np.array([int(face)])
    return float(_rims(table, _heights(table, start), _heights(table, end), own)[0][0])


def _nearest_feature(table: FeatureTable, *x: float) -> float:
    solid: Any = table.B
    point = np.array(x)
    heights = _heights(table, point[None])[0]
    face = int(heights.argmax())
    most = heights[face]
    beside = np.max(_heights(table, (point - most * solid.normals[face])[None]))
    if beside <= ON_FACE * solid.size or most <= 0.0:
        return float(face)
    r = point - solid.middles
    s = np.clip(np.sum(r * solid.directions, axis=1), -solid.halves, solid.halves)
    r = r - s[:, None] * solid.directions
    return float(len(heights) + int(np.sum(r * r, axis=1).argmin()))


def _between_segments(
    between: np.ndarray, u: np.ndarray, half_u: Any, w: np.ndarray, half_w: Any
) -> np.ndarray:
    """Return the squares of the distances of segments (Ericson 2005, section 5.1.9)."""
    cosine = np.sum(u * w, axis=-1)
    first, second = np.sum(u * between, axis=-1), np.sum(w * between, axis=-1)
    s = np.clip((first - cosine * second) / (1.0 - cosine**2 + 1e-30), -half_u, half_u)
    t = np.clip(cosine * s - second, -half_w, half_w)
    s = np.clip(first + cosine * t, -half_u, half_u)
    r = s[..., None] * u - between - t[..., None] * w
    return np.asarray(np.sum(r * r, axis=-1))


def _edge_after(table: FeatureTable, previous: float, *segment: float) -> float:
    solid: Any = table.B
    x, u, half = np.array(segment[:3]), np.array(segment[3:6]), segment[6]
    squares = _between_segments(solid.middles - x, u[None], half, solid.directions, solid.halves)
    return _after(squares, previous)


def _closest(table: FeatureTable, *pose: float) -> float:
    R, r = _pose(pose)
    A: Any = table.A
    B: Any = table.B
    over, near, best, nearest, first = -np.inf, np.inf, 0.0, 0.0, 0.0
    pairs = ((A.corners @ R.T + r, B), ((B.corners - r) @ R, A))
    for points, solid in pairs:
        heights = points @ solid.normals.T - solid.offsets
        lowest = heights.min(axis=0)
        f = int(lowest.argmax())
        if lowest[f] > over:
            over = lowest[f]
            best = first + float(heights[:, f].argmin()) * heights.shape[1] + f
        which = heights.argmax(axis=1)
        most = heights.max(axis=1)
        feet = points - most[:, None] * solid.normals[which]
        beside = np.max(feet @ solid.normals.T - solid.offsets, axis=1)
        above = np.where((beside <= ON_FACE * solid.size) & (most > 0.0), most, np.inf)
        i = int(above.argmin())
        if above[i] < near:
            near, nearest = above[i], first + float(i) * heights.shape[1] + which[i]
        first += float(heights.size)
    x, u = A.middles @ R.T + r, A.directions @ R.T
    between = B.middles[None] - x[:, None]
    squares = _between_segments(
        between, u[:, None], A.halves[:, None], B.directions[None], B.halves[None]
    )
    k = int(squares.argmin())
    if squares.ravel()[k] < near * near:
        nearest = first + squares.size + k
    a, b = (-u @ B.normals[B.beside[:, side]].T for side in (0, 1))
    normals = A.normals @ R.T
    g, h = (normals[A.beside[:, side]] @ B.directions.T for side in (0, 1))
    hidden = np.maximum.reduce([a * b, g * h, -a * h])
    n = np.cross(u[:, None], B.directions[None])
    n = n / np.sqrt(np.sum(n * n, axis=2) + 1e-300)[:, :, None]
    outward = np.sum(n * (x - R @ A.center - r)[:, None], axis=2) > 0.0
    out = np.sum(n * between, axis=2) * np.where(outward, 1.0, -1.0)
    out = np.where(hidden < 0.0, out, -np.inf)
    k = int(out.argmax())
    if out.ravel()[k] > over:
        over, best = out.ravel()[k], first + k
    return nearest if over > 0.0 else best


_FOUND: dict[str, Callable[..., float]] = {
    "entry": _entry,
    "corner_after": _corner_after,
    "corner_face": _corner_face,
    "exit_after": _exit_after,
    "exit_face": _exit_face,
    "exit_other": _exit_other,
    "nearest_feature": _nearest_feature,
    "edge_after": _edge_after,
    "closest": _closest,
}

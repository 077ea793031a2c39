"""Where convex solids with flat faces touch: corners below faces, edges that leave over a rim.

With the height g_f(x) = n_f . x - d_f of a point above the plane of a face f, a corner x is
-max g_f(x) deep. An edge from P to Q that leaves through the face f does so at X, and is

    min(min of l_j over j != f,  g_f(Q),  -g_f(P) - (depth of the corner P, if it is in))

deep there: l_j is its distance from the edge between the faces f and j; the others fade it out
where one of the corners passes the rim, whose own site takes over. All depths are continuous, and
every push is the gradient of its depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.convex_hull import ConvexHull, convex_hull
from sarrus.model.forces.box_sites import MARGIN, between_points, site_at
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.shapes import Box, Capsule, Mesh, Shape
from sarrus.spatial import Transform
from sarrus.spatial.arrays import (
    Array,
    Scalar,
    cross,
    dot,
    length,
    maximum,
    minimum,
    select,
    vector,
)
from sarrus.spatial.distances import (
    Distance,
    clamp,
    distance_from_half_space,
    nearest_of_segments,
)

FAR = 1e9
"""The distance [m] of what is not near."""
ALONG = 1e-40
"""Added to the square of a normal of two edges [m^2], which is 0 where they are parallel."""
ON_FACE = 1e-12
"""How far beside a face, as a part of the size, the foot of a point is still on it."""
MOST = 40_000
"""Operations of a pair, about, beyond which its code would take minutes to compile."""


@dataclass(frozen=True, eq=False)
class _Corner:
    """A corner in the frame of the other solid, its heights above the faces there, its site."""

    x: Array
    heights: list[Scalar]
    site: Site


def operations(a: Shape | None, b: Shape | None) -> int:
    """Return about how many operations a pair of solids takes; b: None for a plane."""
    first = convex_hull(a)
    V, F, E = len(first.corners), len(first.normals), len(first.edges)
    if b is None:
        return 80 * V
    if isinstance(b, Capsule):
        return 200 * E + 40 * F
    if not is_flat(b):
        return 20 * E + 20 * F
    other = convex_hull(b)
    v, f, e = len(other.corners), len(other.normals), len(other.edges)
    return 15 * (V * f + v * F) + 80 * (V + v) + min(E * (60 * f + 350), e * (60 * F + 350))


def is_flat(shape: Shape | None) -> bool:
    """Tell whether a shape is a convex solid with flat faces."""
    return isinstance(shape, (Box, Mesh))


def distance_from_hull(x: Array, hull: ConvexHull) -> Distance:
    """Return the signed distance of a point from a convex solid."""
    most, face = _largest(hull.heights(x))
    n = hull.normal(face)
    beside, _ = _largest(hull.heights(x - most * n))
    near, r = _nearest_edge(x, hull)
    far = np.sqrt(near)
    on_face = select(beside > ON_FACE * hull.size, select(most > 0.0, 0.0, 1.0), 1.0) > 0.5
    toward = [select(on_face, p, c / far) for p, c in zip(n, r, strict=True)]
    return Distance(select(on_face, most, far), vector(*toward))


def _nearest_edge(x: Array, hull: ConvexHull) -> tuple[Scalar, Array]:
    """Return the square of the distance from the nearest edge, and the vector from there."""
    near, r = FAR * FAR, np.zeros(3)
    for middle, along, half in zip(hull.middles, hull.directions, hull.halves, strict=True):
        y = x - middle
        z = y - clamp(dot(y, along), float(half)) * along
        square = dot(z, z) + 1e-300
        nearer = square < near
        near = select(nearer, square, near)
        r = vector(*(select(nearer, p, q) for p, q in zip(z, r, strict=True)))
    return near, r


def _largest(values: Sequence[Scalar]) -> tuple[Scalar, Scalar]:
    """Return the largest value and its number."""
    most, number = values[0], 0.0
    for k, value in enumerate(values[1:], start=1):
        larger = value > most
        most, number = select(larger, value, most), select(larger, float(k), number)
    return most, number


def hull_on_plane(a: Shape, X_BA: Transform, b: Any) -> list[Site]:
    """Return the corners below a plane."""
    del b
    corners = map(X_BA.point, convex_hull(a).corners)
    return [site_at(x, distance_from_half_space(x), 0.0) for x in corners]


def capsule_on_hull(a: Capsule, X_BA: Transform, b: Shape) -> list[Site]:
    """Return both ends on the solid, and the axis on every edge of it."""
    hull = convex_hull(b)
    axis, middle, half = X_BA.matrix[:, 2], X_BA.position, 0.5 * a.length
    ends = (middle + half * axis, middle - half * axis)
    found = [site_at(end, distance_from_hull(end, hull), a.radius) for end in ends]
    for at, along, h in zip(hull.middles, hull.directions, hull.halves, strict=True):
        s, t = nearest_of_segments(at - middle, axis, half, along, float(h))
        found.append(between_points(middle + s * axis, at + t * along, a.radius, 0.0))
    return found


def hull_on_hull(a: Shape, X_BA: Transform, b: Shape) -> list[Site]:
    """Return the corners of each solid in the other, and where edges leave it over a rim.

    Edges of one of the two are enough: all crossings are on them.
    """
    A, B = convex_hull(a), convex_hull(b)
    X_AB = X_BA.inverse
    of_a, of_b = _corners(A, X_BA, B), _corners(B, X_AB, A)
    if len(A.edges) * len(B.normals) <= len(B.edges) * len(A.normals):
        in_b, in_a = _exits(A, of_a, B), []
    else:
        in_b, in_a = [], _exits(B, of_b, A)
    there = [*(corner.site for corner in of_b), *in_a]
    turn = X_BA.rotation
    back = [
        Site(
            site.depth,
            X_BA.point(site.place),
            -turn.apply(site.push),
            None if site.couple is None else -turn.apply(site.couple),
        )
        for site in there
    ]
    return [*(corner.site for corner in of_a), *in_b, *back]


def _corners(A: ConvexHull, X_BA: Transform, B: ConvexHull) -> list[_Corner]:
    """Return the corners of A on B, which faces that A cannot have passed reach a little beyond."""
    of_center = B.heights(X_BA.point(A.center))
    reach = (MARGIN * B.depths).tolist()
    found = []
    for x in map(X_BA.point, A.corners):
        heights = B.heights(x)
        above = [
            g - select(c > g, 0.0, more)
            for g, c, more in zip(heights, of_center, reach, strict=True)
        ]
        most, face = _largest(above)
        n = B.normal(face)
        found.append(_Corner(x, heights, Site(-most, x - 0.5 * most * n, n)))
    return found


def _exits(A: ConvexHull, corners: Sequence[_Corner], B: ConvexHull) -> list[Site]:
    """Return the sites of the edges of A where they leave B, at either end."""
    ends = [(corners[i], corners[j]) for i, j in A.edges]
    return [_exit(P, Q, B) for p, q in ends for P, Q in ((p, q), (q, p))]


def _exit(P: _Corner, Q: _Corner, B: ConvexHull) -> Site:
    """Return the site where the edge from P to Q leaves B.

    With u from P to Q, m_j = (n_f . u) n_j - (n_j . u) n_f is normal to u and to the edge of B
    between f and j, which are l_j = -g_j(X) (n_f . u)/|m_j| apart: at the place where they are
    nearest, X - u l_j (n_f . m_j)/(|m_j| n_f . u), the push is m_j/|m_j|. Pushes that act elsewhere
    have a couple at X.
    """
    first, face = 2.0, 0.0
    for f, (p, q) in enumerate(zip(P.heights, Q.heights, strict=True)):
        leaves = select(q > 0.0, q - p, 0.0)
        here = select(leaves > 0.0, -p / select(leaves > 0.0, leaves, 1.0), 2.0)
        sooner = here < first
        first, face = select(sooner, here, first), select(sooner, float(f), face)
    n, d, u = B.normal(face), B.offset(face), Q.x - P.x
    p, q = dot(n, P.x) - d, dot(n, Q.x) - d
    rise = select(q - p > 0.0, q - p, 1.0)
    s = -p / rise
    X = P.x + s * u
    least, other = FAR, 0.0
    for j, (g, h) in enumerate(zip(P.heights, Q.heights, strict=True)):
        below = -(g + s * (h - g))
        m = rise * B.normals[j] - (h - g) * n
        square = below * np.abs(below) / (dot(m, m) + ALONG)
        nearer = select(np.abs(face - float(j)) < 0.5, FAR, square) < least
        least, other = select(nearer, square, least), select(nearer, float(j), other)
    n_j = B.normal(other)
    m = rise * n_j - dot(n_j, u) * n
    m = m / np.sqrt(dot(m, m) + ALONG)
    apart = select(least > 0.0, rise * np.sqrt(np.abs(least) + ALONG), -B.size)
    left = -p - select(P.site.depth > 0.0, P.site.depth, 0.0)
    parts = (
        (apart, m, X - (apart * dot(n, m) / rise) * u),
        (q, -n, Q.x),
        (left, n - select(P.site.depth > 0.0, 1.0, 0.0) * P.site.push, P.x),
    )
    depth, push, at = parts[0]
    for its_depth, its_push, its_place in parts[1:]:
        less = its_depth < depth
        depth = select(less, its_depth, depth)
        push = vector(*(select(less, i, j) for i, j in zip(its_push, push, strict=True)))
        at = vector(*(select(less, i, j) for i, j in zip(its_place, at, strict=True)))
    return Site(depth, X, push, cross(at - X, push))


def gap_of_hulls(a: Shape, X_BA: Transform, b: Shape) -> Scalar:
    """Return the distance of two solids [m]; below 0 the least way out.

    Apart it is that of a corner above a face, or of two edges. In each other the way out is along
    the normal of a face, or of two edges that are silhouettes of each other (Gregorius, GDC 2013).
    """
    A, B = convex_hull(a), convex_hull(b)
    X_AB = X_BA.inverse
    over_b, near_b = _above_faces([X_BA.point(x) for x in A.corners], B)
    over_a, near_a = _above_faces([X_AB.point(x) for x in B.corners], A)
    over, near = maximum(over_a, over_b), minimum(near_a, near_b)
    turn = X_BA.rotation
    middles = [X_BA.point(x) for x in A.middles]
    along = [turn.apply(u) for u in A.directions]
    normals = [turn.apply(n) for n in A.normals]
    center = X_BA.point(A.center)
    for i, (x, u) in enumerate(zip(middles, along, strict=True)):
        of_a = [normals[f] for f in A.beside[i]]
        for j, (y, w) in enumerate(zip(B.middles, B.directions, strict=True)):
            s, t = nearest_of_segments(y - x, u, float(A.halves[i]), w, float(B.halves[j]))
            near = minimum(near, length(x + s * u - y - t * w))
            c, e = (-dot(B.normals[f], u) for f in B.beside[j])
            g, h = (dot(n, w) for n in of_a)
            hidden = reduce(maximum, (c * e, g * h, -c * h))
            n = cross(u, w)
            out = n / length(n)
            outward = select(dot(out, x - center) > 0.0, 1.0, -1.0)
            over = maximum(over, select(hidden < 0.0, outward * dot(out, y - x), -FAR))
    return select(over > 0.0, near, over)


def _above_faces(points: Sequence[Array], hull: ConvexHull) -> tuple[Scalar, Scalar]:
    """Return how far all points are above a face, and the distance of the nearest over one."""
    heights = [hull.heights(x) for x in points]
    over, _ = _largest([reduce(minimum, column) for column in zip(*heights, strict=True)])
    near: Scalar = FAR
    for x, above in zip(points, heights, strict=True):
        most, face = _largest(above)
        beside, _ = _largest(hull.heights(x - most * hull.normal(face)))
        here = select(beside > ON_FACE * hull.size, FAR, select(most > 0.0, most, FAR))
        near = minimum(near, here)
    return over, near

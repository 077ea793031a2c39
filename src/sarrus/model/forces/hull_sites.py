"""Where convex solids with flat faces touch: corners below faces, edges that leave over a rim.

With the height g_f(x) = n_f . x - d_f of a point above the plane of a face f, a corner x is
-max g_f(x) deep. An edge from P to Q that leaves through the face f does so at X, and is

    min(min of l_j over j != f,  g_f(Q),  -g_f(P) - (depth of the corner P, if it is in))

deep there: l_j is its distance from the edge between the faces f and j; the others fade it out
where one of the corners passes the rim, whose own site takes over. All depths are continuous, and
every push is the gradient of its depth.

Of all corners and edges the deepest are sites, as many as can touch when faces lie on each other.
The depths of the deepest ones in order are continuous too, whichever they are, and so is the energy
that all of them store: where more would touch, the others are not counted, and no energy is lost.
Which they are is found in tables (`feature_table.py`), so that solids may have many faces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.convex_hull import HALF_SPACE, ConvexHull, Prism, convex_hull
from sarrus.model.forces.box_sites import between_points, site_at
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.forces.feature_table import ALONG, FeatureTable, features_of
from sarrus.model.shapes import Box, Capsule, Mesh, Shape
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, dot, length, select, vector
from sarrus.spatial.distances import Distance, clamp, nearest_of_segments

FEWEST = 8
"""Corners, and edges, that are sites of every pair, if there are as many."""
NEAREST_EDGES = 12
"""Edges that a capsule may touch at once; a box has as many."""
MOST = 96
"""Sites of a pair, beyond which its code would take long to compile."""


def number_of_sites(a: Any, b: Any) -> int:
    """Return how many sites a pair of solids with flat faces has; b: None for a plane."""
    A = convex_hull(a)
    if b is None:
        return _touching(A, A.most_around_a_face)
    B = convex_hull(b)
    return _touching(A, A.most_around_a_face) + _touching(B, B.most_around_a_face) + _exits(A, B)


def _touching(A: ConvexHull, around: int) -> int:
    return min(len(A.corners), max(FEWEST, around))


def _exits(A: ConvexHull, B: ConvexHull) -> int:
    """Return how many edges may leave at once: rims of two faces cross twice on each edge."""
    rims = 2 * min(A.most_around_a_face, B.most_around_a_face)
    return min(2 * len(A.edges), max(FEWEST, rims))


def is_flat(shape: Any) -> bool:
    """Tell whether a shape is a convex solid with flat faces."""
    return isinstance(shape, (Box, Mesh, Prism))


def distance_from_hull(x: Array, hull: ConvexHull) -> Distance:
    """Return the signed distance of a point from a convex solid."""
    table, faces = features_of(None, hull), len(hull.normals)
    feature = table.find("nearest_feature", *x)
    on_face = feature < faces - 0.5
    face = select(on_face, feature, 0.0)
    middle, along, half = table.edge(select(on_face, 0.0, feature - float(faces)))
    n = table.normal(face)
    height = dot(n, x) - table.offset(face)
    y = x - middle
    r = y - clamp(dot(y, along), half) * along
    far = length(r)
    toward = [select(on_face, p, c / far) for p, c in zip(n, r, strict=True)]
    return Distance(select(on_face, height, far), vector(*toward))


def hull_on_plane(a: Shape, X_BA: Transform, b: Any) -> list[Site]:
    """Return the lowest corners below a plane."""
    del b
    A = convex_hull(a)
    return _corners(A, X_BA, features_of(A, HALF_SPACE))


def capsule_on_hull(a: Capsule, X_BA: Transform, b: Shape) -> list[Site]:
    """Return both ends on the solid, and the axis on the edges that are nearest to it."""
    hull = convex_hull(b)
    table = features_of(None, hull)
    axis, middle, half = X_BA.matrix[:, 2], X_BA.position, 0.5 * a.length
    ends = (middle + half * axis, middle - half * axis)
    found = [site_at(end, distance_from_hull(end, hull), a.radius) for end in ends]
    edge: Scalar = -1.0
    for _ in range(min(NEAREST_EDGES, len(hull.edges))):
        edge = table.find("edge_after", edge, *middle, *axis, half)
        at, along, h = table.edge(edge)
        s, t = nearest_of_segments(at - middle, axis, half, along, h)
        found.append(between_points(middle + s * axis, at + t * along, a.radius, 0.0))
    return found


def hull_on_hull(a: Shape, X_BA: Transform, b: Shape) -> list[Site]:
    """Return the corners of each solid in the other, and where edges leave it over a rim.

    Edges of one of the two are enough: all crossings are on them.
    """
    A, B = convex_hull(a), convex_hull(b)
    there, back = features_of(A, B), features_of(B, A)
    X_AB = X_BA.inverse
    of_a, of_b = _corners(A, X_BA, there), _corners(B, X_AB, back)
    if len(A.edges) * len(B.normals) <= len(B.edges) * len(A.normals):
        in_b, in_a = _leaving(_exits(A, B), X_BA, there), []
    else:
        in_b, in_a = [], _leaving(_exits(B, A), X_AB, back)
    turn = X_BA.rotation
    turned = [
        Site(
            site.depth,
            X_BA.point(site.place),
            -turn.apply(site.push),
            None if site.couple is None else -turn.apply(site.couple),
        )
        for site in (*of_b, *in_a)
    ]
    return [*of_a, *in_b, *turned]


def _corners(A: ConvexHull, X_BA: Transform, table: FeatureTable) -> list[Site]:
    """Return the deepest corners of A in B, in order."""
    center, corner = X_BA.point(A.center), -1.0
    found = []
    for _ in range(_touching(A, A.most_around_a_face)):
        corner = table.find_at("corner_after", X_BA, corner)
        found.append(_corner(X_BA.point(table.corner(corner)), corner, center, X_BA, table))
    return found


def _corner(x: Array, corner: Scalar, center: Array, X_BA: Transform, table: FeatureTable) -> Site:
    """Return the site of a corner; faces that A cannot have passed reach a little beyond."""
    face = table.find_at("corner_face", X_BA, corner)
    n, d = table.normal(face), table.offset(face)
    g = dot(n, x) - d
    above = g - select(dot(n, center) - d > g, 0.0, table.reach(face))
    return Site(-above, x - 0.5 * above * n, n)


def _leaving(count: int, X_BA: Transform, table: FeatureTable) -> list[Site]:
    """Return the sites of the edges of A that leave B deepest, in order."""
    solid: Any = table.A
    center, edge = X_BA.point(solid.center), -1.0
    found = []
    for _ in range(count):
        edge = table.find_at("exit_after", X_BA, edge)
        found.append(_exit(edge, center, X_BA, table))
    return found


def _exit(edge: Scalar, center: Array, X_BA: Transform, table: FeatureTable) -> Site:
    """Return the site where an edge from P to Q leaves B.

    With u from P to Q, m_j = (n_f . u) n_j - (n_j . u) n_f is normal to u and to the edge of B
    between f and j, which are l_j = -g_j(X) (n_f . u)/|m_j| apart: at the place where they are
    nearest, X - u l_j (n_f . m_j)/(|m_j| n_f . u), the push is m_j/|m_j|. Pushes that act elsewhere
    have a couple at X.
    """
    number = _whole(0.5 * edge)
    start, end = table.ends(number, edge - 2.0 * number)
    P, Q = X_BA.point(table.corner(start)), X_BA.point(table.corner(end))
    of_P = _corner(P, start, center, X_BA, table)
    face = table.find_at("exit_face", X_BA, edge)
    other = table.find_at("exit_other", X_BA, edge, face)
    n, d, u = table.normal(face), table.offset(face), Q - P
    p, q = dot(n, P) - d, dot(n, Q) - d
    rise = select(q - p > 0.0, q - p, 1.0)
    X = P - (p / rise) * u
    n_j = table.normal(other)
    m = rise * n_j - dot(n_j, u) * n
    size = np.sqrt(dot(m, m) + ALONG)
    m = m / size
    apart = -(dot(n_j, X) - table.offset(other)) * rise / size
    in_B = select(of_P.depth > 0.0, 1.0, 0.0)
    parts = (
        (apart, m, X - (apart * dot(n, m) / rise) * u),
        (q, -n, Q),
        (-p - in_B * of_P.depth, n - in_B * of_P.push, P),
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
    the normal of a face, or of two edges that are silhouettes of each other.
    """
    A, B = convex_hull(a), convex_hull(b)
    table = features_of(A, B)
    pair = table.find_at("closest", X_BA)
    of_a, of_b = float(len(A.corners) * len(B.normals)), float(len(B.corners) * len(A.normals))
    crossing = float(len(A.edges) * len(B.edges))
    second, edges = pair > of_a - 0.5, pair > of_a + of_b - 0.5
    near = pair > of_a + of_b + crossing - 0.5

    corner, face = _quotient(select(second, 0.0, pair), len(B.normals))
    above_b = dot(table.normal(face), X_BA.point(table.corner(corner))) - table.offset(face)
    corner, face = _quotient(select(second, select(edges, 0.0, pair - of_a), 0.0), len(A.normals))
    y = X_BA.inverse.point(table.corner_of_B(corner))
    above_a = dot(table.normal(face, of_A=True), y) - table.offset(face, of_A=True)

    number = select(edges, pair - of_a - of_b - select(near, crossing, 0.0), 0.0)
    i, j = _quotient(number, len(B.edges))
    middle, along, half = table.edge(i, of_A=True)
    x, u = X_BA.point(middle), X_BA.rotation.apply(along)
    y, w, half_w = table.edge(j)
    s, t = nearest_of_segments(y - x, u, half, w, half_w)
    apart = length(x + s * u - y - t * w)
    n = cross(u, w)
    out = n / length(n)
    outward = select(dot(out, x - X_BA.point(A.center)) > 0.0, 1.0, -1.0)
    of_edges = select(near, apart, outward * dot(out, y - x))
    return select(edges, of_edges, select(second, above_a, above_b))


def _quotient(number: Scalar, count: int) -> tuple[Scalar, Scalar]:
    """Return the quotient and the remainder of a whole number by a count."""
    quotient = _whole((number + 0.5) * (1.0 / count))
    return quotient, number - float(count) * quotient


def _whole(x: Scalar) -> Scalar:
    """Return the largest whole number that is not beyond x, which may be traced."""
    return x.floor() if hasattr(x, "floor") else float(np.floor(x))

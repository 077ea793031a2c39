"""Where boxes touch boxes and capsules: corners on faces, edges across edges."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from sarrus.model.forces.compliant_contact import Site
from sarrus.model.shapes import Box, Capsule
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
from sarrus.spatial.distances import Distance, distance_from_box, nearest_of_segments

MARGIN = 0.01
"""How far a corner may stand over the rim of a face and count as on it, in half edges."""
DEEPEST = 0.5
"""Depth of an edge in an edge, in the least half edge, beyond which it is behind the other box."""
FAR = 1e9
"""The distance [m] of edges that do not cross: other features are nearer."""
PARALLEL = 1e-4
"""Sine of the angle between edges below which they do not cross."""


def half_edges(box: Box) -> Array:
    """Return half the edge lengths [m]."""
    return 0.5 * np.array(box.size)


def corners(half: Array) -> list[Array]:
    """Return the corners of a box in its frame."""
    return [np.array(signs) * half for signs in itertools.product((1.0, -1.0), repeat=3)]


def site_at(x: Array, at: Distance, radius: float) -> Site:
    """Return the site of a ball about x, a corner where its radius is 0, in the frame of the base.

    Its place is in the middle between the two surfaces.
    """
    gap = at.d - radius
    return Site(-gap, x - (radius + 0.5 * gap) * at.n, at.n)


def between_points(x: Array, y: Array, radius: float, other: float) -> Site:
    """Return the site of a ball about x on a ball about y."""
    far = length(x - y)
    return site_at(x, Distance(far - other, (x - y) / far), radius)


def capsule_on_box(a: Capsule, X_BA: Transform, b: Box) -> list[Site]:
    """Return both ends on the box, and the axis on every edge of it.

    The nearest points of a segment and a box outside of it are an end, or on an edge.
    """
    axis, middle, half = X_BA.matrix[:, 2], X_BA.position, 0.5 * a.length
    h = half_edges(b)
    found = []
    for end in (middle + half * axis, middle - half * axis):
        found.append(site_at(end, distance_from_box(end, h), a.radius))
    for i in range(3):
        along = np.eye(3)[i]
        for edge in _edges(i, h):
            s, t = nearest_of_segments(edge - middle, axis, half, along, h[i])
            found.append(between_points(middle + s * axis, edge + t * along, a.radius, 0.0))
    return found


def _edges(i: int, half: Array) -> list[Array]:
    """Return the middles of the edges of a box along its axis i."""
    j, k = (i + 1) % 3, (i + 2) % 3
    eye = np.eye(3)
    return [
        sj * half[j] * eye[j] + sk * half[k] * eye[k] for sj in (1.0, -1.0) for sk in (1.0, -1.0)
    ]


def box_on_box(a: Box, X_BA: Transform, b: Box) -> list[Site]:
    """Return the corners of each box on the other, and edges where they cross.

    Boxes of one size that stand on each other have corners just above corners: faces reach a
    little farther than the box, see `MARGIN`, towards sides from which the other cannot come.
    """
    half_a, half_b = half_edges(a), half_edges(b)
    X_AB = X_BA.inverse
    on_b = [corner_on_box(x, X_BA.position, half_b) for x in map(X_BA.point, corners(half_a))]
    on_a = [corner_on_box(x, X_AB.position, half_a) for x in map(X_AB.point, corners(half_b))]
    turn = X_BA.rotation
    back = [Site(s.depth, X_BA.point(s.place), -turn.apply(s.push), None, s.distance) for s in on_a]
    return [*on_b, *back, *_crossings(half_a, X_BA, half_b)]


def corner_on_box(x: Array, center: Array, half: Array) -> Site:
    """Return the site of a corner x of a body with this center: the least depth below a face.

    A face that looks away from the body cannot have been passed by it.
    """
    sign = [select(c > 0.0, 1.0, -1.0) for c in x]
    passed = [s * (c - y) > 0.0 for s, c, y in zip(sign, center, x, strict=True)]
    reach = [h + select(p, 0.0, MARGIN * h) for h, p in zip(half, passed, strict=True)]
    site = site_at(x, distance_from_box(x, vector(*reach)), 0.0)
    return replace(site, distance=distance_from_box(x, half).d)


def _crossings(half_a: Array, X_BA: Transform, half_b: Array) -> list[Site]:
    """Return the sites of edges of a across edges of b, two of each side by side.

    Of the edges along an axis those two are taken that lie in the face which looks at the other
    box most.
    """
    center, found = X_BA.position, []
    most = DEEPEST * min(*half_a, *half_b)
    for i in range(3):
        along_a = X_BA.matrix[:, i]
        for j in range(3):
            along_b = np.eye(3)[j]
            m = cross(along_a, along_b)
            sine = length(m)
            n = select_sign(dot(m, center), 1.0 / sine) * m
            middles_a = _facing(i, X_BA.matrix, half_a, -n)
            middles_b = _facing(j, np.eye(3), half_b, n)
            for x in middles_a:
                for y in middles_b:
                    crossing = _crossing(
                        center + x, along_a, half_a[i], y, along_b, half_b[j], n, most
                    )
                    found.append(_if_edges_meet(crossing, X_BA, half_a, half_b, n, sine))
    return found


def _if_edges_meet(
    crossing: Site, X_BA: Transform, half_a: Array, half_b: Array, n: Array, sine: Scalar
) -> Site:
    """Return the site of a crossing; without depth where its points are not in the other boxes.

    Edges that are nearly parallel do not cross.
    """
    far: Any = crossing.distance
    no = -min(*half_a, *half_b)
    of_a = crossing.place
    of_b = of_a - far * n
    reach_a, reach_b = ((1.0 + MARGIN) * half for half in (half_a, half_b))
    beyond_b = reduce(maximum, [np.abs(c) - h for c, h in zip(of_a, reach_b, strict=True)])
    local = X_BA.rotation.back(of_b - X_BA.position)
    beyond_a = reduce(maximum, [np.abs(c) - h for c, h in zip(local, reach_a, strict=True)])
    outside = select(maximum(beyond_a, beyond_b) > 0.0, 1.0, 0.0) * select(far < 0.0, 1.0, 0.0)
    apart = select(sine > PARALLEL, outside, 1.0) > 0.0
    return replace(
        crossing,
        depth=select(apart, no, crossing.depth),
        distance=select(apart, FAR, select(far < 0.0, -crossing.depth, far)),
    )


def select_sign(x: Scalar, value: Scalar) -> Scalar:
    """Return a value with the sign of x."""
    return select(x > 0.0, value, -value)


def _facing(i: int, axes: Array, half: Array, n: Array) -> list[Array]:
    """Return the middles of the two edges along axis i in the face that looks along n most."""
    j, k = (i + 1) % 3, (i + 2) % 3
    to_j, to_k = dot(axes[:, j], n), dot(axes[:, k], n)
    face_j, face_k = (
        select_sign(c, half[index]) * axes[:, index] for c, index in ((to_j, j), (to_k, k))
    )
    first = to_j * to_j > to_k * to_k
    face = [select(first, u, v) for u, v in zip(face_j, face_k, strict=True)]
    aside = [
        select(first, half[k] * u, half[j] * v) for u, v in zip(axes[:, k], axes[:, j], strict=True)
    ]
    return [vector(*face) + vector(*aside), vector(*face) - vector(*aside)]


def _crossing(
    x: Array, u: Array, half_u: float, y: Array, w: Array, half_w: float, n: Array, most: float
) -> Site:
    """Return the site of two edges x + s u and y + t w whose common normal is n.

    depth = min(n . (Y - X), half_u - |s|, half_w - |t|): it fades where the crossing comes to the
    end of an edge, from where corners take over. The push is the gradient of what is least. With g
    from Y to X, c = u . w, V and W the velocity of X and the angular velocity of the body, s and t
    follow from g . u = g . w = 0:

        ds/dt - c dt/dt = -V . u - W . (u x g),    c ds/dt - dt/dt = -V . w
    """
    c = dot(u, w)
    sine2 = 1.0 - c * c + 1e-30
    first, second = dot(u, y - x), dot(w, y - x)
    s = (first - c * second) / sine2
    t = c * s - second
    at_u, at_w = x + s * u, y + t * w
    g = at_u - at_w
    depth = -dot(n, g)
    sign_s, sign_t = (select(z > 0.0, 1.0, -1.0) for z in (s, t))
    left_s, left_t = half_u - sign_s * s, half_w - sign_t * t
    arm = cross(u, g)
    # of d(left_s)/dt = -sign_s ds/dt, written as -push . V - couple . W
    push_s, couple_s = (sign_s / sine2) * (c * w - u), (-sign_s / sine2) * arm
    push_t, couple_t = (sign_t / sine2) * (w - c * u), (-sign_t * c / sine2) * arm
    aside = minimum(left_s, left_t)
    ends = select(left_s < left_t, 1.0, 0.0)
    push_end = ends * push_s + (1.0 - ends) * push_t
    couple_end = ends * couple_s + (1.0 - ends) * couple_t
    fades = aside < depth
    push = vector(*(select(fades, p, q) for p, q in zip(push_end, n, strict=True)))
    # n is normal to both edges: turning about X does not change the depth along it
    couple = vector(*(select(fades, p, 0.0) for p in couple_end))
    inside = reduce(minimum, (depth, left_s, left_t))
    behind = depth > most
    far = select(aside > 0.0, select(behind, FAR, -depth), FAR)
    return Site(select(behind, -depth, inside), at_u, push, couple, far)

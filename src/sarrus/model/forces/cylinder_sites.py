"""Where cylinders touch boxes: rims on faces, corners in the cylinder, edges that leave it.

In the frame of a cylinder with the radius R and the half length H, a point with the height z at the
distance r from the axis is R - r below the side and H - |z| below the nearer end. An edge of a box
has two sites, one for each direction along it. It leaves the cylinder through the side or an end,
at X, and is

    min(depth of X below the other surface,  that of the deepest point of its line,
        how far out its end Q is,  how far in its start P is, less the depth of the corner P)

deep there, so that it fades out where a corner goes in or out, whose own site takes over. All
depths are continuous, and every push is the gradient of its depth.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import reduce

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.forces.box_sites import corner_on_box, corners, half_edges, site_at
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.shapes import Box, Cylinder
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
from sarrus.spatial.distances import HALVINGS, distance_from_cylinder

FAR = 1e9
"""A distance [m] of what is not near."""
FLAT = 1e-30
"""Added to a divisor that is 0 for an edge along an end or along the side."""
UPRIGHT = 1e-4
"""Sine of the angle to an axis of a box below which an end has no farthest point along that."""
ON_FACE = 1e-12
"""How far beside a face [m] the foot of a point is still on it."""
Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class _Part:
    """A part of a depth, the push on the edge by it, and its moment about the centre."""

    depth: Scalar
    push: Array
    moment: Array


def cylinder_on_box(a: Cylinder, X_BA: Transform, b: Box) -> list[Site]:
    """Return points of both rims on the box, its corners in the cylinder, and its edges there."""
    X_AB = X_BA.inverse
    R, H, half = a.radius, 0.5 * a.length, half_edges(b)
    places = {signs: X_AB.point(x) for signs, x in zip(_SIGNS, corners(half), strict=True)}
    of_corners = {
        signs: site_at(x, distance_from_cylinder(x, R, H), 0.0) for signs, x in places.items()
    }
    there = list(of_corners.values())
    for first, second in _edges():
        for P, Q in ((first, second), (second, first)):
            there.append(_exit(places[P], of_corners[P], places[Q], R, H))
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
    return [*_rims_on_box(a, X_BA, half), *back]


_SIGNS = list(itertools.product((1.0, -1.0), repeat=3))
"""Signs of the corners of a box, in the order of `corners`."""


def _edges() -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Return the signs of both ends of every edge of a box."""
    pairs = itertools.combinations(_SIGNS, 2)
    return [(p, q) for p, q in pairs if sum(x != y for x, y in zip(p, q, strict=True)) == 1]


def _rims_on_box(a: Cylinder, X_BA: Transform, half: Array) -> list[Site]:
    """Return the points of both rims that are farthest along every axis of the box.

    One that stands on a face has four; one that leans on it, or lies there, the lowest of each rim.
    With the direction e of an axis of the box, w = e - (e . axis) axis and u = w/|w|, its point
    is c + R u, and as du/dt has no part of the spin about the axis,

        du/dt = W x u + (axis x u) ((e . axis)/|w| u - axis) . W .

    An end that faces along e has no such point: depths are at most R |w|, less a little.
    """
    axis, R = X_BA.matrix[:, 2], a.radius
    found = []
    for i in range(3):
        e = np.eye(3)[i]
        w = e - axis[i] * axis
        sine = length(w)
        u = w / sine
        beside = cross(axis, u)
        turned = (axis[i] / sine) * u - axis
        for side, sign in itertools.product((0.5, -0.5), (R, -R)):
            x = X_BA.position + side * a.length * axis + sign * u
            site = corner_on_box(x, X_BA.position, half)
            aside = sign * dot(site.push, beside)
            # |w| falls by (e . axis) (axis x u) . W, and no force makes it
            most = R * (sine - UPRIGHT)
            fades = most < site.depth
            found.append(
                replace(
                    site,
                    depth=select(fades, most, site.depth),
                    push=vector(*(select(fades, 0.0, p) for p in site.push)),
                    couple=vector(
                        *(
                            select(fades, R * axis[i] * p, aside * q)
                            for p, q in zip(beside, turned, strict=True)
                        )
                    ),
                )
            )
    return found


def _exit(P: Array, of_P: Site, Q: Array, R: float, H: float) -> Site:
    """Return the site where the edge from P to Q leaves a cylinder, with the push on the edge.

    Seen from the point of the edge that is nearest to the axis, at s from P.
    """
    along = Q - P
    size = length(along)
    u = along / size
    across = u[0] * u[0] + u[1] * u[1]
    s = -(P[0] * u[0] + P[1] * u[1]) / (across + FLAT)
    s = select(s > 0.0, select(s < size, s, size), 0.0)
    near = P + s * u
    r = length(near[0:2])
    within, outward = R * R - r * r, near[0] * u[0] + near[1] * u[1]
    root = _root(outward * outward + across * within)
    by_side = s + within / (root + select(outward > 0.0, outward, 0.0) + FLAT)
    upward = select(u[2] > 0.0, 1.0, -1.0)
    by_end = (H - upward * P[2]) / (upward * u[2] + FLAT)
    is_side = by_side < by_end
    X = P + select(is_side, by_side, by_end) * u
    e, e_Q = _radial(near), _radial(Q)
    of_side, of_end = _leaves_side(X, u, H), _leaves_end(X, u, upward, R)
    own = select(of_P.depth > 0.0, of_P.depth, 0.0)
    held = select(of_P.depth > 0.0, 1.0, 0.0) * of_P.push
    starts = _choose(
        is_side,
        _part(R - r - own, e, near, held, P),
        _part(H - upward * P[2] - own, upward * Z, P, held, P),
    )
    ends = _choose(
        is_side,
        _part(length(Q[0:2]) - R, -e_Q, Q),
        _part(upward * Q[2] - H, -upward * Z, Q),
    )
    parts = (_choose(is_side, of_side, of_end), _deepest(near, u, s, size, R, H), starts, ends)
    least = reduce(lambda one, other: _choose(one.depth < other.depth, one, other), parts)
    return Site(least.depth, X, least.push, least.moment - cross(X, least.push))


def _part(
    depth: Scalar, push: Array, at: Array, less: Array | None = None, there: Array | None = None
) -> _Part:
    """Return a part of a depth that grows against a push at a point, less one at another."""
    moment = cross(at, push)
    if less is None or there is None:
        return _Part(depth, push, moment)
    return _Part(depth, push - less, moment - cross(there, less))


def _leaves_side(X: Array, u: Array, H: float) -> _Part:
    """Return how far an edge along u is below an end where it leaves through the side."""
    e, sign = _radial(X), select(X[2] > 0.0, 1.0, -1.0)
    return _part(H - sign * X[2], sign * (Z - (u[2] / (dot(e, u) + FLAT)) * e), X)


def _leaves_end(X: Array, u: Array, upward: Scalar, R: float) -> _Part:
    """Return how far an edge along u is below the side where it leaves through an end."""
    e = _radial(X)
    slope = dot(e, u) / (upward * u[2] + FLAT)
    return _part(R - length(X[0:2]), e - (upward * slope) * Z, X)


def _deepest(near: Array, u: Array, s: Scalar, size: Scalar, R: float, H: float) -> _Part:
    """Return the depth of the deepest point of an edge below the nearest surface.

    It is where the edge is nearest to the axis, at s; or towards the middle from there, where it is
    as far below an end as below the side: there its motion along the edge takes nothing from the
    mean of both with the weights by which their slopes along the edge cancel.
    """
    sign = select(near[2] > 0.0, 1.0, -1.0)
    r, fall = length(near[0:2]), np.abs(u[2])
    by_end = H - sign * near[2]
    K = R - by_end
    back = select(sign * u[2] > 0.0, -1.0, 1.0)
    outward = back * (near[0] * u[0] + near[1] * u[1])
    half, more = outward + K * fall, K * K - r * r
    root = _root(half * half + (1.0 - 2.0 * fall * fall) * more)
    t = more / (half + root + FLAT)
    left = select(back > 0.0, size - s, s)
    ends = t > left
    t = select(ends, left, t)
    x = near + (back * t) * u
    e = _radial(x)
    slope = np.abs(dot(e, u))
    weight = select(ends, 0.0, fall / (fall + slope + FLAT))
    both = _part(H - sign * x[2], weight * e + ((1.0 - weight) * sign) * Z, x)
    return _choose(R - r < by_end, _part(R - r, _radial(near), near), both)


def _radial(x: Array) -> Array:
    """Return the direction from the axis to a point."""
    r = length(x[0:2])
    return vector(x[0] / r, x[1] / r, 0.0)


def _root(x: Scalar) -> Scalar:
    """Return the root of what is above 0, else 0, with a derivative there."""
    return np.sqrt(select(x > 0.0, x, 0.0) + FLAT * FLAT)


def _choose(condition: Scalar, a: _Part, b: _Part) -> _Part:
    return _Part(
        select(condition, a.depth, b.depth),
        *(
            vector(*(select(condition, p, q) for p, q in zip(x, y, strict=True)))
            for x, y in ((a.push, b.push), (a.moment, b.moment))
        ),
    )


def gap_of_cylinder_and_box(a: Cylinder, X_BA: Transform, b: Box) -> Scalar:
    """Return the distance of a cylinder and a box [m]; below 0 the largest depth of a site.

    Apart, the nearest point of the box is on an edge, or in a face below the lowest point of a rim.
    """
    R, H, half = a.radius, 0.5 * a.length, half_edges(b)
    X_AB = X_BA.inverse
    places = {signs: X_AB.point(x) for signs, x in zip(_SIGNS, corners(half), strict=True)}
    near: Scalar = FAR
    for p, q in _edges():
        near = minimum(near, _distance_of_edge(places[p], places[q], R, H))
    for x, i in _lowest_of_rims(a, X_BA):
        height = np.abs(x[i]) - half[i]
        beside = [np.abs(x[j]) - half[j] for j in range(3) if j != i]
        outside = select(maximum(*beside) > ON_FACE, FAR, select(height > 0.0, height, FAR))
        near = minimum(near, outside)
    depth = reduce(maximum, [site.depth for site in cylinder_on_box(a, X_BA, b)])
    return select(depth > 0.0, -depth, near)


def _lowest_of_rims(a: Cylinder, X_BA: Transform) -> list[tuple[Array, int]]:
    """Return the points of both rims that are farthest along every axis of a box, with its number.

    The point of an end that faces along the axis is that of its center.
    """
    axis, found = X_BA.matrix[:, 2], []
    for i in range(3):
        w = np.eye(3)[i] - axis[i] * axis
        u = w / length(w)
        for side, sign in itertools.product((0.5, -0.5), (a.radius, -a.radius)):
            found.append((X_BA.position + side * a.length * axis + sign * u, i))
    return found


def _distance_of_edge(P: Array, Q: Array, R: float, H: float) -> Scalar:
    """Return the distance of an edge outside of a cylinder, whose slope along the edge is halved.

    Written for this, as it is evaluated often: it is `lowest_of_segment` without the inside.
    """
    middle, half = 0.5 * (P + Q), 0.5 * (Q - P)
    s: Scalar = 0.0
    step = 0.5
    for _ in range(HALVINGS):
        x = middle + s * half
        r = length(x[0:2])
        sign = select(x[2] > 0.0, 1.0, -1.0)
        out, up = r - R, sign * x[2] - H
        aside = select(out > 0.0, out / r, 0.0) * (x[0] * half[0] + x[1] * half[1])
        slope = aside + select(up > 0.0, up, 0.0) * sign * half[2]
        s = s + select(slope > 0.0, -step, step)
        step = 0.5 * step
    ends = (distance_from_cylinder(x, R, H).d for x in (middle + s * half, P, Q))
    return reduce(minimum, ends)

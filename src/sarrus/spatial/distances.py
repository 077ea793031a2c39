"""Distances of points and segments from convex solids, in the frame of the solid.

A signed distance d(x) is below 0 inside. Its gradient n = dd/dx has length 1: it is the outward
normal at the nearest point x - d n of the surface, and dd/dt = n . dx/dt for every motion of x seen
from the solid. All are written without branches, for numbers and traced values alike.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, dot, length, select, vector
from sarrus.spatial.arrays import clamp as clamp

HALVINGS = 46
"""Halvings of the interval in which the lowest point of a segment is sought."""


@dataclass(frozen=True)
class Distance:
    """A signed distance d and its gradient n."""

    d: Scalar
    n: Array


DistanceFunction = Callable[[Array], Distance]
"""The signed distance of a solid, of a point in its frame."""


def distance_from_half_space(x: Array) -> Distance:
    """Return the distance from the half space z < 0."""
    return Distance(x[2], np.array([0.0, 0.0, 1.0]))


def distance_from_sphere(x: Array, radius: float) -> Distance:
    """Return the distance from a sphere about the origin."""
    r = length(x)
    return Distance(r - radius, x / r)


def distance_from_capsule(x: Array, radius: float, half: float) -> Distance:
    """Return the distance from a capsule about z whose ends have their centres at +-half."""
    return distance_from_sphere(vector(x[0], x[1], x[2] - clamp(x[2], half)), radius)


def distance_from_box(x: Array, half: Array) -> Distance:
    """Return the distance from a box with these half edges.

    With q = |x| - half: the length of the positive parts of q outside, the largest q inside.
    """
    sign = [select(c > 0.0, 1.0, -1.0) for c in x]
    q = [s * c - h for s, c, h in zip(sign, x, half, strict=True)]
    outside = [select(c > 0.0, c, 0.0) for c in q]
    far = length(vector(*outside))
    second = q[1] > q[0]
    most = select(second, q[1], q[0])
    third = q[2] > most
    deep = select(third, q[2], most)
    is_out = deep > 0.0
    inner = (
        select(third, 0.0, select(second, 0.0, 1.0)),
        select(third, 0.0, select(second, 1.0, 0.0)),
        select(third, 1.0, 0.0),
    )
    n = [s * select(is_out, o / far, i) for s, o, i in zip(sign, outside, inner, strict=True)]
    return Distance(select(is_out, far, deep), vector(*n))


def distance_from_cylinder(x: Array, radius: float, half: float) -> Distance:
    """Return the distance from a cylinder about z with its ends at +-half."""
    r = length(x[0:2])
    sign = select(x[2] > 0.0, 1.0, -1.0)
    across, along = r - radius, sign * x[2] - half
    out_across, out_along = (select(c > 0.0, c, 0.0) for c in (across, along))
    far = length(vector(out_across, out_along))
    side = across > along
    deep = select(side, across, along)
    is_out = deep > 0.0
    n_across = select(is_out, out_across / far, select(side, 1.0, 0.0)) / r
    n_along = sign * select(is_out, out_along / far, select(side, 0.0, 1.0))
    return Distance(select(is_out, far, deep), vector(n_across * x[0], n_across * x[1], n_along))


def lowest_of_segment(
    distance: DistanceFunction, center: Array, along: Array, half: float
) -> Scalar:
    """Return s in [-half, half] where center + s along is nearest to, or deepest in, a solid.

    The distance from a convex solid is convex along a line: its slope n . along changes sign once,
    and the interval around that is halved.
    """
    s: Scalar = 0.0
    step = 0.5 * half
    for _ in range(HALVINGS):
        slope = dot(distance(center + s * along).n, along)
        s = s + select(slope > 0.0, -step, step)
        step = 0.5 * step
    # ends by name: halving only comes near to them
    end = select(s > 0.0, half, -half)
    near = select(s > 0.0, half - s, half + s) < 4.0 * step
    return select(near, end, s)


def nearest_of_segments(
    between: Array, u: Array, half_u: float, w: Array, half_w: float
) -> tuple[Scalar, Scalar]:
    """Return s and t of the nearest points s u and between + t w of two segments.

    u, w: unit vectors; |s| <= half_u, |t| <= half_w; between: from the middle of the first segment
    to that of the second (Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
    """
    cosine = dot(u, w)
    first, second = dot(u, between), dot(w, between)
    # (1 - cosine^2) s = first - cosine second for lines; where they are parallel any s will do
    sine2 = 1.0 - cosine * cosine
    s = clamp((first - cosine * second) / (sine2 + 1e-30), half_u)
    t = clamp(cosine * s - second, half_w)
    return clamp(first + cosine * t, half_u), t

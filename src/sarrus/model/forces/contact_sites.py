"""Where two solids touch: the sites of every pair of shapes, and which pairs there are.

Every depth is a continuous function of the motion, and the force of its site is the gradient of
the energy stored there, so that contact never brings in energy. Points of rounded solids (centres
of spheres, axes of capsules) and corners are asked for their signed distance from the other solid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

import numpy as np

from sarrus.model.convex_hull import Prism, convex_hull
from sarrus.model.forces.box_sites import (
    between_points,
    box_on_box,
    capsule_on_box,
    corners,
    half_edges,
    site_at,
)
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.forces.cylinder_sites import cylinder_on_box, gap_of_cylinder_and_box
from sarrus.model.forces.hull_sites import (
    capsule_on_hull,
    distance_from_hull,
    gap_of_hulls,
    hull_on_hull,
    hull_on_plane,
)
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, dot, length, minimum, select, vector
from sarrus.spatial.distances import (
    DistanceFunction,
    clamp,
    distance_from_box,
    distance_from_capsule,
    distance_from_cylinder,
    distance_from_half_space,
    distance_from_sphere,
    lowest_of_segment,
    nearest_of_segments,
)

Solid = Shape | Prism | None
"""A shape, or what a cylinder is taken for; None for the half space z < 0."""
X = np.array([1.0, 0.0, 0.0])
Z = np.array([0.0, 0.0, 1.0])
SAME = 1e-12
"""Difference of depths [m] of parallel axes, which are equally deep all along."""
UPRIGHT = 1e-9
"""Sine of the angle between a cylinder and the normal below which it stands on all of its end."""


def sites_of(a: Solid, X_WA: Transform, b: Solid, X_WB: Transform) -> Sequence[Site]:
    """Return the sites of a solid a on a solid b, with pushes on a.

    X_WA, X_WB: where the solids are, each about the origin of its own frame.
    """
    pair = _PAIRS.get((kind_of(a), kind_of(b)))
    if pair is not None:
        return _in_world(X_WB, pair(a, X_WB.inverse @ X_WA, b))
    swapped = _PAIRS[kind_of(b), kind_of(a)](b, X_WA.inverse @ X_WB, a)
    return [
        replace(site, push=-site.push, couple=None if site.couple is None else -site.couple)
        for site in _in_world(X_WA, swapped)
    ]


def gap_of(a: Solid, X_WA: Transform, b: Solid, X_WB: Transform) -> Scalar:
    """Return the distance of two solids [m], below 0 where they are in each other."""
    if "mesh" in (kind_of(a), kind_of(b)) and {kind_of(a), kind_of(b)} <= {"mesh", "box"}:
        first: Any = a
        second: Any = b
        return gap_of_hulls(first, X_WB.inverse @ X_WA, second)
    apart = _GAPS.get((kind_of(a), kind_of(b)))
    if apart is not None:
        return apart(a, X_WB.inverse @ X_WA, b)
    apart = _GAPS.get((kind_of(b), kind_of(a)))
    if apart is not None:
        return apart(b, X_WA.inverse @ X_WB, a)
    return reduce(minimum, [site.gap for site in sites_of(a, X_WA, b, X_WB)])


def is_pair(a: Solid, b: Solid) -> bool:
    """Tell whether there are sites of a pair of shapes."""
    kinds = (kind_of(a), kind_of(b))
    return kinds in _PAIRS or kinds[::-1] in _PAIRS


def kind_of(solid: Solid) -> str:
    """Return the name of the kind of a solid, empty for one that touches nothing."""
    if solid is None:
        return "plane"
    named = (
        *((Sphere, "sphere"), (Capsule, "capsule"), (Box, "box"), (Cylinder, "cylinder")),
        (Mesh, "mesh"),
        (Prism, "mesh"),
    )
    return next((name for of, name in named if isinstance(solid, of)), "")


def pairs() -> list[tuple[str, str]]:
    """Return the kinds of solids between which there is contact."""
    return list(_PAIRS)


def _in_world(X_WB: Transform, sites: Sequence[Site]) -> list[Site]:
    turn = X_WB.rotation
    return [
        replace(
            site,
            place=X_WB.point(site.place),
            push=turn.apply(site.push),
            couple=None if site.couple is None else turn.apply(site.couple),
        )
        for site in sites
    ]


def distance_function(solid: Solid) -> DistanceFunction:
    """Return the signed distance from a solid."""
    if solid is None:
        return distance_from_half_space
    if isinstance(solid, Sphere):
        return partial(distance_from_sphere, radius=solid.radius)
    if isinstance(solid, Capsule):
        return partial(distance_from_capsule, radius=solid.radius, half=0.5 * solid.length)
    if isinstance(solid, Cylinder):
        return partial(distance_from_cylinder, radius=solid.radius, half=0.5 * solid.length)
    if isinstance(solid, (Mesh, Prism)):
        return partial(distance_from_hull, hull=convex_hull(solid))
    box: Any = solid
    return partial(distance_from_box, half=0.5 * np.array(box.size))


def _sphere_on(a: Sphere, X_BA: Transform, b: Solid) -> list[Site]:
    x = X_BA.position
    return [site_at(x, distance_function(b)(x), a.radius)]


def _capsule_on_plane(a: Capsule, X_BA: Transform, b: Solid) -> list[Site]:
    distance, shift = distance_function(b), 0.5 * a.length * X_BA.matrix[:, 2]
    ends = (X_BA.position + shift, X_BA.position - shift)
    return [site_at(x, distance(x), a.radius) for x in ends]


def _capsule_on_sphere(a: Capsule, X_BA: Transform, b: Sphere) -> list[Site]:
    axis = X_BA.matrix[:, 2]
    s, half = -dot(axis, X_BA.position), 0.5 * a.length
    x = X_BA.position + clamp(s, half) * axis
    return [site_at(x, distance_from_sphere(x, b.radius), a.radius)]


def _capsule_on_cylinder(a: Capsule, X_BA: Transform, b: Solid) -> list[Site]:
    """Return the lowest point of the axis and the higher end, which together are both ends.

    Where a capsule lies along a face its lowest point jumps from end to end, the other one with it.
    """
    distance, axis = distance_function(b), X_BA.matrix[:, 2]
    middle, half = X_BA.position, 0.5 * a.length
    s = lowest_of_segment(distance, middle, axis, half)
    first, last = distance(middle + half * axis), distance(middle - half * axis)
    other = middle + select(first.d > last.d, half, -half) * axis
    low = middle + s * axis
    return [site_at(low, distance(low), a.radius), site_at(other, distance(other), a.radius)]


def _capsule_on_capsule(a: Capsule, X_BA: Transform, b: Capsule) -> list[Site]:
    """Return the nearest points of the axes, and the farther end of the part where both are.

    An end of the part is that of one capsule which is nearer to the other. Where the two cross,
    ends do not touch.
    """
    axis, middle = X_BA.matrix[:, 2], X_BA.position
    half_a, half_b = 0.5 * a.length, 0.5 * b.length
    s, t = nearest_of_segments(-middle, axis, half_a, Z, half_b)
    nearest = between_points(middle + s * axis, t * Z, a.radius, b.radius)
    ends = [_end_of_both(side, axis, middle, half_a, half_b) for side in (1.0, -1.0)]
    both = [between_points(x, y, a.radius, b.radius) for x, y in ends]
    first = both[0].depth < both[1].depth
    shallow, deep = _choose_site(first, *both), _choose_site(first, *both[::-1])
    # where the axes are parallel, every point between both ends is as near
    inside = nearest.depth > deep.depth + SAME
    return [_choose_site(inside, nearest, deep), shallow]


def _end_of_both(
    side: float, axis: Array, middle: Array, half_a: float, half_b: float
) -> tuple[Array, Array]:
    """Return the nearest points of both axes at one end of the part where they run together."""
    sense = select(axis[2] > 0.0, side, -side)
    of_a = middle + sense * half_a * axis
    on_b = vector(0.0, 0.0, clamp(of_a[2], half_b))
    of_b = side * half_b * Z
    s = dot(of_b - middle, axis)
    on_a = middle + clamp(s, half_a) * axis
    first = dot(of_a - on_b, of_a - on_b) < dot(on_a - of_b, on_a - of_b)
    return _choose(first, of_a, on_a), _choose(first, on_b, of_b)


def _choose_site(condition: Scalar, a: Site, b: Site) -> Site:
    parts = [(site.depth, site.place, site.push) for site in (a, b)]
    return Site(*(_choose(condition, x, y) for x, y in zip(*parts, strict=True)))


def _choose(condition: Scalar, a: Any, b: Any) -> Any:
    if np.ndim(a) == 0:
        return select(condition, a, b)
    return vector(*(select(condition, x, y) for x, y in zip(a, b, strict=True)))


def _box_on_plane(a: Box, X_BA: Transform, b: Solid) -> list[Site]:
    distance = distance_function(b)
    return [site_at(x, distance(x), 0.0) for x in map(X_BA.point, corners(half_edges(a)))]


def _cylinder_on_plane(a: Cylinder, X_BA: Transform, b: Solid) -> list[Site]:
    """Return the lowest and highest point of the rim and the center of each end.

    One that stands has three points at each end, so that friction against spin has the arm 2/3 r
    of even pressure; one that lies has a point at each end.
    """
    axis, upward = X_BA.matrix[:, 2], X_BA.matrix[2, 2]
    tilt = Z - upward * axis
    sine = length(tilt)
    # an upright one has no lowest point: its own x is taken
    leans = sine > UPRIGHT
    own = X_BA.matrix[:, 0]
    up = vector(*(select(leans, t / sine, x) for t, x in zip(tilt, own, strict=True)))
    found = []
    for side in (0.5, -0.5):
        center = X_BA.position + side * a.length * axis
        for reach in (-a.radius, a.radius, 0.0):
            x = center + reach * up
            found.append(site_at(x, distance_from_half_space(x), 0.0))
    return found


_PAIRS: dict[tuple[str, str], Callable[[Any, Transform, Any], Sequence[Site]]] = {
    **{
        ("sphere", of): _sphere_on
        for of in ("plane", "sphere", "capsule", "box", "cylinder", "mesh")
    },
    ("capsule", "plane"): _capsule_on_plane,
    ("capsule", "sphere"): _capsule_on_sphere,
    ("capsule", "capsule"): _capsule_on_capsule,
    ("capsule", "box"): capsule_on_box,
    ("capsule", "cylinder"): _capsule_on_cylinder,
    ("box", "plane"): _box_on_plane,
    ("box", "box"): box_on_box,
    ("cylinder", "plane"): _cylinder_on_plane,
    ("cylinder", "box"): cylinder_on_box,
    ("mesh", "plane"): hull_on_plane,
    ("capsule", "mesh"): capsule_on_hull,
    ("mesh", "box"): hull_on_hull,
    ("mesh", "mesh"): hull_on_hull,
}
"""Sites of a first solid on a second, in the frame of the second; other orders are exchanged."""

_GAPS: dict[tuple[str, str], Callable[[Any, Transform, Any], Scalar]] = {
    ("cylinder", "box"): gap_of_cylinder_and_box,
}
"""Distances of pairs that are not the least of their sites, in the frame of the second."""

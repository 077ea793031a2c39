"""W05 to W07: numbers that look as if they were in other units than SI, or were forgotten."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.body import GROUND, Body
from sarrus.model.joint import Joint
from sarrus.model.model import Model

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.validation.physics import Places

DENSITIES = (1.0, 50_000.0)
"""Below a light foam, above every metal [kg/m^3]."""
LARGEST_ANGLE = 50.0
"""A limit above this many radians is more likely in degrees."""
TOO_WIDE, TOO_NARROW = 10.0, 1e-3
"""Radius of gyration over the size of the geometry."""
IN_METERS = "a number in mm that was taken as m, or a misplaced decimal point"
EARTH = (9.5, 10.5)
"""Gravity on Earth, as people write it [m/s^2]."""
NEGLIGIBLE = 1e-3
"""Part of the total mass below which a body is a place holder, as in many robot files."""


FAR = 100.0
"""Times the lengths around it from which a length is more likely in another unit."""


def check_scales(model: Model, places: Places) -> None:
    """Report (W05) unlikely densities, radii of gyration, lengths and limits of angles."""
    points = _joint_points(model)
    size = _model_size(model, points)
    radii = _gyrations(model)
    total = sum(body.mass for body in model.bodies)
    for body in model.bodies:
        if body.mass <= NEGLIGIBLE * total:
            continue
        if body.shapes:
            _check_density(body, places)
        if radii[body.name]:
            _check_gyration(body, radii[body.name], points[body.name], size, places)
    for joint in model.joints:
        if joint.limits:
            _check_angles(joint, places)
    _check_lengths(model, points, places)
    _check_joints(model, points, radii, places)


def check_masses(model: Model, undefined: Iterable[str], places: Places) -> None:
    """Report (W06) bodies with a shape of which neither mass nor density is given.

    A part that is fixed to others which have mass, as in many robot files, is a notice; what is
    fixed to ground needs none.
    """
    welded = _welded_groups(model)
    for name in undefined:
        body = model.body(name)
        whole = welded[name]
        if not body.shapes or GROUND in whole:
            continue
        carried = any(other.mass for other in model.bodies if other.name in whole)
        places.entry("body", name).report(
            "W06",
            "mass",
            "is not given: the body has a shape, but weighs nothing",
            value="mass",
            action='give mass="2 kg", or density="7850 kg/m^3"; mass=0 if it is meant so',
            severity="notice" if carried else "warning",
        )


def check_gravity(model: Model, entry: Entry) -> None:
    """Report (W07) gravity of the Earth along +y or +z, which point up in most drawings."""
    size = math.hypot(*model.gravity)
    ahead = [axis for axis, g in zip("yz", model.gravity[1:], strict=True) if g == size]
    if EARTH[0] <= size <= EARTH[1] and ahead:
        shown = ", ".join(f"{g:g}" for g in model.gravity)
        entry.report(
            "W07",
            "gravity",
            f"points along +{ahead[0]}, which is up in most drawings: bodies would fall upwards",
            value=f"({shown}) m/s^2",
            action=f"change its sign, unless {ahead[0]} points down here",
            severity="notice",
        )


def _welded_groups(model: Model) -> dict[str, set[str]]:
    """Return for every body all that welds hold together with it."""
    group = {name: {name} for name in (GROUND, *model.body_index)}
    for joint in model.joints:
        if joint.type.n_rows == 6 and group[joint.parent] is not group[joint.child]:
            fewer, more = sorted((group[joint.parent], group[joint.child]), key=len)
            more |= fewer
            for name in fewer:
                group[name] = more
    return group


def _check_lengths(model: Model, points: dict[str, list[Point]], places: Places) -> None:
    """Report bodies that are far longer than all that they are joined to, directly or by one more.

    The length of a body is the greatest distance between its joints.
    """
    lengths = {name: _extent(listed) for name, listed in points.items()}
    shortest = min([length for length in lengths.values() if length], default=math.inf)
    if not any(length > FAR * shortest for length in lengths.values()):
        return  # as it almost always is
    around: dict[str, set[str]] = defaultdict(set)
    for joint in model.joints:
        around[joint.parent].add(joint.child)
        around[joint.child].add(joint.parent)
    longest = {
        name: sorted([(lengths.get(other, 0.0), other) for other in others], reverse=True)[:2]
        for name, others in around.items()
    }
    for body in model.bodies:
        near = [(lengths.get(other, 0.0), other) for other in around[body.name]]
        near += [found for other in around[body.name] for found in longest[other]]
        reference = max([found for found, other in near if other != body.name], default=0.0)
        length = lengths.get(body.name, 0.0)
        if reference and length > FAR * reference:
            value = f"a length of {length:.3g} m between its joints"
            rule = f"is {length / reference:.2g} times that of all bodies around it"
            _doubt(places, "body", body.name, "", rule, value, IN_METERS, "notice")


def _check_joints(
    model: Model, points: dict[str, list[Point]], radii: dict[str, float], places: Places
) -> None:
    """Report joints far from everything else of both their bodies.

    Far is meant by the lengths of the model: the median of all distances between a joint and what
    is next to it on a body, another joint, the centre of mass, or the middle of a shape. A small
    one counts as the body's radius of gyration.
    """
    distances: dict[tuple[str, str], float] = {}
    sizes = {GROUND: 0.0} | radii
    nearest = {name: _nearest_distances(listed, model, name) for name, listed in points.items()}
    for joint in model.joints:
        if joint.type.n_rows:
            for name, at in (
                (joint.parent, joint.on_parent.position),
                (joint.child, joint.on_child.position),
            ):
                found = nearest[name].get(tuple(at))
                if found is not None:
                    distances[joint.name, name] = found
    lengths = [max(d, sizes[name]) for (_, name), d in distances.items()]
    apart = sorted([length for length in lengths if length > 0.0])
    if not apart:
        return
    usual = apart[(len(apart) - 1) // 2]
    if not any(d > FAR * usual for d in distances.values()):
        return
    for joint in model.joints:
        ends = [distances.get((joint.name, name)) for name in (joint.parent, joint.child)]
        known = [d for d in ends if d is not None]
        if known and min(known) > FAR * usual:
            rule = f"and {min(known):.3g} m away from all else of the bodies that it joins, where "
            rule += f"{usual:.3g} m is usual"
            listed = ", ".join(f"'{n}'" for n in (joint.parent, joint.child) if n != GROUND)
            value = f"is on {listed}"
            _doubt(places, "joint", joint.name, "at", rule, value, IN_METERS, "notice")


def _gyrations(model: Model) -> dict[str, float]:
    """Return the greatest radius of gyration of every body about its centre of mass [m]."""
    if not model.bodies:
        return {}
    moments = np.linalg.eigvalsh(np.array([body.inertia for body in model.bodies]))
    return {
        body.name: math.sqrt(greatest / body.mass) if body.mass and greatest > 0.0 else 0.0
        for body, greatest in zip(model.bodies, moments[:, 2].tolist(), strict=True)
    }


Point = tuple[float, ...]
FEW = 4
"""So many points are compared with each other without looking for an order."""


def _nearest_distances(points: list[Point], model: Model, name: str) -> dict[Point, float]:
    """Return how far each joint point of a body is from the nearest other point of it.

    Those without another one are left out. Points are looked at in the order of one coordinate,
    outwards from each, until that alone is farther than what was found: a body may have thousands.
    """
    joints: set[Point] = set(points)
    marks: set[Point] = set()
    if name != GROUND:
        body = model.body(name)
        marks = {tuple(body.com)} if body.mass else marks
        marks |= {tuple(placed.pose.position) for placed in body.shapes}
    every = list(joints | marks)
    if len(every) <= FEW:
        apart = {point: [math.dist(point, o) for o in every if o != point] for point in joints}
        apart |= {point: [0.0] for point in joints & marks}
        return {point: min(listed) for point, listed in apart.items() if listed}
    spans = [max(column) - min(column) for column in zip(*every, strict=True)]
    k = spans.index(max(spans))
    every.sort(key=itemgetter(k))
    found: dict[Point, float] = {}
    for i, point in enumerate(every):
        if point not in joints:
            continue
        nearest = 0.0 if point in marks else math.inf
        for others in (range(i - 1, -1, -1), range(i + 1, len(every))):
            for j in others:
                if abs(every[j][k] - point[k]) >= nearest:
                    break
                nearest = min(nearest, math.dist(every[j], point))
        if nearest < math.inf:
            found[point] = nearest
    return found


def _joint_points(model: Model) -> dict[str, list[Point]]:
    """Return the joint points of every body, in its frame; a free joint is nowhere."""
    points: dict[str, list[Point]] = defaultdict(list)
    for joint in model.joints:
        if joint.type.n_rows:
            points[joint.parent].append(tuple(joint.on_parent.position))
            points[joint.child].append(tuple(joint.on_child.position))
    return points


def _model_size(model: Model, points: dict[str, list[Point]]) -> float:
    """Return the greatest distance between joint points of one body, or size of a shape [m]."""
    sizes = [_extent(listed) for body, listed in points.items() if body != GROUND]
    sizes += [placed.shape.extent for body in model.bodies for placed in body.shapes]
    return max(sizes, default=0.0)


def _extent(points: list[Point]) -> float:
    return max([math.dist(p, points[0]) for p in points[1:]], default=0.0)


def _check_density(body: Body, places: Places) -> None:
    volume = sum(placed.shape.volume or 0.0 for placed in body.shapes)
    if not volume or not body.mass:
        return
    density = body.mass / volume
    if not DENSITIES[0] <= density <= DENSITIES[1]:
        rule = f"and the shapes give a density of {density:.2g} kg/m^3 (steel has 7850)"
        cause = "lengths in mm, or mass in g"
        _doubt(places, "body", body.name, "mass", rule, f"{body.mass:g} kg", cause)


def _check_gyration(
    body: Body, radius: float, points: list[Point], size: float, places: Places
) -> None:
    reach = [math.dist(point, body.com) for point in points]
    reach += [
        math.dist(p.pose.position, body.com) + p.shape.extent for p in body.shapes if p.shape.extent
    ]
    extent = max(reach, default=0.0)
    # a body that is small among others, or eccentric by little, is no reason for doubt
    reference = max(extent, size / 10.0) if size else 0.0
    if TOO_NARROW * extent <= radius and not (reference and radius > TOO_WIDE * reference):
        return
    value = f"a radius of gyration sqrt(I/m) of {radius:.3g} m"
    rule = f"does not fit the geometry, which spans {max(extent, size):.3g} m"
    if reference and radius > TOO_WIDE * reference:
        _doubt(places, "body", body.name, "inertia", rule, value, "inertia in kg mm^2 or g mm^2")
    elif radius < TOO_NARROW * extent:
        _doubt(places, "body", body.name, "inertia", rule, value, "lengths in mm")


def _check_angles(joint: Joint, places: Places) -> None:
    for (lower, upper), velocity in zip(joint.limits, joint.type.velocities, strict=False):
        worst = max((abs(x) for x in (lower, upper) if math.isfinite(x)), default=0.0)
        if velocity.unit == "rad/s" and worst > LARGEST_ANGLE:
            rule = f"are {lower:g} to {upper:g} rad, {worst / (2 * math.pi):.3g} turns"
            _doubt(places, "joint", joint.name, "limits", rule, "", "limits in degrees")


def _doubt(
    places: Places,
    kind: str,
    name: str,
    attribute: str,
    rule: str,
    value: str,
    cause: str,
    severity: str = "warning",
) -> None:
    action = 'write the unit, for instance "250 mm", "30 deg"'
    places.entry(kind, name).report(
        "W05", attribute, rule, value=value, cause=cause, action=action, severity=severity
    )

"""Outlines of what is drawn of a mechanism: links, solids, wheels, springs, ground, in a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Box, Capsule, Cylinder, Sphere
from sarrus.model.body import PlacedShape
from sarrus.model.forces import WHEELS, Track, TyreContact, WheelContact
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.line import LineElement
from sarrus.results.plots.poses import Placement, unlike
from sarrus.results.plots.projection import View
from sarrus.road import HalfRound, Road, WheelEnvelope
from sarrus.spatial.hull import plane_hull

ROUND = np.linspace(0.0, 2.0 * np.pi, 49)
COILS = 6
"""Coils of a spring that is drawn."""
SLIM = 1e-3
"""Figures that are flatter than this part of their size are lines."""


@dataclass(frozen=True, eq=False)
class Outline:
    """Points of a line or of a closed figure in a view [m], and what it belongs to."""

    name: str
    kind: str
    points: np.ndarray
    closed: bool = False


def links(placed: Placement, view: View, *, wheels: bool = False) -> Iterator[Outline]:
    """Go through the bodies: lines between their joints, or the figure around more than two.

    A body with one joint is a line to its centre of mass, or nothing where that is the same.
    wheels: the centres of wheels count as well.
    """
    for body in placed.model.bodies:
        corners = placed.ends(body.name)
        if wheels and _hubs(placed, body.name):
            corners = unlike([*placed.corners(body.name), *_hubs(placed, body.name)])
        points = view.of(corners) if corners else np.zeros((0, 2))
        if len(points) > 2:
            around = plane_hull(points)
            if len(around) > 2 and _thickness(around) > SLIM * float(np.max(np.ptp(around, 0))):
                yield Outline(body.name, "link", around, closed=True)
                continue
            points = points[np.argsort(points @ _longest(points), kind="stable")]
        yield Outline(body.name, "link", points)


def _hubs(placed: Placement, body: str) -> list[np.ndarray]:
    """Return the centres of the wheels of a body."""
    wheels = [f for f in placed.model.forces if isinstance(f, WHEELS)]
    return [placed.point(body, wheel.point) for wheel in wheels if wheel.body == body]


def _longest(points: np.ndarray) -> np.ndarray:
    centered = points - np.mean(points, axis=0)
    return np.linalg.svd(centered)[2][0]


def _thickness(points: np.ndarray) -> float:
    centered = points - np.mean(points, axis=0)
    return float(np.linalg.svd(centered)[1][-1])


def solids(placed: Placement, view: View) -> Iterator[Outline]:
    """Go through the shapes of all bodies; meshes are left out."""
    for body in placed.model.bodies:
        for shape in body.shapes:
            points = _surface(shape)
            if len(points):
                X = shape.pose.transform
                inside = points @ X.matrix.T + X.position
                R, p = placed.poses[body.name]
                yield Outline(
                    body.name, "solid", plane_hull(view.of(inside @ R.T + p)), closed=True
                )


def _surface(placed: PlacedShape) -> np.ndarray:
    """Return points on a shape whose hull is its outline."""
    shape = placed.shape
    circle = np.column_stack([np.cos(ROUND), np.sin(ROUND), np.zeros_like(ROUND)])
    if isinstance(shape, Box):
        signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
        return 0.5 * signs * np.array(shape.size)
    if isinstance(shape, Cylinder):
        ends = [(0.0, 0.0, s * 0.5 * shape.length) for s in (-1.0, 1.0)]
        return np.concatenate([shape.radius * circle + end for end in ends])
    if isinstance(shape, (Sphere, Capsule)):
        rings = [np.sin(a) * circle + (0.0, 0.0, np.cos(a)) for a in np.linspace(0.0, np.pi, 25)]
        ball = shape.radius * np.concatenate(rings)
        half = 0.5 * shape.length if isinstance(shape, Capsule) else 0.0
        return np.concatenate([ball + np.array([0.0, 0.0, s * half]) for s in (-1.0, 1.0)])
    return np.zeros((0, 3))


def elements(placed: Placement, view: View, size: float) -> Iterator[Outline]:
    """Go through force elements: springs, wheels, tracks, and what acts in joints."""
    for element in placed.model.forces:
        kind = element.type_name.replace("_", " ")
        if isinstance(element, LineElement):
            a = placed.point(element.body_a, element.point_a)
            b = placed.point(element.body_b, element.point_b)
            yield Outline(element.name, "spring", coil(view.of(a), view.of(b), 0.018 * size))
        elif isinstance(element, WHEELS):
            yield Outline(element.name, "wheel", _wheel(placed, view, element), closed=True)
        elif isinstance(element, Track):
            yield Outline(element.name, "track", _band(placed, view, element), closed=True)
        elif element.joints and _elastic(element):
            at = [view.of(placed.joints[name].on_child) for name in element.joints]
            yield Outline(element.name, kind, np.array(at))


def _elastic(element: ForceElement) -> bool:
    return any(word in element.type_name for word in ("spring", "bar", "damper"))


def coil(a: np.ndarray, b: np.ndarray, wide: float) -> np.ndarray:
    """Return a zigzag from a to b, with straight ends."""
    along = b - a
    length = float(np.linalg.norm(along))
    if length < 1e-12:
        return np.array([a, b])
    across = wide * np.array([-along[1], along[0]]) / length
    places = np.linspace(0.18, 0.82, 2 * COILS + 1)
    signs = np.array([0.0, *([1.0, -1.0] * COILS)])
    signs[-1] = 0.0
    zigzag = a + places[:, None] * along + signs[:, None] * across
    return np.vstack([a, zigzag, b])


def _wheel(placed: Placement, view: View, element: TyreContact | WheelContact) -> np.ndarray:
    """Return the rim of a wheel, in its own plane, or that of the road's direction and height."""
    center = placed.point(element.body, element.point)
    along, up = (placed.direction(element.base, u) for u in (element.along, element.up))
    if isinstance(element, TyreContact):
        axle = placed.direction(element.body, element.axle)
        along = np.cross(axle, up)
        along = along / max(float(np.linalg.norm(along)), 1e-12)
        up = np.cross(along, axle)
    rim = element.radius * (np.cos(ROUND)[:, None] * along + np.sin(ROUND)[:, None] * up)
    return view.of(center + rim)


def _band(placed: Placement, view: View, track: Track) -> np.ndarray:
    e1, e2 = placed.direction(track.base, track.e1), placed.direction(track.base, track.e2)
    rims = []
    for body, point, radius in zip(track.wheels, track.points, track.radii, strict=True):
        if radius > 0.0:
            rim = radius * (np.cos(ROUND)[:, None] * e1 + np.sin(ROUND)[:, None] * e2)
            rims.append(view.of(placed.point(body, point) + rim))
    return plane_hull(np.concatenate(rims))


def surfaces(placed: Placement, view: View, low: float, high: float) -> Iterator[Outline]:
    """Go through the roads below wheels, from low to high in the view, each once."""
    seen = set()
    for element in placed.model.forces:
        if not isinstance(element, WHEELS):
            continue
        road = bare_road(element.road)
        key = (repr(road), element.base, element.origin, element.along, element.speed)
        along = placed.direction(element.base, element.along)
        step = float(view.of(along)[0])
        if key in seen or abs(step) < 1e-6:
            continue
        seen.add(key)
        origin = placed.point(element.base, element.origin)
        ends = [(x - float(view.of(origin)[0])) / step for x in (low, high)]
        x = np.linspace(min(ends), max(ends), 1201)
        h = np.asarray(road.height(x + element.speed * placed.t), dtype=float)
        up = placed.direction(element.base, element.up)
        yield Outline(element.name, "road", view.of(origin + x[:, None] * along + h[:, None] * up))


def bare_road(road: Road) -> Road:
    """Return the road itself where a wheel feels its envelope."""
    if isinstance(road, HalfRound):
        return replace(road, wheel=0.0)
    return road.road if isinstance(road, WheelEnvelope) else road

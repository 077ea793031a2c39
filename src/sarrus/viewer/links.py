"""Shapes for bodies that have none: links between their joints.

Two points are joined by a rod, three or more in a plane by a plate, others by rods from their
middle; a hub stands at every axis of rotation, a block at every guide.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model import Body
from sarrus.model.shapes_between import axes_along
from sarrus.spatial.hull import plane_hull
from sarrus.viewer.points import Point

Solid = dict[str, Any]


def link_shapes(body: Body, points: list[Point], radius: float, size: float) -> list[Solid]:
    """Return shapes for a body without any; radius: of its rods [m]."""
    own = [p for p in points if not p.is_free]
    hubs = [hub(p, radius) for p in own if p.joint and p.joint.turns_about_axis]
    hubs += [block(p, radius) for p in own if p.joint and p.joint.slides_along_axis and p.child]
    places = distinct([p.at for p in own], 1e-6 * size)
    if len(places) < 2:
        places = distinct([*places, np.array(body.com)], 0.5 * radius)
    if len(places) < 2:
        return hubs or [equivalent_box(body, radius, size)]
    return [*between(places, radius), *hubs]


def between(places: list[np.ndarray], radius: float) -> list[Solid]:
    """Return what joins two or more places."""
    if len(places) == 2:
        return [rod(places[0], places[1], radius)]
    middle = np.mean(places, axis=0)
    _, sizes, axes = np.linalg.svd(np.array(places) - middle)
    if sizes[1] < 0.15 * sizes[0] and sizes[1] < 2.0 * radius:
        along = np.array([(p - middle) @ axes[0] for p in places])
        return [rod(places[int(np.argmin(along))], places[int(np.argmax(along))], radius)]
    if len(places) == 3 or len(sizes) < 3 or sizes[2] < 0.3 * radius:
        return [plate(places, middle, axes, radius)]
    return [rod(middle, p, 0.8 * radius) for p in places]


def rod(a: np.ndarray, b: np.ndarray, radius: float) -> Solid:
    """Return a rod with round ends from a to b."""
    length = float(np.linalg.norm(b - a))
    return {
        "kind": "capsule",
        "radius": radius,
        "length": length,
        "at": numbers((a + b) / 2),
        "axes": numbers(axes_along((b - a) / length).ravel()),
    }


def hub(point: Point, radius: float) -> Solid:
    """Return the boss around an axis of rotation; that of the child is wider and shorter."""
    return {
        "kind": "cylinder",
        "radius": (1.45 if point.child else 1.2) * radius,
        "length": (2.1 if point.child else 3.0) * radius,
        "at": numbers(point.at),
        "axes": numbers(axes_along(point.axis).ravel()),
    }


def block(point: Point, radius: float) -> Solid:
    """Return the block that runs on a guide."""
    return {
        "kind": "box",
        "size": [3.4 * radius, 3.4 * radius, 6.0 * radius],
        "at": numbers(point.at),
        "axes": numbers(axes_along(point.axis).ravel()),
    }


def plate(places: list[np.ndarray], middle: np.ndarray, axes: np.ndarray, radius: float) -> Solid:
    """Return a plate with rounded corners around places in a plane; axes: its x, y and normal."""
    x, y = axes[0], axes[1]
    normal = np.cross(x, y)
    flat = [((p - middle) @ x, (p - middle) @ y) for p in places]
    return {
        "kind": "plate",
        "outline": [numbers(p) for p in hull(flat)],
        "round": radius,
        "length": 1.1 * radius,
        "at": numbers(middle),
        "axes": numbers(np.column_stack([x, y, normal]).ravel()),
    }


def equivalent_box(body: Body, radius: float, size: float) -> Solid:
    """Return a box about the centre of mass with the body's inertia, or a small cube."""
    side = np.full(3, 4.0 * radius)
    turn = np.eye(3)
    if body.mass > 0.0:
        moments, turn = np.linalg.eigh(np.array(body.inertia))
        squares = 6.0 * (np.sum(moments) - 2.0 * moments) / body.mass
        side = np.sqrt(np.maximum(squares, 0.0))
    if not np.all(np.isfinite(side)) or np.max(side) <= 0.0:
        side, turn = np.full(3, 4.0 * radius), np.eye(3)
    side = np.clip(side, 0.15 * np.max(side), None)
    if np.linalg.det(turn) < 0.0:
        turn = turn * np.array([1.0, 1.0, -1.0])
    side = side if np.max(side) < 3.0 * size else side * (size / np.max(side))
    at = numbers(body.com)
    return {"kind": "box", "size": numbers(side), "at": at, "axes": numbers(turn.ravel())}


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of the convex hull, anticlockwise."""
    return [(x, y) for x, y in plane_hull(points).tolist()]


def distinct(places: list[np.ndarray], gap: float) -> list[np.ndarray]:
    """Return the places that are further than a gap from those before."""
    found: list[np.ndarray] = []
    for p in places:
        if all(np.linalg.norm(p - other) > gap for other in found):
            found.append(p)
    return found


def numbers(values: Any) -> list[float]:
    """Return plain numbers for JSON."""
    return [float(x) for x in values]

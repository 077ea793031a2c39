"""Roads as the page draws them: surfaces under the wheels, over the way that they cover."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model import Model
from sarrus.model.building.orientation import axis_frame
from sarrus.model.forces import WHEELS, Contact, GroundContact, PointContact
from sarrus.model.pose import vector3
from sarrus.road import Road, WheelEnvelope
from sarrus.viewer.joints import body_numbers
from sarrus.viewer.links import numbers

MOST_PLACES = 3000
"""Places along a road that are drawn."""

MOST_ROWS, MOST_ACROSS = 600, 32
"""Rows of points of a surface that are drawn, and points of each."""

NEAR = np.logspace(-4, 1, 51)
"""Distances from a kink that are looked at, in steps along the road."""


def roads_of(model: Model, poses: np.ndarray, t: np.ndarray, size: float) -> list[dict[str, Any]]:
    """Return a strip for every road, wide enough for all that runs on it.

    poses: of ground and the bodies, frames x bodies x 3 x 4.
    """
    number = body_numbers(model)
    found = []
    for (base, origin, along, up, road, speed), elements in road_groups(model).items():
        carried = poses[:, number[base]]
        ways = [_way(e, poses, carried, number) for e in elements]
        places = np.concatenate(ways, axis=1)
        x = places[..., 0] + (speed * t)[:, None]
        reach = max(size, max(getattr(e, "radius", 0.0) for e in elements))
        margin = (0.6 * reach, 0.12 * reach)
        start, end = float(np.min(x)) - margin[0], float(np.max(x)) + margin[0]
        across = places[..., 1]
        sides = [float(np.min(across)) - margin[1], float(np.max(across)) + margin[1]]
        narrow = 0.35 * reach - (sides[1] - sides[0])
        sides = [sides[0] - max(narrow, 0) / 2, sides[1] + max(narrow, 0) / 2]
        ground = {
            "base": number[base],
            "origin": numbers(origin),
            "along": numbers(along),
            "up": numbers(up),
            "speed": float(speed),
        }
        if road.varies_across or road.has_patches:
            found.append({**ground, **_sheet(road, x, across, margin)})
            continue
        s = stations(road, start, end)
        found.append(
            {
                **ground,
                "sides": sides,
                "x": numbers(s.round(6)),
                "height": numbers(np.asarray(road.height(s), dtype=float).round(7)),
            }
        )
    return found


def road_groups(model: Model) -> dict[tuple[Any, ...], list[GroundContact]]:
    """Return what runs on each road: by base, origin, along, up, heights and speed of the road."""
    groups: dict[tuple[Any, ...], list[GroundContact]] = {}
    for element in model.forces:
        e = _on_plane(element) if isinstance(element, Contact) else element
        if isinstance(e, (*WHEELS, PointContact)):
            key = (e.base, e.origin, e.along, e.up, _bare_road(e.road), getattr(e, "speed", 0.0))
            groups.setdefault(key, []).append(e)
    return groups


def _on_plane(e: Contact) -> PointContact | None:
    """Return the contact of the middle of a shape with a plane; None for one with a shape."""
    if e.base_shape is not None:
        return None
    along = vector3(np.array(axis_frame(e.up))[:, 0])
    points = (e.shape.pose.position,)
    of_ground = {"base": e.base, "origin": e.origin, "along": along, "up": e.up}
    return PointContact(e.name, e.body, points, e.k, **of_ground)  # type: ignore[arg-type]


def _sheet(road: Road, x: np.ndarray, y: np.ndarray, margin: tuple[float, float]) -> dict[str, Any]:
    """Return the part of a surface below ways over it, as rows of points across."""
    bent: Any = road
    while not hasattr(bent, "place") and hasattr(bent, "road"):
        bent = bent.road
    bent = bent if hasattr(bent, "place") else None
    s, n = (x, y) if bent is None else bent.station(x.ravel(), y.ravel())
    beside = max(2.0 * margin[1], 0.25 * margin[0])
    first, last = float(np.min(s)) - margin[0], float(np.max(s)) + margin[0]
    right, left = float(np.min(n)) - beside, float(np.max(n)) + beside
    if np.isfinite(road.sides).all() and road.sides[1] - road.sides[0] < 6.0 * (left - right):
        right, left = road.sides  # all of a road that is not much wider than what runs on it
    if bent is not None and bent.closed and last - first > 0.8 * bent.length:
        first, last = 0.0, bent.length
    elif np.isfinite(road.course).all():
        first, last = max(first, road.course[0] - margin[0]), min(last, road.course[1] + margin[0])
    rows = int(
        np.clip((last - first) / max(road.detail, (last - first) / MOST_ROWS), 40, MOST_ROWS)
    )
    across = int(np.clip((left - right) / road.detail, 8, MOST_ACROSS))
    along, places = np.linspace(first, last, rows + 1), np.linspace(right, left, across + 1)
    u, v = np.meshgrid(along, places, indexing="ij")
    if bent is not None:
        u, v, _ = bent.place(u, v)
    points = np.stack([u, v, np.asarray(road.height(u, v), dtype=float)], axis=-1)
    friction = np.zeros(0)
    if road.has_patches:
        friction = np.asarray(road.friction(u, v), dtype=float).ravel().round(3)
    return {
        "columns": across + 1,
        "points": numbers(points.ravel().round(5)),
        "friction": numbers(friction),
        "across": list(range(0, rows + 1, max(1, rows // 40))),
        "lift": 2e-3 * (left - right),
    }


def _bare_road(road: Road) -> Road:
    """Return the road itself, not what a disc feels of it."""
    while isinstance(road, WheelEnvelope):
        road = road.road
    return road


def _way(
    e: GroundContact, poses: np.ndarray, carried: np.ndarray, number: dict[str, int]
) -> np.ndarray:
    """Return the places (along, across) of an element's points on its ground, frames x points."""
    points = e.points if isinstance(e, PointContact) else [e.point]  # type: ignore[attr-defined]
    body = poses[:, number[e.body]]
    out = np.cross(e.up, e.along)
    rows = []
    for point in points:
        world = body[:, :, :3] @ np.array(point) + body[:, :, 3]
        local = np.einsum("nji,nj->ni", carried[:, :, :3], world - carried[:, :, 3])
        arm = local - np.array(e.origin)
        rows.append(np.stack([arm @ np.array(e.along), arm @ out], axis=1))
    return np.nan_to_num(np.stack(rows, axis=1))


def stations(road: Road, start: float, end: float) -> np.ndarray:
    """Return places along a road that show its form: few where it is straight."""
    fine = np.linspace(start, end, 4 * MOST_PLACES)
    near = np.concatenate([[0.0], NEAR, -NEAR]) * (fine[1] - fine[0])
    kinks = np.array([x for x in road.kinks if start < x < end][:MOST_PLACES])
    fine = np.unique(np.clip([*fine, *(kinks[:, None] + near).ravel()], start, end))
    height = np.asarray(road.height(fine), dtype=float)
    keep = _bent(fine, height, 2e-4 * max(float(np.ptp(height)), 1e-9))
    found = fine[keep]
    return found if len(found) <= MOST_PLACES else np.linspace(start, end, MOST_PLACES)


def _bent(x: np.ndarray, z: np.ndarray, tolerance: float) -> np.ndarray:
    """Return which points of a line are needed to draw it within a tolerance."""
    keep = np.zeros(len(x), dtype=bool)
    keep[[0, -1]] = True
    open_parts = [(0, len(x) - 1)]
    while open_parts:
        a, b = open_parts.pop()
        if b - a < 2:
            continue
        inner = slice(a + 1, b)
        line = z[a] + (z[b] - z[a]) * (x[inner] - x[a]) / (x[b] - x[a])
        away = np.abs(z[inner] - line)
        k = int(np.argmax(away))
        if away[k] > tolerance:
            middle = a + 1 + k
            keep[middle] = True
            open_parts += [(a, middle), (middle, b)]
    return keep

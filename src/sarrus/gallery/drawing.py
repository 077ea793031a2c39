"""How the mechanisms of the gallery look: their colors, and shapes that say what a part is.

Shapes only draw: bodies that have them are given mass, centre of mass and inertia as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.model import BodyHandle, Box, Capsule, Cylinder, GearWheel, Mechanism, Sphere
from sarrus.model.shapes_between import axes_along as _axes_along
from sarrus.spatial.arrays import norm

BLUE = "#3f6f9f"
ORANGE = "#d08b45"
GREEN = "#6a9474"
RED = "#b3564a"
SAND = "#cbb58b"
STEEL = "#9aa5af"
DARK = "#454c54"
"""Of pins, hubs and tyres."""
GROUND = "#6d747b"

Place = Sequence[float] | np.ndarray


def axes_along(direction: Place) -> list[list[float]]:
    """Return axes whose z is along a direction, as rows of their matrix."""
    rows: list[list[float]] = _axes_along(direction).tolist()
    return rows


def point(place: Place) -> tuple[float, float, float]:
    """Return a place as three plain numbers [m]."""
    x, y, z = (float(value) for value in place)
    return x, y, z


def link(body: BodyHandle, a: Place, b: Place, radius: float, color: str) -> None:
    """Draw a slender link with round ends between two points of the body frame."""
    way = np.subtract(b, a)
    middle = point(0.5 * np.add(a, b))
    shape = Capsule(radius, float(norm(way)))
    body.shape(shape, middle, axes_along(way), color=color)


def pin(
    body: BodyHandle, at: Place, axis: Place, radius: float, length: float, color: str = DARK
) -> None:
    """Draw a pin, hub or wheel: a cylinder about an axis, its middle at a point of the body."""
    body.shape(Cylinder(radius, length), point(at), axes_along(axis), color=color)


def wheel(
    body: BodyHandle,
    at: Place,
    axis: Place,
    radius: float,
    length: float,
    teeth: int,
    color: str,
    *,
    towards: Place | None = None,
    gap: bool = False,
    helix: float = 0.0,
    rim: float = 0.0,
) -> None:
    """Draw a wheel with teeth, with a tooth (or a gap) in a direction, its middle at a point.

    rim: outer radius of a ring with teeth inside.
    """
    z = np.asarray(axis, dtype=float) / norm(axis)
    x = np.array(axes_along(axis))[:, 0] if towards is None else np.asarray(towards, dtype=float)
    x = x - z * (z @ x)
    x = x / norm(x)
    y = np.cross(z, x)
    if gap != bool(rim):
        half = np.pi / teeth
        x = np.cos(half) * x + np.sin(half) * y
        y = np.cross(z, x)
    rows: list[list[float]] = np.column_stack([x, y, z]).tolist()
    shape = GearWheel(radius, length, teeth, helix, rim)
    body.shape(shape, point(at), rows, color=color)


def ball(body: BodyHandle, at: Place, radius: float, color: str = DARK) -> None:
    """Draw a ball at a point of the body frame."""
    body.shape(Sphere(radius), point(at), color=color)


def block(body: BodyHandle, at: Place, size: Place, color: str) -> None:
    """Draw a block along the axes of the body, its middle at a point of it."""
    body.shape(Box(point(size)), point(at), color=color)


def bearing(m: Mechanism, at: Place, axis: Place, radius: float, length: float) -> None:
    """Draw where an axis is held in ground."""
    pin(m.ground, at, axis, radius, length, GROUND)


def rail(m: Mechanism, at: Place, axis: Place, length: float, radius: float) -> None:
    """Draw a rail of ground along which something slides; at: its middle."""
    half = 0.5 * length * np.asarray(axis, dtype=float) / norm(axis)
    link(m.ground, np.subtract(at, half), np.add(at, half), radius, GROUND)

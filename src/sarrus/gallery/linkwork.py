"""Bodies of linkages, with mass and shape: rods, and stiff frames of rods.

The plane of a planar linkage is x, y; its hinges turn about z.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import GROUND, Place, axes_along, bearing, link, point
from sarrus.model import BodyHandle, Capsule, Mechanism
from sarrus.spatial.arrays import dot, norm


def rod(
    m: Mechanism,
    name: str,
    a: Place,
    b: Place,
    mass: float,
    *,
    inertia: tuple[float, float] | None = None,
    radius: float = 0.02,
    color: str = GROUND,
) -> BodyHandle:
    """Add a straight rod between two points of the drawing: its frame in the middle, z along it.

    inertia: across the rod and about it [kg m^2]; that of a uniform line if not given.
    """
    way = np.subtract(b, a)
    length = float(norm(way))
    across, about = (mass * length**2 / 12.0, 0.0) if inertia is None else inertia
    body = m.body(
        name,
        mass,
        (0.0, 0.0, 0.0),
        (across, across, about),
        at=point(0.5 * np.add(a, b)),
        rotation=axes_along(way),
    )
    return body.shape(Capsule(radius, length), color=color)


def round_bar(mass: float, length: float, radius: float) -> tuple[float, float]:
    """Return the inertia of a round bar across and about itself [kg m^2]."""
    return mass * (3.0 * radius**2 + length**2) / 12.0, mass * radius**2 / 2.0


def bar(
    m: Mechanism,
    name: str,
    points: Sequence[Place],
    mass: float,
    *,
    radius: float,
    color: str,
    layer: int = 0,
) -> BodyHandle:
    """Add a link of a planar linkage: bars from each point to the next, closed if there are three.

    Its frame is at the first point, with the axes of the drawing. Its mass is spread evenly along
    the bars. layer: how many of its thicknesses it is drawn before the plane, so that links can
    pass each other.
    """
    places = [np.asarray(p, dtype=float) - np.asarray(points[0], dtype=float) for p in points]
    sides = list(pairwise([*places, places[0]] if len(places) > 2 else places))
    com, inertia = _of_bars(sides, mass, radius)
    rows = [[float(x) for x in row] for row in inertia]
    body = m.body(name, mass, point(com), rows, at=point(points[0]))
    shift = np.array([0.0, 0.0, 2.2 * layer * radius])
    for a, b in sides:
        link(body, a + shift, b + shift, radius, color)
    return body


def _of_bars(
    sides: Sequence[tuple[np.ndarray, np.ndarray]], mass: float, radius: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return centre of mass and inertia about it of round bars that share a mass."""
    lengths = [float(norm(b - a)) for a, b in sides]
    masses = [mass * length / sum(lengths) for length in lengths]
    com = sum(part * (a + b) / 2.0 for part, (a, b) in zip(masses, sides, strict=True)) / mass
    inertia = np.zeros((3, 3))
    for part, length, (a, b) in zip(masses, lengths, sides, strict=True):
        along, arm = (b - a) / length, (a + b) / 2.0 - com
        across, about = round_bar(part, length, radius)
        inertia += across * np.eye(3) + (about - across) * np.outer(along, along)
        inertia += part * (np.eye(3) * dot(arm, arm) - np.outer(arm, arm))
    return np.asarray(com), inertia


def hinge(m: Mechanism, name: str, a: BodyHandle, b: BodyHandle, at: Place) -> None:
    """Add a hinge about z."""
    m.revolute(name, a, b, at=point(at), axis="z")


def foot(m: Mechanism, at: Place, radius: float) -> None:
    """Draw a hinge of a planar linkage that ground holds."""
    bearing(m, at, (0.0, 0.0, 1.0), 1.8 * radius, 5.0 * radius)


def meeting(
    a: Place, reach_a: float, b: Place, reach_b: float, side: float, what: str
) -> np.ndarray:
    """Return the point at two distances from two points of the plane.

    side: 1 where it is to the left of the way from a to b, -1 to the right. what: the links that
    meet there, for the error if they are too short.
    """
    way = np.subtract(b, a)[:2]
    gap = float(norm(way))
    if not abs(reach_a - reach_b) < gap < reach_a + reach_b:
        raise ModelError(
            Problem(
                "M04",
                what,
                f"do not meet: {reach_a:g} and {reach_b:g} m, from points {gap:g} m apart",
                action="change the lengths, or the angle of the crank",
            )
        )
    along = (reach_a**2 - reach_b**2 + gap**2) / (2.0 * gap)
    across = side * np.sqrt(reach_a**2 - along**2)
    x, y = way / gap
    return (
        np.asarray(a, dtype=float) + along * np.array([x, y, 0.0]) + across * np.array([-y, x, 0.0])
    )


def polar(radius: float, angle: float) -> np.ndarray:
    """Return the point of the plane at a distance and an angle [rad] from the origin."""
    return radius * np.array([np.cos(angle), np.sin(angle), 0.0])

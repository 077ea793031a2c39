"""What the vehicles of the gallery share. Axes of a vehicle: x forward, y to the left, z up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sarrus.gallery.drawing import DARK, STEEL
from sarrus.model import BodyHandle, Cylinder, Mechanism
from sarrus.tyres import Tyre

GRAVITY = 9.81
WIDTH = 0.2
"""Of wheels that are drawn [m]."""

Point = tuple[float, float, float]


def wheel_body(
    m: Mechanism,
    name: str,
    mass: float,
    at: Point,
    radius: float,
    inertia: float = 1.0,
    *,
    apart: float = 0.0,
) -> BodyHandle:
    """Add a wheel with its centre at a point, which does not turn; the inertia only matters there.

    Its axes are those of the vehicle turned about x, so that it is drawn upright. apart: half the
    distance of two wheels that are drawn instead, on an axle [m].
    """
    quarter = (1.5707963267948966, 0.0, 0.0)
    body = m.body(name, mass, (0, 0, 0), (inertia,) * 3, at=at, rpy=quarter)
    for side in (-apart, apart) if apart else (0.0,):
        body.shape(Cylinder(radius, WIDTH), (0.0, 0.0, side), color=DARK)
        body.shape(Cylinder(0.6 * radius, 1.03 * WIDTH), (0.0, 0.0, side), color=STEEL)
    if apart:
        body.shape(Cylinder(0.12 * radius, 2.0 * apart), color=STEEL)
    return body


def roll_on(m: Mechanism, speed: float, bodies: Iterable[str], wheels: Mapping[str, float]) -> None:
    """Give bodies a speed ahead [m/s], and wheels by their rolling radii [m] also their turning."""
    for name in bodies:
        m.start_velocity(name, velocity=(speed, 0.0, 0.0))
    for name, radius in wheels.items():
        turning = (0.0, speed / radius, 0.0)
        m.start_velocity(name, velocity=(speed, 0.0, 0.0), angular_velocity=turning)


def loaded_radius(tyre: Tyre, load: float) -> float:
    """Return the height of a wheel above the ground at which its tyre carries a load [m]."""
    low, high = 0.0, 0.9 * tyre.free_radius
    for _ in range(60):
        middle = 0.5 * (low + high)
        carries = float(tyre.vertical_force(middle, 0.0, None))
        low, high = (middle, high) if carries < load else (low, middle)
    return tyre.free_radius - 0.5 * (low + high)

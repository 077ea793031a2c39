"""Where a wheel meets a road in three dimensions: a point of it, and the plane of the road there.

All vectors are in the axes of the ground: along, across, up.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.road import Flat, Road
from sarrus.spatial.arrays import Array, Scalar, select, vector
from sarrus.spatial.dual import Dual, duals, value_alone

FOLLOWS = ("point", "disc")
STEPS = 3
"""Of the search for the point in which the wheel's radius meets the road."""
ANGLES = np.linspace(-1.2, 1.2, 25)
"""Of places at the rim from its lowest point, at which a disc is tried [rad]."""
CLIMBS = 3
"""Steps of Newton's method from the best of them."""


@dataclass(frozen=True)
class Standing:
    """A wheel on a road: the place x, y of the road that counts, and its normal there.

    loaded: from the centre to the road in the plane of the wheel [m]; sine, cosine: of the camber.
    """

    x: Scalar
    y: Scalar
    normal: Array
    loaded: Scalar
    sine: Scalar
    cosine: Scalar


def standing(road: Road, center: Array, axle: Array, radius: float, follows: str) -> Standing:
    """Return how a wheel stands on a road.

    The road counts by its tangent plane at one place. point: where the radius of the wheel that
    points to the road meets it, from below the centre in a few steps. disc: where a rigid disc in
    the plane of the wheel would touch first, as it comes down.
    """
    x, y = center[0], center[1]
    if isinstance(road, Flat):
        return _on_plane(road, x, y, center, axle)
    if follows == "disc":
        return _on_plane(road, *_first_touch(road, center, axle, radius), center, axle)
    found = _on_plane(road, x, y, center, axle)
    for _ in range(STEPS):
        way = -(found.loaded / found.cosine) * (found.normal - found.sine * axle)
        found = _on_plane(road, x + way[0], y + way[1], center, axle)
    return found


def loaded_rate(
    road: Road,
    center: Array,
    axle: Array,
    velocity: Array,
    turning: Array,
    radius: float,
    follows: str,
) -> Scalar:
    """Return the rate of the distance from the centre to the road [m/s]."""
    found = standing(road, duals(center, velocity), duals(axle, turning), radius, follows).loaded
    return found.rate if isinstance(found, Dual) else 0.0


def _on_plane(road: Road, x: Scalar, y: Scalar, center: Array, axle: Array) -> Standing:
    """Return how a wheel stands on the plane that touches the road at a place."""
    height, slope, tilt = road.surface_at(x, y)
    size = np.sqrt(1.0 + slope * slope + tilt * tilt)
    n = vector(-slope / size, -tilt / size, 1.0 / size)
    above = n[0] * (center[0] - x) + n[1] * (center[1] - y) + n[2] * (center[2] - height)
    sine = axle @ n
    cosine = np.sqrt(1.0 - sine * sine + 1e-12)
    return Standing(x, y, n, above / cosine, sine, cosine)


def _first_touch(road: Road, center: Array, axle: Array, radius: float) -> tuple[Scalar, Scalar]:
    """Return the place of the road below the point of a disc that has the least gap to it.

    Equal angles at the rim first; from the best of them Newton's method for a stationary gap. The
    slope that it divides by is a number for derivatives, as in `joints/rolling.py`: each step
    beyond the solution makes one more order of derivatives exact.
    """
    disc = _Disc(road, center, axle, radius)
    still = _Disc(road, values_alone(center), values_alone(axle), radius)
    best, at = still.gap(float(ANGLES[0])), float(ANGLES[0])
    for angle in ANGLES[1:]:
        here = still.gap(float(angle))
        nearer = here < best
        best, at = select(nearer, here, best), select(nearer, float(angle), at)
    step = float(ANGLES[1] - ANGLES[0])
    found = at
    for _ in range(CLIMBS):
        bend = still.rise(Dual(value_alone(found), 1.0)).rate
        bend = select(bend > 0.1 * radius, bend, 0.1 * radius)
        found = found - disc.rise(found) / bend
        found = select(found > at + step, at + step, select(found < at - step, at - step, found))
    p = disc.rim(found)
    return p[0], p[1]


class _Disc:
    """The rim of a disc over a road, by the angle from its lowest point forward."""

    def __init__(self, road: Road, center: Array, axle: Array, radius: float) -> None:
        level = np.sqrt(axle[0] * axle[0] + axle[1] * axle[1] + 1e-12)
        self.road, self.center, self.radius = road, center, radius
        self.forward = vector(axle[1] / level, -axle[0] / level, 0.0 * level)
        self.down = vector(axle[0] * axle[2] / level, axle[1] * axle[2] / level, -level)

    def rim(self, angle: Scalar) -> Array:
        """Return the point of the rim at an angle."""
        return self.center + self.radius * (
            np.cos(angle) * self.down + np.sin(angle) * self.forward
        )

    def gap(self, angle: Scalar) -> Scalar:
        """Return how far the rim is above the road."""
        p = self.rim(angle)
        return p[2] - self.road.surface_at(p[0], p[1])[0]

    def rise(self, angle: Scalar) -> Scalar:
        """Return the rate of the gap by the angle."""
        p = self.rim(angle)
        _, slope, tilt = self.road.surface_at(p[0], p[1])
        t = self.radius * (np.cos(angle) * self.forward - np.sin(angle) * self.down)
        return t[2] - slope * t[0] - tilt * t[1]


def values_alone(a: Array) -> Array:
    """Return the numbers of an array without their rates."""
    return vector(*[value_alone(x) for x in a])

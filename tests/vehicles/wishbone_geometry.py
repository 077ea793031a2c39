"""A double wishbone from distances alone, and its statics as free bodies: no code of Sarrus.

The lower arm is turned by an angle; the upper ball joint is where three spheres meet (about the
lower ball joint and the two inner points of the upper arm), the outer tie rod end where three
others do (about both ball joints and the end of the rack). Everything on the upright follows from
these three points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import brentq

UP = np.array([0.0, 0.0, 1.0])


def turned(p: np.ndarray, a: np.ndarray, b: np.ndarray, angle: float) -> np.ndarray:
    """Return p turned about the line from a to b."""
    k = (b - a) / np.linalg.norm(b - a)
    r = p - a
    along = k * (k @ r)
    return a + along + np.cos(angle) * (r - along) + np.sin(angle) * np.cross(k, r)


def trilaterated(centers, radii, turn: float) -> np.ndarray:
    """Return the point at given distances from three points, on the side that `turn` says."""
    a, b, c = centers
    ex = (b - a) / np.linalg.norm(b - a)
    i = ex @ (c - a)
    ey = c - a - i * ex
    j = np.linalg.norm(ey)
    ey, ez = ey / j, np.cross(ex, ey / j)
    d = np.linalg.norm(b - a)
    x = (radii[0] ** 2 - radii[1] ** 2 + d * d) / (2 * d)
    y = (radii[0] ** 2 - radii[2] ** 2 + i * i + j * j - 2 * i * x) / (2 * j)
    z2 = radii[0] ** 2 - x * x - y * y
    if z2 < 0.0:
        raise ValueError("the spheres do not meet")
    return a + x * ex + y * ey + turn * np.sqrt(z2) * ez


def side_of(p, centers) -> float:
    a, b, c = centers
    return float(np.sign(np.cross(b - a, c - a) @ (p - a)))


def distances(p, centers) -> list[float]:
    return [float(np.linalg.norm(p - c)) for c in centers]


def basis(a, b, c) -> np.ndarray:
    """Return orthonormal axes of three points that are fixed to each other."""
    x = (b - a) / np.linalg.norm(b - a)
    n = np.cross(x, c - a)
    n = n / np.linalg.norm(n)
    return np.column_stack([x, np.cross(n, x), n])


@dataclass(frozen=True)
class Wishbone:
    """Hard points in the drawing, the outward axis of the wheel there, its radius and side."""

    at: dict[str, np.ndarray]
    spin: np.ndarray
    radius: float
    side: float

    def posed(self, angle: float, rack: float) -> Pose:
        """Return the corner with the lower arm turned by an angle and the rack shifted."""
        P = self.at
        low = turned(P["lower_ball"], P["lower_front"], P["lower_rear"], angle)
        end = P["tie_inner"] + np.array([0.0, rack, 0.0])
        drawn = (P["lower_ball"], P["upper_front"], P["upper_rear"])
        up = trilaterated((low, *drawn[1:]), distances(P["upper_ball"], drawn),
                          side_of(P["upper_ball"], drawn))  # fmt: skip
        drawn = (P["lower_ball"], P["upper_ball"], P["tie_inner"])
        tie = trilaterated((low, up, end), distances(P["tie_outer"], drawn),
                           side_of(P["tie_outer"], drawn))  # fmt: skip
        return Pose(self, angle, low, up, tie, end)

    def at_travel(self, travel: float, rack: float) -> Pose:
        """Return the corner with the wheel centre lifted from where it is drawn."""
        goal = self.at["wheel_center"][2] + travel

        def miss(angle: float) -> float:
            return float(self.posed(angle, rack).center[2] - goal)

        # the sign of the angle depends on the direction of the axis; the wheel is 0.35 m away
        guess = 0.0
        for _ in range(50):
            slope = (miss(guess + 1e-6) - miss(guess - 1e-6)) / 2e-6
            step = -miss(guess) / slope
            guess += step
            if abs(step) < 1e-9:
                break
        return self.posed(brentq(miss, guess - 1e-5, guess + 1e-5, xtol=1e-16, rtol=1e-15), rack)


@dataclass(frozen=True)
class Pose:
    """One position: ball joints, outer and inner end of the tie rod."""

    corner: Wishbone
    angle: float
    low: np.ndarray
    up: np.ndarray
    tie: np.ndarray
    end: np.ndarray

    @cached_property
    def turn(self) -> np.ndarray:
        """Rotation of the upright from the drawing."""
        P = self.corner.at
        drawn = basis(P["lower_ball"], P["upper_ball"], P["tie_outer"])
        return basis(self.low, self.up, self.tie) @ drawn.T

    def on_upright(self, p: np.ndarray) -> np.ndarray:
        """Return where a point of the upright in the drawing has gone."""
        return self.low + self.turn @ (p - self.corner.at["lower_ball"])

    def on_lower(self, p: np.ndarray) -> np.ndarray:
        P = self.corner.at
        return turned(p, P["lower_front"], P["lower_rear"], self.angle)

    def on_upper(self, p: np.ndarray) -> np.ndarray:
        P = self.corner.at
        a, b, drawn = P["upper_front"], P["upper_rear"], P["upper_ball"]
        R = basis(a, b, self.up) @ basis(a, b, drawn).T
        return a + R @ (p - a)

    @property
    def center(self) -> np.ndarray:
        return self.on_upright(self.corner.at["wheel_center"])

    @property
    def spin(self) -> np.ndarray:
        return self.turn @ self.corner.spin

    @property
    def patch(self) -> np.ndarray:
        """The end of the radius that points down most steeply."""
        down = np.cross(self.spin, np.cross(self.spin, UP))
        return self.center + self.corner.radius * down / np.linalg.norm(down)

    def measures(self, drawn: Pose) -> dict[str, float]:
        """Angles and offsets, from the points."""
        s, side, p = self.spin, self.corner.side, self.patch
        k = self.up - self.low
        ground = self.low - k * (self.low[2] - p[2]) / k[2]
        level = self.low + k * (self.center[2] - self.low[2]) / k[2]
        across = np.array([s[0], s[1]]) / np.hypot(s[0], s[1])
        ahead = side * np.array([across[1], -across[0]])
        spring = np.linalg.norm(self.on_lower(self.corner.at["spring_bottom"])
                                - self.corner.at["spring_top"])  # fmt: skip
        return {
            "camber": -np.arcsin(s[2]),
            "toe": np.arctan(s[0] / (side * s[1])),
            "steer_angle": -side * np.arctan(s[0] / (side * s[1])),
            "half_track_change": side * (p - drawn.patch)[1],
            "wheelbase_change": (p - drawn.patch)[0],
            "caster": np.arctan(-k[0] / k[2]),
            "kingpin_inclination": np.arctan(-side * k[1] / k[2]),
            "scrub_radius": (p - ground)[:2] @ across,
            "trail": (ground - p)[:2] @ ahead,
            "kingpin_offset": (self.center - level)[:2] @ across,
            "center_trail": (level - self.center)[:2] @ ahead,
            "center.x": self.center[0],
            "center.y": self.center[1],
            "center.z": self.center[2],
            "patch.x": p[0],
            "patch.y": p[1],
            "patch.z": p[2],
            "spring.length": spring,
        }

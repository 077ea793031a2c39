"""Angles and offsets of a wheel and its steering axis (ISO 8855), from points and directions.

Vehicle axes: x forward, y to the left, z up. All signs are those of both sides of a vehicle:
camber, toe, kingpin inclination and scrub radius of a right wheel are those of its mirror image.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Wheel:
    """A thin disc: centre [m], outward unit axis, radius [m]; side: 1 left, -1 right."""

    center: np.ndarray
    spin: np.ndarray
    radius: float
    side: float

    @property
    def camber(self) -> float:
        """Lean of the wheel [rad], positive with its top outward."""
        return math.atan2(-self.spin[2], math.hypot(self.spin[0], self.spin[1]))

    @property
    def toe(self) -> float:
        """Turn of the wheel about the vertical [rad], positive with its front inward."""
        return math.atan2(self.spin[0], self.side * self.spin[1])

    @property
    def steer_angle(self) -> float:
        """Turn of the wheel about the vertical [rad], positive to the left."""
        return -self.side * self.toe

    @cached_property
    def outward(self) -> np.ndarray:
        """The level direction across the wheel, away from the vehicle."""
        return np.array([self.spin[0], self.spin[1], 0.0]) / math.hypot(self.spin[0], self.spin[1])

    @cached_property
    def forward(self) -> np.ndarray:
        """The level direction in which the wheel rolls, forward."""
        return self.side * np.cross(self.outward, UP)

    @cached_property
    def patch(self) -> np.ndarray:
        """The lowest point of the disc [m], where it touches a level road."""
        down = self.spin[2] * self.spin - UP
        return self.center + self.radius * down / np.linalg.norm(down)

    def camber_rate(self, turning: np.ndarray) -> float:
        """Return the rate of camber for an angular velocity of the carrier."""
        change = np.cross(turning, self.spin)
        return float(-change[2] / math.hypot(self.spin[0], self.spin[1]))

    def toe_rate(self, turning: np.ndarray) -> float:
        """Return the rate of toe for an angular velocity of the carrier."""
        s, change = self.spin, np.cross(turning, self.spin)
        across = s[0] ** 2 + s[1] ** 2
        return float(self.side * (s[1] * change[0] - s[0] * change[1]) / across)


@dataclass(frozen=True, eq=False)
class SteeringAxis:
    """The line about which the wheel is steered: two points [m], the lower one first."""

    lower: np.ndarray
    upper: np.ndarray
    wheel: Wheel

    @property
    def caster(self) -> float:
        """Lean in side view [rad], positive with its top rearward."""
        k = self.upper - self.lower
        return math.atan2(-k[0], k[2])

    @property
    def inclination(self) -> float:
        """Lean in front view [rad], positive with its top inward."""
        k = self.upper - self.lower
        return math.atan2(-self.wheel.side * k[1], k[2])

    def _before(self, point: np.ndarray) -> np.ndarray:
        """Return the axis minus a point, at the height of the point."""
        k = self.upper - self.lower
        return self.lower + k * (point[2] - self.lower[2]) / k[2] - point

    @property
    def scrub_radius(self) -> float:
        """Offset at the ground [m], positive with the contact patch outside of the axis."""
        return float(-self._before(self.wheel.patch) @ self.wheel.outward)

    @property
    def trail(self) -> float:
        """Caster offset at the ground [m], positive with the contact patch behind the axis."""
        return float(self._before(self.wheel.patch) @ self.wheel.forward)

    @property
    def kingpin_offset(self) -> float:
        """Offset at the height of the wheel centre [m], positive with the centre outside."""
        return float(-self._before(self.wheel.center) @ self.wheel.outward)

    @property
    def center_trail(self) -> float:
        """Caster offset at the height of the wheel centre [m], positive with it behind the axis."""
        return float(self._before(self.wheel.center) @ self.wheel.forward)

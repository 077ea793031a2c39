"""Three axes that carry a point: the angles that bring it to a given place, all of them.

    Rot_1(q1) Rot_2(q2) Rot_3(q3) c = w

Seen from axis 2, the point that joint 3 moves, f(q3) = Rot_3(q3) c, and the place that joint 1
moves, g(q1) = Rot_1(-q1) w, are at the same height and distance. These are two equations, linear in
sines and cosines of q1 and q3: four solutions at most (Pieper 1968).
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics.screws import Screws
from sarrus.robotics.inverse_kinematics.trigonometry import (
    angle_about,
    angles_of,
    on_two_circles,
)
from sarrus.spatial.arrays import cross

EXACT = 1e-11
"""Distance to the place, over the size of the arm, at which a candidate counts as a solution."""
ON_AXIS = 1e-9
"""Distance from an axis, over the size of the arm, at which a point counts as on it."""
SAME = 1e-6
"""Angles nearer than this are one solution [rad]."""


@dataclass(frozen=True)
class Circle:
    """A point on a circle: centre + x cos(q) + y sin(q)."""

    center: np.ndarray
    x: np.ndarray
    y: np.ndarray

    @staticmethod
    def about(z: np.ndarray, p: np.ndarray, point: np.ndarray, sense: float) -> Circle:
        """Return the circle of a point that turns about an axis."""
        arm = point - p
        along = (z @ arm) * z
        return Circle(p + along, arm - along, sense * cross(z, arm))

    def at(self, angle: float) -> np.ndarray:
        """Return the point at an angle."""
        return self.center + np.cos(angle) * self.x + np.sin(angle) * self.y

    def height_and_distance(self, z: np.ndarray, p: np.ndarray, length: float) -> np.ndarray:
        """Return (cos, sin, constant) of height and half the square distance, seen from an axis."""
        r = self.center - p
        constant = 0.5 * (r @ r + self.x @ self.x) / length
        return np.array(
            [
                [z @ self.x, z @ self.y, z @ r],
                [r @ self.x / length, r @ self.y / length, constant],
            ]
        )


def arm_angles(arm: Screws, c: np.ndarray, w: np.ndarray) -> list[np.ndarray]:
    """Return all (q1, q2, q3) that bring the point c to w; none if it is out of reach.

    Where an angle is free because a point lies on its axis, it is zero.
    """
    z, p = arm.z, arm.p
    length = max(arm.length, *(float(np.linalg.norm(x - p[1])) for x in (c, w)))
    f, g = Circle.about(z[2], p[2], c, 1.0), Circle.about(z[0], p[0], w, -1.0)
    at_f, at_g = (x.height_and_distance(z[1], p[1], length) for x in (f, g))
    A, B, d = -at_g[:, :2], at_f[:, :2], at_f[:, 2] - at_g[:, 2]
    if np.linalg.norm(g.x) < ON_AXIS * length:
        row = int(np.argmax(np.linalg.norm(B, axis=1)))
        x, y = (float(b) for b in B[row])
        candidates = [(0.0, q3) for q3 in angles_of(x, y, -float(d[row]))]
    else:
        candidates = on_two_circles(A, B, d)
    found: list[np.ndarray] = []
    for q1, q3 in candidates:
        q2 = angle_about(z[1], f.at(q3) - p[1], g.at(q1) - p[1])
        q, gap = _refined_angles(arm, np.array([q1, q2, q3]), c, w, length)
        if gap <= EXACT * length and not any(_same(q, other) for other in found):
            found.append(q)
    return found


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.max(np.abs(np.remainder(a - b + np.pi, 2.0 * np.pi) - np.pi)) < SAME)


def _refined_angles(
    arm: Screws, q: np.ndarray, c: np.ndarray, w: np.ndarray, length: float
) -> tuple[np.ndarray, float]:
    """Return the angles after Newton's steps, as long as these bring the point nearer."""
    off = w - arm.motion(q).point(c)
    gap = float(np.linalg.norm(off))
    for _ in range(12):
        if gap < 1e-14 * length:
            break
        J = arm.at_position(q).jacobian(w - off)[0:3]
        step = np.linalg.lstsq(J, off, rcond=1e-9)[0]
        there = q + step
        rest = w - arm.motion(there).point(c)
        if not np.linalg.norm(rest) < 0.9 * gap:
            break
        q, off, gap = there, rest, float(np.linalg.norm(rest))
    return q, gap

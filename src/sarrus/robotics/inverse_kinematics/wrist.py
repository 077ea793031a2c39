"""Three axes through one point: the angles that turn a body by a given rotation.

    Rot(z1, a) Rot(z2, b) Rot(z3, c) = R

The angle b follows from where R takes z3: in the spherical triangle of z1, z2 and R z3 all three
sides are known. For perpendicular neighbours this is the wrist of paper 3, section 4.2, with both
signs; other twists are solved alike, as far as they reach.
"""

from __future__ import annotations

import numpy as np

from sarrus.robotics.inverse_kinematics.trigonometry import angle_about, between
from sarrus.spatial.arrays import cross
from sarrus.spatial.rotation import rotation_about

SINGULAR = 1e-12
"""Sine between first and last axis below which only their sum or difference counts."""


def middle_angles(z1: np.ndarray, z2: np.ndarray, z3: np.ndarray, h: np.ndarray) -> list[float]:
    """Return the angles b about z2 that bring z3 as near to z1 as the direction h is.

    Half of b, counted from where z3 is nearest to z1, by the tangents of half angles, which are
    exact near singular positions too. Positive sign first.
    """
    alpha, beta, theta = between(z1, z2), between(z2, z3), between(z1, h)
    s = 0.5 * (alpha + beta + theta)
    upper = np.sin(s - alpha) * np.sin(s - beta)
    lower = np.sin(s) * np.sin(s - theta)
    if min(upper, lower) < -1e-12:
        return []
    off = 2.0 * float(np.arctan2(np.sqrt(max(upper, 0.0)), np.sqrt(max(lower, 0.0))))
    nearest = angle_about(z2, z3, z1)
    return [nearest + off, nearest - off]


def wrist_angles(z: np.ndarray, R: np.ndarray, first: float = 0.0) -> list[np.ndarray]:
    """Return (a, b, c) for the axes z (3 x 3, a row each): two branches, or none.

    Where z1 and z3 fall into one line, a is taken to be `first`.
    """
    h = R @ z[2]
    singular = float(np.linalg.norm(cross(z[0], h))) < SINGULAR
    found = []
    for b in middle_angles(z[0], z[1], z[2], h):
        turned = rotation_about(z[1], b)
        a = first if singular else angle_about(z[0], turned @ z[2], h)
        left = (rotation_about(z[0], a) @ turned).T @ R
        found.append(np.array([a, b, _angle_of(left, z[2])]))
    return found


def _angle_of(R: np.ndarray, axis: np.ndarray) -> float:
    """Return the angle of a rotation about a known axis."""
    sines = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return float(np.arctan2(sines @ axis, 0.5 * (np.trace(R) - 1.0)))

"""Screws about coordinate axes: the factors of every Denavit-Hartenberg product (paper 2, (5))."""

from __future__ import annotations

import math

import numpy as np

from sarrus.spatial import AxisRotation, Transform


def screw_x(a: float, alpha: float) -> Transform:
    """Return Screw(x, a, alpha): a shift a [m] along and a turn alpha [rad] about x."""
    return _screw(0, a, alpha)


def screw_z(theta: float, d: float) -> Transform:
    """Return Screw(z, theta, d): a turn theta [rad] about and a shift d [m] along z."""
    return _screw(2, d, theta)


def _screw(axis: int, shift: float, angle: float) -> Transform:
    cosine, sine = cosine_and_sine(angle)
    return Transform(AxisRotation.of(axis, cosine, sine), float(shift) * np.eye(3)[axis])


def cosine_and_sine(angle: float) -> tuple[float, float]:
    """Return cos and sin, exact at quarter turns: those of pi/2 are 0 and 1, not 6e-17 and 1."""
    quarters = round(angle / (math.pi / 2))
    if abs(angle - quarters * (math.pi / 2)) <= 1e-15 * max(1, abs(quarters)):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return math.cos(angle), math.sin(angle)

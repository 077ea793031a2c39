"""The surface of a wheel with teeth, to draw it: involutes along a helix."""

from __future__ import annotations

import math

import numpy as np

from sarrus.model.joints.gears import involute
from sarrus.model.shapes import GearWheel

PRESSURE = math.radians(20.0)
HEAD, FOOT = 1.0, 1.25
"""Of a tooth, over the module."""
ROOT = 1.2
"""Width of a tooth at its root, rounded off, over that at the base circle."""
FLANK = 4
"""Points of a flank."""
BORE = 0.1
"""Of a wheel, over its radius."""
TURN = 0.15
"""The most by which a helix turns from one layer to the next [rad]."""


def wheel_surface(wheel: GearWheel) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of a wheel [m] and its triangles, three numbers of corners each."""
    outline, beyond = _outline(wheel), _smooth_side(wheel)
    n = len(outline)
    twist = wheel.length * math.tan(wheel.helix_angle) / wheel.radius
    layers = 1 + max(1, math.ceil(abs(twist) / TURN))
    corners, faces = [], []
    for k in range(layers):
        part = k / (layers - 1) - 0.5
        c, s = math.cos(part * twist), math.sin(part * twist)
        turned = outline @ np.array([[c, s], [-s, c]])
        for ring in (turned, beyond):
            height = np.full((len(ring), 1), part * wheel.length)
            corners.append(np.hstack([ring, height]))
    size = 2 * n
    inner = np.arange(n)
    after = np.roll(inner, -1)
    for k in range(layers - 1):
        for first, sign in ((0, 1), (n, -1)):
            low, high = size * k + first, size * (k + 1) + first
            faces += _strip(low + inner, low + after, high + inner, high + after, sign)
    for k, sign in ((0, 1), (layers - 1, -1)):
        faces += _strip(
            size * k + n + inner, size * k + n + after, size * k + inner, size * k + after, sign
        )
    found = np.array(faces)
    return np.vstack(corners), found[:, ::-1] if wheel.rim else found


def _strip(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray, sign: int
) -> list[list[int]]:
    """Return the triangles between two lines of corners; sign: to which side they look."""
    pairs = [(a, b, c), (b, d, c)] if sign > 0 else [(b, a, c), (d, b, c)]
    return [triangle for three in pairs for triangle in np.column_stack(three).tolist()]


def _smooth_side(wheel: GearWheel) -> np.ndarray:
    """Return the rim of a ring, or a small bore, with as many points as the outline."""
    radius = wheel.rim or BORE * wheel.radius
    angle = _angles(wheel)
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _angles(wheel: GearWheel) -> np.ndarray:
    outline = _outline(wheel)
    return np.arctan2(outline[:, 1], outline[:, 0])


def _outline(wheel: GearWheel) -> np.ndarray:
    """Return the outline of the teeth across the axis, tooth by tooth."""
    z, r = wheel.teeth, wheel.radius
    m = 2.0 * r / z
    inside = -1.0 if wheel.rim else 1.0
    tip, root = r + inside * HEAD * m, r - inside * FOOT * m
    base = r * math.cos(PRESSURE)
    low, high = sorted((tip, root))
    radii = np.linspace(max(low, base), high, FLANK)
    # half of the thickness of a tooth, of a ring that of the gap between two
    half = (
        0.5 * math.pi / z
        + involute(PRESSURE)
        - np.array([involute(math.acos(min(1.0, base / x))) for x in radii])
    )
    half = np.maximum(half, 0.02 / z)
    if low < base:
        radii, half = np.append(low, radii), np.append(ROOT * half[0], half)
    tooth = [*zip(radii, -half, strict=True), *zip(radii[::-1], half[::-1], strict=True)]
    points = [
        (x * math.cos(a + k), x * math.sin(a + k))
        for k in 2.0 * math.pi * np.arange(z) / z
        for x, a in tooth
    ]
    return np.array(points)

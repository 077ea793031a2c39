"""The linkage of Sarrus: a platform on two folding legs that moves in a straight line."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, GROUND, ORANGE, SAND, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.spatial.arrays import norm

THICK = 0.04
"""Of the plates that are drawn [m]."""


def sarrus_linkage(
    *,
    leg: float = 1.0,
    angle: float = 0.6,
    half: float = 0.5,
    width: float = 0.6,
    plate: float = 1.0,
    platform: float = 3.0,
) -> Model:
    """Return the model: hinges foot_x, knee_x, top_x and foot_y, knee_y, top_y; z is up.

    leg: length of each of the four plates [m], which lean by `angle` from upright in the drawing
    [rad]; half: from the middle of the platform to its hinges, width: of the plates [m]; masses of
    a plate and of the platform [kg]. Leg x bends outward along x, leg y along y: each keeps the
    platform level in its own plane, together they leave one freedom, up and down. All numbers are
    assumed.
    """
    m = Mechanism("Sarrus linkage", (0.0, 0.0, -GRAVITY))
    rise = 2.0 * leg * math.cos(angle)
    side = 2.0 * half
    I = platform * side**2 / 12.0
    top = m.body("platform", platform, (0, 0, 0), (I, I, 2.0 * I), at=(0.0, 0.0, rise))
    block(top, (0.0, 0.0, 0.0), (side, side, THICK), SAND)
    block(m.ground, (0.0, 0.0, 0.0), (side, side, THICK), GROUND)
    for name, out, axis in (("x", (1.0, 0.0, 0.0), "y"), ("y", (0.0, 1.0, 0.0), "x")):
        outward = np.array(out)
        low, high = half * outward, half * outward + (0.0, 0.0, rise)
        knee = (half + leg * math.sin(angle)) * outward + (0.0, 0.0, 0.5 * rise)
        lower = _plate(m, f"lower_{name}", low, knee, axis, plate, width, BLUE)
        upper = _plate(m, f"upper_{name}", knee, high, axis, plate, width, ORANGE)
        m.revolute(f"foot_{name}", m.ground, lower, at=low, axis=axis)
        m.revolute(f"knee_{name}", lower, upper, at=knee, axis=axis)
        m.revolute(f"top_{name}", upper, top, at=high, axis=axis)
    return m.build()


def _plate(
    m: Mechanism, name: str, a: np.ndarray, b: np.ndarray, axis: str, mass: float, width: float,
    color: str,
) -> BodyHandle:  # fmt: skip
    """Add a plate between two hinges: its frame in the middle, x along the hinges."""
    length = float(norm(b - a))
    x, z = np.eye(3)["xyz".index(axis)], (b - a) / length
    axes = np.column_stack([x, np.cross(z, x), z])
    across, along = mass * length**2 / 12.0, mass * width**2 / 12.0
    body = m.body(name, mass, (0, 0, 0), (across, across + along, along), at=0.5 * (a + b),
                  rotation=axes)  # fmt: skip
    body.shape(Box((width, 0.6 * THICK, length)), color=color)
    pin(body, (0.0, 0.0, 0.5 * length), (1.0, 0.0, 0.0), 0.6 * THICK, 1.05 * width)
    pin(body, (0.0, 0.0, -0.5 * length), (1.0, 0.0, 0.0), 0.6 * THICK, 1.05 * width)
    return body


EXAMPLE = Example(
    "sarrus_linkage",
    sarrus_linkage,
    "a platform on two folding legs that moves straight up and down (Sarrus 1853)",
    drives={"foot_x": "0.35*sin(2*pi*t)"},
    until=2.0,
    outputs=("platform.position", "foot_x.effort"),
)

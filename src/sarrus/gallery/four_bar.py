"""The planar four-bar: crank, coupler and rocker on a frame, and a point that draws a curve."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, ball
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot, hinge, meeting, polar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def four_bar(
    *,
    crank: float = 0.4,
    coupler: float = 1.0,
    rocker: float = 0.8,
    frame: float = 1.0,
    angle: float = math.radians(60.0),
    masses: tuple[float, float, float] = (0.4, 1.0, 0.8),
    tracer: tuple[float, float] = (0.5, 0.4),
    thickness: float = 0.02,
) -> Model:
    """Return the model: hinges A, B, C, D about z, bodies crank AB, coupler BC, rocker DC.

    Lengths [m]; angle: of the crank in the drawing, from the way A to D [rad]; masses of crank,
    coupler and rocker [kg], spread along round bars of the radius `thickness` [m]. tracer: the
    point of the coupler whose frame is `tracer`, along BC and to its left [m]. y is up. All
    numbers are assumed; with these the crank turns round.
    """
    m = Mechanism("four bar", (0.0, -GRAVITY, 0.0))
    A, D = np.zeros(3), np.array([frame, 0.0, 0.0])
    B = polar(crank, angle)
    C = meeting(B, coupler, D, rocker, 1.0, "coupler and rocker")
    along = (C - B) / coupler
    T = B + tracer[0] * along + tracer[1] * np.cross((0.0, 0.0, 1.0), along)
    kilograms = dict(zip(("crank", "coupler", "rocker"), masses, strict=True))
    first = bar(m, "crank", (A, B), kilograms["crank"], radius=thickness, color=BLUE)
    middle = bar(m, "coupler", (B, C), kilograms["coupler"], radius=thickness, color=ORANGE,
                 layer=1)  # fmt: skip
    last = bar(m, "rocker", (D, C), kilograms["rocker"], radius=thickness, color=GREEN)
    m.frame("tracer", middle, T - B)
    ball(middle, T - B + (0.0, 0.0, 2.2 * thickness), 1.2 * thickness)
    hinge(m, "A", m.ground, first, A)
    hinge(m, "B", first, middle, B)
    hinge(m, "C", middle, last, C)
    hinge(m, "D", m.ground, last, D)
    foot(m, A, thickness)
    foot(m, D, thickness)
    return m.build()


EXAMPLE = Example(
    "four_bar",
    four_bar,
    "planar crank and rocker; a point of the coupler draws a curve",
    drives={"A": "2*pi*t"},
    until=2.0,
    outputs=("D.angle", "tracer.position", "A.effort"),
)

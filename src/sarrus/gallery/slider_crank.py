"""The planar slider-crank: crank, connecting rod and piston."""

from __future__ import annotations

import math

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, ORANGE, STEEL, block, pin, rail
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot, hinge, polar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def slider_crank(
    *,
    crank: float = 0.05,
    rod: float = 0.16,
    offset: float = 0.0,
    angle: float = math.radians(30.0),
    masses: tuple[float, float, float] = (1.0, 0.6, 0.5),
    thickness: float = 0.008,
) -> Model:
    """Return the model: hinges crank_pivot, big_end, small_end about z, and the guide along x.

    crank, rod: lengths [m]; offset: of the guide from the pivot, along y [m]; angle: of the crank
    in the drawing [rad]; masses of crank, rod and piston [kg]; thickness: radius of the bars [m].
    The displacement of the guide is zero in the drawing. All numbers are assumed.
    """
    m = Mechanism("slider crank", (0.0, -GRAVITY, 0.0))
    center, crankpin = np.zeros(3), polar(crank, angle)
    rest = rod**2 - (crankpin[1] - offset) ** 2
    if rest <= 0.0:
        rule = f"of {rod:g} m does not reach the guide"
        raise ModelError(Problem("M04", "rod", rule, action="make it longer than crank and offset"))
    end = np.array([crankpin[0] + math.sqrt(rest), offset, 0.0])
    first = bar(m, "crank", (center, crankpin), masses[0], radius=thickness, color=BLUE)
    pin(first, center, (0.0, 0.0, 1.0), 2.0 * thickness, 2.4 * thickness, BLUE)
    middle = bar(m, "rod", (crankpin, end), masses[1], radius=thickness, color=ORANGE, layer=1)
    side = 6.0 * thickness
    I = masses[2] * side**2 / 6.0
    piston = m.body("piston", masses[2], (0.0, 0.0, 0.0), (I, I, I), at=end)
    block(piston, (0.0, 0.0, 0.0), (side, side, 0.6 * side), STEEL)
    hinge(m, "crank_pivot", m.ground, first, center)
    hinge(m, "big_end", first, middle, crankpin)
    hinge(m, "small_end", middle, piston, end)
    m.prismatic("guide", m.ground, piston, at=end, axis="x")
    foot(m, center, thickness)
    for height in (-0.62 * side, 0.62 * side):
        rail(m, (rod, offset + height, 0.0), (1.0, 0.0, 0.0), 4.0 * crank, 0.5 * thickness)
    return m.build()


EXAMPLE = Example(
    "slider_crank",
    slider_crank,
    "planar crank, connecting rod and piston at 600 rpm",
    drives={"crank_pivot": "20*pi*t"},
    until=0.3,
    every=0.001,
    outputs=("guide.displacement", "piston.acceleration", "crank_pivot.effort"),
)

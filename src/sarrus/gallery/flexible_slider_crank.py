"""A slider-crank whose connecting rod bends, and a whip: flexible beams in mechanisms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sarrus.gallery.drawing import BLUE, ORANGE, STEEL, block, pin, rail
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot, hinge, polar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def flexible_slider_crank(
    *,
    crank: float = 0.05,
    rod: float = 0.16,
    diameter: float = 0.006,
    segments: int = 3,
    material: str = "nylon",
    damping_time: float = 3e-4,
    piston: float = 0.1,
) -> Model:
    """Return the model: crank and piston as those of `slider_crank`, the rod a flexible beam.

    crank, rod: lengths [m]; diameter: of the rod [m]; segments: of the beam; material: its name;
    damping_time: of the beam [s]; piston: its mass [kg]. The crank stands at 30 degrees in the
    drawing. All numbers are assumed.
    """
    m = Mechanism("flexible slider crank", (0.0, -GRAVITY, 0.0))
    center, crankpin = np.zeros(3), polar(crank, math.radians(30.0))
    end = np.array([crankpin[0] + math.sqrt(rod**2 - crankpin[1] ** 2), 0.0, 0.0])
    first = bar(m, "crank", (center, crankpin), 0.5, radius=0.008, color=BLUE)
    pin(first, center, (0.0, 0.0, 1.0), 0.016, 0.02, BLUE)
    beam = m.flexible_beam(
        "rod", crankpin, end, section="round", diameter=diameter, material=material,
        segments=segments, damping_time=damping_time, color=ORANGE,
    )  # fmt: skip
    side = 0.04
    I = piston * side**2 / 6.0
    slider = m.body("piston", piston, (0.0, 0.0, 0.0), (I, I, I), at=end)
    block(slider, (0.0, 0.0, 0.0), (side, side, 0.6 * side), STEEL)
    hinge(m, "crank_pivot", m.ground, first, center)
    hinge(m, "big_end", first, beam.start, crankpin)
    hinge(m, "small_end", beam.end, slider, end)
    m.prismatic("guide", m.ground, slider, at=end, axis="x")
    foot(m, center, 0.008)
    for height in (-0.62 * side, 0.62 * side):
        rail(m, (rod, height, 0.0), (1.0, 0.0, 0.0), 4.0 * crank, 0.004)
    return m.build()


def whip(
    *,
    length: float = 1.0,
    diameter: float = 0.012,
    segments: int = 6,
    taper: float = 0.5,
    young_modulus: float = 3e8,
    damping_time: float = 2e-3,
) -> Model:
    """Return the model: a tapered flexible beam whose thick end is turned by a handle about y.

    length [m]; diameter at the handle [m]; segments: of the beam; taper: size at the tip by that at
    the handle; young_modulus [Pa] and damping_time [s] of its rubber. All numbers are assumed.
    """
    m = Mechanism("whip", (0.0, 0.0, -GRAVITY))
    options: dict[str, Any] = {"section": "round", "diameter": diameter, "taper": taper}
    lash = m.flexible_beam(
        "lash", (0, 0, 0), (length, 0, 0), **options, segments=segments, density=1100.0,
        young_modulus=young_modulus, poisson_ratio=0.48, damping_time=damping_time,
        color=ORANGE,
    )  # fmt: skip
    m.revolute("handle", m.ground, lash.start, at=(0, 0, 0), axis="y")
    return m.build()


EXAMPLE = Example(
    "flexible_slider_crank",
    flexible_slider_crank,
    "slider-crank whose connecting rod of nylon bends, at 600 rpm",
    rates={"crank_pivot": 20.0 * math.pi},
    drives={"crank_pivot": "20*pi*t"},
    until=0.2,
    every=0.001,
    outputs=("guide.displacement", "rod.segment_2.bend_z", "rod.elasticity_2.moment_z"),
)
WHIP = Example(
    "whip",
    whip,
    "a tapered flexible rod, swung by its handle",
    drives={"handle": "-0.8*sin(6*t)^2"},
    until=1.0,
    every=0.01,
    outputs=("lash.segment_3.bend_y", "lash.5.velocity", "lash.elasticity_1.moment_y"),
)

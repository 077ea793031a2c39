"""An Oldham coupling: a disc that slides across two shafts, which are parallel and apart."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, bearing, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model


def oldham_coupling(
    *,
    offset: float = 0.02,
    radius: float = 0.05,
    thickness: float = 0.02,
    density: float = 7850.0,
) -> Model:
    """Return the model: hinges `input` and `output`, the ways `first` and `second` of the disc.

    offset: of the shafts, along x [m]; radius and thickness of the discs [m]; density [kg/m^3]. The
    middle of the disc runs round a circle of half of the offset, twice in a turn; both shafts turn
    alike. y is up, the axes lie along z. All numbers are assumed.
    """
    m = Mechanism("Oldham coupling", (0.0, -GRAVITY, 0.0))
    z, t = (0.0, 0.0, 1.0), thickness
    mass = density * math.pi * radius * radius * thickness
    across, along = mass * (3.0 * radius**2 + t * t) / 12.0, 0.5 * mass * radius**2

    def disc(name: str, x: float, height: float, color: str) -> BodyHandle:
        body = m.body(name, mass, (0.0, 0.0, 0.0), (across, across, along), at=(x, 0.0, height))
        pin(body, (0.0, 0.0, 0.0), z, radius, 0.6 * t, color)
        return body

    driver = disc("driver", 0.0, -2.0 * t, BLUE)
    middle = disc("disc", offset, 0.0, ORANGE)
    driven = disc("driven", offset, 2.0 * t, GREEN)
    m.revolute("input", m.ground, driver, at=(0.0, 0.0, -2.0 * t), axis="z")
    m.prismatic("first", driver, middle, at=(offset, 0.0, -t), axis="x")
    m.prismatic("second", middle, driven, at=(offset, 0.0, t), axis="y")
    m.revolute("output", m.ground, driven, at=(offset, 0.0, 2.0 * t), axis="z")
    block(middle, (0.0, 0.0, -t), (2.0 * radius, 0.3 * radius, 1.3 * t), ORANGE)
    block(middle, (0.0, 0.0, t), (0.3 * radius, 2.0 * radius, 1.3 * t), ORANGE)
    for body, height, x in ((driver, -1.5, 0.0), (driven, 1.5, offset)):
        pin(body, (0.0, 0.0, height * t), z, 0.25 * radius, 3.0 * t, body_color(height))
        bearing(m, (x, 0.0, (2.0 if height > 0 else -2.0) * t + 1.8 * height * t), z,
                0.4 * radius, 0.5 * t)  # fmt: skip
    m.joint_damper("load", "output", 0.05)
    return m.build()


def body_color(side: float) -> str:
    """Return the color of a shaft by its side."""
    return GREEN if side > 0.0 else BLUE


EXAMPLE = Example(
    "oldham_coupling",
    oldham_coupling,
    "Oldham coupling between parallel shafts, from rest",
    inputs={"input": 0.5},
    until=2.0,
    every=0.005,
    outputs=("input.rate", "output.rate", "disc.position", "first.reaction.moment"),
)

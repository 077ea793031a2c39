"""A SCARA: two arms that turn in a level plane, and a spindle that slides and turns."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import DARK, GROUND, ORANGE, SAND, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model

DOWN = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
"""Axes of a tool that points down."""


def scara(
    *,
    height: float = 0.40,
    arms: tuple[float, float] = (0.325, 0.275),
    spindle: float = 0.25,
    masses: tuple[float, float, float, float] = (9.0, 5.5, 0.9, 0.35),
    stroke: float = 0.20,
    speeds: tuple[float, float, float, float] = (7.0, 11.0, 1.1, 30.0),
    efforts: tuple[float, float, float, float] = (110.0, 45.0, 260.0, 6.0),
) -> Model:
    """Return the model: arms A1 and A2 on q1 and q2 about z, spindle on the slide q3 and turn q4.

    height: of the arms above the base [m]; arms: their lengths [m]; spindle: its length below the
    arm at q3 = 0 [m]; masses of arm 1, arm 2, quill and spindle [kg]; stroke: of q3, downwards [m];
    speeds and efforts: limits of the joints [rad/s, m/s; N m, N]. z is up, the frame `tool` points
    down. A stand-in: plausible numbers of a machine of 0.6 m reach for 5 kg, of no maker.
    """
    m = Mechanism("SCARA", (0.0, 0.0, -GRAVITY))
    a, b = arms
    pin(m.ground, (0.0, 0.0, 0.45 * height), (0.0, 0.0, 1.0), 0.085, 0.9 * height, GROUND)
    pin(m.ground, (0.0, 0.0, 0.01), (0.0, 0.0, 1.0), 0.13, 0.02, GROUND)
    turn = tuple(math.radians(end) for end in (-132.0, 132.0))
    fold = tuple(math.radians(end) for end in (-150.0, 150.0))
    first = m.body("A1", masses[0], (0.45 * a, 0.0, 0.0), _slab(masses[0], a, 0.15, 0.10),
                   at=(0.0, 0.0, height))  # fmt: skip
    link(first, (0.0, 0.0, 0.0), (a, 0.0, 0.0), 0.06, SAND)
    pin(first, (a, 0.0, 0.02), (0.0, 0.0, 1.0), 0.065, 0.11, DARK)
    m.revolute("q1", m.ground, first, at=(0.0, 0.0, height), axis="z", limits=turn,
               speed_limit=speeds[0], effort_limit=efforts[0])  # fmt: skip
    second = m.body("A2", masses[1], (0.5 * b, 0.0, 0.05), _slab(masses[1], b, 0.13, 0.14),
                    at=(a, 0.0, height))  # fmt: skip
    link(second, (0.0, 0.0, 0.09), (b, 0.0, 0.09), 0.05, ORANGE)
    pin(second, (b, 0.0, 0.12), (0.0, 0.0, 1.0), 0.045, 0.2, STEEL)
    m.revolute("q2", first, second, at=(a, 0.0, height), axis="z", limits=fold,
               speed_limit=speeds[1], effort_limit=efforts[1])  # fmt: skip
    tip = (a + b, 0.0, height)
    quill = m.body("quill", masses[2], (0.0, 0.0, 0.03), _rod(masses[2], 0.4, 0.012), at=tip)
    pin(quill, (0.0, 0.0, 0.13), (0.0, 0.0, 1.0), 0.03, 0.03, DARK)
    m.prismatic("q3", second, quill, at=tip, axis=(0.0, 0.0, -1.0), limits=(0.0, stroke),
                speed_limit=speeds[2], effort_limit=efforts[2])  # fmt: skip
    last = m.body("spindle", masses[3], (0.0, 0.0, -0.5 * spindle),
                  _rod(masses[3], spindle, 0.012), at=tip)  # fmt: skip
    pin(last, (0.0, 0.0, 0.05 - 0.5 * spindle), (0.0, 0.0, 1.0), 0.012, spindle + 0.1, STEEL)
    for side in (-0.02, 0.02):
        block(last, (side, 0.0, 0.015 - spindle), (0.008, 0.02, 0.04), DARK)
    m.revolute("q4", quill, last, at=tip, axis="z", limits=(-2.0 * math.pi, 2.0 * math.pi),
               speed_limit=speeds[3], effort_limit=efforts[3])  # fmt: skip
    m.frame("tool", last, (0.0, 0.0, -spindle), rotation=DOWN)
    return m.build()


def _slab(mass: float, length: float, width: float, height: float) -> tuple[float, float, float]:
    """Return the inertia of a block along x about its centre [kg m^2]."""
    x, y, z = length**2, width**2, height**2
    return mass * (y + z) / 12.0, mass * (x + z) / 12.0, mass * (x + y) / 12.0


def _rod(mass: float, length: float, radius: float) -> tuple[float, float, float]:
    """Return the inertia of a round bar along z about its centre [kg m^2]."""
    across = mass * (3.0 * radius**2 + length**2) / 12.0
    return across, across, 0.5 * mass * radius**2


EXAMPLE = Example(
    "scara",
    scara,
    "SCARA: arms that turn in a plane and a spindle that slides (stand-in of a 0.6 m machine)",
    drives={
        "q1": "0.6*sin(2*pi*t)",
        "q2": "1.1 + 0.7*sin(2*pi*t + 1)",
        "q3": "0.08*(1 - cos(4*pi*t))",
        "q4": "-1.1 - 1.2*sin(2*pi*t)",
    },
    until=2.0,
    outputs=("tool.position", "q1.effort", "q2.effort", "q3.effort"),
)

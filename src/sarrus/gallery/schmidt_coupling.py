"""A Schmidt coupling: three discs and two rows of equal links between shafts that are apart."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, STEEL, bearing, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def schmidt_coupling(
    *,
    offset: float = 0.06,
    arm: float = 0.05,
    radius: float = 0.08,
    links: int = 3,
    mass: float = 2.0,
) -> Model:
    """Return the model: hinges `input` and `output`; rods `a1`, ..., `b1`, ... without mass.

    offset: of the shafts, along x, below twice the arm [m]; arm: length of the rods [m], radius at
    which they hold the discs [m]; mass of a disc [kg]. The middle disc stays where the links of
    both sides meet, and turns as the shafts do. y is up, the axes lie along z. All numbers are
    assumed.
    """
    m = Mechanism("Schmidt coupling", (0.0, -GRAVITY, 0.0))
    z, gap = (0.0, 0.0, 1.0), 0.9 * radius
    rise = math.sqrt(arm * arm - 0.25 * offset * offset)
    places = {
        "driver": (0.0, 0.0, -gap), "disc": (0.5 * offset, rise, 0.0), "driven": (offset, 0.0, gap)
    }  # fmt: skip
    colors = {"driver": BLUE, "disc": ORANGE, "driven": GREEN}
    inertia = (0.25 * mass * radius**2, 0.25 * mass * radius**2, 0.5 * mass * radius**2)
    discs = {
        name: m.body(name, mass, (0.0, 0.0, 0.0), inertia, at=at) for name, at in places.items()
    }
    for name, body in discs.items():
        pin(body, (0.0, 0.0, 0.0), z, 1.15 * radius, 0.12 * radius, colors[name])
    m.revolute("input", m.ground, discs["driver"], at=places["driver"], axis="z")
    m.revolute("output", m.ground, discs["driven"], at=places["driven"], axis="z")
    m.planar("plane", m.ground, discs["disc"], at=places["disc"], axis="z")
    rows = (("a", "driver", "disc", -0.5 * gap), ("b", "disc", "driven", 0.5 * gap))
    for row, first, second, height in rows:
        for k in range(links):
            turn = 2.0 * math.pi * k / links
            ends = [
                (x + radius * math.cos(turn), y + radius * math.sin(turn), height)
                for x, y, _ in (places[first], places[second])
            ]
            m.distance(f"{row}{k + 1}", discs[first], discs[second], at_a=ends[0], at_b=ends[1])
            for name, end in zip((first, second), ends, strict=True):
                at = [a - b for a, b in zip(end, places[name], strict=True)]
                pin(discs[name], (at[0], at[1], 0.5 * at[2]), z, 0.06 * radius, abs(at[2]), DARK)
    for name, side in (("driver", -1.0), ("driven", 1.0)):
        pin(discs[name], (0.0, 0.0, side * gap), z, 0.15 * radius, 1.2 * gap, STEEL)
        x, y, height = places[name]
        bearing(m, (x, y, height + side * gap), z, 0.25 * radius, 0.3 * gap)
    m.joint_damper("load", "output", 0.05)
    return m.build()


EXAMPLE = Example(
    "schmidt_coupling",
    schmidt_coupling,
    "Schmidt coupling: shafts that are far apart turn alike",
    inputs={"input": 0.5},
    until=2.0,
    every=0.005,
    outputs=("input.rate", "output.rate", "disc.position", "a1.reaction.force"),
)

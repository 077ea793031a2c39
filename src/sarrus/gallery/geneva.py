"""A Geneva wheel: a pin that turns steadily indexes a wheel with slots."""

from __future__ import annotations

import math

from sarrus.curves import LineCurve
from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, bearing, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def geneva(*, slots: int = 6, distance: float = 0.1, inertia: float = 4e-4) -> Model:
    """Return the model: the crank `A` whose pin is in a slot, the wheel `B`, their contact `pin`.

    It is drawn in the middle of a turn by one slot. With the number of slots n the pin enters and
    leaves along the slot where the crank stands pi/2 - pi/n from there. distance of the axes [m];
    inertia of the wheel [kg m^2].
    """
    crank_radius = distance * math.sin(math.pi / slots)
    wheel_radius = distance * math.cos(math.pi / slots)
    m = Mechanism("geneva wheel", (0.0, -GRAVITY, 0.0))
    crank = m.body("crank", 0.015, (0.0, 0.0, 0.0), (1e-5, 1e-5, 1e-5))
    wheel = m.body("wheel", 0.4, (0.0, 0.0, 0.0), (inertia, inertia, inertia),
                   at=(distance, 0.0, 0.0))  # fmt: skip
    m.revolute("A", m.ground, crank, at=(0.0, 0.0, 0.0), axis="z")
    m.revolute("B", m.ground, wheel, at=(distance, 0.0, 0.0), axis="z")
    m.point_on_curve("pin", wheel, crank, curve=LineCurve(), origin=(distance, 0.0, 0.0),
                     point=(crank_radius, 0.0, 0.0))  # fmt: skip
    thick = 0.08 * distance
    pin(wheel, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.25 * wheel_radius, thick, STEEL)
    depth = wheel_radius - (distance - crank_radius)
    for k in range(slots):
        along = math.pi + 2.0 * math.pi * k / slots
        for side in (-1.0, 1.0):
            a = along + side * math.pi / slots
            # half an arm between two slots, the wall of the slot, and what joins them
            tip = (0.85 * wheel_radius * math.cos(a), 0.85 * wheel_radius * math.sin(a), 0.0)
            c, s, off = math.cos(along), math.sin(along), 0.45 * side * thick
            inner, outer = (
                (r * c - off * s, r * s + off * c, 0.0)
                for r in (wheel_radius - depth, wheel_radius)
            )
            link(wheel, (0.0, 0.0, 0.0), tip, 0.35 * thick, STEEL)
            link(wheel, inner, outer, 0.15 * thick, BLUE)
            link(wheel, tip, outer, 0.25 * thick, STEEL)
    link(crank, (0.0, 0.0, thick), (crank_radius, 0.0, thick), 0.4 * thick, ORANGE)
    pin(crank, (crank_radius, 0.0, 0.0), (0.0, 0.0, 1.0), 0.28 * thick, 2.5 * thick, DARK)
    for x in (0.0, distance):
        bearing(m, (x, 0.0, -thick), (0.0, 0.0, 1.0), 0.6 * thick, thick)
    return m.build()


EXAMPLE = Example(
    "geneva",
    geneva,
    "Geneva wheel with six slots over one index",
    drives={"A": "-pi/3 + 10*t"},
    until=0.20943951023931953,
    every=0.0005,
    outputs=("B.angle", "B.rate", "pin.reaction.force"),
)

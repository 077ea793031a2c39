"""A Geneva wheel: a pin that turns steadily indexes a wheel with slots."""

from __future__ import annotations

import math

from sarrus.curves import LineCurve
from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, bearing, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Box, Mechanism, Model

STRIPS = 8
"""Blocks on each side of a slot."""


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
    for k in range(slots):
        _draw_slot(wheel, math.pi + 2.0 * math.pi * k / slots, slots, distance, thick)
    link(crank, (0.0, 0.0, thick), (crank_radius, 0.0, thick), 0.4 * thick, ORANGE)
    pin(crank, (crank_radius, 0.0, 0.0), (0.0, 0.0, 1.0), 0.28 * thick, 2.5 * thick, DARK)
    for x in (0.0, distance):
        bearing(m, (x, 0.0, -thick), (0.0, 0.0, 1.0), 0.6 * thick, thick)
    return m.build()


def _draw_slot(wheel: BodyHandle, along: float, slots: int, distance: float, thick: float) -> None:
    """Draw the plate on both sides of a slot, as strips along it, up to the next sectors.

    The rim between two slots is hollow: the circle about the axis of the crank on which a wheel
    rests between two turns. thick: of the plate; slots are as wide as the pin.
    """
    part, half = math.pi / slots, 0.3 * thick
    crank_radius, wheel_radius = distance * math.sin(part), distance * math.cos(part)
    rest = crank_radius - 2.0 * half
    c, s = math.cos(along), math.sin(along)
    axes = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
    strips = [(0.0, 2.0 * half, 0.0, distance - crank_radius - half)]
    width = ((distance - rest) * math.sin(part) - half) / STRIPS
    for k in range(STRIPS):
        beside = half + (k + 0.5) * width
        hollow = rest**2 - (crank_radius - beside) ** 2
        outer = wheel_radius - math.sqrt(max(hollow, 0.0))
        ends = (beside - 0.5 * width) / math.tan(part), outer
        strips += [(side * beside, width, *ends) for side in (-1.0, 1.0)]
    for y, wide, inner, outer in strips:
        middle = 0.5 * (inner + outer)
        at = (middle * c - y * s, middle * s + y * c, 0.0)
        wheel.shape(Box((outer - inner, wide, 0.6 * thick)), at, axes, color=BLUE)


EXAMPLE = Example(
    "geneva",
    geneva,
    "Geneva wheel with six slots over one index",
    drives={"A": "-pi/3 + 10*t"},
    until=0.20943951023931953,
    every=0.0005,
    outputs=("B.angle", "B.rate", "pin.reaction.force"),
)

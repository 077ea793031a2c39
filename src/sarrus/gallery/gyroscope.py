"""The gyroscope in two gimbals, with a weight on its axis."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, DARK, GROUND, ORANGE, STEEL, ball, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model

SEGMENTS = 24
"""Of the rings that are drawn."""


def gyroscope(
    *,
    rotor: float = 2.0,
    radius: float = 0.10,
    width: float = 0.03,
    weight: float = 0.2,
    arm: float = 0.16,
    ring: float = 0.3,
) -> Model:
    """Return the model: `precession` of the outer ring about z, `nutation` about x, `spin` about y.

    rotor: its mass [kg], a disc of radius and width [m]; weight: a small body [kg] on the axis,
    `arm` from the middle [m]; ring: mass of each gimbal [kg]. In the drawing the axis is level.
    With the rate s of the spin it precesses steadily at weight g arm / (C s), where C is the
    rotor's inertia rotor radius^2 / 2. All numbers are assumed.
    """
    m = Mechanism("gyroscope", (0.0, 0.0, -GRAVITY))
    thick = 0.05 * radius
    inner_radius, outer_radius = 1.25 * radius, 1.45 * radius
    outer = m.body("outer_ring", ring, (0, 0, 0), _hoop(ring, outer_radius, "y"))
    inner = m.body("inner_ring", ring + weight, (0.0, weight * arm / (ring + weight), 0.0),
                   _with_weight(_hoop(ring, inner_radius, "z"), ring, weight, arm))  # fmt: skip
    across, about = rotor * (3.0 * radius**2 + width**2) / 12.0, rotor * radius**2 / 2.0
    disc = m.body("rotor", rotor, (0, 0, 0), (across, about, across))
    pin(disc, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), radius, width, ORANGE)
    block(disc, (0.5 * radius, 0.0, 0.0), (0.3 * radius, 1.1 * width, 0.1 * radius), DARK)
    pin(disc, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), thick, 2.0 * inner_radius, STEEL)
    _ring(outer, outer_radius, "y", thick, BLUE)
    _ring(inner, inner_radius, "z", thick, STEEL)
    link(inner, (0.0, inner_radius, 0.0), (0.0, arm, 0.0), thick, STEEL)
    ball(inner, (0.0, arm, 0.0), 3.0 * thick, DARK)
    m.revolute("precession", m.ground, outer, at=(0.0, 0.0, 0.0), axis="z")
    m.revolute("nutation", outer, inner, at=(0.0, 0.0, 0.0), axis="x")
    m.revolute("spin", inner, disc, at=(0.0, 0.0, 0.0), axis="y")
    pin(m.ground, (0.0, 0.0, -1.75 * radius), (0.0, 0.0, 1.0), 1.5 * thick, 0.5 * radius, GROUND)
    pin(m.ground, (0.0, 0.0, -2.0 * radius), (0.0, 0.0, 1.0), 0.8 * radius, 0.1 * radius, GROUND)
    return m.build()


def _hoop(mass: float, radius: float, axis: str) -> tuple[float, ...]:
    """Return the inertia of a thin ring about an axis."""
    return tuple(mass * radius**2 * (1.0 if name == axis else 0.5) for name in "xyz")


def _with_weight(
    hoop: tuple[float, ...], ring: float, weight: float, arm: float
) -> tuple[float, ...]:
    """Return the inertia, about the common centre, of a ring and a point on its y axis."""
    more = ring * weight / (ring + weight) * arm**2
    return hoop[0] + more, hoop[1], hoop[2] + more


def _ring(body: BodyHandle, radius: float, axis: str, thick: float, color: str) -> None:
    """Draw a ring about an axis of the body, as a polygon."""

    def corner(k: int) -> tuple[float, float, float]:
        angle = 2.0 * math.pi * k / SEGMENTS
        u, v = radius * math.cos(angle), radius * math.sin(angle)
        return (u, v, 0.0) if axis == "z" else (u, 0.0, v)

    for k in range(SEGMENTS):
        link(body, corner(k), corner(k + 1), thick, color)


EXAMPLE = Example(
    "gyroscope",
    gyroscope,
    "rotor in two gimbals with a weight on its axis, released: it precesses and nutates",
    rates={"spin": 150.0},
    until=3.0,
    every=0.005,
    outputs=("precession.angle", "nutation.angle"),
)

"""The heavy top: a disc on a stick that spins about a fixed point."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, ORANGE, ball, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def heavy_top(
    *,
    mass: float = 15.0,
    arm: float = 1.0,
    inertia: tuple[float, float, float] = (0.234375, 0.46875, 0.234375),
    radius: float = 0.25,
) -> Model:
    """Return the model: the body `top` on the ball O at the origin, drawn level along y.

    mass [kg], whose centre is `arm` [m] from O; inertia about it [kg m^2], the second about the
    axis of the top; radius: of the disc as drawn [m]. z is up. The numbers are those of the
    benchmark for rotations (Geradin and Cardona).
    """
    m = Mechanism("heavy top", (0.0, 0.0, -GRAVITY))
    top = m.body("top", mass, (0.0, arm, 0.0), inertia)
    link(top, (0.0, 0.0, 0.0), (0.0, 1.15 * arm, 0.0), 0.02 * arm, BLUE)
    pin(top, (0.0, arm, 0.0), (0.0, 1.0, 0.0), radius, 0.12 * radius, ORANGE)
    block(top, (0.6 * radius, arm, 0.0), (0.4 * radius, 0.14 * radius, 0.1 * radius), BLUE)
    m.spherical("O", m.ground, top, at=(0.0, 0.0, 0.0))
    ball(m.ground, (0.0, 0.0, 0.0), 0.03 * arm)
    return m.build()


EXAMPLE = Example(
    "heavy_top",
    heavy_top,
    "a spinning disc on a stick about a fixed point (benchmark for rotations)",
    rates={"O.omega_x": 0.0, "O.omega_y": 150.0, "O.omega_z": -4.61538},
    until=2.0,
    every=0.002,
    outputs=("top.position", "O.reaction.force"),
)

"""A ball that rolls on a turntable without slip."""

from __future__ import annotations

from sarrus.gallery.drawing import DARK, GROUND, ORANGE, SAND, STEEL, ball, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def turntable_ball(
    *, mass: float = 0.5, radius: float = 0.05, ratio: float = 0.4, table: float = 0.6
) -> Model:
    """Return the model: the body `ball` on the body `table`, which turns about z at the origin.

    mass [kg], radius [m]; ratio: inertia over mass radius^2, 2/5 for a uniform ball, 2/3 for a thin
    shell; table: its radius [m]. Joints `axle` of the table and `ball_joint`, all motions of the
    ball against ground; contact `touch`. With the table at a constant rate the ball goes in circles
    at ratio/(1 + ratio) of this rate, 2/7 for a uniform one. All numbers are assumed.
    """
    m = Mechanism("ball on a turntable", (0.0, 0.0, -GRAVITY))
    disc = m.body(
        "table", 5.0, (0.0, 0.0, -0.02), (1.25 * table**2, 1.25 * table**2, 2.5 * table**2)
    )
    place = (0.5 * table, 0.0, radius)
    inertia = (ratio * mass * radius**2,) * 3
    roller = m.body("ball", mass, (0, 0, 0), inertia, at=place)
    m.revolute("axle", m.ground, disc, at=(0.0, 0.0, 0.0), axis="z")
    m.free("ball_joint", m.ground, roller)
    m.rolling("touch", roller, radius=radius, center=place, on=disc)
    pin(disc, (0.0, 0.0, -0.02), (0.0, 0.0, 1.0), table, 0.04, SAND)
    block(disc, (0.5 * table, 0.0, 0.0005), (table, 0.02, 0.001), DARK)
    ball(roller, (0.0, 0.0, 0.0), radius, ORANGE)
    pin(roller, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.3 * radius, 2.02 * radius, STEEL)
    pin(m.ground, (0.0, 0.0, -0.1), (0.0, 0.0, 1.0), 0.05, 0.12, GROUND)
    return m.build()


EXAMPLE = Example(
    "turntable_ball",
    turntable_ball,
    "a ball that rolls on a turntable and goes in circles at 2/7 of its rate",
    drives={"axle": "3*t"},
    rates={"ball_joint.vx": 0.15, "ball_joint.vy": 0.0},
    until=4.0,
    every=0.02,
    outputs=("ball.position", "touch.grip"),
)

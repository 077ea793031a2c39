"""A gripper that lifts a part by friction, and lets it go."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, ball, block, rail
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Box, Mechanism, Model, PlacedShape, Pose, Sphere


def gripper(
    *,
    force: float = 12.0,
    opening: float = 1.1,
    mass: float = 0.2,
    width: float = 0.04,
    mu: float = 0.6,
    smoothing: float = 1e-4,
) -> Model:
    """Return the model: palm `lift`, fingers `left` and `right`, a loose part `F` on the floor.

    force [N] of each finger until the time opening [s]; mass [kg] and width [m] of the part; mu:
    friction of the fingertips. smoothing [m/s]: the speed below which friction fades; the part
    creeps down with a part of it.
    """
    half, tip, gap, finger_mass = 0.5 * width, 0.006, 0.004, 0.1
    m = Mechanism("gripper", (0.0, 0.0, -GRAVITY))
    palm = m.body("palm", 0.8, (0.0, 0.0, 0.0), (1e-3, 1e-3, 1e-3), at=(0.0, 0.0, half + 0.09))
    part = m.body("part", mass, (0.0, 0.0, 0.0), (5e-5, 5e-5, 5e-5), at=(0.0, 0.0, half))
    m.prismatic("lift", m.ground, palm, at=(0.0, 0.0, 0.0), axis="z")
    m.planar("F", m.ground, part, at=(0.0, 0.0, half), axis="y")
    block(palm, (0.0, 0.0, 0.01), (0.16, 0.05, 0.02), STEEL)
    rail(m, (0.0, 0.06, 0.15), (0.0, 0.0, 1.0), 0.3, 0.008)
    block(palm, (0.0, 0.04, 0.01), (0.03, 0.04, 0.03), DARK)
    block(m.ground, (0.0, 0.0, -0.005), (0.3, 0.12, 0.01), DARK)
    solid = Box((width, width, width))
    part.shape(solid, color=ORANGE)
    for name, side in (("left", -1.0), ("right", 1.0)):
        x = side * (half + gap + tip)
        finger = m.body(
            f"{name}_finger", finger_mass, (0.0, 0.0, 0.0), (1e-4, 1e-4, 1e-4), at=(x, 0.0, half)
        )
        m.prismatic(name, palm, finger, at=(x, 0.0, half + 0.09), axis="x")
        closing = -side * force
        times = [0.0, opening, opening + 0.02, opening + 10.0]
        forces = [closing, closing, -0.1 * closing, -0.1 * closing]
        m.point_force(f"{name}_force", finger, (times, forces), along="x", on=(0.0, 0.0, 0.0))
        m.joint_damper(f"{name}_damper", name, 8.0)
        m.end_stop(f"{name}_stop", name, 1e4, 1.0, lower=-0.03, upper=0.03)
        m.contact(
            f"{name}_grip", part, finger, k=2e5, a=0.5, mu=mu, smoothing=smoothing,
            shape=PlacedShape(solid), base_shape=PlacedShape(Sphere(tip), Pose((0.0, 0.0, 0.0))),
        )  # fmt: skip
        ball(finger, (0.0, 0.0, 0.0), tip, DARK)
        block(finger, (side * 0.012, 0.0, 0.035), (0.012, 0.03, 0.11), BLUE)
    m.contact("floor", part, k=1e5, a=2.0, mu=mu, smoothing=1e-3, shape=solid)
    return m.build()


EXAMPLE = Example(
    "gripper",
    gripper,
    "gripper that holds a part by friction, lifts it and lets it go",
    drives={"lift": "0.04*(1 - cos(pi*min(max((t - 0.25)/0.5, 0), 1)))"},
    until=1.4,
    every=0.01,
    outputs=("part.position", "left_grip.normal_force", "left_grip.friction_force"),
)

"""A latch: a striker lifts the pawl, passes it, is caught behind it, and is released."""

from __future__ import annotations

from math import hypot

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, bearing, block, link, pin
from sarrus.gallery.example import Example
from sarrus.model import Box, Mechanism, Model, PlacedShape, Pose, Sphere

Y = (0.0, 1.0, 0.0)


def latch(
    *,
    release: float = 0.35,
    mass: float = 0.25,
    spring: float = 25.0,
    torque: float = 0.2,
    mu: float = 0.15,
) -> Model:
    """Return the model: a slide `S` with a striker, a pawl `P` on a spring.

    release [s]: when a magnet lifts the pawl with a torque [N m]; mass [kg] of the slide; spring
    [N/m] that pushes it out again; mu: friction of the striker.
    """
    radius, thick = 0.005, 0.012
    front, tip, top = (0.02, 0.014), (0.042, -0.006), (0.042, 0.014)
    pivot = (0.10, -0.004)
    m = Mechanism("latch", (0.0, 0.0, 0.0))
    slide = m.body("slide", mass, (0.0, 0.0, 0.0), (1e-3, 1e-3, 1e-3), at=(-0.02, 0.0, 0.0))
    pawl = m.body(
        "pawl", 0.06, (-0.045, 0.0, 0.012), (5e-5, 5e-5, 5e-5), at=(pivot[0], 0.0, pivot[1])
    )
    m.prismatic("S", m.ground, slide, at=(-0.02, 0.0, 0.0), axis="x")
    m.revolute("P", m.ground, pawl, at=(pivot[0], 0.0, pivot[1]), axis="y")
    m.joint_spring("pawl_spring", "P", k=0.2, d=0.003, preload=-0.12)
    m.end_stop("pawl_stop", "P", 200.0, 0.2, lower=0.0, upper=1.2)
    m.joint_spring("slide_spring", "S", k=spring, d=0.2, free=-0.03)
    m.end_stop("buffer", "S", 2e4, 1.5, lower=-0.01, upper=0.0745)
    times = [0.0, release, release + 0.005, release + 10.0]
    m.moment("magnet", pawl, (times, [0.0, 0.0, torque, torque]), along="y")
    striker = PlacedShape(Sphere(radius))
    wide, length = 0.002, hypot(tip[0] - front[0], tip[1] - front[1])
    along, down = (tip[0] - front[0]) / length, (tip[1] - front[1]) / length
    middle = (
        0.5 * (front[0] + tip[0] - wide * down) - pivot[0],
        0.0,
        0.5 * (front[1] + tip[1] + wide * along) - pivot[1],
    )
    turn = ((along, 0.0, -down), (0.0, 1.0, 0.0), (down, 0.0, along))
    ramp = PlacedShape(Box((length, thick, wide)), Pose(middle, turn))
    thin, low = 0.004, tip[1] + 0.0025  # behind the ramp, whose tip is the lowest
    back = tip[0] + 0.0025
    face = PlacedShape(
        Box((thin, thick, top[1] - low)),
        Pose((back - 0.5 * thin - pivot[0], 0.0, 0.5 * (low + top[1]) - pivot[1])),
    )
    for name, shape in (("ramp", ramp), ("hook", face)):
        m.contact(name, slide, pawl, k=1e5, a=1.0, mu=mu, shape=striker, base_shape=shape)
        pawl.shape(shape.shape, shape.pose.position, shape.pose.rotation, color=BLUE)
    elbow = (-0.01, 0.0, top[1] - pivot[1])
    link(pawl, (0.0, 0.0, 0.0), elbow, 0.004, BLUE)
    link(pawl, elbow, (front[0] - pivot[0] + 0.004, 0.0, top[1] - pivot[1] + 0.001), 0.004, BLUE)
    bearing(m, (pivot[0], 0.0, pivot[1]), Y, 0.006, 2.0 * thick)
    pin(slide, (0.0, 0.0, 0.0), Y, radius, 2.0 * thick, DARK)
    block(slide, (-0.02, 1.9 * thick, 0.0), (0.07, 0.02, 0.03), ORANGE)
    block(m.ground, (0.03, 1.5 * thick, -0.014), (0.22, thick, 0.008), STEEL)
    return m.build()


EXAMPLE = Example(
    "latch",
    latch,
    "latch whose pawl catches a striker, holds it and lets it go",
    rates={"S": 1.5},
    until=0.6,
    every=0.002,
    outputs=("slide.position", "P.angle", "hook.normal_force"),
)

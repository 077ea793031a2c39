"""A brake that judders: its caliper sticks to the disc, is carried along, and springs back."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, bearing, link, pin
from sarrus.gallery.example import Example
from sarrus.model import Box, Mechanism, Model

AXIS = (0.0, 1.0, 0.0)


def stick_slip_brake(
    *,
    sliding: float = 12.0,
    static: float = 18.0,
    stiffness: float = 40e3,
    damping: float = 20.0,
    inertia: float = 0.02,
    radius: float = 0.12,
) -> Model:
    """Return the model: disc `A`, caliper `P` on the disc, friction `pads`, anchor `anchor`.

    sliding, static: torques of friction [N m]; stiffness [N/m] and damping [N s/m] of the anchor,
    which holds the caliper; inertia of the caliper about the axis [kg m^2]; radius of the disc [m].
    """
    m = Mechanism("stick-slip brake", (0.0, 0.0, 0.0))
    disc = m.body("disc", 6.0, (0, 0, 0), (0.02, 0.04, 0.02))
    caliper = m.body("caliper", 1.5, (0, 0, 0), (inertia, inertia, inertia))
    m.revolute("A", m.ground, disc, at=(0, 0, 0), axis="y")
    m.revolute("P", disc, caliper, at=(0, 0, 0), axis="y")
    m.joint_friction("pads", "P", sliding, static, exact=True)
    arm, foot = (radius, 0.0, 0.0), (radius, 0.0, 0.15)
    m.spring_damper(
        "anchor", m.ground, caliper, k=stiffness, c=damping, free_length=0.15, on_a=foot, on_b=arm
    )
    pin(disc, (0, 0, 0), AXIS, radius, 0.01, BLUE)
    pin(disc, (0, 0, 0), AXIS, 0.3 * radius, 0.05, DARK)
    hole = 0.6 * radius
    for x, z in ((hole, hole), (hole, -hole), (-hole, hole), (-hole, -hole)):
        pin(disc, (0.7 * x, -0.006, 0.7 * z), AXIS, 0.09 * radius, 0.006)
    pad = Box((0.35 * radius, 0.012, 0.5 * radius))
    for y in (-0.012, 0.012):
        caliper.shape(pad, (0.85 * radius, y, 0), color=ORANGE)
    caliper.shape(Box((0.12 * radius, 0.036, 0.5 * radius)), (1.08 * radius, 0, 0), color=ORANGE)
    bearing(m, (0, 0.05, 0), AXIS, 0.2 * radius, 0.03)
    link(m.ground, (0.7 * radius, 0, 0.16), (1.3 * radius, 0, 0.16), 0.008, DARK)
    return m.build()


EXAMPLE = Example(
    "stick_slip_brake",
    stick_slip_brake,
    "brake whose caliper sticks to the disc and springs back, 17 times a second",
    rates={"A": 0.5},
    drives={"A": "0.5*t"},
    until=0.5,
    every=5e-4,
    outputs=("P.rate", "pads.friction", "pads.sense"),
)

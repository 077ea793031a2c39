"""A Scotch yoke: a pin in a slot across its way makes a pure cosine."""

from __future__ import annotations

from sarrus.curves import LineCurve
from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, bearing, block, link, pin, rail
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def scotch_yoke(
    *, crank: float = 0.1, mass: float = 2.0, inertia: float = 0.02, damping: float = 8.0
) -> Model:
    """Return the model: crank `A`, yoke in its guide `B`, the pin in the slot `pin`.

    crank: its radius [m]; mass of the yoke [kg], inertia of the crank [kg m^2], damping of the
    guide [N s/m]. y is up, the yoke slides along x.
    """
    m = Mechanism("scotch yoke", (0.0, -GRAVITY, 0.0))
    wheel = m.body("crank", 1.0, (0.0, 0.0, 0.0), (inertia, inertia, inertia))
    yoke = m.body("yoke", mass, (0.0, 0.0, 0.0), (0.01, 0.01, 0.01), at=(crank, 0.0, 0.0))
    m.revolute("A", m.ground, wheel, at=(0.0, 0.0, 0.0), axis="z")
    m.prismatic("B", m.ground, yoke, at=(crank, 0.0, 0.0), axis="x")
    m.point_on_curve("pin", yoke, wheel, curve=LineCurve(), origin=(crank, 0.0, 0.0), x_axis="y",
                     point=(crank, 0.0, 0.0))  # fmt: skip
    m.joint_damper("load", "B", damping)
    t = 0.08 * crank
    pin(wheel, (0.0, 0.0, -2.0 * t), (0.0, 0.0, 1.0), 1.25 * crank, 2.0 * t, BLUE)
    pin(wheel, (crank, 0.0, 0.0), (0.0, 0.0, 1.0), t, 4.0 * t, DARK)
    for x in (-1.6 * t, 1.6 * t):
        block(yoke, (x, 0.0, 0.5 * t), (t, 2.6 * crank, 2.0 * t), GREEN)
    for y in (-1.3 * crank, 1.3 * crank):
        block(yoke, (0.0, y, 0.5 * t), (4.2 * t, t, 2.0 * t), GREEN)
    for side in (-1.0, 1.0):
        link(yoke, (side * 2.0 * t, 0.0, 0.5 * t), (side * 2.2 * crank, 0.0, 0.5 * t), t, ORANGE)
        rail(m, (side * 2.9 * crank, -2.6 * t, 0.5 * t), (1.0, 0.0, 0.0), 0.8 * crank, t)
    bearing(m, (0.0, 0.0, -4.0 * t), (0.0, 0.0, 1.0), 2.0 * t, 2.0 * t)
    return m.build()


EXAMPLE = Example(
    "scotch_yoke",
    scotch_yoke,
    "Scotch yoke driven by a torque",
    rates={"A": 10.0},
    inputs={"A": 4.0},
    until=2.0,
    every=0.005,
    outputs=("B.displacement", "A.rate", "pin.normal_force"),
)

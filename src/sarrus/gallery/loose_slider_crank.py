"""A slider-crank whose pin has play."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, bearing, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Box, Mechanism, Model


def loose_slider_crank(*, clearance: float = 5e-4, mu: float = 0.05, speed: float = 60.0) -> Model:
    """Return the model: a slider-crank whose pin `C`, at the slider, has play.

    clearance of the pin [m]; speed: of the crank [rad/s], for which the damping of the contact is
    chosen. Crank 50 mm, rod 120 mm. All numbers are assumed.
    """
    r, rod_length, thick = 0.05, 0.12, 0.008
    # restitution holds at one speed: ten clearances while the crank turns by a radian are assumed
    impact_speed = clearance * speed * 10.0
    m = Mechanism("loose slider-crank", (0.0, -GRAVITY, 0.0))
    crank = m.body("crank", 0.3, (0.0, 0.0, 0.0), (1e-4, 1e-4, 1e-4))
    rod = m.body(
        "rod", 0.21, (0.5 * rod_length, 0.0, 0.0), (1e-5, 2.5e-4, 2.5e-4), at=(r, 0.0, 0.0)
    )
    slider = m.body("slider", 0.14, inertia=(1e-4, 1e-4, 1e-4), at=(r + rod_length, 0.0, 0.0))
    m.revolute("A", m.ground, crank, at=(0.0, 0.0, 0.0), axis="z")
    m.revolute("B", crank, rod, at=(r, 0.0, 0.0), axis="z")
    m.prismatic("S", m.ground, slider, at=(r + rod_length, 0.0, 0.0), axis="x")
    m.clearance_revolute(
        "C", rod, slider, at=(r + rod_length, 0.0, 0.0), axis="z", clearance=clearance, mu=mu,
        radius=0.01, k=2e7, restitution=0.8, impact_speed=impact_speed,
    )  # fmt: skip
    link(crank, (0.0, 0.0, 0.0), (r, 0.0, 0.0), thick, ORANGE)
    link(rod, (0.0, 0.0, 2.0 * thick), (rod_length, 0.0, 2.0 * thick), 0.7 * thick, BLUE)
    pin(rod, (rod_length, 0.0, thick), (0.0, 0.0, 1.0), 0.009, 5.0 * thick, DARK)
    slider.shape(Box((0.05, 0.035, 2.0 * thick)), color=STEEL)
    bearing(m, (0.0, 0.0, -2.0 * thick), (0.0, 0.0, 1.0), 1.5 * thick, thick)
    return m.build()


EXAMPLE = Example(
    "loose_slider_crank",
    loose_slider_crank,
    "slider-crank whose pin has play: impacts and rattling in the bearing",
    rates={"A": 60.0},
    drives={"A": "60*t"},
    until=0.2,
    every=0.0005,
    outputs=("slider.acceleration", "C.gap", "C.normal_force"),
)

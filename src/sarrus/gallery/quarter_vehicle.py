"""A quarter of a vehicle: body and wheel above each other, on a road that passes below."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, wheel_body
from sarrus.model import Box, Mechanism, Model
from sarrus.road import CosineBump, Flat, Road


def quarter_vehicle(
    *,
    sprung: float = 320.0,
    unsprung: float = 40.0,
    k: float = 18_000.0,
    c: float = 1_200.0,
    tyre_k: float = 200_000.0,
    tyre_c: float = 100.0,
    radius: float = 0.31,
    road: Road | None = None,
    speed: float = 0.0,
    follows: str = "point",
    between: tuple[float, float] | None = None,
) -> Model:
    """Return the model: joints `bounce` of the body and `hop` of the wheel, both upwards.

    sprung, unsprung [kg]; spring k [N/m] and damper c [N s/m]; tyre stiffness [N/m], damping
    [N s/m] and radius [m]. The road passes with `speed` [m/s]; follows, between: see
    `Mechanism.wheel_contact`. Drawn, and with all coordinates zero, it rests on level ground.
    """
    m = Mechanism("quarter vehicle", (0.0, 0.0, -GRAVITY))
    low = (0.0, 0.0, radius - (sprung + unsprung) * GRAVITY / tyre_k)
    high = (0.0, 0.0, low[2] + 0.45)
    wheel_body(m, "wheel", unsprung, low, radius)
    body = m.body("body", sprung, (0, 0, 0), (40.0, 40.0, 60.0), at=high)
    body.shape(Box((0.8, 0.5, 0.3)), color=BLUE)
    m.prismatic("hop", m.ground, "wheel", at=low, axis="z")
    m.prismatic("bounce", m.ground, "body", at=high, axis="z")
    load = -sprung * GRAVITY
    m.spring_damper("suspension", "wheel", "body", at_a=low, at_b=high, k=k, c=c, preload=load)
    m.wheel_contact(
        "tyre", "wheel", road or Flat(), at=low, radius=radius, k=tyre_k, c=tyre_c,
        follows=follows, contact="vertical", speed=speed, between=between,
    )  # fmt: skip
    return m.build()


EXAMPLE = Example(
    "quarter_vehicle",
    quarter_vehicle,
    "body and wheel above each other, over a bump at 10 m/s",
    parameters={"road": CosineBump(0.05, 1.0, at=2.0), "speed": 10.0},
    until=2.0,
    every=0.005,
    outputs=("bounce.displacement", "hop.displacement", "body.acceleration"),
)

"""Half a vehicle: chassis and two axles in their plane, driving along a road."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, wheel_body
from sarrus.model import Box, Mechanism, Model
from sarrus.road import CosineBump, Flat, Road


def half_vehicle(
    *,
    sprung: float = 1_200.0,
    pitch_inertia: float = 1_800.0,
    unsprung: tuple[float, float] = (90.0, 80.0),
    front: float = 1.2,
    rear: float = 1.5,
    k: tuple[float, float] = (38_000.0, 34_000.0),
    c: tuple[float, float] = (2_600.0, 2_400.0),
    tyre_k: float = 400_000.0,
    tyre_c: float = 200.0,
    radius: float = 0.31,
    height: float = 0.55,
    speed: float = 0.0,
    road: Road | None = None,
    follows: str = "point",
    contact: str = "vertical",
    between: tuple[float, float] | None = None,
) -> Model:
    """Return the model: `chassis` moves in the plane (x, z, pitch), `front`, `rear` slide on it.

    sprung [kg] with its inertia [kg m^2] about the centre of mass at `height` [m]; the axles are
    `front` [m] ahead of it and `rear` behind it; pairs are (front, rear). k [N/m]; c [N s/m].
    speed [m/s]: at the start; a vertical contact does not brake it. Drawn, and with all coordinates
    zero, it rests on level ground. Pitch is positive where the nose goes down, about y.
    """
    m = Mechanism("half vehicle", (0.0, 0.0, -GRAVITY))
    base = front + rear
    loads = (sprung * GRAVITY * rear / base, sprung * GRAVITY * front / base)
    chassis = m.body("chassis", sprung, (0, 0, 0),
                     (0.3 * pitch_inertia, pitch_inertia, pitch_inertia),
                     at=(0.0, 0.0, height))  # fmt: skip
    chassis.shape(Box((base + 1.2, 0.84, 0.3)), (0.0, 0.0, 0.1), color=BLUE)
    chassis.shape(Box((0.5 * base, 0.76, 0.35)), (-0.15, 0.0, 0.42), color=BLUE)
    m.planar("chassis", m.ground, "chassis", at=(0.0, 0.0, height), axis="y", x_axis="x")
    if speed:
        m.start_velocity("chassis", velocity=(speed, 0.0, 0.0))
    for i, (name, x) in enumerate((("front", front), ("rear", -rear))):
        weight = loads[i] + unsprung[i] * GRAVITY
        low = (x, 0.0, radius - weight / tyre_k)
        wheel_body(m, name, unsprung[i], low, radius, apart=0.55)
        m.prismatic(name, "chassis", name, at=low, axis="z")
        high = (x, 0.0, height)
        m.spring_damper(f"{name} suspension", name, "chassis", at_a=low, at_b=high,
                        k=k[i], c=c[i], preload=-loads[i])  # fmt: skip
        m.wheel_contact(
            f"{name} tyre", name, road or Flat(), at=low, radius=radius, k=tyre_k, c=tyre_c,
            follows=follows, contact=contact, between=between,
        )  # fmt: skip
    return m.build()


EXAMPLE = Example(
    "half_vehicle",
    half_vehicle,
    "chassis and two axles in their plane, over a bump at 15 m/s",
    parameters={"road": CosineBump(0.08, 2.0, at=5.0), "speed": 15.0},
    until=2.0,
    every=0.005,
    outputs=("chassis.acceleration", "chassis.angle", "front.displacement", "rear.displacement"),
)

"""Half a vehicle: chassis and two axles in their plane, driving along a road."""

from __future__ import annotations

from sarrus.gallery.wheels import GRAVITY, wheel_body
from sarrus.model import Box, Mechanism, Model
from sarrus.road import Flat, Road


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
    road: Road | None = None,
    follows: str = "point",
    contact: str = "vertical",
    between: tuple[float, float] | None = None,
) -> Model:
    """Return the model: `chassis` moves in the plane (x, z, pitch), `front`, `rear` slide on it.

    sprung [kg] with its inertia [kg m^2] about the centre of mass at `height` [m]; the axles are
    `front` [m] ahead of it and `rear` behind it; pairs are (front, rear). k [N/m]; c [N s/m]. Give
    it its speed by `system.velocities_of({"chassis.vx": 20.0})`; a vertical contact does not brake
    it. Drawn, and with all coordinates zero, it rests on level ground. Pitch is
    positive where the nose goes down, about y.
    """
    m = Mechanism("half vehicle", (0.0, 0.0, -GRAVITY))
    base = front + rear
    loads = (sprung * GRAVITY * rear / base, sprung * GRAVITY * front / base)
    m.body("chassis", sprung, (0, 0, 0), (0.3 * pitch_inertia, pitch_inertia, pitch_inertia),
           at=(0.0, 0.0, height), shape=Box((base + 1.2, 1.4, 0.5)))  # fmt: skip
    m.planar("chassis", m.ground, "chassis", at=(0.0, 0.0, height), axis="y", x_axis="x")
    for i, (name, x) in enumerate((("front", front), ("rear", -rear))):
        weight = loads[i] + unsprung[i] * GRAVITY
        low = (x, 0.0, radius - weight / tyre_k)
        wheel_body(m, name, unsprung[i], low, radius)
        m.prismatic(name, "chassis", name, at=low, axis="z")
        high = (x, 0.0, height)
        m.spring_damper(f"{name} suspension", name, "chassis", at_a=low, at_b=high,
                        k=k[i], c=c[i], preload=-loads[i])  # fmt: skip
        m.wheel_contact(
            f"{name} tyre", name, road or Flat(), at=low, radius=radius, k=tyre_k, c=tyre_c,
            follows=follows, contact=contact, between=between,
        )  # fmt: skip
    return m.build()

"""A planetary gear set: the sun drives, the ring is held, the carrier follows slowly."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, SAND, bearing, link, pin, wheel
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Mechanism, Model


def planetary_gear(
    *,
    module: float = 2e-3,
    sun: int = 24,
    planet: int = 18,
    planets: int = 3,
    width: float = 0.02,
    density: float = 7850.0,
    damping: float = 3.0,
) -> Model:
    """Return the model: hinges `sun`, `carrier`, `planet_1` and so on; teeth `sun_1`, `ring_1`, ...

    The ring is of ground, with sun + 2 planet teeth. module [m]; width: of the wheels [m]; density:
    of these, taken as cylinders [kg/m^3]; damping: of the load on the carrier [N m s/rad]. y is up,
    the axes lie along z. All numbers are assumed.
    """
    m = Mechanism("planetary gear", (0.0, -GRAVITY, 0.0))
    ring, z, O = sun + 2 * planet, (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
    r_sun, r_planet, r_ring = (0.5 * module * n for n in (sun, planet, ring))
    reach = r_sun + r_planet

    center = _disc(m, "sun", r_sun, width, density, O)
    carrier = m.body("carrier", 0.3, O, (1e-4, 1e-4, 2e-4))
    m.revolute("sun", m.ground, center, at=O, axis="z")
    m.revolute("carrier", m.ground, carrier, at=O, axis="z")
    wheel(center, O, z, r_sun, width, sun, ORANGE, towards=(1.0, 0.0, 0.0))
    pin(center, (0.0, 0.0, width), z, 2.5 * module, 3.0 * width, DARK)
    bearing(m, (0.0, 0.0, 2.2 * width), z, 3.5 * module, 0.4 * width)
    for k in range(planets):
        turn = 2.0 * math.pi * k / planets
        x, y = reach * math.cos(turn), reach * math.sin(turn)
        at, name = (x, y, 0.0), f"planet_{k + 1}"
        body = _disc(m, name, r_planet, width, density, at)
        m.revolute(name, carrier, body, at=at, axis="z")
        m.spur_gears(f"sun_{k + 1}", center, body, at=O, at2=at, axis="z", module=module,
                     teeth_1=sun, teeth_2=planet)  # fmt: skip
        m.internal_gears(f"ring_{k + 1}", body, m.ground, at=at, at2=O, axis="z", module=module,
                         teeth_1=planet, teeth_2=ring, flank=-1)  # fmt: skip
        wheel(body, O, z, r_planet, width, planet, BLUE, towards=(-x, -y, 0.0), gap=True)
        link(carrier, (0.0, 0.0, -width), (x, y, -width), 2.0 * module, GREEN)
        pin(carrier, (x, y, -0.4 * width), z, 1.5 * module, 1.6 * width, DARK)
    m.joint_damper("load", "carrier", damping)
    wheel(m.ground, O, z, r_ring, width, ring, SAND, towards=(1.0, 0.0, 0.0),
          rim=r_ring + 5.0 * module)  # fmt: skip
    return m.build()


def _disc(
    m: Mechanism,
    name: str,
    radius: float,
    width: float,
    density: float,
    at: tuple[float, float, float],
) -> BodyHandle:
    """Add a wheel with the mass and inertia of a cylinder."""
    mass = density * math.pi * radius * radius * width
    across = mass * (3.0 * radius * radius + width * width) / 12.0
    inertia = (across, across, 0.5 * mass * radius * radius)
    return m.body(name, mass, (0.0, 0.0, 0.0), inertia, at=at)


EXAMPLE = Example(
    "planetary_gear",
    planetary_gear,
    "planetary set whose sun drives the carrier, with the ring held",
    inputs={"sun": 2.0},
    until=0.5,
    every=0.001,
    outputs=("carrier.rate", "sun_1.tooth_force", "ring_1.tooth_force"),
)

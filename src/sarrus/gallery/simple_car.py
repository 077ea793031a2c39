"""A passenger car without links: a chassis on four wheels that slide up and down, with a driver."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.gallery.drawing import BLUE, DARK, STEEL, block, link
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, WIDTH
from sarrus.model import Box, Cylinder, Mechanism, Model
from sarrus.paths import Path, PointPath
from sarrus.road import Flat, Road
from sarrus.tyres import BrushTyre, Tyre

TYRE = BrushTyre(
    radius=0.316, k=210e3, load=4000.0, c=200.0, stiffness=58e3, stiffness_along=90e3, mu=1.0,
    relaxation=0.45, relaxation_along=0.2, rolling=0.01,
)  # fmt: skip
REAR_TYRE = BrushTyre(
    radius=0.316, k=210e3, load=4000.0, c=200.0, stiffness=75e3, stiffness_along=90e3, mu=1.0,
    relaxation=0.45, relaxation_along=0.2, rolling=0.01,
)  # fmt: skip
"""Plausible numbers of a passenger car's tyres, of no measurement; the rear ones are stiffer."""
CORNERS = ("fl", "fr", "rl", "rr")
QUARTER = (1.5707963267948966, 0.0, 0.0)
"""Turns a cylinder about x, so that its axis is y."""


def simple_car(
    *,
    speed: float = 20.0,
    chassis: float = 1250.0,
    inertia: tuple[float, float, float] = (480.0, 1850.0, 2050.0),
    front: float = 1.2,
    rear: float = 1.5,
    track: float = 1.54,
    height: float = 0.58,
    upright: float = 20.0,
    wheel: float = 20.0,
    wheel_inertia: tuple[float, float] = (0.6, 1.0),
    k: tuple[float, float] = (32e3, 34e3),
    c: tuple[float, float] = (2600.0, 2700.0),
    tyre: Tyre = TYRE,
    rear_tyre: Tyre | None = REAR_TYRE,
    road: Road | None = None,
    steering: tuple[float, float] = (20e3, 200.0),
    power: float = 120e3,
    antilock: bool = True,
    path: Path | None = None,
    steer: Any = 0.0,
) -> Model:
    """Return the model: free joint `chassis`; sliders, kingpins and hubs at the corners fl to rr.

    speed [m/s]: that the driver holds, and at the start; masses [kg], inertia of the chassis and of
    a wheel (about a diameter, about the axle) [kg m^2]; axles `front` ahead of and `rear` behind the
    centre of mass of the chassis, which is at `height` [m]; k [N/m], c [N s/m]: front and rear
    suspensions; tyre, rear_tyre: the latter as the front ones where it is None; steering: stiffness and damping of each kingpin [N m/rad, N m s/rad]. An electric
    motor drives the front wheels by an open differential; brakes at all wheels, with anti-lock
    control. path, steer: what the driver follows. Joints: `travel_fl`, `kingpin_fl` (front), `hub_fl`; tyres
    `tyre_fl`, brakes `brake_fl`, and so on; elements `driver`, `motor`, `air`. Numbers are plausible, of no car.
    """  # noqa: E501
    m = Mechanism("simple car", (0.0, 0.0, -GRAVITY))
    base = front + rear
    share = (rear / base, front / base)
    body = m.body("chassis", chassis, (0, 0, 0), inertia, at=(0.0, 0.0, height))
    body.shape(Box((base + 1.3, track - 0.1, 0.4)), (-0.1, 0.0, 0.05), color=BLUE)
    body.shape(Box((0.55 * base, track - 0.3, 0.45)), (-0.35, 0.0, 0.45), color=DARK)
    m.free("chassis", m.ground, "chassis", at=(0.0, 0.0, height))
    m.start_velocity("chassis", velocity=(speed, 0.0, 0.0))
    for corner in CORNERS:
        is_front, is_left = corner[0] == "f", corner[1] == "l"
        axle = 0 if is_front else 1
        shod = tyre if is_front or rear_tyre is None else rear_tyre
        x, y = front if is_front else -rear, 0.5 * track if is_left else -0.5 * track
        carried = 0.5 * chassis * GRAVITY * share[axle]
        load = carried + (upright + wheel) * GRAVITY
        low = (x, y, shod.free_radius - load / _stiffness(shod))
        top = (x, y, height + 0.25)
        knuckle = f"upright_{corner}"
        slider = m.body(
            knuckle, 0.5 * upright if is_front else upright, (0, 0, 0), (0.2,) * 3, at=low
        )
        inner = 0.13 if is_left else -0.13
        link(slider, (0.0, -inner, 0.0), (0.0, -inner, 0.35), 0.025, STEEL)
        m.prismatic(f"travel_{corner}", "chassis", knuckle, at=low, axis="z")
        if is_front:
            steered = f"knuckle_{corner}"
            turned = m.body(steered, 0.5 * upright, (0, 0, 0), (0.3,) * 3, at=low)
            block(turned, (0.0, -0.08 if is_left else 0.08, 0.0), (0.16, 0.03, 0.16), STEEL)
            m.revolute(f"kingpin_{corner}", knuckle, steered, at=low, axis="z")
        m.spring_damper(
            f"spring_{corner}", knuckle, "chassis", at_a=low, at_b=top, k=k[axle], c=c[axle],
            preload=-carried,
        )  # fmt: skip
        across, about = wheel_inertia
        made = m.body(f"wheel_{corner}", wheel, (0, 0, 0), (across, about, across), at=low)
        made.shape(Cylinder(shod.free_radius, WIDTH), (0.0, 0.0, 0.0), rpy=QUARTER, color=DARK)
        made.shape(Cylinder(0.2, 1.03 * WIDTH), (0.0, 0.0, 0.0), rpy=QUARTER, color=STEEL)
        m.revolute(f"hub_{corner}", steered if is_front else knuckle, made, at=low, axis="y")
        m.tyre(
            f"tyre_{corner}", made, shod, at=low, road=road or Flat(),
            side="left" if is_left else "right",
        )  # fmt: skip
        m.start_velocity(knuckle, velocity=(speed, 0.0, 0.0))
        rolls = (0.0, speed / shod.rolling_radius(load, speed / shod.free_radius), 0.0)
        m.start_velocity(made, velocity=(speed, 0.0, 0.0), angular_velocity=rolls)
        m.brake(
            f"brake_{corner}", f"hub_{corner}", "300 N*m/MPa" if is_front else "110 N*m/MPa",
            driver="driver", antilock=f"tyre_{corner}" if antilock else None,
        )  # fmt: skip
    m.driver(
        "driver", "kingpin_fl", "chassis", other="kingpin_fr", k=steering[0], d=steering[1],
        wheelbase=base, understeer=0.003, speed=speed, path=path, steer=steer,
    )  # fmt: skip
    m.electric_motor(
        "motor", "hub_fl", other="hub_fr", gear=9.0, torque=300.0, power=power, driver="driver",
        regeneration=0.2,
    )  # fmt: skip
    middle = (0.5 * (front - rear), 0.0, height)
    m.aerodynamics("air", "chassis", at=middle, area=2.2, drag=0.3, lift=0.1, balance=0.4,
                   side=2.0, yaw=0.3, length=base)  # fmt: skip
    return m.build()


def _stiffness(tyre: Tyre) -> float:
    """Return load over deflection of a tyre at its nominal load [N/m]."""
    low, high = 0.0, 0.5 * tyre.free_radius
    for _ in range(60):
        middle = 0.5 * (low + high)
        if float(tyre.vertical_force(middle, 0.0, None)) < tyre.nominal_load:
            low = middle
        else:
            high = middle
    return tyre.nominal_load / high


DOUBLE_LANE_CHANGE = PointPath(
    x=np.array([0.0, 20, 40, 48, 56, 64, 72, 80, 96, 104, 112, 120, 128, 150]),
    y=np.array([0.0, 0, 0, 0.3, 1.2, 2.3, 3.2, 3.5, 3.5, 3.2, 2.3, 1.2, 0.3, 0]),
)

EXAMPLE = Example(
    "simple_car",
    simple_car,
    "a car that follows a double lane change at 72 km/h",
    parameters={"path": DOUBLE_LANE_CHANGE},
    until=7.0,
    every=0.02,
    rtol=1e-6,
    atol=1e-8,
    outputs=("driver.offset", "chassis.velocity", "tyre_fl.alpha", "tyre_fl.F_z"),
)

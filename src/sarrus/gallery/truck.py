"""A tractor with a semi-trailer, on solid axles with leaf springs.

Vehicle axes (ISO 8855): x forward, y to the left, z up; in the drawing the vehicle stands at rest
on level ground. Its numbers are plausible, of no vehicle that there is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.gallery.car_parts import Axle, add_axles, add_driver
from sarrus.gallery.drawing import BLUE, DARK, STEEL
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.paths import Path, PointPath
from sarrus.road import Flat, Road
from sarrus.tyres import BrushTyre, Tyre

TYRE = BrushTyre(
    radius=0.510, k=1.0e6, load=30e3, c=1500.0, stiffness=190e3, stiffness_along=300e3, mu=0.85,
    relaxation=0.6, relaxation_along=0.3, rolling=0.007,
)  # fmt: skip
"""Plausible numbers of a truck's tyre, of no measurement."""
TWIN = BrushTyre(
    radius=0.510, k=2.0e6, load=45e3, c=3000.0, stiffness=330e3, stiffness_along=500e3, mu=0.85,
    relaxation=0.6, relaxation_along=0.3, rolling=0.007,
)  # fmt: skip
"""Two of them side by side, as one."""
POINTS: dict[str, tuple[float, float, float]] = {
    "leaf": (0.000, 0.430, 0.500),
    "kingpin": (0.000, 0.840, 0.490),
    "steering_arm": (-0.220, 0.770, 0.470),
    "wheel_center": (0.000, 1.020, 0.490),
}
"""Plausible points of an axle, left [m]."""
LEAVES = {
    "front": (3.0e6, 1.5e6, 250e3, 20e3, 60e3, 20e3),
    "rear": (4.0e6, 2.0e6, 600e3, 40e3, 120e3, 40e3),
    "trailer": (4.0e6, 2.0e6, 700e3, 40e3, 120e3, 40e3),
}
"""Stiffnesses of one leaf spring against shifts along and turns about x, y, z [N/m, N m/rad]."""
AXLE_MASSES = {"axle": 380.0, "knuckle": 60.0, "wheel": 110.0}

HANDS = (300e3, 5e3)
"""Stiffness and damping of the steering at the left kingpin [N m/rad, N m s/rad]."""
MOTOR = {"gear": 20.0, "torque": 1500.0, "power": 350e3}
BRAKES = {
    f"{axle}.{side}": gain
    for axle, gain in (
        ("front", 2.0e-3),
        ("rear", 2.4e-3),
        ("trailer.front", 2.2e-3),
        ("trailer.rear", 2.2e-3),
    )
    for side in ("left", "right")
}
"""Torque by pressure [N m/Pa]."""


def truck(
    *,
    speed: float = 20.0,
    tractor: float = 5600.0,
    tractor_inertia: tuple[float, float, float] = (3200.0, 11000.0, 11500.0),
    ahead: float = 1.30,
    behind: float = 2.40,
    height: float = 1.05,
    trailer: float = 17000.0,
    trailer_inertia: tuple[float, float, float] = (22000.0, 190e3, 190e3),
    fifth_wheel: float = -2.05,
    trailer_length: float = 8.20,
    trailer_com: float = 5.20,
    trailer_height: float = 1.75,
    spread: float = 1.31,
    tyre: Tyre = TYRE,
    twin: Tyre = TWIN,
    road: Road | None = None,
    driver: bool = True,
    path: Path | None = None,
    steer: Any = 0.0,
) -> Model:
    """Return the model of a tractor with a semi-trailer of two axles: 16 bodies, 41 freedoms.

    speed [m/s]: at the start, and held by the driver; masses [kg] and inertias [kg m^2] of tractor
    and trailer without axles; the tractor's axles `ahead` of and `behind` its centre of mass, which
    is at `height` [m]; fifth_wheel: where the trailer rests on it, ahead of that; trailer_com,
    trailer_length: behind this, the trailer's centre of mass, at trailer_height, and the middle of
    its axles, which are `spread` apart [m]; tyre: of the front axle, twin: of the others; road:
    below the wheels; driver: False leaves out the driver, who leads the left kingpin, with the
    motor of the tractor's rear wheels and all brakes; path, steer [rad]: what the driver follows
    (see `Mechanism.driver`).

    Bodies: chassis, trailer. Parts: axles `front`, `rear`, `trailer.front`, `trailer.rear` (joints
    `front.left.kingpin`, by which it steers, `rear.left.hub`). Joints: free `chassis`, universal
    `fifth_wheel` (pitch, then yaw of the trailer). Tyres: `front.left.tyre`, and so on.
    """
    ground = road or Flat()
    hitch = (fifth_wheel, 0.0, 1.15)
    middle = fifth_wheel - trailer_length
    places = {"trailer.front": middle + 0.5 * spread, "trailer.rear": middle - 0.5 * spread}
    axle_mass = AXLE_MASSES["axle"] + 2.0 * AXLE_MASSES["wheel"]
    steered = axle_mass + 2.0 * AXLE_MASSES["knuckle"]
    # the trailer rests on the fifth wheel and its axles, the tractor on its own
    back = trailer * GRAVITY * trailer_com / trailer_length
    on_hitch = trailer * GRAVITY - back
    base = ahead + behind
    front = (tractor * GRAVITY * behind + on_hitch * (behind + fifth_wheel)) / base
    rear = tractor * GRAVITY + on_hitch - front
    loads = {
        "front": 0.5 * (front + steered * GRAVITY),
        "rear": 0.5 * (rear + axle_mass * GRAVITY),
        **dict.fromkeys(places, 0.5 * (0.5 * back + axle_mass * GRAVITY)),
    }

    def axle(name: str, x: float, shod: Tyre) -> Axle:
        options: dict[str, Any] = {"guidance": "leaf", "leaf": LEAVES[name.partition(".")[0]],
                                   "masses": AXLE_MASSES, "steered": name == "front",
                                   "width": 0.3 if shod is tyre else 0.6}  # fmt: skip
        return Axle("solid_axle", x, shod, 1.0, 30e3, points=POINTS, options=options)

    m = Mechanism("truck", (0.0, 0.0, -GRAVITY))
    cab = m.body("chassis", tractor, (0, 0, 0), tractor_inertia, at=(0.0, 0.0, height))
    box = m.body("trailer", trailer, (0, 0, 0), trailer_inertia,
                 at=(fifth_wheel - trailer_com, 0.0, trailer_height))  # fmt: skip
    _draw(cab, box, ahead, behind, height, trailer_com, trailer_length, trailer_height)
    m.free("chassis", m.ground, "chassis", at=(0.0, 0.0, height))
    m.universal("fifth_wheel", "chassis", "trailer", at=hitch, axis="y", axis2="z")
    for name in ("chassis", "trailer"):
        m.start_velocity(name, velocity=(speed, 0.0, 0.0))
    own = {"front": axle("front", ahead, tyre), "rear": axle("rear", -behind, twin)}
    towed = {name: axle(name, x, twin) for name, x in places.items()}
    add_axles(m, own, loads, speed=speed, road=ground)
    add_axles(m, towed, loads, speed=speed, road=ground, chassis="trailer")
    if driver:
        add_driver(
            m, "front.left.kingpin", speed=speed, wheelbase=base, hands=HANDS, ratio=1.0,
            driven=("rear.left", "rear.right"), motor=MOTOR, brakes=BRAKES, path=path, steer=steer,
        )  # fmt: skip
    return m.build()


def _draw(
    cab: BodyHandle, box: BodyHandle, ahead: float, behind: float, height: float, com: float,
    length: float, level: float,
) -> None:  # fmt: skip
    """Draw frame and cab of the tractor, floor and box of the trailer."""
    base, low = ahead + behind, -height
    cab.shape(Box((base + 1.2, 0.85, 0.22)), (0.5 * (ahead - behind), 0, 0.95 + low), color=STEEL)
    cab.shape(Box((1.9, 2.4, 2.2)), (ahead + 0.35, 0.0, 2.15 + low), color=BLUE)
    start = com + 1.3
    body = length + 3.4
    box.shape(Box((body, 2.5, 0.15)), (start - 0.5 * body, 0.0, 1.28 - level), color=STEEL)
    box.shape(Box((body, 2.5, 2.5)), (start - 0.5 * body, 0.0, 2.60 - level), color=DARK)


LANE_CHANGE = PointPath(
    x=np.array([0.0, 15, 30, 45, 55, 65, 75, 85, 95, 110, 140, 180]),
    y=np.array([0.0, 0, 0, 0.15, 0.65, 1.45, 2.35, 3.0, 3.4, 3.5, 3.5, 3.5]),
)

EXAMPLE = Example(
    "truck",
    truck,
    "a tractor with a semi-trailer on leaf springs that changes its lane at 72 km/h",
    parameters={"path": LANE_CHANGE},
    until=6.0,
    every=0.02,
    rtol=1e-6,
    atol=1e-8,
    outputs=("driver.offset", "fifth_wheel.angle_2", "trailer.rpy", "trailer.rear.left.tyre.F_z"),
)

"""A single-seater with wishbones at all wheels. Its numbers are plausible, of no car there is.

Vehicle axes (ISO 8855): x forward, y to the left, z up; in the drawing the car stands at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.gallery.car_parts import Axle, add_axles, add_driver, at_rest, steering_ratio
from sarrus.gallery.drawing import DARK, ORANGE
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.paths import Path
from sarrus.road import Flat, Road
from sarrus.tyres import BrushTyre, Tyre

TYRE = BrushTyre(
    radius=0.330, k=230e3, load=1700.0, c=300.0, stiffness=48e3, stiffness_along=70e3, mu=1.6,
    relaxation=0.3, relaxation_along=0.15, rolling=0.012,
)  # fmt: skip
"""Plausible numbers of a slick, of no measurement."""
FRONT: dict[str, tuple[float, float, float]] = {
    "lower_front": (0.280, 0.180, 0.165),
    "lower_rear": (-0.260, 0.190, 0.170),
    "lower_ball": (0.010, 0.660, 0.175),
    "upper_front": (0.240, 0.230, 0.340),
    "upper_rear": (-0.240, 0.230, 0.330),
    "upper_ball": (-0.025, 0.640, 0.410),
    "tie_inner": (0.090, 0.200, 0.205),
    "tie_outer": (0.110, 0.650, 0.225),
    "spring_top": (0.000, 0.200, 0.480),
    "spring_bottom": (0.000, 0.560, 0.200),
    "wheel_center": (0.000, 0.730, 0.320),
}
"""Plausible hard points of the front corner, left [m]."""
REAR: dict[str, tuple[float, float, float]] = {
    **FRONT,
    "tie_inner": (-0.120, 0.200, 0.200),
    "tie_outer": (-0.130, 0.650, 0.215),
}
MASSES = {"lower_arm": 2.0, "upper_arm": 1.5, "upright": 6.0, "tie_rod": 0.5, "wheel": 12.0}

HANDS = (400.0, 8.0)
"""Stiffness and damping of the driver's arms at the steering wheel [N m/rad, N m s/rad]."""
MOTOR = {"gear": 4.0, "torque": 700.0, "power": 400e3}
BRAKES = {
    "front.left": 260e-6,
    "front.right": 260e-6,
    "rear.left": 160e-6,
    "rear.right": 160e-6,
}
"""Torque by pressure [N m/Pa]."""


def formula_car(
    *,
    speed: float = 40.0,
    chassis: float = 560.0,
    inertia: tuple[float, float, float] = (60.0, 620.0, 640.0),
    ahead: float = 1.60,
    behind: float = 1.20,
    height: float = 0.30,
    k: tuple[float, float] = (260e3, 280e3),
    c: tuple[float, float] = (9000.0, 9500.0),
    bars: tuple[float, float] = (2500.0, 1000.0),
    pinion: float = 0.014,
    front_points: Mapping[str, Any] | None = None,
    rear_points: Mapping[str, Any] | None = None,
    tyre: Tyre = TYRE,
    rear_tyre: Tyre | None = None,
    road: Road | None = None,
    wings: bool = True,
    driver: bool = True,
    path: Path | None = None,
    steer: Any = 0.0,
) -> Model:
    """Return the model of a car of 27 bodies, with 15 freedoms. Options and names: `passenger_car`.

    The tie rods of the front wheels are ahead of their centres; those of the rear wheels end on the
    chassis. Mass and height are with a driver. wings: the element `air`, which presses it down; at
    speed it runs lower than it is drawn.
    """
    shod = tyre if rear_tyre is None else rear_tyre
    own: dict[str, Any] = {"options": {"masses": MASSES, "width": 0.30}, "camber": -0.035}
    axles = {
        "front": Axle("wishbone", ahead, tyre, k[0], c[0], bars[0],
                      points={**FRONT, **(front_points or {})}, toe=-0.002, **own),
        "rear": Axle("wishbone", -behind, shod, k[1], c[1], bars[1],
                     points={**REAR, **(rear_points or {})}, toe=0.002, **own),
    }  # fmt: skip

    def car(loads: Mapping[str, float]) -> Mechanism:
        m = Mechanism("formula_car", (0.0, 0.0, -GRAVITY))
        body = m.body("chassis", chassis, (0, 0, 0), inertia, at=(0.0, 0.0, height))
        _draw(body, ahead, behind, height)
        m.free("chassis", m.ground, "chassis", at=(0.0, 0.0, height))
        m.start_velocity("chassis", velocity=(speed, 0.0, 0.0))
        rack = {"pinion": (0.090, 0.0, 0.215), "wheel": (-0.750, 0.0, 0.560)}
        add_axles(m, axles, loads, speed=speed, road=road or Flat(), pinion=pinion, rack=rack)
        if wings:
            middle = (0.5 * (ahead - behind), 0.0, height)
            m.aerodynamics("air", "chassis", at=middle, area=1.2, drag=0.9, lift=-2.4, balance=0.44,
                       length=ahead + behind)  # fmt: skip
        if driver:
            add_driver(
                m, "steering.column", speed=speed, wheelbase=ahead + behind, hands=HANDS,
                ratio=steering_ratio(axles["front"], pinion), driven=("rear.left", "rear.right"),
                motor=MOTOR, brakes=BRAKES, path=path, steer=steer,
            )  # fmt: skip
        return m

    return at_rest(car, axles)


def _draw(body: BodyHandle, ahead: float, behind: float, height: float) -> None:
    """Draw nose, tub, wings and the driver's head rest."""
    low = -height
    body.shape(Box((2.1, 0.30, 0.26)), (ahead - 0.2, 0.0, 0.26 + low), color=ORANGE)
    body.shape(Box((1.5, 0.60, 0.42)), (-0.15, 0.0, 0.32 + low), color=ORANGE)
    body.shape(Box((1.0, 0.40, 0.50)), (-behind + 0.25, 0.0, 0.40 + low), color=ORANGE)
    body.shape(Box((0.30, 0.30, 0.35)), (-0.35, 0.0, 0.72 + low), color=DARK)
    body.shape(Box((0.45, 1.60, 0.04)), (ahead + 0.65, 0.0, 0.14 + low), color=DARK)
    body.shape(Box((0.40, 1.00, 0.05)), (-behind - 0.65, 0.0, 0.85 + low), color=DARK)
    body.shape(Box((0.06, 0.10, 0.45)), (-behind - 0.55, 0.0, 0.62 + low), color=DARK)


EXAMPLE = Example(
    "formula_car",
    formula_car,
    "a single-seater with wishbones and wings that steers left and right at 40 m/s",
    parameters={"steer": "0.5*sin(pi*t)^3"},
    until=2.0,
    every=0.01,
    rtol=1e-6,
    atol=1e-8,
    outputs=("chassis.angular_velocity.z", "front.left.tyre.F_z", "chassis.acceleration"),
)

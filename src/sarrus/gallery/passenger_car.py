"""A passenger car: chassis, double wishbones, semi-trailing arms, rack, anti-roll bars, tyres.

Vehicle axes (ISO 8855): x forward, y to the left, z up. In the drawing the car stands at rest on
level ground, the centre of mass of the chassis above the origin. Its numbers are plausible, of no
car that there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.gallery.corner_parts import outward_axis
from sarrus.gallery.double_wishbone import POINTS as FRONT
from sarrus.gallery.double_wishbone import wishbone_corner
from sarrus.gallery.drawing import BLUE, DARK, STEEL, link
from sarrus.gallery.example import Example
from sarrus.gallery.steering import BAR, RACK, anti_roll_bar, rack_and_pinion
from sarrus.gallery.trailing_arm import SEMI_TRAILING, trailing_arm_corner
from sarrus.gallery.wheels import GRAVITY, loaded_radius
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.road import Flat, Road
from sarrus.tyres import BrushTyre, Tyre

TYRE = BrushTyre(
    radius=0.322, k=220e3, load=3800.0, c=250.0, stiffness=60e3, stiffness_along=90e3, mu=1.0,
    relaxation=0.45, relaxation_along=0.2, rolling=0.01,
)  # fmt: skip
"""Plausible numbers of a passenger car's tyre, of no measurement."""
ANGLES = {"front": (-0.0087, 0.0017), "rear": (-0.0175, 0.0017)}
"""Camber and toe of the wheels [rad]."""
REAR_BAR: dict[str, tuple[float, float, float]] = {
    "seat": (0.250, 0.330, 0.300),
    "arm_end": (0.080, 0.520, 0.310),
    "link_end": (0.080, 0.530, 0.280),
}


def passenger_car(
    *,
    speed: float = 20.0,
    chassis: float = 1180.0,
    inertia: tuple[float, float, float] = (420.0, 1750.0, 1900.0),
    front: float = 1.15,
    rear: float = 1.45,
    height: float = 0.56,
    k: tuple[float, float] = (75e3, 55e3),
    c: tuple[float, float] = (5000.0, 3200.0),
    bars: tuple[float, float] = (700.0, 350.0),
    pinion: float = 0.0085,
    front_points: Mapping[str, Any] | None = None,
    rear_points: Mapping[str, Any] | None = None,
    tyre: Tyre = TYRE,
    rear_tyre: Tyre | None = None,
    road: Road | None = None,
    hold: bool = True,
) -> Model:
    """Return the model of a car of 21 bodies, with 15 freedoms and four tyres.

    speed [m/s]: at the start, and held by the rear wheels unless hold=False; chassis: mass [kg],
    inertia [kg m^2] of the chassis; axles `front` ahead of and `rear` behind its centre of mass,
    which is at `height` [m]; k [N/m], c [N s/m]: of springs and dampers, front and rear; bars: of
    the anti-roll bars [N m/rad]; pinion: travel of the rack for a radian of the steering wheel
    [m]; front_points, rear_points: hard points in place of those of `wishbone_corner` and
    `trailing_arm_corner`; tyre, rear_tyre: of the rear wheels if they are others; road: below the
    wheels. The springs carry the car at rest in the drawing.

    Parts: `steering` (joints `steering.rack`, `steering.column`), `front.left`, `front.right`,
    `rear.left`, `rear.right` (bodies `front.left.wheel`, joints `front.left.hub`, springs
    `front.left.spring`), `front.bar`, `rear.bar`; free joint `chassis`; tyres `front.left.tyre`,
    and so on; force elements `drive.left`, `drive.right`.
    """
    shod = {"front": tyre, "rear": tyre if rear_tyre is None else rear_tyre}
    options: dict[str, Any] = {
        "chassis": chassis, "inertia": inertia, "front": front, "rear": rear, "height": height,
        "k": k, "c": c, "bars": bars, "pinion": pinion, "front_points": front_points,
        "rear_points": rear_points, "road": road or Flat(), "hold": hold, "speed": speed,
    }  # fmt: skip
    # masses first: they say what the wheels carry, and so how the springs are set
    usual = {axle: shod[axle].nominal_load for axle in shod}
    whole = _car(shod, usual, **options).build().mass_properties()
    share = {"front": rear + whole.com[0], "rear": front - whole.com[0]}
    loads = {axle: 0.5 * whole.mass * GRAVITY * share[axle] / (front + rear) for axle in share}
    return _car(shod, loads, **options).build()


def _car(
    shod: Mapping[str, Tyre], loads: Mapping[str, float], *, speed: float, chassis: float,
    inertia: tuple[float, float, float], front: float, rear: float, height: float,
    k: tuple[float, float], c: tuple[float, float], bars: tuple[float, float], pinion: float,
    front_points: Mapping[str, Any] | None, rear_points: Mapping[str, Any] | None, road: Road,
    hold: bool,
) -> Mechanism:  # fmt: skip
    """Return the car whose wheels carry these loads [N] in the drawing."""
    m = Mechanism("passenger_car", (0.0, 0.0, -GRAVITY))
    radii = {axle: loaded_radius(shod[axle], loads[axle]) for axle in shod}
    body = m.body("chassis", chassis, (0, 0, 0), inertia, at=(0.0, 0.0, height))
    _draw(body, front, rear, height)
    m.free("chassis", m.ground, "chassis", at=(0.0, 0.0, height))
    m.start_velocity("chassis", velocity=(speed, 0.0, 0.0))
    points = {"front": {**FRONT, **(front_points or {})},
              "rear": {**SEMI_TRAILING, **(rear_points or {})}}  # fmt: skip
    # drawings of axles stand on the ground with wheels of their own radius
    places = {
        axle: (x, 0.0, radii[axle] - float(points[axle]["wheel_centre"][2]))
        for axle, x in (("front", front), ("rear", -rear))
    }
    steering = rack_and_pinion({**RACK, "rack_end": points["front"]["tie_inner"]}, pinion=pinion)
    m.add("steering", steering, at=places["front"], connect="chassis")
    stops = {"bump_stop": (0.04, 2e7, 2.0), "rebound_stop": (0.05, 2e7, 2.0)}
    corners = {
        "front": wishbone_corner(
            front_points, camber=ANGLES["front"][0], toe=ANGLES["front"][1], radius=radii["front"],
            stiffness=k[0], damping=c[0], load=loads["front"], steering="host", **stops,
        ),
        "rear": trailing_arm_corner(
            rear_points, camber=ANGLES["rear"][0], toe=ANGLES["rear"][1], radius=radii["rear"],
            stiffness=k[1], damping=c[1], load=loads["rear"], **stops,
        ),
    }  # fmt: skip
    for axle, corner in corners.items():
        connect = {"ground": "chassis"} | ({"rack": "steering.rack"} if axle == "front" else {})
        for side in ("left", "right"):
            m.add(
                f"{axle}.{side}", corner, at=places[axle], connect=connect, mirror=side == "right"
            )
            _add_tyre(m, f"{axle}.{side}", shod[axle], loads[axle], radii[axle], speed, road)
    arms = {"front": "lower_arm", "rear": "arm"}
    for axle, bar, stiffness in (("front", BAR, bars[0]), ("rear", REAR_BAR, bars[1])):
        connect = {side: f"{axle}.{side}.{arms[axle]}" for side in ("left", "right")}
        m.add(f"{axle}.bar", anti_roll_bar(bar, stiffness=stiffness), at=places[axle],
              connect={"ground": "chassis", **connect})  # fmt: skip
    for side in ("left", "right") if hold else ():
        m.speed_control(f"drive.{side}", f"rear.{side}.hub", "chassis", kp=500.0, ki=300.0,
                        speed=speed)  # fmt: skip
    return m


def _add_tyre(
    m: Mechanism, corner: str, tyre: Tyre, load: float, radius: float, speed: float, road: Road
) -> None:
    """Add the tyre of a wheel, and let the wheel and what carries it move with the car."""
    axle, side = corner.split(".")
    wheel = f"{corner}.wheel"
    sign = 1.0 if side == "left" else -1.0
    # of the right wheel, the image of an axis to turn about
    axis = outward_axis(*ANGLES[axle]) * (sign, 1.0, sign)
    m.tyre(f"{corner}.tyre", wheel, tyre, at=f"{corner}.wheel_centre", axle=axis, side=side,
           road=road)  # fmt: skip
    rolling = speed / float(tyre.rolling_radius(load, speed / radius))
    m.start_velocity(wheel, velocity=(speed, 0, 0), angular_velocity=tuple(rolling * axis))


def _draw(body: BodyHandle, front: float, rear: float, height: float) -> None:
    """Draw floor, nose, tail, seats and the frame of the cabin, so that wheels stay in view."""
    base, middle = front + rear, 0.5 * (front - rear)
    low = np.array([0.0, 0.0, -height])
    body.shape(Box((base - 0.7, 1.25, 0.12)), (middle, 0.0, 0.28 - height), color=BLUE)
    body.shape(Box((base + 1.3, 0.62, 0.22)), (middle, 0.0, 0.42 - height), color=BLUE)
    for y in (0.34, -0.34):
        body.shape(Box((0.5, 0.45, 0.12)), (-0.30, y, 0.60 - height), color=DARK)
        body.shape(Box((0.12, 0.45, 0.6)), (-0.58, y, 0.85 - height), color=DARK)
    for y in (1.0, -1.0):
        outline = [(0.75, 0.62, 0.80), (0.15, 0.54, 1.40), (-0.85, 0.54, 1.40), (-1.45, 0.60, 0.85)]
        ends = [np.array((x, y * across, z)) + low for x, across, z in outline]
        for a, b in zip(ends, [*ends[1:], ends[0]], strict=True):
            link(body, a, b, 0.03, STEEL)
    for x, half, z in outline:
        link(body, np.array((x, half, z)) + low, np.array((x, -half, z)) + low, 0.03, STEEL)


EXAMPLE = Example(
    "passenger_car",
    passenger_car,
    "a car of wishbones, trailing arms, rack and anti-roll bars that steers left and right",
    drives={"steering.rack": "-0.006*sin(pi*t)^3"},
    until=2.0,
    every=0.01,
    rtol=1e-6,
    atol=1e-8,
    outputs=("chassis.angular_velocity.z", "front.left.tyre.F_z", "front.left.tyre.alpha"),
)

"""A passenger car: chassis, two axles, rack, anti-roll bars, tyres.

Vehicle axes (ISO 8855): x forward, y to the left, z up. In the drawing the car stands at rest on
level ground, the centre of mass of the chassis above the origin. Its numbers are plausible, of no
car that there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.gallery.car_parts import KINDS, Axle, add_axles, add_driver, at_rest, steering_ratio
from sarrus.gallery.corner_parts import check_choice, raise_all
from sarrus.gallery.drawing import BLUE, DARK, STEEL, link
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.model.building.entry import Entry
from sarrus.paths import Path
from sarrus.road import Flat, Road
from sarrus.tyres import BrushTyre, Tyre

TYRE = BrushTyre(
    radius=0.322, k=220e3, load=3800.0, c=250.0, stiffness=60e3, stiffness_along=90e3, mu=1.0,
    relaxation=0.45, relaxation_along=0.2, rolling=0.01,
)  # fmt: skip
REAR_TYRE = BrushTyre(
    radius=0.322, k=220e3, load=3800.0, c=250.0, stiffness=78e3, stiffness_along=90e3, mu=1.0,
    relaxation=0.45, relaxation_along=0.2, rolling=0.01,
)  # fmt: skip
"""Plausible numbers of a passenger car's tyres, of no measurement; the rear ones are stiffer."""
STOPS = {"bump_stop": (0.04, 2e7, 2.0), "rebound_stop": (0.05, 2e7, 2.0)}
SPRINGS = {
    "wishbone": (75e3, 5000.0),
    "strut": (26e3, 2000.0),
    "multilink": (32e3, 2800.0),
    "semi_trailing": (45e3, 3000.0),
    "trailing": (32e3, 2400.0),
    "twist_beam": (30e3, 2400.0),
    "solid_axle": (30e3, 2800.0),
}
"""Stiffness [N/m] and damping [N s/m] that give each suspension a natural frequency of 1.2 Hz or
so; the springs of wishbones and trailing arms are at a lever."""

HANDS = (400.0, 8.0)
"""Stiffness and damping of the driver's arms at the steering wheel [N m/rad, N m s/rad]."""
MOTOR = {"gear": 9.0, "torque": 320.0, "power": 140e3}
BRAKES = {
    "front.left": 300e-6,
    "front.right": 300e-6,
    "rear.left": 90e-6,
    "rear.right": 90e-6,
}
"""Torque by pressure [N m/Pa]."""


def passenger_car(
    *,
    speed: float = 20.0,
    front: str = "wishbone",
    rear: str = "semi_trailing",
    chassis: float = 1180.0,
    inertia: tuple[float, float, float] = (420.0, 1750.0, 1900.0),
    ahead: float = 1.15,
    behind: float = 1.45,
    height: float = 0.56,
    k: tuple[float | None, float | None] = (None, None),
    c: tuple[float | None, float | None] = (None, None),
    bars: tuple[float, float] = (700.0, 350.0),
    pinion: float = 0.0085,
    front_points: Mapping[str, Any] | None = None,
    rear_points: Mapping[str, Any] | None = None,
    tyre: Tyre = TYRE,
    rear_tyre: Tyre | None = REAR_TYRE,
    rear_steer: float = 0.0,
    road: Road | None = None,
    driver: bool = True,
    path: Path | None = None,
    steer: Any = 0.0,
) -> Model:
    """Return the model of a car; with the suspensions above, of 21 bodies and 15 freedoms.

    speed [m/s]: at the start, and held by the driver; front: "wishbone" or "strut"; rear: any of
    `car_parts.KINDS`: also "multilink", "semi_trailing", "trailing", "twist_beam", "solid_axle";
    chassis: mass [kg], inertia [kg m^2] of the chassis; axles `ahead` of and `behind` its centre of
    mass, which is at `height` [m]; k [N/m], c [N s/m]: of springs and dampers, front and rear,
    those of `SPRINGS` where they are None; bars: of the anti-roll bars [N m/rad], 0 for none;
    pinion: travel of the rack for a radian of the steering wheel [m]; front_points, rear_points:
    hard points in place of those of the templates; tyre, rear_tyre: the latter as the front ones
    where it is None; rear_steer: angle of the rear wheels for one of the front ones, in phase where
    it is positive, from -1 to 0.9, with a rear suspension that has tie rods; road: below the
    wheels; driver: False leaves out the driver at the steering wheel with the electric motor of the
    rear wheels and the brakes; path, steer [rad]: what the driver follows (see `Mechanism.driver`).
    The springs carry the car at rest in the drawing.

    Parts: `steering` (joints `steering.rack`, `steering.column`), with rear_steer `rear_steering`
    (the same, whose shaft `rear_steering.column` follows the steering wheel), `front.left`,
    `front.right`, `rear.left`, `rear.right` (bodies `front.left.wheel`, joints `front.left.hub`,
    springs `front.left.spring`), `front.bar`, `rear.bar`; free joint `chassis`; tyres
    `front.left.tyre`, and so on; elements `driver`, `motor`, `front.left.brake` and the other
    brakes.
    """
    problems: list[Problem] = []
    entry = Entry("passenger car", {}, problems)
    check_choice(entry, "front", front, [name for name, kind in KINDS.items() if kind.steers])
    check_choice(entry, "rear", rear, list(KINDS))
    _check_rear_steering(entry, rear, rear_steer)
    raise_all(problems)

    def axle(i: int, kind: str, x: float, shod: Tyre, points: Mapping[str, Any] | None) -> Axle:
        usual = SPRINGS[kind]
        stiffness, damping = k[i], c[i]
        return Axle(
            kind,
            x,
            shod,
            usual[0] if stiffness is None else stiffness,
            usual[1] if damping is None else damping,
            bars[i],
            points=points or {},
            options=STOPS,
        )

    axles = {
        "front": axle(0, front, ahead, tyre, front_points),
        "rear": axle(1, rear, -behind, tyre if rear_tyre is None else rear_tyre, rear_points),
    }

    def car(loads: Mapping[str, float]) -> Mechanism:
        m = Mechanism("passenger_car", (0.0, 0.0, -GRAVITY))
        body = m.body("chassis", chassis, (0, 0, 0), inertia, at=(0.0, 0.0, height))
        _draw(body, ahead, behind, height)
        m.free("chassis", m.ground, "chassis", at=(0.0, 0.0, height))
        m.start_velocity("chassis", velocity=(speed, 0.0, 0.0))
        add_axles(m, axles, loads, speed=speed, road=road or Flat(), pinion=pinion,
                  rear_steer=rear_steer)  # fmt: skip
        if driver:
            add_driver(
                m, "steering.column", speed=speed, wheelbase=ahead + behind, hands=HANDS,
                ratio=steering_ratio(axles["front"], pinion) / (1.0 - rear_steer),
                driven=("rear.left", "rear.right"), motor=MOTOR, brakes=BRAKES, path=path,
                steer=steer,
            )  # fmt: skip
        return m

    return at_rest(car, axles)


def _check_rear_steering(entry: Entry, rear: str, rear_steer: Any) -> None:
    """Report (M04) rear wheels that cannot steer, or turn as far as the front ones."""
    steers = [name for name, kind in KINDS.items() if kind.steers]
    value = entry.literal("rear_steer", rear_steer)
    if isinstance(rear_steer, bool) or not isinstance(rear_steer, (int, float)):
        entry.report("M04", "rear_steer", "must be a number", value=value)
    elif not -1.0 <= rear_steer <= 0.9:
        rule, action = "is from -1 to 0.9", "in phase with the front wheels it is positive"
        cause = "with rear wheels that turn as far as the front ones a car goes aside, not round"
        entry.report("M04", "rear_steer", rule, value=value, cause=cause, action=action)
    elif rear_steer and rear not in steers:
        rule = f"needs rear wheels with tie rods, which '{rear}' has none of"
        action = f"give rear={' or '.join(map(repr, steers))}"
        entry.report("M04", "rear_steer", rule, value=value, action=action)


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
    parameters={"steer": "0.7*sin(pi*t)^3"},
    until=2.0,
    every=0.01,
    rtol=1e-6,
    atol=1e-8,
    outputs=("chassis.angular_velocity.z", "front.left.tyre.F_z", "front.left.tyre.alpha"),
)

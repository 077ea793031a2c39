"""Solid axles: on four links with coil springs, or on leaf springs; driven, or steered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.gallery.corner_parts import (
    add_spring,
    add_wheel,
    bars_body,
    carrier_motion,
    check_choice,
    lengthening,
    point_row,
    read_corner,
    read_number,
    rod_rows,
    static_push,
    velocity,
)
from sarrus.gallery.drawing import ORANGE, pin
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry

LINKS: dict[str, tuple[float, float, float]] = {
    "lower_inner": (0.550, 0.420, 0.330),
    "lower_outer": (0.030, 0.480, 0.270),
    "upper_inner": (0.420, 0.100, 0.520),
    "upper_outer": (0.000, 0.100, 0.450),
    "panhard_inner": (-0.120, -0.480, 0.350),
    "panhard_outer": (-0.120, 0.480, 0.340),
    "spring_top": (0.000, 0.480, 0.640),
    "spring_bottom": (0.000, 0.480, 0.380),
    "damper_top": (-0.080, 0.420, 0.680),
    "damper_bottom": (-0.080, 0.520, 0.300),
    "leaf": (0.000, 0.480, 0.350),
    "kingpin": (0.000, 0.680, 0.310),
    "steering_arm": (-0.150, 0.620, 0.300),
    "wheel_center": (0.000, 0.780, 0.330),
}
"""Plausible points of the axle of a light truck, left [m]: two lower links, one upper link and a
Panhard rod, whose inner end is on the right; `leaf`: the seat of a leaf spring on the axle;
kingpin and steering_arm: of an axle that is steered."""
MASSES: dict[str, float] = {"axle": 70.0, "knuckle": 12.0, "wheel": 26.0}
"""Masses of the bodies [kg]."""
RODS = ("lower_left", "lower_right", "upper", "panhard")


def solid_axle(
    points: Mapping[str, Any] | None = None,
    *,
    guidance: str = "links",
    steered: bool = False,
    masses: Mapping[str, Any] | None = None,
    radius: Any = 0.330,
    width: Any = 0.230,
    stiffness: Any = 40e3,
    damping: Any = 3.5e3,
    preload: Any = 4.0e3,
    load: Any = None,
    leaf: Any = (1.2e6, 4.0e5, 60e3, 3.0e3, 20e3, 3.0e3),
    bump_stop: Any = None,
    rebound_stop: Any = None,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return a whole solid axle, to be a part of a vehicle.

    guidance: "links", two lower and one upper link with a Panhard rod and coil springs, or "leaf",
    two leaf springs, each with six stiffnesses `leaf` [N/m, N m/rad] against shifts along and turns
    about x, y and z, at its seat on the axle; steered: whether the wheels turn about kingpins,
    joined by a tie rod between their steering arms (the trapezium of Ackermann). points: in place
    of those in `LINKS` [m]; masses: in place of those in `MASSES` [kg]; stiffness, damping,
    preload, load, stops: of the springs, as those of `trailing_arm_corner`.

    Bodies: axle, left.wheel, right.wheel; left.knuckle, right.knuckle. Joints: free joint `axle`,
    distances lower_left, lower_right, upper, panhard; revolutes `left.hub`, `right.hub`,
    `left.kingpin`, `right.kingpin`; distance `tie_rod`. Force elements: `left.spring`,
    `left.damper`, or bushings `left.leaf`, and so on.
    """
    entry = Entry("solid axle", {}, [])
    check_choice(entry, "guidance", guidance, ("links", "leaf"))
    c = read_number(entry, "damping", damping, "N*s/m") if guidance == "leaf" else 0.0
    blades = entry.numbers("leaf", leaf, "dimensionless", 6) or (1.0,) * 6
    found = read_corner(entry, points, masses, (LINKS, MASSES), radius=radius, width=width,
                        stiffness=stiffness, preload=preload, load=load)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    rods = _rods(at)
    unsprung = 0.5 * kg["axle"] + kg["wheel"] + (kg["knuckle"] if steered else 0.0)
    if found.load is not None and guidance == "links":
        push = _push(at, rods, unsprung, found.load)
    elif found.load is not None:
        push = found.load - unsprung * GRAVITY

    m = Mechanism("solid_axle", gravity)
    center = at["wheel_center"]
    ends = [center * (1.0, -1.0, 1.0), center]
    axle = bars_body(m, "axle", kg["axle"], [*ends, np.mean(ends, axis=0)])
    pin(axle, np.mean(ends, axis=0), (0.0, 1.0, 0.0), 0.12, 0.2, ORANGE)
    m.free("axle", m.ground, axle)
    for name, (inner, outer) in rods.items() if guidance == "links" else ():
        m.distance(name, m.ground, axle, at_a=inner, at_b=outer)
    for side, s in (("left", 1.0), ("right", -1.0)):
        here = {name: place * (1.0, s, 1.0) for name, place in at.items()}
        for name, place in here.items():
            m.point(f"{side}.{name}", place)
        carrier = axle
        if steered:
            corners = [here["kingpin"], here["steering_arm"], here["wheel_center"]]
            carrier = bars_body(m, f"{side}.knuckle", kg["knuckle"], corners)
            m.revolute(f"{side}.kingpin", axle, carrier, at=here["kingpin"], axis="z")
        add_wheel(m, carrier, kg["wheel"], here["wheel_center"], np.array([0.0, 1.0, 0.0]),
                  found.disc, f"{side}.wheel", f"{side}.hub")  # fmt: skip
        if guidance == "links":
            add_spring(m, axle, here, found.k, damping, push, bump_stop, rebound_stop,
                       f"{side}.")  # fmt: skip
        else:
            _add_leaf(m, side, here["leaf"], blades, c, push)
    if steered:
        arms = [at["steering_arm"] * (1.0, s, 1.0) for s in (1.0, -1.0)]
        m.distance("tie_rod", "left.knuckle", "right.knuckle", at_a=arms[0], at_b=arms[1])
    return m


def _rods(at: Mapping[str, np.ndarray]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the ends of the four rods, on the chassis and on the axle."""
    flip = np.array([1.0, -1.0, 1.0])
    level = np.array([1.0, 0.0, 1.0])
    return {
        "lower_left": (at["lower_inner"], at["lower_outer"]),
        "lower_right": (at["lower_inner"] * flip, at["lower_outer"] * flip),
        "upper": (at["upper_inner"] * level, at["upper_outer"] * level),
        "panhard": (at["panhard_inner"], at["panhard_outer"]),
    }


def _push(
    at: Mapping[str, np.ndarray], rods: Mapping[str, tuple[np.ndarray, np.ndarray]], mass: float,
    load: float,
) -> float:  # fmt: skip
    """Return the push of one spring that balances a wheel load in the design position [N]."""
    center = at["wheel_center"]
    contact, up = center * (1.0, 1.0, 0.0), np.array([0.0, 0.0, 1.0])
    rows = [row for inner, outer in rods.values() for row in rod_rows(inner, outer)]
    level = point_row(contact, up) - point_row(contact * (1.0, -1.0, 1.0), up)
    moving = carrier_motion([*rows, level], contact)
    weights = [(mass, velocity(moving, center * (1.0, 0.0, 1.0)))]
    flip = np.array([1.0, -1.0, 1.0])
    ends = (at["spring_top"], at["spring_bottom"])
    rate = 0.5 * (lengthening(*ends, moving) + lengthening(ends[0] * flip, ends[1] * flip, moving))
    return static_push(load, weights, rate)


def _add_leaf(
    m: Mechanism, side: str, seat: np.ndarray, k: tuple[float, ...], c: float, push: float
) -> None:
    """Add a leaf spring: six springs at its seat, with the push that carries the vehicle."""
    m.bushing(f"{side}.leaf", m.ground, "axle", list(k), [0.1 * c, 0.1 * c, c, 10.0, 10.0, 10.0],
              at=seat, preload=[0.0, 0.0, -push, 0.0, 0.0, 0.0])  # fmt: skip

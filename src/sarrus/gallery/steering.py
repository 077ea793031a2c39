"""Steering gears and anti-roll bars, as parts of vehicles: their ground is the chassis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.gallery.corner_parts import bars_body, raise_all, read_number, read_points
from sarrus.gallery.drawing import DARK, STEEL, pin
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry
from sarrus.spatial.arrays import norm

RACK: dict[str, tuple[float, float, float]] = {
    "rack_end": (-0.130, 0.398, 0.252),
    "pinion": (-0.130, 0.300, 0.260),
    "wheel": (-0.750, 0.370, 0.780),
}
"""Plausible points of a rack: its left end, the pinion on it and the steering wheel [m]."""
BAR: dict[str, tuple[float, float, float]] = {
    "seat": (0.250, 0.330, 0.260),
    "arm_end": (0.030, 0.560, 0.270),
    "link_end": (0.030, 0.580, 0.195),
}
"""Plausible points of an anti-roll bar, left: its seat on the chassis, the end of its arm, and the
point of the suspension that a link joins to this [m]."""


def rack_and_pinion(
    points: Mapping[str, Any] | None = None,
    *,
    mass: Any = 4.0,
    inertia: Any = 0.04,
    pinion: Any = 0.0085,
    behind: bool = True,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return a rack with its pinion and the steering wheel.

    points: in place of those in `RACK` [m]; mass: of the rack [kg]; inertia: of the steering wheel
    about its column [kg m^2]; pinion: travel of the rack for one radian [m]; behind: whether the
    tie rods are behind the wheel centres, so that the wheels turn left where the rack goes right.

    Bodies: rack, wheel. Joints: prismatic `rack` to the left, revolute `column`, whose angle is
    positive to the left; coupler `pinion`. Corners are connected by {"rack": "steering.rack"}.
    """
    problems: list[Problem] = []
    entry = Entry("rack and pinion", {}, problems)
    at = read_points(entry, points or {}, RACK, {})
    kg = read_number(entry, "mass", mass, "kg", 0.0)
    spin = read_number(entry, "inertia", inertia, "kg*m^2", 0.0)
    travel = read_number(entry, "pinion", pinion, "m", 1e-6)
    raise_all(problems)
    m = Mechanism("rack_and_pinion", gravity)
    for name, place in at.items():
        m.point(name, place)
    end = at["rack_end"]
    rack = bars_body(m, "rack", kg, [end, end * (1.0, -1.0, 1.0)])
    m.prismatic("rack", m.ground, rack, at=end * (1.0, 0.0, 1.0), axis="y")
    # the column ends where a driver sits, and is turned to the left about its axis toward him
    way = at["wheel"] - at["pinion"]
    way = way / norm(way)
    wheel = m.body("wheel", 3.0, at["wheel"], spin * _disc_inertia(way))
    pin(wheel, at["wheel"], way, 0.18, 0.025, DARK)
    pin(wheel, 0.5 * (at["wheel"] + at["pinion"]), way, 0.012,
        float(norm(at["wheel"] - at["pinion"])), STEEL)  # fmt: skip
    m.revolute("column", m.ground, wheel, at=at["wheel"], axis=way)
    turned = travel if behind else -travel
    m.couple("pinion", {"rack.displacement": 1.0, "column.angle": turned})
    return m


PITMAN: dict[str, tuple[float, float, float]] = {
    "pitman": (-0.300, 0.320, 0.290),
    "arm_end": (-0.160, 0.300, 0.260),
    "rod_end": (-0.130, 0.398, 0.252),
    "wheel": (-0.900, 0.370, 0.850),
}
"""Plausible points of a steering box: the shaft of its Pitman arm and the end of this, where the
relay rod is; the end of the latter, where the left tie rod is; the steering wheel [m]."""


def recirculating_ball(
    points: Mapping[str, Any] | None = None,
    *,
    ratio: Any = 16.0,
    masses: tuple[float, float] = (2.0, 3.0),
    inertia: Any = 0.04,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return a steering box with Pitman arm, idler arm and relay rod.

    points: of the left half, where the box is, in place of those in `PITMAN` [m]; the idler arm is
    the mirror image of the Pitman arm. ratio: turns of the steering wheel for one of the arm;
    masses: of an arm and of the relay rod [kg]; inertia: of the steering wheel [kg m^2].

    Bodies: pitman, idler, rack (the relay rod, which tie rods connect to as to a rack), wheel.
    Joints: revolutes `pitman`, `idler` and `column`, universal `relay`, ball `idler_end`; coupler
    `box`.
    """
    problems: list[Problem] = []
    entry = Entry("steering box", {}, problems)
    at = read_points(entry, points or {}, PITMAN, {})
    turns = read_number(entry, "ratio", ratio, "dimensionless", 1e-3)
    spin = read_number(entry, "inertia", inertia, "kg*m^2", 0.0)
    raise_all(problems)
    m = Mechanism("recirculating_ball", gravity)
    for name, place in at.items():
        m.point(name, place)
    flip = np.array([1.0, -1.0, 1.0])
    arm = bars_body(m, "pitman", masses[0], [at["pitman"], at["arm_end"]])
    idler = bars_body(m, "idler", masses[0], [at["pitman"] * flip, at["arm_end"] * flip])
    ends = [at["rod_end"], at["rod_end"] * flip, at["arm_end"], at["arm_end"] * flip]
    relay = bars_body(m, "rack", masses[1], ends)
    m.revolute("pitman", m.ground, arm, at=at["pitman"], axis="z")
    m.revolute("idler", m.ground, idler, at=at["pitman"] * flip, axis="z")
    m.universal("relay", arm, relay, at=at["arm_end"], axis="z", axis2="x")
    m.spherical("idler_end", idler, relay, at=at["arm_end"] * flip)
    way = at["wheel"] - at["pitman"]
    way = way / norm(way)
    wheel = m.body("wheel", 3.0, at["wheel"], spin * _disc_inertia(way))
    pin(wheel, at["wheel"], way, 0.2, 0.025, DARK)
    m.revolute("column", m.ground, wheel, at=at["wheel"], axis=way)
    ahead = 1.0 if at["arm_end"][0] > at["pitman"][0] else -1.0
    # to the left the rod goes right behind the wheel centres, and left ahead of them
    sign = ahead * (1.0 if at["rod_end"][0] > 0.0 else -1.0)
    m.couple("box", {"column.angle": 1.0, "pitman.angle": -sign * turns})
    return m


def _disc_inertia(axis: np.ndarray) -> np.ndarray:
    """Return the inertia of a thin ring with 1 kg m^2 about its axis."""
    return 0.5 * (np.eye(3) + np.outer(axis, axis))


def anti_roll_bar(
    points: Mapping[str, Any] | None = None,
    *,
    stiffness: Any = 500.0,
    mass: Any = 2.0,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return an anti-roll bar: a torsion bar across the vehicle, an arm and a link at each end.

    points: in place of those in `BAR` [m]; stiffness: of the bar in torsion [N m/rad]; mass [kg].

    Bodies: bar_left, bar_right, and `left` and `right`, which stand for the bodies of the two
    corners that the links act on: connect={"ground": "chassis", "left": "front.left.lower_arm",
    "right": "front.right.lower_arm"}. Joints: revolute `pivot` of the left half on the chassis
    and `twist` between the halves, about the bar; distances `link_left` and `link_right`. Force
    element: `torsion`.
    """
    problems: list[Problem] = []
    entry = Entry("anti-roll bar", {}, problems)
    at = read_points(entry, points or {}, BAR, {})
    k = read_number(entry, "stiffness", stiffness, "N*m/rad", 0.0)
    kg = read_number(entry, "mass", mass, "kg", 0.0)
    raise_all(problems)
    m = Mechanism("anti_roll_bar", gravity)
    for name, place in at.items():
        m.point(name, place)
    middle = at["seat"] * (1.0, 0.0, 1.0)
    for side, s in (("left", 1.0), ("right", -1.0)):
        flip = np.array([1.0, s, 1.0])
        half = bars_body(m, f"bar_{side}", 0.5 * kg, [middle, at["arm_end"] * flip,
                                                      at["seat"] * flip])  # fmt: skip
        m.body(side)
        m.distance(f"link_{side}", half, side, at_a=at["arm_end"] * flip,
                   at_b=at["link_end"] * flip)  # fmt: skip
    m.revolute("pivot", m.ground, "bar_left", at=middle, axis="y")
    m.revolute("twist", "bar_left", "bar_right", at=middle, axis="y")
    m.joint_spring("torsion", "twist", k=k)
    return m

"""One corner of a MacPherson suspension, from its hard points.

The strut is a tube on the upright, in which a rod slides that hangs in a ball joint of the
chassis; below, an arm carries the upright in a ball joint; the tie rod steers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.gallery.corner_parts import (
    CAMBER,
    TOE,
    Points,
    across,
    add_wheel,
    bars_body,
    carrier_motion,
    check_choice,
    hinge_rows,
    hinge_twist,
    point_row,
    read_corner,
    rod_rows,
    static_push,
    velocity,
)
from sarrus.gallery.double_wishbone import add_steering
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry
from sarrus.spatial.arrays import dot, norm

POINTS: dict[str, tuple[float, float, float]] = {
    "lower_front": (0.190, 0.370, 0.210),
    "lower_rear": (-0.190, 0.360, 0.220),
    "lower_ball": (0.005, 0.700, 0.190),
    "strut_top": (-0.035, 0.570, 0.850),
    "strut_bottom": (-0.008, 0.625, 0.400),
    "tie_inner": (-0.130, 0.370, 0.270),
    "tie_outer": (-0.135, 0.680, 0.255),
    "wheel_center": (0.000, 0.755, 0.310),
}
"""Plausible hard points of a passenger car's front corner, left [m]. The rod of the strut runs from
strut_top to strut_bottom, which is the lower end of the spring."""
MASSES: dict[str, float] = {
    "arm": 6.0,
    "upright": 16.0,
    "rod": 2.0,
    "tie_rod": 1.0,
    "rack": 3.0,
    "wheel": 20.0,
}
"""Masses of the bodies [kg]."""
CORNERS: dict[str, tuple[str, ...]] = {
    "arm": ("lower_front", "lower_rear", "lower_ball"),
    "upright": ("lower_ball", "tie_outer", "wheel_center", "strut_bottom"),
    "rod": ("strut_bottom", "strut_top"),
    "tie_rod": ("tie_inner", "tie_outer"),
}


def strut_corner(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 26e3,
    damping: Any = 2.0e3,
    preload: Any = 3.6e3,
    load: Any = None,
    bump_stop: Any = None,
    rebound_stop: Any = None,
    steering: str = "rack",
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return the left corner of a MacPherson strut as a mechanism, to be a part of a vehicle.

    points: hard points by name, in place of those in `POINTS` [m]; masses: in place of those in
    `MASSES` [kg]; all other options as those of `wishbone_corner`.

    Bodies: arm, upright, rod, tie_rod, wheel, and rack where steering="rack". Joints: revolute
    `pivot` of the arm, balls `lower_ball`, `strut_top` and `tie_outer`, prismatic `strut` of the
    rod in the tube, universal `tie_inner`, prismatic `rack`, revolute `hub`. Force elements:
    `spring` and `damper` along the strut.
    """
    entry = Entry("MacPherson strut", {}, [])
    check_choice(entry, "steering", steering, ("rack", "locked", "host"))
    found = read_corner(entry, points, masses, (POINTS, MASSES), camber=camber, toe=toe,
                        radius=radius, width=width, stiffness=stiffness, preload=preload,
                        load=load)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    if found.load is not None:
        push = _push(at, kg, found.load)

    m = Mechanism("mac_pherson", gravity)
    for name, place in at.items():
        m.point(name, place)
    bodies = {n: bars_body(m, n, kg[n], [at[p] for p in ends]) for n, ends in CORNERS.items()}
    front, rear = at["lower_front"], at["lower_rear"]
    m.revolute("pivot", m.ground, bodies["arm"], at=front, axis=rear - front)
    m.frame("lower_front", m.ground, at=front)
    m.frame("lower_rear", m.ground, at=rear)
    m.spherical("lower_ball", bodies["arm"], bodies["upright"], at=at["lower_ball"])
    top, bottom = at["strut_top"], at["strut_bottom"]
    m.prismatic("strut", bodies["upright"], bodies["rod"], at=bottom, axis=top - bottom)
    m.spherical("strut_top", m.ground, bodies["rod"], at=top)
    add_steering(m, bodies, at, kg["rack"], steering)
    add_wheel(m, bodies["upright"], kg["wheel"], at["wheel_center"], found.spin, found.disc)
    ends: dict[str, Any] = {"at_a": top, "at_b": bottom}
    stops = {"bump_stop": bump_stop, "rebound_stop": rebound_stop}
    values = {name: stop for name, stop in stops.items() if stop is not None}
    m.spring_damper("spring", m.ground, bodies["upright"], **ends, k=found.k, preload=-push,
                    **values)  # fmt: skip
    m.spring_damper("damper", m.ground, bodies["upright"], **ends, c=damping)
    return m


def _push(at: Points, kg: Mapping[str, float], load: float) -> float:
    """Return the push of the spring that balances a wheel load in the design position [N]."""
    center, top, bottom = at["wheel_center"], at["strut_top"], at["strut_bottom"]
    arm, along = (at["lower_front"], at["lower_rear"]), top - bottom
    rows = [
        *hinge_rows(*arm, at["lower_ball"]),
        *[point_row(top, u) for u in across(along)],  # where the tube is at the ball, it slides
        *rod_rows(at["tie_inner"], at["tie_outer"]),
    ]
    moving = carrier_motion(rows, center * (1.0, 1.0, 0.0))
    turned = hinge_twist(*arm, at["lower_ball"], velocity(moving, at["lower_ball"]))
    rod = (np.cross(top, moving[1]), moving[1])  # turns with the tube about the ball
    means = {name: np.mean([at[p] for p in ends], axis=0) for name, ends in CORNERS.items()}
    weights = [
        (kg["arm"], velocity(turned, means["arm"])),
        (kg["upright"], velocity(moving, means["upright"])),
        (kg["rod"], velocity(rod, means["rod"])),
        (kg["wheel"], velocity(moving, center)),
        (kg["tie_rod"], 0.5 * velocity(moving, at["tie_outer"])),
    ]
    way = -along / norm(along)
    return static_push(load, weights, float(dot(way, velocity(moving, bottom))))

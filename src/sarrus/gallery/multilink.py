"""One corner of a multi-link suspension: an upright on five rods, from its hard points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.gallery.corner_parts import (
    CAMBER,
    TOE,
    add_spring,
    add_wheel,
    bars_body,
    carrier_motion,
    carrier_push,
    read_corner,
    rod_rows,
)
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry

RODS = ("upper_front", "upper_rear", "lower_front", "lower_rear", "toe")
"""The five rods; each runs from `<rod>_inner` on the chassis to `<rod>_outer` on the upright."""
POINTS: dict[str, tuple[float, float, float]] = {
    "upper_front_inner": (0.150, 0.420, 0.435),
    "upper_front_outer": (0.020, 0.680, 0.460),
    "upper_rear_inner": (-0.120, 0.400, 0.430),
    "upper_rear_outer": (-0.040, 0.680, 0.460),
    "lower_front_inner": (0.330, 0.430, 0.210),
    "lower_front_outer": (0.030, 0.690, 0.190),
    "lower_rear_inner": (-0.080, 0.260, 0.210),
    "lower_rear_outer": (-0.070, 0.690, 0.195),
    "toe_inner": (0.090, 0.330, 0.270),
    "toe_outer": (0.120, 0.680, 0.260),
    "spring_top": (-0.030, 0.540, 0.640),
    "spring_bottom": (-0.030, 0.640, 0.270),
    "wheel_center": (0.000, 0.755, 0.310),
}
"""Plausible hard points of a passenger car's rear corner, left [m]."""
MASSES: dict[str, float] = {"upright": 18.0, "wheel": 20.0}
"""Masses of the bodies [kg]; the rods have none."""
DAMPERS = {"damper_top": "spring_top", "damper_bottom": "spring_bottom"}


def multilink_corner(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 35e3,
    damping: Any = 2.8e3,
    preload: Any = 4.0e3,
    load: Any = None,
    bump_stop: Any = None,
    rebound_stop: Any = None,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return the left corner of a suspension with five links, to be a part of a vehicle.

    points: hard points by name, in place of those in `POINTS` [m]; masses: in place of those in
    `MASSES` [kg]; all other options as those of `trailing_arm_corner`.

    Bodies: upright, wheel. Joints: free joint `upright` of the upright against the chassis, five
    distances, one for each of `RODS`, revolute `hub`. Force elements: `spring`, `damper`.
    """
    entry = Entry("multi-link suspension", {}, [])
    found = read_corner(entry, points, masses, (POINTS, MASSES), camber=camber, toe=toe,
                        radius=radius, width=width, stiffness=stiffness, preload=preload,
                        load=load, instead=DAMPERS)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    center = at["wheel_center"]
    corners = [*(at[f"{rod}_outer"] for rod in RODS), center]
    if found.load is not None:
        rows = [row for rod in RODS for row in rod_rows(at[f"{rod}_inner"], at[f"{rod}_outer"])]
        moving = carrier_motion(rows, center * (1.0, 1.0, 0.0))
        push = carrier_push(found, "upright", corners, moving)

    m = Mechanism("multilink", gravity)
    for name, place in at.items():
        m.point(name, place)
    upright = bars_body(m, "upright", kg["upright"], corners)
    m.free("upright", m.ground, upright)
    for rod in RODS:
        m.distance(rod, m.ground, upright, at_a=at[f"{rod}_inner"], at_b=at[f"{rod}_outer"])
    add_wheel(m, upright, kg["wheel"], center, found.spin, found.disc)
    add_spring(m, upright, at, found.k, damping, push, bump_stop, rebound_stop)
    return m

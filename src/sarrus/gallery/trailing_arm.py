"""One corner of a rear suspension with a trailing or semi-trailing arm, from its hard points.

The arm turns about the line through its two seats on the chassis: across the vehicle it is a
trailing arm, slanted a semi-trailing one, whose wheel changes camber and toe as it moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.gallery.corner_parts import (
    CAMBER,
    TOE,
    add_spring,
    add_wheel,
    bars_body,
    hinge_twist,
    lengthening,
    outward_axis,
    raise_all,
    read_masses,
    read_number,
    read_points,
    static_push,
    velocity,
)
from sarrus.model import Cylinder, Mechanism
from sarrus.model.building.entry import Entry

SEMI_TRAILING: dict[str, tuple[float, float, float]] = {
    "seat_inner": (0.330, 0.220, 0.310),
    "seat_outer": (0.460, 0.600, 0.300),
    "spring_top": (0.020, 0.560, 0.620),
    "spring_bottom": (0.030, 0.560, 0.290),
    "damper_top": (-0.070, 0.600, 0.660),
    "damper_bottom": (-0.060, 0.620, 0.270),
    "wheel_centre": (0.000, 0.755, 0.310),
}
"""Plausible hard points of a passenger car's rear corner, left [m]."""
TRAILING: dict[str, tuple[float, float, float]] = {
    **SEMI_TRAILING,
    "seat_inner": (0.450, 0.380, 0.300),
    "seat_outer": (0.450, 0.620, 0.300),
}
"""The same with the axis across the vehicle."""
MASSES: dict[str, float] = {"arm": 14.0, "wheel": 20.0}
"""Masses of the bodies [kg]; that of the arm has the hub and the brake in it."""
CORNERS = ("seat_inner", "seat_outer", "spring_bottom", "wheel_centre")


def trailing_arm_corner(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 45e3,
    damping: Any = 3.0e3,
    preload: Any = 5.0e3,
    load: Any = None,
    bump_stop: Any = None,
    rebound_stop: Any = None,
    semi: bool = True,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return the left corner of a semi-trailing arm, or of a trailing arm with semi=False.

    points: hard points by name, in place of those in `SEMI_TRAILING` or `TRAILING` [m]; masses: in
    place of those in `MASSES` [kg]; camber, toe [rad], radius, width [m]: of the wheel; stiffness
    [N/m], damping [N s/m]; preload: push of the spring in the design position [N], or load: of the
    wheel there [N], from which it follows; bump_stop, rebound_stop: see `Mechanism.spring_damper`.

    Bodies: arm, wheel. Joints: revolute `pivot` from the inner to the outer seat, revolute `hub`
    about the outward axis of the wheel. Force elements: `spring`, `damper`. The chassis is ground.
    """
    problems: list[Problem] = []
    entry = Entry("trailing arm", {}, problems)
    at = read_points(entry, points or {}, SEMI_TRAILING if semi else TRAILING, {})
    kg = read_masses(entry, masses or {}, MASSES)
    lean = read_number(entry, "camber", camber, "rad")
    inward = read_number(entry, "toe", toe, "rad")
    disc = Cylinder(
        read_number(entry, "radius", radius, "m", 1e-3),
        read_number(entry, "width", width, "m", 1e-3),
    )
    k = read_number(entry, "stiffness", stiffness, "N/m", 1.0)
    push = read_number(entry, "preload", preload, "N")
    carried = None if load is None else read_number(entry, "load", load, "N")
    raise_all(problems)
    inner, outer, centre = at["seat_inner"], at["seat_outer"], at["wheel_centre"]
    if carried is not None:
        contact = centre * (1.0, 1.0, 0.0)
        unit = hinge_twist(inner, outer, contact, np.array([0.0, 0.0, 1.0]))
        rise = float(velocity(unit, contact)[2])
        moving = (unit[0] / rise, unit[1] / rise)
        com = np.mean([at[p] for p in CORNERS], axis=0)
        weights = [(kg["arm"], velocity(moving, com)), (kg["wheel"], velocity(moving, centre))]
        rate = lengthening(at["spring_top"], at["spring_bottom"], moving)
        push = static_push(carried, weights, rate)

    m = Mechanism("trailing_arm", gravity)
    for name, place in at.items():
        m.point(name, place)
    arm = bars_body(m, "arm", kg["arm"], [at[p] for p in CORNERS])
    m.revolute("pivot", m.ground, arm, at=inner, axis=outer - inner)
    m.frame("seat_inner", m.ground, at=inner)
    m.frame("seat_outer", m.ground, at=outer)
    add_wheel(m, arm, kg["wheel"], centre, outward_axis(lean, inward), disc)
    add_spring(m, arm, at, k, damping, push, bump_stop, rebound_stop)
    return m

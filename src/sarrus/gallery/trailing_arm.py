"""One corner of a rear suspension with a trailing or semi-trailing arm, from its hard points.

The arm turns about the line through its two seats on the chassis: across the vehicle it is a
trailing arm, slanted a semi-trailing one, whose wheel changes camber and toe as it moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.gallery.corner_parts import (
    CAMBER,
    TOE,
    add_spring,
    add_wheel,
    bars_body,
    carrier_push,
    read_corner,
    rising_arm,
)
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry

SEMI_TRAILING: dict[str, tuple[float, float, float]] = {
    "seat_inner": (0.330, 0.220, 0.310),
    "seat_outer": (0.460, 0.600, 0.300),
    "spring_top": (0.020, 0.560, 0.620),
    "spring_bottom": (0.030, 0.560, 0.290),
    "damper_top": (-0.070, 0.600, 0.660),
    "damper_bottom": (-0.060, 0.620, 0.270),
    "wheel_center": (0.000, 0.755, 0.310),
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
CORNERS = ("seat_inner", "seat_outer", "spring_bottom", "wheel_center")


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
    entry = Entry("trailing arm", {}, [])
    usual = SEMI_TRAILING if semi else TRAILING, MASSES
    found = read_corner(entry, points, masses, usual, camber=camber, toe=toe,
                        radius=radius, width=width, stiffness=stiffness, preload=preload,
                        load=load)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    inner, outer, center = at["seat_inner"], at["seat_outer"], at["wheel_center"]
    if found.load is not None:
        moving = rising_arm(inner, outer, center)
        push = carrier_push(found, "arm", [at[p] for p in CORNERS], moving)

    m = Mechanism("trailing_arm", gravity)
    for name, place in at.items():
        m.point(name, place)
    arm = bars_body(m, "arm", kg["arm"], [at[p] for p in CORNERS])
    m.revolute("pivot", m.ground, arm, at=inner, axis=outer - inner)
    m.frame("seat_inner", m.ground, at=inner)
    m.frame("seat_outer", m.ground, at=outer)
    add_wheel(m, arm, kg["wheel"], center, found.spin, found.disc)
    add_spring(m, arm, at, found.k, damping, push, bump_stop, rebound_stop)
    return m

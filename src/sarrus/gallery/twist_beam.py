"""A twist-beam rear axle: two trailing arms that a beam joins, stiff but for its torsion."""

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
    read_number,
    rising_arm,
)
from sarrus.gallery.drawing import BLUE, STEEL, ball, link
from sarrus.model import Mechanism
from sarrus.model.building.entry import Entry

POINTS: dict[str, tuple[float, float, float]] = {
    "seat": (0.430, 0.560, 0.300),
    "beam": (0.240, 0.500, 0.290),
    "spring_top": (0.040, 0.520, 0.560),
    "spring_bottom": (0.040, 0.520, 0.270),
    "damper_top": (-0.060, 0.590, 0.620),
    "damper_bottom": (-0.080, 0.600, 0.270),
    "wheel_center": (0.000, 0.755, 0.310),
}
"""Plausible hard points of a passenger car's rear axle, its left half [m]."""
MASSES: dict[str, float] = {"arm": 15.0, "wheel": 20.0, "sleeve": 0.5}
"""Masses of the bodies [kg]; that of an arm has half of the beam in it."""
CORNERS = ("seat", "beam", "wheel_center")


def twist_beam(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 28e3,
    damping: Any = 2.2e3,
    preload: Any = 3.4e3,
    load: Any = None,
    torsion: Any = 4.0e3,
    bump_stop: Any = None,
    rebound_stop: Any = None,
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return a whole twist-beam axle, to be a part of a vehicle.

    points: hard points of the left half by name, in place of those in `POINTS` [m]; masses: in
    place of those in `MASSES` [kg]; torsion: of the beam about its line [N m/rad]; all other
    options as those of `trailing_arm_corner`.

    Bodies: left.arm, right.arm, left.wheel, right.wheel, sleeve. Joints: balls `left.seat` and
    `right.seat`, the right one on a sleeve that slides across the vehicle, `sleeve`, as rubber lets
    it; revolute `beam` of the right half against the left; revolutes `left.hub`, `right.hub`. Force
    elements: `left.spring`, `left.damper`, and so on; `torsion`.
    """
    entry = Entry("twist beam", {}, [])
    twist = read_number(entry, "torsion", torsion, "N*m/rad", 0.0)
    found = read_corner(entry, points, masses, (POINTS, MASSES), camber=camber, toe=toe,
                        radius=radius, width=width, stiffness=stiffness, preload=preload,
                        load=load)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    seat, center = at["seat"], at["wheel_center"]
    if found.load is not None:  # both wheels go up: the axle turns about the line of its seats
        moving = rising_arm(seat, seat * (1.0, -1.0, 1.0), center)
        push = carrier_push(found, "arm", [at[p] for p in CORNERS], moving)

    m = Mechanism("twist_beam", gravity)
    middle = at["beam"] * (1.0, 0.0, 1.0)
    sleeve = m.body("sleeve", kg["sleeve"], seat * (1.0, -1.0, 1.0), (1e-4,) * 3)
    ball(sleeve, seat * (1.0, -1.0, 1.0), 0.02, STEEL)
    m.prismatic("sleeve", m.ground, sleeve, at=seat * (1.0, -1.0, 1.0), axis="y")
    for side, s in (("left", 1.0), ("right", -1.0)):
        here = {name: place * (1.0, s, 1.0) for name, place in at.items()}
        for name, place in here.items():
            m.point(f"{side}.{name}", place)
        arm = bars_body(m, f"{side}.arm", kg["arm"], [here[p] for p in CORNERS])
        link(arm, here["beam"], middle, 0.03, BLUE)
        holder = m.ground if side == "left" else sleeve
        m.spherical(f"{side}.seat", holder, arm, at=here["seat"])
        # the image of an axis to turn about
        spin = found.spin * (s, 1.0, s)
        add_wheel(m, arm, kg["wheel"], here["wheel_center"], spin, found.disc, f"{side}.wheel",
                  f"{side}.hub")  # fmt: skip
        add_spring(m, arm, here, found.k, damping, push, bump_stop, rebound_stop, f"{side}.")
    m.revolute("beam", "left.arm", "right.arm", at=middle, axis="y")
    m.joint_spring("torsion", "beam", k=twist)
    return m

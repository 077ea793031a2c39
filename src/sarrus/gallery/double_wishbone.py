"""One corner of a double-wishbone suspension, from its hard points.

Vehicle axes (ISO 8855): x forward, y to the left, z up. The origin is on the ground in the middle
of the vehicle, under the axle. The chassis is ground. All points are of the left corner, in the
design position; the right corner is its mirror image.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.gallery.corner_parts import (
    CAMBER,
    TOE,
    Points,
    add_spring,
    add_wheel,
    bars_body,
    carrier_motion,
    check_choice,
    hinge_rows,
    hinge_twist,
    lengthening,
    read_corner,
    rod_rows,
    static_push,
    velocity,
)
from sarrus.gallery.example import Example
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.model.building.entry import Entry

POINTS: dict[str, tuple[float, float, float]] = {
    "lower_front": (0.180, 0.360, 0.200),
    "lower_rear": (-0.200, 0.350, 0.210),
    "lower_ball": (0.005, 0.710, 0.185),
    "upper_front": (0.100, 0.440, 0.500),
    "upper_rear": (-0.140, 0.430, 0.475),
    "upper_ball": (-0.018, 0.665, 0.490),
    "tie_inner": (-0.130, 0.398, 0.252),
    "tie_outer": (-0.125, 0.690, 0.240),
    "spring_top": (-0.020, 0.500, 0.660),
    "spring_bottom": (-0.005, 0.560, 0.205),
    "wheel_center": (0.000, 0.760, 0.310),
}
"""Hard points of a passenger car's front corner, left [m]."""

MASSES: dict[str, float] = {
    "lower_arm": 6.0,
    "upper_arm": 3.0,
    "upright": 12.0,
    "tie_rod": 1.0,
    "rack": 3.0,
    "wheel": 20.0,
}
"""Masses of the bodies [kg]."""

CORNERS: dict[str, tuple[str, ...]] = {
    "lower_arm": ("lower_front", "lower_rear", "lower_ball"),
    "upper_arm": ("upper_front", "upper_rear", "upper_ball"),
    "upright": ("lower_ball", "upper_ball", "tie_outer", "wheel_center"),
    "tie_rod": ("tie_inner", "tie_outer"),
}
"""The hard points of a body among which its mass is shared."""

DAMPERS = {"damper_top": "spring_top", "damper_bottom": "spring_bottom"}
"""Points that are others unless given."""


def double_wishbone(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 75e3,
    damping: Any = 4.5e3,
    preload: Any = 6.5e3,
    steering: str = "rack",
    side: str = "left",
    gravity: Any = (0.0, 0.0, -9.81),
) -> Model:
    """Return the model of one corner of a double-wishbone suspension.

    points: hard points of the left corner by name, in place of those in `POINTS` [m];
    "damper_top" and "damper_bottom" are those of the spring unless given. masses: in place of
    those in `MASSES` [kg]. camber, toe [rad]: of the wheel in the design position, positive with
    the top outward and with the front inward. radius, width: of the wheel [m]. stiffness [N/m],
    damping [N s/m]; preload: push of the spring in the design position [N]. steering: "rack", or
    "locked" for a tie rod that ends on the chassis. side: "left" or "right".

    Bodies: lower_arm, upper_arm, upright, tie_rod, rack, wheel. Joints, each from its inner to
    its outer body: revolutes `lower_pivot` and `upper_pivot` through the two inner points of an
    arm, balls `lower_ball`, `upper_ball` and `tie_outer`, universal `tie_inner`, prismatic `rack`
    along y, revolute `hub` about the outward axis of the wheel. Force elements: `spring` and
    `damper`, from the chassis to the lower arm. The inner points of the arms are also frames of
    ground: lower_front and so on.

    For sensitivities, a hard point moves on both of its bodies by "lower_ball.point",
    "tie_inner.point" and the like, an arm's axis by "lower_pivot.point" (its front point) and
    "lower_pivot.axis" (from front to rear).
    """
    return wishbone_corner(
        points,
        masses=masses,
        camber=camber,
        toe=toe,
        radius=radius,
        width=width,
        stiffness=stiffness,
        damping=damping,
        preload=preload,
        steering=steering,
        side=side,
        gravity=gravity,
    ).build()


def wishbone_corner(
    points: Mapping[str, Any] | None = None,
    *,
    masses: Mapping[str, Any] | None = None,
    camber: Any = CAMBER,
    toe: Any = TOE,
    radius: Any = 0.310,
    width: Any = 0.205,
    stiffness: Any = 75e3,
    damping: Any = 4.5e3,
    preload: Any = 6.5e3,
    load: Any = None,
    bump_stop: Any = None,
    rebound_stop: Any = None,
    steering: str = "rack",
    side: str = "left",
    gravity: Any = (0.0, 0.0, -9.81),
) -> Mechanism:
    """Return the corner of `double_wishbone` as a mechanism, to be a part of a vehicle.

    load: of the wheel on the road in the design position [N], from which the preload of the spring
    then follows; bump_stop, rebound_stop: of the spring, see `Mechanism.spring_damper`. steering:
    also "host", for a tie rod on a body `rack` that is one of the host: connect={"ground":
    "chassis", "rack": "rack"}. The hard points are points of the mechanism.
    """
    entry = Entry("double wishbone", {}, [])
    check_choice(entry, "steering", steering, ("rack", "locked", "host"))
    check_choice(entry, "side", side, ("left", "right"))
    found = read_corner(entry, points, masses, (POINTS, MASSES), camber=camber, toe=toe,
                        radius=radius, width=width, stiffness=stiffness, preload=preload,
                        load=load, instead=DAMPERS)  # fmt: skip
    at, kg, push = found.at, found.kg, found.push
    if found.load is not None:
        push = _push(at, kg, found.load)
    mirror = np.array([1.0, 1.0 if side == "left" else -1.0, 1.0])
    at = {name: mirror * p for name, p in at.items()}

    m = Mechanism("double_wishbone", gravity)
    for name, place in at.items():
        m.point(name, place)
    bodies = {n: bars_body(m, n, kg[n], [at[p] for p in ends]) for n, ends in CORNERS.items()}
    for arm in ("lower", "upper"):
        front, rear, body = at[f"{arm}_front"], at[f"{arm}_rear"], bodies[f"{arm}_arm"]
        m.revolute(f"{arm}_pivot", m.ground, body, at=front, axis=rear - front)
        m.spherical(f"{arm}_ball", body, bodies["upright"], at=at[f"{arm}_ball"])
        m.frame(f"{arm}_front", m.ground, at=front)
        m.frame(f"{arm}_rear", m.ground, at=rear)
    add_steering(m, bodies, at, kg["rack"], steering)
    add_wheel(
        m, bodies["upright"], kg["wheel"], at["wheel_center"], mirror * found.spin, found.disc
    )
    add_spring(m, bodies["lower_arm"], at, found.k, damping, push, bump_stop, rebound_stop)
    return m


def _push(at: Points, kg: Mapping[str, float], load: float) -> float:
    """Return the push of the spring that balances a wheel load in the design position [N]."""
    center = at["wheel_center"]
    lower, upper = ((at[f"{arm}_front"], at[f"{arm}_rear"]) for arm in ("lower", "upper"))
    rows = [
        *hinge_rows(*lower, at["lower_ball"]),
        *hinge_rows(*upper, at["upper_ball"]),
        *rod_rows(at["tie_inner"], at["tie_outer"]),
    ]
    moving = carrier_motion(rows, center * (1.0, 1.0, 0.0))
    turns = {
        "lower_arm": hinge_twist(*lower, at["lower_ball"], velocity(moving, at["lower_ball"])),
        "upper_arm": hinge_twist(*upper, at["upper_ball"], velocity(moving, at["upper_ball"])),
        "upright": moving,
    }
    weights = [
        (kg[name], velocity(twist, np.mean([at[p] for p in CORNERS[name]], axis=0)))
        for name, twist in turns.items()
    ]
    weights += [
        (kg["wheel"], velocity(moving, center)),
        (kg["tie_rod"], 0.5 * velocity(moving, at["tie_outer"])),
    ]
    rate = lengthening(at["spring_top"], at["spring_bottom"], turns["lower_arm"])
    return static_push(load, weights, rate)


def add_steering(
    m: Mechanism, bodies: Mapping[str, BodyHandle], at: Points, mass: float, steering: str
) -> None:
    """Add the joints of the tie rod, and the rack if it has a mass."""
    inner, outer = at["tie_inner"], at["tie_outer"]
    holder = m.ground
    if steering == "rack":
        middle = np.array([inner[0], 0.0, inner[2]])
        holder = bars_body(m, "rack", mass, [middle, inner])
        m.prismatic("rack", m.ground, holder, at=middle, axis="y")
    elif steering == "host":
        holder = m.body("rack")
    rod = outer - inner
    first = np.cross(rod, np.eye(3)[np.argmin(np.abs(rod))])  # both axes are across the rod
    second = np.cross(rod, first)
    m.universal("tie_inner", holder, bodies["tie_rod"], at=inner, axis=first, axis2=second)
    m.spherical("tie_outer", bodies["tie_rod"], bodies["upright"], at=outer)


EXAMPLE = Example(
    "double_wishbone",
    double_wishbone,
    "corner of a suspension from its hard points: wheel travel, steering and rolling",
    drives={
        "lower_pivot": "0.15*sin(2*pi*t)",
        "rack": "0.03*sin(pi*t)",
        "hub": "20*t",
    },
    until=2.0,
    outputs=("wheel.position", "lower_pivot.effort", "lower_ball.reaction.force"),
)

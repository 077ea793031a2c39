"""The tracked vehicle of paper 1: hull, twelve road arms, torsion bars, hydropneumatic units.

The paper prints no data; the layout (six road wheels a side, hydropneumatic units at stations 1,
2 and 6, torsion bars at 3, 4 and 5) is that of the tank K1, the numbers are assumed. Axes: x
forward, y to the left, z up; the origin of the hull is its centre of mass.
"""

from __future__ import annotations

import math

from sarrus.gallery.drawing import DARK, GREEN, STEEL, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.late_dataclass import dataclass
from sarrus.model import Box, Mechanism, Model
from sarrus.road import HalfRound, Road

STATIONS = (1.875, 1.125, 0.375, -0.375, -1.125, -1.875)
"""x of the road wheels, from the front [m]."""
UNITS = (1, 2, 6)
"""Stations with hydropneumatic units; the others have torsion bars."""
DRIVER = (1.3, 0.2, 0.1)
"""The driver's seat: (-0.2, 1.3, 0.1) in the paper, whose y is forward and x to the right."""
SIDES = {"left": 1.0, "right": -1.0}


@dataclass(frozen=True)
class Track:
    """Sprocket and idler of a track: (x, z) and radius [m]; k [N/m]; c [N s/m]; preload [N]."""

    sprocket: tuple[float, float] = (-2.75, 0.05)
    idler: tuple[float, float] = (2.75, 0.0)
    radius: float = 0.30
    k: float = 2.0e6
    c: float = 2.0e3
    preload: float = 2.0e4


def bump_of_tank(radius: float = 0.254, at: float = 20.8) -> Road:
    """Return the half-round of paper 1, of 10 inches, whose middle is at x = at [m]."""
    return HalfRound(radius, at)


def tracked_vehicle(
    *,
    hull: float = 46_000.0,
    hull_inertia: tuple[float, float, float] = (6.0e4, 2.0e5, 2.3e5),
    arm: float = 400.0,
    arm_inertia: tuple[float, float, float] = (2.0, 15.0, 15.0),
    arm_length: float = 0.40,
    arm_centre: float = 0.85,
    angle: float = math.radians(25.0),
    pivot_below: float = 0.25,
    half_gauge: float = 1.4,
    wheel_radius: float = 0.318,
    bar_k: float = 8.0e4,
    bar_d: float = 2.0e3,
    unit_ratio: float = 1.6,
    unit_exponent: float = 1.3,
    unit_d: float = 1.2e4,
    tyre_k: float = 1.2e6,
    tyre_c: float = 8.0e3,
    road: Road | None = None,
    contact: str = "vertical",
    follows: str = "disc",
    track: Track | None = None,
) -> Model:
    """Return the model: a free hull and the revolute joints `left1` to `right6` of its road arms.

    Masses [kg] and inertias [kg m^2] about the centres of mass; that of an arm with its wheel lies
    at the part `arm_centre` of its length [m] from the pivot. Arms trail, `angle` [rad] below the
    level; their coordinates are positive in rebound. Torsion bars: bar_k [N m/rad], bar_d
    [N m s/rad]; units: effort/(1 + unit_ratio q)^unit_exponent - unit_d dq/dt. All carry the static
    load, so that the vehicle drawn rests on level ground but for a small moment of the arms, whose
    centres of mass lie ahead of the wheels; `system.equilibrium` finds where it rests. tyre_k
    [N/m], tyre_c [N s/m]; contact, follows: see `Mechanism.wheel_contact`. track: tracks with
    tension; None leaves them out, as the reference does. The frame `driver` is the seat.

    Give it its speed: `system.state(system.neutral(), system.velocities_of({"hull.vx": 11.0}))`.
    """
    m = Mechanism("tracked vehicle", (0.0, 0.0, -GRAVITY))
    road = bump_of_tank() if road is None else road
    load = (hull + 12 * arm) * GRAVITY / 12
    reach, drop = arm_length * math.cos(angle), arm_length * math.sin(angle)
    centre = wheel_radius - load / tyre_k
    height = centre + drop + pivot_below
    body = m.body("hull", hull, (0, 0, 0), hull_inertia, at=(0.0, 0.0, height))
    body.shape(Box((6.6, 2.2, 0.7)), (0.0, 0.0, 0.05), color=GREEN)
    body.shape(Box((5.6, 3.2, 0.25)), (-0.3, 0.0, 0.52), color=GREEN)
    body.shape(Box((2.4, 2.0, 0.6)), (-0.2, 0.0, 0.95), color=GREEN)
    link(body, (1.0, 0.0, 1.0), (4.4, 0.0, 1.05), 0.07, GREEN)
    m.free("hull", m.ground, "hull", at=(0.0, 0.0, height))
    m.frame("driver", "hull", DRIVER)
    effort = (load - arm_centre * arm * GRAVITY) * reach
    for side, sign in SIDES.items():
        for station, x in enumerate(STATIONS, start=1):
            name, y = f"{side}{station}", sign * half_gauge
            pivot = (x + reach, y, centre + drop)
            lever = m.body(f"arm {name}", arm, (-arm_centre * arm_length, 0, 0), arm_inertia,
                           at=pivot, rpy=(0.0, -angle, 0.0))  # fmt: skip
            hub = (-arm_length, 0.0, 0.0)
            link(lever, (0.0, 0.0, 0.0), hub, 0.06, STEEL)
            pin(lever, hub, (0.0, 1.0, 0.0), wheel_radius, 0.35, DARK)
            pin(lever, hub, (0.0, 1.0, 0.0), 0.5 * wheel_radius, 0.37, GREEN)
            m.revolute(name, "hull", f"arm {name}", at=pivot, axis="-y")
            if station in UNITS:
                m.joint_gas_spring(f"unit {name}", name, effort, unit_ratio,
                                   exponent=unit_exponent, d=unit_d)  # fmt: skip
            else:
                m.torsion_bar(f"bar {name}", name, bar_k, preload=effort, d=bar_d)
            m.wheel_contact(
                f"wheel {name}", f"arm {name}", road, at=(x, y, centre), radius=wheel_radius,
                k=tyre_k, c=tyre_c, follows=follows, contact=contact,
            )  # fmt: skip
        if track is not None:
            _lay(m, side, sign * half_gauge, height, centre, wheel_radius, track)
    return m.build()


def _lay(
    m: Mechanism,
    side: str,
    y: float,
    height: float,
    centre: float,
    radius: float,
    track: Track,
) -> None:
    """Lay a track around idler, road wheels and sprocket, forward above and back below."""
    ends = {
        name: ("hull", (place[0], y, height + place[1]), track.radius)
        for name, place in (("idler", track.idler), ("sprocket", track.sprocket))
    }
    wheels = [
        (f"arm {side}{station}", (x, y, centre), radius)
        for station, x in enumerate(STATIONS, start=1)
    ]
    way = [ends["idler"], *wheels, ends["sprocket"]]
    m.track(f"track {side}", way, axis="y", base="hull", k=track.k, c=track.c,
            preload=track.preload)  # fmt: skip


EXAMPLE = Example(
    "tracked_vehicle",
    tracked_vehicle,
    "hull and twelve road arms over a half-round bump at 11 m/s (paper 1)",
    rates={"hull.vx": 11.0},
    until=4.0,
    rtol=1e-7,
    outputs=("driver.acceleration", "hull.position", "left1.angle", "left6.angle"),
)

"""The tracked vehicle of paper 1: hull, twelve road arms, torsion bars, hydropneumatic units.

The paper prints no data; the layout (six road wheels a side, hydropneumatic units at stations 1,
2 and 6, torsion bars at 3, 4 and 5) is that of the tank K1, the numbers are assumed. Axes: x
forward, y to the left, z up; the origin of the hull is its centre of mass.
"""

from __future__ import annotations

import math
from dataclasses import replace

from sarrus.gallery.drawing import DARK, GREEN, STEEL, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, roll_on
from sarrus.late_dataclass import dataclass
from sarrus.model import BodyHandle, Box, Mechanism, Model
from sarrus.model.forces.belt import belt, wrap_angles
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
    """A track with its sprocket, idler and driver, the same on both sides.

    sprocket, idler: (x, z) from the hull's centre, radius: theirs [m]; k [N/m], c [N s/m] and
    preload [N] of the band, mass [kg/m]; mu, slip [m/s]: its grip on the ground; rolling:
    resistance of the road wheels by their load; sprocket_mass [kg]; sprocket_inertia [kg m^2]: of
    all that runs with it, the band (mass length radius^2) and the drive train; speed [m/s]: what
    the driver holds, with kp [N m/(m/s)], ki [N m/m] and the largest torque [N m] of a sprocket;
    None leaves the sprockets to other drives.
    """

    sprocket: tuple[float, float] = (-2.75, 0.05)
    idler: tuple[float, float] = (2.75, 0.0)
    radius: float = 0.30
    k: float = 2.0e6
    c: float = 2.0e3
    preload: float = 4.0e4
    mass: float = 120.0
    mu: float = 0.8
    slip: float = 1.0
    rolling: float = 0.03
    sprocket_mass: float = 300.0
    sprocket_inertia: float = 172.0
    speed: float | None = 11.0
    kp: float = 4.0e4
    ki: float = 2.0e4
    torque: float = 1.2e4


def bump_of_tank(radius: float = 0.254, at: float = 20.8) -> Road:
    """Return the half-round of paper 1, of 10 inches, whose middle is at x = at [m]."""
    return HalfRound(radius, at)


def tracked_vehicle(
    *,
    speed: float | None = None,
    hull: float = 46_000.0,
    hull_inertia: tuple[float, float, float] = (6.0e4, 2.0e5, 2.3e5),
    arm: float = 400.0,
    arm_inertia: tuple[float, float, float] = (2.0, 15.0, 15.0),
    arm_length: float = 0.40,
    arm_center: float = 0.85,
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
    contact: str | None = None,
    follows: str = "disc",
    track: Track | bool | None = True,
) -> Model:
    """Return the model: a free hull, road arms in the joints `left1` to `right6`, and two tracks.

    Masses [kg] and inertias [kg m^2] about the centres of mass; that of an arm with its wheel lies
    at the part `arm_center` of its length [m] from the pivot. Arms trail, `angle` [rad] below the
    level; their coordinates are positive in rebound. Torsion bars: bar_k [N m/rad], bar_d
    [N m s/rad]; units: effort/(1 + unit_ratio q)^unit_exponent - unit_d dq/dt. All carry the static
    load, so that the vehicle drawn rests on level ground but for a small moment of the arms, whose
    centres of mass lie ahead of the wheels; `system.equilibrium` finds where it rests. tyre_k
    [N/m], tyre_c [N s/m]; contact, follows: see `Mechanism.wheel_contact`; contact is "normal" with
    tracks and "vertical" without, where nothing would make up for what bumps push back. The frame
    `driver` is the seat.

    track: the elements `track left` and `track right`, their sprockets in the joints `sprocket
    left` and `sprocket right`, and the drivers `speed left` and `speed right`, which hold 11 m/s;
    the mass of the hull is with its sprockets. False leaves all of them out, as the reference does.

    speed [m/s]: at the start, where tracks run with the vehicle, and held by the drivers. None
    leaves them that of `track`, and the start at rest: `rates` of this module are the velocities
    that go with a speed.
    """
    laid = Track() if track is True else track or None
    if laid is not None and speed is not None and laid.speed is not None:
        laid = replace(laid, speed=speed)
    contact = contact or ("vertical" if laid is None else "normal")
    m = Mechanism("tracked vehicle", (0.0, 0.0, -GRAVITY))
    road = bump_of_tank() if road is None else road
    load = (hull + 12 * arm) * GRAVITY / 12
    reach, drop = arm_length * math.cos(angle), arm_length * math.sin(angle)
    center = wheel_radius - load / tyre_k
    height = center + drop + pivot_below
    alone, balance = hull, (0.0, 0.0, 0.0)
    if laid is not None:  # hull and sprockets together keep their mass and its centre
        alone = hull - 2.0 * laid.sprocket_mass
        part = 2.0 * laid.sprocket_mass / alone
        balance = (-part * laid.sprocket[0], 0.0, -part * laid.sprocket[1])
    body = m.body("hull", alone, balance, hull_inertia, at=(0.0, 0.0, height))
    body.shape(Box((6.6, 2.2, 0.7)), (0.0, 0.0, 0.05), color=GREEN)
    body.shape(Box((5.6, 3.2, 0.25)), (-0.3, 0.0, 0.52), color=GREEN)
    body.shape(Box((2.4, 2.0, 0.6)), (-0.2, 0.0, 0.95), color=GREEN)
    link(body, (1.0, 0.0, 1.0), (4.4, 0.0, 1.05), 0.07, GREEN)
    m.free("hull", m.ground, "hull", at=(0.0, 0.0, height))
    m.frame("driver", "hull", DRIVER)
    if speed:
        roll_on(m, speed, ["hull"], {})
    pulls = [(0.0, 0.0)] * len(STATIONS)
    if laid is not None:
        pulls = _steady_pulls(laid, height, center, wheel_radius)
    for side, sign in SIDES.items():
        for station, x in enumerate(STATIONS, start=1):
            name, y = f"{side}{station}", sign * half_gauge
            forward, up = pulls[station - 1]
            effort = (load - arm_center * arm * GRAVITY + up) * reach - forward * drop
            pivot = (x + reach, y, center + drop)
            lever = road_arm(
                m, name, pivot, effort, station in UNITS, mass=arm, inertia=arm_inertia,
                length=arm_length, center=arm_center, angle=angle, bar_k=bar_k, bar_d=bar_d,
                unit_ratio=unit_ratio, unit_exponent=unit_exponent, unit_d=unit_d,
            )  # fmt: skip
            hub = (-arm_length, 0.0, 0.0)
            pin(lever, hub, (0.0, 1.0, 0.0), wheel_radius, 0.35, DARK)
            pin(lever, hub, (0.0, 1.0, 0.0), 0.5 * wheel_radius, 0.37, GREEN)
            m.wheel_contact(
                f"wheel {name}", f"arm {name}", road, at=(x, y, center), radius=wheel_radius,
                k=tyre_k, c=tyre_c, follows=follows, contact=contact,
            )  # fmt: skip
        if laid is not None:
            weight = 0.5 * 12.0 * load
            _lay(m, side, sign * half_gauge, height, center, wheel_radius, laid, weight)
            if speed:
                roll_on(m, speed, [], {f"sprocket {side}": laid.radius})
    return m.build()


def road_arm(
    m: Mechanism,
    name: str,
    pivot: tuple[float, float, float],
    effort: float,
    has_unit: bool,
    *,
    mass: float = 400.0,
    inertia: tuple[float, float, float] = (2.0, 15.0, 15.0),
    length: float = 0.40,
    center: float = 0.85,
    angle: float = math.radians(25.0),
    bar_k: float = 8.0e4,
    bar_d: float = 2.0e3,
    unit_ratio: float = 1.6,
    unit_exponent: float = 1.3,
    unit_d: float = 1.2e4,
) -> BodyHandle:
    """Add a trailing road arm to the hull in the joint `name`, with its unit or torsion bar.

    Its hub is at -length along the x axis of its frame; effort [N m]: in the drawing.
    """
    lever = m.body(f"arm {name}", mass, (-center * length, 0, 0), inertia, at=pivot,
                   rpy=(0.0, -angle, 0.0))  # fmt: skip
    link(lever, (0.0, 0.0, 0.0), (-length, 0.0, 0.0), 0.06, STEEL)
    m.revolute(name, "hull", f"arm {name}", at=pivot, axis="-y")
    if has_unit:
        m.joint_gas_spring(
            f"unit {name}", name, effort, unit_ratio, exponent=unit_exponent, d=unit_d
        )
    else:
        m.torsion_bar(f"bar {name}", name, bar_k, preload=effort, d=bar_d)
    return lever


def rates(speed: float = 11.0, radius: float = 0.30) -> dict[str, float]:
    """Return the velocities of a vehicle whose tracks run with it, without slip."""
    turning = {f"sprocket {side}": speed / radius for side in SIDES}
    return {"hull.vx": speed, **turning}


def _wheels_in_order(
    track: Track, height: float, center: float, radius: float
) -> list[tuple[float, float, float]]:
    """Return x, z and radius of idler, road wheels and sprocket, back along the ground."""
    (front, up), (rear, above) = track.idler, track.sprocket
    road = [(x, center, radius) for x in STATIONS]
    return [(front, height + up, track.radius), *road, (rear, height + above, track.radius)]


def _steady_pulls(
    track: Track, height: float, center: float, radius: float
) -> list[tuple[float, float]]:
    """Return what the band pulls of road wheels as they are drawn, at speed, forward and up [N]."""
    wheels = _wheels_in_order(track, height, center, radius)
    places, radii = [(x, -z) for x, z, _ in wheels], [r for _, _, r in wheels]
    band = belt(places, radii, wrap_angles(places, radii))
    tension = max(track.preload - track.mass * (track.speed or 0.0) ** 2, 0.0)
    pulls = [(-tension * x, tension * y) for x, y in band.slopes()]
    return [(float(x), float(y)) for x, y in pulls[1:-1]]


def _lay(
    m: Mechanism,
    side: str,
    y: float,
    height: float,
    center: float,
    radius: float,
    track: Track,
    weight: float,
) -> None:
    """Lay a track around idler, road wheels and sprocket, back along the ground; drive it.

    weight [N]: what stands on the track, whose rolling the driver overcomes at first.
    """
    wheels = _wheels_in_order(track, height, center, radius)
    x, z, _ = wheels[-1]
    turned = f"sprocket {side}"
    inertia = track.sprocket_inertia
    body = m.body(turned, track.sprocket_mass, (0, 0, 0), (0.6 * inertia, inertia, 0.6 * inertia),
                  at=(x, y, z))  # fmt: skip
    pin(body, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.55 * track.radius, 0.34, STEEL)
    for k in range(6):
        angle = k * math.pi / 3.0
        rim = (0.9 * track.radius * math.cos(angle), 0.0, 0.9 * track.radius * math.sin(angle))
        link(body, (0.0, 0.0, 0.0), rim, 0.035, DARK)
    m.revolute(turned, "hull", turned, at=(x, y, z), axis="y")
    carriers = ["hull", *(f"arm {side}{k + 1}" for k in range(len(STATIONS))), turned]
    way = [(name, (x, y, z), r) for name, (x, z, r) in zip(carriers, wheels, strict=True)]
    m.track(
        f"track {side}", way, axis="y", base="hull", k=track.k, c=track.c, preload=track.preload,
        sprocket=turned, mass=track.mass, mu=track.mu, slip=track.slip, rolling=track.rolling,
        ground=[f"wheel {side}{k + 1}" for k in range(len(STATIONS))],
    )  # fmt: skip
    if track.speed is not None:
        steady = track.rolling * weight * track.radius
        m.speed_control(
            f"speed {side}", turned, "hull", speed=track.speed, kp=track.kp, ki=track.ki,
            limit=track.torque, initial_integral=steady / track.ki,
        )  # fmt: skip


EXAMPLE = Example(
    "tracked_vehicle",
    tracked_vehicle,
    "hull, twelve road arms and two driven tracks over a half-round bump at 11 m/s (paper 1)",
    rates=rates(),
    until=4.0,
    rtol=1e-7,
    outputs=(
        "driver.acceleration",
        "hull.velocity",
        "track left.tension1",
        "track left.tension7",
        "track left.tension8",
        "left1.angle",
    ),
)

BARE = Example(
    "tracked_vehicle_bare",
    tracked_vehicle,
    "the tracked vehicle without its tracks, coasting over the bump, as the reference does",
    parameters={"track": False},
    rates={"hull.vx": 11.0},
    until=4.0,
    rtol=1e-7,
    outputs=("driver.acceleration", "hull.position", "left1.angle", "left6.angle"),
)

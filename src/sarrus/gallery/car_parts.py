"""Cars of parts: a chassis, two axles of any suspension, steering, anti-roll bars and tyres.

Vehicle axes (ISO 8855): x forward, y to the left, z up. In the drawing a car stands at rest on
level ground, the centre of mass of the chassis above the origin; its springs are set for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.gallery.corner_parts import outward_axis
from sarrus.gallery.double_wishbone import POINTS as WISHBONES
from sarrus.gallery.double_wishbone import wishbone_corner
from sarrus.gallery.mac_pherson import POINTS as STRUT
from sarrus.gallery.mac_pherson import strut_corner
from sarrus.gallery.multilink import POINTS as RODS
from sarrus.gallery.multilink import multilink_corner
from sarrus.gallery.solid_axle import LINKS, solid_axle
from sarrus.gallery.steering import BAR, RACK, anti_roll_bar, rack_and_pinion
from sarrus.gallery.trailing_arm import SEMI_TRAILING, TRAILING, trailing_arm_corner
from sarrus.gallery.twist_beam import POINTS as BEAM
from sarrus.gallery.twist_beam import twist_beam
from sarrus.gallery.wheels import GRAVITY, loaded_radius
from sarrus.late_dataclass import dataclass
from sarrus.model import Mechanism, Model
from sarrus.paths import Path
from sarrus.road import Road
from sarrus.spatial.arrays import dot, norm
from sarrus.tyres import Tyre

Point = tuple[float, float, float]
REAR_SHAFT: dict[str, Point] = {"pinion": (-0.130, 0.1, 0.260), "wheel": (-0.130, 0.1, 0.420)}
"""The shaft above the rear rack by which a motor turns its pinion [m]."""


@dataclass(frozen=True)
class Kind:
    """A kind of suspension: what makes it, its usual points, and the body that a bar acts on.

    whole: whether it is a whole axle, with bodies left.wheel and right.wheel, not a corner; steers:
    whether its corner has a tie rod; link_end: where on the body the link of a bar is [m].
    """

    make: Callable[..., Mechanism]
    points: Mapping[str, Point]
    body: str
    link_end: Point
    whole: bool = False
    steers: bool = False


KINDS: dict[str, Kind] = {
    "wishbone": Kind(
        wishbone_corner,
        WISHBONES,
        "lower_arm",
        (0.030, 0.580, 0.195),
        steers=True,
    ),
    "strut": Kind(strut_corner, STRUT, "arm", (0.030, 0.580, 0.200), steers=True),
    "multilink": Kind(multilink_corner, RODS, "upright", (0.050, 0.660, 0.240)),
    "semi_trailing": Kind(trailing_arm_corner, SEMI_TRAILING, "arm", (0.080, 0.530, 0.280)),
    "trailing": Kind(
        lambda points=None, **how: trailing_arm_corner(points, semi=False, **how),
        TRAILING,
        "arm",
        (0.080, 0.530, 0.280),
    ),
    "twist_beam": Kind(twist_beam, BEAM, "arm", (0.080, 0.530, 0.280), whole=True),
    "solid_axle": Kind(solid_axle, LINKS, "axle", (0.080, 0.450, 0.300), whole=True),
}
"""Suspensions by name."""


@dataclass(frozen=True)
class Axle:
    """One axle of a car.

    kind: of `KINDS`; x: place ahead of the centre of mass of the chassis [m]; tyre: of its wheels;
    k [N/m], c [N s/m]: of springs and dampers; bar: of the anti-roll bar [N m/rad], none where it
    is 0; camber, toe [rad]; points, options: hard points and other options of the template.
    """

    kind: str
    x: float
    tyre: Tyre
    k: float
    c: float
    bar: float = 0.0
    camber: float = -0.0087
    toe: float = 0.0017
    points: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def hard_points(self) -> dict[str, Point]:
        """The points of the template, and those in place of them [m]."""
        return {**KINDS[self.kind].points, **self.points}

    @property
    def center(self) -> Point:
        """The wheel centre in the drawing of the template [m]."""
        x, y, z = self.hard_points["wheel_center"]
        return float(x), float(y), float(z)


def add_axles(
    m: Mechanism,
    axles: Mapping[str, Axle],
    loads: Mapping[str, float],
    *,
    speed: float,
    road: Road,
    chassis: str = "chassis",
    pinion: float = 0.0085,
    rack: Mapping[str, Any] | None = None,
    rear_steer: float = 0.0,
) -> None:
    """Add axles to a chassis by their names: suspensions, tyres, bars, and a rack for the first.

    loads: of a wheel of each axle in the drawing [N]; rack: points in place of those of the
    template; rear_steer: angle of the wheels of the last axle for one of the first, which a rack of
    its own follows; none where it is 0. Wheels get the velocity of the vehicle and roll.
    """
    first, *_, last = axles
    for name, axle in axles.items():
        kind, radius = KINDS[axle.kind], loaded_radius(axle.tyre, loads[name])
        at = (axle.x - axle.center[0], 0.0, radius - axle.center[2])
        how: dict[str, Any] = {"radius": radius, "stiffness": axle.k, "damping": axle.c,
                               "load": loads[name], **axle.options}  # fmt: skip
        if axle.kind != "solid_axle":
            how |= {"camber": axle.camber, "toe": axle.toe}
        connect = {"ground": chassis}
        if kind.steers:
            follows = name == last and rear_steer != 0.0
            gear = "steering" if name == first else "rear_steering"
            how["steering"] = "host" if name == first or follows else "locked"
            if how["steering"] == "host":
                points = {**(rack or {})} if name == first else REAR_SHAFT
                made = rack_and_pinion(_rack_points(axle, points), pinion=pinion,
                                       behind=_rods_are_behind(axle))  # fmt: skip
                m.add(gear, made, at=at, connect=chassis)
                connect["rack"] = f"{gear}.rack"
            if follows:
                ratios = [steering_ratio(axles[x], pinion) for x in (last, first)]
                m.couple("rear_steering.ratio", {
                    "rear_steering.column.angle": 1.0,
                    "steering.column.angle": -rear_steer * ratios[0] / ratios[1],
                })  # fmt: skip
        made = kind.make(axle.points, **how)
        if kind.whole:
            m.add(name, made, at=at, connect=connect)
        if axle.kind == "solid_axle":  # it does not turn with its wheels
            m.start_velocity(f"{name}.axle", velocity=(speed, 0, 0))
        for side in ("left", "right"):
            if not kind.whole:
                m.add(f"{name}.{side}", made, at=at, connect=connect, mirror=side == "right")
            _add_tyre(m, f"{name}.{side}", axle, loads[name], speed, road)
        if axle.bar:
            _add_bar(m, name, axle, at, chassis)


def _rack_points(axle: Axle, others: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of a rack that ends where the tie rods of an axle begin."""
    return {**RACK, "rack_end": axle.hard_points["tie_inner"], **others}


def _rods_are_behind(axle: Axle) -> bool:
    """Whether the tie rods are behind the wheel centres."""
    points = axle.hard_points
    return float(points["tie_outer"][0]) < float(points["wheel_center"][0])


def _add_bar(m: Mechanism, name: str, axle: Axle, at: Point, chassis: str) -> None:
    kind = KINDS[axle.kind]
    x, y, z = kind.link_end
    points = {"seat": (x + 0.2, BAR["seat"][1], z + 0.06), "arm_end": (x, y - 0.01, z + 0.07),
              "link_end": kind.link_end}  # fmt: skip
    sides = ("left", "right")
    bodies = {side: f"{name}.{side}.{kind.body}" for side in sides}
    if axle.kind == "solid_axle":
        bodies = dict.fromkeys(sides, f"{name}.{kind.body}")
    bar = anti_roll_bar(points, stiffness=axle.bar)
    m.add(f"{name}.bar", bar, at=at, connect={"ground": chassis, **bodies})


def _add_tyre(
    m: Mechanism, corner: str, axle: Axle, load: float, speed: float, road: Road
) -> None:  # fmt: skip
    """Add the tyre of a wheel, and let the wheel roll with the vehicle."""
    wheel, side = f"{corner}.wheel", corner.rpartition(".")[2]
    sign = 1.0 if side == "left" else -1.0
    angles = (0.0, 0.0) if axle.kind == "solid_axle" else (axle.camber, axle.toe)
    # of the right wheel, the image of an axis to turn about
    axis = outward_axis(*angles) * (sign, 1.0, sign)
    m.tyre(f"{corner}.tyre", wheel, axle.tyre, at=f"{corner}.wheel_center", axle=axis, side=side,
           road=road)  # fmt: skip
    about = speed / float(axle.tyre.rolling_radius(load, speed / axle.tyre.free_radius))
    m.start_velocity(wheel, velocity=(speed, 0, 0), angular_velocity=tuple(about * axis))


def at_rest(make: Callable[[Mapping[str, float]], Mechanism], axles: Mapping[str, Axle]) -> Model:
    """Return the model of a vehicle with two axles whose springs carry it in the drawing.

    make: of the loads of a wheel of each axle [N]. Masses do not depend on the loads: those of a
    first drawing tell them.
    """
    (front, first), (rear, second) = axles.items()
    usual = {name: axle.tyre.nominal_load for name, axle in axles.items()}
    whole = make(usual).build().mass_properties()
    base, weight = first.x - second.x, whole.mass * GRAVITY
    ahead = float(whole.com[0]) - second.x
    return make({front: 0.5 * weight * ahead / base,
                 rear: 0.5 * weight * (base - ahead) / base}).build()  # fmt: skip


def steering_ratio(axle: Axle, pinion: float) -> float:
    """Return the angle of the steering wheel for one of the wheels [rad/rad], near straight ahead.

    The tie rod's end moves by the steering arm: its way across the vehicle for a turn about the
    steering axis; pinion: travel of the rack for a radian of the steering wheel [m].
    """
    at = {name: np.asarray(p, float) for name, p in axle.hard_points.items()}
    low, high = at["lower_ball"], at["strut_top" if axle.kind == "strut" else "upper_ball"]
    axis = (high - low) / norm(high - low)
    way = np.cross(axis, at["tie_outer"] - low)
    rod = at["tie_inner"] - at["tie_outer"]
    return abs(float(dot(way, rod) / rod[1])) / pinion


def add_driver(
    m: Mechanism,
    joint: str,
    *,
    speed: float,
    wheelbase: float,
    hands: tuple[float, float],
    ratio: float,
    driven: tuple[str, str],
    motor: Mapping[str, Any],
    brakes: Mapping[str, float],
    other: str | None = None,
    path: Path | None = None,
    steer: Any = 0.0,
    understeer: float = 0.0,
) -> None:
    """Add a driver, a motor on two wheels by an open differential, and brakes with anti-lock control.

    joint, other: that steer, hands: stiffness and damping of the arms there; ratio: of the joint
    for an angle of the wheels; driven: corners that the motor drives, motor: its keywords; brakes:
    torque by pressure [N m/Pa] by corner, such as "front.left". Elements: `driver`, `motor`,
    `front.left.brake`, and so on.
    """  # noqa: E501
    m.driver(
        "driver", joint, "chassis", other=other, k=hands[0], d=hands[1], ratio=ratio,
        wheelbase=wheelbase, understeer=understeer, speed=speed, path=path, steer=steer,
    )  # fmt: skip
    hubs = [f"{corner}.hub" for corner in driven]
    m.electric_motor("motor", hubs[0], other=hubs[1], driver="driver", regeneration=0.1, **motor)
    for corner, gain in brakes.items():
        m.brake(
            f"{corner}.brake", f"{corner}.hub", gain, driver="driver", antilock=f"{corner}.tyre"
        )

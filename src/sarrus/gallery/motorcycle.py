"""A motorcycle with a rider: steering head, swing arm, telescopic fork, tyres that lean.

Vehicle axes: x forward, y to the left, z up; in the drawing the motorcycle stands upright, its rear
wheel above the origin. Its numbers are plausible, of no motorcycle that there is.
"""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, loaded_radius, roll_on
from sarrus.late_dataclass import dataclass
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.road import Flat, Road
from sarrus.spatial.arrays import norm
from sarrus.tyres import MagicFormula, Tyre

Pair = tuple[float, float]


def _tyre(radius: float, cornering: float) -> MagicFormula:
    """Return a tyre whose camber thrust is most of what a lean needs; K_y/F_z = cornering."""
    return MagicFormula(
        {
            "FITTYP": 61, "UNLOADED_RADIUS": radius, "FNOMIN": 1600.0, "LONGVL": 16.7,
            "VERTICAL_STIFFNESS": 160e3, "VERTICAL_DAMPING": 300.0, "LATERAL_STIFFNESS": 130e3,
            "LONGITUDINAL_STIFFNESS": 250e3, "PCX1": 1.6, "PDX1": 1.3, "PKX1": 22.0,
            "PCY1": 1.2, "PDY1": 1.3, "PKY1": -cornering, "PKY2": 1.2, "PKY4": 2.0, "PKY6": -0.85,
            "QBZ1": 9.0, "QCZ1": 1.1, "QDZ1": 0.09, "QSX2": 0.18,
            "RBX1": 10.0, "RCX1": 1.0, "RBY1": 10.0, "RCY1": 1.0,
        }
    )  # fmt: skip


FRONT_TYRE, REAR_TYRE = _tyre(0.30, 13.0), _tyre(0.32, 14.5)
"""Plausible numbers of a sports motorcycle's tyres in the Magic Formula, of no measurement."""


@dataclass(frozen=True)
class Mass:
    """A body: mass [kg], place of its centre (x, z) [m], inertia xx, yy, zz, xz about it [kg m^2]."""  # noqa: E501

    mass: float
    at: Pair
    inertia: tuple[float, float, float, float]


FRAME = Mass(185.0, (0.70, 0.50), (11.0, 22.0, 15.0, -3.0))
"""Frame with engine, tank and the legs of the rider."""
RIDER = Mass(50.0, (0.50, 1.05), (3.2, 3.4, 1.4, 0.5))
"""The rider from the hips up."""
SWING_ARM = Mass(9.0, (0.25, 0.35), (0.05, 0.25, 0.25, 0.0))
HEAD = Mass(9.0, (1.22, 0.82), (0.25, 0.20, 0.20, 0.03))
"""What steers and is sprung: clamps, tubes, handlebar."""
FORK = Mass(8.0, (1.36, 0.40), (0.10, 0.10, 0.06, 0.03))
"""The sliding legs of the fork, with the brakes."""
SEAT = (0.45, 0.78)
"""The hinge of the rider's hips (x, z) [m]."""


def motorcycle(
    *,
    speed: float = 30.0,
    wheelbase: float = 1.43,
    trail: float = 0.10,
    rake: float = math.radians(25.0),
    frame: Mass = FRAME,
    rider: Mass = RIDER,
    swing_arm: Mass = SWING_ARM,
    head: Mass = HEAD,
    fork: Mass = FORK,
    rear_wheel: tuple[float, float, float] = (15.0, 0.35, 0.65),
    front_wheel: tuple[float, float, float] = (12.0, 0.27, 0.48),
    pivot: Pair = (0.56, 0.40),
    shock: Pair = (110e3, 9e3),
    springs: Pair = (17e3, 1.2e3),
    hips: Pair = (1.0e4, 150.0),
    steering_damper: float = 6.0,
    tyre: Tyre = FRONT_TYRE,
    rear_tyre: Tyre = REAR_TYRE,
    road: Road | None = None,
    contact: str = "tyre",
    rigid: bool = False,
) -> Model:
    """Return the model: frame, swing arm, steering head, fork, two wheels and a rider, of 12 freedoms.

    speed [m/s]: at the start, and held by the chain on the rear wheel; wheelbase, trail [m]; rake
    [rad]: of the steering axis against the vertical, backward; frame, rider, swing_arm, head, fork:
    bodies as `Mass`; rear_wheel, front_wheel: mass [kg], inertia about a diameter and about the
    axle [kg m^2]; pivot: of the swing arm (x, z) [m]; shock: stiffness and damping along it, springs: of
    the fork [N/m, N s/m]; hips: of the rider's lean [N m/rad, N m s/rad]; steering_damper
    [N m s/rad]; tyre, rear_tyre: front and rear. contact: "tyre", or "rolling": wheels with knife
    edges that roll without slip, of the radii that the tyres have under load, and no drive, since nothing is lost;
    rigid: whether fork, swing arm and hips are welded, which with rolling makes it a bicycle of Whipple.
    All springs carry their load in the drawing.

    Joints: free `frame`; `swing`, `steer` (positive to the left), `travel` of the fork, `lean` of
    the rider, `rear_hub`, `front_hub`. Elements: tyres `rear`, `front` (with contact="rolling"
    joints of these names), `drive`, `shock`, `fork`, `hips`, `damper`.
    """  # noqa: E501
    m = Mechanism("motorcycle", (0.0, 0.0, -GRAVITY))
    wheels = {"rear": rear_wheel, "front": front_wheel}
    parts = {"frame": frame, "rider": rider, "swing_arm": swing_arm, "head": head, "fork": fork}
    loads = _loads(parts, wheels, wheelbase)
    shod = {"rear": rear_tyre, "front": tyre}
    heights = {name: loaded_radius(shod[name], loads[name]) for name in wheels}
    hubs = {"rear": (0.0, 0.0, heights["rear"]), "front": (wheelbase, 0.0, heights["front"])}
    axis = (-math.sin(rake), 0.0, math.cos(rake))
    ground_point = np.array([wheelbase + trail, 0.0, 0.0])  # of the steering axis
    along = np.array(axis)
    hung = ground_point + along * (0.80 / math.cos(rake))  # where the head is held

    made: dict[str, BodyHandle] = {}
    for name, part in parts.items():
        xx, yy, zz, xz = part.inertia
        at = (part.at[0], 0.0, part.at[1])
        made[name] = m.body(name, part.mass, at, (xx, yy, zz, 0.0, 0.0, xz))
    for name, (mass, across, about) in wheels.items():
        made[f"{name}_wheel"] = m.body(
            f"{name}_wheel", mass, (0, 0, 0), (across, about, across), at=hubs[name]
        )
    hip, hinge = (SEAT[0], 0.0, SEAT[1]), (pivot[0], 0.0, pivot[1])
    m.free("frame", m.ground, "frame", at=(frame.at[0], 0.0, frame.at[1]))
    if rigid:
        m.weld("swing", "frame", "swing_arm")
        m.weld("lean", "frame", "rider")
    else:
        m.revolute("swing", "frame", "swing_arm", at=hinge, axis="y")
        m.revolute("lean", "frame", "rider", at=hip, axis="x")
    m.revolute("rear_hub", "swing_arm", "rear_wheel", at=hubs["rear"], axis="y")
    m.revolute("steer", "frame", "head", at=hung, axis=axis)
    if rigid:
        m.weld("travel", "head", "fork")
    else:
        m.prismatic("travel", "head", "fork", at=hubs["front"], axis=axis)
    m.revolute("front_hub", "fork", "front_wheel", at=hubs["front"], axis="y")
    if not rigid:
        unsprung = (swing_arm, rear_wheel[0]), (fork, front_wheel[0])
        _add_springs(m, loads, unsprung, hubs, hinge, along, shock, springs, hips)
    m.joint_damper("damper", "steer", steering_damper)
    if contact == "rolling":
        for name in wheels:
            m.rolling(name, f"{name}_wheel", radius=heights[name], center=hubs[name], axis="y",
                      road=road or Flat())  # fmt: skip
        radii = heights
    else:
        for name in wheels:
            m.tyre(name, f"{name}_wheel", shod[name], at=hubs[name], road=road or Flat())
        m.speed_control("drive", "rear_hub", "frame", kp=250.0, ki=60.0, speed=speed)
        radii = {
            name: float(t.rolling_radius(loads[name], speed / t.free_radius))
            for name, t in shod.items()
        }
    if speed:
        roll_on(m, speed, parts, {f"{name}_wheel": r for name, r in radii.items()})
    _draw(made, heights, hubs, hinge, hung, along, rider)
    return m.build()


def _loads(
    parts: dict[str, Mass], wheels: dict[str, tuple[float, float, float]], wheelbase: float
) -> dict[str, float]:
    """Return the loads of both wheels at rest [N]."""
    masses = [(part.mass, part.at[0]) for part in parts.values()]
    masses += [(wheels["rear"][0], 0.0), (wheels["front"][0], wheelbase)]
    weight = GRAVITY * sum(mass for mass, _ in masses)
    front = GRAVITY * sum(mass * x for mass, x in masses) / wheelbase
    return {"rear": weight - front, "front": front}


def _add_springs(
    m: Mechanism,
    loads: dict[str, float],
    unsprung: tuple[tuple[Mass, float], tuple[Mass, float]],
    hubs: dict[str, tuple[float, float, float]],
    hinge: tuple[float, float, float],
    axis: np.ndarray,
    shock: Pair,
    springs: Pair,
    hips: Pair,
) -> None:
    """Add shock absorber, fork springs and hips, with the pushes that carry the drawing at rest."""
    (arm, rear), (legs, front) = unsprung
    top, foot = np.array([0.50, 0.0, 0.66]), np.array([0.32, 0.0, 0.40])
    # about the pivot: what the wheel lifts, less the weights, is what the shock absorber presses
    moment = (loads["rear"] - rear * GRAVITY) * (hinge[0] - hubs["rear"][0])
    moment -= arm.mass * GRAVITY * (hinge[0] - arm.at[0])
    way = (foot - top) / norm(foot - top)
    lever = (foot[0] - hinge[0]) * way[2] - (foot[2] - hinge[2]) * way[0]
    m.spring_damper("shock", "frame", "swing_arm", at_a=top, at_b=foot, k=shock[0], c=shock[1],
                    preload=-moment / lever)  # fmt: skip
    center = np.array(hubs["front"])
    push = (loads["front"] - (front + legs.mass) * GRAVITY) * axis[2]
    m.spring_damper("fork", "head", "fork", at_a=center + 0.5 * axis, at_b=center, k=springs[0],
                    c=springs[1], preload=-push)  # fmt: skip
    m.joint_spring("hips", "lean", k=hips[0], d=hips[1])


def _draw(
    made: dict[str, BodyHandle], heights: dict[str, float],
    hubs: dict[str, tuple[float, float, float]], hinge: tuple[float, float, float],
    hung: np.ndarray, axis: np.ndarray, rider: Mass,
) -> None:  # fmt: skip
    """Draw beams, engine, tank, fork legs, handlebar and the rider."""
    for name, radius in heights.items():
        wheel = made[f"{name}_wheel"]
        pin(wheel, (0, 0, 0), (0, 1, 0), radius, 0.14, DARK)
        pin(wheel, (0, 0, 0), (0, 1, 0), 0.68 * radius, 0.145, STEEL)
        for k in range(3):
            angle = 2.0 * math.pi * k / 3.0
            end = (0.9 * radius * math.cos(angle), 0.0, 0.9 * radius * math.sin(angle))
            link(wheel, (0, 0, 0), end, 0.075, DARK)
    for y in (0.11, -0.11):
        link(made["swing_arm"], (*hubs["rear"][:1], y, hubs["rear"][2]),
             (hinge[0], y, hinge[2]), 0.025, STEEL)  # fmt: skip
        low = np.array(hubs["front"]) + np.array([0.0, y, 0.0])
        link(made["fork"], low, low + 0.25 * axis, 0.027, ORANGE)
        link(
            made["head"],
            low + 0.25 * axis,
            hung + np.array([0.0, y, 0.0]) + 0.05 * axis,
            0.02,
            STEEL,
        )
    bar = hung + 0.10 * axis
    link(
        made["head"],
        bar + np.array([0.0, -0.33, 0.0]),
        bar + np.array([0.0, 0.33, 0.0]),
        0.014,
        DARK,
    )
    body = made["frame"]
    for a, b in ((hinge, hung), (hinge, (SEAT[0] - 0.25, 0.0, SEAT[1])), (hung, (0.62, 0.0, 0.78))):
        link(body, np.array(a), np.array(b), 0.03, BLUE)
    block(body, (0.78, 0.0, 0.42), (0.42, 0.30, 0.34), STEEL)
    block(body, (0.78, 0.0, 0.80), (0.42, 0.24, 0.20), BLUE)
    block(body, (0.38, 0.0, 0.77), (0.50, 0.22, 0.07), DARK)
    torso, hip = made["rider"], np.array([SEAT[0], 0.0, SEAT[1] + 0.05])
    neck = np.array([rider.at[0] + 0.18, 0.0, rider.at[1] + 0.22])
    link(torso, hip, neck, 0.11, ORANGE)
    block(torso, tuple(neck + np.array([0.06, 0.0, 0.14])), (0.22, 0.2, 0.24), DARK)
    for y in (0.2, -0.2):
        link(
            torso,
            neck + np.array([0.0, y, -0.04]),
            neck + np.array([0.30, 1.2 * y, -0.28]),
            0.04,
            ORANGE,
        )


EXAMPLE = Example(
    "motorcycle",
    motorcycle,
    "a motorcycle with its rider that is pushed at 108 km/h: wobble and weave die away",
    parameters={"speed": 30.0},
    inputs={"steer": "20*exp(-((t - 0.3)/0.05)^2)"},
    until=3.0,
    every=0.01,
    rtol=1e-7,
    atol=1e-9,
    outputs=("steer.angle", "frame.rpy", "front.F_y", "lean.angle"),
)

"""What corners of suspensions share: bodies of hard points, wheels, the balance of springs.

Vehicle axes (ISO 8855): x forward, y to the left, z up. A corner is the left one; its origin is on
the ground in the middle of the vehicle, under the axle, and its ground is the chassis.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, ball, link
from sarrus.gallery.wheels import GRAVITY
from sarrus.late_dataclass import dataclass
from sarrus.model import BodyHandle, Cylinder, Mechanism
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import dot, norm

COLORS = {
    "upright": ORANGE,
    "knuckle": ORANGE,
    "tie_rod": STEEL,
    "rack": STEEL,
    "axle": ORANGE,
    "rod": STEEL,
}
"""Of bodies that are no arms."""
DRAWN = {
    "lower_arm": 0.014,
    "upper_arm": 0.012,
    "upright": 0.022,
    "knuckle": 0.045,
    "axle": 0.05,
    "tie_rod": 0.01,
    "rack": 0.015,
}
"""Radii of the bars as which bodies are drawn [m]."""
USUAL_RADIUS = 0.014
THICKNESS = 0.02
"""Radius of inertia [m] that arms and rods have about any axis in addition to their corners."""
CAMBER, TOE = math.radians(-0.5), math.radians(0.1)
"""Camber and toe in the design position [rad]."""

Points = Mapping[str, np.ndarray]


def read_points(
    entry: Entry, values: Mapping[str, Any], usual: Mapping[str, Any], instead: Mapping[str, str]
) -> dict[str, np.ndarray]:
    """Return all hard points [m]; instead: those that are others of the usual ones unless given."""
    check_known(entry, "hard point", values, [*usual, *instead])
    raw: dict[str, Any] = {**usual, **values}
    for name, other in instead.items():
        raw.setdefault(name, raw[other])
    read = {name: entry.vector(name, p, "m") for name, p in raw.items()}
    return {name: np.array(p, dtype=float) for name, p in read.items() if p is not None}


def read_masses(
    entry: Entry, values: Mapping[str, Any], usual: Mapping[str, float]
) -> dict[str, float]:
    """Return the masses of all bodies [kg]."""
    check_known(entry, "mass", values, usual)
    raw = {**usual, **values}
    read = {name: entry.number(f"mass of {name}", x, "kg", least=0.0) for name, x in raw.items()}
    return {name: x for name, x in read.items() if x is not None}


def read_number(entry: Entry, name: str, raw: Any, unit: str, least: float | None = None) -> float:
    """Return a number; what is none is reported, and stands as 0."""
    return entry.number(name, raw, unit, least=least) or 0.0


@dataclass(frozen=True)
class CornerNumbers:
    """What all corners are made of: hard points [m] and masses [kg] by name, wheel and spring.

    spin: outward axis of the left wheel; disc: its shape; k [N/m], push [N]: of the spring in the
    design position; load: of the wheel on the road there [N], None where it is not given.
    """

    at: dict[str, np.ndarray]
    kg: dict[str, float]
    spin: np.ndarray
    disc: Cylinder
    k: float
    push: float
    load: float | None


def read_corner(
    entry: Entry, points: Mapping[str, Any] | None, masses: Mapping[str, Any] | None,
    usual: tuple[Mapping[str, Any], Mapping[str, float]], *, radius: Any, width: Any,
    stiffness: Any, preload: Any, load: Any, camber: Any = 0.0, toe: Any = 0.0,
    instead: Mapping[str, str] | None = None,
) -> CornerNumbers:  # fmt: skip
    """Return the numbers of a corner, or raise all that is wrong with them and in the entry.

    usual: hard points and masses that hold unless given; instead: see `read_points`.
    """
    at = read_points(entry, points or {}, usual[0], instead or {})
    kg = read_masses(entry, masses or {}, usual[1])
    lean = read_number(entry, "camber", camber, "rad")
    spin = outward_axis(lean, read_number(entry, "toe", toe, "rad"))
    disc = Cylinder(
        read_number(entry, "radius", radius, "m", 1e-3),
        read_number(entry, "width", width, "m", 1e-3),
    )
    k = read_number(entry, "stiffness", stiffness, "N/m", 1.0)
    push = read_number(entry, "preload", preload, "N")
    carried = None if load is None else read_number(entry, "load", load, "N")
    raise_all(entry.problems)
    return CornerNumbers(at, kg, spin, disc, k, push, carried)


def check_known(
    entry: Entry, kind: str, values: Mapping[str, Any], known: Sequence[str] | Mapping[str, Any]
) -> None:
    """Report (M09) names that are not known."""
    for name in values:
        if name not in known:
            entry.report("M09", f"{kind} '{name}'", "is not known", action=nearest(name, known))


def check_choice(entry: Entry, what: str, value: str, allowed: Sequence[str]) -> None:
    """Report (S03) a word that is none of some."""
    if value not in allowed:
        rule = f"is none of {', '.join(repr(word) for word in allowed)}"
        entry.report("S03", what, rule, value=repr(value))


def bars_body(m: Mechanism, name: str, mass: float, corners: Sequence[np.ndarray]) -> BodyHandle:
    """Add a body whose mass sits in equal parts at its corners, with some thickness.

    It is drawn as bars from all corners to the last one.
    """
    com = np.mean(corners, axis=0)
    arms = [p - com for p in corners]
    spread = sum(np.eye(3) * dot(r, r) - np.outer(r, r) for r in arms) / len(arms)
    body = m.body(name, mass, com, mass * (spread + THICKNESS**2 * np.eye(3)))
    for corner in corners[:-1]:
        kind = name.rpartition(".")[2]
        radius, color = DRAWN.get(kind, USUAL_RADIUS), COLORS.get(kind, BLUE)
        link(body, corner, corners[-1], radius, color)
    if name.endswith("arm"):
        ball(body, corners[-1], THICKNESS)
    return body


def outward_axis(camber: float, toe: float) -> np.ndarray:
    """Return the outward axis of a left wheel."""
    level = math.cos(camber)
    return np.array([level * math.sin(toe), level * math.cos(toe), -math.sin(camber)])


def axes_about(spin: np.ndarray) -> np.ndarray:
    """Return axes of the wheel with z along its own axis, and x level."""
    level = np.cross(spin, (0.0, 0.0, 1.0))
    level = level / norm(level)
    return np.column_stack([level, np.cross(spin, level), spin])


def raise_all(problems: list[Problem]) -> None:
    """Raise everything that is wrong with the arguments of a template."""
    if problems:
        raise ModelError(problems)


def add_wheel(
    m: Mechanism, carrier: BodyHandle | str, mass: float, center: np.ndarray, spin: np.ndarray,
    disc: Cylinder, name: str = "wheel", hub: str = "hub",
) -> BodyHandle:  # fmt: skip
    """Add a wheel that turns on its carrier about `spin`."""
    wheel = m.body(name, mass, at=center, rotation=axes_about(spin))
    wheel.shape(disc, color=DARK)
    m.revolute(hub, carrier, wheel, at=center, axis=spin)
    return wheel


def add_spring(
    m: Mechanism, body: BodyHandle | str, at: Points, k: float, c: Any, push: float,
    bump_stop: Any = None, rebound_stop: Any = None, prefix: str = "",
) -> None:  # fmt: skip
    """Add `spring` and `damper` from the chassis to a body; prefix: of their names.

    push: of the spring in the design position [N], from which the clearances of stops count.
    """
    ends: dict[str, Any] = {"at_a": at["spring_top"], "at_b": at["spring_bottom"]}
    stops = {"bump_stop": bump_stop, "rebound_stop": rebound_stop}
    values = {name: stop for name, stop in stops.items() if stop is not None}
    if values:
        m.spring_damper(f"{prefix}spring", m.ground, body, **ends, k=k, preload=-push, **values)
    else:
        length = float(norm(at["spring_top"] - at["spring_bottom"]))
        m.spring_damper(f"{prefix}spring", m.ground, body, **ends, k=k,
                        free_length=length + push / k)  # fmt: skip
    ends = {"at_a": at["damper_top"], "at_b": at["damper_bottom"]}
    m.spring_damper(f"{prefix}damper", m.ground, body, **ends, c=c)


# --- the motion of a carrier, and the spring that carries it --------------------------------------


Twist = tuple[np.ndarray, np.ndarray]
"""Velocity [m/s] of the point of a body that is at the origin, and its angular velocity [rad/s]."""


def point_row(at: np.ndarray, along: np.ndarray) -> np.ndarray:
    """Return the row of a twist that is the velocity of a point along a direction."""
    return np.concatenate([along, np.cross(at, along)])


def velocity(twist: Twist, at: np.ndarray) -> np.ndarray:
    """Return the velocity of a point of a body."""
    return np.asarray(twist[0] + np.cross(twist[1], at))


def across(along: np.ndarray) -> list[np.ndarray]:
    """Return two directions at right angles to one."""
    first = np.cross(along, np.eye(3)[np.argmin(np.abs(along))])
    return [first, np.cross(along, first)]


def hinge_rows(a: np.ndarray, b: np.ndarray, at: np.ndarray) -> list[np.ndarray]:
    """Return the rows of a point that an arm carries, which turns about the line from a to b."""
    return [point_row(at, u) for u in across(np.cross(b - a, at - a))]


def rod_rows(a: np.ndarray, b: np.ndarray) -> list[np.ndarray]:
    """Return the row of the point b, which a rod holds at a distance from a."""
    return [point_row(b, b - a)]


def carrier_motion(rows: Iterable[np.ndarray], contact: np.ndarray) -> Twist:
    """Return the twist that five rows leave, with a speed of 1 m/s of the contact point upward.

    Raises ModelError (M04) where they leave more or less, or the wheel cannot move up.
    """
    listed = np.array([row / norm(row) for row in rows])
    _, sizes, directions = np.linalg.svd(listed)
    free = directions[-1]
    twist = (free[:3], free[3:])
    rise = float(velocity(twist, contact)[2])
    if np.count_nonzero(sizes > 1e-9) != 5 or abs(rise) < 1e-6:
        rule = "do not leave the wheel one motion, up and down"
        action = "check the hard points: two arms or rods may lie in one line or plane"
        raise ModelError(Problem("M04", "hard points", rule, action=action))
    return twist[0] / rise, twist[1] / rise


def hinge_twist(a: np.ndarray, b: np.ndarray, at: np.ndarray, speed: np.ndarray) -> Twist:
    """Return the twist of an arm about the line from a to b, whose point `at` has a velocity."""
    axis = (b - a) / norm(b - a)
    way = np.cross(axis, at - a)
    turn = axis * float(dot(way, speed)) / float(dot(way, way))
    return np.cross(a, turn), turn


def lengthening(
    a: np.ndarray, b: np.ndarray, of_b: Twist, of_a: Twist | None = None
) -> float:  # fmt: skip
    """Return the rate of the distance of two points, b on a body that moves, a on the chassis."""
    way = (b - a) / norm(b - a)
    rate = velocity(of_b, b) if of_a is None else velocity(of_b, b) - velocity(of_a, a)
    return float(dot(way, rate))


def static_push(
    load: float, weights: Iterable[tuple[float, np.ndarray]], rate: float
) -> float:  # fmt: skip
    """Return the push of a spring [N] that balances a wheel load, for a contact moving up at 1 m/s.

    load: of the wheel on the road [N]; weights: masses [kg] that move with these velocities; rate:
    of the length of the spring. The power of all of them is zero.
    """
    lifted = sum(mass * GRAVITY * float(speed[2]) for mass, speed in weights)
    # what the motion of the wheel was found with rounds otherwise on every kind of processor
    return float(f"{-(load - lifted) / rate:.12g}")


def rising_arm(a: np.ndarray, b: np.ndarray, center: np.ndarray) -> Twist:
    """Return the twist of an arm about the line from a to b, whose wheel's contact rises at 1 m/s.

    center: of the wheel; its contact is below it, on the ground.
    """
    contact = center * (1.0, 1.0, 0.0)
    unit = hinge_twist(a, b, contact, np.array([0.0, 0.0, 1.0]))
    rise = float(velocity(unit, contact)[2])
    return unit[0] / rise, unit[1] / rise


def carrier_push(
    found: CornerNumbers, carrier: str, corners: Sequence[np.ndarray], moving: Twist
) -> float:
    """Return the push of a spring on the body that carries the wheel, for the load of the wheel.

    corners: of that body, among which its mass is shared; moving: its twist, see `static_push`.
    """
    at, kg = found.at, found.kg
    weights = [
        (kg[carrier], velocity(moving, np.mean(corners, axis=0))),
        (kg["wheel"], velocity(moving, at["wheel_center"])),
    ]
    rate = lengthening(at["spring_top"], at["spring_bottom"], moving)
    return static_push(found.load or 0.0, weights, rate)

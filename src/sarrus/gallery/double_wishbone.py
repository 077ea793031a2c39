"""One corner of a double-wishbone suspension, from its hard points.

Vehicle axes (ISO 8855): x forward, y to the left, z up. The origin is on the ground in the middle
of the vehicle, under the axle. The chassis is ground. All points are of the left corner, in the
design position; the right corner is its mirror image.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, DARK, ORANGE, STEEL, ball, link
from sarrus.gallery.example import Example
from sarrus.model import BodyHandle, Cylinder, Mechanism, Model
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import nearest

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
    "wheel_centre": (0.000, 0.760, 0.310),
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
    "upright": ("lower_ball", "upper_ball", "tie_outer", "wheel_centre"),
    "tie_rod": ("tie_inner", "tie_outer"),
}
"""The hard points of a body among which its mass is shared."""

COLORS = {"lower_arm": BLUE, "upper_arm": BLUE, "upright": ORANGE, "tie_rod": STEEL, "rack": STEEL}
DRAWN = {"lower_arm": 0.014, "upper_arm": 0.012, "upright": 0.022, "tie_rod": 0.01, "rack": 0.015}
"""Radii of the bars as which they are drawn [m]."""

CAMBER, TOE = math.radians(-0.5), math.radians(0.1)
"""Camber and toe in the design position [rad]."""

THICKNESS = 0.02
"""Radius of inertia [m] that arms and rods have about any axis in addition to their corners."""

Points = Mapping[str, np.ndarray]


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
    problems: list[Problem] = []
    entry = Entry("double wishbone", {}, problems)
    _check_choice(entry, "steering", steering, ("rack", "locked"))
    _check_choice(entry, "side", side, ("left", "right"))
    at, kg = _points(entry, points or {}), _masses(entry, masses or {})
    lean, inward = _number(entry, "camber", camber, "rad"), _number(entry, "toe", toe, "rad")
    disc = Cylinder(
        _number(entry, "radius", radius, "m", 1e-3), _number(entry, "width", width, "m", 1e-3)
    )
    k = _number(entry, "stiffness", stiffness, "N/m", 1.0)
    push = _number(entry, "preload", preload, "N")
    if problems:
        raise ModelError(problems)
    mirror = np.array([1.0, 1.0 if side == "left" else -1.0, 1.0])
    at = {name: mirror * p for name, p in at.items()}

    m = Mechanism("double_wishbone", gravity)
    bodies = {n: _body(m, n, kg[n], [at[p] for p in ends]) for n, ends in CORNERS.items()}
    for arm in ("lower", "upper"):
        front, rear, body = at[f"{arm}_front"], at[f"{arm}_rear"], bodies[f"{arm}_arm"]
        m.revolute(f"{arm}_pivot", m.ground, body, at=front, axis=rear - front)
        m.spherical(f"{arm}_ball", body, bodies["upright"], at=at[f"{arm}_ball"])
        m.frame(f"{arm}_front", m.ground, at=front)
        m.frame(f"{arm}_rear", m.ground, at=rear)
    _add_steering(m, bodies, at, kg["rack"] if steering == "rack" else None)
    spin = mirror * _outward(lean, inward)
    wheel = m.body("wheel", kg["wheel"], at=at["wheel_centre"], rotation=_about(spin))
    wheel.shape(disc, color=DARK)
    m.revolute("hub", bodies["upright"], wheel, at=at["wheel_centre"], axis=spin)
    _add_springs(m, bodies["lower_arm"], at, k, damping, push)
    return m.build()


def _points(entry: Entry, given: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return all hard points of the left corner [m]."""
    dampers = {f"damper_{end}": f"spring_{end}" for end in ("top", "bottom")}
    _check_known(entry, "hard point", given, [*POINTS, *dampers])
    raw: dict[str, Any] = {**POINTS, **given}
    for damper, spring in dampers.items():
        raw.setdefault(damper, raw[spring])
    read = {name: entry.vector(name, p, "m") for name, p in raw.items()}
    return {name: np.array(p, dtype=float) for name, p in read.items() if p is not None}


def _masses(entry: Entry, given: Mapping[str, Any]) -> dict[str, float]:
    """Return the masses of all bodies [kg]."""
    _check_known(entry, "mass", given, MASSES)
    raw = {**MASSES, **given}
    read = {name: entry.number(f"mass of {name}", x, "kg", least=0.0) for name, x in raw.items()}
    return {name: x for name, x in read.items() if x is not None}


def _number(entry: Entry, name: str, raw: Any, unit: str, least: float | None = None) -> float:
    """Return a number; what is none is reported, and stands as 0."""
    return entry.number(name, raw, unit, least=least) or 0.0


def _check_known(
    entry: Entry, kind: str, given: Mapping[str, Any], known: Sequence[str] | Mapping[str, Any]
) -> None:
    for name in given:
        if name not in known:
            entry.report("M09", f"{kind} '{name}'", "is not known", action=nearest(name, known))


def _check_choice(entry: Entry, what: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        rule = f"is none of {', '.join(repr(word) for word in allowed)}"
        entry.report("S03", what, rule, value=repr(value))


def _body(m: Mechanism, name: str, mass: float, corners: Sequence[np.ndarray]) -> BodyHandle:
    """Add a body whose mass sits in equal parts at its corners, with some thickness.

    It is drawn as bars from all corners to the last one.
    """
    com = np.mean(corners, axis=0)
    arms = [p - com for p in corners]
    spread = sum(np.eye(3) * (r @ r) - np.outer(r, r) for r in arms) / len(arms)
    body = m.body(name, mass, com, mass * (spread + THICKNESS**2 * np.eye(3)))
    for corner in corners[:-1]:
        link(body, corner, corners[-1], DRAWN[name], COLORS[name])
    if name.endswith("arm"):
        ball(body, corners[-1], THICKNESS)
    return body


def _add_steering(
    m: Mechanism, bodies: Mapping[str, BodyHandle], at: Points, mass: float | None
) -> None:
    """Add the joints of the tie rod, and the rack if it has a mass."""
    inner, outer = at["tie_inner"], at["tie_outer"]
    holder = m.ground
    if mass is not None:
        middle = np.array([inner[0], 0.0, inner[2]])
        holder = _body(m, "rack", mass, [middle, inner])
        m.prismatic("rack", m.ground, holder, at=middle, axis="y")
    rod = outer - inner
    first = np.cross(rod, np.eye(3)[np.argmin(np.abs(rod))])  # both axes are across the rod
    second = np.cross(rod, first)
    m.universal("tie_inner", holder, bodies["tie_rod"], at=inner, axis=first, axis2=second)
    m.spherical("tie_outer", bodies["tie_rod"], bodies["upright"], at=outer)


def _outward(camber: float, toe: float) -> np.ndarray:
    """Return the outward axis of a left wheel."""
    level = math.cos(camber)
    return np.array([level * math.sin(toe), level * math.cos(toe), -math.sin(camber)])


def _about(spin: np.ndarray) -> np.ndarray:
    """Return axes of the wheel with z along its own axis, and x level."""
    level = np.cross(spin, (0.0, 0.0, 1.0))
    level = level / np.linalg.norm(level)
    return np.column_stack([level, np.cross(spin, level), spin])


def _add_springs(m: Mechanism, arm: BodyHandle, at: Points, k: float, c: Any, push: float) -> None:
    """Add the spring, which pushes with its preload in the design position, and the damper."""
    length = float(np.linalg.norm(at["spring_top"] - at["spring_bottom"]))
    m.spring_damper("spring", m.ground, arm, at_a=at["spring_top"], at_b=at["spring_bottom"], k=k,
                    free_length=length + push / k)  # fmt: skip
    m.spring_damper("damper", m.ground, arm, at_a=at["damper_top"], at_b=at["damper_bottom"],
                    c=c)  # fmt: skip


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

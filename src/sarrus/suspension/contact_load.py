"""Forces at the contact patch of a wheel, and the equilibrium of a corner under them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.line import LineElement
from sarrus.suspension.lines import line_ends
from sarrus.suspension.position import Position
from sarrus.suspension.wheel_angles import Wheel
from sarrus.system import Motion
from sarrus.system.rows.motion import POINT

UNIT = 1000.0
"""A force for finding out how forces act [N]."""

LEAST = 1e-6
"""A lever between the wheel and a spring below which the spring counts as unable to carry."""

Load = tuple[np.ndarray, np.ndarray]
Loads = dict[str, Load]


@dataclass(frozen=True, kw_only=True)
class ContactLoad:
    """What the road does to the tyre at the contact patch [N], about it [N m].

    vertical: positive upward; None for what the springs make of it at each position. lateral:
    positive to the left; longitudinal: positive forward, so that braking is negative; aligning:
    moment about the vertical. axes: "chassis", or "wheel" for lateral and longitudinal forces
    across and along the wheel as it stands. torque_by: who holds the wheel against the torque of
    the longitudinal force: "carrier" (a brake at the wheel) or "chassis" (inboard brakes, drive
    shafts).
    """

    vertical: float | None = None
    lateral: float = 0.0
    longitudinal: float = 0.0
    aligning: float = 0.0
    axes: str = "chassis"
    torque_by: str = "carrier"

    def __post_init__(self) -> None:
        problems = [
            Problem("S03", f"contact load / {what}", f"is none of {allowed}", value=repr(value))
            for what, value, allowed in (
                ("axes", self.axes, "'chassis', 'wheel'"),
                ("torque_by", self.torque_by, "'carrier', 'chassis'"),
            )
            if f"'{value}'" not in allowed.split(", ")
        ]
        for what in ("vertical", "lateral", "longitudinal", "aligning"):
            value: Any = getattr(self, what)
            if not (value is None and what == "vertical") and not _is_finite(value):
                rule = "must be a finite number"
                problems.append(Problem("M04", f"contact load / {what}", rule, value=repr(value)))
        if problems:
            raise ModelError(problems)

    @property
    def size(self) -> float:
        """A number that grows with the load."""
        return abs(self.lateral) + abs(self.longitudinal) + abs(self.aligning)


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and bool(np.isfinite(value))


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A corner at rest under a contact load.

    vertical: force of the road [N]; extra: pull of the carrying spring in addition to its own [N].
    """

    position: Position
    load: ContactLoad
    motion: Motion
    vertical: float
    extra: float


def equilibrium(position: Position, load: ContactLoad, spring: LineElement | None) -> Equilibrium:
    """Return the equilibrium at a position.

    The force that lifts the wheel to its travel must vanish. It is linear in the unknown: the
    vertical force where it is not given, else the pull of the spring, which is then as stiff or
    preloaded as it takes.
    """
    value = _patch_load(position, load, load.vertical or 0.0)
    if load.vertical is None:
        unit = _patch_load(position, ContactLoad(), UNIT)  # has no moment about the wheel's axis
    elif spring is None:
        rule = "cannot be carried: the model has no spring between two points"
        action = "leave vertical out, to have the force that the model makes of the position"
        raise ModelError(Problem("K05", "contact load / vertical", rule, action=action))
    else:
        unit = _pull(position, spring, UNIT)
    base = _lift(_motion(position, value))
    lever = _lift(_motion(position, _sum(value, unit))) - base
    if abs(lever) < LEAST * UNIT:
        raise ModelError(_no_lever(position, load, spring))
    x = -base / lever
    scaled = {body: (x * f, x * n) for body, (f, n) in unit.items()}
    motion = _motion(position, _sum(value, scaled))
    if load.vertical is None:
        return Equilibrium(position, load, motion, x * UNIT, 0.0)
    return Equilibrium(position, load, motion, load.vertical, x * UNIT)


def _motion(position: Position, loads: Loads) -> Motion:
    """Return what happens at a position that is held, under loads."""
    kinematics = position.kinematics
    return kinematics.system.accelerations(
        position.state,
        driven={name: 0.0 for name in kinematics.drives(0.0)},
        points=[(kinematics.lift(position.travel), np.zeros(3))],
        loads=loads,
    )


def _lift(motion: Motion) -> float:
    """Return the force that lifts the wheel [N]."""
    return float(next(e[0] for name, e in motion.efforts.items() if name.startswith(POINT)))


def _sum(a: Loads, b: Loads) -> Loads:
    nothing = (np.zeros(3), np.zeros(3))
    pairs = {body: (a.get(body, nothing), b.get(body, nothing)) for body in {**a, **b}}
    return {body: (f[0] + g[0], f[1] + g[1]) for body, (f, g) in pairs.items()}


def _patch_load(position: Position, load: ContactLoad, vertical: float) -> Loads:
    """Return the load on the wheel at the origin of its frame, world axes."""
    wheel, corner = position.wheel, position.kinematics.corner
    force, about_center = load_at_center(wheel, load, vertical)
    origin = position.bodies[corner.wheel].position
    return {corner.wheel: (force, about_center + np.cross(wheel.center - origin, force))}


def load_at_center(wheel: Wheel, load: ContactLoad, vertical: float) -> Load:
    """Return the force of the road on a wheel, and its moment about the centre; world axes."""
    force = np.array([load.longitudinal, load.lateral, 0.0])
    if load.axes == "wheel":
        left = wheel.side * wheel.outward
        force = load.longitudinal * wheel.forward + load.lateral * left
    force = force + np.array([0.0, 0.0, vertical])
    aligning = np.array([0.0, 0.0, load.aligning])
    about_center = np.cross(wheel.patch - wheel.center, force) + aligning
    if load.torque_by == "chassis":
        about_center = about_center - wheel.spin * (wheel.spin @ about_center)
    return force, about_center


def _pull(position: Position, spring: LineElement, pull: float) -> Loads:
    """Return what a pull of a spring does to its two bodies, at the origins of their frames."""
    a, b = line_ends(position, spring)
    force = pull * (b.point - a.point) / np.linalg.norm(b.point - a.point)
    one = {a.body: (force, np.cross(a.arm, force))}
    return _sum(one, {b.body: (-force, np.cross(b.arm, -force))})


def _no_lever(position: Position, load: ContactLoad, spring: LineElement | None) -> Problem:
    where = f"equilibrium at travel {position.travel:.6g} m"
    if load.vertical is None or spring is None:
        rule = "is singular: no vertical force at the contact patch moves the wheel"
        return Problem("K06", where, rule, cause="a dead point of the suspension")
    rule = f"is singular: the spring '{spring.name}' has no lever, its motion ratio is zero"
    action = "choose another travel, or another spring to carry the load (carried_by=)"
    return Problem("K06", where, rule, cause="the spring is in a dead point", action=action)

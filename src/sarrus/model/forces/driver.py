"""A driver: hands at the steering, feet at the pedals, by laws of time or along a path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import (
    Field,
    body_name,
    field,
    joint_coordinate,
    number,
    other_joint,
    time_law,
)
from sarrus.model.forces.commands import Commands
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value, timed_value
from sarrus.model.forces.shaping import smooth_step
from sarrus.model.options import DAMPING, NO_UNIT, PATH, POSITION, STIFFNESS, Option
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.paths import Path
from sarrus.spatial.arrays import Array, Scalar, dot, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

HOLD = 5.0
"""How fast the distance along the path is corrected by where the vehicle is [1/s]."""
CREEP = 1.0
"""Speed [m/s] that the driver looks ahead for, at least."""
FAR = 1e9
"""A time [s] and distance [m] that are never reached."""
SWITCH = 0.1
"""Time in which a speed is released [s]."""


class PathField(Field):
    """A path: one of `sarrus.paths`, or none."""

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, PATH, "a path of sarrus.paths that is followed", None),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None or isinstance(raw, Path):
            return {name: raw}
        action = "give a path of sarrus.paths, such as PointPath(x=[...], y=[...])"
        entry.report("M25", name, "is not a path", value=entry.literal(name, raw), action=action)
        return {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {} if found is None else {name: found}


@element
class Driver(Commands):
    """A driver of a vehicle: steers a joint, and has pedals that brakes, engines and motors obey.

    Steering: the joint is led to what is wanted, effort = k (wanted - coordinate) - d rate. Without
    a path that is steer + steer_gain law(t). With one, the driver looks ahead by `preview` seconds, at
    the point Q of the path, and turns so that the arc from where the vehicle goes meets it:

        curvature = 2 y_Q/|Q|^2,   lacking = curvature - yaw rate/v
        angle = (wheelbase + understeer v^2) (curvature + quickness lacking)
        wanted = ratio limit tanh(angle/limit) + steer, after the reaction time `lag`

    y_Q is counted from the direction of the velocity of the body's origin, to the left; ratio: of the
    joint for an angle of the wheels. Pedals: the lack of speed, e = speed(t) - v, asks for kp e + ki integral,
    which opens the throttle where positive and brakes where negative, up to the time `release` and the
    distance `coast` along the path; laws of throttle and brake are added. Each pedal is between 0 and 1.
    """  # noqa: E501

    name: str
    joint: str = joint_coordinate()
    body: str = body_name("the body that is driven, x forward, z up")
    k: float = number(STIFFNESS, "of the arms at the steering", above=0.0)
    d: float = number(DAMPING, "of the arms", at_least=0.0)
    other: str = other_joint(
        "a second joint that is led alike, with the same k and d", default=None
    )
    steer: float = time_law(
        POSITION, "coordinate of the joint, a law of time", law="steer_law", default=0.0, kept=0.0
    )
    steer_gain: float = number(NO_UNIT, "factor of the law of steer", default=1.0)
    path: Path | None = field(PathField(), default=None)
    ratio: float = number(("rad/rad", "m/rad"), "of the joint for the wheels", default=1.0)
    wheelbase: float = number("m", "of the vehicle", default=2.7, above=0.0)
    understeer: float = number("rad*s^2/m", "more angle by lateral acceleration", default=0.0)
    preview: float = number("s", "how far the driver looks ahead", default=0.65, above=0.0)
    quickness: float = number(
        NO_UNIT, "more angle by what the turn lacks of that", default=1.0, at_least=0.0
    )
    lag: float = number("s", "reaction time of the steering", default=0.05, above=0.0)
    limit: float = number("rad", "largest angle of the wheels", default=0.6, above=0.0)
    speed: float = time_law(
        "m/s", "that is held, a law of time; none if not given", law="speed_law", default=None,
        kept=0.0,
    )  # fmt: skip
    kp: float = number("s/m", "pedal for a lack of speed", default=0.5, at_least=0.0)
    ki: float = number("1/m", "pedal for a lack of way", default=0.5, at_least=0.0)
    throttle: float = time_law(
        NO_UNIT, "of the pedal, a law of time", law="throttle_law", default=0.0, kept=0.0
    )
    brake: float = time_law(
        NO_UNIT, "of the pedal, a law of time", law="brake_law", default=0.0, kept=0.0
    )
    brake_gain: float = number(NO_UNIT, "factor of the law of the brake", default=1.0)
    release: float = number("s", "time from which on no speed is held", default=FAR)
    coast: float = number("m", "distance from which on no speed is held", default=FAR)
    initial_distance: float = number("m", "along the path, at the start", default=0.0)
    initial_wanted: float = number(POSITION, "of the joint, at the start", default=0.0)
    initial_integral: float = number("m", "of the lack of speed, at the start", default=0.0)
    steer_law: Curve | Formula | None = None
    speed_law: Curve | Formula | None = None
    throttle_law: Curve | Formula | None = None
    brake_law: Curve | Formula | None = None
    holds_speed: bool = False
    """Whether a speed is held."""
    turns: bool = True
    """Whether the joint that steers turns, and does not slide."""
    index: int = 0

    positional = ("joint", "body")

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made = super().read(reading)
        if not isinstance(made, Driver):
            return made
        holds = reading.get("speed") is not None
        return replace(made, turns=reading.is_angle is not False, holds_speed=holds)

    def check(self, reading: Reading) -> None:
        if self.path is not None and not self.ratio:
            reading.entry.report("M04", "ratio", "is 0: the wheels would not turn")

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint, self.other) if self.other else (self.joint,)

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """Distance along a path and what is wanted of the joint; integral of the lack of speed."""
        found: tuple[ElementState, ...] = ()
        if self.path is not None:
            unit = "rad" if self.turns else "m"
            found = (
                ElementState("distance", "m", "along the path"),
                ElementState("wanted", unit, "of the joint that steers", 0.01),
            )
        if self.holds_speed:
            found = (*found, ElementState("integral", "m", "of the lack of speed"))
        return found

    # --- steering -------------------------------------------------------------------------------

    def _sum_with_law(self, scene: Scene, name: str) -> Scalar:
        """Return a number plus the law beside it times its gain."""
        number_, law = scene.value(self, name), getattr(self, f"{name}_law")
        if law is None:
            return number_
        return number_ + scene.value(self, f"{name}_gain") * law_value(law, scene.time)

    def _motion(self, scene: Scene) -> tuple[Array, Array, Scalar, Array]:
        """Return position and velocity over the ground, speed ahead, and heading, a unit vector."""
        at = scene.point(self.body, (0.0, 0.0, 0.0))
        ahead = scene.direction(self.body, AHEAD)
        return at.position[:2], at.velocity[:2], dot(at.velocity, ahead), ahead[:2]

    def path_curvature(self, scene: Scene) -> Scalar:
        """Return the curvature of the arc that meets the path ahead [1/m], to the left."""
        if self.path is None:
            return 0.0
        position, velocity, speed, ahead = self._motion(scene)
        slow = 1.0 - smooth_step(speed / (2.0 * CREEP), 1.0)
        going = velocity + CREEP * slow * ahead
        going = going / np.sqrt(dot(going, going) + 1e-12)
        reach = scene.value(self, "preview") * np.sqrt(speed * speed + CREEP * CREEP)
        r = self.path.position(scene.state(self, "distance") + reach) - position
        return 2.0 * (going[0] * r[1] - going[1] * r[0]) / (dot(r, r) + 1e-6)

    def command(self, scene: Scene) -> Scalar:
        """Return what is wanted of the joint, before the reaction time."""
        law = self._sum_with_law(scene, "steer")
        if self.path is None:
            return law
        speed = self._motion(scene)[2]
        by_speed = scene.value(self, "wheelbase") + scene.value(self, "understeer") * speed * speed
        limit, ratio = scene.value(self, "limit"), scene.value(self, "ratio")
        asked = self.path_curvature(scene)
        turn = scene.angular_velocity(self.body)[2] / np.sqrt(speed * speed + CREEP * CREEP)
        asked = asked + scene.value(self, "quickness") * (asked - turn)
        angle = by_speed * asked
        return ratio * limit * np.tanh(angle / limit) + law

    def offset(self, scene: Scene) -> Scalar:
        """Return how far the body is to the left of the path [m]."""
        if self.path is None:
            return 0.0
        s = scene.state(self, "distance")
        t, r = self.path.direction(s), self._motion(scene)[0] - self.path.position(s)
        return t[0] * r[1] - t[1] * r[0]

    def _efforts(self, scene: Scene) -> list[tuple[str, int, Scalar]]:
        """Return the effort on each joint; without a path the law itself is followed."""
        asked = self.command(scene) if self.path is None else scene.state(self, "wanted")
        found = []
        for joint, index in ((self.joint, self.index), (self.other, 0))[: len(self.joints)]:
            stretch = asked - scene.coordinate(joint, index)
            damped = scene.value(self, "d") * scene.rate(joint, index)
            found.append((joint, index, scene.value(self, "k") * stretch - damped))
        return found

    # --- pedals ---------------------------------------------------------------------------------

    def _pedals(self, scene: Scene) -> Scalar:
        """Return the sum of throttle and brake that the lack of speed asks for."""
        lack = self._lack(scene)
        integral = scene.value(self, "ki") * scene.state(self, "integral")
        return scene.value(self, "kp") * lack + integral

    def _lack(self, scene: Scene) -> Scalar:
        return timed_value(self, scene, "speed") - self._motion(scene)[2]

    def _hold(self, scene: Scene) -> Scalar:
        """Return 1 while a speed is held, 0 behind the time or place where it is released."""
        held = 1.0 - smooth_step((scene.time - scene.value(self, "release")) / SWITCH, 1.0)
        if self.path is None:
            return held
        gone = scene.state(self, "distance") - scene.value(self, "coast")
        return held * (1.0 - smooth_step(gone, 1.0))

    def _demand(self, scene: Scene, sign: float) -> Scalar:
        """Return what the lack of speed asks of a pedal."""
        if not self.holds_speed:
            return 0.0
        return _pedal(sign * self._pedals(scene)) * self._hold(scene)

    def throttle_pedal(self, scene: Scene) -> Scalar:
        return _pedal(self._demand(scene, 1.0) + timed_value(self, scene, "throttle"))

    def brake_pedal(self, scene: Scene) -> Scalar:
        return _pedal(self._demand(scene, -1.0) + self._sum_with_law(scene, "brake"))

    # --- element --------------------------------------------------------------------------------

    def loads(self, scene: Scene) -> Sequence[Load]:
        return [CoordinateLoad(*place) for place in self._efforts(scene)]

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        found: list[Scalar] = []
        if self.path is not None:
            position, velocity, _, _ = self._motion(scene)
            s = scene.state(self, "distance")
            t = self.path.direction(s)
            found.append(dot(t, velocity) + HOLD * dot(t, position - self.path.position(s)))
            asked = self.command(scene) - scene.state(self, "wanted")
            found.append(asked / scene.value(self, "lag"))
        if self.holds_speed:
            free = self._pedals(scene)
            over = free - select(free > 1.0, 1.0, select(free < -1.0, -1.0, free))
            lack = self._lack(scene) - (over / self.kp if self.kp else 0.0)
            found.append(lack * self._hold(scene))
        return found

    def supply(self, scene: Scene) -> Scalar:
        power: Scalar = 0.0
        for joint, index, effort in self._efforts(scene):
            power = power + effort * scene.rate(joint, index)
        return power

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("throttle", "", "pedal of the throttle"),
            Measure("brake", "", "pedal of the brakes"),
            Measure("offset", "m", "of the body to the left of the path"),
            Measure("steering", "rad" if self.turns else "m", "what is wanted of the joint"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        pedals = self.throttle_pedal(scene), self.brake_pedal(scene)
        return (*pedals, self.offset(scene), self.command(scene))

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        laws = (self.steer_law, self.speed_law, self.throttle_law, self.brake_law)
        return [value for law in laws for value in law_switches(law, scene.time)]


AHEAD: Vector3 = (1.0, 0.0, 0.0)


def _pedal(asked: Scalar) -> Scalar:
    """Return a pedal between 0 and 1."""
    return select(asked > 1.0, 1.0, select(asked > 0.0, asked, 0.0))

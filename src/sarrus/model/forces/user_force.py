"""A force law of the user: any function of the motion of named points, bodies and joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.model.forces.element import (
    CoordinateLoad,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.user_motion import Act, Read
from sarrus.model.options import (
    LOADS,
    PARAMETERS_OPTION,
    POINTS_OPTION,
    POWER,
    RATES,
    STATES,
    Option,
)
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot, vector

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading

NumberOf = tuple[str, str, int]
"""A name of a coordinate, its joint and its number."""


@element
class UserForce(ForceElement):
    """A force law of your own: function(motion) returns loads, one or a list.

    The `Motion` answers time, position("tip"), velocity("tip"), distance("tip", "eye"),
    axes("arm"), angular_velocity("arm"), coordinate("A.angle"), rate("A.rate"),
    parameter("k"); it makes loads: force("tip", (x, y, z)), moment("arm", (x, y, z)),
    effort("A", value). The power counts as supply, unless energy or dissipation account for all of
    it, which is checked. Write with NumPy's functions and `select`.

    states: numbers of its own, such as {"i": (0.0, "A")}, read by state("i"); rates: a function
    of the motion that returns the rate of each, {"i": ...}. With energy or dissipation, supply is
    the power from outside that they do not account for.

    What is kept: points: (name, body, place in the body frame [m]); coordinates and rates: what
    the names that the law uses refer to; reads: the arguments of the formula; acts: where its
    results act, three for a force or moment, one for an effort; after them stand the stored energy
    and the power turned into heat, if has_energy and has_dissipation say so.
    """

    name: str
    points: tuple[tuple[str, str, Vector3], ...]
    coordinates: tuple[NumberOf, ...]
    rates: tuple[NumberOf, ...]
    reads: tuple[Read, ...]
    acts: tuple[Act, ...]
    formula: Formula
    parameters: tuple[tuple[str, float, str], ...] = ()
    has_energy: bool = False
    has_dissipation: bool = False

    positional = ("function",)
    more_options = (
        Option("function", LOADS, "of the motion, returns the loads", key="loads"),
        POINTS_OPTION,
        PARAMETERS_OPTION,
        Option("energy", POWER, "stored energy, a function of the motion", None, "J"),
        Option("dissipation", POWER, "power turned into heat, a function of the motion", None, "W"),
        Option(
            "states",
            STATES,
            "names with (start value, unit), or with (start value, unit, size of usual values)",
            None,
        ),
        Option("rates", RATES, "of the motion, returns the rates of all states by name", None),
        Option("supply", POWER, "power from outside, of a law with states", None, "W"),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.user_forces import read_user_force

        return read_user_force(reading)

    def in_part(self, part: Part) -> ForceElement:
        if part.is_moved and {kind for kind, _, _ in self.all_reads} - FREE_OF_AXES:
            self._refuse(part)
        if part.is_moved and any(kind != "effort" for kind, _ in self.acts):
            self._refuse(part)
        for table in (self.coordinates, self.rates):
            if any(part.rate_sign(joint, index) < 0.0 for _, joint, index in table):
                self._refuse(part)
        on_body = {name: part.body(name) for name in self.bodies}
        return replace(
            self,
            name=part.name_in_host(self.name),
            points=tuple(
                (name, part.body(body), part.point(body, at)) for name, body, at in self.points
            ),
            coordinates=tuple((name, part.name_in_host(j), k) for name, j, k in self.coordinates),
            rates=tuple((name, part.name_in_host(j), k) for name, j, k in self.rates),
            reads=on_bodies(self.reads, on_body),
            acts=tuple(
                (kind, on_body[target] if kind == "moment" else target)
                for kind, target in self.acts
            ),
        )

    @property
    def all_reads(self) -> tuple[Read, ...]:
        """What of the motion its formulas read."""
        return self.reads

    def _refuse(self, part: Part) -> None:
        rule = "is a law of its own in world axes, and the part is moved, turned or mirrored"
        action = "add it to the host, or write it by coordinates and efforts of joints"
        part.refuse(f"force '{self.name}'", rule, action)

    @property
    def units(self) -> dict[str, str]:  # type: ignore[override]
        """The parameters with their units."""
        return {name: unit for name, _, unit in self.parameters}

    def __getattr__(self, name: str) -> Any:
        """Return the number of a parameter."""
        for parameter, value, _ in self.__dict__.get("parameters", ()):
            if parameter == name:
                return value
        raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")

    @property
    def bodies(self) -> tuple[str, ...]:
        named = [body for _, body, _ in self.points]
        named += [target for kind, target, _ in self.reads if kind in ON_BODIES]
        named += [target for kind, target in self.acts if kind == "moment"]
        return tuple(dict.fromkeys(named))

    @property
    def joints(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(joint for _, joint, _ in (*self.coordinates, *self.rates)))

    def loads(self, scene: Scene) -> Sequence[Load]:
        values, found = self._values(scene), []
        at = 0
        for kind, target in self.acts:
            size = 1 if kind == "effort" else 3
            found.append(self._load(scene, kind, target, values[at : at + size]))
            at += size
        return found

    def _load(self, scene: Scene, kind: str, target: str, values: list[Scalar]) -> Load:
        if kind == "effort":
            return CoordinateLoad(*self._number(self.rates, target), values[0])
        if kind == "moment":
            return MomentLoad(target, vector(*values))
        body, place = self._point(target)
        return PointLoad(body, scene.point(body, place).position, vector(*values))

    def _values(self, scene: Scene) -> list[Scalar]:
        return self.formula.values(*[self._argument(scene, *read) for read in self.reads])

    def _argument(self, scene: Scene, kind: str, target: str, k: int) -> Scalar:
        if kind == "time":
            return scene.time
        if kind == "parameter":
            return scene.value(self, target)
        if kind == "state":
            return scene.state(self, target)
        if kind == "coordinate":
            return scene.coordinate(*self._number(self.coordinates, target))
        if kind == "rate":
            return scene.rate(*self._number(self.rates, target))
        if kind == "angular velocity":
            return scene.angular_velocity(target)[k]
        if kind in AXES:
            return scene.direction(target, AXES[kind])[k]
        motion = scene.point(*self._point(target))
        return (motion.position if kind == "position" else motion.velocity)[k]

    def _point(self, name: str) -> tuple[str, Vector3]:
        return next((body, place) for known, body, place in self.points if known == name)

    @staticmethod
    def _number(names: tuple[NumberOf, ...], name: str) -> tuple[str, int]:
        return next((joint, index) for known, joint, index in names if known == name)

    def potential(self, scene: Scene) -> Scalar:
        if not self.has_energy:
            return 0.0
        return self._values(scene)[-2 if self.has_dissipation else -1]

    def dissipation(self, scene: Scene) -> Scalar:
        return self._values(scene)[-1] if self.has_dissipation else 0.0

    def supply(self, scene: Scene) -> Scalar:
        if self.has_energy or self.has_dissipation:
            return 0.0
        power: Scalar = 0.0
        for (_, target), load in zip(self.acts, self.loads(scene), strict=True):
            if isinstance(load, CoordinateLoad):
                power = power + load.effort * scene.rate(load.joint, load.index)
            elif isinstance(load, MomentLoad):
                power = power + dot(load.moment, scene.angular_velocity(target))
            else:
                power = power + dot(load.force, scene.point(*self._point(target)).velocity)
        return power

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return self.formula.conditions.values(
            *[self._argument(scene, *read) for read in self.reads]
        )


def on_bodies(reads: tuple[Read, ...], bodies: dict[str, str]) -> tuple[Read, ...]:
    """Return what is read, with other names of bodies."""
    return tuple(
        (kind, bodies[target] if kind in ON_BODIES else target, k) for kind, target, k in reads
    )


FREE_OF_AXES = frozenset({"time", "parameter", "state", "coordinate", "rate"})
"""Numbers of a motion that do not depend on the axes of the drawing."""
AXES: dict[str, Vector3] = {
    "axis x": (1.0, 0.0, 0.0),
    "axis y": (0.0, 1.0, 0.0),
    "axis z": (0.0, 0.0, 1.0),
}
ON_BODIES = ("angular velocity", *AXES)

"""A combustion engine by its curves of torque, full load and motored, or by a map of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import choice, element_name, field, number, table, time_law
from sarrus.model.forces.commands import Commands, commands_of
from sarrus.model.forces.element import ElementState, ForceElement, Load, Measure, Scene
from sarrus.model.forces.engine_map import (
    INTERPOLATION,
    AxisField,
    EngineMap,
    NodesField,
    check_map,
    engine_map,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.shaft import ShaftElement
from sarrus.model.forces.shaping import negative_part, positive_part, smooth_step
from sarrus.model.forces.sticking import check_named
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.reading import Reading

GOVERNED = 0.1
"""Part of the speed below idle, or above the limit, over which the governor acts."""


@element(kw_only=True)
class Engine(ShaftElement):
    """A combustion engine on a joint, its crankshaft, by curves of torque over speed, or by a map.

        torque = drag(w) + opening (full(w) - drag(w)),   lag d(opening)/dt = shape(throttle) - opening

    full: torque over speed at full load; drag: with closed throttle, below zero; shape: opening
    over throttle, the same if not given. Instead of full and drag a map: torques at the nodes of a
    grid of speeds and throttles, torque = map(w, opening), bilinear or by bicubic splines; beyond
    the grid its edge is held, and the channel `beyond` says by how much the speed is off it. Below `idle` the governor opens the throttle by itself, above
    `limit` it closes it, each over a tenth of the speed. With `other` and `gear` it acts on two wheels
    without a crankshaft. The power counts as supply, that of the drag as dissipation.
    """  # noqa: E501

    full: Curve | None = table(
        "rad/s", "N*m", "torque over speed at full load", argument="w", default=None
    )
    drag: Curve | None = table(
        "rad/s", "N*m", "torque over speed, motored, below zero; 0 if not given", argument="w",
        default=None,
    )  # fmt: skip
    speeds: tuple[float, ...] = field(
        AxisField("rad/s", "of a map of torque, increasing"), default=()
    )
    throttles: tuple[float, ...] = field(
        AxisField(NO_UNIT, "of a map, increasing between 0 and 1"), default=()
    )
    torques: tuple[tuple[float, ...], ...] = field(
        NodesField("N*m", "of a map: a row over speed for each throttle"), default=()
    )
    interpolation: str = choice(
        tuple(INTERPOLATION), "between the nodes of a map: linear, or spline, which may overshoot",
        default="linear",
    )  # fmt: skip
    shape: Curve | None = table(
        NO_UNIT, NO_UNIT, "opening over throttle, as rows; the same if not given", argument="u",
        default=None,
    )  # fmt: skip
    throttle: float = time_law(
        NO_UNIT, "between 0 and 1, a law of time", law="throttle_law", default=0.0, kept=0.0
    )
    driver: str = element_name("the driver whose pedal it obeys, instead of throttle", default=None)
    lag: float = number("s", "in which the intake fills", default=0.1, above=0.0)
    idle: float = number("rad/s", "speed that it keeps, none if 0", default=0.0, at_least=0.0)
    limit: float = number("rad/s", "speed at which it is cut, none if 0", default=0.0, at_least=0.0)
    initial_opening: float = number(NO_UNIT, "at the start", default=0.0, at_least=0.0)
    throttle_law: Curve | Formula | None = None
    index: int = 0

    positional = ("joint", "full")
    states = (ElementState("opening", "", "opening of the throttle, after the intake"),)

    def check(self, reading: Reading) -> None:
        super().check(reading)
        entry = reading.entry
        if self.driver and (self.throttle or self.throttle_law is not None):
            entry.report("M28", "driver", "and throttle are both given", action="give one of them")
        self._check_map(reading)
        if self.drag is not None and self.drag.y.max() > 0.0:
            rule = "is above zero: an engine that is motored brakes"
            entry.report("M04", "drag", rule, value=f"{self.drag.y.max():g} N m")
        if self.limit and self.limit <= self.idle:
            entry.report("M28", "limit", "is not above idle", value=f"{self.limit:g} rad/s")

    def _check_map(self, reading: Reading) -> None:
        entry = reading.entry
        if not (self.speeds or self.throttles or self.torques):
            if self.full is None:
                action = "give full, or a map by speeds, throttles and torques"
                entry.report("M28", "full", "is missing, and there is no map", action=action)
            return
        for name in ("full", "drag"):
            if getattr(self, name) is not None:
                rule, action = "is given with a map, which holds it", "give one of them"
                entry.report("M28", name, rule, action=action)
        smooth = INTERPOLATION[self.interpolation]
        check_map(reading, "speeds", "throttles", "torques", smooth)
        outside = [u for u in self.throttles if not 0.0 <= u <= 1.0]
        if outside:
            rule = "is not between 0 and 1"
            entry.report("M04", "throttles", rule, value=f"{outside[0]:g}")

    @property
    def map(self) -> EngineMap | None:
        """Torque over speed and opening; None where curves are given."""
        if not self.torques:
            return None
        smooth = INTERPOLATION[self.interpolation]
        return engine_map(self.speeds, self.throttles, self.torques, smooth)

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        check_named(self, "driver", others, Commands, "driver", entry)

    def _throttle(self, scene: Scene) -> Scalar:
        driver = commands_of(scene, self.driver)
        if driver is not None:
            return driver.throttle_pedal(scene)
        value = scene.value(self, "throttle")
        return value if self.throttle_law is None else law_value(self.throttle_law, scene.time)

    def asked_opening(self, scene: Scene) -> Scalar:
        """Return the opening that driver and governor ask for."""
        throttle = self._throttle(scene)
        asked = throttle if self.shape is None else self.shape(throttle)
        speed = self.shaft_speed(scene)
        if self.idle:
            idle = scene.value(self, "idle")
            asked = asked + (1.0 - asked) * smooth_step((idle - speed) / (GOVERNED * idle), 1.0)
        if self.limit:
            limit = scene.value(self, "limit")
            asked = asked * (1.0 - smooth_step((speed - limit) / (GOVERNED * limit), 1.0))
        return asked

    def _torques(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the torque that burning adds, and the drag, which has the sign of braking."""
        speed = self.shaft_speed(scene)
        braking = smooth_step(speed / 5.0, 1.0)  # at rest nothing brakes
        if self.map is not None:
            torque = self.map(speed, scene.state(self, "opening"))
            return positive_part(torque), negative_part(torque) * braking
        drag = 0.0 if self.drag is None else self.drag(speed) * braking
        full = 0.0 if self.full is None else positive_part(self.full(speed))
        return scene.state(self, "opening") * (full - drag), drag

    def shaft_torque(self, scene: Scene) -> Scalar:
        burning, drag = self._torques(scene)
        return burning + drag

    def loads(self, scene: Scene) -> Sequence[Load]:
        return self.shaft_loads(scene, self.shaft_torque(scene))

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        opening = scene.state(self, "opening")
        return ((self.asked_opening(scene) - opening) / scene.value(self, "lag"),)

    def supply(self, scene: Scene) -> Scalar:
        return self._torques(scene)[0] * self.shaft_speed(scene)

    def dissipation(self, scene: Scene) -> Scalar:
        return -self._torques(scene)[1] * self.shaft_speed(scene)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("torque", "N*m", "of the shaft"),
            Measure("speed", "rad/s", "of the shaft"),
            *([Measure("beyond", "rad/s", "of the speed, off the map")] if self.torques else []),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        speed = self.shaft_speed(scene)
        found = [self.shaft_torque(scene), speed]
        if self.torques:
            low, high = self.speeds[0], self.speeds[-1]
            found.append(positive_part(speed - high) - positive_part(low - speed))
        return tuple(found)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return law_switches(self.throttle_law, scene.time)

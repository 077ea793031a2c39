"""An electric motor by its limits of torque and power, with recuperation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import element_name, number, table, time_law
from sarrus.model.forces.commands import Commands, commands_of
from sarrus.model.forces.element import ElementState, ForceElement, Load, Measure, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.shaft import ShaftElement
from sarrus.model.forces.shaping import smooth_step
from sarrus.model.forces.sticking import check_named
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.reading import Reading

STANDS = 5.0
"""Speed of the shaft [rad/s] below which recuperation fades."""


@element
class ElectricMotor(ShaftElement):
    """An electric motor on a joint, or on two by an open differential, with its inverter.

        lag dT/dt = demand(t) T_most(w) - T,   T_most = min(torque, power/|w|), or the curve `map`

    Demand is between -1 and 1, or that of a driver: throttle less regeneration times brake pedal,
    the latter against the rotation. From the battery comes T w/efficiency where T drives; where it
    brakes, T w efficiency goes back. With losses so counted, T is the torque at the shaft.
    """

    torque: float = number("N*m", "the largest, at the shaft", default=0.0, at_least=0.0)
    power: float = number("W", "the largest, none if not given", default=0.0, at_least=0.0)
    map: Curve | None = table(
        "rad/s", "N*m", "the largest torque over speed, instead of torque and power", argument="w",
        default=None,
    )  # fmt: skip
    demand: float = time_law(
        NO_UNIT, "between -1 and 1, a law of time", law="demand_law", default=0.0, kept=0.0
    )
    driver: str = element_name("the driver whose pedals it obeys, instead of demand", default=None)
    regeneration: float = number(
        NO_UNIT, "part of the largest torque with the brake pedal down", default=0.0, at_least=0.0
    )
    efficiency: float = number(NO_UNIT, "of motor and inverter", default=0.92, above=0.0)
    lag: float = number("s", "in which torque builds up", default=0.02, above=0.0)
    initial_torque: float = number("N*m", "at the start", default=0.0)
    demand_law: Curve | Formula | None = None
    index: int = 0

    positional = ("joint",)
    states = (ElementState("torque", "N*m", "torque of the shaft", 10.0),)

    def check(self, reading: Reading) -> None:
        super().check(reading)
        entry = reading.entry
        if self.map is None and not self.torque:
            entry.report("M28", "torque", "is 0, and there is no map", action="give one of them")
        if self.driver and (self.demand or self.demand_law is not None):
            entry.report("M28", "driver", "and demand are both given", action="give one of them")
        if self.efficiency > 1.0:
            entry.report("M04", "efficiency", "is above 1", value=f"{self.efficiency:g}")

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        check_named(self, "driver", others, Commands, "driver", entry)

    def largest_torque(self, scene: Scene) -> Scalar:
        """Return the largest torque at this speed of the shaft [N m]."""
        speed = abs(self.shaft_speed(scene))
        if self.map is not None:
            return self.map(speed)
        torque = scene.value(self, "torque")
        if not self.power:
            return torque
        power = scene.value(self, "power")
        return select(speed * torque > power, power / (speed + 1e-9), torque)

    def asked_torque(self, scene: Scene) -> Scalar:
        """Return the torque that is asked for [N m]."""
        driver = commands_of(scene, self.driver)
        if driver is None:
            value = scene.value(self, "demand")
            demand = value if self.demand_law is None else law_value(self.demand_law, scene.time)
        else:
            speed = self.shaft_speed(scene)
            turns = smooth_step(abs(speed) / STANDS, 1.0) * select(speed > 0.0, 1.0, -1.0)
            back = scene.value(self, "regeneration") * driver.brake_pedal(scene)
            demand = driver.throttle_pedal(scene) - back * turns
        return demand * self.largest_torque(scene)

    def shaft_torque(self, scene: Scene) -> Scalar:
        return scene.state(self, "torque")

    def loads(self, scene: Scene) -> Sequence[Load]:
        return self.shaft_loads(scene, scene.state(self, "torque"))

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        torque = scene.state(self, "torque")
        return ((self.asked_torque(scene) - torque) / scene.value(self, "lag"),)

    def _powers(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the power of the shaft, and that of the battery [W]."""
        power = scene.state(self, "torque") * self.shaft_speed(scene)
        efficiency = scene.value(self, "efficiency")
        return power, select(power > 0.0, power / efficiency, power * efficiency)

    def supply(self, scene: Scene) -> Scalar:
        return self._powers(scene)[1]

    def dissipation(self, scene: Scene) -> Scalar:
        shaft, battery = self._powers(scene)
        return battery - shaft

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("speed", "rad/s", "of the shaft"),
            Measure("battery_power", "W", "that the battery gives, below zero where it is charged"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return self.shaft_speed(scene), self._powers(scene)[1]

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found = list(law_switches(self.demand_law, scene.time))
        if self.map is None and self.power:
            speed, torque = self.shaft_speed(scene), scene.value(self, "torque")
            found += [speed * torque - scene.value(self, "power")]
        return found

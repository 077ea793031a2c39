"""A gas spring: gas behind a piston between two points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.building.points import drawn_distance
from sarrus.model.fields import number
from sarrus.model.forces.damped_line import DampedLine
from sarrus.model.forces.element import ForceElement, Load, Scene
from sarrus.model.forces.gas import LEAST, check_exponent, energy_ratio, pressure_ratio
from sarrus.model.forces.line import Line, drawn_length
from sarrus.model.options import NO_UNIT, NUMBER, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

ATMOSPHERE = 101325.0
"""Of the air at sea level [Pa]."""


def _pressure_of_force(reading: Reading) -> float | None:
    """Return the absolute pressure that gives the force at the reference length."""
    push = reading.number("force", "N", above=0.0)
    area, atmosphere = (reading.values.get(name) for name in ("area", "atmosphere"))
    if push is None or area is None or atmosphere is None:
        return None
    return push / area + atmosphere


@element(kw_only=True)
class GasSpring(DampedLine):
    """Gas behind a piston that pushes two points apart: F = area (p - atmosphere).

    p V^exponent = pressure volume^exponent, V = volume + area (l - length). Below 2 % of the volume
    the pressure goes on in a straight line, so that no motion meets an infinite force.
    """

    area: float = number("m^2", "of the piston", above=0.0)
    volume: float = number("m^3", "of the gas at the given length", above=0.0)
    pressure: float = number(
        "Pa", "absolute pressure of the gas there", otherwise=_pressure_of_force, above=0.0
    )
    reference: float = number(
        "m",
        "the length at which volume and pressure are given, that of the drawing if not given",
        option="length",
        otherwise=drawn_length,
        at_least=0.0,
    )
    exponent: float = number(
        NO_UNIT, "of the gas: 1 isothermal, 1.4 fast", default=1.4, at_least=1.0, is_input=False
    )
    atmosphere: float = number(
        "Pa", "pressure behind the piston", default=ATMOSPHERE, kept=0.0, at_least=0.0
    )

    more_options = (Option("force", NUMBER, "push at that length, instead of pressure", None, "N"),)

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        pressure, force = reading.get("pressure"), reading.get("force")
        if (pressure is None) == (force is None):
            rule = "or force must be given" if force is None else "and force are both given"
            action = "give one of them, at the reference length"
            reading.entry.report("M28", "pressure", rule, action=action)
            reading.read.add("pressure")
        reading.only(cls, "area", "atmosphere")  # of which the force makes the pressure
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        check_exponent(reading, self.exponent)
        ends = ((self.body_a, self.point_a), (self.body_b, self.point_b))
        drawn = drawn_distance(reading.scope, *ends)
        left = self.volume + self.area * (drawn - self.reference)
        if left <= LEAST * self.volume:
            rule = f"of gas are left at the drawn length {drawn:.4g} m, of {self.volume:.4g} m^3"
            action = "give a larger volume, a smaller area or a shorter reference length"
            value = f"{left:.4g} m^3"
            reading.entry.report("M04", "volume", rule, value=value, action=action)

    def _volume_ratio(self, scene: Scene, line: Line) -> Scalar:
        swept = scene.value(self, "area") * (line.length - scene.value(self, "reference"))
        return 1.0 + swept / scene.value(self, "volume")

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        ratio = pressure_ratio(self._volume_ratio(scene, line), self.exponent)
        gauge = scene.value(self, "pressure") * ratio - scene.value(self, "atmosphere")
        push = scene.value(self, "area") * gauge
        return self.pull_loads(line, self.damping(scene, line.rate) - push)

    def potential(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        ratio = self._volume_ratio(scene, line)
        full = scene.value(self, "pressure") * scene.value(self, "volume")
        swept = scene.value(self, "area") * (line.length - scene.value(self, "reference"))
        return full * energy_ratio(ratio, self.exponent) + scene.value(self, "atmosphere") * swept

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self.line(scene).rate
        return self.damping(scene, rate) * rate

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        line = self.line(scene)
        return (self._volume_ratio(scene, line) - LEAST, *self.damping_switches(line.rate))

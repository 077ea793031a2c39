"""A gas spring: gas behind a piston between two points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.damped_line import DAMPED_UNITS, DampedLine
from sarrus.model.forces.element import Load, Scene
from sarrus.model.forces.gas import LEAST, energy_ratio, pressure_ratio
from sarrus.model.forces.line import Line
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True, kw_only=True)
class GasSpring(DampedLine):
    """Gas pushes two points apart: F = A (p - p_a), p V^n = p_0 V_0^n, V = V_0 + A (l - l_0).

    area A [m^2]; volume V_0 [m^3] and absolute pressure p_0 [Pa] at the length `reference` l_0
    [m]; atmosphere p_a [Pa] behind the piston; damping as in `DampedLine`. Below 2 % of V_0 the
    pressure goes on in a straight line (see `gas`), so that no motion meets an infinite force.
    """

    area: float
    volume: float
    pressure: float
    reference: float
    exponent: float
    atmosphere: float = 0.0

    type_name: ClassVar[str] = "gas_spring"
    units: ClassVar[dict[str, str]] = {
        "area": "m^2",
        "volume": "m^3",
        "pressure": "Pa",
        "reference": "m",
        "atmosphere": "Pa",
        **DAMPED_UNITS,
    }

    def _volume_ratio(self, scene: Scene, line: Line) -> Scalar:
        swept = scene.value(self, "area") * (line.length - scene.value(self, "reference"))
        return 1.0 + swept / scene.value(self, "volume")

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        ratio = pressure_ratio(self._volume_ratio(scene, line), self.exponent)
        gauge = scene.value(self, "pressure") * ratio - scene.value(self, "atmosphere")
        push = scene.value(self, "area") * gauge
        return self.pulling(line, self.damping(scene, line.rate) - push)

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

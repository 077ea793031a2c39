"""A pneumatic cylinder between two points; the pressures of its chambers are states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.fields import number, time_law
from sarrus.model.forces.cylinder import Cylinder
from sarrus.model.forces.element import Load, Measure, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.gas_spring import ATMOSPHERE
from sarrus.model.forces.law import law_switches, timed_value
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

REFERENCE = 1e5
"""Pressure at which volumes of the conductance are counted, of ISO 6358 [Pa]."""
LAMINAR = 0.999
"""Ratio of pressures above which the flow is proportional to what is left of it to 1."""


@element
class PneumaticCylinder(Cylinder):
    """A double-acting cylinder of gas between two points: pressure_a area_a pushes them apart.

        x = l - closed_length,  V_a = dead_a + area_a x,  V_b = dead_b + area_b (stroke - x)
        push = pressure_a area_a - pressure_b area_b - atmosphere (area_a - area_b) - friction dx/dt
        dp/dt = exponent/V (Q - p dV/dt),  Q = p0 conductance p_1 psi(p_2/p_1),  p0 = 1 bar

    in each chamber, whose pressure, absolute, is a state. Q is the flow of gas times its pressure,
    from p_1 to p_2 through an edge of the valve by ISO 6358: psi = 1 up to the critical ratio b,
    then sqrt(1 - ((r - b)/(1 - b))^2). opening(t) is that of the valve: for positive values it
    joins supply_pressure to a and b to exhaust_pressure, for negative ones the other way.
    """

    exponent: float = number(
        NO_UNIT, "of the gas: 1.4 without exchange of heat", default=1.4, above=1.0, is_input=False
    )
    conductance: float = number(
        "m^3/s/Pa", "sonic conductance of an edge of the open valve", default=0.0, at_least=0.0
    )
    critical_ratio: float = number(
        NO_UNIT, "of pressures, below which the flow is sonic", default=0.3, at_least=0.0
    )
    opening: float = time_law(
        NO_UNIT, "of the valve, -1 to 1, a law of time", law="opening_law", default=None, kept=0.0
    )
    supply_pressure: float = number("Pa", "absolute", default=ATMOSPHERE, above=0.0)
    exhaust_pressure: float = number("Pa", "absolute", default=ATMOSPHERE, above=0.0)
    atmosphere: float = number("Pa", "around the rod", default=ATMOSPHERE, at_least=0.0)
    friction: float = number("N*s/m", "viscous friction of the seals", default=0.0, at_least=0.0)
    opening_law: Curve | Formula | None = None

    def check(self, reading: Reading) -> None:
        """Report a valve without conductance, a ratio that is none, and pressures below 0."""
        entry = reading.entry
        opens = self.opening_law is not None or self.opening != 0.0
        if opens and not self.conductance:
            rule = "opens a valve whose conductance is 0"
            entry.report("M28", "opening", rule, action="give conductance")
        if self.critical_ratio >= LAMINAR:
            entry.report(
                "M04", "critical_ratio", "is not below 1", value=f"{self.critical_ratio:g}"
            )
        for name in ("initial_pressure_a", "initial_pressure_b"):
            if getattr(self, name) <= 0.0:
                rule = "is not above 0, as absolute pressures are"
                entry.report("M04", name, rule, value=f"{getattr(self, name):g} Pa")

    def _edge(self, scene: Scene, p_1: Scalar, p_2: Scalar) -> Scalar:
        """Return the flow through the open valve from p_1 to p_2, times the pressure [W]."""
        forward = p_1 > p_2
        high, low = select(forward, p_1, p_2), select(forward, p_2, p_1)
        ratio, b = low / high, scene.value(self, "critical_ratio")
        inside = select(ratio < LAMINAR, ratio, LAMINAR)
        part = select(inside > b, (inside - b) / (1.0 - b), 0.0)
        part = np.sqrt(1.0 - part * part)
        part = part * select(ratio < LAMINAR, 1.0, (1.0 - ratio) / (1.0 - LAMINAR))
        flow = REFERENCE * scene.value(self, "conductance") * high * part
        return select(forward, flow, -flow)

    def _flows(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the flows into both chambers, times their pressure."""
        if not self.conductance:
            return 0.0, 0.0
        u = timed_value(self, scene, "opening")
        supply, out = (scene.value(self, f"{x}_pressure") for x in ("supply", "exhaust"))
        a, b = scene.state(self, "pressure_a"), scene.state(self, "pressure_b")
        forward, size = u > 0.0, select(u > 0.0, u, -u)
        return (
            size * self._edge(scene, select(forward, supply, out), a),
            size * self._edge(scene, select(forward, out, supply), b),
        )

    def _outer(self, scene: Scene) -> Scalar:
        """Return the force of the air around, on the rod."""
        rod = scene.value(self, "area_a") - scene.value(self, "area_b")
        return scene.value(self, "atmosphere") * rod

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        push = self.push(scene) - self._outer(scene)
        return self.pull_loads(line, scene.value(self, "friction") * line.rate - push)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        line = self.line(scene)
        (V_a, V_b), (q_a, q_b) = self.volumes(scene, line), self._flows(scene)
        a, b = scene.state(self, "pressure_a"), scene.state(self, "pressure_b")
        swept_a = scene.value(self, "area_a") * line.rate
        swept_b = scene.value(self, "area_b") * line.rate
        n = self.exponent
        return n / V_a * (q_a - a * swept_a), n / V_b * (q_b + b * swept_b)

    def potential(self, scene: Scene) -> Scalar:
        """Return the internal energy p V/(exponent - 1) of both chambers, and that of the air."""
        line = self.line(scene)
        V_a, V_b = self.volumes(scene, line)
        inside = scene.state(self, "pressure_a") * V_a + scene.state(self, "pressure_b") * V_b
        x = line.length - scene.value(self, "closed_length")
        return inside / (self.exponent - 1.0) + self._outer(scene) * x

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self.line(scene).rate
        return scene.value(self, "friction") * rate * rate

    def supply(self, scene: Scene) -> Scalar:
        """Return the enthalpy that flows in."""
        q_a, q_b = self._flows(scene)
        return self.exponent / (self.exponent - 1.0) * (q_a + q_b)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (Measure("flow_a", "W", "into chamber a, times its pressure"),
                Measure("flow_b", "W", "into chamber b, times its pressure"))  # fmt: skip

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return self._flows(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found = list(law_switches(self.opening_law, scene.time))
        if self.opening_law is None:
            return found
        return [*found, timed_value(self, scene, "opening")]

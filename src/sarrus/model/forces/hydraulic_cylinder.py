"""A hydraulic cylinder between two points; the pressures of its chambers are states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import number, time_law
from sarrus.model.forces.cylinder import Cylinder
from sarrus.model.forces.element import Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, timed_value
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

LAMINAR = 1e-3
"""Part of the rated pressure drop of a valve below which its flow is proportional to the drop."""


@element
class HydraulicCylinder(Cylinder):
    """A double-acting cylinder between two points: pressure_a area_a pushes them apart.

        x = l - closed_length,  V_a = dead_a + area_a x,  V_b = dead_b + area_b (stroke - x)
        push = pressure_a area_a - pressure_b area_b - friction dx/dt
        d(pressure_a)/dt = bulk_modulus/V_a (q_a - area_a dx/dt - leakage (pressure_a - pressure_b))
        d(pressure_b)/dt = bulk_modulus/V_b (q_b + area_b dx/dt + leakage (pressure_a - pressure_b))

    Both pressures are states. Oil flows in by flow_a and flow_b, laws of time, and through a valve
    with sharp edges: valve_flow at the drop valve_drop, times opening(t), which for positive values
    joins supply_pressure to a and b to tank_pressure, for negative ones the other way.
    """

    bulk_modulus: float = number("Pa", "of the oil with its hoses", default=1.4e9, above=0.0)
    leakage: float = number("m^3/s/Pa", "from a to b for a pressure", default=0.0, at_least=0.0)
    friction: float = number("N*s/m", "viscous friction of the seals", default=0.0, at_least=0.0)
    flow_a: float = time_law(
        "m^3/s", "flow into a, a law of time", law="flow_a_law", default=None, kept=0.0
    )
    flow_b: float = time_law(
        "m^3/s", "flow into b, a law of time", law="flow_b_law", default=None, kept=0.0
    )
    opening: float = time_law(
        NO_UNIT, "of the valve, -1 to 1, a law of time", law="opening_law", default=None, kept=0.0
    )
    valve_flow: float = number("m^3/s", "rated flow of the open valve", default=0.0, at_least=0.0)
    valve_drop: float = number("Pa", "the drop of an edge at that flow", default=3.5e6, above=0.0)
    supply_pressure: float = number("Pa", "of the pump", default=0.0)
    tank_pressure: float = number("Pa", "of the tank", default=0.0)
    flow_a_law: Curve | Formula | None = None
    flow_b_law: Curve | Formula | None = None
    opening_law: Curve | Formula | None = None

    def check(self, reading: Reading) -> None:
        """Report a valve without a pump."""
        opens = self.opening_law is not None or self.opening != 0.0
        if opens and not self.valve_flow:
            rule = "opens a valve whose valve_flow is 0"
            reading.entry.report("M28", "opening", rule, action="give valve_flow, the rated flow")

    def _edge(self, scene: Scene, drop: Scalar) -> Scalar:
        """Return the flow of the open valve through an edge, by the pressure that drops there."""
        part = drop / scene.value(self, "valve_drop")
        return scene.value(self, "valve_flow") * part / (part * part + LAMINAR * LAMINAR) ** 0.25

    def _flows(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the flows into both chambers, leakage apart."""
        q_a, q_b = timed_value(self, scene, "flow_a"), timed_value(self, scene, "flow_b")
        if not self.valve_flow:
            return q_a, q_b
        u = timed_value(self, scene, "opening")
        ps, pt = scene.value(self, "supply_pressure"), scene.value(self, "tank_pressure")
        pa, pb = scene.state(self, "pressure_a"), scene.state(self, "pressure_b")
        out = u * self._edge(scene, ps - pa), -u * self._edge(scene, pb - pt)
        back = u * self._edge(scene, pa - pt), -u * self._edge(scene, ps - pb)
        forward = u > 0.0
        return q_a + select(forward, out[0], back[0]), q_b + select(forward, out[1], back[1])

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        return self.pull_loads(line, scene.value(self, "friction") * line.rate - self.push(scene))

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        line = self.line(scene)
        V_a, V_b = self.volumes(scene, line)
        q_a, q_b = self._flows(scene)
        over = scene.state(self, "pressure_a") - scene.state(self, "pressure_b")
        lost = scene.value(self, "leakage") * over
        stiffness = scene.value(self, "bulk_modulus")
        in_a = q_a - scene.value(self, "area_a") * line.rate - lost
        in_b = q_b + scene.value(self, "area_b") * line.rate + lost
        return stiffness * in_a / V_a, stiffness * in_b / V_b

    def potential(self, scene: Scene) -> Scalar:
        V_a, V_b = self.volumes(scene, self.line(scene))
        pa, pb = scene.state(self, "pressure_a"), scene.state(self, "pressure_b")
        return (V_a * pa * pa + V_b * pb * pb) / (2.0 * scene.value(self, "bulk_modulus"))

    def dissipation(self, scene: Scene) -> Scalar:
        over = scene.state(self, "pressure_a") - scene.state(self, "pressure_b")
        rate = self.line(scene).rate
        rubbed = scene.value(self, "friction") * rate * rate
        return scene.value(self, "leakage") * over * over + rubbed

    def supply(self, scene: Scene) -> Scalar:
        """Return the power of the flows, and the energy of compression of what the piston sweeps.

        With E = V p^2/(2 beta) in a chamber, dE/dt = p (V/beta) dp/dt + p^2/(2 beta) dV/dt.
        """
        q_a, q_b = self._flows(scene)
        pa, pb = scene.state(self, "pressure_a"), scene.state(self, "pressure_b")
        swept = pa * pa * scene.value(self, "area_a") - pb * pb * scene.value(self, "area_b")
        more = swept * self.line(scene).rate / (2.0 * scene.value(self, "bulk_modulus"))
        return pa * q_a + pb * q_b + more

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        laws = (self.flow_a_law, self.flow_b_law, self.opening_law)
        found = [value for law in laws for value in law_switches(law, scene.time)]
        if self.opening_law is None:
            return found
        return [*found, timed_value(self, scene, "opening")]

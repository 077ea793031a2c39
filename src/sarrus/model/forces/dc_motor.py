"""A motor with brushes on the coordinate of a joint; its current is a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sarrus.model.fields import joint_coordinate, number, time_law
from sarrus.model.forces.element import CoordinateLoad, ElementState, ForceElement, Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, clamp
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

DROOP = 100.0
"""By how many resistances the voltage falls for a current above its limit."""


@element
class DCMotor(ForceElement):
    """A DC motor on a coordinate of a joint: inductance di/dt = u - resistance i - gear k w.

    The effort on the joint is gear k i, with the current i, a state, and the rate w of the
    coordinate; k is the constant of torque and of the voltage by motion alike. Stored: L i^2/2,
    lost: R i^2, brought in: u i. The inertia of the rotor belongs to a body.

    u is `voltage`, or on average over the pulses of a drive duty supply, -1 <= duty <= 1; it stays
    within voltage_limit. Above current_limit the drive lowers it, by 100 resistance for an ampere.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    constant: float = number(("N*m/A", "N/A"), "torque or force for a current, before the gear")
    resistance: float = number("ohm", "of the winding", above=0.0)
    inductance: float = number("H", "of the winding", above=0.0)
    voltage: float = time_law("V", "a law of time", law="voltage_law", default=None, kept=0.0)
    gear: float = number(NO_UNIT, "turns of the motor for one of the joint", default=1.0)
    initial_current: float = number("A", "the current at the start", default=0.0)
    duty: float = time_law(
        NO_UNIT, "part of supply that pulses let through", law="duty_law", default=None, kept=0.0
    )
    supply_voltage: float = number(
        "V", "of the drive, with duty", option="supply", default=None, kept=0.0, above=0.0
    )
    voltage_limit: float = number(
        "V", "the largest, none if not given", default=None, kept=0.0, above=0.0
    )
    current_limit: float = number(
        "A", "the largest, none if not given", default=None, kept=0.0, above=0.0
    )
    voltage_law: Curve | Formula | None = None
    duty_law: Curve | Formula | None = None
    index: int = 0

    type_name = "dc_motor"
    positional = ("joint",)
    states = (ElementState("current", "A", "current of the winding"),)

    def check(self, reading: Reading) -> None:
        """Report a duty without a supply, and two commands or none."""
        entry = reading.entry
        given = [name for name in ("voltage", "duty") if reading.get(name) is not None]
        if len(given) != 1:
            rule = "and duty are both given" if given else "or duty must be given"
            entry.report("M28", "voltage", rule, action="give one of them")
        if ("duty" in given) != bool(self.supply_voltage):
            rule = (
                "is missing: duty is a part of it" if "duty" in given else "is used with duty only"
            )
            entry.report("M28", "supply", rule, action="give duty and supply, or voltage")

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        found = super().as_options(drawing)
        left_out = [k for k in ("supply", "voltage_limit", "current_limit") if not found[k]]
        found |= {} if self.supply_voltage else {"voltage": found.get("voltage", self.voltage)}
        return {k: x for k, x in found.items() if k not in left_out}

    def _command(self, scene: Scene) -> Scalar:
        """Return the voltage that is asked for, on average over pulses."""
        if self.supply_voltage:
            value = scene.value(self, "duty")
            duty = value if self.duty_law is None else law_value(self.duty_law, scene.time)
            return scene.value(self, "supply_voltage") * clamp(duty, 1.0)
        value = scene.value(self, "voltage")
        return value if self.voltage_law is None else law_value(self.voltage_law, scene.time)

    def _voltage(self, scene: Scene) -> Scalar:
        u = self._command(scene)
        if self.current_limit:
            current = scene.state(self, "current")
            over = current - clamp(current, scene.value(self, "current_limit"))
            u = u - DROOP * scene.value(self, "resistance") * over
        return clamp(u, scene.value(self, "voltage_limit")) if self.voltage_limit else u

    def _constant(self, scene: Scene) -> Scalar:
        return scene.value(self, "gear") * scene.value(self, "constant")

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = self._constant(scene) * scene.state(self, "current")
        return (CoordinateLoad(self.joint, self.index, effort),)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        lost = scene.value(self, "resistance") * scene.state(self, "current")
        induced = self._constant(scene) * scene.rate(self.joint, self.index)
        return ((self._voltage(scene) - lost - induced) / scene.value(self, "inductance"),)

    def potential(self, scene: Scene) -> Scalar:
        current = scene.state(self, "current")
        return 0.5 * scene.value(self, "inductance") * current * current

    def dissipation(self, scene: Scene) -> Scalar:
        current = scene.state(self, "current")
        return scene.value(self, "resistance") * current * current

    def supply(self, scene: Scene) -> Scalar:
        return self._voltage(scene) * scene.state(self, "current")

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found = [
            x for law in (self.voltage_law, self.duty_law) for x in law_switches(law, scene.time)
        ]
        if self.current_limit:
            current, most = scene.state(self, "current"), scene.value(self, "current_limit")
            found += [current - most, current + most]
        return found

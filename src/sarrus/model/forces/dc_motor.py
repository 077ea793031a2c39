"""A motor with brushes on the coordinate of a joint; its current is a state."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import joint_coordinate, number, time_law
from sarrus.model.forces.element import CoordinateLoad, ElementState, ForceElement, Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.options import NO_UNIT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve


@element
class DCMotor(ForceElement):
    """A DC motor on a coordinate of a joint: inductance di/dt = u(t) - resistance i - gear k w.

    The effort on the joint is gear k i, with the current i, a state, and the rate w of the
    coordinate; k is the constant of torque and of the voltage by motion alike. Stored: L i^2/2,
    lost: R i^2, brought in: u i. The inertia of the rotor belongs to a body.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    constant: float = number(("N*m/A", "N/A"), "torque or force for a current, before the gear")
    resistance: float = number("ohm", "of the winding", above=0.0)
    inductance: float = number("H", "of the winding", above=0.0)
    voltage: float = time_law("V", "a law of time", law="voltage_law", kept=0.0)
    gear: float = number(NO_UNIT, "turns of the motor for one of the joint", default=1.0)
    initial_current: float = number("A", "the current at the start", default=0.0)
    voltage_law: Curve | Formula | None = None
    index: int = 0

    type_name = "dc_motor"
    positional = ("joint",)
    states = (ElementState("current", "A", "current of the winding"),)

    def _voltage(self, scene: Scene) -> Scalar:
        value = scene.value(self, "voltage")
        return value if self.voltage_law is None else law_value(self.voltage_law, scene.time)

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
        return law_switches(self.voltage_law, scene.time)

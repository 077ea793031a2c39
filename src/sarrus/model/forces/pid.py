"""A controller with memory on the coordinate of a joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.model.fields import joint_coordinate, number, time_law
from sarrus.model.forces.element import CoordinateLoad, ElementState, ForceElement, Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.options import DAMPING, POSITION, STIFFNESS
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class PID(ForceElement):
    """A controller on a coordinate of a joint: effort = kp e + ki integral + kd (e - filtered)/lag.

    e = target(t) - coordinate. Its states are the integral of e, and e after a first-order lag,
    d(filtered)/dt = (e - filtered)/lag, of which the last part makes the derivative. Its power
    counts as supply.
    """

    name: str
    joint: str = joint_coordinate()
    kp: float = number(STIFFNESS, "proportional gain")
    target: float = time_law(
        POSITION, "what the coordinate shall be, a law of time", law="target_law", kept=0.0
    )
    ki: float = number(("N*m/rad/s", "N/m/s"), "integral gain", default=0.0)
    kd: float = number(DAMPING, "derivative gain", default=0.0)
    lag: float = number("s", "time constant of the filter", default=0.01, above=0.0)
    initial_integral: float = number(("rad*s", "m*s"), "the integral at the start", default=0.0)
    initial_filtered: float = number(POSITION, "the filtered error at the start", default=0.0)
    target_law: Curve | Formula | None = None
    turns: bool = True
    """Whether the coordinate is an angle."""
    index: int = 0

    type_name = "pid"
    positional = ("joint", "kp")

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made = super().read(reading)
        if not isinstance(made, PID):
            return made
        return replace(made, turns=reading.is_angle is not False)

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """Integral and filtered error, in the units of the coordinate."""
        unit = "rad" if self.turns else "m"
        return (
            ElementState("integral", f"{unit} s", "integral of the error"),
            ElementState("filtered", unit, "error after the filter"),
        )

    def _error(self, scene: Scene) -> Scalar:
        target = scene.value(self, "target")
        if self.target_law is not None:
            target = law_value(self.target_law, scene.time)
        return target - scene.coordinate(self.joint, self.index)

    def _rate(self, scene: Scene) -> Scalar:
        """Return the rate of the filtered error, which stands for that of the error."""
        return (self._error(scene) - scene.state(self, "filtered")) / scene.value(self, "lag")

    def _effort(self, scene: Scene) -> Scalar:
        gains = [scene.value(self, name) for name in ("kp", "ki", "kd")]
        parts = (self._error(scene), scene.state(self, "integral"), self._rate(scene))
        return gains[0] * parts[0] + gains[1] * parts[1] + gains[2] * parts[2]

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, self._effort(scene)),)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return self._error(scene), self._rate(scene)

    def supply(self, scene: Scene) -> Scalar:
        return self._effort(scene) * scene.rate(self.joint, self.index)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return law_switches(self.target_law, scene.time)

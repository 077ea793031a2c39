"""A hydropneumatic unit on the coordinate of a joint, such as a road arm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.forces.gas import LEAST, check_exponent, energy_ratio, pressure_ratio
from sarrus.model.options import DAMPING, EFFORT, NO_UNIT, POSITION
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class JointGasSpring(ForceElement):
    """A hydropneumatic unit on a coordinate of a joint: effort/(1 + ratio s)^exponent - d rate.

    s = coordinate - reference. A unit that carries a load pushes to where its gas grows: effort
    and ratio have one sign. Below 2 % of the volume the pressure goes on in a straight line.
    """

    name: str
    joint: str = joint_coordinate()
    effort: float = number(EFFORT, "effort at the reference, positive with the coordinate")
    ratio: float = number(("1/rad", "1/m"), "relative growth of the gas volume with the coordinate")
    exponent: float = number(
        NO_UNIT,
        "of the gas: 1 isothermal, 1.4 fast",
        default=1.4,
        at_least=1.0,
        is_input=False,
    )
    reference: float = number(POSITION, "the coordinate where the effort is given", default=0.0)
    d: float = number(DAMPING, "damping", default=0.0, at_least=0.0)
    index: int = 0

    positional = ("joint", "effort", "ratio")

    def check(self, reading: Reading) -> None:
        check_exponent(reading, self.exponent)
        if self.ratio == 0.0:
            reading.entry.report("M04", "ratio", "is 0: the gas would not change its volume")
        if self.effort * self.ratio < 0.0:
            rule = f"has the other sign than effort {self.effort:g}: the stiffness is below zero"
            action = "change one sign, unless an unstable spring is meant"
            value = f"{self.ratio:g}"
            reading.entry.report(
                "W40", "ratio", rule, value=value, action=action, severity="warning"
            )

    def _volume_ratio(self, scene: Scene) -> Scalar:
        moved = scene.coordinate(self.joint, self.index) - scene.value(self, "reference")
        return 1.0 + scene.value(self, "ratio") * moved

    def loads(self, scene: Scene) -> Sequence[Load]:
        push = pressure_ratio(self._volume_ratio(scene), self.exponent)
        damping = scene.value(self, "d") * scene.rate(self.joint, self.index)
        effort = scene.value(self, "effort") * push - damping
        return (CoordinateLoad(self.joint, self.index, effort),)

    def potential(self, scene: Scene) -> Scalar:
        full = scene.value(self, "effort") / scene.value(self, "ratio")
        return full * energy_ratio(self._volume_ratio(scene), self.exponent)

    def dissipation(self, scene: Scene) -> Scalar:
        rate = scene.rate(self.joint, self.index)
        return scene.value(self, "d") * rate * rate

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return (self._volume_ratio(scene) - LEAST,)

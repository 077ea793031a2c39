"""A hydropneumatic unit on the coordinate of a joint, such as a road arm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.forces.gas import LEAST, energy_ratio, pressure_ratio
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class JointGasSpring(ForceElement):
    """Effort T = effort/(1 + ratio (q - reference))^exponent - d rate on a coordinate.

    effort: at the reference, positive with the coordinate [N m] or [N]; ratio: relative growth of
    the gas volume with the coordinate [1/rad] or [1/m]. A unit that carries a load pushes to where
    its gas grows: effort and ratio have one sign. Below 2 % of the volume see `gas`.
    """

    name: str
    joint: str
    effort: float
    ratio: float
    exponent: float
    reference: float = 0.0
    d: float = 0.0
    index: int = 0

    type_name: ClassVar[str] = "joint_gas_spring"
    units: ClassVar[dict[str, str]] = {
        "effort": "N m or N",
        "ratio": "1/rad or 1/m",
        "reference": "rad or m",
        "d": "N m s/rad or N s/m",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

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

"""Viscous damping of one coordinate of a joint."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.options import DAMPING
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar


@element
class JointDamper(ForceElement):
    """Viscous damping of a velocity coordinate of a joint: effort -d rate."""

    name: str
    joint: str = joint_coordinate(position=False)
    d: float = number(DAMPING, "viscous damping", at_least=0.0)
    index: int = 0

    is_odd = True
    positional = ("joint", "d", "coordinate")

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = -scene.value(self, "d") * scene.rate(self.joint, self.index)
        return (CoordinateLoad(self.joint, self.index, effort),)

    def dissipation(self, scene: Scene) -> Scalar:
        rate = scene.rate(self.joint, self.index)
        return scene.value(self, "d") * rate * rate

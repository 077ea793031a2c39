"""A constant effort on one coordinate of a joint."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.options import EFFORT
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar


@element
class JointTorque(ForceElement):
    """A constant torque or force on a velocity coordinate of a joint, positive with its rate."""

    name: str
    joint: str = joint_coordinate(position=False)
    effort: float = number(EFFORT, "torque or force")
    index: int = 0

    positional = ("joint", "effort", "coordinate")

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, scene.value(self, "effort")),)

    def supply(self, scene: Scene) -> Scalar:
        return scene.value(self, "effort") * scene.rate(self.joint, self.index)

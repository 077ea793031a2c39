"""A constant effort on one coordinate of a joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class JointTorque(ForceElement):
    """Torque [N m] or force [N] along a velocity coordinate, positive with its rate."""

    name: str
    joint: str
    effort: float
    index: int = 0

    type_name: ClassVar[str] = "joint_torque"
    units: ClassVar[dict[str, str]] = {"effort": "N m or N"}

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, scene.value(self, "effort")),)

    def supply(self, scene: Scene) -> Scalar:
        return scene.value(self, "effort") * scene.rate(self.joint, self.index)

"""A constant torque between two bodies about an axis fixed in the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import ForceElement, Load, MomentLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Scalar, dot


@dataclass(frozen=True)
class Torque(ForceElement):
    """+torque [N m] on body b and -torque on body a about a unit axis in the frame of a."""

    name: str
    body_a: str
    body_b: str
    axis: Vector3
    torque: float

    type_name: ClassVar[str] = "torque"
    units: ClassVar[dict[str, str]] = {"torque": "N m"}

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body_a, self.body_b)

    def loads(self, scene: Scene) -> Sequence[Load]:
        moment = scene.value(self, "torque") * scene.direction(self.body_a, self.axis)
        return (MomentLoad(self.body_a, -moment), MomentLoad(self.body_b, moment))

    def supply(self, scene: Scene) -> Scalar:
        turning = scene.angular_velocity(self.body_b) - scene.angular_velocity(self.body_a)
        axis = scene.direction(self.body_a, self.axis)
        return scene.value(self, "torque") * dot(axis, turning)

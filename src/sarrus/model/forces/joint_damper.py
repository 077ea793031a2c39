"""Viscous damping of one coordinate of a joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class JointDamper(ForceElement):
    """Effort -d rate on a velocity coordinate; d [N m s/rad] or [N s/m]."""

    name: str
    joint: str
    d: float
    index: int = 0

    type_name: ClassVar[str] = "joint_damper"
    units: ClassVar[dict[str, str]] = {"d": "N m s/rad or N s/m"}

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = -scene.value(self, "d") * scene.rate(self.joint, self.index)
        return (CoordinateLoad(self.joint, self.index, effort),)

    def dissipation(self, scene: Scene) -> Scalar:
        rate = scene.rate(self.joint, self.index)
        return scene.value(self, "d") * rate * rate

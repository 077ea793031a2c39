"""Spring and damper in line between two points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Array, Scalar, dot, length


@dataclass(frozen=True)
class SpringDamper(ForceElement):
    """f = k (l - free_length) + c dl/dt pulls two points together.

    Points in the frames of their bodies [m]; k [N/m], c [N s/m].
    """

    name: str
    body_a: str
    body_b: str
    point_a: Vector3
    point_b: Vector3
    k: float
    c: float = 0.0
    free_length: float = 0.0

    type_name: ClassVar[str] = "spring_damper"
    units: ClassVar[dict[str, str]] = {
        "k": "N/m",
        "c": "N s/m",
        "free_length": "m",
        "point_a": "m",
        "point_b": "m",
    }

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body_a, self.body_b)

    def _line(self, scene: Scene) -> tuple[Array, Array, Array, Scalar, Scalar]:
        a = scene.point(self.body_a, scene.value(self, "point_a"))
        b = scene.point(self.body_b, scene.value(self, "point_b"))
        gap = b.position - a.position
        distance = length(gap)
        direction = gap / distance
        return a.position, b.position, direction, distance, dot(b.velocity - a.velocity, direction)

    def loads(self, scene: Scene) -> Sequence[Load]:
        a, b, direction, distance, speed = self._line(scene)
        stretch = distance - scene.value(self, "free_length")
        pull = scene.value(self, "k") * stretch + scene.value(self, "c") * speed
        return (
            PointLoad(self.body_a, a, pull * direction),
            PointLoad(self.body_b, b, -pull * direction),
        )

    def potential(self, scene: Scene) -> Scalar:
        stretch = self._line(scene)[3] - scene.value(self, "free_length")
        return 0.5 * scene.value(self, "k") * stretch * stretch

    def dissipation(self, scene: Scene) -> Scalar:
        speed = self._line(scene)[4]
        return scene.value(self, "c") * speed * speed

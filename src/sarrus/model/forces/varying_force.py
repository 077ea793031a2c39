"""A force at a point of a body that changes with time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.terms import Terms, sum_of, terms_switches
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Array, Scalar, dot


@dataclass(frozen=True)
class VaryingForce(ForceElement):
    """f(t) = scale * sum of law(t) times direction [N] at a point of the body frame [m].

    Directions in world axes, or in body axes if it is a follower. Its power counts as supply.
    """

    name: str
    body: str
    point: Vector3
    terms: Terms
    follower: bool = False
    scale: float = 1.0

    type_name: ClassVar[str] = "varying_force"
    units: ClassVar[dict[str, str]] = {"point": "m", "scale": "1"}

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def _force(self, scene: Scene) -> Array:
        force = scene.value(self, "scale") * sum_of(self.terms, scene.time)
        return scene.direction(self.body, force) if self.follower else force

    def loads(self, scene: Scene) -> Sequence[Load]:
        where = scene.point(self.body, scene.value(self, "point")).position
        return (PointLoad(self.body, where, self._force(scene)),)

    def supply(self, scene: Scene) -> Scalar:
        velocity = scene.point(self.body, scene.value(self, "point")).velocity
        return dot(self._force(scene), velocity)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return terms_switches(self.terms, scene.time)

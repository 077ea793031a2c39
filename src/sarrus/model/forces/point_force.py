"""A constant force at a point of a body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.model.fields import body_name, body_point, flag, vector
from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part


@element(form_of="point_force", described_in="varying_force")
class PointForce(ForceElement):
    """A force [N] at a point of the body frame, constant in world axes or in body axes.

    A force constant in world axes has the potential -f.r; one that turns with the body
    (a follower force) has none. `VaryingForce` has all options of the builder's method.
    """

    name: str
    body: str = body_name()
    point: Vector3 = body_point("body", "where the force acts")
    force: Vector3 = vector("N", "the force")
    follower: bool = flag("whether the force turns with the body", default=False)

    def in_part(self, part: Part) -> ForceElement:
        turn = part.world_direction(self.force)
        if self.follower:
            turn = part.direction(self.body, self.force)
        return replace(super().in_part(part), force=turn)  # type: ignore[type-var]

    def loads(self, scene: Scene) -> Sequence[Load]:
        force = scene.value(self, "force")
        if self.follower:
            force = scene.direction(self.body, force)
        where = scene.point(self.body, scene.value(self, "point")).position
        return (PointLoad(self.body, where, force),)

    def supply(self, scene: Scene) -> Scalar:
        if not self.follower:
            return 0.0
        force = scene.direction(self.body, scene.value(self, "force"))
        return dot(force, scene.point(self.body, scene.value(self, "point")).velocity)

    def potential(self, scene: Scene) -> Scalar:
        if self.follower:
            return 0.0
        where = scene.point(self.body, scene.value(self, "point")).position
        return -dot(scene.value(self, "force"), where)

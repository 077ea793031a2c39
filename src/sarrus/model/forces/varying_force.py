"""A force at a point of a body that changes with time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.model.fields import Beside, body_name, body_point, field, flag
from sarrus.model.forces.element import ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.point_force import PointForce
from sarrus.model.forces.terms import Terms, TermsField, constant, sum_of, terms_switches
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading


@element(method="point_force")
class VaryingForce(ForceElement):
    """A force at a point of a body, constant or changing with time.

    f(t) = scale * sum of law(t) times direction, in world axes, or in body axes if it is a
    follower. Its power counts as supply, but for a constant one in world axes, whose potential is
    -f.r.
    """

    name: str
    body: str = body_name()
    point: Vector3 = body_point("body", "where the force acts")
    terms: Terms = field(TermsField("force", "N"))
    follower: bool = flag("whether the force turns with the body", default=False)
    scale: float = field(Beside("dimensionless"), default=1.0)

    positional = ("body", "force")

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made = super().read(reading)
        force = constant(made.terms) if isinstance(made, VaryingForce) else None
        if not isinstance(made, VaryingForce) or force is None:
            return made
        return PointForce(made.name, made.body, made.point, force, made.follower)

    def _force(self, scene: Scene) -> Array:
        force = scene.value(self, "scale") * sum_of(self.terms, scene.time)
        return scene.direction(self.body, force) if self.follower else force

    def in_part(self, part: Part) -> ForceElement:
        terms = tuple(
            (part.direction(self.body, d) if self.follower else part.world_direction(d), law)
            for d, law in self.terms
        )
        return replace(super().in_part(part), terms=terms)  # type: ignore[type-var]

    def loads(self, scene: Scene) -> Sequence[Load]:
        where = scene.point(self.body, scene.value(self, "point")).position
        return (PointLoad(self.body, where, self._force(scene)),)

    def supply(self, scene: Scene) -> Scalar:
        velocity = scene.point(self.body, scene.value(self, "point")).velocity
        return dot(self._force(scene), velocity)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return terms_switches(self.terms, scene.time)

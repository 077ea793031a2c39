"""A pure moment on a body, constant or changing with time, with or without a reaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import ForceElement, Load, MomentLoad, Scene
from sarrus.model.forces.terms import Terms, sum_of, terms_switches
from sarrus.spatial.arrays import Array, Scalar, dot


@dataclass(frozen=True)
class Moment(ForceElement):
    """m(t) = scale * sum of law(t) times direction [N m] on a body, -m(t) on the reaction body.

    axes: the body in whose axes the directions are given; "" for world axes. reaction: "" if it
    comes from outside. Its power m.(w_body - w_reaction) counts as supply.
    """

    name: str
    body: str
    terms: Terms
    axes: str = ""
    reaction: str = ""
    scale: float = 1.0

    type_name: ClassVar[str] = "moment"
    units: ClassVar[dict[str, str]] = {"scale": "1"}

    @property
    def bodies(self) -> tuple[str, ...]:
        return tuple(name for name in (self.body, self.reaction, self.axes) if name)

    def _moment(self, scene: Scene) -> Array:
        moment = scene.value(self, "scale") * sum_of(self.terms, scene.time)
        return scene.direction(self.axes, moment) if self.axes else moment

    def loads(self, scene: Scene) -> Sequence[Load]:
        moment = self._moment(scene)
        back = (MomentLoad(self.reaction, -moment),) if self.reaction else ()
        return (MomentLoad(self.body, moment), *back)

    def supply(self, scene: Scene) -> Scalar:
        turning = scene.angular_velocity(self.body)
        if self.reaction:
            turning = turning - scene.angular_velocity(self.reaction)
        return dot(self._moment(scene), turning)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return terms_switches(self.terms, scene.time)

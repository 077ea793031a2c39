"""A pure moment on a body, constant or changing with time, with or without a reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.model.building.drawing import drawn_direction
from sarrus.model.fields import Beside, body_name, field
from sarrus.model.forces.element import Description, ForceElement, Load, MomentLoad, Scene
from sarrus.model.forces.terms import Terms, TermsField, sum_of, terms_switches
from sarrus.model.options import BODY, FLAG, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


@element
class Moment(ForceElement):
    """A pure moment on a body, and the opposite on the body `against`, if there is one.

    m(t) = scale * sum of law(t) times direction. axes: the body in whose axes the directions are
    given; "" for world axes. reaction: the body against which it acts; "" if it comes from
    outside. Its power m.(w_body - w_reaction) counts as supply.
    """

    name: str
    body: str = body_name()
    terms: Terms = field(TermsField("moment", "N*m"))
    axes: str = ""
    reaction: str = ""
    scale: float = field(Beside("dimensionless"), default=1.0)

    positional = ("body", "moment")
    more_options = (
        Option("against", BODY, "the body, or ground, that takes the opposite moment", None),
        Option("follower", FLAG, "whether the moment turns with the body", False),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "body")
        against = reading.get("against")
        if against is not None:
            found = reading.scope.body(reading.entry, "against", against)
            reading.values["reaction"] = found
        if reading.flag("follower"):
            reading.values["axes"] = reading.values.get("body")
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        if self.axes and self.axes == self.reaction:
            (along, law), *_ = self.terms
            axis = drawn_direction(drawing, self.axes, along)
            yield "torque", {"a": self.axes, "b": self.body, "axis": axis, "torque": law}
        found["follower"] = bool(self.axes)
        if self.reaction:
            found["against"] = self.reaction
        yield self.method, found

    def in_part(self, part: Part) -> ForceElement:
        terms = tuple(
            (part.axial(self.axes, d) if self.axes else part.world_axial(d), law)
            for d, law in self.terms
        )
        named = {name: part.body(name) if name else "" for name in (self.axes, self.reaction)}
        axes, reaction = named[self.axes], named[self.reaction]
        return replace(super().in_part(part), terms=terms, axes=axes, reaction=reaction)  # type: ignore[type-var]

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

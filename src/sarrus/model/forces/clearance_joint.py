"""What joints with play share: a frame on each body, at one place of the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sarrus.model.building.drawing import letter_or_vector, rounder
from sarrus.model.building.orientation import axis_frame, direction, product, relative
from sarrus.model.forces.compliant_contact import CompliantContact
from sarrus.model.forces.element import Description, ForceElement, Scene
from sarrus.model.forces.restitution import OPTIONS
from sarrus.model.options import AXIS, PLACE, Option
from sarrus.model.pose import Pose, vector3
from sarrus.model.registry import element
from sarrus.spatial import Transform

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

AT = Option("at", PLACE, "the middle of the joint in the drawing", unit="m")
ALONG = Option("axis", AXIS, "axis of the joint, in the drawing", "z")
ACROSS = Option("x_axis", AXIS, "direction of the width, as near as possible", None)


@element(kw_only=True)
class ClearanceJoint(CompliantContact):
    """A joint with play between a body, as journal, ball or slider, and a base, as what holds it.

    on_body, on_base: their frames at the middle of the joint, one in the drawing.
    """

    on_body: Pose = Pose()
    on_base: Pose = Pose()

    more_options: ClassVar[tuple[Option, ...]] = (*OPTIONS, AT)
    directions: ClassVar[tuple[str, ...]] = ()
    """The options among axis and x_axis that it has."""

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "body", "base")
        scope, entry = reading.scope, reading.entry
        body, base = reading.values.get("body"), reading.values.get("base")
        at = entry.vector("at", reading.get("at"), "m")
        given = {n: reading.get(n) for n in cls.directions if reading.get(n) is not None}
        axes = {name: direction(entry, name, raw) for name, raw in given.items()}
        if at is not None and None not in axes.values() and body is not None and base is not None:
            axis, across = axes.get("axis"), axes.get("x_axis")
            X_WF = Pose(at) if axis is None else Pose(at, axis_frame(axis, across))
            frames = [relative(scope.pose_of(name), X_WF) for name in (body, base)]
            if not cls.directions:
                frames = [Pose(frame.position) for frame in frames]  # no axes are asked for
            reading.values["on_body"], reading.values["on_base"] = frames
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        at = product(drawing.pose_of(self.base), self.on_base)
        other = product(drawing.pose_of(self.body), self.on_body)
        x, _, z = (vector3(column) for column in np.array(at.rotation).T)
        named = {"axis": letter_or_vector(z), "x_axis": letter_or_vector(x)}
        turned = {name: named[name] for name in self.directions}
        given = {key: x for key, x in self.as_options(drawing).items() if x is not None}
        found = {**given, **turned}
        short = {key: value for key, value in found.items() if key != "x_axis"}
        for place in (*rounder(at.position), *rounder(other.position)):
            if "x_axis" in turned:
                yield self.method, {**short, "at": place}
            yield self.method, {**found, "at": place}

    def in_part(self, part: Part) -> ForceElement:
        poses = {
            "on_body": part.frame(self.body, self.on_body),
            "on_base": part.frame(self.base, self.on_base),
        }
        return replace(super().in_part(part), **poses)  # type: ignore[type-var]

    def frames(self, scene: Scene) -> tuple[Transform, Transform]:
        """Return the poses of the frame on the base, and of that on the body as the base sees it.

        X_WF of the base, X_FG of the body.
        """
        X_WF = scene.pose(self.base) @ self.on_base.transform
        X_WG = scene.pose(self.body) @ self.on_body.transform
        return X_WF, X_WF.inverse @ X_WG

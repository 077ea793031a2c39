"""Contact of two bodies by their shapes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.body import GROUND, PlacedShape
from sarrus.model.building.drafts import ShapeDraft
from sarrus.model.building.orientation import axis_frame
from sarrus.model.building.shapes import carriers, read_shapes
from sarrus.model.convex_hull import Prism, convex_hull
from sarrus.model.fields import Field, field, number, unit_vector
from sarrus.model.forces.compliant_contact import CompliantContact, Site
from sarrus.model.forces.contact_sites import gap_of, is_pair, kind_of, pairs, sites_of
from sarrus.model.forces.element import Description, ForceElement, Scene
from sarrus.model.forces.ground_contact import OriginField
from sarrus.model.forces.hull_sites import MOST, is_flat, number_of_sites
from sarrus.model.options import NO_UNIT, SHAPE, Option
from sarrus.model.pose import Pose, Vector3, matrix3, vector3
from sarrus.model.registry import element
from sarrus.model.shapes import Cylinder, Mesh
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


GOOD_SIDES = 24
"""Sides of a prism that stands for a cylinder, of which two still touch each other."""
_SIDES = range(8, 49)


class SolidField(Field):
    """A shape on a body: one that is given, else the only one that the body draws."""

    body: str
    text: str
    may_be_plane: bool

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, SHAPE, self.text, None),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        body, raw, entry = reading.values.get(self.body), reading.get(name), reading.entry
        if body is None:
            return {}
        if raw is None:
            drawn = reading.scope.shapes.get(body, ())
            if self.may_be_plane and (body == GROUND or not drawn):
                return {name: None}
            if len(drawn) != 1:
                rule = f"must be given: body '{body}' draws {len(drawn) or 'no'} shapes"
                action = f"give one, such as {name}=Sphere(0.05)"
                entry.report("S80", name, rule, action=action)
                return {}
            placed: PlacedShape | None = drawn[0]
        elif isinstance(raw, PlacedShape):
            placed = raw
        else:
            draft = raw if isinstance(raw, ShapeDraft) else ShapeDraft(raw)
            carrier = carriers(reading.scope, reading.scope.joints.values())[body]
            found = read_shapes(reading.scope, entry, [draft], carrier)
            if len(found) > 1:
                rule = f"is made of {len(found)} solids, of which each needs a contact of its own"
                entry.report("S80", name, rule, action="give the points of one of them")
                return {}
            placed = next(iter(found), None)
        if placed is None:
            return {}
        if not kind_of(placed.shape):
            rule = "has no contact"
            kinds = sorted({kind for pair in pairs() for kind in pair})
            action = f"give the nearest of: {', '.join(kinds)}"
            value = type(placed.shape).__name__
            entry.report("S81", name, rule, value=value, action=action)
            return {}
        if isinstance(placed.shape, Mesh):
            try:
                convex_hull(placed.shape)
            except ModelError as error:
                first = error.problems[0]
                value = f"the mesh '{placed.shape.file[-80:]}'"
                entry.report(first.code, name, first.rule, value=value, action=first.action)
                return {}
        pose = Pose(vector3(placed.pose.position), matrix3(placed.pose.rotation))
        return {name: PlacedShape(placed.shape, pose)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        placed = getattr(element, name)
        if placed is None:
            return {}
        return {name: placed}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        placed = getattr(element, name)
        if placed is None:
            return {}
        return {name: part.shape(getattr(element, self.body), placed)}


@element(kw_only=True)
class Contact(CompliantContact):
    """Contact of a body with another: their shapes push each other away where they meet.

        push = k p^exponent max(0, 1 + a dp/dt)    along the normal, at every point of contact
        friction = -mu push s / sqrt(s.s + smoothing^2)

    p is how deep they are in each other at a point, s the velocity there along the surfaces (Hunt
    and Crossley, J. Appl. Mech. 42, 1975). A pair of shapes has as many points as it needs to rest:
    a box on a plane its eight corners. A mesh must be convex. Where no shape is given, it is the
    one that the body draws; of ground, the half space below a plane. restitution with impact_speed
    gives the damping a with which an impact at this speed comes back with that part of it. A
    cylinder touches a mesh or a cylinder as a prism with so many sides.
    """

    shape: PlacedShape = field(
        SolidField(
            "body",
            "a sphere, capsule, box, cylinder or convex mesh; if not given, what body draws",
            False,
        )
    )
    base_shape: PlacedShape | None = field(
        SolidField("base", "that of base; if none is given or drawn, what is below a plane", True),
        default=None,
    )
    origin: Vector3 = field(OriginField(), default=(0.0, 0.0, 0.0))
    up: Vector3 = unit_vector("normal of the plane", body="base", default="z", kept=(0.0, 0.0, 1.0))

    sides: float = number(
        NO_UNIT,
        "of the prism that a cylinder is for a mesh or another cylinder",
        default=0.0,
        at_least=0.0,
        is_input=False,
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made: Any = super().read(reading)
        if made is None or made.base_shape is None:
            return made
        return replace(made, origin=(0.0, 0.0, 0.0), up=(0.0, 0.0, 1.0))  # without a plane

    def check(self, reading: Reading) -> None:
        super().check(reading)
        if self.sides and self.sides not in _SIDES:
            rule = f"must be a whole number from {_SIDES[0]} to {_SIDES[-1]}"
            reading.entry.report("S82", "sides", rule, value=f"{self.sides:g}")
            return
        shape, base = self._shapes
        if not is_pair(shape, base):
            kinds = kind_of(shape), kind_of(base)
            rule = f"{kinds[0]} and {kinds[1]} do not find each other"
            action = f"give sides={GOOD_SIDES}: the cylinder is a prism then, at most "
            action += f"{math.tan(0.5 * math.pi / GOOD_SIDES) ** 2:.2g} of its radius off; or one "
            action += "of them as a capsule, box or sphere; there are contacts of "
            action += ", ".join(f"{a} and {b}" for a, b in pairs() if a in kinds or b in kinds)
            reading.entry.report("S82", "shape", rule, action=action)
        elif is_flat(shape) and (base is None or is_flat(base)):
            self._check_faces(reading, shape, base)

    @property
    def _shapes(self) -> tuple[Any, Any]:
        """Both shapes; cylinders as prisms, where they are asked for and needed."""
        shape, base = self.shape.shape, None if self.base_shape is None else self.base_shape.shape
        if not self.sides or is_pair(shape, base):
            return shape, base
        return self._prism(shape), self._prism(base)

    def _prism(self, shape: Any) -> Any:
        if isinstance(shape, Cylinder):
            return Prism(shape.radius, shape.length, int(self.sides))
        return shape

    def _check_faces(self, reading: Reading, shape: Any, base: Any) -> None:
        """Report (S82) solids of which too many corners could touch at once."""
        sites = number_of_sites(shape, base)
        if sites <= MOST or "mesh" not in (kind_of(shape), kind_of(base)):
            return
        shapes = (shape, *([] if base is None else [base]))
        around = " and ".join(str(convex_hull(shape).most_around_a_face) for shape in shapes)
        rule = f"has faces with {around} corners: {sites} places may touch at once, more than "
        rule += str(MOST)
        action = "give faces with fewer corners, or a cylinder, box, capsule or sphere"
        reading.entry.report("S82", "shape", rule, action=action)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        if self.base_shape is not None:
            yield self.method, {k: x for k, x in found.items() if k not in ("origin", "up")}
        yield self.method, found

    def in_part(self, part: Part) -> ForceElement:
        made: Any = super().in_part(part)
        if self.base == GROUND and self.base_shape is None:  # a plane is the world's
            return replace(made, base=GROUND, origin=self.origin, up=self.up)
        return replace(made, origin=part.point(self.base, self.origin))

    def _place(self, body: str, placed: PlacedShape | None, scene: Scene) -> Transform:
        if placed is not None:
            return scene.pose(body) @ placed.pose.transform
        plane = Transform.of(np.array(axis_frame(self.up)), np.array(self.origin))
        return scene.pose(body) @ plane

    def _solids(self, scene: Scene) -> tuple[Any, Transform, Any, Transform]:
        shape, base = self._shapes
        X_WA = self._place(self.body, self.shape, scene)
        return shape, X_WA, base, self._place(self.base, self.base_shape, scene)

    def sites(self, scene: Scene) -> Sequence[Site]:
        return sites_of(*self._solids(scene))

    def gap(self, scene: Scene) -> Scalar:
        return gap_of(*self._solids(scene))

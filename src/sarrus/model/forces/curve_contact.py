"""Contact of a point or roller with a plane curve of another body, by compliance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.curves import SpaceCurve
from sarrus.model.building.drawing import letter_or_vector
from sarrus.model.building.on_curve import check_roller, read_curve_option
from sarrus.model.building.orientation import product, relative
from sarrus.model.building.rolling import surface_axes
from sarrus.model.fields import Field, body_name, body_point, field, number
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.ground_contact import power_of, release
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import AXIS, CURVE, NO_UNIT, PLACE, Option
from sarrus.model.pose import Pose, Vector3, vector3
from sarrus.model.registry import element
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, dot

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

ORIGIN = (0.0, 0.0, 0.0)


class CurveField(Field):
    """A plane curve of the body `base`."""

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, CURVE, "the curve of base, plane, in its axes"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = read_curve_option(reading.entry, name, reading.get(name))
        if found is not None and not found.is_plane:
            rule = "leaves its plane z = 0; a contact is with a plane curve"
            reading.entry.report("M44", name, rule, action="use point_on_curve for wires in space")
            return {}
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}


class CurveCarrier(ForceElement):
    """An element of a plane curve that the body `base` carries, in axes placed in the drawing."""

    curve: SpaceCurve
    base: str
    on_base: Pose

    more_options = (
        Option("origin", PLACE, "origin of the axes of the curve, in the drawing", ORIGIN, "m"),
        Option("axis", AXIS, "z of its axes, across its plane, in the drawing", "z"),
        Option("x_axis", AXIS, "x of its axes, in the drawing, as near as possible", None),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.attributes(cls)
        entry, base = reading.entry, reading.values.get("base")
        origin = entry.vector("origin", reading.get("origin"), "m")
        names = ("axis", "x_axis")
        turn = surface_axes(entry, reading.get("axis"), reading.get("x_axis"), names)
        if origin is not None and base is not None:
            reading.values["on_base"] = relative(reading.scope.pose_of(base), Pose(origin, turn))
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        at = product(drawing.pose_of(self.base), self.on_base)
        x, _, z = (vector3(column) for column in np.array(at.rotation).T)
        found = {**self.as_options(drawing), "origin": at.position, "axis": letter_or_vector(z)}
        yield self.method, found
        yield self.method, {**found, "x_axis": letter_or_vector(x)}

    def in_part(self, part: Part) -> ForceElement:
        made: Any = super().in_part(part)
        return replace(made, on_base=part.curve_frame(self.base, self.on_base))


@element(kw_only=True)
class CurveContact(CurveCarrier):
    """A point or roller of a body that a plane curve of another body pushes away, without pull.

        push = k d^exponent max(0, 1 + a dd/dt)    along the outward normal n of the curve
        friction = -mu push w / sqrt(w^2 + smoothing^2)

    d = radius - n . (p - c(u)) is how deep the roller is in the profile, w its speed along it (Hunt
    and Crossley, J. Appl. Mech. 42, 1975). The nearest point c(u) is sought all along the curve. A
    follower on it lifts off and comes down again by itself.
    """

    name: str
    body: str = body_name("the body of the point")
    point: Vector3 = body_point("body", "the point, or the centre of the roller", at="at", on="on")
    curve: SpaceCurve = field(CurveField())
    radius: float = number(
        "m", "of the roller; below 0 inside of the curve", default=0.0, is_input=False
    )
    k: float = number("N/m^n", "stiffness, n the exponent", above=0.0)
    a: float = number("s/m", "damping, as a part of the stiffness", default=0.0, at_least=0.0)
    exponent: float = number(
        NO_UNIT, "of the penetration", default=1.0, at_least=1.0, is_input=False
    )
    mu: float = number(NO_UNIT, "coefficient of friction", default=0.0, at_least=0.0)
    smoothing: float = number(
        "m/s", "the speed below which friction fades", default=1e-3, above=0.0
    )
    base: str = body_name("the body that carries the curve, ground if not given", default=None)
    on_base: Pose = Pose()

    positional = ("body",)

    def check(self, reading: Reading) -> None:
        if self.body == self.base:
            rule, action = "is also what carries the curve", "give another base or body"
            reading.entry.report("M09", "body", rule, value=f"'{self.body}'", action=action)
        check_roller(reading.entry, "radius", self.curve, self.radius)

    def _meets(self, scene: Scene) -> tuple[Scalar, Scalar, Array, Array, Array, Array]:
        """Return depth, its rate, the normal and the way, the place on the curve, the parameter.

        All vectors in world axes.
        """
        X_WF: Transform = scene.pose(self.base) @ self.on_base.transform
        at = scene.point(self.body, scene.value(self, "point"))
        p = X_WF.inverse.point(at.position)
        u = self.curve.nearest(p)
        c, d = self.curve.derivative(0, u), self.curve.derivative(1, u)
        size = 1.0 / np.sqrt(d[0] * d[0] + d[1] * d[1])
        t = np.array([size * d[0], size * d[1], 0.0 * d[0]])
        side = self.curve.outward
        n = np.array([side * t[1], -side * t[0], 0.0 * t[0]])
        gap = n[0] * (p[0] - c[0]) + n[1] * (p[1] - c[1])
        normal, way = X_WF.rotation.apply(n), X_WF.rotation.apply(t)
        place = at.position - gap * normal
        base = scene.point(self.base, ORIGIN)
        carried = base.velocity + cross(scene.angular_velocity(self.base), place - base.position)
        relative_velocity = at.velocity - carried
        return self.radius - gap, -dot(normal, relative_velocity), normal, way, place, u

    def _forces(self, scene: Scene) -> tuple[Scalar, Scalar, Scalar, Any]:
        """Return push and friction [N], the speed along the curve, and where it meets."""
        meets = self._meets(scene)
        depth, rate, _, way, place, _ = meets
        law = scene.value(self, "k") * power_of(depth, self.exponent)
        push = law * positive_part(1.0 + scene.value(self, "a") * rate)
        at = scene.point(self.body, scene.value(self, "point"))
        base = scene.point(self.base, ORIGIN)
        turning = cross(scene.angular_velocity(self.base), place - base.position)
        speed = dot(way, at.velocity - base.velocity - turning)
        slow = scene.value(self, "smoothing")
        friction = -scene.value(self, "mu") * push * speed / np.sqrt(speed * speed + slow * slow)
        return push, friction, speed, meets

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return [-self._meets(scene)[0]]

    def loads(self, scene: Scene) -> Sequence[Load]:
        push, friction, _, (_, _, normal, way, place, _) = self._forces(scene)
        force = push * normal + friction * way
        at = scene.point(self.body, scene.value(self, "point")).position
        origin = scene.point(self.base, ORIGIN).position
        # both at the point of the body: its moment about the place of contact is that of friction
        return (
            PointLoad(self.body, at, force),
            PointLoad(self.base, origin, -force),
            MomentLoad(self.base, -cross(place - origin, force)),
        )

    def potential(self, scene: Scene) -> Scalar:
        depth = self._meets(scene)[0]
        more = self.exponent + 1.0
        return scene.value(self, "k") / more * power_of(depth, more)

    def dissipation(self, scene: Scene) -> Scalar:
        push, friction, speed, (depth, rate, *_) = self._forces(scene)
        elastic = scene.value(self, "k") * power_of(depth, self.exponent)
        return (push - elastic) * rate - friction * speed

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("normal_force", "N", "force along the outward normal of the curve"),
            Measure("gap", "m", "distance of roller and curve, below 0 where they touch"),
            Measure("parameter", "", "parameter of the curve at the nearest point"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        push, _, _, meets = self._forces(scene)
        return (push, -meets[0], meets[-1])

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        depth, rate, *_ = self._meets(scene)
        damped = 1.0 + scene.value(self, "a") * rate
        return (-depth, release(damped, -depth)) if self.a else (-depth,)

"""Contact of points of a body with the ground, with friction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.building.drawing import drawn_point_options, drawn_points
from sarrus.model.building.entry import is_list
from sarrus.model.building.points import read_point
from sarrus.model.fields import Field, body_name, field, number, unit_vector
from sarrus.model.forces.element import Description, ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.ground_contact import (
    LEVEL,
    Above,
    AlongField,
    GroundContact,
    OriginField,
    RoadField,
    power_of,
    release,
)
from sarrus.model.options import NO_UNIT, PLACES, POINT, Option
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.road import Road
from sarrus.spatial.arrays import Array, Scalar, dot, select

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

NUMBER = re.compile(r"\s*[-+.0-9]")
"""How text begins that is a number, not the name of a frame."""


class PointsField(Field):
    """One or several points of the body."""

    unit = "m"

    def options(self, name: str) -> Sequence[Option]:
        at = "a point, or a list of points, in the drawing"
        on = "the same in the body frame, or named frames"
        return Option("at", PLACES, at, None, "m"), Option("on", POINT, on, None, "m")

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        scope, entry, body = reading.scope, reading.entry, reading.values.get("body")
        if body is None:
            return {}
        options = {key: reading.get(key) for key in ("at", "on")}
        several = [key for key, raw in options.items() if _are_points(raw)]
        if len(several) != 1 or all(raw is not None for raw in options.values()):
            point = read_point(scope, entry, reading, body, "at", "on")
            return {} if point is None else {name: (point,)}
        key = several[0]
        found = [read_point(scope, entry, {key: raw}, body, "at", "on") for raw in options[key]]
        return {} if None in found else {name: tuple(found)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        points = getattr(element, name)
        if len(points) == 1:
            return drawn_point_options(drawing, element.body, points[0])
        drawn = [next(drawn_points(drawing, element.body, point), None) for point in points]
        return {"on": list(points)} if None in drawn else {"at": drawn}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        points = getattr(element, name)
        return {name: tuple(part.point(element.body, point) for point in points)}


def _are_points(raw: Any) -> bool:
    """Return whether a value is a list of points or frames, not of the numbers of one point."""
    if not is_list(raw) or len(raw) == 0:
        return False
    first = raw[0]
    if isinstance(first, str):
        return NUMBER.match(first) is None
    return is_list(first) or isinstance(first, (Frame, FrameHandle))


@element
class PointContact(GroundContact):
    """Points of a body that the ground pushes away while they are below it by p > 0.

        push = k p^exponent max(0, 1 + a dp/dt)        along up - slope along
        friction = -mu N s / sqrt(s.s + smoothing^2),  N = push sqrt(1 + slope^2)

    p is measured along `up`, s is the velocity of the point along the surface (Hunt and Crossley,
    J. Appl. Mech. 42, 1975). Below the speed `smoothing` friction fades, so that there is no true
    sticking: under a load L < mu N the body creeps with smoothing L/sqrt((mu N)^2 - L^2). The
    ground is a plane, or a road whose heights are above that plane; origin, along and up are in
    the drawing, carried by the body `base`.
    """

    name: str
    body: str = body_name()
    points: tuple[Vector3, ...] = field(PointsField())
    k: float = number("N/m^n", "stiffness, n the exponent", above=0.0)
    a: float = number("s/m", "damping, as a part of the stiffness", default=0.0, at_least=0.0)
    exponent: float = number(
        NO_UNIT, "of the penetration", default=1.0, at_least=1.0, is_input=False
    )
    mu: float = number(NO_UNIT, "coefficient of friction", default=0.0, at_least=0.0)
    smoothing: float = number(
        "m/s", "the speed below which friction fades", default=1e-3, above=0.0
    )
    road: Road = field(RoadField(), default=LEVEL)
    base: str = body_name("the body that carries the ground, ground if not given", default=None)
    origin: Vector3 = field(OriginField(), default=(0.0, 0.0, 0.0))
    along: Vector3 = field(AlongField(None), default=(1.0, 0.0, 0.0))
    up: Vector3 = unit_vector("normal of the plane", body="base", default="z", kept=(0.0, 0.0, 1.0))

    positional = ("body",)

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "exponent")  # the unit of k depends on it
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        if self.road == LEVEL:
            yield self.method, {key: x for key, x in found.items() if key != "along"}
        yield self.method, found

    def _points(self, scene: Scene) -> Iterator[tuple[Array, Above]]:
        """Yield the places of the points, and how they are above the ground."""
        points = scene.value(self, "points")
        for i in range(len(self.points)):
            point = scene.point(self.body, points[i])
            yield point.position, self.above(scene, point.position, point.velocity)

    def _spring(self, scene: Scene, at: Above) -> Scalar:
        return scene.value(self, "k") * power_of(at.depth, self.exponent)

    def _damping(self, scene: Scene, at: Above) -> Scalar:
        """Return max(-1, a dp/dt): the part of the spring's push that damping adds."""
        part = scene.value(self, "a") * at.depth_rate
        return select(part > -1.0, part, -1.0)

    def _friction(self, scene: Scene, at: Above, push: Scalar) -> tuple[Array, Array]:
        """Return the velocity along the surface and the friction against it."""
        n = at.normal / at.steepness
        slip = at.velocity - dot(at.velocity, n) * n
        smoothing = scene.value(self, "smoothing")
        fading = np.sqrt(dot(slip, slip) + smoothing * smoothing)
        mu = scene.value(self, "mu") * self.friction_at(at)
        return slip, -(mu * push * at.steepness / fading) * slip

    def loads(self, scene: Scene) -> Sequence[Load]:
        found = []
        for position, at in self._points(scene):
            push = self._spring(scene, at) * (1.0 + self._damping(scene, at))
            force = push * at.normal + self._friction(scene, at, push)[1]
            found.append(PointLoad(self.body, position, force))
        return (*found, *self.on_base(scene, found))

    def potential(self, scene: Scene) -> Scalar:
        total: Scalar = 0.0
        for _, at in self._points(scene):
            total = total + power_of(at.depth, self.exponent + 1.0)
        return scene.value(self, "k") * total / (self.exponent + 1.0)

    def dissipation(self, scene: Scene) -> Scalar:
        total: Scalar = 0.0
        for _, at in self._points(scene):
            spring, damping = self._spring(scene, at), self._damping(scene, at)
            slip, friction = self._friction(scene, at, spring * (1.0 + damping))
            total = total + spring * damping * at.depth_rate - dot(friction, slip)
        return total

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return tuple(-at.depth for _, at in self._points(scene))

    def grounds(self, scene: Scene) -> Sequence[Above]:
        return tuple(at for _, at in self._points(scene))

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found: list[Scalar] = []
        for _, at in self._points(scene):
            push = 1.0 + scene.value(self, "a") * at.depth_rate
            found += [-at.depth, release(push, -at.depth), *self.road.switches(at.x, at.y)]
        return tuple(found)

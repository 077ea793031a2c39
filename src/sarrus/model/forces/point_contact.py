"""Contact of points of a body with the ground, with friction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.forces.element import Load, PointLoad, Scene
from sarrus.model.forces.ground_contact import (
    LEVEL,
    Above,
    GroundContact,
    power_of,
    released,
)
from sarrus.model.pose import Vector3
from sarrus.road import Road
from sarrus.spatial.arrays import Array, Scalar, dot, select


@dataclass(frozen=True)
class PointContact(GroundContact):
    """Points of a body that the ground pushes away while they are below it by p > 0.

        push = k p^exponent max(0, 1 + a dp/dt)        along up - slope along
        friction = -mu N s / sqrt(s.s + smoothing^2),  N = push sqrt(1 + slope^2)

    p is measured along `up`, s [m/s] is the velocity of the point along the surface. points: in
    the body frame [m]; k [N/m^n]; a [s/m] (Hunt and Crossley, J. Appl. Mech. 42, 1975); mu;
    smoothing [m/s]: below that speed friction fades, so that there is no true sticking: under a
    load L < mu N the body creeps with smoothing L/sqrt((mu N)^2 - L^2).
    """

    name: str
    body: str
    points: tuple[Vector3, ...]
    k: float
    a: float = 0.0
    exponent: float = 1.0
    mu: float = 0.0
    smoothing: float = 1e-3
    road: Road = LEVEL
    base: str = GROUND
    origin: Vector3 = (0.0, 0.0, 0.0)
    along: Vector3 = (1.0, 0.0, 0.0)
    up: Vector3 = (0.0, 0.0, 1.0)

    type_name: ClassVar[str] = "point_contact"
    units: ClassVar[dict[str, str]] = {
        "points": "m",
        "k": "N/m^n",
        "a": "s/m",
        "mu": "",
        "smoothing": "m/s",
    }

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
        return slip, -(scene.value(self, "mu") * push * at.steepness / fading) * slip

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

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found: list[Scalar] = []
        for _, at in self._points(scene):
            push = 1.0 + scene.value(self, "a") * at.depth_rate
            found += [-at.depth, released(push, -at.depth), *self.road.switches(at.x)]
        return tuple(found)

"""Forces that act in a window of a coordinate and in one direction of motion, such as cutting."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.shaping import positive_part, smooth_step
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Scalar, dot

MOVING = (-1, 0, 1)


@dataclass(frozen=True, kw_only=True)
class Window(ForceElement):
    """force g(x) h(w) along a coordinate x with the rate w.

    g rises from 0 to 1 over `width` about `start` and falls over `width` about `stop`; the work
    over a passage is force (stop - start) for every width. h rises from 0 to 1 between rest and
    the speed `speed_width` in the direction `moving` (1, -1, or 0 for both, h = 1). Both are
    s^2 (3 - 2 s), once differentiable; a width of 0 makes a jump.

    Where the force opposes the motion its power is dissipation (a tool turns it into heat), else
    supply.
    """

    force: float
    start: float
    stop: float
    moving: int = 0
    width: float = 0.0
    speed_width: float = 0.0

    @abstractmethod
    def seen(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the coordinate and its rate."""

    def effort(self, scene: Scene) -> Scalar:
        """Return the force along the coordinate."""
        x, rate = self.seen(scene)
        half = 0.5 * self.width
        inside = smooth_step(x - scene.value(self, "start") + half, self.width)
        inside = inside * (1.0 - smooth_step(x - scene.value(self, "stop") + half, self.width))
        if self.moving:
            inside = inside * smooth_step(self.moving * rate, self.speed_width)
        return scene.value(self, "force") * inside

    def dissipation(self, scene: Scene) -> Scalar:
        return positive_part(-self.effort(scene) * self.seen(scene)[1])

    def supply(self, scene: Scene) -> Scalar:
        return positive_part(self.effort(scene) * self.seen(scene)[1])

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        x, rate = self.seen(scene)
        half = 0.5 * self.width
        found = []
        for edge in (scene.value(self, "start"), scene.value(self, "stop")):
            found += [x - edge] if half == 0.0 else [x - edge + half, x - edge - half]
        if self.moving:
            found.append(rate)
            if self.speed_width:
                found.append(rate - self.moving * self.speed_width)
        return found


@dataclass(frozen=True, kw_only=True)
class WindowForce(Window):
    """On a coordinate of a joint: x = coordinate + offset; force [N] or [N m]."""

    name: str
    joint: str
    index: int = 0
    offset: float = 0.0

    type_name: ClassVar[str] = "window_force"
    units: ClassVar[dict[str, str]] = {
        "force": "N or N m",
        "start": "m or rad",
        "stop": "m or rad",
        "offset": "m or rad",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def seen(self, scene: Scene) -> tuple[Scalar, Scalar]:
        x = scene.coordinate(self.joint, self.index) + scene.value(self, "offset")
        return x, scene.rate(self.joint, self.index)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, self.effort(scene)),)


@dataclass(frozen=True, kw_only=True)
class PointWindowForce(Window):
    """At a point of a body [m, body frame], along a direction u of the world: x = u.r."""

    name: str
    body: str
    point: Vector3
    direction: Vector3

    type_name: ClassVar[str] = "point_window_force"
    units: ClassVar[dict[str, str]] = {"force": "N", "start": "m", "stop": "m", "point": "m"}

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def seen(self, scene: Scene) -> tuple[Scalar, Scalar]:
        motion = scene.point(self.body, scene.value(self, "point"))
        along = np.array(self.direction)
        return dot(along, motion.position), dot(along, motion.velocity)

    def loads(self, scene: Scene) -> Sequence[Load]:
        where = scene.point(self.body, scene.value(self, "point")).position
        return (PointLoad(self.body, where, self.effort(scene) * np.array(self.direction)),)

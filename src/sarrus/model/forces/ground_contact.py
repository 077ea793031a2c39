"""What contact elements share: the ground, what is above it, and forces that only push."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.drawing import drawn_direction, drawn_points
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import axis_frame, direction, in_frame, product, relative
from sarrus.model.fields import Field
from sarrus.model.forces.element import ForceElement, Load, MomentLoad, PointLoad, Scene
from sarrus.model.options import AXIS, PLACE, ROAD, Option
from sarrus.model.pose import Pose, Vector3, vector3
from sarrus.road import Flat, Road
from sarrus.spatial.arrays import Array, Scalar, cross, dot, is_zero, select

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

LEVEL = Flat()

SQUARE = 1e-9
"""Cosine below which along and up count as perpendicular."""


class RoadField(Field):
    """A road; the plane through the origin where none is given."""

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, ROAD, "heights of the ground, flat if not given", None),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None:
            return {name: LEVEL}
        if isinstance(raw, Road):
            return {name: raw}
        action = "give a road of sarrus.road, such as HalfRound(0.254, at=20.8)"
        value = entry.literal(name, raw)
        entry.report("M25", name, "is not a road", value=value, action=action)
        return {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        road = getattr(element, name)
        return {} if road == LEVEL else {name: road}


class OriginField(Field):
    """A point of the drawing, kept in the frame of the body that carries the ground."""

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, PLACE, "a point of the plane", (0.0, 0.0, 0.0), "m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found, base = reading.entry.vector(name, reading.get(name), "m"), reading.values.get("base")
        if found is None or base is None:
            return {}
        return {name: relative(reading.scope.pose_of(base), Pose(found)).position}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        at = next(drawn_points(drawing, element.base, element.origin), None)
        if at is None:
            at = product(drawing.pose_of(element.base), Pose(element.origin)).position
        return {name: at}


class AlongField(Field):
    """The direction in which a road is described, across `up`; any such where it is flat."""

    default: Any

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, AXIS, "direction of x, across up", self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(name)
        base = reading.values.get("base")
        up = direction(
            Entry("", {}, []), "up", reading.get("up")
        )  # its problems are reported there
        if raw is None:
            if not isinstance(reading.values.get("road"), Flat | None):
                rule = "must be given: the direction in which the road is described"
                entry.report("M28", name, rule)
                return {}
            along = None if up is None else vector3(np.array(axis_frame(up))[:, 0])
        else:
            along = direction(entry, name, raw)
        if along is None or up is None or base is None:
            return {}
        if abs(np.dot(along, up)) > SQUARE:
            value = entry.literal(name, raw)
            entry.report("M19", name, "is not perpendicular to up", value=value)
            return {}
        return {name: in_frame(reading.scope.pose_of(base), along)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: drawn_direction(drawing, element.base, getattr(element, name))}


@dataclass(frozen=True)
class Above:
    """A point above the ground, its motion measured against the body that carries the ground.

    x, rate: place along the ground [m] and its rate [m/s]; depth, depth_rate: how far the point
    is below the surface [m], measured along `up`, and its rate [m/s]; slope: dh/dx at x; velocity:
    of the point [m/s]; along, up: directions of the ground; y, tilt: place across it, up x along,
    and dh/dy, both 0 where the road is the same for every y. All vectors in world axes.
    """

    x: Scalar
    rate: Scalar
    depth: Scalar
    depth_rate: Scalar
    slope: Scalar
    velocity: Array
    along: Array
    up: Array
    y: Scalar = 0.0
    tilt: Scalar = 0.0

    @property
    def across(self) -> Array:
        """The direction across the ground, up x along."""
        return cross(self.up, self.along)

    @property
    def steepness(self) -> Scalar:
        """The length of the normal."""
        if is_zero(self.tilt):
            return np.sqrt(1.0 + self.slope * self.slope)
        return np.sqrt(1.0 + self.slope * self.slope + self.tilt * self.tilt)

    @property
    def normal(self) -> Array:
        """The vector up - slope along - tilt across, normal to the surface; its part up is 1."""
        if is_zero(self.tilt):
            return self.up - self.slope * self.along
        return self.up - self.slope * self.along - self.tilt * self.across

    @property
    def tangents(self) -> tuple[Array, Array]:
        """Two unit vectors in the surface, at right angles: forward, and to the left."""
        n = self.normal / self.steepness
        forward = cross(self.across, n)
        if is_zero(self.tilt):
            return forward, self.across
        forward = forward / np.sqrt(dot(forward, forward))
        return forward, cross(n, forward)


class GroundContact(ForceElement):
    """A force element between a body and the ground that another body (or ground) carries.

    base: the body that carries the ground; origin, along, up: a point [m] and two perpendicular
    unit vectors in its frame; the surface is at the height road.height(x, y) above the origin,
    along up, with x and y the distances from the origin along `along` and across, up x along.
    """

    body: str
    base: str
    origin: Vector3
    along: Vector3
    up: Vector3
    road: Road

    def in_part(self, part: Part) -> ForceElement:
        made: Any = super().in_part(part)
        if self.base == GROUND:  # a road is the world's, not the part's
            road = {"origin": self.origin, "along": self.along, "up": self.up}
        else:
            road = {
                "origin": part.point(self.base, self.origin),
                "along": part.direction(self.base, self.along),
                "up": part.direction(self.base, self.up),
            }
        return replace(made, base=GROUND if self.base == GROUND else made.base, **road)

    @property
    def further_inputs(self) -> tuple[str, ...]:
        """The origin, where it is not that of the body."""
        return ("origin",) if any(self.origin) else ()

    def check(self, reading: Reading) -> None:
        if self.body == self.base:
            rule, action = "is also what carries the ground", "give another base or body"
            reading.entry.report("M09", "body", rule, value=f"'{self.body}'", action=action)

    @abstractmethod
    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        """Return the distances from the ground [m] of all that may touch it."""

    @abstractmethod
    def grounds(self, scene: Scene) -> Sequence[Above]:
        """Return how all that may touch the ground is above it."""

    def places(self, scene: Scene) -> Sequence[Scalar]:
        """Return where along the road [m] all that may touch it is."""
        return [self.road.station(at.x, at.y)[0] for at in self.grounds(scene)]

    def places_across(self, scene: Scene) -> Sequence[Scalar]:
        """Return where across the road [m] all that may touch it is."""
        return [self.road.station(at.x, at.y)[1] for at in self.grounds(scene)]

    @property
    def needs_y(self) -> bool:
        """Whether what the road does depends on the place across."""
        return self.road.varies_across or self.road.has_patches

    def friction_at(self, at: Above) -> Scalar:
        """Return the factor of friction of the road below a point."""
        return self.road.friction(at.x, at.y)

    def above(self, scene: Scene, position: Array, velocity: Array, speed: Scalar = 0.0) -> Above:
        """Return where a point is above the ground; speed: that of the ground against `along`."""
        origin = scene.point(self.base, self.origin)
        along, up = (scene.direction(self.base, u) for u in (self.along, self.up))
        arm = position - origin.position
        turning = cross(scene.angular_velocity(self.base), arm)
        relative = velocity - origin.velocity - turning
        x = dot(along, arm) + speed * scene.time
        rate = dot(along, relative)
        if not self.needs_y:
            slope = self.road.slope(x)
            depth = self.road.height(x) - dot(up, arm)
            depth_rate = slope * (rate + speed) - dot(up, relative)
            return Above(x, rate, depth, depth_rate, slope, relative, along, up)
        across = cross(up, along)
        y = dot(across, arm)
        height, slope, tilt = self.road.surface_at(x, y)
        depth_rate = slope * (rate + speed) + tilt * dot(across, relative) - dot(up, relative)
        depth = height - dot(up, arm)
        return Above(x, rate, depth, depth_rate, slope, relative, along, up, y, tilt)

    def on_base(self, scene: Scene, loads: Sequence[PointLoad]) -> tuple[Load, ...]:
        """Return what the ground takes of the loads on the body, at its origin."""
        origin = scene.point(self.base, self.origin).position
        force, moment = np.zeros(3), np.zeros(3)
        for load in loads:
            force = force - load.force
            moment = moment - cross(load.point - origin, load.force)
        return (PointLoad(self.base, origin, force), MomentLoad(self.base, moment))


def power_of(depth: Scalar, exponent: float) -> Scalar:
    """Return max(0, depth)^exponent, with derivatives of every order that are numbers."""
    inside = select(depth > 0.0, depth, 1.0)
    return select(depth > 0.0, inside**exponent, 0.0)


def release(push: Scalar, gap: Scalar) -> Scalar:
    """Return a value that is negative where there is contact, but the law without clipping pulls.

    push: of which the law takes the positive part. Between them the value is continuous.
    """
    return select(push > gap, push, gap)

"""What contact elements share: the ground, what is above it, and forces that only push."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.model.forces.element import ForceElement, Load, MomentLoad, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.road import Flat, Road
from sarrus.spatial.arrays import Array, Scalar, cross, dot, select

LEVEL = Flat()


@dataclass(frozen=True)
class Above:
    """A point above the ground, its motion measured against the body that carries the ground.

    x, rate: place along the ground [m] and its rate [m/s]; depth, depth_rate: how far the point
    is below the surface [m], measured along `up`, and its rate [m/s]; slope: dh/dx at x; velocity:
    of the point [m/s]; along, up: directions of the ground. All vectors in world axes.
    """

    x: Scalar
    rate: Scalar
    depth: Scalar
    depth_rate: Scalar
    slope: Scalar
    velocity: Array
    along: Array
    up: Array

    @property
    def steepness(self) -> Scalar:
        """The length of the normal up - slope along."""
        return np.sqrt(1.0 + self.slope * self.slope)

    @property
    def normal(self) -> Array:
        """The vector up - slope along, at right angles to the surface; its part along up is 1."""
        return self.up - self.slope * self.along


class GroundContact(ForceElement):
    """A force element between a body and the ground that another body (or ground) carries.

    base: the body that carries the ground; origin, along, up: a point [m] and two perpendicular
    unit vectors in its frame; the surface is at the height road.height(x) above the origin, along
    up, with x the distance from the origin along `along`.
    """

    body: str
    base: str
    origin: Vector3
    along: Vector3
    up: Vector3
    road: Road

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body, self.base)

    @abstractmethod
    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        """Return the distances from the ground [m] of all that may touch it."""

    def above(self, scene: Scene, position: Array, velocity: Array, speed: Scalar = 0.0) -> Above:
        """Return where a point is above the ground; speed: that of the ground against `along`."""
        origin = scene.point(self.base, self.origin)
        along, up = (scene.direction(self.base, u) for u in (self.along, self.up))
        arm = position - origin.position
        turning = cross(scene.angular_velocity(self.base), arm)
        relative = velocity - origin.velocity - turning
        x = dot(along, arm) + speed * scene.time
        slope = self.road.slope(x)
        rate = dot(along, relative)
        depth = self.road.height(x) - dot(up, arm)
        depth_rate = slope * (rate + speed) - dot(up, relative)
        return Above(x, rate, depth, depth_rate, slope, relative, along, up)

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


def released(push: Scalar, gap: Scalar) -> Scalar:
    """Return a value that is negative where there is contact, but the law without clipping pulls.

    push: of which the law takes the positive part. Between them the value is continuous.
    """
    return select(push > gap, push, gap)

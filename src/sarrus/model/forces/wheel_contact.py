"""A wheel on a road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.forces.element import Load, PointLoad, Scene
from sarrus.model.forces.ground_contact import (
    LEVEL,
    Above,
    GroundContact,
    released,
)
from sarrus.model.forces.law import law_switches
from sarrus.model.forces.shaping import positive_part
from sarrus.model.pose import Vector3
from sarrus.road import Road
from sarrus.spatial import Curve
from sarrus.spatial.arrays import Array, Scalar, cross, dot, select


@dataclass(frozen=True)
class Tyre:
    """A wheel at one instant: its centre above the road, the forces of tyre and friction.

    spring, push: the force along `up` of the spring alone, and with damping [N]; normal: the
    direction of the whole normal force, whose part along up is 1; contact: where friction acts;
    slip: velocity of the tread on the road [m/s]; friction [N]; tread: the velocity that `spin`
    gives to the tread [m/s].
    """

    at: Above
    centre: Array
    spring: Scalar
    push: Scalar
    normal: Array
    contact: Array
    slip: Array
    friction: Array
    tread: Array


@dataclass(frozen=True)
class WheelContact(GroundContact):
    """A wheel with its centre at `point`, which a road pushes up while its tyre is compressed.

        p = h(x) + radius - z > 0:  push = max(0, k p + spring(p) + (c + damper(p)) dp/dt)
        force = push (up - h'(x) along) at the centre; push up, where the contact is vertical
        friction = -N (mu s_x t_x + mu_across s_y t_y)/sqrt(s_x^2 + s_y^2 + smoothing^2)

    x and z are those of the centre; road: h, as the wheel feels it (`Road.felt_by_wheel`, or the
    road itself for a point follower). radius [m]; k [N/m], c [N s/m]; spring [N] and damper
    [N s/m]: curves of the deflection p [m]. N is the size of the force; s the velocity of the
    tread on the road where they touch, on the radius that the deflection leaves. speed [m/s]: the
    road moves against `along` with it (h(x + speed t)) under a vehicle that stays; spin [rad/s]:
    the wheel turns in its body, forward, with it. The power of both is supply.
    """

    name: str
    body: str
    point: Vector3
    radius: float
    road: Road = LEVEL
    k: float = 0.0
    c: float = 0.0
    spring: Curve | None = None
    damper: Curve | None = None
    vertical: bool = False
    mu: float = 0.0
    mu_across: float = 0.0
    smoothing: float = 1e-2
    speed: float = 0.0
    spin: float = 0.0
    base: str = GROUND
    origin: Vector3 = (0.0, 0.0, 0.0)
    along: Vector3 = (1.0, 0.0, 0.0)
    up: Vector3 = (0.0, 0.0, 1.0)

    type_name: ClassVar[str] = "wheel_contact"
    units: ClassVar[dict[str, str]] = {
        "point": "m",
        "k": "N/m",
        "c": "N s/m",
        "mu": "",
        "mu_across": "",
        "smoothing": "m/s",
        "speed": "m/s",
        "spin": "rad/s",
    }

    def _centre(self, scene: Scene) -> tuple[Array, Above]:
        centre = scene.point(self.body, scene.value(self, "point"))
        speed = scene.value(self, "speed")
        return centre.position, self.above(scene, centre.position, centre.velocity, speed)

    def _deflection(self, at: Above) -> Scalar:
        return at.depth + self.radius

    def _spring(self, scene: Scene, p: Scalar) -> Scalar:
        force = scene.value(self, "k") * p
        return force if self.spring is None else force + self.spring(p)

    def _unclipped(self, scene: Scene, at: Above) -> tuple[Scalar, Scalar]:
        """Return the forces of the spring, and of spring and damper, as if tyres could pull."""
        p = self._deflection(at)
        spring = self._spring(scene, p)
        c = scene.value(self, "c")
        c = c if self.damper is None else c + self.damper(p)
        return spring, spring + c * at.depth_rate

    def _tyre(self, scene: Scene) -> Tyre:
        centre, at = self._centre(scene)
        touches = self._deflection(at) > 0.0
        spring, push = self._unclipped(scene, at)
        spring = select(touches, spring, 0.0)
        push = select(touches, positive_part(push), 0.0)
        normal = at.up if self.vertical else at.normal
        size: Scalar = 1.0 if self.vertical else at.steepness
        n = normal / size
        arm = -(self.radius - positive_part(self._deflection(at)) / size) * n
        across = cross(at.up, at.along)
        tread = scene.value(self, "spin") * cross(across, arm)
        turning = scene.angular_velocity(self.body) - scene.angular_velocity(self.base)
        moving = at.velocity + cross(turning, arm) + tread + scene.value(self, "speed") * at.along
        forward = cross(across, n)
        s_x, s_y = dot(moving, forward), dot(moving, across)
        smoothing = scene.value(self, "smoothing")
        load = push * size / np.sqrt(s_x * s_x + s_y * s_y + smoothing * smoothing)
        friction = -load * (
            scene.value(self, "mu") * s_x * forward + scene.value(self, "mu_across") * s_y * across
        )
        slip = s_x * forward + s_y * across
        return Tyre(at, centre, spring, push, normal, centre + arm, slip, friction, tread)

    def loads(self, scene: Scene) -> Sequence[Load]:
        tyre = self._tyre(scene)
        found = (
            PointLoad(self.body, tyre.centre, tyre.push * tyre.normal),
            PointLoad(self.body, tyre.contact, tyre.friction),
        )
        return (*found, *self.on_base(scene, found))

    def potential(self, scene: Scene) -> Scalar:
        p = self._deflection(self._centre(scene)[1])
        energy = 0.5 * scene.value(self, "k") * p * p
        if self.spring is not None:
            energy = energy + self.spring.integral(p) - self.spring.integral(0.0)
        return select(p > 0.0, energy, 0.0)

    def dissipation(self, scene: Scene) -> Scalar:
        tyre = self._tyre(scene)
        damping = (tyre.push - tyre.spring) * tyre.at.depth_rate
        return damping - dot(tyre.friction, tyre.slip)

    def supply(self, scene: Scene) -> Scalar:
        """Return the power of a road that moves, of `spin`, and of a slope felt vertically only."""
        tyre = self._tyre(scene)
        speed = scene.value(self, "speed")
        passing = speed + tyre.at.rate if self.vertical else speed
        drawn = dot(tyre.friction, tyre.tread + speed * tyre.at.along)
        return tyre.push * tyre.at.slope * passing - drawn

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return (-self._deflection(self._centre(scene)[1]),)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        at = self._centre(scene)[1]
        p = self._deflection(at)
        push = self._unclipped(scene, at)[1]
        bends = [x for curve in (self.spring, self.damper) for x in law_switches(curve, p)]
        return (-p, released(push, -p), *bends, *self.road.switches(at.x))

"""Contact of two bodies by compliance: what shapes and joints with play have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.fields import body_name, number
from sarrus.model.forces.element import (
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.ground_contact import power_of, release
from sarrus.model.forces.restitution import OPTIONS, read_damping
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import NO_UNIT, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot, is_zero, length, minimum, select

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Site:
    """A place where two bodies may touch, all vectors in world axes.

    depth: how far they are in each other there [m], below 0 for a distance; place: between the two
    surfaces [m]; push, couple: force and moment on the body by a unit of push, so that

        d(depth)/dt = -push . (velocity of the body at `place`, seen from the base)
                      -couple . (angular velocity of the body, seen from the base);

    couple is 0, and push the unit normal, wherever the nearest points lie inside of surfaces.
    distance: of the two bodies here [m], -depth if not given.
    """

    depth: Scalar
    place: Array
    push: Array
    couple: Array | None = None
    distance: Scalar | None = None

    @property
    def gap(self) -> Scalar:
        """The distance of the two bodies here [m], below 0 where they are in each other."""
        return -self.depth if self.distance is None else self.distance


@dataclass(frozen=True, eq=False)
class Touch:
    """What happens at a site: spring and damper [N], slip [m/s] and the friction against it [N].

    size: of the push, by which spring and damper have to be multiplied for the force, 1 mostly.
    """

    site: Site
    rate: Scalar
    spring: Scalar
    normal: Scalar
    slip: Array
    friction: Array
    size: Scalar


@element(kw_only=True)
class CompliantContact(ForceElement):
    """A body that another pushes away where they touch, at one or several sites.

    The push of a site with the depth p is k p^exponent max(0, 1 + a dp/dt), its friction against
    the slip s is -mu push s / sqrt(s.s + smoothing^2).
    """

    name: str
    body: str = body_name("the body")
    base: str = body_name("the other body, ground if not given", default=None)
    k: float = number("N/m^n", "stiffness of a point of contact, n the exponent", above=0.0)
    a: float = number("s/m", "damping, as a part of the stiffness", default=0.0, at_least=0.0)
    exponent: float = number(
        NO_UNIT, "of the depth, 1.5 by Hertz", default=1.0, at_least=1.0, is_input=False
    )
    mu: float = number(NO_UNIT, "coefficient of friction", default=0.0, at_least=0.0)
    smoothing: float = number(
        "m/s", "the speed below which friction fades", default=1e-3, above=0.0
    )

    positional = ("body", "base")
    more_options: ClassVar[tuple[Option, ...]] = OPTIONS

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "exponent")  # the unit of k depends on it
        read_damping(reading)
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        if self.body == self.base:
            rule, action = "is also the other body", "give another base or body"
            reading.entry.report("M09", "body", rule, value=f"'{self.body}'", action=action)

    @abstractmethod
    def sites(self, scene: Scene) -> Sequence[Site]:
        """Return the places where the bodies may touch."""

    def touches(self, scene: Scene) -> Sequence[Touch]:
        """Return what happens at every site."""
        body, base = scene.point(self.body, ORIGIN), scene.point(self.base, ORIGIN)
        turn = scene.angular_velocity(self.body)
        base_turn = scene.angular_velocity(self.base)
        k, a, mu = (scene.value(self, name) for name in ("k", "a", "mu"))
        slow = scene.value(self, "smoothing")
        found = []
        for site in self.sites(scene):
            of_body = body.velocity + cross(turn, site.place - body.position)
            of_base = base.velocity + cross(base_turn, site.place - base.position)
            velocity = of_body - of_base
            rate = -dot(site.push, velocity)
            unit, size = site.push, 1.0
            if site.couple is not None:
                rate = rate - dot(site.couple, turn - base_turn)
                size = length(site.push)
                unit = site.push / size
            spring = k * power_of(site.depth, self.exponent)
            normal = spring * positive_part(1.0 + a * rate)
            slip = velocity - dot(velocity, unit) * unit
            friction = -(mu * size * normal / np.sqrt(dot(slip, slip) + slow * slow)) * slip
            found.append(Touch(site, rate, spring, normal, slip, friction, size))
        return found

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return [-site.depth for site in self.sites(scene)]

    def loads(self, scene: Scene) -> Sequence[Load]:
        base = scene.point(self.base, ORIGIN).position
        body = scene.point(self.body, ORIGIN).position
        force, on_body, on_base = np.zeros(3), np.zeros(3), np.zeros(3)
        for touch in self.touches(scene):
            here = touch.normal * touch.site.push + touch.friction
            force = force + here
            on_body = on_body + cross(touch.site.place - body, here)
            on_base = on_base - cross(touch.site.place - base, here)
            if touch.site.couple is not None:
                on_body = on_body + touch.normal * touch.site.couple
                on_base = on_base - touch.normal * touch.site.couple
        return (
            PointLoad(self.body, body, force),
            MomentLoad(self.body, on_body),
            PointLoad(self.base, base, -force),
            MomentLoad(self.base, on_base),
        )

    def potential(self, scene: Scene) -> Scalar:
        more = self.exponent + 1.0
        stored = [power_of(site.depth, more) for site in self.sites(scene)]
        return scene.value(self, "k") / more * _sum(stored)

    def dissipation(self, scene: Scene) -> Scalar:
        return _sum(
            [
                (touch.normal - touch.spring) * touch.rate - dot(touch.friction, touch.slip)
                for touch in self.touches(scene)
            ]
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("gap", "m", "least distance of the two bodies, below 0 where they touch"),
            Measure("depth", "m", "how far they are in each other, 0 where they do not touch"),
            Measure("normal_force", "N", "sum of the pushes of all points that touch"),
            Measure("friction_force", "N", "size of the friction of all points together"),
            Measure("points", "", "number of points that touch"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        touches = self.touches(scene)
        gap = self.gap(scene)
        touching = _sum([select(touch.site.depth > 0.0, 1.0, 0.0) for touch in touches])
        friction = reduce(lambda total, touch: total + touch.friction, touches, np.zeros(3))
        normal = _sum([touch.normal * touch.size for touch in touches])
        return gap, positive_part(-gap), normal, length(friction), touching

    def gap(self, scene: Scene) -> Scalar:
        """Return the distance of the two bodies [m], below 0 where they are in each other."""
        return reduce(minimum, [site.gap for site in self.sites(scene)])

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        a = scene.value(self, "a")
        gaps = self.gaps(scene)
        if is_zero(a):
            return gaps
        pushes = [1.0 + a * touch.rate for touch in self.touches(scene)]
        return (*gaps, *(release(push, gap) for push, gap in zip(pushes, gaps, strict=True)))


def _sum(values: Sequence[Scalar]) -> Scalar:
    return reduce(lambda total, value: total + value, values, 0.0)

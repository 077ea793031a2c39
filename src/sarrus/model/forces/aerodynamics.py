"""Forces of the air on a body: drag, lift with its balance, side force and yaw moment."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.model.fields import body_name, body_point, number, unit_vector, vector
from sarrus.model.forces.element import ForceElement, Load, Measure, MomentLoad, PointLoad, Scene
from sarrus.model.options import NO_UNIT
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot

CALM = 1e-6
"""Speed [m/s] below which that of the air is rounded."""


@element
class Aerodynamics(ForceElement):
    """Forces of the air on a body, at a reference point, by its speed against the air.

        u = v - wind,   q = density |u|^2/2,   beta = angle of u to the left of `forward`
        drag  q area drag          against u
        lift  q area lift          upward; its part `balance` acts at the front axle
        side  -q area side beta    to the left;   moment -q area length yaw beta about the vertical

    beta is the sine of the angle. The reference point is in the middle between the axles, which are
    `length` apart: lift has the moment (balance - 1/2) length about it, nose up. What is lost to
    the air is dissipation; the power of wind, lift and side force is supply.
    """

    name: str
    body: str = body_name("the body in the air")
    point: Vector3 = body_point("body", "reference point, in the middle between the axles")
    area: float = number("m^2", "of the front view", above=0.0)
    drag: float = number(NO_UNIT, "coefficient of drag", default=0.0, at_least=0.0)
    lift: float = number(NO_UNIT, "coefficient of lift, below 0 presses down", default=0.0)
    balance: float = number(NO_UNIT, "part of the lift at the front axle", default=0.5)
    side: float = number("1/rad", "coefficient of side force", default=0.0, at_least=0.0)
    yaw: float = number(
        "1/rad", "coefficient of the moment, above 0 turns out of the wind", default=0.0
    )
    length: float = number("m", "wheelbase, of balance and yaw", default=1.0, above=0.0)
    density: float = number("kg/m^3", "of the air", default=1.2, at_least=0.0)
    wind: Vector3 = vector("m/s", "velocity of the air, in world axes", default=(0.0, 0.0, 0.0))
    forward: Vector3 = unit_vector("forward", body="body", default="x", kept=(1.0, 0.0, 0.0))
    up: Vector3 = unit_vector("up", body="body", default="z", kept=(0.0, 0.0, 1.0))

    positional = ("body",)

    def _air(self, scene: Scene) -> tuple[Scalar, Scalar, Scalar, Array, Array]:
        """Return speed against the air, dynamic pressure times area, beta, its velocity, left."""
        velocity = scene.point(self.body, scene.value(self, "point")).velocity
        u = velocity - np.array(scene.value(self, "wind"))
        speed = np.sqrt(dot(u, u) + CALM * CALM)
        pressure = 0.5 * scene.value(self, "density") * scene.value(self, "area") * speed * speed
        up, forward = scene.direction(self.body, self.up), scene.direction(self.body, self.forward)
        left = cross(up, forward)
        return speed, pressure, dot(u, left) / speed, u, left

    def _drag(self, scene: Scene) -> Scalar:
        return scene.value(self, "drag") * self._air(scene)[1]

    def _force_and_moment(self, scene: Scene) -> tuple[Array, Array]:
        speed, pressure, beta, u, left = self._air(scene)
        up = scene.direction(self.body, self.up)
        lift = scene.value(self, "lift") * pressure
        side = -scene.value(self, "side") * pressure * beta
        force = (-self._drag(scene) / speed) * u + lift * up + side * left
        length = scene.value(self, "length")
        nose_up = (scene.value(self, "balance") - 0.5) * length * lift
        from_air = -scene.value(self, "yaw") * length * pressure * beta
        return force, from_air * up - nose_up * left

    def loads(self, scene: Scene) -> Sequence[Load]:
        force, moment = self._force_and_moment(scene)
        at = scene.point(self.body, scene.value(self, "point")).position
        return PointLoad(self.body, at, force), MomentLoad(self.body, moment)

    def dissipation(self, scene: Scene) -> Scalar:
        return self._drag(scene) * self._air(scene)[0]

    def supply(self, scene: Scene) -> Scalar:
        force, moment = self._force_and_moment(scene)
        velocity = scene.point(self.body, scene.value(self, "point")).velocity
        power = dot(force, velocity) + dot(moment, scene.angular_velocity(self.body))
        return power + self.dissipation(scene)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("speed", "m/s", "against the air"),
            Measure("drag", "N", "against the motion"),
            Measure("lift", "N", "upward"),
            Measure("side", "N", "to the left"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        speed, pressure, beta, _, _ = self._air(scene)
        lift = scene.value(self, "lift") * pressure
        return speed, self._drag(scene), lift, -scene.value(self, "side") * pressure * beta

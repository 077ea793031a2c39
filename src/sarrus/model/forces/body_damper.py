"""Viscous damping of a body against the world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.fields import body_name, body_point, number, vector
from sarrus.model.forces.element import ForceElement, Load, MomentLoad, PointLoad, Scene
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class BodyDamper(ForceElement):
    """A force and a moment against the motion of a body, in proportion to its velocities.

        force = -c v at the point,   moment = -(c_x w_x, c_y w_y, c_z w_z) about the body's axes

    v and w are velocities in the world: the damper holds the body as a thick fluid at rest would,
    also where the whole mechanism moves. With c = alpha mass at the centre of mass and c_turn =
    alpha inertia it is the part of Rayleigh's damping that is in proportion to the mass.
    """

    name: str
    body: str = body_name("the body that is damped")
    point: Vector3 = body_point("body", "where the force acts")
    c: float = number("N*s/m", "damping of the velocity of the point", default=0.0, at_least=0.0)
    c_turn: Vector3 = vector(
        "N*m*s/rad",
        "damping of the angular velocity about x, y and z of the body",
        default=(0.0, 0.0, 0.0),
    )

    positional = ("body", "c")

    def check(self, reading: Reading) -> None:
        if min(self.c_turn) < 0.0:
            reading.entry.report(
                "M04", "c_turn", "has a number below 0, which would bring in energy",
                value=str(self.c_turn), action="give three numbers of at least 0",
            )  # fmt: skip

    def _turning(self, scene: Scene) -> tuple[Array, Array]:
        """Return moment and angular velocity, both in the axes of the body."""
        rotation = scene.pose(self.body).rotation
        rate = rotation.back(scene.angular_velocity(self.body))
        return -np.array(scene.value(self, "c_turn")) * rate, rate

    def loads(self, scene: Scene) -> Sequence[Load]:
        motion = scene.point(self.body, scene.value(self, "point"))
        moment, _ = self._turning(scene)
        return (
            PointLoad(self.body, motion.position, -scene.value(self, "c") * motion.velocity),
            MomentLoad(self.body, scene.direction(self.body, moment)),
        )

    def dissipation(self, scene: Scene) -> Scalar:
        v = scene.point(self.body, scene.value(self, "point")).velocity
        moment, rate = self._turning(scene)
        return scene.value(self, "c") * dot(v, v) - dot(moment, rate)

"""The motion of bodies in absolute coordinates, as force elements see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.cartesian.bodies import MovingBody, moving_bodies
from sarrus.cartesian.joints import cartesian_joint
from sarrus.cartesian.markers import JointMarkers
from sarrus.cartesian.moving import Moving
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.forces.element import ForceElement, PointMotion
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, vector


@dataclass(frozen=True)
class CartesianScene:
    """Bodies and joints at one instant; see `sarrus.model.forces.Scene`.

    near: values of all joint coordinates to which the measured angles are the nearest, so that
    they count whole turns along a motion.
    """

    model: Model
    bodies: Mapping[str, MovingBody]
    near: Array
    time: Scalar

    @staticmethod
    def of(model: Model, y: Array, Y: Array, near: Array, time: Scalar) -> CartesianScene:
        """Return the scene of absolute coordinates y and velocities Y."""
        return CartesianScene(model, moving_bodies(model, y, Y), near, time)

    @cached_property
    def markers(self) -> dict[str, JointMarkers]:
        """The frames of every joint, by name."""
        return {joint.name: JointMarkers.of(joint, self.bodies) for joint in self.model.joints}

    @cached_property
    def places(self) -> dict[str, int]:
        """Where the coordinates of every joint start among all position coordinates."""
        return starts(self.model, "nq")

    def value(self, element: ForceElement, parameter: str) -> Any:
        """Return a parameter of an element."""
        number = getattr(element, parameter)
        return np.array(number) if isinstance(number, tuple) else number

    def pose(self, body: str) -> Transform:
        """Return X_WB."""
        moving = self.bodies[body]
        return Transform.of(moving.rotation, moving.position_of(np.zeros(3)))

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return position and velocity of a point of a body, in world axes."""
        moving, r = self.bodies[body], _array(r_B)
        return PointMotion(moving.position_of(r), moving.velocity_of(r))

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body, in world axes."""
        return self.bodies[body].rotation @ _array(u_B)

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body, in world axes."""
        return self.bodies[body].angular_velocity

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return a state of an element at the start; models with states are refused."""
        return self.value(element, f"initial_{name}")

    def element(self, name: str) -> ForceElement | None:
        """Return another element of the model."""
        return next((e for e in self.model.forces if e.name == name), None)

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint, measured between its two frames."""
        return self.coordinates(joint)[index]

    def coordinates(self, joint: str) -> list[Scalar]:
        """Return all position coordinates of a joint, angles with their whole turns."""
        markers = self.markers[joint]
        values = [coordinate.value for coordinate in self.moving_coordinates(joint)]
        turned = cartesian_joint(markers.joint.type).quaternion
        return [*values, *markers.quaternion] if turned else values

    def moving_coordinates(self, joint: str) -> list[Moving]:
        """Return the position coordinates of a joint that are lengths and angles."""
        markers, at = self.markers[joint], self.places[joint]
        kind = cartesian_joint(markers.joint.type)
        measured = list(kind.coordinates(markers))
        for k in kind.angles:
            measured[k] = measured[k].nearest_to(self.near[at + k])
        return measured

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""
        return self.rates(joint)[index]

    def rates(self, joint: str) -> list[Scalar]:
        """Return all velocity coordinates of a joint."""
        markers = self.markers[joint]
        return [f.rate(markers) for f in cartesian_joint(markers.joint.type).freedoms]


def starts(model: Model, size: str) -> dict[str, int]:
    """Return where each joint starts in a vector over all joints; size: "nq" or "nv"."""
    found, at = {}, 0
    for joint in model.joints:
        found[joint.name] = at
        at += getattr(joint.type, size)
    return found


def total(model: Model, size: str) -> int:
    """Return the length of a vector over all joints; size: "nq" or "nv"."""
    return sum(getattr(joint.type, size) for joint in model.joints)


def _array(r: Sequence[float] | Array) -> Array:
    return vector(*r) if isinstance(r, (tuple, list)) else r

"""The absolute coordinates: seven numbers and six velocities for every moving body.

y holds, body by body in the order of the model, the position r of the centre of mass (world
axes) and the Euler parameters p; Y holds rdot (world axes) and the angular velocity w' in
body axes. pdot = 1/2 G^T w' (paper 1).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.cartesian.moving import WIDTH, Moving
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.spatial.arrays import Array, cross, skew
from sarrus.spatial.rotation import euler_e, euler_g

POSITIONS = 7
VELOCITIES = 6


@dataclass(frozen=True)
class MovingBody:
    """A body at one instant: r, A = R_WB, rdot and w' (body axes); com is given in its frame."""

    com: Array
    center: Array
    rotation: Array
    quaternion: Array
    velocity: Array
    spin: Array

    @cached_property
    def angular_velocity(self) -> Array:
        """The angular velocity in world axes."""
        return self.rotation @ self.spin

    def arm(self, r_B: Array) -> Array:
        """Return the vector, in body axes, from the centre of mass to a point of the body."""
        return r_B - self.com

    def position_of(self, r_B: Array) -> Array:
        """Return the world position of a point of the body frame."""
        return self.center + self.rotation @ self.arm(r_B)

    def velocity_of(self, r_B: Array) -> Array:
        """Return the velocity of a point of the body frame, in world axes."""
        return self.velocity + self.rotation @ cross(self.spin, self.arm(r_B))

    def direction(self, u: Array, side: int) -> Moving:
        """Return a unit vector u of the body, the parent (side 0) or child (1) of a joint."""
        return self._point_motion(u, np.zeros(3), np.zeros(3), np.zeros((3, 3)), side)

    def point(self, r_B: Array, side: int) -> Moving:
        """Return a point of the body frame, on the parent (side 0) or child (1) of a joint."""
        return self._point_motion(self.arm(r_B), self.center, self.velocity, np.eye(3), side)

    def _point_motion(
        self, s: Array, start: Array, speed: Array, linear: Array, side: int
    ) -> Moving:
        """Return start + A s': its rows are (linear, -A ~s'), its bias is A ~w' ~w' s'."""
        turned = cross(self.spin, s)
        rows = np.concatenate([linear, -(self.rotation @ skew(s))], axis=1)
        other = np.zeros((3, WIDTH - VELOCITIES))
        return Moving(
            start + self.rotation @ s,
            np.concatenate([other, rows] if side else [rows, other], axis=1),
            speed + self.rotation @ turned,
            self.rotation @ cross(self.spin, turned),
        )


def rotation_of(p: Array) -> Array:
    """Return A = E G^T / p.p, a rotation also where p has not the length one."""
    return (euler_e(p) @ euler_g(p).T) / (p @ p)


def resting_ground() -> MovingBody:
    """Return the ground, fixed in the world frame."""
    zero = np.zeros(3)
    return MovingBody(zero, zero, np.eye(3), np.array([1.0, 0.0, 0.0, 0.0]), zero, zero)


def moving_bodies(model: Model, y: Array, Y: Array) -> dict[str, MovingBody]:
    """Return every body, and ground, by name."""
    found = {GROUND: resting_ground()}
    for i, body in enumerate(model.bodies):
        r, p = y[7 * i : 7 * i + 3], y[7 * i + 3 : 7 * i + 7]
        v, w = Y[6 * i : 6 * i + 3], Y[6 * i + 3 : 6 * i + 6]
        found[body.name] = MovingBody(np.array(body.com), r, rotation_of(p), p, v, w)
    return found

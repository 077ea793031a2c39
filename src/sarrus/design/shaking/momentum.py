"""Momentum of moving bodies as linear functions of their ten inertial numbers.

A body has the numbers (m, h, I): mass, first moment h = m c about the origin of its frame, and
inertia about that origin (xx, yy, zz, xy, xz, yz), both in its axes. With the motion of the frame
given, momentum and its rate are linear in them, so that sums over bodies and over counterweights
are products of a matrix that the motion makes with a vector of numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND

NUMBERS = 10
"""Inertial numbers of a rigid body."""
_PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
_TENSORS = np.zeros((6, 3, 3))
for _k, (_i, _j) in enumerate(_PAIRS):
    _TENSORS[_k, _i, _j] = _TENSORS[_k, _j, _i] = 1.0


@dataclass(frozen=True, eq=False)
class RigidMotion:
    """Motion of a frame at n instants, in world axes.

    position, velocity, acceleration (n x 3) of its origin [m, m/s, m/s^2]; rotation (n x 3 x 3);
    omega, alpha (n x 3): angular velocity and acceleration [rad/s, rad/s^2].
    """

    position: np.ndarray
    rotation: np.ndarray
    velocity: np.ndarray
    omega: np.ndarray
    acceleration: np.ndarray
    alpha: np.ndarray

    def at_frame(self, point: Any, rotation: Any = None) -> RigidMotion:
        """Return the motion of another frame on the same body: its origin and axes in this one."""
        s = self.rotation @ np.asarray(point, dtype=float)
        turned = self.rotation if rotation is None else self.rotation @ np.asarray(rotation)
        w = self.omega
        return RigidMotion(
            self.position + s,
            turned,
            self.velocity + np.cross(w, s),
            w,
            self.acceleration + np.cross(self.alpha, s) + np.cross(w, np.cross(w, s)),
            self.alpha,
        )

    def spinning(self, rate: np.ndarray, rate_dot: np.ndarray) -> RigidMotion:
        """Return the motion of a disk that turns about z of this frame, in axes that do not."""
        z = self.rotation[:, :, 2]
        spin = rate[:, None] * z
        change = rate_dot[:, None] * z + np.cross(self.omega, spin)
        return RigidMotion(self.position, self.rotation, self.velocity, self.omega + spin,
                           self.acceleration, self.alpha + change)  # fmt: skip


def body_motion(history: Any, body: str) -> RigidMotion:
    """Return the motion of a body of a history; ground is at rest."""
    if body == GROUND:
        n = len(history.t)
        still = np.zeros((n, 3))
        return RigidMotion(still, np.tile(np.eye(3), (n, 1, 1)), still, still, still, still)
    words = ("position", "rotation", "velocity", "angular_velocity", "acceleration",
             "angular_acceleration")  # fmt: skip
    return RigidMotion(*(np.asarray(history[f"body:{body}.{word}"], dtype=float) for word in words))


def inertial_numbers(mass: Any, com: Any, inertia: Any) -> np.ndarray:
    """Return (m, h, I) of a mass with its center of mass and the inertia about that center."""
    c = np.asarray(com)
    about = np.asarray(inertia) + mass * (np.dot(c, c) * np.eye(3) - np.outer(c, c))
    return np.array([mass, *(mass * c), *(about[i, j] for i, j in _PAIRS)])


def mass_moments(motion: RigidMotion) -> np.ndarray:
    """Return the matrices (n x 3 x 10) of the first moment of mass about the world's origin."""
    found = np.zeros((len(motion.position), 3, NUMBERS))
    found[:, :, 0] = motion.position
    found[:, :, 1:4] = motion.rotation
    return found


def momentum_rates(motion: RigidMotion) -> np.ndarray:
    """Return the matrices (n x 3 x 10) of the rate of linear momentum [N]."""
    found = np.zeros((len(motion.position), 3, NUMBERS))
    found[:, :, 0] = motion.acceleration
    found[:, :, 1:4] = _acceleration_matrix(motion)
    return found


def angular_momenta(motion: RigidMotion, about: Any) -> np.ndarray:
    """Return the matrices (n x 3 x 10) of the angular momentum about a fixed point."""
    found = np.zeros((len(motion.position), 3, NUMBERS))
    r, R = motion.position - np.asarray(about, dtype=float), motion.rotation
    found[:, :, 0] = np.cross(r, motion.velocity)
    carried = np.cross(motion.omega[:, None, :], np.swapaxes(R, 1, 2))
    found[:, :, 1:4] = np.swapaxes(
        np.cross(r[:, None, :], carried)
        + np.cross(np.swapaxes(R, 1, 2), motion.velocity[:, None, :]),
        1,
        2,
    )
    found[:, :, 4:] = _turned_inertia(R, motion.omega)
    return found


def angular_momentum_rates(motion: RigidMotion, about: Any) -> np.ndarray:
    """Return the matrices (n x 3 x 10) of its rate [N m]."""
    found = np.zeros((len(motion.position), 3, NUMBERS))
    r, R, w = motion.position - np.asarray(about, dtype=float), motion.rotation, motion.omega
    found[:, :, 0] = np.cross(r, motion.acceleration)
    carried = np.swapaxes(_acceleration_matrix(motion), 1, 2)
    found[:, :, 1:4] = np.swapaxes(
        np.cross(r[:, None, :], carried)
        + np.cross(np.swapaxes(R, 1, 2), motion.acceleration[:, None, :]),
        1,
        2,
    )
    spun = np.cross(w[:, None, :], np.swapaxes(_turned_inertia(R, w), 1, 2))
    found[:, :, 4:] = _turned_inertia(R, motion.alpha) + np.swapaxes(spun, 1, 2)
    return found


def _acceleration_matrix(motion: RigidMotion) -> np.ndarray:
    """Return (alpha x + omega x omega x) R."""
    axes, w = np.swapaxes(motion.rotation, 1, 2), motion.omega[:, None, :]
    found = np.cross(motion.alpha[:, None, :], axes) + np.cross(w, np.cross(w, axes))
    return np.swapaxes(found, 1, 2)


def _turned_inertia(R: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Return the matrices of R I R^T w, by the six numbers of I."""
    local = np.einsum("nji,nj->ni", R, w)
    return np.einsum("nij,kjl,nl->nik", R, _TENSORS, local)

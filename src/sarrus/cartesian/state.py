"""States in absolute coordinates, and what the solver answers with."""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.late_dataclass import dataclass
from sarrus.spatial.rotation import euler_g


@dataclass(frozen=True, eq=False)
class CartesianState:
    """Time [s], coordinates y (7 per body), velocities Y (6 per body); see `bodies`.

    near: joint coordinates that say how many whole turns the angles have made.
    """

    time: float
    y: np.ndarray
    Y: np.ndarray
    near: np.ndarray

    @property
    def centers(self) -> np.ndarray:
        """Positions of the centres of mass, n x 3."""
        return self.y.reshape(-1, POSITIONS)[:, 0:3]

    @property
    def quaternions(self) -> np.ndarray:
        """Euler parameters, n x 4."""
        return self.y.reshape(-1, POSITIONS)[:, 3:7]

    @property
    def velocities(self) -> np.ndarray:
        """Velocities of the centres of mass in world axes, n x 3."""
        return self.Y.reshape(-1, VELOCITIES)[:, 0:3]

    @property
    def spins(self) -> np.ndarray:
        """Angular velocities in body axes, n x 3."""
        return self.Y.reshape(-1, VELOCITIES)[:, 3:6]


@dataclass(frozen=True)
class BodyState:
    """A body frame in world axes: position [m], rotation R_WB, velocities [m/s, rad/s]."""

    position: np.ndarray
    rotation: np.ndarray
    velocity: np.ndarray
    angular_velocity: np.ndarray


@dataclass(frozen=True)
class BodyAcceleration:
    """Of the origin of a body frame [m/s^2], and angular [rad/s^2]; world axes."""

    acceleration: np.ndarray
    angular_acceleration: np.ndarray


@dataclass(frozen=True)
class Reaction:
    """Force [N] and moment [N m] of a joint's constraints on its child, about `at`; world axes.

    at: the origin of M on the child, in world coordinates [m]. unique: False where redundant
    constraints leave it open, so that the value is the one of minimum norm.
    """

    force: np.ndarray
    moment: np.ndarray
    at: np.ndarray
    unique: bool = True


@dataclass(frozen=True)
class Rank:
    """Rows and rank of Phi_Y; redundant rows; degrees of freedom."""

    rows: int
    rank: int
    redundant: int
    freedom: int


@dataclass(frozen=True)
class CartesianEnergy:
    """Energies [J]: kinetic, of gravity (zero at the world's origin), stored in force elements."""

    kinetic: float
    gravity: float
    elements: float

    @property
    def total(self) -> float:
        """Kinetic and potential energy."""
        return self.kinetic + self.gravity + self.elements


_G = np.array([euler_g(unit).T for unit in np.eye(4)]).reshape(4, 12)
"""G^T is linear in p: its matrices for the four unit quaternions."""


def turning_matrices(p: np.ndarray) -> np.ndarray:
    """Return G^T of all bodies, n x 4 x 3."""
    return (p @ _G).reshape(-1, 4, 3)


def quaternion_rates(p: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Return pdot = 1/2 G^T w' of all bodies, n x 4."""
    return 0.5 * (turning_matrices(p) @ w[:, :, None])[:, :, 0]


def spins_of(p: np.ndarray, pdot: np.ndarray) -> np.ndarray:
    """Return w' = 2 G pdot of all bodies, n x 3."""
    return 2.0 * (pdot[:, None, :] @ turning_matrices(p))[:, 0, :]


def state_after(y: np.ndarray, dY: np.ndarray) -> np.ndarray:
    """Return y after small displacements dY, laid out like velocities; |p| = 1."""
    before, step = y.reshape(-1, POSITIONS), dY.reshape(-1, VELOCITIES)
    p = before[:, 3:7] + quaternion_rates(before[:, 3:7], step[:, 3:6])
    p = p / np.linalg.norm(p, axis=1, keepdims=True)
    return np.hstack([before[:, 0:3] + step[:, 0:3], p]).ravel()

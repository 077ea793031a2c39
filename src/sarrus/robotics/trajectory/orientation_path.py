"""Orientations along a path: about one axis, or by the drive transformation of paper 3.

A path of orientations answers R(h) at a fraction h of the way; with dh/dt = 1 its angular velocity
is `turn(h)`, in world axes, and its angular acceleration `turn_rate(h)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field

import numpy as np

from sarrus.arguments import array_of
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.drive_transformation import DriveAngles, approach_turn
from sarrus.spatial.arrays import Array, Scalar, cross
from sarrus.spatial.rotation import logarithm, quaternion_of, rotation_about


@dataclass(frozen=True, eq=False)
class OrientationPath(ABC):
    """R(h) from a rotation matrix at h = 0 to another at h = 1."""

    start: Array
    end: Array

    def _settle(self) -> None:
        """Refuse what are no 3 x 3 numbers."""
        for name in ("start", "end"):
            value = array_of(f"turn / {name}", getattr(self, name), (3, 3))
            object.__setattr__(self, name, value)

    @property
    @abstractmethod
    def angle(self) -> float:
        """The magnitude [rad] of the angular velocity for dh/dt = 1, which is constant."""

    @abstractmethod
    def at(self, h: Scalar) -> Array:
        """Return the rotation matrix R(h)."""

    @abstractmethod
    def turn(self, h: Scalar) -> Array:
        """Return the angular velocity [rad] for dh/dt = 1, in world axes."""

    @abstractmethod
    def turn_rate(self, h: Scalar) -> Array:
        """Return d turn/dh, in world axes."""


@dataclass(frozen=True, eq=False)
class AxisAngle(OrientationPath):
    """The shortest turn, about one axis: R(h) = R(0) Rot(k, h angle), angle at most pi.

    Between opposite orientations (angle = pi) either sense is as short, and one is taken.
    vector: axis times angle [rad], in the axes of the start.
    """

    vector: Array = field(init=False)

    @np.errstate(all="ignore")
    def __post_init__(self) -> None:
        self._settle()
        vector = logarithm(quaternion_of(self.start.T @ self.end))
        object.__setattr__(self, "vector", vector)

    @property
    def angle(self) -> float:
        return float(np.linalg.norm(self.vector))

    def at(self, h: Scalar) -> Array:
        angle = self.angle
        axis = self.vector / angle if angle > 0.0 else np.array([0.0, 0.0, 1.0])
        return self.start @ rotation_about(axis, h * angle)

    def turn(self, h: Scalar) -> Array:
        return self.start @ self.vector

    def turn_rate(self, h: Scalar) -> Array:
        return np.zeros(3)


@dataclass(frozen=True, eq=False)
class DriveTurn(OrientationPath):
    """The turn of paper 3: R(h) = R(0) R_a(eta, h xi) Rot(z, h zeta).

    The approach vector, the third column of R, moves in one plane; R turns about it meanwhile.
    angles: eta, xi and zeta [rad].
    """

    angles: DriveAngles = field(init=False)

    def __post_init__(self) -> None:
        self._settle()
        object.__setattr__(self, "angles", DriveAngles.between(self.start, self.end))

    @property
    def angle(self) -> float:
        return float(np.hypot(self.angles.xi, self.angles.zeta))

    def at(self, h: Scalar) -> Array:
        return self.start @ self.angles.fraction(h)

    def _approach(self, h: Scalar) -> Array:
        """Return the approach vector at h in the axes of the start."""
        return approach_turn(self.angles.eta, h * self.angles.xi)[:, 2]

    def turn(self, h: Scalar) -> Array:
        drive = self.angles
        return self.start @ (drive.xi * drive.axis + drive.zeta * self._approach(h))

    def turn_rate(self, h: Scalar) -> Array:
        drive = self.angles
        return self.start @ (drive.xi * drive.zeta * cross(drive.axis, self._approach(h)))

"""Equations among force elements: linear in velocities, with a force that keeps each.

A row is linear in the velocities that it reads: of points and bodies in world axes, and of joints.
The force that keeps it acts on what its velocities belong to, and does no work.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from sarrus.model.forces.element import (
    CoordinateLoad,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.user_motion import Read
from sarrus.spatial.arrays import Scalar, vector

MOVING = ("velocity", "angular velocity", "rate")
"""What of a motion is a velocity."""


class Row(ForceElement):
    """One equation; closes: whether it closes positions, by its residual; reads: of the motion."""

    reads: tuple[Read, ...]
    closes: ClassVar[bool] = False

    @abstractmethod
    def read_number(self, scene: Scene, read: Read) -> Scalar:
        """Return a number of the motion that the row reads."""

    @abstractmethod
    def row_value(self, values: Mapping[Read, Scalar]) -> Scalar:
        """Return the row for what it reads."""

    @abstractmethod
    def point_place(self, name: str) -> tuple[str, tuple[float, float, float]]:
        """Return the body of a point, and where it is on it."""

    @abstractmethod
    def coordinate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a coordinate, and its number."""

    @abstractmethod
    def rate_place(self, name: str) -> tuple[str, int]:
        """Return the joint of a velocity coordinate, and its number."""

    def residual(self, scene: Scene) -> Scalar:
        """Return what vanishes where positions are closed; 0 of a row of velocities alone."""
        return 0.0

    @property
    def read_velocities(self) -> tuple[Read, ...]:
        """The velocities that the row reads."""
        return tuple(read for read in self.reads if read[0] in MOVING)

    def coefficients(self, scene: Scene) -> dict[Read, Scalar]:
        """Return the factor in front of each velocity: the row is linear in them."""
        still = {
            read: 0.0 if read[0] in MOVING else self.read_number(scene, read) for read in self.reads
        }
        return {read: self.row_value({**still, read: 1.0}) for read in self.read_velocities}

    def row_loads(self, scene: Scene, effort: Scalar) -> list[Load]:
        """Return the loads of the row, on all that its velocities belong to, for its multiplier."""
        found: list[Load] = []
        for (kind, target, k), factor in self.coefficients(scene).items():
            if kind == "rate":
                found.append(CoordinateLoad(*self.rate_place(target), factor * effort))
                continue
            along = vector(*[factor * effort if j == k else 0.0 for j in range(3)])
            if kind == "angular velocity":
                found.append(MomentLoad(target, along))
            else:
                body, place = self.point_place(target)
                found.append(PointLoad(body, scene.point(body, place).position, along))
        return found

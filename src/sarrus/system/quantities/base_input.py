"""The motion of a prescribed base as one flat kernel input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.dynamics import BaseMotion
from sarrus.spatial import Transform

SIZE = 24


@dataclass(frozen=True)
class GroundMotion:
    """The motion of ground in world axes: where its frame is, how it moves and accelerates."""

    position: Any = (0.0, 0.0, 0.0)
    rotation: Any = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    velocity: Any = (0.0, 0.0, 0.0)
    angular_velocity: Any = (0.0, 0.0, 0.0)
    acceleration: Any = (0.0, 0.0, 0.0)
    angular_acceleration: Any = (0.0, 0.0, 0.0)

    @property
    def flat(self) -> np.ndarray:
        """The 24 numbers in the order of the fields, the rotation first."""
        parts = (
            self.rotation,
            self.position,
            self.velocity,
            self.angular_velocity,
            self.acceleration,
            self.angular_acceleration,
        )
        return np.concatenate([np.asarray(part, dtype=float).ravel() for part in parts])


def ground_motion_of(flat: np.ndarray) -> GroundMotion:
    """Return the motion of a flat input."""
    return GroundMotion(
        position=flat[9:12],
        rotation=flat[0:9].reshape(3, 3),
        velocity=flat[12:15],
        angular_velocity=flat[15:18],
        acceleration=flat[18:21],
        angular_acceleration=flat[21:24],
    )


def base_motion(flat: Any) -> BaseMotion:
    """Return the base motion of the 24 numbers or symbols."""
    pose = Transform.of(flat[0:9].reshape(3, 3), flat[9:12])
    return BaseMotion(pose, flat[12:18], flat[18:24])

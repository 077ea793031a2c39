"""The motion of a vehicle over the ground, in axes that turn with its heading (ISO 8855)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.vehicles.vehicle import Vehicle


@dataclass(frozen=True)
class BodyTrack:
    """How the body of a vehicle moves, an entry for each instant of a run.

    t [s]; x, y [m] of its origin over the ground; heading [rad], unwrapped; speed [m/s] ahead and
    lateral_speed to the left; side_slip [rad]; yaw_rate [rad/s]; ahead, lateral [m/s^2]:
    accelerations of the origin, level; roll [rad], to the right; pitch [rad], nose down.
    """

    t: np.ndarray
    x: np.ndarray
    y: np.ndarray
    heading: np.ndarray
    speed: np.ndarray
    lateral_speed: np.ndarray
    side_slip: np.ndarray
    yaw_rate: np.ndarray
    ahead: np.ndarray
    lateral: np.ndarray
    roll: np.ndarray
    pitch: np.ndarray

    def corners(self, vehicle: Vehicle) -> np.ndarray:
        """Return where the corners of the body are [m]: instants x (fl, fr, rl, rr) x (x, y)."""
        half, middle, wide = 0.5 * vehicle.length, vehicle.middle, 0.5 * vehicle.width
        places = [(middle + sx * half, sy * wide) for sx in (1.0, -1.0) for sy in (1.0, -1.0)]
        c, s = np.cos(self.heading), np.sin(self.heading)
        rows = [
            np.stack([self.x + a * c - b * s, self.y + a * s + b * c], axis=1) for a, b in places
        ]
        return np.stack(rows, axis=1)


def body_track(run: Any, vehicle: Vehicle) -> BodyTrack:
    """Return the motion of the body of a vehicle in a run.

    Example:
        track = sarrus.vehicles.body_track(run, car)
    """
    name = vehicle.body
    R = np.asarray(run[f"{name}.rotation"])
    position, velocity = np.asarray(run[f"{name}.position"]), np.asarray(run[f"{name}.velocity"])
    acceleration = np.asarray(run[f"{name}.acceleration"])
    heading = np.unwrap(np.arctan2(R[:, 1, 0], R[:, 0, 0]))
    c, s = np.cos(heading), np.sin(heading)

    def level(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return c * vectors[:, 0] + s * vectors[:, 1], c * vectors[:, 1] - s * vectors[:, 0]

    speed, lateral_speed = level(velocity)
    ahead, lateral = level(acceleration)
    yaw_rate = np.asarray(run[f"{name}.angular_velocity"])[:, 2]
    return BodyTrack(
        np.asarray(run.t), position[:, 0], position[:, 1], heading, speed, lateral_speed,
        np.arctan2(lateral_speed, speed), yaw_rate, ahead, lateral,
        np.arcsin(R[:, 2, 1]), -np.arcsin(R[:, 2, 0]),
    )  # fmt: skip


def lateral_acceleration_of(run: Any, body: str) -> np.ndarray:
    """Return the acceleration of the origin of a body to its left, level [m/s^2], over a run."""
    R, a = np.asarray(run[f"{body}.rotation"]), np.asarray(run[f"{body}.acceleration"])
    heading = np.arctan2(R[:, 1, 0], R[:, 0, 0])
    return np.asarray(np.cos(heading) * a[:, 1] - np.sin(heading) * a[:, 0])

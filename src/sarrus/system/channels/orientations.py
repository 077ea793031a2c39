"""Orientations of many states at once: quaternions, angles, continuous angles."""

from __future__ import annotations

import numpy as np

TURN = 2.0 * np.pi


def quaternions(R: np.ndarray) -> np.ndarray:
    """Return unit quaternions (w >= 0) of rotation matrices, n x 4, accurate for every angle.

    As `spatial.rotation.quaternion_of`: of the four ways to divide by one of its parts, the one
    with the largest part is taken.
    """
    x, y, z = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    w = 1.0 + x + y + z
    wx, wy, wz = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    xy, yz, xz = R[:, 0, 1] + R[:, 1, 0], R[:, 1, 2] + R[:, 2, 1], R[:, 0, 2] + R[:, 2, 0]
    ways = np.stack(
        [
            np.stack([w, wx, wy, wz], axis=1),
            np.stack([wx, 1.0 + x - y - z, xy, xz], axis=1),
            np.stack([wy, xy, 1.0 + y - x - z, yz], axis=1),
            np.stack([wz, xz, yz, 1.0 + z - x - y], axis=1),
        ]
    )
    best = np.where(w > 1.0, 0, 1 + np.argmax(np.stack([x, y, z]), axis=0))
    p = ways[best, np.arange(len(R))]
    p = p / np.linalg.norm(p, axis=1, keepdims=True)
    return np.where(p[:, :1] < 0.0, -p, p)


def roll_pitch_yaw(R: np.ndarray) -> np.ndarray:
    """Return the angles about the fixed axes x, y, z with R = Rz(yaw) Ry(pitch) Rx(roll), n x 3.

    Where x points along the fixed z axis only yaw - roll or their sum is known: roll is zero.
    """
    level = np.hypot(R[:, 0, 0], R[:, 1, 0])
    pitch = np.arctan2(-R[:, 2, 0], level)
    upright = level < 1e-12
    roll = np.where(upright, 0.0, np.arctan2(R[:, 2, 1], R[:, 2, 2]))
    yaw = np.where(upright, np.arctan2(-R[:, 0, 1], R[:, 1, 1]), np.arctan2(R[:, 1, 0], R[:, 0, 0]))
    return np.stack([roll, pitch, yaw], axis=1)


def turn_angle(R: np.ndarray) -> np.ndarray:
    """Return the angle of rotation matrices, in [0, pi], accurate near both ends."""
    p = quaternions(R)
    return 2.0 * np.arctan2(np.linalg.norm(p[:, 1:], axis=1), p[:, 0])


def continued(angles: np.ndarray, before: np.ndarray | None) -> np.ndarray:
    """Return angles, states first, plus whole turns: each the nearest to the one before it.

    before: the last angles before these, None at the start.
    """
    if before is None:
        return np.unwrap(angles, axis=0)
    return np.unwrap(np.concatenate([before[None], angles]), axis=0)[1:]


def nearest_turn(angles: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Return the angles plus whole turns, as near as possible to a reference."""
    return angles + TURN * np.round((reference - angles) / TURN)

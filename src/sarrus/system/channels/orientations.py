"""Orientations of states: quaternions, angles, continuous angles."""

from __future__ import annotations

from operator import ge, gt, lt

import numpy as np

from sarrus.spatial.arrays import Array
from sarrus.system.channels.view import angle_of, choice, each, norm, traced

TURN = 2.0 * np.pi


def quaternions(R: Array) -> Array:
    """Return unit quaternions (w >= 0) of rotation matrices, accurate for every angle.

    As `spatial.rotation.quaternion_of`: of the four ways to divide by one of its parts, the one
    with the largest part is taken.
    """
    x, y, z = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    w = 1.0 + x + y + z
    wx, wy, wz = (R[..., a, b] - R[..., b, a] for a, b in ((2, 1), (0, 2), (1, 0)))
    xy, yz, xz = (R[..., a, b] + R[..., b, a] for a, b in ((0, 1), (1, 2), (0, 2)))
    by_w = np.stack([w, wx, wy, wz], axis=-1)
    by_x = np.stack([wx, 1.0 + x - y - z, xy, xz], axis=-1)
    by_y = np.stack([wy, xy, 1.0 + y - x - z, yz], axis=-1)
    by_z = np.stack([wz, xz, yz, 1.0 + z - x - y], axis=-1)
    p = choice(_column(each(ge, y, z)), by_y, by_z)
    p = choice(_column(each(ge, x, y)), choice(_column(each(ge, x, z)), by_x, by_z), p)
    p = choice(_column(each(gt, w, 1.0)), by_w, p)
    p = p / _column(norm(p))
    return choice(each(lt, p[..., :1], 0.0), -p, p)


def _column(values: Array) -> Array:
    return np.asarray(values)[..., None]


def roll_pitch_yaw(R: Array) -> Array:
    """Return the angles about the fixed axes x, y, z with R = Rz(yaw) Ry(pitch) Rx(roll).

    Where x points along the fixed z axis only yaw - roll or their sum is known: roll is zero.
    """
    across = R[..., 0:2, 0]
    level = norm(across) if traced(across) else np.hypot(across[..., 0], across[..., 1])
    pitch = angle_of(-R[..., 2, 0], level)
    upright = each(lt, level, 1e-12)
    roll = choice(upright, 0.0, angle_of(R[..., 2, 1], R[..., 2, 2]))
    yaw = choice(
        upright,
        angle_of(-R[..., 0, 1], R[..., 1, 1]),
        angle_of(R[..., 1, 0], R[..., 0, 0]),
    )
    return np.stack([roll, pitch, yaw], axis=-1)


def turn_angle(R: Array) -> Array:
    """Return the angle of rotation matrices, in [0, pi], accurate near both ends."""
    p = quaternions(R)
    return 2.0 * angle_of(norm(p[..., 1:]), p[..., 0])


def continuous_angles(angles: np.ndarray, before: np.ndarray | None) -> np.ndarray:
    """Return angles, states first, plus whole turns: each the nearest to the one before it.

    before: the last angles before these, None at the start.
    """
    if before is None:
        return np.unwrap(angles, axis=0)
    return np.unwrap(np.concatenate([before[None], angles]), axis=0)[1:]


def nearest_turn(
    angles: np.ndarray, reference: np.ndarray, period: np.ndarray | float = TURN
) -> np.ndarray:
    """Return the angles plus whole turns, or periods, as near as possible to a reference."""
    return np.asarray(angles + period * np.round((reference - angles) / period))

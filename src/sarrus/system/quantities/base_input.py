"""The motion of a prescribed base as one flat kernel input."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from sarrus.dynamics import BaseMotion
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial import AxisRotation, Transform

SIZE = 24
DATA = 1e-5
"""How far a matrix of numbers may be from a rotation: as many digits as drawings have."""


@dataclass(frozen=True)
class GroundMotion:
    """The motion of ground in world axes: where its frame is, how it moves and accelerates.

    Numbers are the motion at one instant; in `simulate`, `drive` and other calls over time, at
    their first, from where it goes on with constant accelerations. Over time, `position` and
    `rotation` are better laws of t, written with NumPy; velocities and accelerations then follow,
    exactly, and must not be given. position [m]: three of what drives take (numbers, functions of
    t, tables (times, values), three functions), or a function of t that returns three values, or a
    table (times, rows of three); rotation: the same for three angles [rad] about the fixed axes x,
    y, z, in this order (roll, pitch, yaw); or a matrix, also as a function of t.
    """

    position: Any = (0.0, 0.0, 0.0)
    rotation: Any = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    velocity: Any = (0.0, 0.0, 0.0)
    angular_velocity: Any = (0.0, 0.0, 0.0)
    acceleration: Any = (0.0, 0.0, 0.0)
    angular_acceleration: Any = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Refuse numbers of a wrong count or size, above all position and rotation exchanged."""
        if is_numbers(self.position, (3, 3)):
            raise ModelError(rotation_first("base"))
        names = [field.name for field in fields(self) if field.name not in ("position", "rotation")]
        problems = [
            Problem(
                "M31", f"base / {name}", "must be three numbers", repr(getattr(self, name))[:80]
            )
            for name in names
            if not is_numbers(getattr(self, name), (3,))
        ]
        for field in fields(self):
            value = getattr(self, field.name)
            if is_numbers(value, (3,), (3, 3)) and not np.all(np.isfinite(value)):
                rule = "must be finite numbers"
                problems.append(Problem("M25", f"base / {field.name}", rule, repr(value)[:80]))
        if not problems and is_numbers(self.rotation, (3, 3)):
            problems = no_rotation("base / rotation", self.rotation, DATA)
        if problems:
            raise ModelError(problems)

    @property
    def follows_laws(self) -> bool:
        """Whether position or rotation are laws of time."""
        return not (is_numbers(self.position, (3,)) and is_numbers(self.rotation, (3,), (3, 3)))

    @property
    def moves(self) -> bool:
        """Whether it does not stay where it is."""
        return self.follows_laws or bool(np.any(self.flat[12:]))

    def refuse_rates(self, pose: str, rates: tuple[str, ...]) -> None:
        """Refuse rates beside a law from which they follow."""
        values = [name for name in rates if np.any(np.asarray(getattr(self, name), dtype=float))]
        if values:
            rule = f"follows from {pose}, which is a law of time"
            raise ModelError([Problem("M31", f"base / {name}", rule) for name in values])

    @property
    def flat(self) -> np.ndarray:
        """The 24 numbers in the order of the fields, the rotation first."""
        parts = (
            turned_by_angles(self.rotation),
            self.position,
            self.velocity,
            self.angular_velocity,
            self.acceleration,
            self.angular_acceleration,
        )
        return np.concatenate([np.asarray(part, dtype=float).ravel() for part in parts])


def is_numbers(value: Any, *shapes: tuple[int, ...]) -> bool:
    """Tell whether a part of a motion is numbers of one of these shapes, and no law."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return False
    return array.dtype.kind in "fiu" and array.shape in shapes


def rotation_first(element: str) -> Problem:
    """Return the problem of a rotation in the place of a position."""
    rule = "has a rotation where the position should be: the position comes first"
    action = "write GroundMotion(position, rotation), or name them: GroundMotion(rotation=R, "
    action += "position=p)"
    return Problem("M31", element, rule, action=action)


def no_rotation(element: str, R: Any, allowed: float, when: str = "") -> list[Problem]:
    """Return the problem of a matrix that is further than allowed from a rotation."""
    R = np.asarray(R, dtype=float)
    off = float(np.max(np.abs(R @ R.T - np.eye(3))))
    how = f"R R^T is off 1 by {off:.3g}"
    if off <= allowed:
        if np.linalg.det(R) > 0.0:
            return []
        how = "it is a mirror image (determinant -1)"
    rule = f"is no rotation matrix{when}: {how}"
    action = "give three angles about x, y, z, or a matrix of three perpendicular unit columns"
    return [Problem("D19", element, rule, action=action)]


def turned_by_angles(rotation: Any) -> np.ndarray:
    """Return a rotation matrix, or that of three angles about the fixed axes x, y, z."""
    value = np.asarray(rotation, dtype=float)
    if value.shape != (3,):
        return value
    x, y, z = (AxisRotation.about(axis, angle) for axis, angle in enumerate(value))
    return np.asarray((z @ y @ x).matrix, dtype=float)


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

"""Places and directions as a user gives them, found so that the builder reads the same bits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import (
    LETTERS,
    clean,
    direction,
    product,
    relative,
    roll_pitch_yaw,
)
from sarrus.model.building.references import Scope
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, vector3

DIGITS = (12, 15)
"""Significant digits of the rounder numbers that are tried first."""

Options = dict[str, Any]
"""Options of a method of the builder, by keyword."""


def same(a: Any, b: Any) -> bool:
    """Tell whether two pieces of a model are equal to the last bit; the signs of zeros count."""
    return repr(a) == repr(b)


def rounder(values: Vector3) -> Iterator[Vector3]:
    """Yield numbers with fewer digits, then as they are; + 0.0 makes 0 of -0."""
    for digits in DIGITS:
        yield vector3(float(f"{value:.{digits - 1}e}") + 0.0 for value in values)
    yield vector3(value + 0.0 for value in values)


def drawn_points(scope: Scope, body: str, point: Vector3) -> Iterator[Vector3]:
    """Yield points of the drawing that are read as a point of a body frame, to the last bit."""
    pose = scope.pose_of(body)
    for at in rounder(product(pose, Pose(point)).position):
        if same(relative(pose, Pose(at)).position, point):
            yield at


def drawn_point_options(
    scope: Scope, body: str, point: Vector3, at: str = "at", on: str = "on"
) -> Options:
    """Return a point of a body: `at` in the drawing if that is exact, else `on` the body."""
    drawn = next(drawn_points(scope, body, point), None)
    return {on: point} if drawn is None else {at: drawn}


def drawn_point_or_frame(scope: Scope, body: str, point: Vector3) -> Vector3 | Frame:
    """Return a point of a body where no `on` can be said: in the drawing, else as a frame."""
    drawn = next(drawn_points(scope, body, point), None)
    return Frame("point", body, Pose(point)) if drawn is None else drawn


def letter_or_vector(axis: Vector3) -> str | Vector3:
    """Return a direction as a letter such as "-z" if it is one, else as numbers."""
    for letter, values in LETTERS.items():
        if same(values, axis):
            return letter
    return axis


def drawn_direction(scope: Scope, body: str, axis: Vector3) -> str | Vector3:
    """Return a direction of the drawing that is read as one of a body frame.

    Where no direction near it is read with the same bits, the nearest one is returned.
    """
    turn = scope.pose_of(body).transform.rotation
    drawn = vector3(clean(turn.apply(np.array(axis))))
    for found in (*rounder(drawn), *_neighbors(drawn)):
        read = direction(_entry(), "axis", found)
        if read is not None and same(vector3(clean(turn.back(np.array(read)))), axis):
            return letter_or_vector(found)
    return letter_or_vector(drawn)


def _neighbors(values: Vector3) -> Iterator[Vector3]:
    """Yield vectors whose numbers are one or two units in the last place away."""
    for steps in itertools.product((0, 1, -1, 2, -2), repeat=3):
        yield vector3(x + k * math.ulp(x) for x, k in zip(values, steps, strict=True))


def rotation_options(turn: Matrix3) -> Options:
    """Return a rotation: nothing, angles if they are exact and short, else the matrix."""
    if same(turn, IDENTITY):
        return {}
    angles = _angles(np.array(turn))
    for found in rounder(angles):
        if same(roll_pitch_yaw(*found), turn):
            return {"rpy": found}
    return {"rotation": turn}


def pose_options(pose: Pose) -> Options:
    """Return position and rotation of a pose; nothing for the identity."""
    where = {} if same(pose.position, Pose().position) else {"at": pose.position}
    return where | rotation_options(pose.rotation)


def _angles(r: np.ndarray) -> Vector3:
    """Return roll, pitch, yaw [rad] of a rotation matrix."""
    level = float(np.hypot(r[0, 0], r[1, 0]))
    pitch = float(np.arctan2(-r[2, 0], level))
    if level < 1e-12:
        return 0.0, pitch, float(np.arctan2(-r[0, 1], r[1, 1]))
    roll, yaw = np.arctan2(r[2, 1], r[2, 2]), np.arctan2(r[1, 0], r[0, 0])
    return float(roll), pitch, float(yaw)


def _entry() -> Entry:
    """Return an entry whose problems nobody asks for."""
    return Entry("", {}, [])

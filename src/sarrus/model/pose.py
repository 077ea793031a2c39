"""Numbers as they are stored in a model: nested tuples, so that models compare by content."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from math import isfinite
from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.tracking import TAPE, is_tracked, real

Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]

IDENTITY: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Pose:
    """The pose X_AB of frame B in A: position [m] and rotation matrix R_AB."""

    position: Vector3 = (0.0, 0.0, 0.0)
    rotation: Matrix3 = IDENTITY

    def __post_init__(self) -> None:
        p = self.position
        plain = self.rotation is IDENTITY and type(p) is tuple and list(map(type, p)) == _FLOATS
        if plain and all(map(isfinite, p)):
            return  # as most are: a large model makes some for each of its elements
        check_pose("Pose", p, self.rotation)

    @property
    def transform(self) -> Transform:
        """Return the pose as a `Transform` of arrays."""
        return Transform.of(np.array(self.rotation), np.array(self.position))

    @staticmethod
    def at(position: Any, rpy: Any = (0.0, 0.0, 0.0)) -> Pose:
        """Return the pose at a position, turned about the fixed axes x, y, z in this order.

        Numbers in m and rad, or texts with units.

        Example:
            sarrus.Pose.at((0.5, 0.3, "50 mm"), rpy=("180 deg", 0, 0))
        """
        from sarrus.model.building.orientation import roll_pitch_yaw  # few poses are turned so

        p, angles = _three("position", position, "m"), _three("rpy", rpy, "rad")
        return Pose(vector3(p), roll_pitch_yaw(*angles))

    @staticmethod
    def of(transform: Transform) -> Pose:
        """Return the stored form of a numeric transform."""
        return Pose(vector3(transform.position), matrix3(transform.matrix))


def _three(name: str, values: Any, unit: str) -> tuple[float, ...]:
    """Return three numbers, or texts with units, in SI."""
    from sarrus.model.quantity import QuantityError, quantities

    try:
        found = quantities(values, unit)
    except QuantityError as error:
        problem = Problem("M25", f"Pose / {name}", str(error), reprlib.repr(values))
        raise ModelError(problem) from None
    if len(found) != 3:
        rule = f"must be three numbers [{unit}]"
        raise ModelError(Problem("M25", f"Pose / {name}", rule, reprlib.repr(values)))
    return found


def check_pose(element: str, position: Any, rotation: Any) -> None:
    """Refuse what is no position and rotation matrix, above all the two exchanged."""
    known = rotation is IDENTITY or (
        _is_row(rotation) and _is_row(rotation[0]) and _is_row(rotation[1]) and _is_row(rotation[2])
    )
    if known and _is_row(position):
        return  # as they are stored
    try:
        p, R = real_array(position), real_array(rotation)
    except (TypeError, ValueError, OverflowError):
        p, R = np.zeros(0), np.zeros(0)
    if p.shape == (3, 3) and R.shape == (3,):
        rule = "has a rotation where the position should be: the position comes first"
        action = f"write {element}(position, rotation), or name them: {element}(rotation=R, "
        action += "position=p)"
        raise ModelError(Problem("M31", element, rule, action=action))
    problems = [
        Problem("M25", f"{element} / {name}", f"must be {words}", reprlib.repr(value))
        for name, found, shape, words, value in (
            ("position", p, (3,), "three finite numbers [m]", position),
            ("rotation", R, (3, 3), "a 3 x 3 matrix of finite numbers", rotation),
        )
        if found.shape != shape or not np.isfinite(found).all()
    ]
    if problems:
        raise ModelError(problems)


def _is_row(values: Any) -> bool:
    """Tell whether something is a tuple of three finite numbers or rows, as models keep them."""
    if type(values) is not tuple or len(values) != 3:
        return False
    a, b, c = values
    if type(a) is type(b) is type(c):  # as almost all are
        if type(a) is float:
            return isfinite(a) and isfinite(b) and isfinite(c)
        if type(a) is tuple:
            return True
    return any(map(is_tracked, values))


_FLOATS = [float] * 3


def vector3(values: Iterable[Any]) -> Vector3:
    """Return three floats as a tuple."""
    if type(values) is tuple and list(map(type, values)) == _FLOATS:
        x, y, z = values
        return x, y, z
    x, y, z = map(float if TAPE.get() is None else real, values)
    return x, y, z


def matrix3(rows: Iterable[Iterable[Any]]) -> Matrix3:
    """Return a 3x3 matrix as a tuple of rows."""
    if rows is IDENTITY:
        return IDENTITY
    a, b, c = map(vector3, rows)
    return a, b, c

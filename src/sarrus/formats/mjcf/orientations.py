"""Positions and orientations as MJCF writes them: quat, axisangle, euler, xyaxes, zaxis."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from sarrus.formats.mjcf.compiler import Compiler
from sarrus.formats.mjcf.document import Resolved
from sarrus.formats.xml.reading import NO_UNIT, Reading
from sarrus.formats.xml.tree import Element
from sarrus.model.building.orientation import clean
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3, matrix3
from sarrus.spatial.rotation import quaternion_matrix

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
POSE = ("pos", *ORIENTATIONS)
ZERO: Vector3 = (0.0, 0.0, 0.0)
TINY = 1e-14
"""Vectors that are shorter have no direction, as in MuJoCo."""


def pose_of(reading: Reading, element: Element, compiler: Compiler) -> Pose:
    """Return the pose that `pos` and one of the five ways to write an orientation give."""
    position = reading.vector(element, "pos", "m", ZERO)
    return Pose(position or ZERO, rotation_of(reading, element, compiler))


def rotation_of(reading: Reading, element: Element, compiler: Compiler) -> Matrix3:
    """Return the rotation; what the element says itself goes before its defaults."""
    own = element.own if isinstance(element, Resolved) and element.own is not None else element
    written = [name for name in ORIENTATIONS if name in own.attributes]
    if not written:
        written = [name for name in ORIENTATIONS if name in element.attributes]
        # of defaults `quat` yields to the other ways
        written = [name for name in written if name != "quat"] or written
    if not written:
        return IDENTITY
    if len(written) > 1:
        rule = f"is given together with {written[0]}; give only one of them"
        reading.report(element, "M20", rule, attribute=written[1])
        return IDENTITY
    name = written[0]
    unit = NO_UNIT if name != "euler" else compiler.angle_unit
    counts = {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}
    values = reading.numbers(element, name, unit, counts[name], counts[name])
    if values is None:
        return IDENTITY
    try:
        R = _matrix(name, values, compiler)
    except ZeroDivisionError:
        rule, value = "has length 0", f"'{element.attributes[name][:80]}'"
        reading.report(element, "M20", rule, attribute=name, value=value)
        return IDENTITY
    return matrix3(clean(R))


def _matrix(name: str, values: list[float], compiler: Compiler) -> np.ndarray:
    if name == "quat":
        return quaternion_matrix(unit(values))
    if name == "axisangle":
        return turn(unit(values[:3]), compiler.radians(values[3]))
    if name == "euler":
        return euler_matrix(compiler, values)
    if name == "xyaxes":
        x = unit(values[:3])
        y = np.array(values[3:])
        y = unit(y - (x @ y) * x)
        return np.column_stack([x, y, np.cross(x, y)])
    return z_to(np.array(values))


def euler_matrix(compiler: Compiler, angles: Iterable[float]) -> np.ndarray:
    """Return the rotation of three angles of the file, in the order that the compiler is told."""
    R = np.eye(3)
    for letter, angle in zip(compiler.eulerseq, angles, strict=True):
        step = turn(np.eye(3)["xyz".index(letter.lower())], compiler.radians(angle))
        # small letters turn with the body, capitals about fixed axes
        R = R @ step if letter.islower() else step @ R
    return R


def unit(values: list[float] | np.ndarray) -> np.ndarray:
    """Return numbers divided by their length; raises ZeroDivisionError where that is 0."""
    a = np.array(values, dtype=float)
    largest = float(np.max(np.abs(a)))
    length = 0.0 if not largest else float(np.linalg.norm(a / largest)) * largest
    if length < TINY:
        raise ZeroDivisionError
    return a / length


def turn(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the rotation about a unit axis by an angle [rad]."""
    half = angle / 2
    return quaternion_matrix(np.array([math.cos(half), *(math.sin(half) * axis)]))


def z_to(direction: np.ndarray) -> np.ndarray:
    """Return the smallest rotation that turns z into a direction."""
    d = unit(direction)
    axis = np.array([-d[1], d[0], 0.0])
    s = math.hypot(axis[0], axis[1])
    if s < 1e-10:
        return np.eye(3) if d[2] > 0.0 else turn(np.array([1.0, 0.0, 0.0]), math.pi)
    return turn(axis / s, math.atan2(s, d[2]))

"""Bushing: six springs and dampers between two frames of two bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.references import Scope
from sarrus.model.fields import Field, field
from sarrus.model.forces.element import (
    ForceElement,
    Load,
    Scene,
)
from sarrus.model.forces.frame_pair import FramePair
from sarrus.model.options import NUMBERS, REQUIRED, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading

Vector6 = tuple[float, float, float, float, float, float]
Matrix6 = tuple[Vector6, Vector6, Vector6, Vector6, Vector6, Vector6]

NOTHING: Vector6 = (0.0,) * 6

STIFFNESS = ("N/m", "N/rad", "N*m/rad")
DAMPING = ("N*s/m", "N*s/rad", "N*m*s/rad")
ROUNDING = 1e-9
"""Relative difference of two entries across the diagonal that is taken as rounding."""
SEMIDEFINITE = 1e-12
"""Eigenvalues of the matrix with a unit diagonal above minus this are not negative."""

Units = tuple[str, str, str]
"""Of the entries that belong to shifts, to a shift and a turn, and to turns."""


class MatrixField(Field):
    """A symmetric 6 x 6 matrix for shifts and turns."""

    units: Units
    text: str
    default: Any

    @property
    def unit(self) -> str:
        """The three units, as people read them."""
        return f"{self.units[0]}, {self.units[1]} and {self.units[2]}"

    def options(self, name: str) -> Sequence[Option]:
        unit = self.unit.replace("*", " ")
        return (Option(name, NUMBERS, self.text, self.default, unit),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = _matrix(reading.entry, name, reading.get(name), self.units)
        if found is None:
            return {}
        _check_sign(reading.entry, name, found)
        return {name: tuple(tuple(row) for row in found.tolist())}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        rows = getattr(element, name)
        m = np.array(rows)
        if self.default is None and not np.any(m):
            return {}
        if np.array_equal(m, np.diag(np.diag(m))):
            return {name: [float(x) for x in np.diag(m)]}
        if not np.any(m[0:3, 3:6]):
            return {name: [m[0:3, 0:3].tolist(), m[3:6, 3:6].tolist()]}
        return {name: [list(row) for row in rows]}


class PreloadField(Field):
    """A force and a moment."""

    unit = "N and N*m"

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, "force and moment on b", None, "N and N m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(name)
        if raw is None:
            return {name: NOTHING}
        if not is_list(raw) or len(raw) != 6:
            rule = "must be 6 numbers: a force and a moment"
            entry.report("M25", name, rule, value=entry.literal(name, raw))
            return {}
        force = entry.numbers(name, raw[0:3], "N", 3)
        moment = entry.numbers(name, raw[3:6], "N*m", 3)
        return {} if force is None or moment is None else {name: (*force, *moment)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: list(found)} if any(found) else {}


@element
class Bushing(FramePair):
    """Six springs and dampers between a frame on a and one on b, in the axes of the first.

    The generalised force preload - stiffness e - damping de/dt acts on the deflection e = (p, phi):
    the position [m] of the frame on b seen from that on a, and the rotation vector [rad] between
    them. The frames stand at one place of the drawing (`at` and a rotation), or each on its body.
    The energy is 1/2 e^T stiffness e - preload.e; force and moment are its exact gradient at
    rotations of any size below 180 degrees.
    """

    stiffness: Matrix6 = field(
        MatrixField(
            STIFFNESS,
            "6 numbers, two blocks of 3 or 3x3, or a symmetric 6x6 matrix, for shifts and then "
            "turns",
            REQUIRED,
        )
    )
    damping: Matrix6 = field(MatrixField(DAMPING, "as the stiffness", None), default=(NOTHING,) * 6)
    preload: Vector6 = field(PreloadField(), default=NOTHING)

    positional = ("a", "b", "stiffness", "damping")

    def in_part(self, part: Part) -> ForceElement:
        made = super().in_part(part)
        if not part.is_mirrored:
            return made
        # shifts are polar, turns axial: D = diag(M, -M)
        D = (*part.flips, *(-s for s in part.flips))
        of = {
            name: tuple(
                tuple(x if s * t > 0.0 else 0.0 - x for x, t in zip(row, D, strict=True))
                for row, s in zip(getattr(self, name), D, strict=True)
            )
            for name in ("stiffness", "damping")
        }
        pre = tuple(x if s > 0.0 else 0.0 - x for x, s in zip(self.preload, D, strict=True))
        return replace(made, **of, preload=pre)  # type: ignore[type-var]

    def _stiffness(self, scene: Scene) -> Array:
        """Return the symmetric part of the stiffness: only that has an energy."""
        K = scene.value(self, "stiffness")
        return 0.5 * (K + K.T)

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self.deflection(scene)
        g = scene.value(self, "preload") - self._stiffness(scene) @ now.e
        return self.frame_loads(now, g - scene.value(self, "damping") @ now.rate)

    def potential(self, scene: Scene) -> Scalar:
        e = self.deflection(scene).e
        return 0.5 * (e @ (self._stiffness(scene) @ e)) - scene.value(self, "preload") @ e

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self.deflection(scene).rate
        return rate @ (scene.value(self, "damping") @ rate)


def _matrix(entry: Entry, attribute: str, raw: Any, units: Units) -> np.ndarray | None:
    """Return a symmetric 6 x 6 matrix of 6 numbers, two blocks of 3 or 3 x 3, or all entries."""
    if raw is None:
        return np.zeros((6, 6))
    if is_list(raw) and len(raw) == 2 and all(is_list(block) for block in raw):
        blocks = [
            _block(entry, attribute, block, unit)
            for block, unit in zip(raw, (units[0], units[2]), strict=True)
        ]
        if blocks[0] is None or blocks[1] is None:
            return None
        zero = np.zeros((3, 3))
        return _symmetric(entry, attribute, np.block([[blocks[0], zero], [zero, blocks[1]]]))
    if not is_list(raw) or len(raw) != 6:
        rule = "must be 6 numbers, two blocks of 3 numbers or 3x3, or a 6x6 matrix"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    if not any(is_list(row) for row in raw):
        parts = [raw[0:3], raw[3:6]]
        read = [
            entry.numbers(attribute, part, unit, 3)
            for part, unit in zip(parts, (units[0], units[2]), strict=True)
        ]
        return None if None in read else np.diag([*read[0], *read[1]])  # type: ignore[misc]
    return _full(entry, attribute, raw, units)


def _block(entry: Entry, attribute: str, raw: Any, unit: str) -> np.ndarray | None:
    if len(raw) == 3 and not any(is_list(row) for row in raw):
        read = entry.numbers(attribute, raw, unit, 3)
        return None if read is None else np.diag(read)
    found = entry.matrix(attribute, raw, unit)
    return None if found is None else np.array(found)


def _full(entry: Entry, attribute: str, raw: Any, units: Units) -> np.ndarray | None:
    if not all(is_list(row) and len(row) == 6 for row in raw):
        rule = "must be a 6x6 matrix"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return None
    rows = [
        [entry.number(attribute, raw[i][j], units[(i > 2) + (j > 2)]) for j in range(6)]
        for i in range(6)
    ]
    if any(value is None for row in rows for value in row):
        return None
    return _symmetric(entry, attribute, np.array(rows, dtype=float))


def _symmetric(entry: Entry, attribute: str, matrix: np.ndarray) -> np.ndarray | None:
    """Return the matrix; report (M04) two entries that differ across the diagonal."""
    gap = np.abs(matrix - matrix.T)
    size = np.maximum(np.abs(matrix), np.abs(matrix.T))
    wrong = np.argwhere(np.triu(gap > ROUNDING * size))
    if len(wrong):
        i, j = (int(k) for k in wrong[0])
        rule = (
            f"is not symmetric: row {i + 1} column {j + 1} is {matrix[i, j]:g}, but row {j + 1} "
            f"column {i + 1} is {matrix[j, i]:g}"
        )
        entry.report("M04", attribute, rule)
        return None
    return 0.5 * (matrix + matrix.T)


def _check_sign(entry: Entry, attribute: str, matrix: np.ndarray) -> bool:
    """Report an eigenvalue below zero: of damping an error, of stiffness a warning."""
    size = np.sqrt(np.abs(np.diag(matrix)))
    scale = np.where(size > 0.0, size, 1.0)
    if np.linalg.eigvalsh(matrix / np.outer(scale, scale))[0] >= -SEMIDEFINITE:
        return True
    rule = f"has the negative eigenvalue {np.linalg.eigvalsh(matrix)[0]:.4g}"
    if attribute == "damping":
        rule += ": it would add energy"
        entry.report("M04", attribute, rule, action="give a positive semidefinite matrix")
        return False
    rule += ": it drives the bodies apart in that direction"
    action = "give a positive semidefinite matrix, unless an unstable bushing is meant"
    entry.report("W40", attribute, rule, action=action, severity="warning")
    return True

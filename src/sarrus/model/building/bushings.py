"""From the user's words to a bushing: its two frames and its 6 x 6 matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.body import Frame
from sarrus.model.building.drafts import ForceDraft, FrameHandle
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import checked_pose, relative, rotation
from sarrus.model.building.references import Scope
from sarrus.model.forces import Bushing, ForceElement
from sarrus.model.forces.bushing import NOTHING, Vector6
from sarrus.model.pose import IDENTITY, Pose, vector3

STIFFNESS = ("N/m", "N/rad", "N*m/rad")
DAMPING = ("N*s/m", "N*s/rad", "N*m*s/rad")
ROUNDING = 1e-9
"""Relative difference of two entries across the diagonal that is taken as rounding."""
SEMIDEFINITE = 1e-12
"""Eigenvalues of the matrix with a unit diagonal above minus this are not negative."""

Units = tuple[str, str, str]
"""Of the entries that belong to shifts, to a shift and a turn, and to turns."""


def read_bushing(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    """Return the bushing; None after a problem."""
    a = scope.body(entry, "a", draft.get("a"))
    b = scope.body(entry, "b", draft.get("b"))
    if a is not None and a == b:
        entry.report("M08", "", f"connects '{a}' with itself", action="give two different bodies")
        a = None
    frames = None if a is None or b is None else _frames(scope, entry, draft, a, b)
    K = _matrix(entry, "stiffness", draft.get("stiffness"), STIFFNESS)
    C = _matrix(entry, "damping", draft.get("damping"), DAMPING)
    preload = _preload(entry, draft.get("preload"))
    if K is not None:
        _check_sign(entry, "stiffness", K)
    sound = C is None or _check_sign(entry, "damping", C)
    if a is None or b is None or frames is None or K is None or C is None or preload is None:
        return None
    if not sound:
        return None
    return Bushing(draft.name, a, b, *frames, _stored(K), _stored(C), preload)


def _stored(matrix: np.ndarray) -> Any:
    return tuple(tuple(row) for row in matrix.tolist())


def _frames(
    scope: Scope, entry: Entry, draft: ForceDraft, a: str, b: str
) -> tuple[Pose, Pose] | None:
    """Return both frames: at one place of the drawing, or given on each body."""
    at, on_a, on_b = (draft.get(name) for name in ("at", "on_a", "on_b"))
    turns = [draft.get(name) for name in ("rotation", "quaternion_wxyz", "rpy")]
    if (at is None) == (on_a is None and on_b is None):
        rule = "or on_a and on_b must be given" if at is None else "is given with on_a or on_b"
        action = "give a point of the drawing, at=(x, y, z), or a frame on each body"
        entry.report("M28", "at", rule, action=action)
        return None
    if at is not None:
        position, turn = entry.vector("at", at, "m"), rotation(entry, *turns)
        if position is None or turn is None:
            return None
        X_WF = Pose(position, turn)
        return relative(scope.pose_of(a), X_WF), relative(scope.pose_of(b), X_WF)
    if any(turn is not None for turn in turns):
        rule = "is not used with on_a and on_b, whose frames have axes of their own"
        entry.report("M09", "rotation", rule, severity="notice")
    first, second = _side(scope, entry, "on_a", on_a, a), _side(scope, entry, "on_b", on_b, b)
    return None if first is None or second is None else (first, second)


def _side(scope: Scope, entry: Entry, attribute: str, raw: Any, body: str) -> Pose | None:
    """Return a frame on a body, given by a pose, a named frame, or a point with body axes."""
    if raw is None:
        other = "on_b" if attribute == "on_a" else "on_a"
        entry.report("M28", attribute, f"is missing, while {other} is given; give both")
        return None
    if isinstance(raw, Pose):
        return checked_pose(entry, attribute, raw)
    if isinstance(raw, (str, Frame, FrameHandle)):
        return scope.frame(entry, attribute, raw, body)
    position = entry.vector(attribute, raw, "m")
    return None if position is None else Pose(position, IDENTITY)


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


def _preload(entry: Entry, raw: Any) -> Vector6 | None:
    if raw is None:
        return NOTHING
    if not is_list(raw) or len(raw) != 6:
        rule = "must be 6 numbers: a force and a moment"
        entry.report("M25", "preload", rule, value=entry.literal("preload", raw))
        return None
    force = entry.numbers("preload", raw[0:3], "N", 3)
    moment = entry.numbers("preload", raw[3:6], "N*m", 3)
    return None if force is None or moment is None else (*vector3(force), *vector3(moment))

"""What a linkage is to do: the path of a point, a function of the input, poses of a link."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.rotation import rotation_about

FUNCTION, PATH, MOTION = "function", "path", "motion"
COINCIDE = 1e-9
"""Part of the size of a path within which two positions that follow each other are one."""


def nothing() -> np.ndarray:
    """Return what a task has not: no numbers."""
    return np.empty(0)


@dataclass(frozen=True, eq=False)
class Task:
    """Positions that are wanted, one after the other.

    kind: "function", "path" or "motion". points: of the tracer, of shape (n, 2) [m]; angles: of
    the pose of the coupler, or what the output is, an angle [rad] or the way of a slider [m];
    inputs: the angle of the crank at each position [rad]. What the task has not is empty.
    input_offset and output_offset: numbers that are added to inputs and to outputs or poses; None
    where they may be any (scales and pointers are turned on their shafts).
    """

    kind: str
    points: np.ndarray = field(default_factory=nothing)
    angles: np.ndarray = field(default_factory=nothing)
    inputs: np.ndarray = field(default_factory=nothing)
    input_offset: float | None = None
    output_offset: float | None = None

    @property
    def count(self) -> int:
        """The number of positions."""
        return max(len(self.points), len(self.angles))

    @property
    def timed(self) -> bool:
        """Whether every position belongs to an angle of the crank."""
        return bool(self.inputs.size)

    @property
    def size(self) -> float:
        """A length of the task: half the diagonal of its points, 1 for a function [m]."""
        if not self.points.size:
            return 1.0
        return 0.5 * float(np.linalg.norm(np.ptp(self.points, axis=0)))

    @property
    def rotations(self) -> np.ndarray:
        """The rotation matrices of poses in space, (n, 3, 3)."""
        return np.array([rotation_by(vector) for vector in self.angles])


def rotation_by(vector: np.ndarray) -> np.ndarray:
    """Return the rotation matrix of a rotation vector [rad]."""
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle else np.array([0.0, 0.0, 1.0])
    return np.asarray(rotation_about(axis, angle), dtype=float)


def path_task(points: Any, timing: Any = None, columns: tuple[int, ...] = (2,)) -> Task:
    """Return the task of a path; timing: angles of the crank at the points, up to a constant.

    columns: how many coordinates points may have.
    """
    table = _table(points, "points", *columns)
    problems = _coincidence(table, "point")
    inputs = _column(timing, "timing", len(table), problems)
    if inputs.size:
        problems += _timing_problems(inputs)
    _refuse(problems)
    return Task(PATH, points=table, inputs=inputs)


def function_task(
    inputs: Any, outputs: Any, input_offset: float | None, output_offset: float | None
) -> Task:
    """Return the task of a function: outputs over inputs."""
    problems: list[Problem] = []
    x = _column(inputs, "inputs", None, problems)
    y = _column(outputs, "outputs", len(x) or None, problems)
    if len(x) < 3 and not problems:
        rule = "precision points are too few for a function; three are the least"
        problems.append(Problem("Y02", "inputs", rule, str(len(x))))
    problems += _timing_problems(x) if len(x) > 1 else []
    _refuse(problems)
    return Task(FUNCTION, angles=y, inputs=x,
                input_offset=input_offset, output_offset=output_offset)  # fmt: skip


def motion_task(poses: Any, timing: Any = None, columns: tuple[int, ...] = (3,)) -> Task:
    """Return the task of poses: rows x, y [m] and the angle [rad] of the moving link.

    columns: how many numbers poses may have; six are x, y, z [m] and a rotation vector [rad].
    """
    table = _table(poses, "poses", *columns)
    problems: list[Problem] = []
    if table.shape[1] == 6:
        inputs = _column(timing, "timing", len(table), problems)
        problems += _timing_problems(inputs) if inputs.size else []
        _refuse(problems)
        return Task(MOTION, points=table[:, :3], angles=table[:, 3:], inputs=inputs)
    scale = max(float(np.ptp(table[:, :2], axis=0).max()), 1e-300)
    for k, (a, b) in enumerate(pairwise(table)):
        gap = np.hypot(*(b - a)[:2]) / scale
        if gap <= COINCIDE and abs(np.sin(0.5 * (b - a)[2])) <= COINCIDE:
            rule = f"coincides with pose {k + 2}: two positions are wanted where one is"
            problems.append(Problem("Y02", f"pose {k + 1}", rule, action="leave one of them out"))
    inputs = _column(timing, "timing", len(table), problems)
    if inputs.size:
        problems += _timing_problems(inputs)
    _refuse(problems)
    return Task(MOTION, points=table[:, :2], angles=table[:, 2], inputs=inputs)


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise ModelError(problems)


def _table(value: Any, name: str, *columns: int) -> np.ndarray:
    many = " or ".join(map(str, columns))
    try:
        table = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        rule = f"are no table of numbers with {many} columns"
        raise ModelError(Problem("Y02", name, rule, repr(value)[:60])) from None
    if table.ndim != 2 or table.shape[1] not in columns:
        rule = f"have the shape {table.shape}; {many} numbers are needed in each row"
        raise ModelError(Problem("Y02", name, rule))
    if len(table) < 2:
        raise ModelError(Problem("Y02", name, "are too few: two positions are the least",
                                 str(len(table))))  # fmt: skip
    bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
    if bad.size:
        rule = "is not finite"
        raise ModelError(Problem("Y02", f"{name}, row {bad[0] + 1}", rule, str(table[bad[0]])))
    return table


def _column(value: Any, name: str, count: int | None, problems: list[Problem]) -> np.ndarray:
    if value is None:
        return nothing()
    try:
        column = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        problems.append(Problem("Y02", name, "are no list of numbers", repr(value)[:60]))
        return nothing()
    if column.ndim != 1 or not np.isfinite(column).all():
        problems.append(Problem("Y02", name, "are no list of finite numbers", repr(value)[:60]))
        return nothing()
    if count is not None and len(column) != count:
        rule = f"values are given for {count} positions"
        problems.append(Problem("Y02", name, rule, str(len(column))))
        return nothing()
    return column


def _coincidence(table: np.ndarray, noun: str) -> list[Problem]:
    scale = max(float(np.ptp(table, axis=0).max()), 1e-300)
    if scale <= 1e-300:
        rule = "all coincide: a path needs points that are apart"
        return [Problem("Y02", f"{noun}s", rule)]
    near = np.linalg.norm(np.diff(table, axis=0), axis=1) <= COINCIDE * scale
    return [
        Problem("Y02", f"{noun} {k + 1}", f"coincides with {noun} {k + 2}",
                str(tuple(table[k].tolist())), action="leave one of them out")
        for k in np.flatnonzero(near)
    ]  # fmt: skip


def _timing_problems(inputs: np.ndarray) -> list[Problem]:
    """Return why no crank that turns one way has these angles."""
    steps = np.diff(inputs)
    if (steps > 0.0).all() or (steps < 0.0).all():
        whole = abs(inputs[-1] - inputs[0])
        if whole > 2.0 * np.pi * (1.0 + 1e-12):
            rule = f"go over {np.degrees(whole):.6g} deg: more than one turn of the crank"
            cause = "degrees instead of radians" if whole > 20.0 else ""
            return [Problem("Y02", "angles of the crank", rule, cause=cause,
                            action="give angles within one turn, in rad")]  # fmt: skip
        return []
    way = 1.0 if inputs[-1] > inputs[0] else -1.0
    k = int(np.flatnonzero(way * steps <= 0.0)[0])
    rule = f"{inputs[k]:.6g} and {inputs[k + 1]:.6g} of positions {k + 1} and {k + 2} go back"
    action = "sort the positions by the angle of the crank, each angle once"
    return [Problem("Y02", "angles of the crank", rule, action=action)]


def chebyshev_points(low: float, high: float, count: int) -> np.ndarray:
    """Return precision points between two ends, spaced after Chebyshev.

    x_j = (low + high)/2 - (high - low)/2 cos((2j - 1) pi / (2 n)), j = 1 ... n: the error of a
    polynomial that fits there is smallest at its largest (Freudenstein 1955).

    Example:
        x = synthesis.chebyshev_points(1.0, 2.0, 5)
    """
    if count < 1:
        rule = "is not a number of precision points: one is the least"
        raise ModelError(Problem("Y02", "chebyshev_points / count", rule, repr(count)))
    j = np.arange(1, count + 1)
    cosines = np.cos((2 * j - 1) * np.pi / (2 * count))
    return np.asarray(0.5 * (low + high) - 0.5 * (high - low) * cosines)

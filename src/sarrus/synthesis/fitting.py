"""Many positions: least squares over the dimensions from many starts at once.

The residuals of a linkage are traced once for its family, with exact derivatives, and compiled;
all starts and positions are rows of one call. Without a timing the angle of the crank at every
position is an unknown of its own, which the normal equations eliminate.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels import KernelFactory
from sarrus.kernels.derivative import jacobian
from sarrus.late_dataclass import dataclass
from sarrus.solvers.least_squares import Residuals, least_squares
from sarrus.spatial.arrays import Array, Scalar
from sarrus.synthesis.constructions import Carried, Local, Point
from sarrus.synthesis.families import Family, direction
from sarrus.synthesis.limits import Limits
from sarrus.synthesis.linkage import TURN, Linkage
from sarrus.synthesis.solution import Solution, wrap_angle
from sarrus.synthesis.solutions import Solutions, rank_solutions
from sarrus.synthesis.tasks import FUNCTION, MOTION, Task

GRID = 48
"""Angles of a turn at which curves of starts are compared with the positions, and limits hold."""
DRAWN = 12
"""Linkages that are drawn at random for each start that is kept."""
ROUNDS = 3
"""Times that a drawn linkage is moved, turned and scaled onto the positions."""
FIRST, LAST = 60, 300
"""Steps of all starts, and of the best of them."""
KEPT = 48
"""Starts that are refined to the end."""
WEIGHT = 10.0
"""Of limits beside positions, of size 1."""
MARGIN = 2e-3
"""By which limits are kept more strictly than asked for, so that they hold after the fit."""


@dataclass(frozen=True)
class Shape:
    """What the compiled residuals of a task depend on besides numbers."""

    family: Family
    kind: str
    timed: bool
    way: bool

    @property
    def unknowns(self) -> tuple[str, ...]:
        """Names of the numbers of x: dimensions, and the two offsets."""
        return (*self.family.sizes, "input_offset", "output_offset")

    @property
    def angle_is_given(self) -> bool:
        """Whether the parameter of the motion follows from the timing."""
        return self.timed and not self.family.inverted

    def residuals(self, x: Array, signs: Array, s: Scalar, wanted: Array) -> list[Scalar]:
        """Return the residuals of one position; wanted: x, y, angle, input."""
        return self.position(x, signs, s, wanted)[0]

    def position(
        self, x: Array, signs: Array, s: Scalar, wanted: Array
    ) -> tuple[list[Scalar], list[Scalar]]:
        """Return the residuals of one position and cos mu of the dyads."""
        family = self.family
        sizes = dict(zip(self.unknowns, x, strict=True))
        value = sizes["input_offset"] + wanted[3]
        points, cosines = family.points(sizes, value if self.angle_is_given else s, list(signs))
        found: list[Scalar] = []
        if self.kind != FUNCTION:
            P = points[family.tracer]
            found += [P[0] - wanted[0], P[1] - wanted[1]]
        if self.way:
            found.append(family.way(sizes, points) - wanted[2] - sizes["output_offset"])
        elif self.kind == FUNCTION:
            found.append(_turn(direction(points, family.output), wanted[2], sizes))
        elif self.kind == MOTION:
            found.append(_turn(direction(points, family.coupler), wanted[2], sizes))
        if self.timed and family.inverted:
            way = direction(points, family.driven)
            found.append(angle_between(way, value))
        return found, cosines


def _turn(way: Point, wanted: Scalar, sizes: Mapping[str, Scalar]) -> Scalar:
    return angle_between(way, wanted + sizes["output_offset"])


def angle_between(way: Point, angle: Scalar) -> Scalar:
    """Return the angle of a vector beyond a given one, in (-pi, pi]."""
    c, s = np.cos(angle), np.sin(angle)
    return np.arctan2(c * way[1] - s * way[0], c * way[0] + s * way[1])


@cache
def _kernels(shape: Shape) -> tuple[Any, Any]:
    """Return kernels of the residuals of one position and of all points, with derivatives."""
    n, dyads = len(shape.unknowns), len(shape.family.dyads)
    key = f"synthesis 1 {shape!r}"

    def position(x: Array, signs: Array, s: Scalar, wanted: Array) -> dict[str, Array]:
        r, cosines = map(np.array, shape.position(x, signs, s, wanted))
        both = np.append(x, s)
        return {
            "r": r, "by": jacobian(r, both), "cosines": cosines,
            "cosines_by": jacobian(cosines, both),
        }  # fmt: skip

    def everything(x: Array, signs: Array, s: Scalar) -> dict[str, Array]:
        sizes = dict(zip(shape.unknowns, x, strict=True))
        points, found = shape.family.points(sizes, s, list(signs))
        every = np.array([value for point in points.values() for value in point])
        cosines = np.array(found)
        return {
            "points": every, "points_by": jacobian(every, x), "cosines": cosines,
            "cosines_by": jacobian(cosines, x),
        }  # fmt: skip

    factory = KernelFactory()
    inputs: dict[str, tuple[int, ...]] = {"x": (n,), "signs": (dyads,), "s": ()}
    return (
        factory.make(f"{key} position", position, inputs | {"wanted": (4,)}),
        factory.make(f"{key} points", everything, inputs),
    )


@dataclass(frozen=True, eq=False)
class Fit:
    """The least squares of a task for a family: which numbers are free, limits, scales."""

    task: Task
    shape: Shape
    limits: Limits
    fixed: Mapping[str, float]
    scale: float

    @property
    def free(self) -> np.ndarray:
        """Places of the unknowns that are free."""
        names = self.shape.unknowns
        return np.array([k for k, name in enumerate(names) if name not in self.fixed])

    @property
    def logarithmic(self) -> np.ndarray:
        """Which unknowns are lengths of links, taken by their logarithms to stay positive."""
        return np.array([name in self.shape.family.lengths for name in self.shape.unknowns])

    @property
    def wanted(self) -> np.ndarray:
        """Rows of x, y, angle, input, zeros where the task has none."""
        rows = np.zeros((self.task.count, 4))
        if self.task.points.size:
            rows[:, :2] = self.task.points
        if self.task.angles.size:
            rows[:, 2] = self.task.angles
        if self.task.inputs.size:
            rows[:, 3] = self.task.inputs
        return rows

    def numbers(self, z: np.ndarray) -> np.ndarray:
        """Return all unknowns of starts, from their logarithms."""
        return np.where(self.logarithmic, np.exp(np.minimum(z, 50.0)), z)

    def residuals(self, z: np.ndarray, s: np.ndarray, signs: np.ndarray) -> Residuals:
        """Return the residuals and penalties of starts; z: all unknowns, lengths as logarithms."""
        x = self.numbers(z)
        inner = np.where(self.logarithmic, x, 1.0)  # dx/dz
        starts, groups, free = len(x), self.task.count, self.free
        rows = np.repeat(np.arange(starts), groups)
        kernel = _kernels(self.shape)[0]
        r, by, cosines, cosines_by = kernel.many()(
            x[rows], signs[rows], s.ravel(), np.tile(self.wanted, (starts, 1))
        )
        weights = self._weights(r.shape[1])
        over, sign = self._beyond(cosines, self._limit_at_positions)
        r = np.concatenate([r * weights, WEIGHT * over], axis=1)
        by = np.concatenate([by * weights[:, None], WEIGHT * sign[..., None] * cosines_by], axis=1)
        by_x = (by[..., :-1] * inner[rows, None, :])[..., free]
        by_s = by[..., -1] * (0.0 if self.shape.angle_is_given else 1.0)
        m = r.shape[1]
        further, further_by = self._penalties(x, inner, signs)
        part = 1.0 / np.sqrt(groups)
        return Residuals(
            part * r.reshape(starts, groups, m),
            part * by_x.reshape(starts, groups, m, len(free)),
            part * by_s.reshape(starts, groups, m),
            further,
            further_by[..., free],
        )

    def _weights(self, m: int) -> np.ndarray:
        """Return the factors that bring residuals to the size 1."""
        lengths = 2 if self.shape.kind != FUNCTION else int(self.shape.way)
        return np.array([1.0 / self.scale] * min(lengths, m) + [1.0] * (m - min(lengths, m)))

    @property
    def _limit_at_positions(self) -> float:
        return np.cos(self.limits.transmission_angle + MARGIN)

    @staticmethod
    def _beyond(cosines: np.ndarray, limit: float) -> tuple[np.ndarray, np.ndarray]:
        """Return how far |cos mu| is beyond a limit, and the derivative of that by cos mu."""
        over = np.abs(cosines) - limit
        return np.maximum(over, 0.0), np.where(over > 0.0, np.sign(cosines), 0.0)

    def _penalties(
        self, x: np.ndarray, inner: np.ndarray, signs: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return rows of x alone: limits over a turn, ratios of links, gentle sizes."""
        starts, n = x.shape
        parts, by = [np.zeros((starts, 0))], [np.zeros((starts, 0, n))]
        limits, family = self.limits, self.shape.family
        if limits.crank or limits.box is not None:
            rows = np.repeat(np.arange(starts), GRID)
            angles = np.tile(np.arange(GRID) * TURN / GRID, starts)
            points, points_by, cosines, cosines_by = _kernels(self.shape)[1].many()(
                x[rows], signs[rows], angles
            )
            part = WEIGHT / np.sqrt(GRID)
            if limits.crank:
                over, sign = self._beyond(cosines, self._limit_at_positions)
                parts.append(part * over.reshape(starts, -1))
                chained = part * sign[..., None] * cosines_by * inner[rows, None, :]
                by.append(chained.reshape(starts, -1, n))
            if limits.box is not None:
                low, high = np.array(limits.box[:2]), np.array(limits.box[2:])
                margin = MARGIN * (high - low).max()
                closes = (np.abs(cosines) <= 1.0).all(axis=1)[:, None]
                low = np.tile(low + margin, points.shape[1] // 2)
                high = np.tile(high - margin, points.shape[1] // 2)
                out = (np.maximum(points - high, 0.0) + np.minimum(points - low, 0.0)) * closes
                there = ((points > high) | (points < low)) * closes
                parts.append(part / self.scale * out.reshape(starts, -1))
                chained = part / self.scale * there[..., None] * points_by * inner[rows, None, :]
                by.append(chained.reshape(starts, -1, n))
        if limits.ratio is not None:
            rows_of, rows_by = self._ratios(x, family)
            parts.append(rows_of)
            by.append(rows_by)
        return np.concatenate(parts, axis=1), np.concatenate(by, axis=1)

    def _ratios(self, x: np.ndarray, family: Family) -> tuple[np.ndarray, np.ndarray]:
        """Return how far logarithms of lengths of links lie apart beyond the limit."""
        names = self.shape.unknowns
        places = [names.index(name) for name in family.lengths]
        logs = np.log(x[:, places])
        by = np.zeros((len(x), len(places), len(names)))
        by[:, range(len(places)), places] = 1.0
        if {"Ax", "Dx"} <= set(names) and family.slide is None:
            at = [names.index(name) for name in ("Ax", "Ay", "Dx", "Dy")]
            dx, dy = x[:, at[2]] - x[:, at[0]], x[:, at[3]] - x[:, at[1]]
            square = dx**2 + dy**2 + 1e-300
            logs = np.column_stack([logs, 0.5 * np.log(square)])
            row = np.zeros((len(x), 1, len(names)))
            row[:, 0, at] = np.column_stack([-dx, -dy, dx, dy]) / square[:, None]
            by = np.concatenate([by, row], axis=1)
        gap = logs[:, :, None] - logs[:, None, :] - np.log((self.limits.ratio or 1.0) * 0.999)
        there = gap > 0.0
        found = WEIGHT * 0.1 * np.where(there, gap, 0.0)
        slopes = WEIGHT * 0.1 * there[..., None] * (by[:, :, None, :] - by[:, None, :, :])
        return found.reshape(len(x), -1), slopes.reshape(len(x), -1, len(names))


def fit_linkages(
    task: Task,
    family: Family,
    limits: Limits,
    *,
    starts: int = 400,
    seed: int = 0,
    frame: float = 1.0,
    fixed: Mapping[str, float] | None = None,
) -> Solutions:
    """Return linkages that do a task as well as they can, by least squares from many starts.

    fixed: dimensions that are given, by name.
    """
    from sarrus.synthesis.starts import drawn_starts

    fit = fit_of(task, family, limits, frame, fixed or {})
    rng = np.random.default_rng(seed)
    z, s, signs = drawn_starts(fit, starts, rng)
    z, s, cost = _refined_starts(fit, z, s, signs, FIRST)
    best = np.argsort(cost, kind="stable")[:KEPT]
    z, s, cost = _refined_starts(fit, z[best], s[best], signs[best], LAST)
    found = [
        solution
        for k, solution in enumerate(_solutions(fit, z, s, signs[best]))
        if np.isfinite(cost[k])
    ]
    unknowns, equations = len(fit.free) + (0 if task.timed else task.count), _equations(fit)
    statement = (
        f"least squares from {starts:,} starts, {equations} equations for {unknowns} unknowns; "
        "others may exist"
    )
    return rank_solutions(task, _distinct(found), limits, statement, complete=False)


def fit_of(
    task: Task, family: Family, limits: Limits, frame: float, fixed: Mapping[str, float]
) -> Fit:
    """Return the least squares of a task: which dimensions it leaves open."""
    values = dict(fixed)
    if task.kind == FUNCTION:
        ground = [n for n in family.sizes if n in ("Ax", "Ay", "Dy")]
        values = dict.fromkeys([*ground, *_tracer_sizes(family)], 0.0) | values
        if family.slide is None and "Dx" in family.sizes:
            values = {"Dx": frame} | values
        elif family.slide is not None:
            values = {"Dx": 0.0, family.slide.direction: 0.0} | values
            if "Dy" not in fixed:
                del values["Dy"]
        if "d" in family.sizes:
            values = {"d": frame} | values
        if family.inverted:
            values = {"gamma": 0.0} | values
    if not task.timed:
        values["input_offset"] = 0.0
    elif task.input_offset is not None:
        values["input_offset"] = task.input_offset
    if not task.angles.size:
        values["output_offset"] = 0.0
    elif task.output_offset is not None:
        values["output_offset"] = task.output_offset
    way = task.kind == FUNCTION and family.slide is not None
    scale = max(float(np.ptp(task.angles)), 1e-300) if way else task.size
    return Fit(task, Shape(family, task.kind, task.timed, way), limits, values, scale)


def _tracer_sizes(family: Family) -> list[str]:
    parts = [p for p in family.constructions if isinstance(p, Carried | Local)]
    return [name for p in parts if p.name == family.tracer for name in p.sizes]


def _refined_starts(
    fit: Fit, z: np.ndarray, s: np.ndarray, signs: np.ndarray, iterations: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return starts after so many steps; z: all unknowns, of which the free ones move."""
    whole, free = z.copy(), fit.free

    def residuals(rows: np.ndarray, inner: np.ndarray, at: np.ndarray) -> Residuals:
        full = whole[rows]
        full[:, free] = inner
        return fit.residuals(full, at, signs[rows])

    moved, s, cost = least_squares(residuals, z[:, free], s, iterations)
    whole[:, free] = moved
    return whole, s, cost


def _equations(fit: Fit) -> int:
    each = {FUNCTION: 1, MOTION: 3}.get(fit.task.kind, 2)
    return fit.task.count * (each + int(fit.shape.timed and fit.shape.family.inverted))


def _solutions(fit: Fit, z: np.ndarray, s: np.ndarray, signs: np.ndarray) -> list[Solution]:
    """Return the linkages of starts."""
    names, task = fit.shape.unknowns, fit.task
    found = []
    for x, at, sides in zip(fit.numbers(z), s, signs, strict=True):
        sizes = dict(zip(names, (float(value) for value in x), strict=True))
        phi, offset = sizes.pop("input_offset"), sizes.pop("output_offset")
        branch = tuple(int(side) for side in sides)
        linkage = Linkage(fit.shape.family, sizes, branch)
        angles = phi + task.inputs if fit.shape.angle_is_given else at
        way = fit.shape.way
        offset = offset if way else float(wrap_angle(offset))
        links = [sizes[name] for name in fit.shape.family.lengths if name in sizes]
        if not np.isfinite([*sizes.values(), offset]).all() or min(links) <= 0.0:
            continue  # a link that has shrunk to nothing is none
        motion = linkage.motion(angles)
        if not motion.closes.all():
            continue
        many = np.tile(branch, (task.count, 1))
        found.append(Solution(task, linkage, wrap_angle(angles), many, offset))
    return found


def _distinct(solutions: list[Solution]) -> list[Solution]:
    """Return solutions without those that are the same linkage, to a millionth."""
    kept: list[Solution] = []
    seen: list[np.ndarray] = []
    for solution in sorted(solutions, key=lambda s: s.error):
        numbers = np.array([*solution.linkage.values.values()])
        scale = np.abs(numbers).max()
        if all(np.abs(numbers - other).max() > 1e-4 * scale for other in seen):
            kept.append(solution)
            seen.append(numbers)
    return kept

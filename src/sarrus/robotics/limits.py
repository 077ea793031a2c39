"""Limits of joints along a task: range, speed, torque, power, reactions, with margins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from sarrus.arguments import real_array, with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joint import Joint
from sarrus.model.output_units import IN_SI, OutputUnits, shown_number
from sarrus.robotics.sampling import Samples
from sarrus.robotics.task_result import EFFORT, TaskResult

LIMITS = "R46"
"""The code of limits that make no sense."""
OVER = "R47"
"""The code of a limit that a task exceeds."""

ROUNDING = 1e-9
"""What computing leaves of a limit that is just reached, over its size."""

Range = tuple[float, float]


@dataclass(frozen=True)
class JointLimits:
    """What a joint may do; None: no limit.

    position: (lower, upper) [rad or m], of unwrapped angles; speed [rad/s or m/s], torque [N m or
    N] and power [W]: magnitudes; force [N] and moment [N m]: magnitudes of the reaction;
    acceleration [rad/s^2 or m/s^2]: magnitude.
    """

    position: Range | None = None
    speed: float | None = None
    torque: float | None = None
    power: float | None = None
    force: float | None = None
    moment: float | None = None
    acceleration: float | None = None

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if value is None:
                continue
            try:
                good = bool(np.all(~np.isnan(real_array(value))))
            except (TypeError, ValueError, OverflowError):
                good = False
            if item.name == "position":
                good = good and np.shape(value) == (2,) and value[0] < value[1]
            elif good:
                good = np.ndim(value) == 0 and value >= 0.0
            if not good:
                rule = (
                    "must be a pair (lower, upper)"
                    if item.name == "position"
                    else "must not be negative"
                )
                raise ModelError(Problem(LIMITS, f"limits / {item.name}", rule, repr(value)[:60]))

    def over(self, other: JointLimits) -> JointLimits:
        """Return these limits, and those of another where these have none."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return replace(other, **{key: value for key, value in values.items() if value is not None})

    @staticmethod
    def of(joint: Joint) -> JointLimits:
        """Return the limits that a model states for a joint of one coordinate."""
        position = joint.limits[0] if joint.limits else None
        if position == (-np.inf, np.inf):
            position = None
        return JointLimits(position, _finite(joint.speed_limits), _finite(joint.effort_limits))


def _finite(sizes: tuple[float, ...]) -> float | None:
    return sizes[0] if sizes and np.isfinite(sizes[0]) else None


@dataclass(frozen=True)
class LimitCheck:
    """One limit of one joint against a task.

    value: the worst value, at the time `at` [s]; allowed: (lower, upper); margin: what is left to
    the nearer of them, negative beyond it, in the same unit; intervals: when it is exceeded [s].
    """

    joint: str
    quantity: str
    unit: str
    allowed: Range
    value: float
    at: float
    intervals: Intervals

    @property
    def margin(self) -> float:
        """What is left to the nearer limit; negative: by how much it is exceeded."""
        return min(self.allowed[1] - self.value, self.value - self.allowed[0])

    @property
    def relative_margin(self) -> float:
        """The margin over the limit; of a range, over half its width."""
        lower, upper = self.allowed
        if self.quantity == "position" and np.isfinite(upper - lower):
            return self.margin / (0.5 * (upper - lower))
        size = min(abs(bound) for bound in self.allowed if np.isfinite(bound))
        return self.margin / size if size else self.margin

    @property
    def passed(self) -> bool:
        """Whether the limit is kept, but for rounding."""
        return self.margin >= -rounding_of(self.allowed)

    @property
    def problem(self) -> Problem:
        """The check in words."""
        return self.problem_in(IN_SI)

    def problem_in(self, units: OutputUnits) -> Problem:
        """Return the check in words, with its numbers in the units given."""
        lower, upper = self.allowed
        limit = upper if upper - self.value <= self.value - lower else lower
        second = units.factor("s")
        spans = ", ".join(
            f"{second * a:.4g} to {shown_number(b, 's', units)}" for a, b in self.intervals
        )
        rule = (
            f"exceeds the limit of {shown_number(limit, self.unit, units, 6)} by "
            f"{shown_number(-self.margin, self.unit, units)}, "
            f"most at {shown_number(self.at, 's', units)}; it does so from {spans}"
        )
        element = f"joint '{self.joint}' / {self.quantity}"
        return Problem(OVER, element, rule, shown_number(self.value, self.unit, units, 6))


@with_checks
def check_limits(
    result: TaskResult, limits: Mapping[str, JointLimits] | None = None
) -> tuple[LimitCheck, ...]:
    """Return all limits of all joints against a task, kept or not.

    limits: by joint, on top of those of the model. Worst values are those of the samples.

    Example:
        robotics.check_limits(result, {"q1": robotics.JointLimits(speed=2.0)})
    """
    return tuple(_check(result, signal) for signal in limited_signals(result, limits))


def violations(checks: Iterable[LimitCheck]) -> tuple[LimitCheck, ...]:
    """Return the limits that are exceeded, the worst first.

    Example:
        robotics.violations(robotics.check_limits(result))
    """
    return tuple(sorted((c for c in checks if not c.passed), key=lambda c: c.relative_margin))


@dataclass(frozen=True, eq=False)
class LimitedSignal:
    """A quantity of a joint along a task, and between which values it may be."""

    joint: str
    quantity: str
    unit: str
    values: np.ndarray
    allowed: Range

    @property
    def left(self) -> np.ndarray:
        """What is left to the nearer limit at every sample."""
        return np.minimum(self.allowed[1] - self.values, self.values - self.allowed[0])

    @property
    def kept(self) -> bool:
        """Whether the limits are kept, but for rounding."""
        return bool(np.min(self.left) >= -rounding_of(self.allowed))


def rounding_of(allowed: Range) -> float:
    """Return by how much rounding may exceed a limit."""
    return ROUNDING * max(1.0, *(abs(bound) for bound in allowed if np.isfinite(bound)))


def limited_signals(
    result: TaskResult,
    limits: Mapping[str, JointLimits] | None = None,
    of: Sequence[str] = (),
) -> list[LimitedSignal]:
    """Return all that is limited; of: the quantities that are looked at, all unless given."""
    values = dict(limits or {})
    for name in values:
        result.column(name)
    found: list[LimitedSignal] = []
    for name in result.joints:
        own = JointLimits.of(result.task.model.joint(name))
        found += _of_joint(result, name, values.get(name, JointLimits()).over(own), of)
    return found


def _of_joint(
    result: TaskResult, joint: str, limits: JointLimits, of: Sequence[str]
) -> list[LimitedSignal]:
    k = result.column(joint)
    unit = result.units[k]
    signals: dict[str, tuple[str, Any]] = {
        "position": (unit, lambda: result.q[:, k]),
        "speed": (f"{unit}/s", lambda: result.qd[:, k]),
        "acceleration": (f"{unit}/s^2", lambda: result.qdd[:, k]),
        "torque": (EFFORT[unit], lambda: result.efforts[:, k]),
        "power": ("W", lambda: result.powers[:, k]),
        "force": ("N", lambda: np.linalg.norm(result.reactions[joint][0], axis=1)),
        "moment": ("N m", lambda: np.linalg.norm(result.reactions[joint][1], axis=1)),
    }
    found = []
    for quantity, (shown, values) in signals.items():
        limit = getattr(limits, quantity)
        if limit is not None and (not of or quantity in of):
            low, high = limit if quantity == "position" else (-limit, limit)
            bounds = float(low), float(high)
            found.append(LimitedSignal(joint, quantity, shown, values(), bounds))
    return found


def _check(result: TaskResult, signal: LimitedSignal) -> LimitCheck:
    worst = int(np.argmin(signal.left))
    return LimitCheck(
        signal.joint,
        signal.quantity,
        signal.unit,
        signal.allowed,
        float(signal.values[worst]),
        float(result.t[worst]),
        beyond(result.samples, signal.values, signal.allowed[1], signal.allowed[0]),
    )


Intervals = tuple[tuple[float, float], ...]


def beyond(samples: Samples, values: np.ndarray, upper: float, lower: float) -> Intervals:
    """Return the intervals [s] in which values are above `upper` or below `lower`.

    Their ends are found on cubics through four samples of the same piece, or are knots, where the
    signal jumps.
    """
    found: list[tuple[float, float]] = []
    first = 0
    for end in np.flatnonzero(samples.last).tolist():
        piece = slice(first, end + 1)
        t, y = samples.t[piece], values[piece]
        found += _above(t, y - upper) + _above(t, lower - y)
        first = end + 1
    return _union(sorted(found))


def _above(t: np.ndarray, excess: np.ndarray) -> list[tuple[float, float]]:
    """Return where a smooth signal is above 0."""
    over = excess > 0.0
    if not np.any(over):
        return []
    edges = np.flatnonzero(np.diff(over.astype(int)))
    times = [_zero(t, excess, int(k)) for k in edges]
    if over[0]:
        times.insert(0, float(t[0]))
    if over[-1]:
        times.append(float(t[-1]))
    return list(zip(times[0::2], times[1::2], strict=True))


def _zero(t: np.ndarray, y: np.ndarray, k: int) -> float:
    """Return the time between samples k and k + 1 at which the cubic around them vanishes."""
    a = min(max(k - 1, 0), len(t) - 4)
    nodes, values = t[a : a + 4], y[a : a + 4]
    low, high = float(t[k]), float(t[k + 1])
    rising = y[k + 1] > y[k]
    for _ in range(60):
        middle = 0.5 * (low + high)
        if (_lagrange(nodes, values, middle) > 0.0) == rising:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def _lagrange(nodes: np.ndarray, values: np.ndarray, t: float) -> float:
    total = 0.0
    for k, node in enumerate(nodes):
        others = np.delete(nodes, k)
        total += float(values[k] * np.prod((t - others) / (node - others)))
    return total


def _union(intervals: list[tuple[float, float]]) -> Intervals:
    """Return sorted intervals with those that touch as one."""
    found: list[tuple[float, float]] = []
    for start, end in intervals:
        if found and start <= found[-1][1] + 1e-12:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)

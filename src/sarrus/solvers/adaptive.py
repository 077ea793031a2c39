"""Integration with error control by the method of order 8 of Dormand and Prince.

Works on a `Stepper` that fills stage slopes natively. The step size follows
the error estimate of orders 5 and 3; output on any grid comes from the
dense output of order 7, so that it does not influence the steps.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from sarrus.solvers import dormand_prince_8 as table

SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 8.0
NEAR_SINGULAR, SHRUNK = 1e-2, 1e-2
ESTIMATES = np.array([table.E5, table.E3])


class Stepper(Protocol):
    """What evaluates stages: y is the start of the step, K the slopes."""

    y: np.ndarray
    K: np.ndarray

    def stages(self, t: float, h: float, first: int, last: int) -> float:
        """Fill K[first:last] for a step h from (t, y); return the least watch."""


class Shrinking(ArithmeticError):
    """Steps shrink towards a singular instant, while the watch falls; `at` is the time reached."""

    def __init__(self, at: float) -> None:
        super().__init__(f"the steps shrink towards t = {at:.9g}")
        self.at = at


class StepTooSmall(ArithmeticError):
    """The step size fell to nothing; `t`, `h` and the weighted errors tell where and in what."""

    def __init__(self, t: float, h: float, errors: np.ndarray) -> None:
        super().__init__(f"the step size fell to {h:.3g} at t = {t:.9g}")
        self.t, self.h, self.errors = t, h, errors


@dataclass
class Statistics:
    """What an integration took."""

    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    smallest_step: float = np.inf
    largest_step: float = 0.0
    smallest_watch: float = 1.0
    last_watch: float = 1.0
    last_steps: deque[float] = field(default_factory=lambda: deque(maxlen=20))


@dataclass
class Adaptive:
    """One integration: call `advance` until `t` reaches the end.

    after(t, y): what is done with every accepted state (projection), in place; returns True if y
    was changed, so that the slope at the start of the next step is taken again.
    """

    stepper: Stepper
    t: float
    y: np.ndarray
    rtol: float
    atol: np.ndarray
    after: Callable[[float, np.ndarray], bool] | None = None
    h: float = 0.0
    most: float = np.inf
    statistics: Statistics = field(default_factory=Statistics)
    trail: deque[tuple[float, np.ndarray, float]] = field(default_factory=lambda: deque(maxlen=400))
    _fresh: bool = False
    _errors: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def renew(self) -> None:
        """Forget the slope at the start of the next step: what the stepper is given has changed."""
        self._fresh = False

    def advance(self, end: float) -> tuple[float, float, np.ndarray, np.ndarray]:
        """Take one accepted step towards `end`; return (t0, h, y0, y1 before `after`)."""
        if not self.h:
            self.h = self._first_step(end)
        grow = LARGEST
        while True:
            h = min(self.h, self.most, end - self.t)
            if not h >= 10.0 * np.spacing(abs(self.t) + abs(h)):  # also where h is not a number
                raise StepTooSmall(self.t, h, self._errors)
            y0, y1, error, watch = self._tried(h)
            if error <= 1.0 and np.all(np.isfinite(y1)):
                last = h == end - self.t
                step = self._accepted(h, y0, y1, error, watch, grow)
                self.t = end if last else self.t  # exactly, whatever the sum rounds to
                return step
            grow = 1.0
            self.statistics.rejected += 1
            if watch < NEAR_SINGULAR and h < SHRUNK * self.usual:
                raise Shrinking(self.t + h)
            factor = SAFETY * error ** (-1.0 / table.ORDER) if np.isfinite(error) else SMALLEST
            self.h = h * max(SMALLEST, min(factor, 0.9))

    @property
    def usual(self) -> float:
        """The largest of the recent step sizes."""
        return max((h for _, _, h in self.trail), default=0.0)

    def before_shrinking(self) -> tuple[float, np.ndarray, float]:
        """Return the last accepted start (t, y) with a step h of usual size."""
        return next(entry for entry in reversed(self.trail) if entry[2] >= 0.3 * self.usual)

    def leap(self, t: float, y: np.ndarray, h: float) -> tuple[np.ndarray, float]:
        """Return the result of one step whatever its error, and its watch; nothing is accepted."""
        saved = self.t, self.y
        self.t, self.y, self._fresh = t, y, False
        _, y1, _, watch = self._tried(h)
        self.t, self.y = saved
        self._fresh = False
        return y1, watch

    def accept_leap(self, t: float, y: np.ndarray, h: float, y1: np.ndarray) -> None:
        """Go on from the end of a leap, with dense output over it."""
        self.leap(t, y, h)
        self._dense = (t, h, y.copy(), y1.copy(), self.stepper.K.copy())
        self.t, self.y, self.h = t + h, y1.copy(), h
        self._fresh = False
        self.trail.clear()
        self.statistics.steps += 1

    def _accepted(
        self, h: float, y0: np.ndarray, y1: np.ndarray, error: float, watch: float, grow: float
    ) -> tuple[float, float, np.ndarray, np.ndarray]:
        factor = SAFETY * max(error, 1e-10) ** (-1.0 / table.ORDER)
        start = self.t
        self.trail.append((start, y0, h))
        reached = h >= self.h * (1.0 - 1e-12)
        self.t = self.t + h
        if reached:
            self.h = h * min(grow, max(SMALLEST, factor))
        self._note(h, watch)
        self._dense = (start, h, y0, y1, self.stepper.K.copy())
        self.y = y1.copy()
        changed = self.after(self.t, self.y) if self.after else False
        self._fresh = not changed
        if self._fresh:
            self.stepper.K[0] = self.stepper.K[table.STAGES]
        return start, h, y0, y1

    def _note(self, h: float, watch: float) -> None:
        s = self.statistics
        s.steps += 1
        s.smallest_step, s.largest_step = min(s.smallest_step, h), max(s.largest_step, h)
        s.smallest_watch = min(s.smallest_watch, watch)
        s.last_watch = watch
        s.last_steps.append(h)

    def _tried(self, h: float) -> tuple[np.ndarray, np.ndarray, float, float]:
        stepper = self.stepper
        stepper.y[...] = self.y
        first = 1 if self._fresh else 0
        # the last of these is the slope at the end: its row has the weights of the step itself
        watch = stepper.stages(self.t, h, first, table.STAGES + 1)
        self._fresh = True
        K = stepper.K
        y1 = self.y + h * (table.B @ K[: table.STAGES])
        self.statistics.evaluations += table.STAGES + 1 - first
        scale = self.atol + self.rtol * np.maximum(np.abs(self.y), np.abs(y1))
        return self.y.copy(), y1, self._norm(K[: table.STAGES + 1], h, scale), watch

    def _norm(self, K: np.ndarray, h: float, scale: np.ndarray) -> float:
        errors = (ESTIMATES @ K) / scale
        self._errors = np.abs(h * errors[0])
        five, three = np.einsum("ij,ij->i", errors, errors).tolist()
        if five == 0.0 and three == 0.0:
            return 0.0
        return abs(h) * five / math.sqrt((five + 0.01 * three) * len(scale))

    def _first_step(self, end: float) -> float:
        """Return a first step by the size of the state, its slope and its curvature."""
        stepper = self.stepper
        stepper.y[...] = self.y
        stepper.stages(self.t, 0.0, 0, 1)
        self._fresh = True
        scale = self.atol + self.rtol * np.abs(self.y)
        f0 = stepper.K[0].copy()
        d0, d1 = _rms(self.y / scale), _rms(f0 / scale)
        h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
        h0 = min(h0, end - self.t)
        stepper.y[...] = self.y + h0 * f0
        stepper.stages(self.t + h0, 0.0, 0, 1)
        d2 = _rms((stepper.K[0] - f0) / scale) / h0
        stepper.K[0] = f0
        self.statistics.evaluations += 2
        worst = max(d1, d2)
        h1 = max(1e-6, h0 * 1e-3) if worst <= 1e-15 else (0.01 / worst) ** (1.0 / 8)
        return min(100.0 * h0, h1, end - self.t)

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        """Return the states at times inside the last step, by the dense output of order 7."""
        start, h, y0, y1, K = self._dense
        stepper = self.stepper
        saved = stepper.K.copy()
        stepper.K[...] = K
        stepper.y[...] = y0
        stepper.stages(start, h, table.STAGES + 1, table.EXTENDED)
        self.statistics.evaluations += table.EXTENDED - table.STAGES - 1
        full = stepper.K.copy()
        stepper.K[...] = saved
        step = y1 - y0
        F = np.vstack(
            [
                step,
                h * full[0] - step,
                2.0 * step - h * (full[table.STAGES] + full[0]),
                h * (table.D @ full),
            ]
        )
        return _evaluated(F, y0, (np.asarray(times) - start) / h)


def _evaluated(F: np.ndarray, y0: np.ndarray, x: np.ndarray) -> np.ndarray:
    y = np.zeros((len(x), len(y0)))
    for k, row in enumerate(reversed(F)):
        y = (y + row) * (x if k % 2 == 0 else 1.0 - x)[:, None]
    return y + y0


def _rms(x: np.ndarray) -> float:
    return float(np.sqrt(np.mean(x * x)))

"""Work-precision: error against seconds of several programs, times at equal error, and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rows import Time

from sarrus.results import plots

Trial = Callable[[], tuple[float, np.ndarray] | None]
"""Simulates once; returns the seconds of its loop and the path found, None where it fails."""

OURS = "Sarrus"
WORTHLESS = 1.0
"""Errors above this part of the travel are no results."""
SPENT = 0.6
"""Seconds that the repeats of a trial may take together."""


@dataclass
class Point:
    """One trial: its times [s] and its error as part of the travel of the path."""

    trial: Trial
    repeats: list[float] = field(default_factory=list)
    error: float = np.inf

    @property
    def seconds(self) -> float:
        """The median of the repeats."""
        return float(np.median(self.repeats)) if self.repeats else np.inf

    @property
    def least(self) -> float:
        return min(self.repeats, default=np.inf)

    @property
    def good(self) -> bool:
        return self.error < WORTHLESS


@dataclass
class Curve:
    """One method of one program at several tolerances or step sizes, the cheapest first.

    setup: seconds to build the model in another program.
    """

    program: str
    method: str
    points: list[Point] = field(default_factory=list)
    setup: float = 0.0

    @property
    def name(self) -> str:
        return f"{self.program} {self.method}"

    def add(self, trial: Trial) -> None:
        self.points.append(Point(trial))

    def seconds_at(self, error: float) -> float:
        """Return the median time that this error takes, infinite where it is not reached."""
        return self._at(error, lambda point: point.seconds)

    def time_at(self, error: float) -> Time | None:
        """Return the time that this error takes, None where it is not reached."""
        found = Time(self.seconds_at(error), self._at(error, lambda point: point.least))
        return found if np.isfinite(found.median) else None

    @property
    def smallest(self) -> float:
        """The smallest error of all trials."""
        return min((point.error for point in self.points if point.good), default=np.inf)

    def _at(self, error: float, clock: Callable[[Point], float]) -> float:
        """Return the time of an error by one of the clocks of a trial.

        Between two trials log(time) is linear in log(error). Where already the cheapest trial
        is better than asked for, its time is taken as it is.
        """
        before = None
        for point in self._frontier(clock):
            if point.error <= error:
                if before is None:
                    return clock(point)
                x = np.log([before.error, point.error])
                y = np.log([clock(before), clock(point)])
                part = (np.log(error) - x[0]) / (x[1] - x[0])
                return float(np.exp(y[0] + part * (y[1] - y[0])))
            before = point
        return float("inf")

    def _frontier(self, clock: Callable[[Point], float]) -> list[Point]:
        """Return the points that no cheaper point beats, the cheapest first."""
        kept: list[Point] = []
        for point in sorted((p for p in self.points if p.good), key=clock):
            if not kept or point.error < kept[-1].error:
                kept.append(point)
        return kept


def best_method(curves: Sequence[Curve], error: float) -> tuple[Time | None, str]:
    """Return the time of the method that needs least to an error, and its name."""
    seconds, method = fastest(curves, error) if curves else (np.inf, "")
    if not np.isfinite(seconds):
        return None, ""
    return next(c for c in curves if c.method == method).time_at(error), method


def fastest(curves: Sequence[Curve], error: float) -> tuple[float, str]:
    """Return the shortest time to an error, and the method that needs it."""
    return min((curve.seconds_at(error), curve.method) for curve in curves)


def measure(
    curves: Sequence[Curve], path: np.ndarray, rounds: int = 7, spent: float = SPENT
) -> None:
    """Run all trials in turns, long ones less often. Errors are maxima over all samples.

    spent: seconds that the repeats of a trial may take together.
    """
    for curve in curves:
        curve.points[0].trial()  # compiles and loads what is not there yet
    travel = np.max(np.linalg.norm(path - path[0], axis=1))
    for turn in range(rounds):
        for curve in curves:
            for point in curve.points:
                if turn and not turn * point.seconds < spent:
                    continue
                found = point.trial()
                if found is not None:
                    point.repeats.append(found[0])
                    error = np.max(np.linalg.norm(found[1] - path, axis=1)) / travel
                    point.error = max(float(error), 1e-16) if np.isfinite(error) else np.inf


# Plot -----------------------------------------------------------------------------------------


def plot(panels: dict[str, Sequence[Curve]], where: Path) -> None:
    """Save one panel for each mechanism."""
    shown = {title: [precision(curve) for curve in curves] for title, curves in panels.items()}
    where.parent.mkdir(exist_ok=True)
    error = "largest error of the path, part of its travel [-]"
    plots.work_precision(shown, columns=3, error=error, path=where)


def precision(curve: Curve) -> plots.Precision:
    """Return the trials of a curve that are results."""
    good = [point for point in curve.points if point.good]
    seconds, errors = [p.seconds for p in good], [p.error for p in good]
    return plots.Precision(curve.program, curve.method, seconds, errors)

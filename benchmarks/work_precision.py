"""Work-precision: error against seconds of several programs, times at equal error, and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sarrus.results import plots

Trial = Callable[[], tuple[float, np.ndarray] | None]
"""Simulates once; returns the seconds of its loop and the path found, None where it fails."""

OURS = "Sarrus"
WORTHLESS = 1.0
"""Errors above this part of the travel are no results."""
SPENT = 0.3
"""Seconds after which a trial is not repeated."""


@dataclass
class Point:
    """One trial: its best time [s] and its error as part of the travel of the path."""

    trial: Trial
    seconds: float = np.inf
    error: float = np.inf

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
        """Return the time that this error takes, infinite where it is not reached.

        Between two trials log(time) is linear in log(error). Where already the cheapest trial
        is better than asked for, its time is taken as it is.
        """
        before = None
        for point in self._frontier():
            if point.error <= error:
                if before is None:
                    return point.seconds
                x = np.log([before.error, point.error])
                y = np.log([before.seconds, point.seconds])
                part = (np.log(error) - x[0]) / (x[1] - x[0])
                return float(np.exp(y[0] + part * (y[1] - y[0])))
            before = point
        return float("inf")

    def _frontier(self) -> list[Point]:
        """Return the points that no cheaper point beats, the cheapest first."""
        kept: list[Point] = []
        for point in sorted((p for p in self.points if p.good), key=lambda p: p.seconds):
            if not kept or point.error < kept[-1].error:
                kept.append(point)
        return kept


def fastest(curves: Sequence[Curve], error: float) -> tuple[float, str]:
    """Return the shortest time to an error, and the method that needs it."""
    return min((curve.seconds_at(error), curve.method) for curve in curves)


def measure(curves: Sequence[Curve], path: np.ndarray, rounds: int = 7) -> None:
    """Run all trials in turns, long ones less often. Errors are maxima over all samples."""
    for curve in curves:
        curve.points[0].trial()  # compiles and loads what is not there yet
    travel = np.max(np.linalg.norm(path - path[0], axis=1))
    for turn in range(rounds):
        for curve in curves:
            for point in curve.points:
                if turn and not turn * point.seconds < SPENT:
                    continue
                found = point.trial()
                if found is not None:
                    point.seconds = min(point.seconds, found[0])
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

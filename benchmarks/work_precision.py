"""Work-precision: error against seconds of several programs, times at equal error, and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

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

COLOURS = {
    OURS: "#1f4e79",
    "MuJoCo": "#b5651d",
    "Pinocchio": "#6b7f3a",
    "Exudyn": "#8c3b3b",
    "Cartesian": "#7f7f7f",
}
MARKS = {
    "auto": "o-",
    "rk4": "s--",
    "abm4": "^:",
    "adams": "v-.",
    "bdf": "v-.",
    "RK4": "s-",
    "Euler": "v--",
    "generalized-alpha": "D-",
    "trapezoidal": "v--",
    "explicit": "o-",
    "implicit": "s--",
}


def plot(panels: dict[str, Sequence[Curve]], where: Path) -> None:
    """Save one panel for each mechanism."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(2, 3, figsize=(13.0, 8.4), layout="constrained")
    handles: dict[str, Any] = {}
    for axis, (title, curves) in zip(axes.flat, panels.items(), strict=False):
        for curve in curves:
            handles.setdefault(curve.name, _line(axis, curve))
        axis.set_title(title, loc="left", fontsize=10, fontweight="bold")
        axis.set(xscale="log", yscale="log")
        axis.grid(True, which="major", color="#e4e4e4", linewidth=0.6)
        axis.set_axisbelow(True)
    for axis in axes[:, 0]:
        axis.set_ylabel("largest error of the path, part of its travel")
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for axis in axes.flat[max(0, len(panels) - 3) : len(panels)]:
        axis.set_xlabel("wall time of the loop [s]")
    figure.suptitle("Error against wall time; lower and further left is better", fontsize=11)
    names = sorted(handles, key=lambda name: list(COLOURS).index(name.split()[0]))
    lines = [handles[name] for name in names]
    figure.legend(lines, names, loc="outside lower center", ncols=6, frameon=False)
    where.parent.mkdir(exist_ok=True)
    figure.savefig(where, dpi=130)
    plt.close(figure)


def _line(axis: Any, curve: Curve) -> Any:
    good = [point for point in curve.points if point.good]
    (line,) = axis.plot(
        [point.seconds for point in good],
        [point.error for point in good],
        MARKS[curve.method],
        color=COLOURS[curve.program],
        markersize=4.5,
        markerfacecolor=COLOURS[curve.program] if MARKS[curve.method][0] in "oD" else "white",
        linewidth=1.8 if curve.program == OURS else 1.2,
    )
    return line

"""Roads of every kind, and what a disc feels of them by brute force."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.road import (
    CosineBump,
    Flat,
    FunctionRoad,
    HalfRound,
    Iso8608,
    Road,
    SineRoad,
    TableRoad,
)
from sarrus.spatial.arrays import select


def plank(x: Any) -> Any:
    """A ramp of 2 m up to 0.1 m, written as a user would write it."""
    return select(x < 0.0, 0.0, select(x < 2.0, 0.05 * x, 0.1))


def rolling(x: Any) -> Any:
    return 0.05 * np.sin(1.3 * x) * np.exp(-0.1 * x * x)


ROWS = np.array([0.0, 0.4, 1.1, 1.5, 2.3, 3.0, 3.2, 4.0])
HEIGHTS = np.array([0.0, 0.03, 0.05, -0.02, 0.01, 0.06, 0.02, 0.0])

ROADS: dict[str, Road] = {
    "flat": Flat(),
    "flat, raised": Flat(0.3),
    "half-round": HalfRound(0.254, 1.8),
    "half-round under a wheel": HalfRound(0.254, 1.8).felt_by_wheel(0.318),
    "cosine bump": CosineBump(0.1, 2.0, 2.0),
    "cosine dip": CosineBump(-0.1, 1.0, 2.0),
    "uneven cosine bump": CosineBump(4.0, 480.0, 360.0, 360.0).scale(0.01).shift(-1.0),
    "sine": SineRoad(0.05, 1.7, 0.4),
    "sine with ends": SineRoad(0.05, 1.7, 0.4, start=0.5, end=3.0),
    "table of lines": TableRoad(ROWS, HEIGHTS, smooth=0),
    "table": TableRoad(ROWS, HEIGHTS),
    "table, going on": TableRoad(ROWS, HEIGHTS, smooth=2, beyond="line"),
    "ramp": FunctionRoad(plank, kinks_at=(0.0, 2.0)),
    "function": FunctionRoad(rolling),
    "random": Iso8608("E", 40.0, seed=5),
    "scaled": CosineBump(0.1, 2.0, 2.0).scale(-0.5),
    "shifted": HalfRound(0.1, 1.0).shift(0.7),
    "sum": CosineBump(0.1, 2.0, 2.0) + SineRoad(0.02, 0.6) + Flat(0.05),
    "bumps in a row": HalfRound(0.1, 0.5) + HalfRound(0.2, 3.0),
}

WITH_TABLES = ("table of lines", "table", "table, going on", "random")

X = np.linspace(-3.0, 6.0, 1801) + 1e-4 * np.sqrt(2.0)  # off the kinks


ON_ARRAYS = {plank: lambda x: np.clip(0.05 * x, 0.0, 0.1), rolling: rolling}
"""The functions of roads, for many x at once."""


def felt(road: Road, radius: float, x: np.ndarray, points: int = 20001) -> np.ndarray:
    """Return the height of a disc over each x, less its radius, from many points of its rim.

    The points are spaced evenly along x; the kinks of the road are among them.
    """
    height = ON_ARRAYS[road.function] if isinstance(road, FunctionRoad) else road.height
    s = np.linspace(-radius, radius, points)
    found = []
    for center in x:
        kinks = [k - center for k in road.kinks if abs(k - center) <= radius]
        here = np.append(s, kinks)
        rim = np.sqrt(np.maximum(radius**2 - here**2, 0.0)) - radius
        found.append(np.max(height(center + here) + rim))
    return np.array(found)

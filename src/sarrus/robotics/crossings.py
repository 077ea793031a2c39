"""When a sampled signal is beyond a bound."""

from __future__ import annotations

import numpy as np

from sarrus.robotics.sampling import Samples

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
    return _joined(sorted(found))


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


def _joined(intervals: list[tuple[float, float]]) -> Intervals:
    """Return sorted intervals with those that touch as one."""
    found: list[tuple[float, float]] = []
    for start, end in intervals:
        if found and start <= found[-1][1] + 1e-12:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)

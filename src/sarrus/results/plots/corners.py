"""Curves without corners: where states of a run are too far apart for a drawing, more of them.

A run keeps states at the times that its file asks for, or at those of its steps. Between them the
motion is known (`History.at`): states are interpolated and put back on the loops, and channels are
computed from these. A drawing takes such states where straight lines between those kept would
turn visibly; the kept ones stay as they are, and jumps at events stay jumps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import SarrusError

if TYPE_CHECKING:
    from sarrus.system.history import History

TURN = np.radians(8.0)
"""Angle between two lines of a curve that is seen as a corner."""
SHORTEST = 1.0 / 400.0
"""Part of the width of a panel; shorter lines show no corner."""
HEIGHT = 0.5
"""Of a panel, as a part of its width."""
PARTS = 8
"""Into which the time between two states is divided."""
MOST = 4000
"""States that are added; a run that would need more is drawn as it is."""


def finer(history: History, channels: Iterable[Any]) -> History:
    """Return the history with more states where its channels have corners, or as it is."""
    from sarrus.system.history.run_source import RunSource

    if not isinstance(history.part.source, RunSource) or len(history) < 3:
        return history
    t = history.t
    split = np.zeros(len(t) - 1, dtype=bool)
    for channel in channels:
        rows = np.asarray(channel, dtype=float).reshape(len(t), -1)
        for k in range(rows.shape[1]):
            split |= corners(t, rows[:, k])
    split &= np.diff(t) > 0.0
    if not split.any() or PARTS * int(split.sum()) > MOST:
        return history
    between = [
        np.linspace(a, b, PARTS, endpoint=False)[1:]
        for a, b in zip(t[:-1][split], t[1:][split], strict=True)
    ]
    times = np.insert(t, np.repeat(np.flatnonzero(split) + 1, PARTS - 1), np.concatenate(between))
    try:
        found = history.at(times)
        found.read(*(channel.name for channel in channels))
    except SarrusError:
        return history  # a drawing of the states that there are
    return found


def corners(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Tell of which lines of a curve an end is a corner."""
    width, height = np.ptp(x), np.ptp(y[np.isfinite(y)]) if np.isfinite(y).any() else 0.0
    lines = np.zeros(len(x) - 1, dtype=bool)
    if width == 0.0 or not height > 1e-12 * np.max(np.abs(y[np.isfinite(y)])):
        return lines
    dx, dy = np.diff(x) / width, HEIGHT * np.diff(y) / height
    length, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    seen = np.abs(np.diff(angle)) > TURN
    seen &= (np.diff(x)[1:] > 0.0) & (np.diff(x)[:-1] > 0.0)
    seen &= np.maximum(length[1:], length[:-1]) > SHORTEST
    lines[1:] |= seen
    lines[:-1] |= seen
    return lines

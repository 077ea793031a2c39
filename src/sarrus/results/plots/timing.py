"""How a paced run kept its time: how late its samples were, and how long its steps took."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, PALE

if TYPE_CHECKING:
    from sarrus.system.realtime.realtime import RealtimeRun


def timing(
    result: RealtimeRun, *, title: str = "", path: str | os.PathLike[str] | None = None
) -> Any:
    """Return a Figure of a paced run: a histogram of lateness, and busy times over the run.

    In the histogram, samples are counted by how late they were, in classes 1, 2, 5, 10, ...
    microseconds. Below, each step's time of computing is shown with the period, which it must not
    reach; overruns are thin lines.
    """
    found = result.timing
    edges, counts = found.histogram()
    low = np.concatenate([[0.5 * edges[1]], edges[1:]])
    x = np.repeat(1e6 * low, 2)
    y = np.concatenate([[0.5], np.repeat(np.maximum(counts, 0.5), 2), [0.5]])
    t = found.period * np.arange(1, found.steps + 1)
    ends = t[[0, -1]] if found.steps else np.zeros(2)
    period = np.full(2, 1e3 * found.period)
    missed = [(float(s), "") for s in found.period * found.overrun_samples[:20]]
    panels = [
        Panel(
            [Curve("", x, y, COLORS[0])],
            "after the deadline [us]",
            "samples [-]",
            log=True,
            legend=False,
        ),
        Panel(
            [
                Curve("period", ends, period, PALE),
                Curve("step with its exchange", t, 1e3 * found.busy, COLORS[0]),
            ],
            "time of the run [s]",
            "time of computing [ms]",
            lines=missed,
        ),
    ]
    return figure_of(panels, title=title, path=path)

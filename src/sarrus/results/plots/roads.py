"""Roads: their height, and what a wheel of some size feels of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, DASHES
from sarrus.road import Road

POINTS = 4001


def road_profile(
    road: Road,
    start: float | None = None,
    end: float | None = None,
    *,
    radii: Sequence[float] = (),
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of the height of a road from x = start to end [m].

    Without them: a little more than the part that is not level. radii [m]: of wheels, whose
    lowest point is drawn as the disc rolls over the road.

    Example:
        plots.road_profile(sarrus.road.CosineBump(0.1, 0.5, at=2.0), radii=[0.3])
    """
    first, last = _span(road, start, end)
    x = np.linspace(first, last, POINTS)
    kinks = [k for k in road.kinks if first < k < last]
    x = np.unique(np.concatenate([x, kinks]))
    curves = [Curve("road" if radii else "", x, np.asarray(road.height(x), float), COLORS[6])]
    for k, radius in enumerate(radii):
        felt = road.felt_by_wheel(radius, between=(first, last))
        y = np.asarray(felt.height(x), float)
        label = f"effective for a wheel of {radius:g} m"
        curves.append(Curve(label, x, y, COLORS[k % 6], DASHES[1 + k % 3]))
    return figure_of([Panel(curves, "distance along the road [m]", "height [m]")], path=path)


def _span(road: Road, start: float | None, end: float | None) -> tuple[float, float]:
    low, high = road.extent
    edge = 0.25 * (high - low) if np.isfinite(high - low) else 0.0
    first = low - edge if start is None else start
    last = high + edge if end is None else end
    if not (np.isfinite(first) and np.isfinite(last) and last > first):
        raise ModelError(
            Problem(
                "S03",
                "road_profile",
                "needs a start and an end: this road has no ends of its own",
                value=f"{first:g} to {last:g} m",
                action="write for instance start=0, end=100",
            )
        )
    return float(first), float(last)

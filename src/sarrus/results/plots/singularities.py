"""Singular positions over coordinates: points on an axis, curves in a plane, surfaces in space."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, PALE, library, new_figure, save_figure, style

KINDS = {"type I": COLORS[0], "type II": COLORS[1], "constraint": COLORS[2], "branch": COLORS[2]}


def singularity_plot(found: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a figure of `Singularities`."""
    if len(found.over) == 3:
        return _surfaces(found, path)
    panel = _points(found) if len(found.over) == 1 else _curves(found)
    return figure_of([panel], path=path)


def _points(found: Any) -> Panel:
    """Return the panel of points: one line for each circuit of the mechanism."""
    ends = np.array(found.ranges[found.over[0]])
    curves = [Curve("", ends, np.full(2, k), PALE) for k in range(1, found.motions + 1)]
    for kind, name in sorted({(p.kind, p.name) for p in found.points}):
        chosen = [p for p in found.points if (p.kind, p.name) == (kind, name)]
        x = np.array([p.at for p in chosen])
        y = np.array([p.circuit + 1.0 for p in chosen])
        label = f"{kind} {name}".strip()
        curves.append(Curve(label, x, y, KINDS[kind], "", "o" if kind == "type II" else "s", 0))
    return Panel(curves, found.over[0], "circuit")


def _curves(found: Any) -> Panel:
    """Return the panel of curves, with a dot at every node of the grid that was reached."""
    first, second = found.grid["axes"]
    curves = []
    reached = [np.isfinite(found.grid[kind]) for kind in found.sets]
    if reached:
        i, j = np.nonzero(np.any(reached, axis=0))
        curves.append(Curve("reached", first[i], second[j], PALE, "", ".", 0))
    for kind, zero in found.sets.items():
        for k, line in enumerate(zero.lines):
            curves.append(Curve("" if k else kind, line[:, 0], line[:, 1], KINDS[kind], over=1))
    return Panel(curves, found.over[0], found.over[1])


def _surfaces(found: Any, path: str | os.PathLike[str] | None) -> Any:
    """Return a figure in space of the surfaces of all kinds."""
    library("mpl_toolkits.mplot3d")
    with style():
        figure = new_figure(fixed=True)
        axes = figure.add_subplot(projection="3d")
        for kind, zero in found.sets.items():
            if len(zero.cells):
                look = {"color": KINDS[kind], "alpha": 0.6, "label": kind}
                axes.plot_trisurf(*zero.points.T, triangles=zero.cells, **look)
        axes.set_xlabel(found.over[0])
        axes.set_ylabel(found.over[1])
        axes.set_zlabel(found.over[2])
        return save_figure(figure, path)

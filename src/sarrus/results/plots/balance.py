"""Shaking force and moment before and after balancing: the tip of the force, and both over time."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, draw
from sarrus.results.plots.style import COLORS, WIDTH, new_figure, plain, save_figure, style
from sarrus.system.channels.definition import XYZ

HEIGHT = 1.9
"""Of a panel over time [inch]."""
WORDS = {"force": "shaking force [N]", "moment": "shaking moment [N m]",
         "gravity": "potential energy about its mean [J]"}  # fmt: skip


def balance_plot(found: Any, *, title: str = "", path: str | os.PathLike[str] | None = None) -> Any:
    """Return a Figure of a `sarrus.design.Balance`: tips of the force, and all of it over time.

    The plane on the left is that in which the force is largest; magnitudes on the right, and the
    largest effort of the drives below them.
    """
    panels = [_panel(found, aim) for aim in found.exact]
    panels.append(_efforts(found))
    with style():
        figure = new_figure(1.35 * WIDTH, HEIGHT * len(panels) + (0.25 if title else 0.0))
        grid = figure.add_gridspec(len(panels), 2, width_ratios=(1.0, 1.4))
        _tips(figure.add_subplot(grid[:, 0]), found)
        first: Any = None
        for k, panel in enumerate(panels):
            axes = figure.add_subplot(grid[k, 1], sharex=first)
            first = axes if first is None else first
            draw(axes, panel, inner=k < len(panels) - 1)
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _panel(found: Any, aim: str) -> Panel:
    def size(of: Any) -> np.ndarray:
        rows = of.values(aim)
        return np.asarray(rows[:, 0] if aim == "gravity" else np.linalg.norm(rows, axis=1))

    curves = [Curve("before", found.before.t, size(found.before), COLORS[0]),
              Curve("after", found.after.t, size(found.after), COLORS[1])]  # fmt: skip
    return Panel(curves, "time [s]", WORDS[aim])


def _efforts(found: Any) -> Panel:
    curves = []
    drives, one = found.before.efforts, len(found.before.efforts) == 1
    for k, (name, values) in enumerate(drives.items()):
        old, new = (COLORS[0], COLORS[1]) if one else (COLORS[k % len(COLORS)],) * 2
        dash: Any = "-" if one else (0, (3, 1.5))
        curves.append(Curve(f"{name} before", found.before.t, values, old, dash=dash))
        after = found.after.efforts.get(name)
        if after is not None:
            curves.append(Curve(f"{name} after", found.after.t, after, new))
    return Panel(curves, "time [s]", "driving effort [N m or N]")


def _tips(axes: Any, found: Any) -> None:
    """Draw the tips of the shaking force in the plane in which it is largest."""
    sizes = np.ptp(found.before.force, axis=0)
    i, j = sorted(np.argsort(sizes)[-2:].tolist())
    for label, of, color in (
        ("before", found.before, COLORS[0]),
        ("after", found.after, COLORS[1]),
    ):
        axes.plot(of.force[:, i], of.force[:, j], color=color, label=label, linewidth=1.2)
    axes.axhline(0.0, color="#bbbbbb", linewidth=0.5, zorder=0)
    axes.axvline(0.0, color="#bbbbbb", linewidth=0.5, zorder=0)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel(plain(f"shaking force {XYZ[i]} [N]"))
    axes.set_ylabel(plain(f"shaking force {XYZ[j]} [N]"))
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.02), ncols=2)

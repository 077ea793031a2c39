"""The layout of a vehicle or machine: its solids, wheels, springs and road, from the side."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.model.forces import WheelContact
from sarrus.results.plots import outlines
from sarrus.results.plots.outlines import Outline
from sarrus.results.plots.poses import Placement, placement_of
from sarrus.results.plots.projection import View, view_of
from sarrus.results.plots.style import (
    COLORS,
    INK,
    WIDTH,
    library,
    new_figure,
    save_figure,
    shown_name,
    style,
)

MOST_NAMED = 8
"""Bodies that are named in the picture."""
SOLID, GROUND_FILL = "#c9d6e3", "#efece6"
MARKS = ("o", "D", "^", "s", "v")


def layout(
    what: Any,
    state: Any = None,
    *,
    plane: str | Sequence[Any] = "xz",
    names: bool | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of a vehicle from the side: solids, wheels, springs, joints, road.

    what: a model as it is drawn, or a system with a state. Bodies without shapes are lines between
    their joints. names: of the bodies, by default where they are few.

    Example:
        plots.layout(car.system.model, path="car.png")
    """
    placed, view = placement_of(what, state), view_of(plane)
    few = len(placed.model.bodies) <= MOST_NAMED
    named = few if names is None else names
    solid, bars = _bodies(placed, view)
    low, high, span = _extent(placed, view, [line.points for line in (*solid, *bars)])
    high[0] += 0.09 * span if named else 0.0
    roads = list(outlines.surfaces(placed, view, float(low[0]), float(high[0])))
    low[1] = min([low[1], *(float(np.min(r.points[:, 1])) - 0.04 * span for r in roads)])
    high[1] = max([high[1], *(float(np.max(r.points[:, 1])) + 0.04 * span for r in roads)])
    with style():
        axes = _axes(view, low, high)
        legend: dict[str, Any] = {}
        for road in roads:
            _road(axes, road, float(low[1]), legend)
        for line in solid:
            _solid(axes, line)
        for line in bars:
            _bar(axes, line)
        _elements(axes, placed, view, span, legend)
        _joints(axes, placed, view, legend)
        if named:
            _names(axes, placed, view, solid)
        axes.legend(list(legend.values()), list(legend), loc="upper left",
                    bbox_to_anchor=(1.015, 1.0))  # fmt: skip
    return save_figure(axes.figure, path)


def _bodies(placed: Placement, view: View) -> tuple[list[Outline], list[Outline]]:
    """Return the solids, and the bars of bodies that have none or that carry wheels."""
    solid = list(outlines.solids(placed, view))
    shaped = {line.name for line in solid}
    bars = [
        line
        for line in outlines.links(placed, view, wheels=True)
        if len(line.points) > 1 and (line.name not in shaped or _carries_wheel(placed, line))
    ]
    return solid, bars


def _extent(
    placed: Placement, view: View, drawn: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the corners of the picture, and the larger side of what is in it [m]."""
    every = [*drawn, *(line.points for line in outlines.elements(placed, view, 1.0))]
    every += [view.of([place.on_child]) for place in placed.joints.values()]
    rows = np.concatenate([np.zeros((0, 2)), *every])
    low, high = np.min(rows, axis=0), np.max(rows, axis=0)
    span = float(np.max(high - low))
    return low - 0.06 * span, high + 0.06 * span, span


def _axes(view: View, low: np.ndarray, high: np.ndarray) -> Any:
    wide = WIDTH - 1.6
    tall = float(np.clip(wide * (high[1] - low[1]) / (high[0] - low[0]), 1.0, 5.0))
    axes = new_figure(WIDTH, tall + 0.55, fixed=True).add_subplot()
    axes.grid(False)
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    axes.set(xlabel=view.x_label, ylabel=view.y_label)
    return axes


def _bar(axes: Any, line: Outline) -> None:
    points = np.vstack([line.points, line.points[:1]]) if line.closed else line.points
    axes.plot(*points.T, color="#5b7a99", linewidth=2.2, zorder=3, gid=f"link:{line.name}")


def _road(axes: Any, road: Outline, bottom: float, legend: dict[str, Any]) -> None:
    x, y = road.points.T
    axes.fill_between(x, y, bottom, color=GROUND_FILL, linewidth=0, zorder=0.5)
    line = axes.plot(x, y, color=INK, linewidth=0.9, zorder=1, gid=f"road:{road.name}")[0]
    legend.setdefault("road", line)


def _solid(axes: Any, line: Outline) -> None:
    axes.fill(*line.points.T, facecolor=SOLID, edgecolor="#5b7a99", linewidth=0.8, alpha=0.75,
              zorder=2, gid=f"solid:{line.name}")  # fmt: skip


def _elements(
    axes: Any, placed: Placement, view: View, span: float, legend: dict[str, Any]
) -> None:
    kinds: dict[str, int] = {}
    for line in outlines.elements(placed, view, span):
        gid = f"force:{line.name}"
        if line.kind == "spring":
            found = axes.plot(*line.points.T, color=COLORS[1], linewidth=1.1, zorder=4, gid=gid)
        elif line.kind == "wheel":
            x, y = line.points.T
            axes.fill(x, y, facecolor="white", alpha=0.35, linewidth=0, zorder=2.5)
            found = axes.plot(x, y, color=INK, linewidth=1.3, zorder=2.6, gid=gid)
        elif line.closed:
            x, y = (np.append(c, c[0]) for c in line.points.T)
            found = axes.plot(x, y, color=COLORS[4], linewidth=1.4, zorder=2.7, gid=gid)
        else:
            k = kinds.setdefault(line.kind, len(kinds))
            found = axes.plot(*line.points.T, linestyle="none", marker=MARKS[k % len(MARKS)],
                              markersize=5.6, color=COLORS[(1 + k) % len(COLORS)],
                              zorder=4.5, gid=gid)  # fmt: skip
        legend.setdefault(_legend_label(line.kind), found[0])


def _legend_label(kind: str) -> str:
    return "spring, damper" if kind == "spring" else kind.removeprefix("joint ")


def _joints(axes: Any, placed: Placement, view: View, legend: dict[str, Any]) -> None:
    sliding: list[np.ndarray] = []
    turning: list[np.ndarray] = []
    for place in placed.joints.values():
        if 0 < place.joint.type.n_rows < 6:  # neither free nor welded
            (sliding if place.slides else turning).append(view.of(place.on_child))
    for points, mark, name in ((turning, "o", "hinge, ball"), (sliding, "s", "slider")):
        if points:
            legend[name] = axes.plot(*np.array(points).T, linestyle="none", marker=mark,
                                     markersize=3.4, markerfacecolor="white",
                                     markeredgecolor=INK, markeredgewidth=0.8,
                                     zorder=5)[0]  # fmt: skip


def _names(axes: Any, placed: Placement, view: View, solid: Sequence[Outline]) -> None:
    """Write names to the right of what they belong to, with room between them."""
    effects = library("matplotlib.patheffects")
    halo = [effects.withStroke(linewidth=2.2, foreground="white")]
    taken: list[np.ndarray] = []
    size = float(np.ptp(axes.get_xlim()))
    for body in placed.model.bodies:
        figures = [line.points for line in solid if line.name == body.name]
        if not figures:
            continue
        points = np.concatenate(figures)
        at = np.array([np.max(points[:, 0]), np.mean(points[:, 1])])
        while any(np.max(np.abs(at - other)) < 0.03 * size for other in taken):
            at = at + np.array([0.0, 0.035 * size])
        taken.append(at)
        axes.annotate(shown_name(body.name), at, xytext=(3, 0), textcoords="offset points",
                      ha="left", va="center", fontsize=7, color=INK, zorder=6,
                      path_effects=halo)  # fmt: skip


def _carries_wheel(placed: Placement, line: Outline) -> bool:
    """Whether a wheel that touches the road belongs to a body, away from its joints."""
    wheels = [f for f in placed.model.forces if isinstance(f, WheelContact)]
    return any(wheel.body == line.name for wheel in wheels)

"""Curves over a common axis: what a panel shows, and how it is drawn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.results.plots.style import (
    COLORS,
    HEIGHT,
    PALE,
    WIDTH,
    library,
    new_figure,
    plain,
    save_figure,
    shown_name,
    style,
)

ROW = 92
"""Characters of a legend that fit into one row above a panel of the usual width."""
MOST_ROWS = 3
"""Rows of a legend above such a panel; a narrow one may have more."""
LINE = 0.165
"""Height of a line of a legend [inch]."""
POINTS, FIRST_ROW = 72.0, 20.0
"""Points of an inch; room of a legend of one row below a title [points]."""
LETTER = 0.0575
"""Mean width of a letter of a label beside an axis, rather wide [inch]."""
BELOW, GAP = 0.35, 0.1
"""Heights below the lowest of panels, and around each of them, that are no axis [inch]."""
LONG = 30
"""Letters that stand beside the axis of a low panel."""
CROWD = 3
"""Panels below each other from which on they are lower."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, eq=False)
class Curve:
    """One line: x and y, its label, and how it looks.

    dash: a line style of matplotlib, "" for none; mark: a marker; dots: how many marks there are
    at most along the line, 0: one at every value. color: its own, or the next one. pale: drawn
    lighter and thinner, for values that need a word of caution. over: drawn above others. width:
    of the line, in points.
    """

    label: str
    x: np.ndarray
    y: np.ndarray
    color: str = ""
    dash: Any = "-"
    mark: str = ""
    dots: int = 24
    pale: bool = False
    over: int = 0
    width: float = 1.2

    @property
    def finite(self) -> bool:
        """Whether every value is a number."""
        return bool(np.all(np.isfinite(self.x)) and np.all(np.isfinite(self.y)))


@dataclass(frozen=True, eq=False)
class Panel:
    """Curves with common axes, whose labels name their units.

    shaded: intervals of x; lines: places of x with a name, such as events; log: both axes are
    logarithmic; room: left and right of the curves, as a part of their width; height [inch].
    """

    curves: Sequence[Curve]
    x_label: str
    y_label: str
    title: str = ""
    shaded: Sequence[tuple[float, float]] = ()
    lines: Sequence[tuple[float, str]] = ()
    log: bool = False
    legend: bool = True
    height: float = HEIGHT
    room: float = 0.0


def figure_of(
    panels: Sequence[Panel],
    *,
    title: str = "",
    width: float = WIDTH,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a figure of panels below each other; saved if a path is given.

    If all have the same x label they share the axis of the last one.

    Example:
        curve = plots.Curve("crank", history.t, np.asarray(history["A.rate"]))
        plots.figure_of([plots.Panel([curve], "t [s]", "rate [rad/s]")])
    """
    with style():
        lower = 0.82 if len(panels) > CROWD else 1.0
        heights = [_height(panel, lower * panel.height, width) for panel in panels]
        figure = new_figure(width, sum(heights) + (0.25 if title else 0.0))
        grid = figure.add_gridspec(len(panels), 1, height_ratios=heights)
        joined = len({panel.x_label for panel in panels}) == 1
        first: Any = None
        for k, panel in enumerate(panels):
            axes = figure.add_subplot(grid[k], sharex=first if joined else None)
            first = axes if first is None else first
            most = letters_beside(lower * panel.height, 1 / len(panels) if joined else 1.0)
            draw(axes, panel, inner=joined and k < len(panels) - 1, named=k == 0, most=most)
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _height(panel: Panel, least: float, width: float) -> float:
    """Return the height of a panel with its legend [inch]."""
    labels = _labels(panel)
    rows = -(-len(labels) // _columns(labels, width))
    if rows <= _most_rows(width):
        return least + LINE * max(rows - 1, 0)
    return max(least, LINE * len(labels) + 0.3)


def _labels(panel: Panel) -> list[str]:
    """Return the labels of the legend, each once."""
    found = dict.fromkeys(curve.label for curve in panel.curves if curve.label)
    return [shown_name(label) for label in found] if panel.legend else []


def letters_beside(height: float, share: float = 1.0) -> int:
    """Return how many letters fit beside a panel [inch]; share: its part of what stands below."""
    return max(int((height - GAP - share * BELOW) / LETTER), 1)


def lines_of(label: str, most: int = LONG) -> str:
    """Return a label with breaks after dots, and before its unit, where a line is too long."""
    return "\n".join(_broken(line, most) for line in label.split("\n"))


def _broken(label: str, most: int) -> str:
    if len(label) <= most:
        return label
    name, bracket, unit = label.partition(" [")
    lines = []
    while len(name) > most and "." in name[1:most]:
        at = name.rindex(".", 1, most) + 1
        lines.append(name[:at])
        name = name[at:]
    return "\n".join([*lines, name, *([f"[{unit}"] if bracket else [])])


def draw(
    axes: Any, panel: Panel, *, inner: bool = False, named: bool = True, most: int = 0
) -> None:
    """Draw a panel.

    inner: the axis of x is that of a panel below; named: lines get names; most: letters that fit
    beside it, by default those of its height.
    """
    if panel.log:
        axes.set(xscale="log", yscale="log")
    for start, end in panel.shaded:
        axes.axvspan(start, end, color="#f6dcd3", linewidth=0, zorder=0)
    handles = [_line(axes, curve, k) for k, curve in enumerate(panel.curves)]
    axes.set_ylabel(
        plain(lines_of(_scaled_label(axes, panel), most or letters_beside(panel.height)))
    )
    if inner:
        axes.tick_params(labelbottom=False)
    else:
        axes.set_xlabel(plain(panel.x_label))
    _widen(axes, panel)
    rows = _legend(axes, panel, handles)
    if panel.title:
        pad = FIRST_ROW + POINTS * LINE * (rows - 1) if rows else None
        axes.set_title(plain(panel.title), pad=pad)
    _vertical(axes, panel.lines, named=named and not panel.title)


def _line(axes: Any, curve: Curve, k: int) -> Any:
    color = curve.color or COLORS[k % len(COLORS)]
    look: dict[str, Any] = {"color": color, "zorder": 2.5 + 0.1 * curve.over,
                            "linewidth": curve.width}  # fmt: skip
    if curve.pale:
        look |= {"alpha": 0.6, "linewidth": 0.9}
    if curve.mark:
        hollow = curve.mark not in ".,+x|_"
        look |= {"marker": curve.mark, "markerfacecolor": "white" if hollow else color}
        look |= {"markeredgewidth": 0.8, "clip_on": False}
        if curve.dots and len(curve.x) > curve.dots:
            look["markevery"] = max(len(curve.x) // curve.dots, 1)
    look |= {"label": curve.label, "linestyle": curve.dash or "none"}
    return axes.plot(curve.x, curve.y, **look)[0]


def _widen(axes: Any, panel: Panel) -> None:
    """Leave room at the sides, and around values that do not change."""
    if panel.room:
        axes.margins(x=panel.room)
    low, high = _range(panel)
    size = max(abs(low), abs(high))
    if not panel.log and high - low <= 1e-9 * size:
        pad = 0.1 * size or 1.0
        axes.set_ylim(low - pad, high + pad)


def _range(panel: Panel) -> tuple[float, float]:
    values = [c.y[np.isfinite(c.y)] for c in panel.curves]
    known = np.concatenate([np.zeros(0), *values])
    return (float(np.min(known)), float(np.max(known))) if known.size else (0.0, 0.0)


def _scaled_label(axes: Any, panel: Panel) -> str:
    """Return the label of y, with the power of ten by which very large or small numbers go."""
    low, high = _range(panel)
    size = max(abs(low), abs(high))
    label = panel.y_label
    if panel.log or not size or 1e-3 <= size < 1e5 or not label.endswith("]"):
        return label
    power = 3 * int(np.floor(np.log10(size) / 3.0))

    def tick_label(value: float, _: Any) -> str:
        return f"{value / 10.0**power:g}".replace("-", "\N{MINUS SIGN}")

    axes.yaxis.set_major_formatter(library("matplotlib.ticker").FuncFormatter(tick_label))
    name, _, unit = label.rpartition("[")
    ten = f"10{str(power).translate(RAISED)}"
    return f"{name}[{ten}]" if unit == "-]" else f"{name}[{ten} {unit}"


def _legend(axes: Any, panel: Panel, handles: Sequence[Any]) -> int:
    """Put the legend above the axes if it fits into a few rows, else beside; return its rows above.

    None of them without a legend.
    """
    named: dict[str, Any] = {}
    for curve, handle in zip(panel.curves, handles, strict=True):
        if curve.label:
            named.setdefault(curve.label, handle)
    labels = _labels(panel)
    if not labels:
        return 0
    width = float(axes.figure.get_figwidth())
    columns = _columns(labels, width)
    rows = -(-len(labels) // columns)
    above = rows <= _most_rows(width)
    how: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.015, 1.0)}
    if above:
        high = 1.02 + (0.06 if any(name for _, name in panel.lines) else 0.0)
        how = {"loc": "lower left", "bbox_to_anchor": (0.0, high), "ncols": columns}
    axes.legend(list(named.values()), labels, **how)
    return rows if above else 0


def _most_rows(width: float) -> float:
    """Return how many rows a legend above a panel of a figure may have; width [inch]."""
    return MOST_ROWS * max(1.0, WIDTH / width)


def _columns(labels: Sequence[str], width: float) -> int:
    """Return how many columns of a legend fit above a panel of a figure; width [inch]."""
    for rows in range(1, len(labels)):
        columns = -(-len(labels) // rows)
        each = np.array_split([len(label) for label in labels], columns)
        if sum(int(np.max(part)) + 7 for part in each) <= ROW * min(1.0, width / WIDTH):
            return columns
    return 1


def _vertical(axes: Any, lines: Sequence[tuple[float, str]], *, named: bool) -> None:
    """Draw thin lines across, with their names above the axes where there is room."""
    left, right = axes.get_xlim()
    last = -np.inf
    for at, name in lines:
        axes.axvline(at, color=PALE, linewidth=0.6, linestyle=(0, (2, 2)), zorder=1.5)
        room = (at - last) / max(right - left, 1e-300)
        if named and name and room > 0.012 * len(name) + 0.02:
            axes.annotate(plain(name), (at, 1.0), xycoords=("data", "axes fraction"),
                          xytext=(0, 2), textcoords="offset points", ha="center",
                          va="bottom", fontsize=6.5, color=PALE)  # fmt: skip
            last = at

"""Sweeps in one figure: lines, families of lines, maps or a scatter matrix, by how much varies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.export.sweep_table import Table
from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import (
    COLORS,
    DASHES,
    HEIGHT,
    INK,
    WIDTH,
    new_figure,
    plain,
    save_figure,
    shown_unit,
    style,
)

FAMILY = 7
"""Values of the second parameter that are drawn as lines; more make a map."""
MOST = 9
"""Columns of a scatter matrix."""
MARKS = ("o", "s", "^", "D", "v", "P", "X")
COLOR_MAP = "viridis"


def sweep_plot(
    table: Table,
    measures: Sequence[str] = (),
    *,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a figure of measures of a sweep over what was varied.

    Over one value: a line for each measure, a panel for each unit. Over two: a family of lines, or
    a map where both have many values, or were drawn at random. Over more: a scatter matrix. Values
    that are the same in all runs do not count; runs that failed are left out.
    """
    known = list(getattr(table, "measured", ()))
    chosen = list(measures) or known
    for name in chosen:
        if name not in known:
            rule = f"is not a measure of the sweep, which has {', '.join(known)}"
            raise ModelError(Problem("M09", f"measure '{name}'", rule))
    varied = _varied_names(table, [name for name in table.names if name not in known])
    if not varied:
        rule = "varies nothing, so that there is nothing to draw it over"
        raise ModelError(Problem("S03", "sweep", rule, action="give several values, or write .csv"))
    if len(varied) == 1:
        return _lines(table, varied[0], chosen, title, path)
    if len(varied) == 2:
        grid = _grid(table, varied)
        if grid is not None and min(len(values) for values in grid) <= FAMILY:
            return _families(table, varied, grid, chosen, title, path)
        return _maps(table, varied, grid, chosen, title, path)
    return _scatter_matrix(table, varied, chosen, title, path)


def _varied_names(table: Table, names: Sequence[str]) -> list[str]:
    """Return what has several values; what is no number cannot be drawn over, beside others."""
    found = [name for name in names if len({str(x) for x in table[name].tolist()}) > 1]
    wrong = [name for name in found if not _numeric(table[name])]
    if wrong and (len(found) > 1 or table[wrong[0]].ndim > 1):
        rule = "is not a number, so that it is no axis of a picture with others"
        action = "sweep over it alone, or write .csv or .xlsx"
        raise ModelError([Problem("S03", f"'{name}'", rule, action=action) for name in wrong])
    return found


def _numeric(column: np.ndarray) -> bool:
    return column.ndim == 1 and column.dtype.kind in "fiu"


def _grid(table: Table, names: Sequence[str]) -> list[np.ndarray] | None:
    """Return the values of both parameters where all combinations were run, else None."""
    values = [np.unique(table[name]) for name in names]
    pairs = {(float(a), float(b)) for a, b in zip(*(table[n] for n in names), strict=True)}
    return values if len(pairs) == len(values[0]) * len(values[1]) == len(table) else None


def _by_unit(table: Table, names: Sequence[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(_label(table, name).rpartition(" [")[2], []).append(name)
    return list(groups.values())


def _label(table: Table, name: str) -> str:
    """Return the label of a column, its unit as axes show it."""
    head, bracket, unit = table.label(name).rpartition(" [")
    return f"{head} {shown_unit(unit.removesuffix(']'))}" if bracket else unit


def _y_label(table: Table, names: Sequence[str]) -> str:
    """Return the label of an axis of measures of one unit."""
    if len(names) == 1:
        return _label(table, names[0])
    label = _label(table, names[0])
    return f"measures [{label.rpartition(' [')[2]}" if label.endswith("]") else "measures"


def _lines(table: Table, over: str, names: list[str], title: str, path: Any) -> Any:
    x = table[over]
    if not _numeric(x):
        return _categories(table, over, names, title, path)
    order = np.argsort(x, kind="stable")
    panels = []
    for group in _by_unit(table, names):
        curves = [
            Curve(name, x[order], table[name][order], COLORS[k % len(COLORS)],
                  DASHES[k % len(DASHES)], MARKS[k % len(MARKS)], dots=40)
            for k, name in enumerate(group)
        ]  # fmt: skip
        label = _y_label(table, group)
        panels.append(Panel(curves, _label(table, over), label, legend=len(group) > 1, room=0.03))
    return figure_of(panels, title=title, path=path)


def _categories(table: Table, over: str, names: list[str], title: str, path: Any) -> Any:
    """Draw measures over words, each in a place of its own."""
    words = [str(word) for word in table[over].tolist()]
    with style():
        figure = new_figure(WIDTH, HEIGHT * len(names) + (0.25 if title else 0.0))
        for k, name in enumerate(names):
            axes = figure.add_subplot(len(names), 1, k + 1)
            places = np.arange(len(words))
            axes.plot(places, table[name], "o", color=COLORS[k % len(COLORS)], markersize=4)
            axes.set_xticks(places, [plain(word) for word in words])
            axes.margins(x=0.08)
            axes.set(xlabel=plain(over), ylabel=plain(_label(table, name)))
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _families(
    table: Table,
    names: Sequence[str],
    grid: Sequence[np.ndarray],
    measures: list[str],
    title: str,
    path: Any,
) -> Any:
    along, by = names if len(grid[0]) >= len(grid[1]) else (names[1], names[0])
    panels = []
    for measure in measures:
        curves = []
        for k, value in enumerate(np.unique(table[by])):
            rows = np.flatnonzero(table[by] == value)
            rows = rows[np.argsort(table[along][rows], kind="stable")]
            unit = _label(table, by).removeprefix(by).strip(" []")
            label = f"{by} = {value:.6g} {unit}".strip()
            mark, color = MARKS[k % len(MARKS)], COLORS[k % len(COLORS)]
            x, y = table[along][rows], table[measure][rows]
            curves.append(Curve(label, x, y, color, "-", mark, dots=40))
        panels.append(Panel(curves, _label(table, along), _label(table, measure), room=0.03))
    return figure_of(panels, title=title, path=path)


def _maps(
    table: Table,
    names: Sequence[str],
    grid: Sequence[np.ndarray] | None,
    measures: list[str],
    title: str,
    path: Any,
) -> Any:
    x, y = (table[name] for name in names)
    height = 0.62 * WIDTH
    with style():
        figure = new_figure(WIDTH, height * len(measures) + (0.25 if title else 0.0))
        for k, measure in enumerate(measures):
            axes = figure.add_subplot(len(measures), 1, k + 1)
            axes.grid(False)
            z = table[measure]
            drawn = _grid_map(axes, grid, x, y, z) if grid is not None else _dots(axes, x, y, z)
            bar = figure.colorbar(drawn, ax=axes, pad=0.02)
            bar.set_label(plain(_label(table, measure)))
            bar.outline.set_linewidth(0.5)
            axes.set(xlabel=plain(_label(table, names[0])), ylabel=plain(_label(table, names[1])))
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _grid_map(
    axes: Any, grid: Sequence[np.ndarray], x: np.ndarray, y: np.ndarray, z: np.ndarray
) -> Any:
    """Draw a field of colors with lines of equal values; what failed stays white."""
    rows, columns = np.searchsorted(grid[1], y), np.searchsorted(grid[0], x)
    field = np.full((len(grid[1]), len(grid[0])), np.nan)
    field[rows, columns] = z
    drawn = axes.pcolormesh(*grid, field, cmap=COLOR_MAP, shading="nearest", rasterized=True)
    known = field[np.isfinite(field)]
    if min(field.shape) > 2 and known.size and np.ptp(known) > 1e-12 * np.max(np.abs(known)):
        lines = axes.contour(*grid, field, levels=6, colors="white", linewidths=0.7)
        axes.clabel(lines, fontsize=6.5, fmt="%.4g")
    return drawn


def _dots(axes: Any, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    axes.margins(0.04)
    return axes.scatter(x, y, c=z, cmap=COLOR_MAP, s=26, edgecolors=INK, linewidths=0.3)


def _scatter_matrix(
    table: Table, varied: Sequence[str], measures: list[str], title: str, path: Any
) -> Any:
    """Draw every column over every other, and how often each value was met."""
    names = [*varied, *measures][:MOST]
    n = len(names)
    side = max(1.05, min(1.6, 1.3 * WIDTH / n))
    with style():
        figure = new_figure(max(side * n, WIDTH), side * n + (0.25 if title else 0.0))
        for i, below in enumerate(names):
            for j, beside in enumerate(names[: i + 1]):
                axes = figure.add_subplot(n, n, i * n + j + 1)
                axes.margins(x=0.06)
                axes.tick_params(labelsize=6, labelbottom=i == n - 1, labelleft=j == 0 < i)
                axes.locator_params(nbins=3)
                if i == j:
                    _counts(axes, table[below])
                else:
                    color = COLORS[0] if below in measures else COLORS[6]
                    axes.plot(table[beside], table[below], "o", color=color, markersize=1.8,
                              alpha=0.7, markeredgewidth=0)  # fmt: skip
                if i == n - 1:
                    axes.set_xlabel(plain(_broken(_label(table, beside))), fontsize=6.5)
                if j == 0:
                    axes.set_ylabel(plain(_broken(_label(table, below))), fontsize=6.5)
        figure.align_labels()
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _counts(axes: Any, values: np.ndarray) -> None:
    known = values[np.isfinite(values)]
    axes.grid(False)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    if known.size:
        axes.hist(known, bins=min(20, max(5, len(known) // 5)), color=COLORS[5], linewidth=0)


def _broken(label: str) -> str:
    """Return a label with its unit on a line of its own."""
    return label.replace(" [", "\n[")

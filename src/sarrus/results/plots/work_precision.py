"""Error against time of several methods or programs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.results.plots.panel import Curve, Panel, draw
from sarrus.results.plots.style import (
    COLORS,
    DASHES,
    WIDTH,
    new_figure,
    plain,
    save_figure,
    shown_name,
    style,
)

MARKS = ("o", "s", "^", "v", "D", "P", "X", "*")


@dataclass(frozen=True, eq=False)
class Precision:
    """One method at several tolerances or step sizes: seconds and errors, the cheapest first.

    family: methods of one program share a color.
    """

    family: str
    method: str
    seconds: Sequence[float]
    errors: Sequence[float]

    @property
    def name(self) -> str:
        """What the legend calls it."""
        return f"{self.family} {self.method}".strip()


def work_precision(
    panels: Mapping[str, Sequence[Precision]],
    *,
    columns: int = 2,
    error: str = "largest error, part of the travel [-]",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of errors against seconds, a panel for each problem, with a common legend.

    Lower and further left is better.
    """
    every = [curve for curves in panels.values() for curve in curves]
    families = list(dict.fromkeys(curve.family for curve in every))
    methods: dict[str, list[str]] = {family: [] for family in families}
    for curve in every:
        if curve.method not in methods[curve.family]:
            methods[curve.family].append(curve.method)
    look = {curve.name: (families.index(curve.family), methods[curve.family].index(curve.method))
            for curve in every}  # fmt: skip
    columns = max(1, min(columns, len(panels)))
    rows = -(-len(panels) // columns)
    with style():
        figure = new_figure(WIDTH if columns < 3 else 1.5 * WIDTH, 2.5 * rows + 0.7)
        handles: dict[str, Any] = {}
        for k, (title, curves) in enumerate(panels.items()):
            axes = figure.add_subplot(rows, columns, k + 1)
            lines = [_line(curve, *look[curve.name]) for curve in curves]
            label = "wall time [s]" if k + columns >= len(panels) else ""
            draw(axes, Panel(lines, label, "", title=title, log=True, legend=False))
            axes.margins(0.06)
            handles.update(zip([c.name for c in curves], axes.lines, strict=True))
        figure.supylabel(plain(error), fontsize=8.0)
        names = sorted(handles, key=lambda name: look[name])
        labels = [shown_name(name) for name in names]
        most = min(len(names), 4 if columns < 3 else 5)
        figure.legend([handles[name] for name in names], labels, ncols=most,
                      loc="outside lower center")  # fmt: skip
    return save_figure(figure, path)


def _line(curve: Precision, family: int, method: int) -> Curve:
    seconds, errors = np.asarray(curve.seconds, float), np.asarray(curve.errors, float)
    good = np.isfinite(seconds) & np.isfinite(errors)
    color, dash = COLORS[family % len(COLORS)], DASHES[method % len(DASHES)]
    mark = MARKS[method % len(MARKS)]
    return Curve(curve.name, seconds[good], errors[good], color, dash, mark, 0)

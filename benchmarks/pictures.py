"""Pictures of the results: error against time, cost per body, compile times, batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import titles
from rows import PEERS, Group, Row

from sarrus.results import plots
from sarrus.results.plots.style import COLORS, WIDTH, new_figure, save_figure, style

SARRUS = "Sarrus"
LOOK = dict(zip((SARRUS, *PEERS), zip(COLORS, "os^Dv", strict=False), strict=True))
"""The color and the mark of each program."""
ERROR = "largest error of the path, part of its travel [-]"

Lines = dict[str, tuple[list[int], list[float]]]
"""Sizes and values by program."""


def draw(groups: Mapping[str, Group], folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Save all pictures that the groups allow; return file and caption by group."""
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[tuple[str, str]]] = {}
    for name, (group, make, caption) in PICTURES.items():
        if group in groups and make(groups[group], folder / name):
            found.setdefault(group, []).append((name, caption))
    return found


def work_precision(group: Group, path: Path) -> bool:
    if not group.curves:
        return False
    panels = {
        title: [
            plots.Precision(c["program"], c["method"], c["seconds"], c["errors"]) for c in curves
        ]
        for title, curves in group.curves.items()
    }
    plots.work_precision(panels, columns=3, error=ERROR, path=path)
    return True


def cost_per_body(group: Group, path: Path) -> bool:
    """A panel for each quantity and kind of tree."""
    panels = {}
    for quantity in titles.QUANTITIES:
        rows = group.of(quantity.capitalize())
        for kind in dict.fromkeys(row.case for row in rows):
            mine = [row for row in rows if row.case == kind]
            panels[f"{quantity}, {kind}"] = _lines(mine, lambda s, n: 1e9 * s / n)
    return _panels(panels, "nanoseconds per body", path)


def compile_times(group: Group, path: Path) -> bool:
    """Times of compiling and loading kernels of both kinds of tree, beside the others' models."""
    panels = {}
    for table, how in ((titles.COLD, "cold"), (titles.CACHED, "cached")):
        rows = group.of(table)
        for kind in dict.fromkeys(row.case for row in rows):
            mine = [row for row in rows if row.case == kind]
            panels[f"{how}, {kind}"] = _lines(mine, lambda s, n: s)
    return _panels(panels, "seconds", path)


def _lines(rows: Sequence[Row], scaled: Any) -> Lines:
    lines: Lines = {}
    for row in rows:
        for name, time in ((SARRUS, row.ours), (row.program, row.theirs)):
            if time is None or not name:
                continue
            sizes, values = lines.setdefault(name, ([], []))
            if row.size not in sizes:
                sizes.append(row.size)
                values.append(scaled(time.median, row.size))
    return lines


def _panels(panels: Mapping[str, Lines], label: str, path: Path) -> bool:
    if not any(panels.values()):
        return False
    columns = 2
    rows = -(-len(panels) // columns)
    with style():
        figure = new_figure(WIDTH, 2.0 * rows + 0.5)
        handles: dict[str, Any] = {}
        for k, (title, lines) in enumerate(panels.items()):
            axes = figure.add_subplot(rows, columns, k + 1)
            for name, (sizes, values) in lines.items():
                color, mark = LOOK[name]
                (handles[name],) = axes.plot(sizes, values, color=color, marker=mark)
            axes.set(xscale="log", yscale="log", title=title)
            axes.margins(0.06)
            if k + columns >= len(panels):
                axes.set_xlabel("bodies")
        figure.supylabel(label, fontsize=8.0)
        _legend(figure, handles)
    save_figure(figure, path)
    return True


def batches(group: Group, path: Path) -> bool:
    """Bars: how many times longer the other program takes on one core."""
    bars = [
        (f"{row.what}, {row.case}", row.ratio, row.program)
        for table in (titles.EVALUATIONS, titles.SIMULATIONS)
        for row in group.of(table)
        if row.ratio is not None and "whole" not in row.peer
    ]
    if not bars:
        return False
    with style():
        figure = new_figure(WIDTH, 0.28 * len(bars) + 0.9)
        axes = figure.add_subplot()
        handles = {}
        for k, (_, ratio, program) in enumerate(bars):
            (handles[program],) = axes.barh(-k, ratio, height=0.62, color=LOOK[program][0])
            axes.text(ratio, -k, f" {ratio:.3g}", va="center", fontsize=7.5)
        axes.set_yticks([-k for k in range(len(bars))], [name for name, *_ in bars])
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("time of the other program over ours, one core [-]")
        axes.axvline(1.0, color="black", linewidth=0.6)
        axes.margins(x=0.1)
        axes.set_xlim(left=0.0)
        _legend(figure, handles)
    save_figure(figure, path)
    return True


def _legend(figure: Any, handles: Mapping[str, Any]) -> None:
    names = [name for name in LOOK if name in handles]
    place = "outside lower center"
    figure.legend([handles[n] for n in names], names, ncols=len(names), loc=place)


PICTURES = {
    "benchmark_work_precision.svg": (
        "simulate",
        work_precision,
        "Error against wall time; lower and further left is better",
    ),
    "benchmark_coordinates.svg": (
        "coordinates",
        work_precision,
        "Independent coordinates and projection: error against wall time",
    ),
    "benchmark_beams.svg": (
        "beams",
        work_precision,
        "Flexible beams: error against wall time",
    ),
    "benchmark_scaling.svg": ("scaling", cost_per_body, "Cost per body against number of bodies"),
    "benchmark_compile.svg": ("compile", compile_times, "Seconds until the first result is ready"),
    "benchmark_batches.svg": ("batches", batches, "Many states at once, one core"),
}

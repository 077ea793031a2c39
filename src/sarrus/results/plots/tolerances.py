"""Tolerances as a figure: whose fault it is, the band along the motion, samples beside the law."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, draw
from sarrus.results.plots.style import (
    COLORS,
    PALE,
    WIDTH,
    new_figure,
    plain,
    save_figure,
    shown_unit,
    style,
)

MOST = 12
"""Bars of contributions."""
BINS = 40


def tolerances_plot(
    found: Any,
    *,
    output: str | None = None,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of a `sarrus.design.Tolerances`, of one output, the first by default.

    Shares of the variance, largest first, with their sum; the band of the worst case and of three
    standard deviations about the nominal values; the samples at the worst instant, with the normal
    law of the linear stack-up.
    """
    name = found.outputs[0] if output is None else output
    shares = found.contributions(name)[:MOST]
    m = found.outputs.index(name)
    unit = shown_unit(found.units[m])
    with style():
        figure = new_figure(1.35 * WIDTH, 5.2 if len(found.t) > 1 else 2.9)
        rows = 2 if len(found.t) > 1 else 1
        grid = figure.add_gridspec(rows, 2)
        _bars(figure.add_subplot(grid[0, 0]), shares, name)
        _samples(figure.add_subplot(grid[0, 1]), found, m, f"{name} {unit}")
        if rows == 2:
            draw(figure.add_subplot(grid[1, :]), _band(found, m, f"{name} off nominal {unit}"))
        if title:
            figure.suptitle(plain(title), x=0.01, ha="left", fontsize=9.5)
    return save_figure(figure, path)


def _bars(axes: Any, shares: Any, name: str) -> None:
    values = np.array([100.0 * one.share for one in shares])
    places = np.arange(len(shares))
    axes.bar(places, values, color=COLORS[0], width=0.7)
    axes.plot(places, np.cumsum(values), color=COLORS[1], marker="o", markersize=3, linewidth=1.0)
    axes.set_xticks(places, [plain(one.name) for one in shares], rotation=30, ha="right")
    axes.set_ylabel(plain("share of the variance [%]"))
    axes.set_title(plain(name))
    axes.set_ylim(0.0, 105.0)


def _samples(axes: Any, found: Any, m: int, label: str) -> None:
    k = found.instant(found.outputs[m])
    mean, sigma = float(found.mean[k, m]), max(float(found.deviation[k, m]), 1e-300)
    nominal, worst = float(found.nominal[k, m]), float(found.worst[k, m])
    x = np.linspace(mean - 4.0 * sigma, mean + 4.0 * sigma, 201)
    if found.monte_carlo is not None:
        values = found.monte_carlo.values[:, k, m]
        values = values[np.isfinite(values)]
        axes.hist(values, bins=BINS, density=True, color=PALE, alpha=0.5, label="samples")
    law = np.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * np.sqrt(2.0 * np.pi))
    axes.plot(x, law, color=COLORS[0], label="linear, normal")
    for side in (-worst, worst):
        axes.axvline(nominal + side, color=COLORS[1], linewidth=0.9, linestyle=(0, (3, 2)),
                     label="worst case" if side > 0 else None)  # fmt: skip
    axes.set_xlabel(plain(f"{label} at {found.t[k]:.4g} s"))
    axes.set_ylabel("density")
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.02), ncols=3)


def _band(found: Any, m: int, label: str) -> Panel:
    off = found.mean[:, m] - found.nominal[:, m]
    wide, worst = 3.0 * found.deviation[:, m], found.worst[:, m]
    curves = [
        Curve("3 sigma, linear", found.t, off + wide, COLORS[0]),
        Curve("", found.t, off - wide, COLORS[0]),
        Curve("worst case", found.t, worst, COLORS[1], (0, (3, 2))),
        Curve("", found.t, -worst, COLORS[1], (0, (3, 2))),
    ]
    if found.monte_carlo is not None:
        for q, name in ((0.99865, "0.135 % and 99.865 % of samples"), (0.00135, "")):
            y = found.monte_carlo.quantile(q)[:, m] - found.nominal[:, m]
            curves.append(Curve(name, found.t, y, COLORS[2], "", ".", 0))
    return Panel(curves, "time [s]", label)

"""Where a robot can work: a quantity over slices of its grid, in colors."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.style import new_figure, plain, save_figure, style
from sarrus.results.plots.sweeps import COLOR_MAP

LETTERS = "xyz"


def work_map_plot(
    found: Any,
    quantity: str,
    unit: str,
    *,
    slices: int = 3,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure of a quantity of a `WorkMap` over two axes, in slices across the third.

    Example:
        plots.work_map_plot(found, "payload", "kg", path="payload.png")
    """
    values = np.asarray(found[quantity])
    across = int(np.argmin([len(axis) for axis in found.axes]))
    a, b = (k for k in range(3) if k != across)
    depth = found.axes[across]
    chosen = np.unique(np.linspace(0, len(depth) - 1, min(slices, len(depth))).round().astype(int))
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    with style():
        figure = new_figure(3.1 * len(chosen) + 0.8, 3.0)
        row = figure.subplots(1, len(chosen), squeeze=False)[0]
        for axes, k in zip(row, chosen, strict=True):
            field = np.take(values, k, axis=across).T
            field = np.where(np.take(found["reached"], k, axis=across).T > 0.0, field, np.nan)
            drawn = axes.pcolormesh(
                found.axes[a], found.axes[b], field, cmap=COLOR_MAP, shading="nearest",
                vmin=low, vmax=high, rasterized=True,
            )  # fmt: skip
            axes.set(xlabel=f"{LETTERS[a]} [m]", ylabel=f"{LETTERS[b]} [m]", aspect="equal")
            axes.set_title(f"{LETTERS[across]} = {depth[k]:.4g} m", fontsize=8.5)
        bar = figure.colorbar(drawn, ax=row, pad=0.02)
        bar.set_label(plain(f"{quantity} [{unit}]" if unit else quantity))
        bar.outline.set_linewidth(0.5)
    return save_figure(figure, path)

"""Identification as figures: efforts measured and predicted, intervals, motions to measure."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, draw, figure_of
from sarrus.results.plots.style import (
    COLORS,
    INK,
    PALE,
    WIDTH,
    new_figure,
    plain,
    save_figure,
    style,
)

MOST_JOINTS = 7
"""Joints whose efforts are drawn."""
MOST_BARS = 60
"""Base parameters or errors of geometry that are drawn."""


def identified_plot(found: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a Figure of an `Identified`.

    For each joint the effort that was measured, that of the identified model, and what is left;
    with other data where there are any. Below, the relative 95 % interval of each base parameter.

    Example:
        plots.identified_plot(found, path="identified.png")
    """
    data = found.agreement if found.checked is None else found.checked
    joints = data.joints[:MOST_JOINTS]
    units = _effort_units(found.system, joints)
    with style():
        figure = new_figure(1.35 * WIDTH, 1.05 * len(joints) + 2.6)
        grid = figure.add_gridspec(len(joints) + 1, 1, height_ratios=[*[1.0] * len(joints), 1.6])
        for k, joint in enumerate(joints):
            axes = figure.add_subplot(grid[k, 0])
            draw(axes, _efforts(data, k, f"{joint} {units[k]}", k == len(joints) - 1))
        _intervals(figure.add_subplot(grid[len(joints), 0]), found)
        title = "efforts of other data" if found.checked is not None else "efforts"
        text = f"{found.system.model.name}: {title}, and what is known of the numbers"
        figure.suptitle(plain(text), x=0.01, ha="left", fontsize=9.5)  # fmt: skip
    return save_figure(figure, path)


def _effort_units(system: Any, joints: Any) -> list[str]:
    turns = [system.model.joint(j).type.coordinates[0].unit == "rad" for j in joints]
    return ["[N m]" if turn else "[N]" for turn in turns]


def _efforts(data: Any, k: int, label: str, last: bool) -> Panel:
    measured, predicted = data.measured[:, k], data.predicted[:, k]
    known = np.isfinite(measured)
    t = data.t[known]
    curves = [
        Curve("measured", t, measured[known], color=PALE, width=2.2),
        Curve("identified", t, predicted[known], color=COLORS[0]),
        Curve("as it was", t, data.before[known, k], color=COLORS[3], dash=":"),
        Curve("left", t, (measured - predicted)[known], color=COLORS[1], width=0.8),
    ]
    return Panel(curves, "time [s]" if last else "", label)


def _intervals(axes: Any, found: Any) -> None:
    """Draw half of the interval of each base parameter over its size, the best known first."""
    sizes = np.maximum(np.abs(found.beta), 1e-300)
    part = 100.0 * found.interval / sizes
    order = np.argsort(part)[:MOST_BARS]
    names = [found.base.names[found.base.base[k]] for k in order]
    shown = np.clip(part[order], 1e-3, 1e3)
    axes.bar(
        np.arange(len(order)), shown, color=[COLORS[0] if p < 30 else COLORS[1] for p in shown]
    )
    axes.set_yscale("log")
    axes.axhline(30.0, color=INK, linewidth=0.6, linestyle=":")
    axes.set_xticks(np.arange(len(order)), [plain(n) for n in names], rotation=90, fontsize=6)
    axes.set_ylabel(plain("interval [%]"))
    axes.margins(x=0.01)


def excitation_plot(found: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a Figure of an `Excitation`: positions, rates, accelerations, efforts over a period.

    Example:
        plots.excitation_plot(motion, path="excitation.png")
    """
    data = found.measured
    turns = found.system.model.joint(found.joints[0]).type.coordinates[0].unit == "rad"
    unit, effort = ("rad", "N m") if turns else ("m", "N")
    listed = (
        (f"position [{unit}]", data.q), (f"rate [{unit}/s]", data.v),
        (f"acceleration [{unit}/s^2]", data.a), (f"effort [{effort}]", data.tau),
    )  # fmt: skip
    panels = [
        Panel([Curve(j, data.t, columns[j]) for j in found.joints], "time [s]", label)
        for label, columns in listed
    ]
    return figure_of(panels, path=path)


def calibration_plot(found: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a Figure of a `Calibrated`: what poses miss before and after, and the errors found.

    Example:
        plots.calibration_plot(found, path="calibrated.png")
    """
    with style():
        figure = new_figure(1.35 * WIDTH, 4.6)
        top, below = figure.subplots(2, 1)
        places = np.arange(len(found.before))
        top.semilogy(places, 1e3 * found.before, "o", color=PALE, markersize=3, label="before")
        top.semilogy(places, 1e3 * np.maximum(found.after, 1e-12), "o", color=COLORS[0],
                     markersize=3, label="after")  # fmt: skip
        if found.checked is not None:
            after = 1e3 * np.maximum(found.checked, 1e-12)
            top.semilogy(places[-1] + 2 + np.arange(len(after)), after, "s", color=COLORS[1],
                         markersize=3, label="other poses")  # fmt: skip
        top.margins(x=0.02)
        top.set_xlabel(plain("pose"))
        top.set_ylabel(plain("missed by [mm]"))
        top.legend(loc="upper right", fontsize=7)
        order = np.argsort(-np.abs(found.values) / np.maximum(found.deviation, 1e-300))[:MOST_BARS]
        names = [found.parameters[k].name for k in order]
        shown = 1e3 * found.values[order]
        below.bar(np.arange(len(order)), shown, color=COLORS[0],
                  yerr=np.minimum(1e3 * found.interval[order], 1e3 * np.max(np.abs(found.values))),
                  error_kw={"linewidth": 0.7, "ecolor": INK})  # fmt: skip
        below.set_xticks(np.arange(len(order)), [plain(n) for n in names], rotation=90, fontsize=6)
        below.set_ylabel(plain("error [mm or mrad]"))
        below.margins(x=0.01)
    return save_figure(figure, path)

"""Pictures of counted cycles and of the free-body diagram of a load case."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.plots.style import (
    COLORS,
    INK,
    PALE,
    new_figure,
    plain,
    save_figure,
    shown_unit,
    style,
)

if TYPE_CHECKING:
    from sarrus.durability.body_loads import LoadCase
    from sarrus.durability.counting import Cycles

PLANES = ("xy", "xz", "yz", "yx", "zx", "zy")


def cycles_picture(
    cycles: Cycles, *, classes: int = 32, path: str | os.PathLike[str] | None = None
) -> Any:
    """Return a Figure: the range-mean matrix, and how many cycles are as large or larger."""
    with style():
        figure = new_figure(height=2.9)
        left, right = figure.subplots(1, 2)
        counts, ranges, means = cycles.matrix(classes, classes)
        shown = np.where(counts > 0.0, counts, np.nan)
        mesh = left.pcolormesh(means, ranges, shown, cmap="viridis_r", rasterized=True)
        figure.colorbar(mesh, ax=left, label="cycles")
        unit = shown_unit(cycles.unit)
        left.set_xlabel(f"mean {unit}")
        left.set_ylabel(f"range {unit}")
        left.set_title(plain(cycles.name) or "range and mean")
        largest, number = cycles.exceedance()
        if len(largest):
            steps = np.concatenate([[number[0]], number]), np.concatenate([[largest[0]], largest])
            right.step(*steps, where="pre", color=COLORS[0])
            right.set_xscale("log")
        right.set_xlabel("cycles as large or larger")
        right.set_ylabel(f"range {unit}")
        right.set_title("spectrum of ranges")
        return save_figure(figure, path)


def free_body_picture(
    case: LoadCase, *, axes: str = "", path: str | os.PathLike[str] | None = None
) -> Any:
    """Return a Figure of a body with the forces on it, gravity and inertia included.

    axes: the plane of body axes that is shown, that of the largest forces and distances unless
    given. Forces are arrows whose heads are at their points; moments stand beside them.
    """
    if axes and axes not in PLANES:
        rule = f"must be one of {', '.join(PLANES)}"
        raise ModelError(Problem("S57", "axes", rule, repr(axes)[:80]))
    i, j = ("xyz".index(c) for c in axes or _plane(case))
    com = case.inertia.com
    places = [load.at for load in case.loads]
    reach = np.max([case.length, 0.05 * case.size])
    inertia = case.inertia.body_force
    forces = [load.force for load in case.loads] + [inertia]
    most = max(float(np.linalg.norm(f[[i, j]])) for f in forces) or 1.0
    with style():
        figure = new_figure(height=3.6, fixed=True)
        ax = figure.subplots()
        for place in places:
            ax.plot([com[i], place[i]], [com[j], place[j]], color=PALE, lw=3.0, zorder=1)
        for k, load in enumerate(case.loads):
            color = COLORS[k % len(COLORS)]
            label = f"{load.name}: {np.linalg.norm(load.force):.4g} N"
            size = float(np.linalg.norm(load.moment))
            label += f", {size:.4g} N m" if size > 1e-9 * most * reach else ""
            label += "" if load.unique else " (not unique)"
            _arrow(ax, load.at[[i, j]], load.force[[i, j]] * (reach / most), color, plain(label))
        label = f"gravity and inertia: {np.linalg.norm(inertia):.4g} N"
        _arrow(ax, com[[i, j]], inertia[[i, j]] * (reach / most), INK, label)
        ax.plot(*com[[i, j]], marker="o", color=INK, ms=4.0)
        ax.set_aspect("equal", adjustable="datalim")
        ax.margins(0.12)
        ax.set_xlabel(f"{'xyz'[i]} of the body [m]")
        ax.set_ylabel(f"{'xyz'[j]} of the body [m]")
        ax.set_title(plain(f"{case.body}, {case.name}, t = {case.t:.4g} s"))
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0))
        return save_figure(figure, path)


def _arrow(ax: Any, head: np.ndarray, vector: np.ndarray, color: str, label: str) -> None:
    tail = head - vector
    ax.plot(*np.array([tail, head]).T, color=color, lw=1.6, label=label, zorder=3)
    if float(np.linalg.norm(vector)) > 0.0:
        how = {"arrowstyle": "-|>", "color": color, "lw": 0.0, "mutation_scale": 12.0}
        ax.annotate("", xy=head, xytext=tail, arrowprops={**how, "shrinkA": 0.0, "shrinkB": 0.0})


def _plane(case: LoadCase) -> str:
    """Return the two axes along which the loads do most."""
    points = np.array([load.at - case.inertia.com for load in case.loads])
    forces = np.array([load.force for load in case.loads] + [case.inertia.body_force])
    size = np.linalg.norm(forces, axis=0) / (np.linalg.norm(forces) or 1.0)
    size = size + np.linalg.norm(points, axis=0) / (np.linalg.norm(points) or 1.0)
    return "".join("xyz"[k] for k in sorted(np.argsort(-size, kind="stable")[:2]))

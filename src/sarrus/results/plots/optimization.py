"""Optimizations in a figure: the best value over the designs that were run, and fronts."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, PALE, shown_unit


def progress_plot(best: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a figure of an `Optimum`: the objective of every design, and the best so far."""
    values = np.array([step.value for step in best.steps])
    sign = -1.0 if getattr(best.terms.objectives[0], "maximize", False) else 1.0
    factor = best.units.factor(best.unit) if best.unit else 1.0
    number = np.arange(1, len(values) + 1)
    feasible = np.array(
        [best.program.violation(best.evaluation.found[s.x.tobytes()]) <= 1e-6 for s in best.steps]
    )
    so_far = np.fmin.accumulate(np.where(feasible, values, np.inf))
    so_far[~np.isfinite(so_far)] = np.nan
    unit = shown_unit(best.units.shown_unit(best.unit) if best.unit else "")
    curves = [
        Curve("designs that were run", number, sign * factor * values, PALE, "", ".", 0),
        Curve("best that holds all limits", number, sign * factor * so_far, COLORS[0]),
    ]
    label = f"{best.terms.objectives[0].text} {unit}".strip()
    return figure_of([Panel(curves, "designs", label)], path=path)


def front_plot(best: Any, *, path: str | os.PathLike[str] | None = None) -> Any:
    """Return a figure of a front: every further objective over the first one."""
    front = best.front
    labels, columns = [], []
    for k, one in enumerate(best.terms.objectives):
        factor = best.units.factor(one.unit) if one.unit else 1.0
        unit = shown_unit(best.units.shown_unit(one.unit) if one.unit else "")
        labels.append(f"{one.text} {unit}".strip())
        columns.append(factor * front.values[:, k])
    before = [
        (best.units.factor(o.unit) if o.unit else 1.0) * best.terms.objective(k, best.first.values)
        for k, o in enumerate(best.terms.objectives)
    ]
    panels = []
    for k in range(1, len(columns)):
        curves = [
            Curve("front", columns[0], columns[k], COLORS[0], "-" if len(columns) == 2 else "",
                  "o", 0),
            Curve("before", np.array([before[0]]), np.array([before[k]]), COLORS[1], "", "s", 0),
        ]  # fmt: skip
        panels.append(Panel(curves, labels[0], labels[k]))
    return figure_of(panels, path=path)

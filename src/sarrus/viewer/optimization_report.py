"""The report of an optimization: designs before and after, limits and prices, both motions."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import printable
from sarrus.results.html_page import page, picture, table
from sarrus.results.plots import Curve, Panel, figure_of
from sarrus.results.plots.optimization import front_plot, progress_plot
from sarrus.viewer.html import check_free, page_of, write_new
from sarrus.viewer.scene import scene_of

BEFORE = "before"


def write_optimization_report(
    best: Any, path: str | os.PathLike[str], *, view: bool = True, overwrite: bool = False
) -> Path:
    """Write the report of an `Optimum` as one page that needs no network."""
    target = Path(path)
    check_free(target, overwrite)
    heading = printable(best.system.model.name, 200)
    parts = [
        f"<h1>{escape(heading)}: optimization</h1>",
        *_verdict(best),
        "<h2>Design</h2>",
        table(_design(best)),
        "<h2>Objectives</h2>",
        table(_objectives(best)),
        *_limits(best),
        *_channels(best),
        *(_view(best) if view else []),
        "<h2>Search</h2>",
        *_search(best),
    ]
    write_new(target, page(heading, parts).encode("utf-8"), overwrite)
    return target


def _verdict(best: Any) -> list[str]:
    kind = "pass" if best.feasible and not best.interrupted else "open"
    words = "All constraints hold." if best.feasible else "Some constraints are missed."
    if best.interrupted:
        words += " The search was interrupted; this is the best design so far."
    text = f"{best.evaluations} designs were run. {words}"
    notes = [f'<p class="note">{escape(str(p))}</p>' for p in best.notices]
    return [f'<p class="verdict {kind}">{escape(text)}</p>', *notes]


def _design(best: Any) -> list[list[str]]:
    rows = [["number", "unit", "from", "to", "before", "after", "at a bound, price"]]
    for v, before, after in zip(best.space.variables, best.space.x0, best.x, strict=True):
        factor = best.units.factor(v.unit) if v.unit else 1.0
        unit = best.units.shown_unit(v.unit) if v.unit else ""
        price = f"{best.bounds[v.name] / factor:.4g}" if v.name in best.bounds else ""
        numbers = [f"{factor * x:.6g}" for x in (v.low, v.high, before, after)]
        rows.append([v.name, unit, *numbers, price])
    return rows


def _objectives(best: Any) -> list[list[str]]:
    rows = [["objective", "unit", "before", "after", "change"]]
    for k, one in enumerate(best.terms.objectives):
        before, after = (best.terms.objective(k, o.values) for o in (best.first, best.last))
        factor = best.units.factor(one.unit) if one.unit else 1.0
        change = f"{100.0 * (after / before - 1.0):+.3g} %" if before else ""
        unit = best.units.shown_unit(one.unit) if one.unit else ""
        rows.append([one.text, unit, f"{factor * before:.6g}", f"{factor * after:.6g}", change])
    return rows


def _limits(best: Any) -> list[str]:
    if not best.constraints:
        return []
    rows = [["constraint", "unit", "before", "after", "state", "price"]]
    for one in best.constraints:
        factor = best.units.factor(one.unit) if one.unit else 1.0
        unit = best.units.shown_unit(one.unit) if one.unit else ""
        state = "missed" if one.missed else "active" if one.active else "free"
        numbers = [f"{factor * x:.5g}" for x in (one.before, one.after)]
        rows.append([one.text, unit, *numbers, state, f"{one.price / factor:.4g}"])
    note = (
        '<p class="note">Before and after: the left side minus the right one of what must be at '
        "most 0. Price: by how much the objective falls for each unit that the limit gives "
        "way.</p>"
    )
    return ["<h2>Constraints</h2>", table(rows), note]


def _channels(best: Any) -> list[str]:
    """Return the channels of objectives and constraints over time, before and after."""
    names = dict.fromkeys(name for row in best.terms.rows for name in row.channels)
    if not names:
        return []
    panels = []
    for name in names:
        curves = []
        for label, run, dash in ((BEFORE, best.run_before, "--"), ("after", best.run, "-")):
            channel = run.history.in_units()[name]
            curves.append(Curve(label, np.asarray(run.t), np.asarray(channel), "", dash))
        panels.append(Panel(curves, "t [s]", f"{name} [{channel.unit}]" if channel.unit else name))
    return ["<h2>Motion</h2>", picture(figure_of(panels), "channels before and after")]


def _view(best: Any) -> list[str]:
    """Return both mechanisms in one view: the one before is translucent."""
    shown = escape(page_of(scene_of(best.run, ghost={BEFORE: best.run_before})))
    return [
        f'<div class="screen"><iframe srcdoc="{shown}" sandbox="allow-scripts allow-downloads" '
        f'title="3-D view of both designs"></iframe></div>'
    ]


def _search(best: Any) -> list[str]:
    found = [picture(progress_plot(best), "value over designs", "Designs in their order.")]
    if best.front is not None:
        found.insert(0, picture(front_plot(best), "front", "None is better in all objectives."))
    return found

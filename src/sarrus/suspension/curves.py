"""Curves of a corner over travel or steer, and the report of a rig as one page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem

if TYPE_CHECKING:
    from sarrus.suspension.rig import Rig
    from sarrus.suspension.sweep import Column, Sweep

DRAWN = (
    "camber", "toe", "steer_angle", "half_track_change", "wheelbase_change", "caster",
    "kingpin_inclination", "scrub_radius", "trail", "roll_centre_height",
)  # fmt: skip
"""What is drawn unless it is said, besides motion ratios and the wheel load."""
HEIGHT = 2.0
"""Height of a panel [inch]."""
WIDTH = 3.6
"""Width of a panel in a report, two beside each other [inch]."""
LEVEL = 1e-9
"""Part of its size by which a column varies that does not vary."""
NOT_UNIQUE = " (not unique)"


def figure(
    sweep: Sweep,
    names: Sequence[str],
    against: str | None,
    title: str | None,
    path: str | os.PathLike[str] | None,
) -> Any:
    """Return a Figure of columns over travel or steer; see `Sweep.plot`."""
    from sarrus.results.plots import figure_of

    shown = sweep.title if title is None else title
    return figure_of(_panels(sweep, names, against), title=shown, path=path)


def _panels(sweep: Sweep, names: Sequence[str] = (), against: str | None = None) -> list[Any]:
    """Return a panel for each column."""
    from sarrus.results.plots import Curve, Panel
    from sarrus.results.plots.style import shown_unit

    if len(sweep.shape) != 1 or "case" in sweep:
        rule = "is a grid or a list of load cases, not a line of positions"
        raise ModelError(Problem("S03", "plot of a rig", rule, action="plot a travel or a steer"))
    along = sweep.column(against or _swept_name(sweep))
    chosen = [sweep.column(name) for name in names or drawn_names(sweep)]
    return [
        Panel(
            [Curve(_name(column), along.values, column.values)],
            f"{along.name} {shown_unit(along.unit)}",
            f"{_name(column)} {shown_unit(column.unit)}",
            legend=False,
            height=HEIGHT,
        )
        for column in chosen
    ]


def drawn_names(sweep: Sweep) -> list[str]:
    """Return the columns that are drawn unless others are named."""
    ratios = [n for n in sweep.names if n.endswith(".motion_ratio") or n == "wheel_load"]
    return [*(n for n in DRAWN if n in sweep), *ratios]


def _name(column: Column) -> str:
    return column.name if np.all(column.unique) else f"{column.name}{NOT_UNIQUE}"


def _swept_name(sweep: Sweep) -> str:
    """Return which of travel and steer the sweep goes along."""
    if "steer" not in sweep:
        return "travel"
    spans = {name: float(np.ptp(sweep[name])) for name in ("travel", "steer")}
    return "travel" if spans["travel"] > LEVEL else "steer"


def write_report(
    rig: Rig,
    path: str | os.PathLike[str],
    *sweeps: Sweep,
    title: str | None = None,
    units: Sequence[str] | str = ("mm", "deg"),
    notices: Sequence[Problem] = (),
    overwrite: bool = False,
) -> Path:
    """Write the report of a corner as one page: its design position, curves, tables and forces.

    sweeps: of the rig, over travel or steer, or load cases; units: of all that is shown.

    Example:
        sarrus.suspension.write_report(rig, "corner.html", rig.travel(-0.08, 0.08))
    """
    from sarrus.results.html_page import page, pictures, table
    from sarrus.storage.new_file import write_text
    from sarrus.suspension.corner_scene import corner_view

    name = rig.system.model.name
    heading = title or f"{name}: {'left' if rig.corner.side > 0 else 'right'} corner"
    design = rig.design_sweep().in_units(units)
    parts = [f"<h1>{escape(heading)}</h1>"]
    if notices:
        items = "".join(f"<li>{escape(str(p))}</li>" for p in notices)
        parts.append(f'<div class="verdict open"><ul>{items}</ul></div>')
    parts += [
        '<p class="note">x forward, y to the left, z up. Camber is positive with the top outward, '
        "toe with the front inward; a motion ratio is the change of length per wheel travel.</p>",
        "<h2>Design position</h2>",
        table([["", "value", "unit", "meaning"], *(_design_row(design, n) for n in design.names)]),
    ]
    for sweep in sweeps:
        shown = sweep.in_units(units)
        parts.append(f"<h2>{escape(shown.title)}</h2>")
        if len(sweep.positions) > 1:
            parts.append(f'<div class="screen">{corner_view(shown)}</div>')
        if len(shown.shape) == 1 and "case" not in shown:
            parts += pictures(partial(_small_pictures, shown))
        parts.append(table(_rows(shown, _kinematic_names(shown))))
        forces = [n for n in shown.names if ".force." in n or n.endswith((".effort", ".force"))]
        if forces:
            parts.append("<h2>Forces at the pickup points</h2>")
            parts.append(table(_force_rows(shown, forces)))
            if not all(np.all(shown.column(n).unique) for n in forces):
                note = "* not decided by statics: shared equally."
                parts.append(f'<p class="note">{note}</p>')
    write_text(str(path), page(heading, parts), overwrite=overwrite)
    return Path(path)


def _small_pictures(shown: Sweep) -> list[str]:
    """Return the curves of a sweep beside each other."""
    from sarrus.results.html_page import picture
    from sarrus.results.plots import figure_of

    small = [figure_of([panel], width=WIDTH) for panel in _panels(shown)]
    drawn = [picture(one, name) for one, name in zip(small, drawn_names(shown), strict=True)]
    return [f'<div class="columns">{"".join(drawn)}</div>']


def _design_row(design: Sweep, name: str) -> list[str]:
    column = design.column(name)
    return [name, _short(column.values[0]), column.unit, column.description]


def _kinematic_names(sweep: Sweep) -> list[str]:
    first = [n for n in ("case", "travel", "steer") if n in sweep]
    return [*first, *(n for n in drawn_names(sweep) if n not in first)]


def _rows(sweep: Sweep, names: Sequence[str]) -> list[list[str]]:
    columns = [sweep.column(name) for name in names]
    head = [column.label for column in columns]
    return [head, *([_cell(column, k) for column in columns] for k in range(len(sweep)))]


def _force_rows(sweep: Sweep, names: Sequence[str]) -> list[list[str]]:
    """Return the least and the largest of every force, a row each: there are many of them."""
    rows = [["force", "unit", "min", "max", "meaning"]]
    for name in names:
        column = sweep.column(name)
        mark = "" if np.all(column.unique) else "*"
        low, high = (f"{_short(x(column.values))}{mark}" for x in (np.min, np.max))
        rows.append([name, column.unit, low, high, column.description])
    return rows


def _cell(column: Column, k: int) -> str:
    value = column.values[k]
    if column.values.dtype.kind not in "fiu":
        return str(value)
    return _short(value) + ("" if column.unique[k] else "*")


def _short(value: Any) -> str:
    number = float(value)
    return f"{0.0 if abs(number) < 1e-9 else number:.5g}"

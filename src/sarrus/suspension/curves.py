"""Curves of a corner over travel or steer, and the report of a rig as one page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem

if TYPE_CHECKING:
    from sarrus.suspension.axle import AxleRig
    from sarrus.suspension.elastic import ElasticRig
    from sarrus.suspension.rig import Rig
    from sarrus.suspension.sweep import Column, Sweep

UNITS = ("mm", "deg", "N*m", "N*m/deg")
"""Units of suspensions, where nobody says others."""
DRAWN = (
    "camber", "toe", "steer_angle", "half_track_change", "wheelbase_change", "caster",
    "kingpin_inclination", "scrub_radius", "trail", "roll_center_height", "roll_moment",
    "roll_stiffness", "bar_roll_stiffness", "roll_steer", "roll_camber", "track_change",
)  # fmt: skip
"""What is drawn unless it is said, besides motion ratios and the wheel load.

Of an axle left.camber and right.camber are drawn together, as camber.
"""
SIDES = ("left.", "right.")
HEIGHT = 2.0
"""Height of a panel [inch]."""
WIDTH = 3.6
"""Width of a panel in a report, two beside each other [inch]."""
LEVEL = 1e-9
"""Part of its size by which a column varies that does not vary."""
ALONG = ("roll", "lateral", "longitudinal", "aligning")
"""Columns that a sweep goes along where it has one of them."""
BY = ".by_"
"""In the names of coefficients: `toe.by_lateral`."""
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
    return figure_of(_panels({"": sweep}, names, against), title=shown, path=path)


def variants_figure(
    sweeps: Mapping[str, Sweep],
    *names: str,
    against: str | None = None,
    title: str | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a Figure in which sweeps of several variants lie over each other, by their names.

    names, against, title: as of `Sweep.plot`.

    Example:
        sarrus.suspension.variants_figure({"as drawn": one, "upper ball +10 mm": other}, "camber")
    """
    from sarrus.results.plots import figure_of

    if not sweeps:
        raise ModelError(Problem("S03", "plot of variants", "needs one sweep or more"))
    shown = next(iter(sweeps.values())).title if title is None else title
    return figure_of(_panels(sweeps, names, against), title=shown, path=path)


def _panels(
    sweeps: Mapping[str, Sweep], names: Sequence[str] = (), against: str | None = None
) -> list[Any]:
    """Return a panel for each column, with a curve of each variant."""
    from sarrus.results.plots import Curve, Panel
    from sarrus.results.plots.style import shown_unit

    sweep = next(iter(sweeps.values()))
    if len(sweep.shape) != 1 or "case" in sweep:
        rule = "is a grid or a list of load cases, not a line of positions"
        raise ModelError(Problem("S03", "plot of a rig", rule, action="plot a travel or a steer"))
    along = sweep.column(against or _swept_name(sweep))
    chosen = {name: _columns(sweep, name) for name in names or drawn_names(sweep)}
    return [
        Panel(
            [
                Curve(_curve_name(name, column, len(columns)), one[along.name], one[column.name])
                for name, one in sweeps.items()
                for column in columns
            ],
            f"{along.name} {shown_unit(along.unit)}",
            f"{_name(columns[0]) if len(columns) == 1 else asked} {shown_unit(columns[0].unit)}",
            legend=len(sweeps) * len(columns) > 1,
            height=HEIGHT,
        )
        for asked, columns in chosen.items()
    ]


def _columns(sweep: Sweep, name: str) -> list[Column]:
    """Return the column of a name, or those of both wheels of an axle."""
    sides = [side + name for side in SIDES if side + name in sweep]
    return [sweep.column(n) for n in (sides if name not in sweep and sides else [name])]


def _curve_name(variant: str, column: Column, beside: int) -> str:
    if beside == 1:
        return variant or _name(column)
    return " ".join(part for part in (column.name.partition(".")[0], variant) if part)


def drawn_names(sweep: Sweep) -> list[str]:
    """Return the columns that are drawn unless others are named."""
    more = ("wheel_load", "wheel_rate", "camber_to_road")
    ratios = [n for n in sweep.names if n.endswith(".motion_ratio")]
    known = {n.removeprefix(side) for n in sweep.names for side in ("", *SIDES)}
    return [*(n for n in (*DRAWN, *more) if n in known), *ratios]


def _name(column: Column) -> str:
    return column.name if np.all(column.unique) else f"{column.name}{NOT_UNIQUE}"


def _swept_name(sweep: Sweep) -> str:
    """Return which of roll, load, travel and steer the sweep goes along."""
    first = next((name for name in ALONG if name in sweep), None)
    if first is not None:
        return first
    if "steer" not in sweep:
        return "travel"
    spans = {name: float(np.ptp(sweep[name])) for name in ("travel", "steer")}
    return "travel" if spans["travel"] > LEVEL else "steer"


def write_report(
    rig: Rig | ElasticRig | AxleRig,
    path: str | os.PathLike[str],
    *sweeps: Sweep,
    title: str | None = None,
    units: Sequence[str] | str = UNITS,
    notices: Sequence[Problem] = (),
    variants: Mapping[str, Sequence[Sweep]] | None = None,
    overwrite: bool = False,
) -> Path:
    """Write the report of a corner as one page: its design position, curves, tables and forces.

    sweeps: of the rig, over travel, steer, roll or forces, or load cases; units: of all that is
    shown. variants: by name, the same sweeps of other corners, drawn in the same curves.

    Example:
        sarrus.suspension.write_report(rig, "corner.html", rig.travel(-0.08, 0.08))
    """
    from sarrus.results.html_page import page, pictures, table
    from sarrus.storage.new_file import write_text
    from sarrus.suspension.corner_scene import corner_view

    heading = title or rig.heading
    raw = rig.design_sweep()
    design = raw.in_units(units)
    plain = [name for name in design.names if BY not in name and not _is_force(name)]
    carried = [name for name in design.names if _is_force(name)]
    parts = [f"<h1>{escape(heading)}</h1>"]
    if notices:
        items = "".join(f"<li>{escape(str(p))}</li>" for p in notices)
        parts.append(f'<div class="verdict open"><ul>{items}</ul></div>')
    parts += [
        '<p class="note">x forward, y to the left, z up. Camber is positive with the top outward, '
        "toe with the front inward; a motion ratio is the change of length per wheel travel.</p>",
        "<h2>Design position</h2>",
        table([["", "value", "unit", "meaning"], *(_design_row(design, n) for n in plain)]),
    ]
    if carried:
        rows = [["force", "value", "unit", "meaning"], *(_design_row(design, n) for n in carried)]
        parts += [f"<details><summary>Forces at the pickup points there</summary>{table(rows)}"
                  "</details>"]  # fmt: skip
    if any(BY in name for name in design.names):
        parts += ["<h2>Changes by travel and load</h2>", table(_coefficient_rows(raw))]
    for k, sweep in enumerate(sweeps):
        shown = sweep.in_units(units)
        drawn = {"as drawn" if variants else "": shown}
        drawn |= {
            name: list(others)[k].in_units(units) for name, others in (variants or {}).items()
        }
        parts.append(f"<h2>{escape(shown.title)}</h2>")
        if len(sweep.positions) > 1:
            parts.append(f'<div class="screen">{corner_view(shown)}</div>')
        if len(shown.shape) == 1 and "case" not in shown:
            parts += pictures(partial(_small_pictures, drawn))
        for name, one in drawn.items():
            if name and len(drawn) > 1:
                parts.append(f"<h3>{escape(name)}</h3>")
            parts.append(table(_rows(one, _kinematic_names(one))))
        forces = [n for n in shown.names if _is_force(n)]
        if forces:
            parts.append("<h2>Forces at the pickup points</h2>")
            parts.append(table(_force_rows(shown, forces)))
            if not all(np.all(shown.column(n).unique) for n in forces):
                note = "* not decided by statics: shared equally."
                parts.append(f'<p class="note">{note}</p>')
    write_text(str(path), page(heading, parts), overwrite=overwrite)
    return Path(path)


def _small_pictures(drawn: Mapping[str, Sweep]) -> list[str]:
    """Return the curves of a sweep, and of its variants, beside each other."""
    from sarrus.results.html_page import picture
    from sarrus.results.plots import figure_of

    small = [figure_of([panel], width=WIDTH) for panel in _panels(drawn)]
    names = drawn_names(next(iter(drawn.values())))
    found = [picture(one, name) for one, name in zip(small, names, strict=True)]
    return [f'<div class="columns">{"".join(found)}</div>']


def _is_force(name: str) -> bool:
    """Tell whether a column is a force at a pickup point."""
    return ".force." in name or name.endswith((".effort", ".force", ".pull"))


def _design_row(design: Sweep, name: str) -> list[str]:
    column = design.column(name)
    return [name, _short(column.values[0]), column.unit, column.description]


def _coefficient_rows(design: Sweep) -> list[list[str]]:
    """Return coefficients as a table: what changes in rows, by what in columns."""
    from sarrus.suspension.sweep import SHOWN

    names = [name for name in design.names if BY in name]
    causes = list(dict.fromkeys(name.partition(BY)[2] for name in names))
    rows = [["", *(f"by {cause}" for cause in causes)]]
    for what in dict.fromkeys(name.partition(BY)[0] for name in names):
        row = [what]
        for cause in causes:
            column = design.column(f"{what}{BY}{cause}")
            unit, factor, _ = SHOWN.get(column.unit, (column.unit, 1.0, 4))
            row.append(f"{_short(factor * float(column.values[0]))} {unit}")
        rows.append(row)
    return rows


def _kinematic_names(sweep: Sweep) -> list[str]:
    first = [n for n in ("case", *ALONG, "travel", "steer") if n in sweep]
    more = [c.name for n in drawn_names(sweep) for c in _columns(sweep, n)]
    return [*first, *(n for n in more if n not in first)]


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

"""The results of a rig: columns by name, with units, a row for each position or load case."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.output_units import OutputUnits
from sarrus.summaries import with_summary

if TYPE_CHECKING:
    from sarrus.suspension.position import Position

USUAL = (
    "roll",
    "lateral",
    "longitudinal",
    "aligning",
    "case",
    "travel",
    "steer",
    "camber",
    "toe",
    "half_track_change",
    "wheelbase_change",
    "caster",
    "kingpin_inclination",
    "scrub_radius",
    "trail",
    "roll_center_height",
    "roll_stiffness",
    "bar_roll_stiffness",
    "roll_steer",
    *(f"{side}.{name}" for name in ("camber", "toe", "wheel_load") for side in ("left", "right")),
    "track_change",
)
"""Columns that a report shows besides motion ratios and the wheel load."""


@dataclass(frozen=True, eq=False)
class Column:
    """One quantity: its values, unit and description; unique: whether statics determine them."""

    name: str
    values: np.ndarray
    unit: str
    description: str
    unique: np.ndarray

    @property
    def label(self) -> str:
        """The name with its unit, for heads of tables."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


@with_summary
@with_checks
@dataclass(frozen=True, eq=False)
class Sweep:
    """Rows of positions or load cases; `sweep["camber"]` is an array in SI units.

    `sweep.column(name)` knows unit, description and uniqueness. shape: that of a grid, travel
    along the first axis; `sweep.grid("camber")` has it. positions: of the corner, one for each row;
    `sweep.write_html("corner.html")` shows them.
    """

    title: str
    columns: Mapping[str, Column]
    shape: tuple[int, ...] = field(default=())
    positions: tuple[Position, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())).values) if self.columns else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __getitem__(self, name: str) -> np.ndarray:
        return self.column(name).values

    @property
    def names(self) -> list[str]:
        """Names of all columns."""
        return list(self.columns)

    def column(self, name: str) -> Column:
        """Return a column with its unit, description and labels."""
        if name not in self.columns:
            action = nearest(name, self.columns)
            rule = "is not a column of this sweep"
            raise ModelError(Problem("M09", f"column '{name}'", rule, action=action))
        return self.columns[name]

    def in_units(self, *units: str | Sequence[str]) -> Sweep:
        """Return the sweep in other units: `sweep.in_units("mm", "deg", "kN")`.

        Units are chosen as those of histories are: each for its dimension, what has none stays.

        Example:
            print(sweep.in_units("mm", "deg").column("camber").label)
        """
        chosen = OutputUnits.of(*units)
        return replace(
            self,
            columns={
                name: column
                if column.values.dtype.kind not in "fiu"
                else replace(
                    column,
                    values=chosen.factor(column.unit) * column.values,
                    unit=chosen.shown_unit(column.unit),
                )
                for name, column in self.columns.items()
            },
        )

    def plot(
        self,
        *names: str,
        against: str | None = None,
        title: str | None = None,
        path: str | os.PathLike[str] | None = None,
    ) -> Any:
        """Return a Figure of columns over travel or steer, a panel for each.

        names: camber, toe, track, wheelbase, roll centre and motion ratios unless given. against:
        the column of the horizontal axis; travel, or steer where that is what varies.

        Example:
            sweep.plot("camber", "toe", path="angles.png")
        """
        from sarrus.suspension.curves import figure

        return figure(self, names, against, title, path)

    def grid(self, name: str) -> np.ndarray:
        """Return a column in the shape of the sweep, travel along the first axis."""
        return self[name].reshape(self.shape)

    def force(self, pickup: str) -> np.ndarray:
        """Return the force at a pickup point [N], a row of x, y, z for each row of the sweep."""
        return np.column_stack([self[f"{pickup}.force.{axis}"] for axis in "xyz"])

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write all columns; the head holds names and units, numbers are read back exactly."""
        target = Path(path)
        rows = zip(*(c.values.tolist() for c in self.columns.values()), strict=True)
        try:
            with target.open("w", encoding="utf-8", newline="") as stream:
                writer = csv.writer(stream, lineterminator="\n")
                writer.writerow([column.label for column in self.columns.values()])
                writer.writerows([x if isinstance(x, str) else repr(x) for x in r] for r in rows)
        except OSError as problem:
            rule = f"cannot be written: {problem}"
            raise EnvironmentProblem(Problem("X06", f"file '{target}'", rule)) from None
        return target

    def write_html(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the moving corner with the curves of all columns as one page for any browser."""
        from sarrus.suspension.corner_scene import corner_scene
        from sarrus.viewer.html import write_page

        return write_page(corner_scene(self), path, overwrite=overwrite)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame; its attrs hold units and descriptions by column."""
        try:
            pandas = import_module("pandas")
        except ImportError as problem:
            rule = f"is needed for to_pandas and cannot be imported: {problem}"
            action = "install it (pip install pandas), or write a CSV file with to_csv"
            raise EnvironmentProblem(
                Problem("X05", "library 'pandas'", rule, action=action)
            ) from None
        frame = pandas.DataFrame({c.name: c.values for c in self.columns.values()})
        frame.attrs = {
            "title": self.title,
            "units": {c.name: c.unit for c in self.columns.values()},
            "descriptions": {c.name: c.description for c in self.columns.values()},
        }
        return frame

    def report(self, names: Sequence[str] | None = None) -> str:
        """Return a table of the chosen columns, in millimetres and degrees.

        Numbers that statics do not determine are marked with *.
        """
        usual = [n for n in USUAL if n in self.columns]
        more = ("wheel_load", "wheel_rate", "camber_to_road")
        usual += [n for n in self.columns if n.endswith(".motion_ratio") or n in more]
        chosen = [self.column(name) for name in (usual if names is None else names)]
        table = text_table([(c.name, c.values, c.unit, c.unique) for c in chosen])
        loose = any(not np.all(c.unique) for c in chosen)
        note = ["* not unique: shared equally"] if loose else []
        return "\n".join([self.title, *table, *note])


def sweep_of(
    title: str,
    rows: Sequence[Mapping[str, tuple[Any, str, str, bool]]],
    shape: tuple[int, ...],
    positions: Sequence[Position] = (),
) -> Sweep:
    """Return the sweep of rows: for each name value, unit, description and label."""
    columns = {}
    for name in rows[0] if rows else ():
        cells = [row[name] for row in rows]
        values = np.array([cell[0] for cell in cells])
        unique = np.array([cell[3] for cell in cells], dtype=bool)
        values.flags.writeable = unique.flags.writeable = False
        columns[name] = Column(name, values, cells[0][1], cells[0][2], unique)
    return Sweep(title, columns, shape, tuple(positions))


SHOWN: dict[str, tuple[str, float, int]] = {
    "m": ("mm", 1e3, 2),
    "rad": ("deg", 180.0 / np.pi, 3),
    "rad/m": ("deg/m", 180.0 / np.pi, 2),
    "N": ("N", 1.0, 1),
    "N m": ("N m", 1.0, 2),
    "N/m": ("N/mm", 1e-3, 3),
    "rad/N": ("deg/kN", 1e3 * 180.0 / np.pi, 4),
    "m/N": ("mm/kN", 1e6, 4),
    "N/N": ("N/kN", 1e3, 2),
    "rad/(N m)": ("deg/(kN m)", 1e3 * 180.0 / np.pi, 3),
    "m/(N m)": ("mm/(kN m)", 1e6, 3),
    "N/(N m)": ("N/(kN m)", 1e3, 1),
    "N m/rad": ("N m/deg", np.pi / 180.0, 1),
    "rad/rad": ("deg/deg", 1.0, 4),
}
"""Unit, factor and decimals in which SI units are shown."""

Cells = tuple[str, np.ndarray, str, np.ndarray]
"""Name, values, unit and labels of a column."""


def text_table(columns: Sequence[Cells]) -> list[str]:
    """Return the lines of a table: names, units, rows. Values that are not unique have a *."""
    cells = [_column(*column) for column in columns]
    widths = [max(len(cell) for cell in column) for column in cells]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*cells, strict=True)
    ]


def _column(name: str, values: np.ndarray, unit: str, unique: np.ndarray) -> list[str]:
    shown, factor, decimals = SHOWN.get(unit, (unit, 1.0, 4))
    if values.dtype.kind not in "fiu":
        return [name, "", *(str(value) for value in values)]
    rounded = [round(float(value) * factor, decimals) + 0.0 for value in values]  # no -0.0
    marks = ["" if label else "*" for label in unique]
    numbers = [f"{x:.{decimals}f}{mark}" for x, mark in zip(rounded, marks, strict=True)]
    return [name, f"[{shown}]" if shown else "", *numbers]

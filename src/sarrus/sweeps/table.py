"""The outcome of a sweep: a table by name, and what failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.output_units import OutputUnits
from sarrus.summaries import MOST, html_table
from sarrus.sweeps.plans import Points
from sarrus.sweeps.rows import WORDS, RowTable
from sarrus.system.history.tables import library

SHOWN = 12
"""Rows that a table shows of itself."""


@dataclass(frozen=True)
class Failure:
    """A run without measures: its number, values, code, time [s] and diagnosis.

    status: "failed" by the numbers or the model, "crashed" or "timeout" by its worker.
    """

    run: int
    values: Mapping[str, Any]
    status: str
    code: str
    t: float
    diagnosis: str

    def __str__(self) -> str:
        raw = ", ".join(f"{name} = {_cell_text(value)}" for name, value in self.values.items())
        return f"run {self.run} ({raw}) {self.status}: {self.diagnosis}"


@dataclass(frozen=True, eq=False)
class Sweep:
    """The runs of a sweep: `sweep["crank.mass"]`, `sweep["top"]` are columns, one entry a run.

    points: the values of every run; measured: names of the measures; rows: outcomes by number.
    Measures of runs that failed, or that an interrupt has left out, are not a number. reused: how
    many outcomes were in the folder already; interrupted: whether Ctrl-C ended it. units: SI units
    of the columns, as far as they are known; shown: those of output, see `in_units`.
    """

    points: Points
    measured: tuple[str, ...]
    rows: RowTable
    reused: int = 0
    interrupted: bool = False
    how: str = ""
    units: Mapping[str, str] = field(default_factory=dict)
    shown: OutputUnits = field(default_factory=OutputUnits)
    _columns: dict[str, np.ndarray] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.points)

    @property
    def parameters(self) -> dict[str, np.ndarray]:
        """The values of every run, by name."""
        return {name: self[name] for name in self.points.columns}

    @property
    def measures(self) -> dict[str, np.ndarray]:
        """The measures of every run, by name."""
        return {name: self[name] for name in self.measured}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._columns:
            column, factor = self._column(name), self.shown.factor(self.units.get(name, ""))
            numbers = column.dtype.kind in "fiu" and factor != 1.0
            self._columns[name] = factor * column if numbers else column
        return self._columns[name]

    def in_units(self, *units: str | Sequence[str]) -> Sweep:
        """Return the table in other units: `sweep.in_units("mm", "deg")`; see `History.in_units`.

        Columns whose units are not known, as those of functions, stay as they are.

        Example:
            table.in_units("rpm")
        """
        return replace(self, shown=OutputUnits.of(*units), _columns={})

    def unit(self, name: str) -> str:
        """Return the unit of a column, "" where it has none, or none is known.

        Example:
            table.unit("max A.rate")
        """
        return self.shown.shown_unit(self.units.get(name, ""))

    def label(self, name: str) -> str:
        """Return the name of a column with its unit, for heads of tables and axes.

        Example:
            table.label("max A.rate")  # "max A.rate [rad/s]"
        """
        unit = self.unit(name)
        return f"{name} [{unit}]" if unit else name

    @property
    def names(self) -> list[str]:
        """The names of all columns: the values, then the measures."""
        return [*self.points.columns, *self.measured]

    def plot(self, *measures: str, title: str = "", path: Any = None) -> Any:
        """Return a matplotlib Figure of measures over the values, all of them by default.

        Over one value lines; over two a family of lines, or a map where both have many values; over
        more a scatter matrix. path: where to save it, as PNG, SVG or PDF.

        Example:
            table.plot(path="rate.png")
        """
        from sarrus.results.plots.sweeps import sweep_plot

        return sweep_plot(self, measures, title=title, path=path)

    def export(self, path: Any, *, overwrite: bool = False) -> Any:
        """Write the table to a .csv, .xlsx or .parquet file, with units; return its path.

        Millions of runs become a folder of Parquet files, which `sarrus.sweeps.read_table`, pandas
        and others read part by part.

        Example:
            table.export("table.xlsx", overwrite=True)
        """
        from sarrus.results.export.sweep_table import export_sweep

        return export_sweep(self, path, overwrite=overwrite)

    def _column(self, name: str) -> np.ndarray:
        if name in self.points.columns:
            return np.array(self.points.columns[name])
        if name not in self.measured:
            known = [*self.points.columns, *self.measured]
            rule = "is not a column of the sweep"
            raise ModelError(Problem("M09", f"'{name}'", rule, action=nearest(str(name), known)))
        return self.rows.column(self.measured.index(name))

    @cached_property
    def status(self) -> np.ndarray:
        """One word for each run: done, failed, crashed, timeout or missing."""
        return np.array(WORDS)[self.rows.status]

    @property
    def _runs(self) -> range:
        return range(len(self))

    @cached_property
    def failed(self) -> dict[int, Failure]:
        """The runs without measures, by number, with code, time and diagnosis."""
        found = [(i, self.rows[i]) for i in self.rows.failed_runs()]
        return {
            i: Failure(i, self.points[i], row.status, row.code, row.t, row.text) for i, row in found
        }

    def to_pandas(self) -> Any:
        """Return the table as a pandas data frame, a row for each run."""
        pandas = library("pandas", "to_pandas")
        columns = {name: list(self[name]) for name in self.points.columns}
        frame = pandas.DataFrame({**columns, **self.measures, "status": self.status})
        frame.attrs = {"units": {name: self.unit(name) for name in self.names}}
        return frame

    def __str__(self) -> str:
        names = [*self.points.columns, *self.measured]
        shown = [i for i in self._runs if i < SHOWN]
        head = [self.label(name) for name in names]
        lines = [head, *([_cell_text(self[name][i]) for name in names] for i in shown)]
        widths = [max(len(line[k]) for line in lines) for k in range(len(names))]
        text = [
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
            for line in lines
        ]
        if len(self) > SHOWN:
            text.append(f"... {len(self) - SHOWN} more runs")
        return "\n".join([*text, self.summary()])

    def summary(self) -> str:
        """Return in words how many runs were done, failed and are missing."""
        words, counts = np.unique(self.status, return_counts=True)
        return f"{count(len(self), 'run')}: " + ", ".join(
            f"{count} {word}" for word, count in zip(words, counts, strict=True)
        )

    def __repr__(self) -> str:
        lines = str(self).split("\n")
        if len(lines) > MOST:
            more = f"... {len(lines) - MOST} more rows; print shows them"
            lines = [*lines[: MOST - 2], more, lines[-1]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = [*self.points.columns, *self.measured]
        rows = [[_cell_text(self[name][i]) for name in names] for i in self._runs]
        return html_table(self.summary(), names, rows)


def _cell_text(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    return str(value)[:40]

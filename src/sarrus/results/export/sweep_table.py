"""The table of a sweep as a file: CSV, a workbook or Parquet, a row for each run, with units.

A Parquet table of more than `PART` runs is a folder of files, part by part, as data frames of any
size are kept elsewhere too.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.results.export.workbook import Sheet, check_size, write_workbook
from sarrus.storage.new_file import new_file, new_folder, write_text
from sarrus.system.history.tables import library

ENDINGS = (".csv", ".xlsx", ".parquet")
PART = 1 << 18
"""Runs of one Parquet file."""


class Table(Protocol):
    """What is needed of a sweep: columns by name, and how each run ended."""

    @property
    def names(self) -> list[str]:
        """The names of the columns: the values, then the measures."""

    @property
    def status(self) -> np.ndarray:
        """One word for each run."""

    @property
    def failed(self) -> Mapping[int, Any]:
        """The runs without measures."""

    def __len__(self) -> int: ...

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a column."""

    def label(self, name: str) -> str:
        """Return the name of a column with its unit."""

    def unit(self, name: str) -> str:
        """Return the unit of a column."""


def export_sweep(table: Table, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
    """Write the table of a sweep to a .csv, .xlsx or .parquet file; return its path."""
    target = os.fspath(path)
    ending = os.path.splitext(target)[1].lower()
    if ending not in ENDINGS:
        raise ModelError(
            Problem(
                "F20",
                f"file '{target[:200]}'",
                f"has the ending {ending!r}, which no writer of sweeps knows",
                action=f"supported are {', '.join(ENDINGS)}; pictures are .png, .svg and .pdf",
            )
        )
    if ending == ".parquet":
        _write_parquet(table, target, overwrite)
        return Path(target)
    head = [*(table.label(name) for name in table.names), "status"]
    if ending == ".xlsx":
        check_size(len(table), len(head))
        reasons = ((i, failure.code, failure.diagnosis) for i, failure in table.failed.items())
        sheets = [Sheet("values", head, _rows(table))]
        sheets.append(Sheet("failed", ("run", "code", "diagnosis"), reasons))
        with new_file(target, overwrite, "X06") as part:
            write_workbook(part, sheets)
        return Path(target)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(["" if cell != cell else cell for cell in row] for row in _rows(table))
    text = stream.getvalue()
    mark = "" if text.isascii() else "\N{ZERO WIDTH NO-BREAK SPACE}"
    write_text(target, mark + text, overwrite=overwrite)
    return Path(target)


def _write_parquet(table: Table, target: str, overwrite: bool) -> None:
    """Write a file, or a folder of parts, which gets its name when it is complete."""
    arrow, parquet = library("pyarrow", ".parquet"), library("pyarrow.parquet", ".parquet")
    fields = [*table.names, "status"]
    columns = [*(_column(table[name]) for name in table.names), table.status]
    units = {name: table.unit(name) for name in table.names}
    values = [arrow.array(column) for column in columns]
    schema = arrow.schema(
        [
            arrow.field(name, value.type, metadata={"unit": units.get(name, "")})
            for name, value in zip(fields, values, strict=True)
        ]
    )
    whole = arrow.Table.from_arrays(values, schema=schema)
    if len(table) <= PART:
        with new_file(target, overwrite, "X06") as part:
            parquet.write_table(whole, part)
        return
    with new_folder(target, overwrite, "X06") as folder:
        for k, first in enumerate(range(0, len(table), PART)):
            name = os.path.join(folder, f"{k:05d}.parquet")
            parquet.write_table(whole.slice(first, PART), name)


def _column(values: np.ndarray) -> Any:
    return values if values.dtype.kind in "fiub" else [str(value) for value in values.tolist()]


def _rows(table: Table) -> Iterator[list[Any]]:
    """Go through the runs; numbers are those of Python, with all their digits."""
    columns = [table[name].tolist() for name in table.names]
    for i, word in enumerate(table.status.tolist()):
        yield [*(_plain(column[i]) for column in columns), word]


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | float | str) else str(value)

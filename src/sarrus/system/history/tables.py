"""Histories as tables of other programs: CSV files, pandas, xarray."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.storage.new_file import new_file
from sarrus.system.channels.definition import Definition
from sarrus.system.history.channel import About, Channel
from sarrus.system.history.reading import Reader
from sarrus.system.history.source import Part

TIME = About("t", "s", "time")
DIMENSIONS = {
    ("x", "y", "z"): "axis",
    ("w", "x", "y", "z"): "quat",
    ("roll", "pitch", "yaw"): "rpy",
}
MATRIX = ("row", "column")


def library(name: str, what: str) -> Any:
    """Return an optional library, or say how to get it."""
    try:
        return import_module(name)
    except ImportError as problem:
        raise EnvironmentProblem(
            Problem(
                "X05",
                f"library '{name}'",
                f"is needed for {what} and cannot be imported: {problem}",
                action=f"install it (pip install {name.partition('.')[0]}), or write a CSV file "
                "with to_csv",
            )
        ) from None


def columns(definitions: Sequence[Definition]) -> list[Definition]:
    """Return the scalar channels that channels consist of."""
    return [column for definition in definitions for column in definition.columns]


def time_about(units: OutputUnits) -> tuple[About, float]:
    """Return the column of times in the units chosen, and how many of its unit a second is."""
    return replace(TIME, unit=units.shown_unit(TIME.unit)), units.factor(TIME.unit)


def to_csv(
    part: Part,
    definitions: Sequence[Definition],
    path: str | os.PathLike[str],
    units: OutputUnits = IN_SI,
) -> Path:
    """Write channels over time, a row for each state; numbers are read back exactly.

    The head holds names and units: `t [s],A.angle [rad],...`. Rows are written as they are
    computed; the file gets its name when it is complete.
    """
    target = Path(path)
    with (
        new_file(str(target), overwrite=True, code="X06") as part_path,
        open(part_path, "w", encoding="utf-8", newline="") as stream,
    ):
        time, factor = time_about(units)
        stream.write(csv_head([time, *columns(definitions)]))
        for rows in _rows(part, definitions, factor):
            stream.writelines(csv_line(row) for row in rows.tolist())
    return target


def csv_head(columns: Sequence[Definition | About]) -> str:
    """Return the first line of a table as CSV: names with units.

    Spreadsheets take a file for UTF-8 if it begins with a mark, which is there if a name needs it.
    """
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow([column.label for column in columns])
    text = stream.getvalue()
    return text if text.isascii() else f"\N{ZERO WIDTH NO-BREAK SPACE}{text}"


def csv_line(row: Sequence[float]) -> str:
    """Return numbers as a line of CSV, which are read back exactly; empty for what is none."""
    return ",".join(["" if x != x else repr(x) for x in row]) + "\n"


def _rows(part: Part, definitions: Sequence[Definition], factor: float) -> Iterator[np.ndarray]:
    for t, values in Reader(part, definitions):
        yield np.column_stack([factor * t, *(x.reshape(len(t), -1) for x in values)])


def to_pandas(
    definitions: Sequence[Definition],
    channels: Sequence[Channel],
    t: np.ndarray,
    title: str,
    units: OutputUnits = IN_SI,
) -> Any:
    """Return channels as a pandas DataFrame: times t as index, a column for each scalar.

    Its attrs hold `units` and `descriptions` by column.
    """
    pandas = library("pandas", "to_pandas")
    scalars = columns(definitions)
    names = [d.name for d in scalars]
    table = np.column_stack([np.asarray(x).reshape(len(t), -1) for x in channels])
    time, factor = time_about(units)
    frame = pandas.DataFrame(table, index=pandas.Index(factor * t, name="t"), columns=names)
    frame.attrs = {
        "title": title,
        "units": {"t": time.unit, **{d.name: d.unit for d in scalars}},
        "descriptions": {"t": TIME.description, **{d.name: d.description for d in scalars}},
    }
    return frame


def to_xarray(
    definitions: Sequence[Definition],
    channels: Sequence[Channel],
    t: np.ndarray,
    title: str,
    units: OutputUnits = IN_SI,
) -> Any:
    """Return channels as an xarray Dataset: a variable for each, with units and long_name.

    Dimensions are t and, for vectors, axis (x, y, z) or others named after their components.
    """
    xarray = library("xarray", "to_xarray")
    variables: dict[str, Any] = {}
    time, factor = time_about(units)
    about = {"units": time.unit, "long_name": time.description}
    coordinates: dict[str, Any] = {"t": ("t", factor * t, about)}
    for definition, channel in zip(definitions, channels, strict=True):
        more = dimensions(definition)
        attributes: dict[str, Any] = {"units": definition.unit, "long_name": definition.description}
        if channel.unique is not True:
            flags = np.atleast_1d(np.asarray(channel.unique)).astype(np.int8)
            attributes |= {"unique": flags, "because": ", ".join(channel.because)}
        variables[definition.name] = (("t", *more), np.asarray(channel), attributes)
        for dimension, names in more.items():
            coordinates[dimension] = (dimension, list(names), {})
    return xarray.Dataset(variables, coords=coordinates, attrs={"title": title})


def dimensions(definition: Definition) -> dict[str, tuple[str, ...]]:
    """Return the names of a channel's dimensions besides time, and of the places along them."""
    shape, parts = definition.shape, definition.components
    if len(shape) == 2:
        return {MATRIX[k]: ("x", "y", "z")[: shape[k]] for k in range(2)}
    if len(shape) == 1:
        return {DIMENSIONS.get(parts, f"{definition.name} component"): parts}
    return {}

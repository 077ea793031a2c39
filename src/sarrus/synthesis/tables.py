"""Positions of a task from a table: .csv with names and units in its first row."""

from __future__ import annotations

import csv
import os
import re

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes

COLUMNS = {
    "path": (("x", "y"), ("input", "z")),
    "function": (("input", "output"), ()),
    "motion": (("x", "y", "angle"), ("input",)),
    "spatial motion": (("x", "y", "z", "rx", "ry", "rz"), ("input",)),
}
"""Columns of each task, and those that may be there besides; rx, ry, rz: a rotation vector."""
HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\[\s*([^\]]*?)\s*\])?\s*$")


def read_positions(path: str | os.PathLike[str], kind: str) -> dict[str, np.ndarray]:
    """Return columns of a table in SI units, by name.

    The first row names them, with units in brackets: `x [mm], y [mm], input [deg]`. Without such a
    row the columns are in the order of `COLUMNS`, in m and rad.
    """
    name = os.fspath(path)
    try:
        text = read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _problem(name, "is no text in UTF-8") from None
    rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
    rows = [row for row in rows if not row[0].lstrip().startswith("#")]
    if not rows:
        raise _problem(name, "has no rows")
    heads = [HEAD.match(cell) for cell in rows[0]]
    if kind == "motion" and any(head is not None and head[1] == "rx" for head in heads):
        kind = "spatial motion"
    needed, more = COLUMNS[kind]
    if all(heads):
        names = [head[1] for head in heads if head]
        factors = [_factor(name, head[2]) for head in heads if head]
        rows = rows[1:]
    else:
        names = [*needed, *more][: len(rows[0])]
        factors = [1.0] * len(names)
        if len(rows[0]) > len(names):
            wanted = ", ".join(needed) + "".join(f"[, {n}]" for n in more)
            raise _problem(name, f"has {len(rows[0])} columns; a {kind} needs {wanted}")
    unknown = [n for n in names if n not in (*needed, *more)]
    missing = [n for n in needed if n not in names]
    if unknown or missing or len(set(names)) < len(names):
        wanted = ", ".join(needed) + "".join(f"[, {n}]" for n in more)
        raise _problem(name, f"has the columns {', '.join(names)}; a {kind} needs {wanted}")
    columns: dict[str, list[float]] = {n: [] for n in names}
    for k, row in enumerate(rows):
        if len(row) != len(names):
            raise _problem(name, f"has {len(row)} cells in row {k + 1} of {len(names)} columns")
        for n, cell, factor in zip(names, row, factors, strict=True):
            try:
                columns[n].append(float(cell) * factor)
            except ValueError:
                raise _problem(name, f"has {cell.strip()!r} in row {k + 1}, no number") from None
    return {n: np.array(values) for n, values in columns.items()}


def _factor(name: str, unit: str | None) -> float:
    from sarrus.model.quantity import QuantityError
    from sarrus.model.units import in_si

    if not unit:
        return 1.0
    try:
        return in_si("1", unit)
    except QuantityError as error:
        raise _problem(name, f"has the unit {unit!r}, which {error}") from None


def _problem(name: str, rule: str) -> ModelError:
    action = "a first row such as `x [mm], y [mm]`, then a row for each position"
    return ModelError(Problem("Y02", f"table '{name}'", rule, action=action))

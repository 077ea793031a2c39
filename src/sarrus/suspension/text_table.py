"""Numbers as a table of plain text, in the units of a workshop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SHOWN: dict[str, tuple[str, float, int]] = {
    "m": ("mm", 1e3, 2),
    "rad": ("deg", 180.0 / np.pi, 3),
    "rad/m": ("deg/m", 180.0 / np.pi, 2),
    "N": ("N", 1.0, 1),
    "N m": ("N m", 1.0, 2),
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

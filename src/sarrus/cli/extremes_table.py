"""The table of the extremes of channels, as commands print it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.cli.screen import Screen

HEAD = ("channel", "unit", "start>", "end>", "min>", "max>")
KEYS = ("start", "end", "min", "max")
NOISE = 1e-13
"""Part of the largest value of a unit below which a number is printed as zero."""


def print_extremes(screen: Screen, found: Sequence[dict[str, Any]]) -> None:
    """Print the table of `extremes`; rounding errors are shown as zero."""
    tops: dict[str, float] = {}
    for row in found:
        largest = max(abs(row[key]) for key in KEYS)
        tops[row["unit"]] = max(tops.get(row["unit"], 0.0), largest)

    def text(row: dict[str, Any], key: str, digits: int) -> str:
        small = abs(row[key]) < NOISE * tops[row["unit"]]
        return "0" if small else f"{row[key]:.{digits}g}"

    if not found:
        return
    screen.say()
    head: tuple[str, ...] = HEAD
    for digits in (6, 5, 4):
        rows: list[tuple[str, ...]] = [
            (row["channel"], row["unit"], *(text(row, key, digits) for key in KEYS))
            for row in found
        ]
        if all("error" in row for row in found):
            head = (*HEAD[:4], "+->", *HEAD[4:])
            off = [f"{row['error']:.1g}" for row in found]
            rows = [(*row[:4], x, *row[4:]) for row, x in zip(rows, off, strict=True)]
        if screen.fits(head, rows):
            break
    screen.table(head, rows)

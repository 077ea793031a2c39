"""Reduced matrices of Nastran and OptiStruct, from the text that they punch.

`PARAM, EXTOUT, DMIGPCH` (or `EXTSEOUT(DMIGPCH)`) writes entries DMIG of stiffness (KAAX) and mass
(MAAX), each column by column, "grid, component, value"; entries GRID, of the same or another file,
have the places. Fields are 8 or, after `*`, 16 characters wide, or separated by commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.fem.files import HIGHEST, text_lines, unreadable
from sarrus.fem.matrices import MatrixModel, matrix_model
from sarrus.late_dataclass import dataclass

File = str | PathLike[str]
EXPONENT = re.compile(r"(?<=[0-9.])([+-])(?=[0-9])")
"""Where an exponent begins that is written without its letter, as in 2.5+10."""
SYMMETRIC = 6
"""The form of matrices of which one half is written."""


@dataclass(frozen=True)
class Card:
    """An entry of bulk data with its fields and the line where it begins."""

    fields: tuple[str, ...]
    line: int


def read_nastran(
    path: File,
    nodes: File | None = None,
    *,
    stiffness: str = "KAAX",
    mass: str = "MAAX",
    units: str = "m-kg-s",
) -> MatrixModel:
    """Return the model of matrices in entries DMIG, with the places of entries GRID.

    nodes: another file with entries GRID; stiffness, mass: names of the matrices; units as in
    `matrix_model`. Grids must be in the basic system; those without a row are left out, and node 0
    of the model is that of the lowest number.
    """
    from scipy.sparse import coo_array

    cards = list(_cards(path))
    places = _places(path if nodes is None else nodes, cards if nodes is None else None)
    entries = {name: _entries(path, cards, name) for name in (stiffness, mass)}
    used = {row for found in entries.values() for pair in found for row in pair}
    for grid, _ in used:
        if grid not in places:
            rule = f"has no entry GRID of the number {grid}, which the matrices name"
            raise ModelError(unreadable(path if nodes is None else nodes, rule))
    grids = sorted({grid for grid, _ in used})
    order = sorted(used)
    index = {row: k for k, row in enumerate(order)}
    made = []
    for found in entries.values():
        rows = [index[row] for row, _ in found]
        columns = [index[column] for _, column in found]
        size = (len(order), len(order))
        made.append(coo_array((list(found.values()), (rows, columns)), shape=size))
    freedoms = [(grids.index(grid), component - 1) for grid, component in order]
    positions = np.array([places[grid] for grid in grids])
    K, M = made
    model = matrix_model(K, M, positions, freedoms=freedoms, units=units)
    return replace(model, numbers=tuple(grids))


def _entries(
    path: File, cards: list[Card], name: str
) -> dict[tuple[tuple[int, int], tuple[int, int]], float]:
    """Return the entries of a matrix by row and column, each a grid and a component."""
    found: dict[tuple[tuple[int, int], tuple[int, int]], float] = {}
    form = 0
    for card in cards:
        if card.fields[:2] != ("DMIG", name):
            continue
        if card.fields[2] == "0":
            form = _whole(path, card, 3)
            continue
        column = (_whole(path, card, 2), _whole(path, card, 3) or 1)
        for k in range(5, len(card.fields), 4):
            if not card.fields[k]:
                continue
            row = (_whole(path, card, k), _whole(path, card, k + 1) or 1)
            found[row, column] = value = _number(path, card, k + 2)
            if form == SYMMETRIC:
                found[column, row] = value
    if not found:
        names = sorted({c.fields[1] for c in cards if c.fields[0] == "DMIG"})
        listed = f"it has {', '.join(names)}" if names else "it has none at all"
        raise ModelError(unreadable(path, f"has no matrix {name} in entries DMIG: {listed}"))
    return found


def _places(path: File, cards: list[Card] | None) -> dict[int, Any]:
    found = {}
    for card in list(_cards(path)) if cards is None else cards:
        if card.fields[0] != "GRID":
            continue
        if any(k < len(card.fields) and card.fields[k] not in ("", "0") for k in (2, 6)):
            rule = "is a grid in a system of its own; give it in the basic system"
            raise ModelError(unreadable(path, rule, card.line, " ".join(card.fields)))
        at = [_number(path, card, k) for k in (3, 4, 5)]
        found[_whole(path, card, 1)] = np.array(at)
    return found


def _number(path: File, card: Card, k: int) -> float:
    """Return the number in a field; 0 where it is empty."""
    raw = card.fields[k] if k < len(card.fields) else ""
    if not raw:
        return 0.0
    try:
        return float(EXPONENT.sub(r"e\1", raw.upper().replace("D", "E")))
    except ValueError:
        rule = f"has '{raw}' where a number stands"
        raise ModelError(unreadable(path, rule, card.line, " ".join(card.fields))) from None


def _whole(path: File, card: Card, k: int) -> int:
    """Return the whole number in a field; 0 where it is empty."""
    found = _number(path, card, k)
    if not 0.0 <= found <= HIGHEST or found != int(found):
        rule = f"has '{card.fields[k]}' where the number of a grid or a component stands"
        raise ModelError(unreadable(path, rule, card.line, " ".join(card.fields)))
    return int(found)


def _cards(path: File) -> Iterator[Card]:
    """Yield the entries of bulk data, with the fields of lines that go on."""
    fields: list[str] = []
    first = 0
    for number, raw in enumerate(text_lines(Path(fspath(path))), 1):
        line = raw.split("$")[0].rstrip()
        if not line:
            continue
        own = _line_fields(line)
        if own[0] in ("", "+", "*") or own[0][0] in "+*":
            width = 5 if own[0].startswith("*") else 9
            fields += [*own[1:width], *[""] * (width - len(own[:width]))]
            continue
        if fields:
            yield Card(tuple(fields), first)
        is_long = own[0].endswith("*")
        width = 5 if is_long else 9
        own[0] = own[0].rstrip("*").upper()
        fields = [own[0], *own[1:width], *[""] * (width - len(own[:width]))]
        fields[1] = fields[1].upper()
        first = number
    if fields:
        yield Card(tuple(fields), first)


def _line_fields(line: str) -> list[str]:
    """Return the fields of a line, the name of the entry first."""
    if "," in line:
        return [part.strip() for part in line.split(",")]
    head = line[:8].strip()
    width = 16 if "*" in head else 8
    body = line[8:72].expandtabs(8)
    return [head, *(body[k : k + width].strip() for k in range(0, len(body), width))]

"""Tyre files (`.tir`): sections [NAME] with lines NAME = value of the Magic Formula."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.source_text import SourceText
from sarrus.late_dataclass import dataclass
from sarrus.tyres.coefficients import NEAR, Coefficient, known_coefficients, problems_of
from sarrus.tyres.magic_formula import MagicFormula

SECTION = re.compile(r"\s*\[\s*([A-Za-z_0-9 ]+?)\s*\]")
ROW = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*=\s*('[^']*'|\"[^\"]*\"|[^$!]*)")
COMMENT = ("$", "!", "#", "/")
UNITS: Mapping[str, Mapping[str, float]] = {
    "LENGTH": {"meter": 1.0, "m": 1.0, "mm": 1e-3, "cm": 1e-2, "inch": 0.0254, "foot": 0.3048},
    "FORCE": {"newton": 1.0, "n": 1.0, "kn": 1e3, "pound_force": 4.4482216152605},
    "ANGLE": {"radians": 1.0, "radian": 1.0, "rad": 1.0},
    "MASS": {"kg": 1.0, "kilogram": 1.0, "gram": 1e-3, "pound_mass": 0.45359237},
    "TIME": {"second": 1.0, "sec": 1.0, "s": 1.0},
    "PRESSURE": {"pascal": 1.0, "pa": 1.0, "kpa": 1e3, "bar": 1e5, "psi": 6894.757293168},
}
"""Units that a file may name; the formula's own numbers are in radians."""
DIMENSIONS: Mapping[str, Mapping[str, int]] = {
    "m": {"LENGTH": 1},
    "N": {"FORCE": 1},
    "kg": {"MASS": 1},
    "s": {"TIME": 1},
    "rad": {},
    "Hz": {"TIME": -1},
    "Pa": {"PRESSURE": 1},
}
WORDS = frozenset((
    "FILE_TYPE", "FILE_VERSION", "FILE_FORMAT", "PROPERTY_FILE_FORMAT", "TYPE", "TYRESIDE",
    "USE_MODE", "FUNCTION_NAME", "USER_SUB_ID", "N_TIRE_STATES", "HMAX_LOCAL",
    "TIME_SWITCH_INTEG", "ROAD_INCREMENT", "ROAD_DIRECTION", "CONTACT_MODEL", "SWITCH_INTEG",
    "COMMENT", "MODEL_TYPE", "SYMMETRY",
))  # fmt: skip
"""Names whose values are no coefficients."""


@dataclass(frozen=True)
class Row:
    """One line: the section, the name in capitals, what stands behind it, and where."""

    section: str
    name: str
    value: str
    place: Location


def read_tyre(path: str | os.PathLike[str]) -> MagicFormula:
    """Return the tyre of a file (`.tir`); raises ModelError with every problem found.

    Coefficients that the file does not have keep their defaults; units are those of its [UNITS].

    Example:
        tyre = sarrus.read_tyre("car.tir")
    """
    file = os.fspath(path)
    return tyre_of_text(SourceText.of_bytes(read_bytes(file), file))


def tyre_of_text(source: SourceText) -> MagicFormula:
    """Return the tyre that a text describes."""
    problems: list[Problem] = []
    rows = list(_rows(source, problems))
    units = _units(rows, problems)
    values: dict[str, float] = {}
    seen: dict[str, Row] = {}
    names = {row.name for row in rows}
    for row in rows:
        if row.section == "UNITS" or row.name in WORDS:
            continue
        if row.name in seen:
            problems.append(_problem("F06", row, "is given twice", also=(seen[row.name].place,)))
            continue
        seen[row.name] = row
        found = known_coefficients().get(row.name)
        if found is None:
            problems.append(_unknown(row, names))
        elif (number := _number(row, problems)) is not None:
            values[row.name] = number * _factor(found, units)
    _check(values, seen, source, problems)
    if any(problem.severity == "error" for problem in problems):
        raise ModelError(problems)
    return MagicFormula(values, notices=tuple(problems))


def _rows(source: SourceText, problems: list[Problem]) -> Iterator[Row]:
    """Go through the lines that say something; tables of shapes are passed over."""
    section, start, table = "", 0, False
    for line in source.text.splitlines(keepends=True):
        at, start = start, start + len(line)
        text = line.strip()
        if not text or text.startswith(COMMENT):
            continue
        heading = SECTION.match(line)
        if heading:
            section = heading[1].upper().replace(" ", "_")
            table = section == "SHAPE"
            continue
        if text.startswith(("{", "(")):
            table = table or text.startswith("{")
            continue
        row = ROW.match(line)
        if row is None:
            if not table:
                place = source.place(at, at + len(text))
                rule = "is neither a section [NAME] nor a line NAME = value"
                problems.append(
                    Problem("F01", "line", rule, value=f"'{text[:40]}'", location=place)
                )
            continue
        name, value = row[1].upper(), row[2].strip()
        place = source.place(at + row.start(1), at + row.end(2))
        yield Row(section, name, value.strip("'\""), place)


def _units(rows: list[Row], problems: list[Problem]) -> dict[str, float]:
    found = dict.fromkeys(UNITS, 1.0)
    values: dict[str, float] = {}
    for row in rows:
        if row.section != "UNITS":
            continue
        choices = UNITS.get(row.name)
        unit = None if choices is None else choices.get(row.value.lower())
        if choices is not None and unit is None:
            action = f"give one of {', '.join(choices)}"
            if row.name == "ANGLE":
                action = "the coefficients of the formula are for radians: convert the file"
            problems.append(_problem("M05", row, "is not a unit that is known here", action=action))
        elif unit is not None:
            values[row.name] = unit
    if "PRESSURE" not in values:
        values["PRESSURE"] = 1.0  # pascals, whatever the unit of force
    return found | values


def _factor(of: Coefficient, units: Mapping[str, float]) -> float:
    """Return what a number of the file is multiplied with to be in SI units."""
    factor = 1.0
    over = False
    for part in of.unit.replace("/", " / ").split():
        if part == "/":
            over = True
            continue
        name, _, power = part.partition("^")
        for dimension, exponent in DIMENSIONS[name].items():
            n = exponent * int(power or 1) * (-1 if over else 1)
            factor *= units[dimension] ** n
    return factor


def _number(row: Row, problems: list[Problem]) -> float | None:
    try:
        found = float(row.value.replace("D", "E").replace("d", "e"))
    except ValueError:
        found = math.nan
    if math.isfinite(found):
        return found
    problems.append(_problem("M25", row, "is not a number"))
    return None


def _unknown(row: Row, values: set[str]) -> Problem:
    """Return an error for what is a known name misspelt, else a notice."""
    free = [name for name in known_coefficients() if name not in values]
    near = get_close_matches(row.name, free, n=1, cutoff=NEAR)
    if near:
        action = f"did you mean {near[0]} ({known_coefficients()[near[0]].text})?"
        return _problem("M09", row, "is not a coefficient of the Magic Formula", action=action)
    return _problem("M09", row, "is not used here", severity="notice")


def _check(
    values: Mapping[str, float],
    seen: Mapping[str, Row],
    source: SourceText,
    problems: list[Problem],
) -> None:
    """Report what is missing, and numbers that no tyre has."""
    for problem in problems_of(values):
        name = problem.element.rpartition(" / ")[2]
        if name in seen and name in values:
            problems.append(_problem(problem.code, seen[name], problem.rule))
        elif name not in seen:
            found = known_coefficients()[name]
            action = f"add {name} [{found.unit}], the {found.text}, to [{found.section}]"
            at = source.place(0)
            problems.append(Problem(problem.code, name, problem.rule, action=action, location=at))


def _problem(code: str, row: Row, rule: str, **more: Any) -> Problem:
    where = f"[{row.section}] / {row.name}" if row.section else row.name
    return Problem(code, where, rule, value=f"'{row.value}'", location=row.place, **more)


def tyre_text(tyre: MagicFormula, title: str = "") -> str:
    """Return the text of a tyre file, in SI units; read again it is the same tyre."""
    lines = [f"$ {title}"] if title else []
    lines += ["[UNITS]", "LENGTH = 'meter'", "FORCE = 'newton'", "ANGLE = 'radians'"]
    lines += ["MASS = 'kg'", "TIME = 'second'"]
    section = ""
    for name, found in known_coefficients().items():
        if name not in tyre.coefficients:
            continue
        if found.section != section:
            section = found.section
            lines.append(f"[{section}]")
        unit = f" [{found.unit}]" if found.unit else ""
        lines.append(f"{name:<24}= {float(tyre.coefficients[name])!r:<24}$ {found.text}{unit}")
    return "\n".join(lines) + "\n"

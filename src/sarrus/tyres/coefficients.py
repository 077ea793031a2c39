"""Coefficients of the Magic Formula by the names of tyre files, with defaults and meanings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import real

REQUIRED = "required"
POSITIVE = ("UNLOADED_RADIUS", "FNOMIN", "NOMPRES", "LONGVL", "WIDTH")
NOT_NEGATIVE = (
    "VERTICAL_STIFFNESS",
    "VERTICAL_DAMPING",
    "LONGITUDINAL_STIFFNESS",
    "LATERAL_STIFFNESS",
    "Q_FZ1",
)
STIFFNESS = ("VERTICAL_STIFFNESS", "Q_FZ1")
NEAR = 0.75
"""How much of a name must agree to be taken for a misspelt one."""


@dataclass(frozen=True)
class Coefficient:
    """One coefficient: its section of the file, default (None: must be given), unit, meaning."""

    name: str
    section: str
    default: float | None
    unit: str
    text: str


class Coefficients:
    """Numbers by name, as attributes: `p.PCX1`."""

    def __init__(self, values: Mapping[str, float]) -> None:
        vars(self).update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> float: ...


FIVE, SIX = (5, 6, 21, 51, 52), (60, 61, 62)
"""FITTYP of tyre files by the formulas: 5.2 (PAC2002, MF-Tyre 5), and 6.1 or 6.2."""


@cache
def known_coefficients() -> dict[str, Coefficient]:
    """Return every coefficient by name."""
    text = (files("sarrus") / "tyres" / "coefficients.toml").read_text(encoding="utf-8")
    return {found.name: found for found in _rows(tomllib.loads(text))}


def _rows(sections: Mapping[str, Mapping[str, list[float | str]]]) -> Iterator[Coefficient]:
    for section, rows in sections.items():
        for name, (default, unit, text) in rows.items():
            number = None if default == REQUIRED else float(default)
            yield Coefficient(name, section, number, str(unit), str(text))


@cache
def required_names() -> tuple[str, ...]:
    """Return the names of coefficients that have no default."""
    return tuple(name for name, found in known_coefficients().items() if found.default is None)


def with_defaults(values: Mapping[str, float]) -> Coefficients:
    """Return all coefficients, those that are not given with their defaults."""
    defaults = {
        name: found.default
        for name, found in known_coefficients().items()
        if found.default is not None
    }
    return Coefficients({**defaults, **{name: float(x) for name, x in values.items()}})


def problems_of(values: Mapping[str, Any]) -> Iterator[Problem]:
    """Go through what is wrong: names, numbers that no tyre has, what is missing."""
    for name, value in values.items():
        where = f"tyre MagicFormula / {name}"
        if name not in known_coefficients():
            near = get_close_matches(name.upper(), known_coefficients(), n=1, cutoff=NEAR)
            action = (
                f"did you mean {near[0]} ({known_coefficients()[near[0]].text})?" if near else ""
            )
            yield Problem("M09", where, "is not a coefficient of the Magic Formula", action=action)
        elif real(value) is None:
            yield Problem("M25", where, "must be a finite number", repr(value)[:80])
        elif name in POSITIVE and not value > 0.0:
            yield Problem("M04", where, "must be a positive number", repr(value)[:80])
        elif name in NOT_NEGATIVE and value < 0.0:
            yield Problem("M04", where, "must not be negative", repr(value)[:80])
        elif name == "FITTYP" and value not in (*FIVE, *SIX):
            rule = "is not a version that is known: 6, 21 and 52 are 5.2; 61 and 62 are 6.1 and 6.2"
            yield Problem("M04", where, rule, repr(value)[:80])
    for name in required_names():
        if name not in values:
            found = known_coefficients()[name]
            action = f"give {name} [{found.unit}], the {found.text}"
            yield Problem("M28", f"tyre MagicFormula / {name}", "must be given", action=action)
    if not any(name in values for name in STIFFNESS):
        rule = "must be given: without stiffness the tyre carries no load"
        where = "tyre MagicFormula / VERTICAL_STIFFNESS"
        yield Problem("M28", where, rule, action="give VERTICAL_STIFFNESS [N/m]")

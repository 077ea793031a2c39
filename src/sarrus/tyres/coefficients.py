"""Coefficients of the Magic Formula by the names of tyre files: sections, defaults, units, meanings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from sarrus.late_dataclass import dataclass

REQUIRED = "required"


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

    def __getattr__(self, name: str) -> float:  # only what is not there: for type checkers too
        raise AttributeError(name)


@cache
def known() -> dict[str, Coefficient]:
    """Return every coefficient by name."""
    text = (files("sarrus") / "tyres" / "coefficients.toml").read_text(encoding="utf-8")
    return {found.name: found for found in _rows(tomllib.loads(text))}


def _rows(sections: Mapping[str, Mapping[str, list[float | str]]]) -> Iterator[Coefficient]:
    for section, rows in sections.items():
        for name, (default, unit, text) in rows.items():
            number = None if default == REQUIRED else float(default)
            yield Coefficient(name, section, number, str(unit), str(text))


@cache
def required() -> tuple[str, ...]:
    """Return the names of coefficients that have no default."""
    return tuple(name for name, found in known().items() if found.default is None)


def with_defaults(given: Mapping[str, float]) -> Coefficients:
    """Return all coefficients, those that are not given with their defaults."""
    defaults = {name: found.default for name, found in known().items() if found.default is not None}
    return Coefficients({**defaults, **{name: float(x) for name, x in given.items()}})

"""Parameters as letters: numbers of the model that stay symbols in written equations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions import Expression, ExpressionError, Value, parse_expression
from sarrus.system.equation_text.symbols import (
    Letter,
    Names,
    identifier,
    latex_word,
    symbol_latex,
    with_index,
)
from sarrus.system.quantities.parameters import Parameters, chosen_parameters

if TYPE_CHECKING:
    from sarrus.system.system import System

ATTRIBUTES = {"mass": ("m", "kg"), "com": ("c", "m"), "inertia": ("I", "kg m^2")}
"""Letters and units of the numbers of bodies."""
NEAR = 1e-9
"""Of a number of the model and of its formula, relative to the larger."""

Entry = float | Expression
"""A number of the model, as it is, or as a formula of symbols."""


@dataclass(frozen=True)
class Formulas:
    """The chosen parameters, each number of which is itself or a formula of letters."""

    parameters: Parameters
    entries: tuple[Entry, ...]
    letters: tuple[Letter, ...]

    def vector(self, symbols: Sequence[Any]) -> np.ndarray:
        """Return all numbers, flat, with symbols for the letters."""
        of = {letter.name: symbol for letter, symbol in zip(self.letters, symbols, strict=True)}
        found = np.empty(len(self.entries), dtype=object)
        for k, entry in enumerate(self.entries):
            if isinstance(entry, Expression):
                found[k] = entry.function(entry.names, {})(*(of[name] for name in entry.names))
            else:
                found[k] = entry
        return found


def formulas_of(system: System, wanted: Any, values: Mapping[str, float], names: Names) -> Formulas:
    """Return the numbers that stay letters.

    wanted: names of parameters, for which letters are chosen (numbers that are 0 stay 0), or
    formulas by name: {"rod.mass": "m", "rod.com": ("l/2", 0, 0)}; values: of the symbols in
    formulas that are not the number itself.
    """
    if isinstance(wanted, Mapping):
        parameters, understood = chosen_parameters(system.model, wanted)
        written = [wanted[name] for name in understood]
        entries = [
            entry
            for full, value, default in zip(
                parameters.names, written, parameters.defaults, strict=True
            )
            for entry in _entries(full, value, default)
        ]
        return _with_values(parameters, entries, dict(values), names)
    parameters, _ = chosen_parameters(system.model, wanted)
    entries, found = [], {}
    for full, default in zip(parameters.names, parameters.defaults, strict=True):
        own, letters = _automatic(full, default, names)
        entries += own
        found.update({letter.name: letter for letter in letters})
    return Formulas(parameters, tuple(entries), tuple(found.values()))


# --- letters chosen by us ------------------------------------------------------------------------


def _automatic(full: str, default: np.ndarray, names: Names) -> tuple[list[Entry], list[Letter]]:
    """Return the entries of a parameter with a letter for each number that is not 0."""
    owner, _, attribute = full.partition(":")[2].rpartition(".")
    letter, unit = ATTRIBUTES.get(attribute, (attribute, ""))
    if full == "gravity":
        owner, letter, unit = "", "g", "m/s^2"
    places = [p for p in np.ndindex(default.shape) if default[p]]
    alone = len(places) <= 1
    entries: list[Entry] = []
    made: dict[str, Letter] = {}
    for place in np.ndindex(default.shape):
        value = float(default[place])
        if not value:
            entries.append(0.0)
            continue
        ordered = tuple(sorted(place)) if len(default.shape) == 2 else place
        index = "" if alone else "".join("xyz"[k] if k < 3 else str(k) for k in ordered)
        key = index or "whole"
        negative = full == "gravity" and alone and value < 0.0
        if key not in made:
            name = names.unique("_".join(x for x in (letter, owner, index) if x))
            which = f"[{index}]" if index else ""
            made[key] = Letter(
                name, with_index(latex_word(letter), owner, index),
                f"{full.partition(':')[2] or full}{which}", unit, "parameter",
                abs(value) if negative else value,
            )  # fmt: skip
        text = made[key].name
        entries.append(parse_expression(f"-{text}" if negative else text))
    return entries, list(made.values())


# --- formulas of the user ------------------------------------------------------------------------


def _entries(full: str, value: Any, default: np.ndarray) -> list[Entry]:
    """Return the numbers and formulas of a parameter, checked for their count."""
    flat = np.array(value, dtype=object)
    if default.shape == (3, 3) and flat.shape == (3,):
        flat = np.array(
            [[flat[i] if i == j else 0.0 for j in range(3)] for i in range(3)], dtype=object
        )
    if flat.shape != default.shape:
        shape = f"numbers or formulas of shape {default.shape}" if default.shape else "one formula"
        raise ModelError(Problem("S02", f"parameter '{full}'", f"must be {shape}", repr(value)))
    found: list[Entry] = []
    for place in np.ndindex(flat.shape):
        entry = flat[place]
        if isinstance(entry, str):
            found.append(_parse(full, entry))
        elif isinstance(entry, (int, float, np.number)) and not isinstance(entry, bool):
            _check_number(full, float(entry), float(default[place]), str(entry))
            found.append(float(entry))
        else:
            rule = "must be numbers or formulas as text"
            raise ModelError(Problem("S02", f"parameter '{full}'", rule, repr(entry)))
    return found


def _parse(full: str, text: str) -> Expression:
    try:
        found = parse_expression(text)
    except ExpressionError as error:
        raise ModelError(
            Problem("S02", f"parameter '{full}'", f"its formula {error}", repr(text))
        ) from None
    bad = [name for name in found.names if identifier(name) != name]
    if bad or found.readers:
        rule = f"its formula has '{bad[0] if bad else found.readers[0][0]}', which is no symbol"
        raise ModelError(Problem("S02", f"parameter '{full}'", rule, repr(text)))
    return found


def _with_values(
    parameters: Parameters, entries: list[Entry], values: dict[str, float], names: Names
) -> Formulas:
    """Return formulas whose symbols have values, with which they give the model's numbers."""
    numbers = parameters.vector
    for entry, number in zip(entries, numbers, strict=True):
        bare = _bare(entry)
        if bare is not None:
            values.setdefault(bare[0], bare[1] * float(number))
    symbols = list(dict.fromkeys(n for e in entries if isinstance(e, Expression) for n in e.names))
    unknown = [name for name in symbols if name not in values]
    if unknown:
        rule = "has no value, and no number of the model is this symbol alone"
        action = f"give values={{'{unknown[0]}': ...}}"
        raise ModelError([Problem("S02", f"symbol '{n}'", rule, action=action) for n in unknown])
    unused = [name for name in values if name not in symbols]
    if unused:
        rule = f"is in no formula; their symbols are {', '.join(symbols) or 'none'}"
        raise ModelError([Problem("S02", f"symbol '{n}'", rule) for n in unused])
    scope = {name: Value(float(value)) for name, value in values.items()}
    owners = [n for n, d in zip(parameters.names, parameters.defaults, strict=True)
              for _ in range(d.size)]  # fmt: skip
    for owner, entry, number in zip(owners, entries, numbers, strict=True):
        if isinstance(entry, Expression):
            _check_number(owner, entry.value(scope).number, float(number), entry.text)
    meaning: dict[str, list[str]] = {name: [] for name in symbols}
    for owner, entry in zip(owners, entries, strict=True):
        for name in entry.names if isinstance(entry, Expression) else ():
            meaning[name].append(owner.partition(":")[2] or owner)
    taken = [name for name in symbols if names.unique(name) != name]
    if taken:
        rule = "is a name that the equations use themselves"
        raise ModelError([Problem("S02", f"symbol '{n}'", rule) for n in taken])
    letters = [
        Letter(
            name,
            symbol_latex(name),
            f"in {', '.join(dict.fromkeys(meaning[name]))}",
            "",
            "parameter",
            float(values[name]),
        )
        for name in symbols
    ]
    return Formulas(parameters, tuple(entries), tuple(letters))


def _bare(entry: Entry) -> tuple[str, float] | None:
    """Return name and sign of a formula that is a symbol alone."""
    if not isinstance(entry, Expression) or len(entry.names) != 1:
        return None
    kinds = [step.operation for step in entry.steps]
    signs = {("name",): 1.0, ("name", "neg"): -1.0}
    sign = signs.get(tuple(kinds))
    return None if sign is None else (entry.names[0], sign)


def _check_number(owner: str, value: float, number: float, text: str) -> None:
    if abs(value - number) <= NEAR * max(abs(value), abs(number)):
        return
    rule = f"is {number:.12g} in the model, and '{text}' gives {value:.12g}"
    action = "correct the formula, or the values of its symbols"
    raise ModelError(Problem("S02", f"parameter '{owner}'", rule, action=action))

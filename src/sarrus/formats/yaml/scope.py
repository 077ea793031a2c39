"""The constants of a file, and the text and numbers that are written with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from sarrus.errors import MOST_PROBLEMS, Location, Problem
from sarrus.formats.records import Document, Path
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import MOST_HINTS
from sarrus.model.expressions import ExpressionError, Value, parse_expression
from sarrus.model.expressions.dimensions import ANY
from sarrus.model.expressions.operations import CONSTANTS, FUNCTIONS
from sarrus.model.quantity import QuantityError, quantity
from sarrus.model.units import dimension_text, in_si, parts_of, written_dimension
from sarrus.spatial.tracking import is_tracked, real

MOST_INDICES = 100_000

_HOLE = re.compile(r"(\{\{|\}\}|\{[^{}]*\})")
_NUMBER_LIKE = re.compile(r"[+-]*\.?\d[\d\s._:,]*(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"yes|no|on|off|true|false|null|none|~|[+-]?\.?(?:nan|inf|infinity)|", re.I)
"""What YAML or others read as a truth, as nothing or as no number."""


@dataclass(frozen=True)
class Scope(Mapping[str, Value]):
    """Named numbers: the constants of a file, and indices of what is repeated."""

    constants: Mapping[str, Value] = field(default_factory=dict)
    indices: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Value:
        if name in self.indices:
            return Value(self.indices[name])
        return self.constants[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.indices
        yield from (name for name in self.constants if name not in self.indices)

    def __len__(self) -> int:
        return len({*self.indices, *self.constants})

    def with_indices(self, indices: Mapping[str, int]) -> Scope:
        """Return the scope with some more indices."""
        return Scope(self.constants, {**self.indices, **indices})

    def with_constants(self, constants: Mapping[str, Value]) -> Scope:
        """Return the scope with some more constants."""
        return Scope({**self.constants, **constants}, self.indices)

    def value(self, raw: Any) -> Value:
        """Return a number, text with a unit or an expression as a value.

        Raises `ExpressionError` or `QuantityError`.
        """
        if isinstance(raw, Value):
            return raw
        if not isinstance(raw, str):
            quantity(raw, "dimensionless")  # refuses what is no finite number
            return Value(raw)
        if self.is_for_the_builder(raw):
            return _value_of(raw)
        value = parse_expression(raw).value(self)
        quantity(value.number, "dimensionless")
        return value

    def scalar(self, raw: Any) -> Any:
        """Return what the builder reads as a number.

        Numbers, text such as "250 mm" and text that looks like a number come back as they are;
        an expression as a float, or as a `Value` where its dimension is known, which the builder
        then checks. Raises `ExpressionError`.
        """
        if not isinstance(raw, str) or self.is_for_the_builder(raw):
            return raw
        value = parse_expression(raw).value(self)
        return real(value.number) if value.dimension in (None, ANY) else value

    def integer(self, raw: Any) -> int:
        """Return an integer, written as one or as an expression; raises `ExpressionError`."""
        number = raw
        if isinstance(raw, str):
            value = parse_expression(raw).value(self)
            if value.dimension and value.dimension != ANY:
                raise ExpressionError(
                    f"is {dimension_text(dict(value.dimension))}, not an integer", 0
                )
            number = value.number
        if is_tracked(number) and float(number).is_integer():
            number = int(number)
        is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
        if is_number and abs(number) < 2**53 and number == int(number):
            return int(number)
        raise ExpressionError("is not an integer", 0)

    def range(self, raw: Any) -> range:
        """Return the integers of "1..n", both ends included; raises `ExpressionError`."""
        first, dots, last = raw.partition("..") if isinstance(raw, str) else ("", "", "")
        if not dots:
            raise ExpressionError("is not a range", 0, "write the first and the last, as 1..4")
        found = range(
            self.integer(first), _read_with_offset(self.integer, last, len(first) + 2) + 1
        )
        if len(found) > MOST_INDICES:
            raise ExpressionError(f"has {len(found)} integers; at most {MOST_INDICES} are read", 0)
        return found

    def text(self, raw: str) -> str:
        """Return text with every {expression} replaced by its value, an integer.

        Doubled braces stand for themselves. Raises `ExpressionError`.
        """
        if "{" not in raw and "}" not in raw:
            return raw
        found, at = "", 0
        for part in _HOLE.split(raw):
            if part in ("{{", "}}"):
                found += part[0]
            elif part.startswith("{") and part.endswith("}"):
                found += str(_read_with_offset(self.integer, part[1:-1], at + 1))
            elif "{" in part or "}" in part:
                raise ExpressionError("has a brace that is not closed", at + _brace(part))
            else:
                found += part
            at += len(part)
        return found

    def is_for_the_builder(self, raw: str) -> bool:
        """Tell whether text is a number, one with a unit, or something that looks like one."""
        text = raw.strip()
        if _WORD.fullmatch(text):
            return text not in self
        return bool(_NUMBER_LIKE.fullmatch(text)) or parts_of(text) is not None


def read_constants(raw: Any, document: Document, path: Path = ("constants",)) -> Scope:
    """Return the scope of a section of constants, each of which may use those before it."""
    found: dict[str, Value] = {}
    if raw is not None and not isinstance(raw, Mapping):
        document.report("M25", "constants", "must be names with numbers", path)
        return Scope()
    for name, value in (raw or {}).items():
        if len(document.problems) >= MOST_PROBLEMS:
            break
        element, place = f"constant {name!r}", (*path, name)
        if not str(name).isidentifier() or name in CONSTANTS or name in FUNCTIONS:
            action = "choose a name of letters, digits and _ that no function has"
            document.report("F22", element, "is not a name for a constant", place, action=action)
            continue
        try:
            found[name] = Scope(found).value(value)
        except (ExpressionError, QuantityError) as error:
            hints = len(document.problems) < MOST_HINTS
            problem = problem_of(error, element, value, document.marks.get(place), hints=hints)
            document.problems.append(problem)
            found[name] = Value(1.0, ANY)  # what uses it is no second mistake
    return Scope(found)


def problem_of(
    error: ExpressionError | QuantityError,
    element: str,
    raw: Any,
    place: Location | None,
    *,
    hints: bool = True,
) -> Problem:
    """Return the problem of a value that cannot be read, at the character where it goes wrong.

    hints: whether to look for what may be meant.
    """
    position = getattr(error, "position", 0)
    if place is not None and isinstance(raw, str):
        written = place.text.find(raw) if len(place.text) >= len(raw) else -1
        if written >= 0:
            place = Location(place.file, place.line, place.column + written + position, place.text)
    shown = repr(raw) if len(repr(raw)) <= 60 else repr(raw)[:57] + "..."
    action = error.action if hints else ""
    return Problem(error.code, element, error.reason, shown, action=action, location=place)


def _value_of(text: str) -> Value:
    """Return the value of text such as "250 mm"."""
    digits, unit = parts_of(text) or ("", "")
    if not unit:
        return Value(quantity(text, "dimensionless"))
    dimension = written_dimension(unit)
    quantity(text, unit)  # refuses numbers written as none
    return Value(in_si(digits, unit), dimension)


def _read_with_offset(read: Any, text: str, by: int) -> Any:
    """Return read(text), with the position of an error counted from further left."""
    try:
        return read(text)
    except ExpressionError as error:
        raise error.at_offset(by) from None


def _brace(part: str) -> int:
    return min(k for k in (part.find("{"), part.find("}")) if k >= 0)

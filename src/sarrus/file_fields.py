"""Fields of roads, shapes, motors and gears: how users write them, declared where they stand.

    wavelength: float = field(metadata=number("m", "of the waves", above=0.0))

Checks, readers of files and the JSON schema of model files follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from sarrus.late_dataclass import dataclass

KEY = "sarrus field"
"""Key of the metadata of a field."""

Metadata = Mapping[str, "WrittenField"]


@dataclass(eq=False, repr=False)
class WrittenField:
    """How a field is written: its kind, unit, one line of text, and words that are allowed.

    kind: "number", "numbers" (count of them, any if 0), "rows" of numbers (with as many units as
    columns, or one for all), "vector" (of three, or one for all), "whole", "text", "truth", "road",
    "roads", "coefficients" by name, "function" of x or "parametric" of u, "file" (endings: of
    those that belong to a name without one), "nodes" of a finite-element model by name; letters:
    whether it may be a letter instead; above, at_least: bounds of a number; is_input: whether its
    numbers only enter arithmetic, so that they may become kernel inputs.
    """

    kind: str
    text: str
    unit: str = ""
    count: int = 0
    choices: tuple[Any, ...] = ()
    letters: bool = False
    above: float | None = None
    at_least: float | None = None
    is_input: bool = False
    endings: tuple[str, ...] = ()

    def description(self, name: str) -> str:
        """Return the name of the field with its unit and meaning, in one line."""
        unit = f" [{self.unit}]" if self.unit and self.unit != "dimensionless" else ""
        return f"{name}{unit}: {self.text}."


def number(
    unit: str,
    text: str,
    *,
    letters: bool = False,
    above: float | None = None,
    at_least: float | None = None,
    is_input: bool = False,
) -> Metadata:
    """Declare a number in a unit, and its bounds if it has some."""
    return {KEY: WrittenField("number", text, unit, 0, (), letters, above, at_least, is_input)}


def numbers(unit: str, text: str, count: int = 0, *, is_input: bool = False) -> Metadata:
    """Declare a list of numbers in a unit; count: how many, any number of them if 0."""
    return {KEY: WrittenField("numbers", text, unit, count, is_input=is_input)}


def rows(unit: str, text: str, count: int = 0, *, is_input: bool = False) -> Metadata:
    """Declare rows of numbers; unit: of all, or of each column, with commas; count: of columns."""
    return {KEY: WrittenField("rows", text, unit, count, is_input=is_input)}


def vector(unit: str, text: str) -> Metadata:
    """Declare three numbers in a unit."""
    return {KEY: WrittenField("vector", text, unit, 3)}


def whole(text: str, choices: tuple[int, ...] = ()) -> Metadata:
    """Declare a whole number."""
    return {KEY: WrittenField("whole", text, choices=choices)}


def plain_text(text: str, choices: tuple[str, ...] = ()) -> Metadata:
    """Declare text; choices: the words that are allowed, all if there are none."""
    return {KEY: WrittenField("text", text, choices=choices)}


def inner_road(text: str, *, several: bool = False, is_input: bool = False) -> Metadata:
    """Declare another road, or several."""
    return {KEY: WrittenField("roads" if several else "road", text, is_input=is_input)}


def coefficients(text: str) -> Metadata:
    """Declare numbers by name."""
    return {KEY: WrittenField("coefficients", text)}


def truth(text: str) -> Metadata:
    """Declare true or false."""
    return {KEY: WrittenField("truth", text)}


def file(text: str, endings: tuple[str, ...] = ()) -> Metadata:
    """Declare a file beside the model; endings: of the files that a name without one stands for."""
    return {KEY: WrittenField("file", text, endings=endings)}


def nodes(text: str) -> Metadata:
    """Declare nodes of a finite-element model, by name."""
    return {KEY: WrittenField("nodes", text)}


def function(text: str) -> Metadata:
    """Declare a function of x."""
    return {KEY: WrittenField("function", text, "m", is_input=True)}


def parametric(text: str) -> Metadata:
    """Declare a length as a function of the parameter u of a curve."""
    return {KEY: WrittenField("parametric", text, "m")}


def written_fields(of_class: Any) -> dict[str, WrittenField]:
    """Return the fields that files hold, by name."""
    return {f.name: f.metadata[KEY] for f in fields(of_class) if KEY in f.metadata}


def needed_fields(of_class: Any) -> list[str]:
    """Return the names of the fields that have no default."""
    listed: tuple[Field[Any], ...] = fields(of_class)
    kept = [f for f in listed if KEY in f.metadata]
    return [f.name for f in kept if f.default is MISSING and f.default_factory is MISSING]


class KernelNumbers:
    """What has numbers that may become kernel inputs: those of fields declared with `is_input`.

    A formula has the same two members: `numbers`, and `with_numbers`.
    """

    @property
    def input_fields(self) -> tuple[str, ...]:
        """The fields whose numbers may become inputs; their number and order are the form."""
        listed = written_fields(type(self))
        return tuple(n for n, field in listed.items() if field.is_input)

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The numbers of these fields, one after the other; of other roads in them too."""
        return tuple(x for name in self.input_fields for x in _leaves(getattr(self, name)))

    def with_numbers(self, numbers: Iterable[Any]) -> Any:
        """Return the same with other numbers in the place of its own; they may be symbols.

        Nothing is checked, and nothing that was computed before is kept.
        """
        left = iter(numbers)
        values = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        values |= {name: _with_next_numbers(values[name], left) for name in self.input_fields}
        made = object.__new__(type(self))
        for name, value in values.items():
            object.__setattr__(made, name, value)
        return made


def _leaves(value: Any) -> Iterator[Any]:
    """Go through the numbers of a value."""
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    elif hasattr(value, "with_numbers"):
        yield from value.numbers
    elif value is not None and not callable(value):
        yield value


def _with_next_numbers(value: Any, left: Iterator[Any]) -> Any:
    """Return a value with the next numbers in the place of its own."""
    if isinstance(value, tuple):
        return tuple([_with_next_numbers(part, left) for part in value])
    if hasattr(value, "with_numbers"):
        return value.with_numbers([next(left) for _ in value.numbers])
    return value if value is None or callable(value) else next(left)

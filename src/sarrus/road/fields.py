"""Fields of roads and shapes: how users write them in files, declared where they stand.

    phase: float = field(default=0.0, metadata=number("rad", "of the first wave"))

Readers and the JSON schema of model files follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

KEY = "sarrus field"
"""Key of the metadata of a field."""

Metadata = Mapping[str, "WrittenField"]


@dataclass(eq=False, repr=False)
class WrittenField:
    """How a field is written: its kind, unit, one line of text, and words that are allowed.

    kind: "number", "numbers" (count of them, any if 0), "vector" (of three, or one for all),
    "whole", "text", "road", "roads" or "function" of x; letters: whether it may be a letter
    instead.
    """

    kind: str
    text: str
    unit: str = ""
    count: int = 0
    choices: tuple[Any, ...] = ()
    letters: bool = False

    def description(self, name: str) -> str:
        """Return the name of the field with its unit and meaning, in one line."""
        unit = f" [{self.unit}]" if self.unit and self.unit != "dimensionless" else ""
        return f"{name}{unit}: {self.text}."


def number(unit: str, text: str, *, letters: bool = False) -> Metadata:
    """Declare a number in a unit."""
    return {KEY: WrittenField("number", text, unit, letters=letters)}


def numbers(unit: str, text: str, count: int = 0) -> Metadata:
    """Declare a list of numbers in a unit; count: how many, any number of them if 0."""
    return {KEY: WrittenField("numbers", text, unit, count)}


def vector(unit: str, text: str) -> Metadata:
    """Declare three numbers in a unit."""
    return {KEY: WrittenField("vector", text, unit, 3)}


def whole(text: str, choices: tuple[int, ...] = ()) -> Metadata:
    """Declare a whole number."""
    return {KEY: WrittenField("whole", text, choices=choices)}


def plain_text(text: str, choices: tuple[str, ...] = ()) -> Metadata:
    """Declare text; choices: the words that are allowed, all if there are none."""
    return {KEY: WrittenField("text", text, choices=choices)}


def inner_road(text: str, *, several: bool = False) -> Metadata:
    """Declare another road, or several."""
    return {KEY: WrittenField("roads" if several else "road", text)}


def function(text: str) -> Metadata:
    """Declare a function of x."""
    return {KEY: WrittenField("function", text, "m")}


def written_fields(of_class: Any) -> dict[str, WrittenField]:
    """Return the fields of a road or shape by name."""
    return {field.name: field.metadata[KEY] for field in fields(of_class)}


def needed_fields(of_class: Any) -> list[str]:
    """Return the names of the fields that have no default."""
    listed: tuple[Field[Any], ...] = fields(of_class)
    return [field.name for field in listed if field.default is MISSING]

"""What a user typed for one element, read with every problem kept together with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

import numpy as np

from sarrus.errors import Location, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.pose import Matrix3, Vector3, matrix3, vector3
from sarrus.model.quantity import SMALLEST, QuantityError, quantity

Source = Mapping[str, Location]
"""Where an element was written: attribute name to place; "" is the element itself."""


class Options(Protocol):
    """What a user wrote for one element, by keyword."""

    def get(self, option: str, /) -> Any:
        """Return an option, or None."""


LARGEST = 1e30
"""Products of a few such numbers are still finite."""


@dataclass
class Entry:
    """Reads the attributes of one element.

    Every reading function returns None after it has reported a problem, so that one mistake
    is one message. element: such as `body 'crank'`; problems: the list that all entries share;
    points: named points of the drawing [m], which may stand for three lengths.
    """

    element: str
    source: Source
    problems: list[Problem]
    points: Mapping[str, Vector3] = field(default_factory=dict)

    def report(
        self,
        code: str,
        attribute: str,
        rule: str,
        *,
        value: str = "",
        cause: str = "",
        action: str = "",
        severity: str = "error",
        also: tuple[Location, ...] = (),
    ) -> None:
        """Add a problem of an attribute ("" for the element as a whole).

        The message starts with the value, else with the name of the attribute or element.
        """
        path = f"{self.element} / {attribute}" if attribute else self.element
        subject = value or attribute or self.element
        place = self.place(attribute)
        also = (*also, *getattr(self.source, "also", ()))
        self.problems.append(
            Problem(code, path, rule, subject, cause, action, severity, place, also)
        )

    def place(self, attribute: str) -> Location | None:
        """Return where an attribute was written, else where the element was."""
        stem = attribute.split("[")[0]
        return self.source.get(attribute) or self.source.get(stem) or self.source.get("")

    def literal(self, attribute: str, raw: Any) -> str:
        """Return the value as written in the file, else as Python shows it."""
        place = self.source.get(attribute)
        return place.text if place and place.text else text_of(raw)

    def number(
        self,
        attribute: str,
        raw: Any,
        unit: str,
        *,
        least: float | None = None,
        code: str | None = None,
    ) -> float | None:
        """Return a number in an SI unit, not below `least`; `code` replaces that of the rule."""
        try:
            value = quantity(raw, unit)
        except QuantityError as error:
            literal = self.literal(attribute, raw)
            found = code or error.code
            self.report(found, attribute, error.reason, value=literal, action=error.action)
            return None
        if abs(float(value)) > LARGEST and code is None:
            rule = f"is beyond {LARGEST:g}, too large to compute with"
            self.report("M24", attribute, rule, value=self.literal(attribute, raw))
            return None
        if least is not None and value < least:
            rule = f"is below {least:g} {unit}, which is not allowed"
            self.report("M04", attribute, rule, value=self.literal(attribute, raw))
            return None
        return value

    def numbers(
        self, attribute: str, raw: Any, unit: str, count: int, code: str | None = None
    ) -> tuple[float, ...] | None:
        """Return `count` numbers in an SI unit."""
        if (type(raw) is tuple or type(raw) is list) and len(raw) == count:
            usual = [x + 0.0 for x in raw if type(x) is float and is_usual(x)]
            if len(usual) == count:  # as most are
                return tuple(usual)
        if not is_list(raw) or len(raw) != count:
            rule = f"must be {count} numbers"
            action = "write [x, y, z], such as [0, 0, 0.1]" if count == 3 else ""
            value = self.literal(attribute, raw)
            self.report(code or "M25", attribute, rule, value=value, action=action)
            return None
        try:
            good = tuple([quantity(value, unit) for value in raw])
        except QuantityError:
            good = ()  # each is looked at by itself below, with its place
        if good and (code is not None or max(map(abs, map(float, good))) <= LARGEST):
            return good
        read = [
            self.number(self._part(attribute, i), value, unit, code=code)
            for i, value in enumerate(raw)
        ]
        return None if None in read else tuple(read)  # type: ignore[arg-type]

    def _part(self, attribute: str, index: int) -> str:
        """Return `com[1]` where the file names the place of single numbers, else `com`."""
        part = f"{attribute}[{index}]"
        return part if part in self.source else attribute

    def vector(self, attribute: str, raw: Any, unit: str) -> Vector3 | None:
        """Return three numbers in an SI unit; lengths may be the name of a point of the drawing."""
        if isinstance(raw, str) and unit == "m":
            return self._named_point(attribute, raw)
        read = self.numbers(attribute, raw, unit, 3)
        return None if read is None else vector3(read)

    def _named_point(self, attribute: str, name: str) -> Vector3 | None:
        """Return a point of the drawing by its name; None after a problem (M09)."""
        if name not in self.points:
            from sarrus.model.building.references import find  # for mistakes only

            find(self, attribute, name, self.points, "point")
        return self.points.get(name)

    def matrix(
        self, attribute: str, raw: Any, unit: str, code: str | None = None
    ) -> Matrix3 | None:
        """Return a 3x3 matrix, given as three rows or nine numbers, in an SI unit."""
        if is_list(raw) and len(raw) == 9:
            raw = [raw[0:3], raw[3:6], raw[6:9]]
        if not is_list(raw) or len(raw) != 3 or not all(is_list(row) for row in raw):
            rule = "must be a 3x3 matrix"
            self.report(code or "M25", attribute, rule, value=self.literal(attribute, raw))
            return None
        rows = [self.numbers(attribute, row, unit, 3, code) for row in raw]
        return None if None in rows else matrix3(rows)  # type: ignore[arg-type]


def is_usual(x: float) -> bool:
    """Return whether a number has a size that is computed with."""
    return x == 0.0 or SMALLEST <= abs(x) <= LARGEST


def is_list(raw: Any) -> bool:
    """Return whether a value is a list, tuple or array (text is not)."""
    return (
        isinstance(raw, (list, tuple))
        or (isinstance(raw, np.ndarray) and raw.ndim > 0)
        or (isinstance(raw, Sequence) and not isinstance(raw, (str, bytes)))
    )


def text_of(raw: Any) -> str:
    """Return a value for a message: plain numbers, text in quotes."""
    if isinstance(raw, np.ndarray):
        raw = raw.tolist()
    if isinstance(raw, (list, tuple)):
        return "(" + ", ".join(text_of(part) for part in raw) + ")"
    if isinstance(raw, (float, np.floating)):
        return f"{float(raw):.12g}"
    text = repr(raw)
    return text if len(text) <= 80 else text[:77] + "..."

"""An element on its way from what a user wrote to the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import Scope
from sarrus.model.fields import declared_fields, needed_attributes
from sarrus.model.options import Unit


@dataclass
class Reading:
    """Reads the options of one element, and reports every problem of them.

    name: of the element; options: what was written, by keyword; defaults: what is meant where
    nothing was; values: the attributes read so far; is_angle: whether the coordinate that the
    element acts on is an angle, None where it is not known.
    """

    scope: Scope
    entry: Entry
    name: Any
    options: Mapping[str, Any]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    is_angle: bool | None = None
    read: set[str] = field(default_factory=set)
    _before: int = 0

    def __post_init__(self) -> None:
        self._before = len(self.entry.problems)

    def get(self, keyword: str) -> Any:
        """Return an option as it was written, its default, or None."""
        return self.options[keyword] if keyword in self.options else self.defaults.get(keyword)

    @property
    def failed(self) -> bool:
        """Whether an error of this element has been reported."""
        problems = self.entry.problems
        if len(problems) == self._before:
            return False
        return any(problem.severity == "error" for problem in problems[self._before :])

    def lacks(self, of_class: type) -> bool:
        """Tell whether an attribute could not be read, for a reason that is reported elsewhere.

        Such as a coordinate of a joint that has problems of its own.
        """
        return not self.values.keys() >= needed_attributes(of_class)

    def attributes(self, of_class: type) -> dict[str, Any]:
        """Read all declared attributes of a class, as far as they can be read, each once."""
        for name, of in declared_fields(of_class):
            if name not in self.read:
                self.read.add(name)
                self.values.update(of.read(name, self))
        return self.values

    def only(self, of_class: type, *names: str) -> None:
        """Read some of the declared attributes of a class, unless they have been read."""
        for name, of in declared_fields(of_class):
            if name in names and name not in self.read:
                self.read.add(name)
                self.values.update(of.read(name, self))

    def unit(self, unit: Unit) -> str | None:
        """Return a unit, that of the coordinate where there are two; None where that is unknown."""
        if not isinstance(unit, str):
            if self.is_angle is None:
                return None
            unit = unit[0] if self.is_angle else unit[1]
        power = self.values.get("exponent", 1.0) if unit.endswith("^n") else None
        return unit if power is None else f"{unit[:-1]}{power:g}"

    def number(
        self,
        keyword: str,
        unit: Unit,
        *,
        at_least: float | None = None,
        above: float | None = None,
    ) -> float | None:
        """Return the number of an option in its unit; None after a problem."""
        known = self.unit(unit)
        if known is None:
            return None
        raw = self.get(keyword)
        found = self.entry.number(keyword, raw, known, least=at_least)
        if found is not None and above is not None and found <= above:
            rule = f"is not above {above:g} {known}, as it must be".replace(" dimensionless", "")
            self.entry.report("M04", keyword, rule, value=self.entry.literal(keyword, raw))
            return None
        return found

    def flag(self, keyword: str) -> bool | None:
        """Return an option that is true or false; None after a problem."""
        raw = self.get(keyword)
        if isinstance(raw, bool):
            return raw
        value = self.entry.literal(keyword, raw)
        self.entry.report("M25", keyword, "must be True or False", value=value)
        return None

    def choice(self, keyword: str, choices: tuple[str, ...]) -> str | None:
        """Return one word out of some; None after a problem."""
        raw = self.get(keyword)
        if isinstance(raw, str) and raw in choices:
            return raw
        rule = "is not one of " + ", ".join(f"'{word}'" for word in choices)
        self.entry.report("M25", keyword, rule, value=self.entry.literal(keyword, raw))
        return None

"""Objects of a file on their way to the builder: what is there, what is missing, and where.

A record checks only the keys. The values go to the builder as they are written, together
with their places; it reads and judges them, so that one rule holds for every format.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.located import LaterPlaces
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model

Path = tuple[str | int, ...]


@dataclass
class Document:
    """The places of a file's values (none for data that come from Python) and its problems."""

    marks: Mapping[Path, Location] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, element: str, rule: str, path: Path = (), **parts: Any) -> None:
        """Add a problem of the value at a path."""
        place = self.marks.get(path) or self.marks.get(path[:-1])
        self.problems.append(Problem(code, element, rule, location=place, **parts))

    def records(self, values: Any, path: Path, kind: str) -> Iterator[Record]:
        """Return a record for every object of a list; report what is not one."""
        if not isinstance(values, (list, tuple)):
            self.report("M25", f"{kind} list", "must be a list", path)
            return
        for i, value in enumerate(values):
            name = value.get("name", i + 1) if isinstance(value, Mapping) else i + 1
            element = f"{kind} {name!r}"
            if isinstance(value, Mapping):
                yield Record(element, value, (*path, i), self)
            else:
                self.report("M25", element, "must be an object with named values", (*path, i))

    def build(self, mechanism: Mechanism, *, strict: bool = False) -> Model:
        """Return the built model, or raise ModelError with the problems of both."""
        mine = [replace(p, severity="error") if strict else p for p in self.problems]
        try:
            model = mechanism.build(strict=strict)
        except ModelError as error:
            raise ModelError([*mine, *error.problems]) from None
        if any(problem.severity == "error" for problem in mine):
            raise ModelError([*mine, *(p for p in model.notices if p.severity != "notice")])
        return replace(model, notices=(*mine, *model.notices))


@dataclass
class Record:
    """One object of a file; `element` is its name in messages, such as `body 'crank'`."""

    element: str
    values: Mapping[str, Any]
    path: Path
    document: Document

    def need(self, key: str, instead: Any = None) -> Any:
        """Return a value; without it, report that and return something harmless."""
        if key in self.values:
            return self.values[key]
        self.report("M09", f"the key {key!r} is missing")
        return instead

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value that need not be there."""
        return self.values.get(key, default)

    def only(self, known: Iterable[str]) -> None:
        """Warn of keys that are not known."""
        names = list(known)
        for key in self.values:
            if key in names:
                continue
            action = nearest(str(key), [name for name in names if name not in self.values])
            rule = f"the key {str(key)[:80]!r} is not known and not used"
            path = (*self.path, key)
            self.document.report("M09", self.element, rule, path, action=action, severity="warning")

    def report(self, code: str, rule: str, **parts: Any) -> None:
        """Add a problem of this object."""
        self.document.report(code, self.element, rule, self.path, **parts)

    def source(self, **attributes: str) -> Mapping[str, Location]:
        """Return the places of the builder's attributes, each given with its key here."""
        return LaterPlaces(self._places, attributes) if self.document.marks else {}

    def _places(self, attributes: Mapping[str, str]) -> dict[str, Location]:
        places = {"": self.path} | {"name": (*self.path, "name")}
        for attribute, key in attributes.items():
            path = (*self.path, key)
            places[attribute] = path
            places |= self._parts(attribute, path, self.values.get(key))
        marks = self.document.marks
        return {name: marks[path] for name, path in places.items() if path in marks}

    @staticmethod
    def _parts(attribute: str, path: Path, value: Any) -> dict[str, Path]:
        """Return the places of the numbers of a vector, or of the worst number of a matrix."""
        if not isinstance(value, (list, tuple)):
            return {}
        if not any(isinstance(row, (list, tuple)) for row in value):
            return {f"{attribute}[{i}]": (*path, i) for i in range(len(value))}
        for i, row in enumerate(value):
            for j, entry in enumerate(row if isinstance(row, (list, tuple)) else ()):
                if not is_finite(entry):
                    return {attribute: (*path, i, j)}
        return {}


def is_finite(value: Any) -> bool:
    """Return whether a value is a finite number (true and false are not numbers)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)

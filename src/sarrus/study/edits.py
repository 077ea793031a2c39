"""Values set from outside: `crank.mass`, `constants.r`, `run.until`, put into a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from sarrus.arguments import repetition
from sarrus.errors import Location, ModelError, Problem
from sarrus.formats.records import Document, Path
from sarrus.formats.yaml.elements import elements
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import SECTIONS
from sarrus.formats.yaml.scope import read_constants
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

PLAIN = ("sarrus", "name", "description", "tolerance", "base")
"""Sections with nothing inside, or with what an element of the same name comes before."""
HOLE = re.compile(r"\\\{.*?\\\}")
"""A brace of a repeated name, as `re.escape` writes it."""


@dataclass(frozen=True)
class EditedMarks(Mapping[Path, Location]):
    """The places of a document, with those of the values that were set."""

    marks: Mapping[Path, Location]
    edits: dict[Path, Location] = field(default_factory=dict)

    def __getitem__(self, path: Path) -> Location:
        found = self._edit(path)
        return self.marks[path] if found is None else found

    def _edit(self, path: Path) -> Location | None:
        """Return the place of what was set at a path, around it, or in what is new there."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.edits:
                return self.edits[path[:length]]
        if path in self.marks:
            return None
        inside = (place for p, place in self.edits.items() if p[: len(path)] == path)
        return next(inside, None)

    def __iter__(self) -> Iterator[Path]:
        return iter({**dict.fromkeys(self.marks), **self.edits})

    def __len__(self) -> int:
        return len({*self.marks, *self.edits})

    def key(self, path: Path) -> Location:
        """Return the place of the key of a value."""
        found = self._edit(path)
        if found is not None:
            return found
        key = getattr(self.marks, "key", None)
        return self.marks[path] if key is None else key(path)


def edited_document(
    document: Mapping[str, Any], marks: Mapping[Path, Location], values: Mapping[str, Any]
) -> tuple[dict[str, Any], EditedMarks]:
    """Return a document with some values replaced, by their names; raises all that cannot be.

    A name is a path from a section ("run.until", "bodies.crank.mass") or from an element
    ("crank.mass") or a constant ("r"). Text is read as in a file.
    """
    found: dict[str, Any] = {**document, **_includes(document)}
    places = EditedMarks(marks)
    problems: list[Problem] = []
    names: dict[Path, str] = {}
    for name, raw in values.items():
        try:
            place = Location(f"set {name}", 1, 1, str(raw)[:80])
            value = parse(raw, f"set {name}")[0] if isinstance(raw, str) else raw
            path = path_of_name(found, name)
            if names.setdefault(path, name) != name:
                problems.append(repetition(f"set '{name}'", name, names[path]))
            found = _with(found, path, _like(document, path, value))
            places.edits[path] = place
        except ModelError as error:
            problems += error.problems
    if problems:
        raise ModelError(problems)
    return found, places


def _like(document: Mapping[str, Any], path: Path, value: Any) -> Any:
    """Return a value; a bare number for a constant gets the dimension that the constant had."""
    if len(path) != 2 or path[0] != "constants" or type(value) not in (int, float):
        return value
    before = read_constants(document.get("constants"), Document()).get(str(path[1]))
    return value if before is None or before.dimension is None else replace(before, number=value)


def _includes(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the section of included files with a record for each, so that more can be set."""
    files = _records_by_name(document, "include")
    if not files:
        return {}
    return {"include": {k: {"file": r} if isinstance(r, str) else r for k, r in files.items()}}


def path_of_name(document: Mapping[str, Any], name: str) -> Path:
    """Return the path that a name means."""
    section, _, rest = name.partition(".")
    constants = _records_by_name(document, "constants")
    if section == "constants" and rest:
        if rest not in constants:
            raise ModelError(_no_constant(name, rest, constants))
        return (section, rest)
    if name in SECTIONS or (section in SECTIONS and section not in PLAIN):
        return (section, *_inside(document.get(section), rest))
    if name in constants:
        return ("constants", name)
    parts = [key for key in _records_by_name(document, "include") if name.startswith(f"{key}.")]
    if parts and not list(_owners(document, name)):  # a constant of an included file
        part = max(parts, key=len)
        return ("include", part, "constants", name[len(part) + 1 :])
    owners = list(_owners(document, name))
    if section == "base" and not owners:
        return (section, *_inside(document.get(section), rest))
    fits = [(path, rest) for path, rest in owners if _knows(document, path, rest)]
    if len(fits) == 1:
        path, rest = fits[0]
        return (*path, *_inside(_at(document, path), rest))
    raise ModelError(_ambiguous(name, fits) if fits else _unknown(document, name, owners))


def _inside(value: Any, rest: str) -> Path:
    """Return the path of the rest of a name below a value; the last key may be new."""
    if not rest:
        return ()
    if isinstance(value, Mapping):
        keys = [key for key in value if rest == key or rest.startswith(f"{key}.")]
        if keys:
            key = max(keys, key=len)
            return (key, *_inside(value[key], rest[len(key) + 1 :]))
    if isinstance(value, (list, tuple)):
        head, _, tail = rest.partition(".")
        if head.isdigit() and int(head) < len(value):
            return (int(head), *_inside(value[int(head)], tail))
    if value is None and "." in rest:
        head, _, tail = rest.partition(".")
        return (
            (head, *_inside(None, tail))
            if head in ("wanted", "guess", "rates", "states")
            else (rest,)
        )
    return (rest,)


def _owners(document: Mapping[str, Any], name: str) -> Iterator[tuple[Path, str]]:
    """Yield the elements whose name a name starts with, and what is left of it."""
    for section in elements():
        for key, record in _records_by_name(document, section).items():
            if name.startswith(f"{key}.") and isinstance(record, Mapping):
                yield (section, key), name[len(key) + 1 :]


def _attributes(document: Mapping[str, Any], path: Path) -> list[str]:
    """Return the keys that the record of an element may have."""
    section, record = str(path[0]), _at(document, path)
    types = elements()[section]
    if "" in types:
        return [*types[""].attributes]
    chosen = types.get(str(record.get("type"))) if isinstance(record, Mapping) else None
    return ["type", *(chosen.attributes if chosen else ())]


def _knows(document: Mapping[str, Any], path: Path, rest: str) -> bool:
    return rest.partition(".")[0] in _attributes(document, path)


def _at(document: Mapping[str, Any], path: Path) -> Any:
    value: Any = document
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: Path, new: Any) -> Any:
    """Return a value with another one put in at a path."""
    if not path:
        return new
    key = path[0]
    if isinstance(value, (list, tuple)) and isinstance(key, int):
        return [_with(item, path[1:], new) if i == key else item for i, item in enumerate(value)]
    inner = dict(value) if isinstance(value, Mapping) else {}
    inner[str(key)] = _with(inner.get(str(key)), path[1:], new)
    return inner


def _records_by_name(document: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    """Return the records of a section by name; nothing where it is none of names."""
    found = document.get(section)
    return found if isinstance(found, Mapping) else {}


def _no_constant(name: str, constant: str, known: Mapping[str, Any]) -> Problem:
    rule = "names no constant of the file"
    return Problem("M09", f"set '{name}'", rule, action=nearest(constant, known))


def _ambiguous(name: str, fits: list[tuple[Path, str]]) -> Problem:
    full = [".".join((*map(str, path), rest)) for path, rest in fits]
    return Problem(
        "M09", f"set '{name}'", f"fits {' and '.join(full)}", action="write one of these"
    )


def _unknown(document: Mapping[str, Any], name: str, owners: list[tuple[Path, str]]) -> Problem:
    element = f"set '{name}'"
    if owners:
        known = [f"{path[1]}.{key}" for path, _ in owners for key in _attributes(document, path)]
        return Problem("M09", element, "is not a value of an element", action=nearest(name, known))
    for section in elements():
        for key in _records_by_name(document, section):
            if "{" in key and re.match(HOLE.sub("-?[0-9]+", re.escape(key)) + r"\.", name):
                rule = f"is one of those that '{key}' stands for"
                action = f"set '{key}.{name.partition('.')[2]}' for all of them"
                return Problem("M09", element, rule, action=action)
    names = [
        key for section in (*elements(), "constants") for key in _records_by_name(document, section)
    ]
    names += SECTIONS
    owned = [
        f"{key}.{name}"
        for section in elements()
        for key in _records_by_name(document, section)
        if name in _attributes(document, (section, key))
    ]
    if owned:
        action = f"say whose: {', '.join(owned[:4])}{', ...' if len(owned) > 4 else ''}"
        return Problem("M09", element, "names a value, but no element that has it", action=action)
    hint = nearest(name.partition(".")[0], names)
    return Problem("M09", element, "names no section, element or constant of the file", action=hint)

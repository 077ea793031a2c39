"""Where the attributes of an element stand in the file, in the words of the builder's messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import Location
from sarrus.formats.records import Path, is_finite

ATTRIBUTE = re.compile(
    r"(?P<word>\w+)(?:\[(?P<index>\d+)\]|\['(?P<key>.*)'\])?"
    r"(?: (?P<column>times|values))?(?: row (?P<row>\d+))?(?: '(?P<name>.*)')?"
)
"""Such as `com[1]`, `k row 3`, `actuator times row 2`, `terms['A.angle']`, `points 'tip'`."""

SPRING = ("k", "force", "energy", "c")
"""Keys that give the spring of a strut."""
FOR_PARTS = (2, 3, 4)
"""Lengths of lists whose numbers the builder reports by their positions."""
COLUMNS = {"times": 0, "values": 1}


class Places(Mapping[str, Location]):
    """The places of one record by the builder's attributes, worked out when they are asked for.

    marks: by path; path: of the record, whose key is the place of the element; raw: its values;
    keys: those of the file, by the builder's keyword; built: what the builder gets.
    """

    def __init__(
        self,
        marks: Mapping[Path, Location],
        path: Path,
        raw: Mapping[str, Any],
        keys: Mapping[str, str] | None = None,
        built: Mapping[str, Any] | None = None,
    ) -> None:
        self.marks = marks
        self.path = path
        self.raw = raw
        self.keys_in_file = keys or {}
        self.built = built or {}

    def __getitem__(self, attribute: str) -> Location:
        place = self._place(attribute)
        if place is None:
            raise KeyError(attribute)
        return place

    def __iter__(self) -> Iterator[str]:
        return iter(["", "name", *self.keys_in_file])

    def __len__(self) -> int:
        return len(self.keys_in_file) + 2

    def __contains__(self, attribute: object) -> bool:
        if attribute in ("", "name"):
            return key_place(self.marks, self.path) is not None
        found = self._path(str(attribute))
        return found is not None and (*self.path, found[1], *found[2]) in self.marks

    def _place(self, attribute: str) -> Location | None:
        if attribute in ("", "name"):
            return key_place(self.marks, self.path)
        found = self._path(attribute)
        if found is None:
            return None
        word, key, inner = found
        place = self.marks.get((*self.path, key, *inner))
        return place and self._with_value(place, word, key, inner)

    def _path(self, attribute: str) -> tuple[str, str, Path] | None:
        """Return the builder's keyword of an attribute, its key, and the path below that."""
        if attribute == "spring":
            values = [key for key in SPRING if key in self.raw]
            attribute = values[-1] if values else attribute
        found = ATTRIBUTE.match(attribute)
        if found is None:
            return None
        key = self.keys_in_file.get(found["word"], found["word"])
        inner = self._inner(key, found)
        return None if inner is None else (found["word"], key, inner)

    def _with_value(self, place: Location, word: str, key: str, inner: Path) -> Location:
        """Return a place whose text says what an expression or a name with braces has become."""
        raw, values = self.raw.get(key), self.built.get(word)
        for i in inner:
            raw, values = _item(raw, i), _item(values, i)
        if not isinstance(raw, str) or values is None or raw == values:
            return place
        if isinstance(values, str):
            return replace(place, text=f"'{values}'")
        if isinstance(values, (int, float)) or hasattr(values, "magnitude"):
            return replace(place, text=f"{raw} = {float(values):.6g}")
        return place

    def _inner(self, key: str, found: re.Match[str]) -> Path | None:
        """Return the path below a key, or None where the builder's position is not the file's."""
        value = self.raw.get(key)
        path: Path = ()
        if found["index"] is not None:
            i = int(found["index"])
            if key != "wheels" and not _has_parts(value, i):
                return None
            path, value = (i,), _item(value, i)
        if found["key"] is not None:
            path = (found["key"],) if isinstance(value, Mapping) and found["key"] in value else ()
        if found["name"] is not None:
            return (found["name"],)
        if found["column"] is not None:
            column = found["column"] if isinstance(value, Mapping) else COLUMNS[found["column"]]
            path = (*path, column)
        if found["row"] is not None:
            table = ("curve",) if isinstance(value, Mapping) and "curve" in value else ()
            return (*path, *table, int(found["row"]))
        return path or _worst(value)


def key_place(marks: Mapping[Path, Location], path: Path) -> Location | None:
    """Return the place of the key of a value, else of the value or of what it is in."""
    key = getattr(marks, "key", None)
    for n in range(len(path), -1, -1):
        if path[:n] in marks:
            return marks[path[:n]] if key is None else key(path[:n])
    return None


def _item(value: Any, i: str | int) -> Any:
    listed = isinstance(value, (list, tuple)) and isinstance(i, int) and i < len(value)
    return value[i] if listed else None


def _has_parts(value: Any, i: int) -> bool:
    """Tell whether position i of the builder is position i of a list in the file."""
    if not isinstance(value, (list, tuple)) or i >= len(value):
        return False
    return len(value) in FOR_PARTS and not isinstance(value[i], (list, tuple))


def _worst(value: Any) -> Path:
    """Return the position of the only entry of a matrix that is no number, if there is one."""
    if not isinstance(value, (list, tuple)) or (len(value) in FOR_PARTS and not _is_nested(value)):
        return ()
    odd: list[Path] = []
    for i, row in enumerate(value):
        if isinstance(row, (list, tuple)):
            odd += [(i, j) for j, entry in enumerate(row) if not is_finite(entry)]
        elif not is_finite(row):
            odd.append((i,))
    return odd[0] if len(odd) == 1 else ()


def _is_nested(value: Any) -> bool:
    return any(isinstance(row, (list, tuple)) for row in value)

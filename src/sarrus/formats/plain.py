"""Frozen data as records of plain values, and back, exactly.

Only classes of a table can be made, by their names: reading a record runs no code of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from math import isfinite
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem

CLASS = "class"
FUNCTION = "function"
UNSAID = "unsaid"
"""Metadata of attributes that records leave out where they have their defaults."""

Table = Mapping[str, type]

NUMBERS = re.compile(r"[-+0-9.e, ()\[\]]*")
"""The text that Python writes for rows of finite numbers."""
BRACKETS = str.maketrans("()", "[]")


def table_of(classes: Iterable[type]) -> dict[str, type]:
    """Return the table of classes by their names."""
    return {kind.__name__: kind for kind in classes}


def record_of(
    value: Any, classes: Table, outside: Callable[[Any], dict[str, Any]] | None = None
) -> Any:
    """Return a value as a record; `outside` makes those of what is not data, such as functions."""
    if value is None or isinstance(value, (bool, int, float, str, np.ndarray)):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (tuple, list)):
        return [record_of(item, classes, outside) for item in value]
    if isinstance(value, (frozenset, set)):
        return {CLASS: "set", "items": [record_of(x, classes, outside) for x in sorted(value)]}
    if isinstance(value, Mapping):
        pairs = [[str(key), record_of(item, classes, outside)] for key, item in value.items()]
        return {CLASS: "mapping", "items": pairs}
    name = _name_of(type(value), classes)
    if is_dataclass(value) and name is not None:
        parts = {
            field.name: record_of(getattr(value, field.name), classes, outside)
            for field in fields(value)
            if field.init and field.compare and not _is_unsaid(value, field)
        }
        return {CLASS: name, **parts}
    if outside is not None:
        return outside(value)
    raise ModelError(_not_data(value))


def record_text(
    value: Any,
    classes: Table,
    outside: Callable[[Any], dict[str, Any]],
    without: Container[str] = (),
) -> str:
    """Return the record of a value as the text of JSON with sorted keys, in one pass.

    It is `json.dumps(comparable(recorded(value, classes, outside)), sort_keys=True)`, less the
    attributes `without` of the value itself; models of hundreds of bodies are hashed by it.
    """
    plans: dict[type, list[tuple[str, str]]] = {}
    optional: dict[type, set[str]] = {}
    quoted, number = json.encoder.encode_basestring_ascii, float.__repr__

    def plan_of(kind: type, without: Container[str] = ()) -> list[tuple[str, str]]:
        """Return the attributes that are written, each with the text before it."""
        name = _name_of(kind, classes) if is_dataclass(kind) else None
        if name is None:
            return []
        own = [f.name for f in fields(kind) if f.init and f.compare and f.name not in without]
        optional[kind] = {f.name for f in fields(kind) if UNSAID in f.metadata}
        texts = {**{key: f"{quoted(key)}: " for key in own}, CLASS: f'"{CLASS}": {quoted(name)}'}
        return [(texts[key], "" if key == CLASS else key) for key in sorted(texts)]

    def data(value: Any, plan: list[tuple[str, str]]) -> str:
        if may := optional[type(value)]:
            left = {f.name for f in fields(value) if f.name in may and _is_unsaid(value, f)}
            plan = [part for part in plan if part[1] not in left]
        return f"{{{', '.join([b + text(getattr(value, key)) if key else b for b, key in plan])}}}"

    def text(value: Any) -> str:
        kind = type(value)
        if kind is float and isfinite(value):
            return number(value)
        if kind is str:
            return quoted(value)
        if value is None:
            return "null"
        if kind is tuple or kind is list:
            if (found := _numbers_text(value)) is not None:
                return found
            return f"[{', '.join([text(item) for item in value])}]"
        if kind is np.ndarray:
            return text(value.tolist())
        if kind not in plans:
            plans[kind] = plan_of(kind)
        if plans[kind]:
            return data(value, plans[kind])
        return json.dumps(comparable(record_of(value, classes, outside)), sort_keys=True)

    return data(value, plan_of(type(value), without))


def _is_unsaid(value: Any, field: Field[Any]) -> bool:
    """Whether an attribute is left out of records: it may be, and has its default."""
    return UNSAID in field.metadata and bool(getattr(value, field.name) == field.default)


def _numbers_text(values: Sequence[Any]) -> str | None:
    """Return the text of numbers, or of rows of them; None for what is something else.

    Python writes finite numbers as JSON does, and all at once sooner than one by one.
    """
    first: Any = values
    while type(first) in (tuple, list) and first:
        first = first[0]
    if type(first) is not float:
        return None
    written = repr(values)
    if NUMBERS.fullmatch(written) is None:
        return None
    return written.replace(",)", ")").translate(BRACKETS)


def _name_of(kind: type, classes: Table) -> str | None:
    """Return under which name a table has a class; None if it has not."""
    name_of: Callable[[type], str | None] | None = getattr(classes, "name_of", None)
    if name_of is not None:
        return name_of(kind)
    return kind.__name__ if classes.get(kind.__name__) is kind else None


def value_of(record: Any, classes: Table, outside: Callable[[dict[str, Any]], Any]) -> Any:
    """Return the value of a record; lists become tuples; `outside` stands in for functions."""
    if isinstance(record, list):
        return tuple(value_of(item, classes, outside) for item in record)
    if not isinstance(record, dict):
        return record
    if FUNCTION in record and CLASS not in record:
        return outside(record)
    name = record.get(CLASS)
    if name in ("set", "mapping"):
        try:
            if name == "set":
                return frozenset(value_of(item, classes, outside) for item in record["items"])
            return {key: value_of(item, classes, outside) for key, item in record["items"]}
        except ModelError:
            raise
        except (KeyError, TypeError, ValueError) as problem:
            raise ModelError(_damage(name, problem)) from None
    if not isinstance(name, str) or name not in classes:
        raise ModelError(Problem("F13", f"record of '{name}'", "is of a kind that is not known"))
    parts = {key: value_of(item, classes, outside) for key, item in record.items() if key != CLASS}
    try:
        return classes[name](**parts)
    except ModelError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as problem:
        raise ModelError(_damage(name, problem)) from None


def comparable(record: Any) -> Any:
    """Return a record with arrays as lists, so that records can be compared."""
    if hasattr(record, "tolist"):
        return record.tolist()
    if isinstance(record, (list, tuple)):
        return [comparable(item) for item in record]
    if isinstance(record, dict):
        return {key: comparable(item) for key, item in record.items()}
    return record


def _damage(name: str, problem: Exception) -> Problem:
    return Problem("F13", f"record of '{name}'", f"is damaged: {problem}")


def _not_data(value: Any) -> Problem:
    return Problem(
        "F19",
        f"{type(value).__name__}",
        "is not plain data and cannot be written to a file",
        value=repr(value)[:80],
        action="give it again when the file is used",
    )

"""Frozen data as records of plain values, and back, exactly.

Only classes of a table can be made, by their names: reading a record runs no code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem

CLASS = "class"
FUNCTION = "function"

Table = Mapping[str, type]


def table_of(classes: Iterable[type]) -> dict[str, type]:
    """Return the table of classes by their names."""
    return {kind.__name__: kind for kind in classes}


def recorded(
    value: Any, classes: Table, outside: Callable[[Any], dict[str, Any]] | None = None
) -> Any:
    """Return a value as a record; `outside` makes those of what is not data, such as functions."""
    if value is None or isinstance(value, (bool, int, float, str, np.ndarray)):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (tuple, list)):
        return [recorded(item, classes, outside) for item in value]
    if isinstance(value, (frozenset, set)):
        return {CLASS: "set", "items": [recorded(x, classes, outside) for x in sorted(value)]}
    if isinstance(value, Mapping):
        pairs = [[str(key), recorded(item, classes, outside)] for key, item in value.items()]
        return {CLASS: "mapping", "items": pairs}
    name = _name_of(type(value), classes)
    if is_dataclass(value) and name is not None:
        parts = {
            field.name: recorded(getattr(value, field.name), classes, outside)
            for field in fields(value)
            if field.init and field.compare
        }
        return {CLASS: name, **parts}
    if outside is not None:
        return outside(value)
    raise ModelError(_not_data(value))


def _name_of(kind: type, classes: Table) -> str | None:
    """Return under which name a table has a class; None if it has not."""
    name_of: Callable[[type], str | None] | None = getattr(classes, "name_of", None)
    if name_of is not None:
        return name_of(kind)
    return kind.__name__ if classes.get(kind.__name__) is kind else None


def restored(record: Any, classes: Table, outside: Callable[[dict[str, Any]], Any]) -> Any:
    """Return the value of a record; lists become tuples; `outside` stands in for functions."""
    if isinstance(record, list):
        return tuple(restored(item, classes, outside) for item in record)
    if not isinstance(record, dict):
        return record
    if FUNCTION in record and CLASS not in record:
        return outside(record)
    name = record.get(CLASS)
    if name in ("set", "mapping"):
        try:
            if name == "set":
                return frozenset(restored(item, classes, outside) for item in record["items"])
            return {key: restored(item, classes, outside) for key, item in record["items"]}
        except ModelError:
            raise
        except (KeyError, TypeError, ValueError) as problem:
            raise ModelError(_damage(name, problem)) from None
    if not isinstance(name, str) or name not in classes:
        raise ModelError(Problem("F13", f"record of '{name}'", "is of a kind that is not known"))
    parts = {key: restored(item, classes, outside) for key, item in record.items() if key != CLASS}
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

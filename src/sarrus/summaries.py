"""How results show themselves: about ten lines of text, and tables in notebooks.

A result is a record of arrays: what Python prints of it by itself is a thousand numbers.
`with_summary` lets a class show a line for each of its parts instead; everything is still there
under its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

MOST = 10
"""Lines of a summary."""
WIDTH = 88
"""Signs of a line."""
FEW = 9
"""Numbers of an array that are shown one by one."""
HTML_ROWS = 40
"""Rows of a table in a notebook."""


def with_summary(cls: Class) -> Class:
    """Let objects of a class show a line for each of their fields, as text and in notebooks."""
    cls.__repr__ = fields_text  # type: ignore[assignment]
    cls._repr_html_ = fields_html  # type: ignore[attr-defined]
    return cls


def fields_of(thing: Any) -> dict[str, Any]:
    """Return the public parts of a data class by name, those that have a value."""
    from dataclasses import fields

    found = {f.name: getattr(thing, f.name) for f in fields(thing) if not f.name.startswith("_")}
    return {name: value for name, value in found.items() if value is not None}


def fields_text(thing: Any) -> str:
    """Return a summary of a data class: its name, and a line for each part."""
    return summary(type(thing).__name__, fields_of(thing))


def fields_html(thing: Any) -> str:
    """Return the same as a table."""
    rows = [(name, short(value)) for name, value in fields_of(thing).items()]
    return html_table(type(thing).__name__, ("part", "value"), rows)


def summary(title: str, parts: Mapping[str, Any]) -> str:
    """Return a title and a line for each part; what does not fit is counted."""
    if not parts:
        return f"<{title}>"
    shown = dict(list(parts.items())[: MOST - 1 if len(parts) >= MOST else MOST])
    wide = max(len(str(name)) for name in shown)
    lines = [f"  {name!s:<{wide}}  {short(value)}"[:WIDTH] for name, value in shown.items()]
    more = len(parts) - len(shown)
    return "\n".join([f"<{title}>", *lines, *([f"  ... {more} more"] if more else [])])


def short(value: Any) -> str:
    """Return a value in at most one line."""
    import numpy as np

    if isinstance(value, np.ndarray):
        return _array_text(np.asarray(value))
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, str):
        return value if len(value) <= WIDTH else f"{value[: WIDTH - 4]} ..."
    if isinstance(value, Mapping):
        return name_list([str(name) for name in value])
    if isinstance(value, tuple | list | set | frozenset):
        items = list(value)
        if items and all(isinstance(x, int | float | np.number) for x in items):
            return _array_text(np.asarray(items))
        return name_list([_item_text(item) for item in items])
    text = repr(value)
    if "\n" not in text:
        return text if len(text) <= WIDTH else f"{text[: WIDTH - 4]} ..."
    return _item_text(value)


def in_line(thing: Any) -> str:
    """Return the parts of a data class in one line, or another value as `short` does."""
    from dataclasses import is_dataclass

    if not is_dataclass(thing):
        return short(thing)
    parts = [f"{name} {short(value)}" for name, value in fields_of(thing).items()]
    text = ", ".join(parts)
    return text if len(text) <= 2 * WIDTH else f"{text[: 2 * WIDTH - 4]} ..."


def _item_text(item: Any) -> str:
    """Return what an item of a list is called."""
    if isinstance(item, str):
        return item
    name = getattr(item, "name", None)
    return name if isinstance(name, str) and name else type(item).__name__


def name_list(names: Sequence[str]) -> str:
    """Return how many there are, and their names as far as they fit; like ones once."""
    if not names:
        return "none"
    if len({*names}) == 1 and len(names) > 1:
        return f"{len(names)} x {names[0]}"
    text = f"{len(names)}: {', '.join(names)}"
    if len(text) <= WIDTH - 16:
        return text
    return f"{text[: WIDTH - 20].rpartition(',')[0] or text[: WIDTH - 20]}, ..."


def _array_text(array: Any) -> str:
    """Return an array in one line: its numbers if they are few, else its size and range."""
    import numpy as np

    if array.size == 0:
        return f"no numbers ({_size(array)})"
    if array.size <= FEW and array.dtype.kind in "fiucb":
        return _numbers_text(array.tolist())
    if array.dtype.kind not in "fiu":
        return f"array {_size(array)}"
    finite = array[np.isfinite(array)]
    if not finite.size:
        return f"array {_size(array)}, none finite"
    return f"array {_size(array)}, {finite.min():.4g} to {finite.max():.4g}"


def _numbers_text(numbers: Any) -> str:
    """Return nested numbers in brackets."""
    if isinstance(numbers, list):
        return f"[{', '.join(_numbers_text(x) for x in numbers)}]"
    return f"{numbers:.5g}" if isinstance(numbers, float | complex) else str(numbers)


def _size(array: Any) -> str:
    return " x ".join(str(n) for n in array.shape)


def html_table(
    title: str, head: Sequence[str], rows: Iterable[Sequence[Any]], most: int = HTML_ROWS
) -> str:
    """Return a table for notebooks; rows beyond `most` are counted."""
    listed_rows = list(rows)
    lines = [
        f"<tr>{''.join(f'<td>{_html(cell)}</td>' for cell in row)}</tr>"
        for row in listed_rows[:most]
    ]
    if len(listed_rows) > most:
        lines.append(f'<tr><td colspan="{len(head)}">... {len(listed_rows) - most} more</td></tr>')
    top = "".join(f"<th>{_html(cell)}</th>" for cell in head)
    caption = f'<caption style="text-align:left">{_html(title)}</caption>'
    inner = f"<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<table style="text-align:left">{caption}{inner}</table>'


def _html(cell: Any) -> str:
    from html import escape

    return escape(cell if isinstance(cell, str) else short(cell))

"""Plain values as YAML that is easy to read: what is short stands on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sarrus.formats.writing.numbers import number_text

WIDEST = 100
"""Characters of a line, as long as there is a place to break it."""
MOST_ROWS = 12
"""Rows of a table that stand below each other; longer tables are filled like text."""

_REST = r"[\w .+\-*/^()<>=]*"
_PLAIN = re.compile(
    rf"-?[A-Za-z_(]{_REST}"  # words, and expressions that begin with one
    rf"|-?[0-9.][0-9.eE+-]*(?:[*/^(]| [A-Za-z*/+(-]){_REST}",  # 250 mm, 2*x, 1e3 - x
    re.ASCII,
)
RESERVED = frozenset(
    {
        *("yes", "no", "on", "off", "true", "false"),
        *("null", "none", "nan", "inf", "infinity", "-inf", "-infinity", "-nan"),
    }
)
"""Words that some reader of YAML takes for something else than text."""

Plain = Any
"""None, true, false, a number, text, a list or a mapping of such."""


def document(sections: Mapping[str, Plain]) -> str:
    """Return a mapping as a YAML document; what is a mapping in it has a line for every key."""
    found: list[str] = []
    for key, value in sections.items():
        if isinstance(value, Mapping) and key in BLOCKS:
            found.append(f"{scalar(key)}:")
            for name, inner in value.items():
                found += _entry(scalar(name), inner, 2)
        else:
            found += _entry(scalar(key), value, 0)
    return "\n".join(found) + "\n"


BLOCKS = frozenset(
    {"constants", "points", "bodies", "beams", "modal_bodies", "frames", "joints", "couplers"}
    | {"forces", "start"}
)
"""Sections whose elements stand on lines of their own."""


def _entry(key: str, value: Plain, indent: int) -> list[str]:
    """Return the lines of a key with its value."""
    pad = " " * indent
    short = f"{pad}{key}: {flow(value)}"
    if len(short) <= WIDEST or not isinstance(value, (Mapping, list, tuple)):
        return [short]
    if isinstance(value, Mapping):
        return [f"{pad}{key}:", *_block(value, indent + 2)]
    if _is_table(value):
        return [f"{pad}{key}:", *(line for item in value for line in _item(item, indent + 2))]
    return list(_list_lines(f"{pad}{key}: [", value, indent + 2))


def _block(value: Mapping[str, Plain], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping; neighbours that are short share none."""
    for key, item in value.items():
        yield from _entry(_key(key), item, indent)


def _is_table(value: Sequence[Plain]) -> bool:
    """Tell whether the items of a list stand below each other."""
    if any(isinstance(item, Mapping) for item in value):
        return True
    return any(isinstance(item, (list, tuple)) for item in value) and len(value) <= MOST_ROWS


def _item(value: Plain, indent: int) -> list[str]:
    """Return the lines of an item of a list."""
    pad = " " * indent
    short = f"{pad}- {flow(value)}"
    if len(short) <= WIDEST or not isinstance(value, (Mapping, list, tuple)):
        return [short]
    if isinstance(value, Mapping):
        first, *rest = _block(value, indent + 2)
        return [f"{pad}- {first.lstrip()}", *rest]
    return list(_list_lines(f"{pad}- [", value, indent + 2))


def _list_lines(start: str, value: Sequence[Plain], indent: int) -> Iterator[str]:
    """Yield the lines of a list that goes on over several of them."""
    line, empty = start, True
    for i, item in enumerate(value):
        text = flow(item) + ("]" if i == len(value) - 1 else ",")
        if not empty and len(line) + 1 + len(text) > WIDEST:
            yield line
            line, empty = " " * indent, True
        line += text if empty else " " + text
        empty = False
    yield line


def flow(value: Plain) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def scalar(value: Plain) -> str:
    """Return a number, a word or text; text is in quotes where YAML could misread it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    return value if _is_plain(value) else _quotation(value)


def _key(name: str) -> str:
    """Return a key; the builder's word `on` is one."""
    return name if name == "on" else scalar(name)


def _is_plain(text: str) -> bool:
    if text.casefold() in RESERVED or text != text.strip():
        return False
    return _PLAIN.fullmatch(text) is not None


def _quotation(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else _escape_code(c) for c in quoted)


def _escape_code(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"

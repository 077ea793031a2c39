"""CSV: names with units in the first line, lines of comment, exact numbers.

The comments begin with `#` and tell what the columns are, so that
`pandas.read_csv(path, comment="#")` reads the table and a person reads the rest. What is not
unique is known only at the end of the history, and stands at the end of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sarrus.results.export.contents import Contents
from sarrus.system.history.tables import TIME, label


def write_csv(contents: Contents, path: str) -> None:
    """Write the file, rows as they are computed."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        head = [label(TIME), *(label(c.about) for c in contents.columns)]
        stream.write(",".join(map(_quoted_name, head)) + "\n")
        stream.writelines(f"# {_line(text)}\n" for text in _before(contents))
        for table in contents.rows():
            stream.writelines(",".join(map(repr, row)) + "\n" for row in table.tolist())
        stream.writelines(f"# {_line(text)}\n" for text in _after(contents))


def _before(contents: Contents) -> Iterator[str]:
    for name, value in contents.attributes.items():
        yield f"{name}: {_text(value)}"
    yield f"{label(TIME)}: {TIME.description}"
    for column in contents.columns:
        yield f"{label(column.about)}: {column.about.description}"


def _after(contents: Contents) -> Iterator[str]:
    for column in contents.columns:
        if not contents.unique(column):
            yield f"{label(column.about)}: not unique, because of loop {contents.because(column)}"
    yield from contents.notices()


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def _quoted_name(name: str) -> str:
    """Return a name of the head, in quotes where it holds what separates or begins a comment."""
    if any(c in name for c in ',"#\r\n') or name != name.strip():
        return '"' + name.replace('"', '""') + '"'
    return name

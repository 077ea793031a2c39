"""Makes reStructuredText of our docstrings, which are plain text.

A text in backquotes is code; a block that is indented is shown as it stands; every other
character means itself.
"""

from __future__ import annotations

import re
from typing import Any

QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
SPECIAL = re.compile(r"([*|\\]|_(?=\W|$))")


def escaped(line: str) -> str:
    """Return a line of prose with code marked, and everything else meaning itself."""
    parts = QUOTED.split(line)
    prose = [SPECIAL.sub(r"\\\1", part) for part in parts[::2]]
    code = [f"``{part}``" if part.strip() == part else f"\\`{part}\\`" for part in parts[1::2]]
    found = prose[0]
    for text, after in zip(code, prose[1:], strict=True):
        before = "\\ " if found[-1:].isalnum() else ""
        found += before + text + ("\\ " if after[:1].isalnum() else "") + after
    return found


def plain(lines: list[str]) -> list[str]:
    """Return the lines of a docstring as reStructuredText."""
    found: list[str] = []
    block = False
    for line in lines:
        indented = line.startswith(" ") and bool(line.strip())
        if indented and not block:
            found += ["", "::", ""]
            block = True
        elif line.strip() and not indented and block:
            found.append("")
            block = False
        found.append(f"   {line}" if indented else escaped(line))
    return found


def process(app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Rewrite a docstring in place, as autodoc asks."""
    lines[:] = plain(lines)


def setup(app: Any) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", process)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

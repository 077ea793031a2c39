"""Pages of the documentation as tests read them: their cells, in order, in one namespace."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^:[\w-]+:.*\n", re.MULTILINE)


def cells(page: Path) -> list[tuple[int, str]]:
    """Return line and code of each cell."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start(1)) + 1, OPTION.sub("\n", found[1]))
            for found in CELL.finditer(text)]  # fmt: skip


def run(page: Path) -> dict[str, Any]:
    """Run the cells of a page and return its names; errors show the line of the page."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, code in cells(page):
        exec(compile("\n" * (line - 1) + code, str(page), "exec"), names)
    return names

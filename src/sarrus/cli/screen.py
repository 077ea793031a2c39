"""What a command says: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

import typer

from sarrus.cli.streams import is_terminal, uses_color
from sarrus.errors import MOST_SHOWN, Problem, printable, sorted_problems

COLORS = {"error": "bold red", "warning": "yellow", "notice": "cyan"}
ON_PAPER = 200
"""Width of tables where nobody looks [characters]."""


GAP = 2
"""Space between the columns of a table [characters]."""
NAMES = 12
"""Width of the names before sentences."""


class Screen:
    """The two streams of a command; json: stdout gets one JSON object and nothing else."""

    def __init__(self, json: bool = False, quiet: bool = False, command: str = "") -> None:
        self.json, self.quiet, self.command = json, quiet, command

    # --- results --------------------------------------------------------------------------------

    def say(self, text: str = "") -> None:
        """Print a line of the result."""
        if not self.json:
            print(printable(text, most=100_000))

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Print names and what is said of them, one a line; those without words are left out."""
        for name, text in rows:
            if text:
                self.say(f"  {name:<{NAMES}}  {text}")

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
        """Print a table; a column whose head ends with > is set to the right."""
        if self.json:
            return
        if title:
            self.say(title)
        cells = [[printable(cell, 500) for cell in row] for row in rows]
        lines = narrow_table(head, cells, _width("stdout"), is_terminal("stdout"))
        for line in lines or self._folded_table(head, cells):
            print(line)

    def fits(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
        """Whether a table has room without cells of several lines."""
        return bool(narrow_table(head, rows, _width("stdout"), is_terminal("stdout")))

    def _folded_table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        """Return the lines of a table whose cells have more than one line."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for name in head:
            right = name.endswith(">")
            table.add_column(name.rstrip(">"), justify="right" if right else "left",
                             overflow="fold")  # fmt: skip
        for row in rows:
            table.add_row(*[Text(cell) for cell in row])
        console = self._console("stdout")
        with console.capture() as drawn:
            console.print(table)
        return [line.rstrip() for line in drawn.get().splitlines()]

    def answer(self, code: int = 0, problems: Iterable[Problem] = (), **data: Any) -> None:
        """End the command: print its answer as JSON if that is asked for, and leave with the code.

        problems: all that was found, also what was printed already.
        """
        if self.json:
            print(self._json(code, problems, data))
        if code:
            raise typer.Exit(code)

    # --- what is said beside them ---------------------------------------------------------------

    def note(self, text: str) -> None:
        """Print a line of the log."""
        if not self.quiet and not self.json:
            print(printable(text), file=sys.stderr)

    def problems(self, problems: Iterable[Problem]) -> None:
        """Print problems, those that are not errors only if not quiet."""
        found = [p for p in sorted_problems(problems) if p.severity == "error" or not self.quiet]
        if self.json:
            return
        for problem in found[:MOST_SHOWN]:
            self._problem(problem)
        if len(found) > MOST_SHOWN:
            self.note(f"... and {len(found) - MOST_SHOWN} more problems.")

    def failure(self, code: int, problems: Sequence[Problem], hint: str = "") -> int:
        """Tell why a command failed; return its exit code."""
        if self.json:
            print(self._json(code, problems, {}))
            return code
        sys.stdout.flush()
        if hint:
            print(printable(hint), file=sys.stderr)
        self.problems(problems)
        return code

    def listen(self) -> None:
        """Show warnings of the library as lines of the log."""

        def show(message: Warning | str, *others: Any, **more: Any) -> None:
            self.note(f"warning: {message}")

        warnings.showwarning = show

    def _problem(self, problem: Problem) -> None:
        text = str(problem)
        if not uses_color("stderr"):
            print(text, file=sys.stderr)
            return
        from rich.text import Text

        shown = Text(text)
        mark = f"{problem.severity} {problem.code}"
        at = text.index(mark)
        shown.stylize(COLORS[problem.severity], at, at + len(mark))
        shown.stylize("bold", at + len(mark), text.index("]", at + len(mark)) + 1)
        self._console("stderr").print(shown)

    def _json(self, code: int, problems: Iterable[Problem], data: dict[str, Any]) -> str:
        found = [problem.to_dict() for problem in sorted_problems(problems)]
        return as_json({"command": self.command, "exit": code, **data, "problems": found})

    def _console(self, name: str) -> Any:
        from rich.console import Console

        return Console(
            file=getattr(sys, name),
            width=None if is_terminal(name) else ON_PAPER,
            no_color=not uses_color(name),
            force_terminal=is_terminal(name),
            highlight=False,
            markup=False,
            emoji=False,
        )


def narrow_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], width: int, bold: bool
) -> list[str]:
    """Return the lines of a table that fits into the width as it is, else none.

    Cells that need more than plain letters, and tables that must be folded, are left to a library
    whose import takes longer than most commands.
    """
    names = [name.rstrip(">") for name in head]
    cells = [*names, *(cell for row in rows for cell in row)]
    if not all(cell.isascii() and cell.isprintable() for cell in cells):
        return []
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    if sum(widths) + GAP * (len(widths) - 1) > width:
        return []
    sides = [str.rjust if name.endswith(">") else str.ljust for name in head]

    def line(row: Sequence[str]) -> str:
        parts = [side(cell, size) for side, cell, size in zip(sides, row, widths, strict=True)]
        return (" " * GAP).join(parts).rstrip()

    first = f"\x1b[1m{line(names)}\x1b[0m" if bold else line(names)
    return [first, *(line(row) for row in rows)]


def _width(name: str) -> int:
    return shutil.get_terminal_size().columns if is_terminal(name) else ON_PAPER


def plain(value: Any) -> Any:
    """Return a value as plain data; a number that JSON does not have becomes null."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    return str(value)


def as_json(value: Any) -> str:
    """Return a value as the text of a JSON object."""
    return json.dumps(plain(value), indent=2, allow_nan=False)

"""What is wrong with a text, at the places where the editor underlines it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sarrus.errors import Problem, sorted_problems
from sarrus.studio.text_edits import Positions

MOST = 200
"""Problems that are sent."""
TOKEN = re.compile(r"[^,\]}\n#:\[{]+|[^\s]")


def diagnostics(text: str, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return the problems of a text as the page shows them.

    from, to: the characters that are underlined, None where a problem has no place in the file.
    """
    positions, starts = Positions(text), _line_starts(text)
    found = []
    for problem in sorted_problems(problems)[:MOST]:
        place = problem.location
        span: tuple[int, int] | None = None
        if place is not None and 1 <= place.line <= len(starts):
            span = token_span(text, min(starts[place.line - 1] + place.column - 1, len(text)))
        ends = None if span is None else [positions.browser(at) for at in span]
        found.append(
            {
                "code": problem.code,
                "severity": problem.severity,
                "element": problem.element,
                "text": _sentences(problem),
                "line": place.line if place else None,
                "column": place.column if place else None,
                "from": ends[0] if ends else None,
                "to": ends[1] if ends else None,
            }
        )
    return found


def _sentences(problem: Problem) -> str:
    """Return a problem in words, without its place."""
    whole = str(Problem(problem.code, problem.element, problem.rule, problem.value, problem.cause,
                        problem.action, problem.severity, None, problem.also))  # fmt: skip
    return whole.partition(" ")[2]


def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def token_span(text: str, at: int) -> tuple[int, int]:
    """Return the first and the end of what stands at a position: a word, a quoted text, a list."""
    if at >= len(text):
        return max(len(text) - 1, 0), len(text)
    c = text[at]
    if c in "\"'":
        end = text.find(c, at + 1)
        line = text.find("\n", at)
        if end > 0 and (line < 0 or end < line):
            return at, end + 1
    if c in "[{":
        return at, _end_of_brackets(text, at)
    found = TOKEN.match(text, at)
    if found is None:
        return at, min(at + 1, len(text))
    return at, at + max(len(found[0].rstrip()), 1)


def _end_of_brackets(text: str, at: int) -> int:
    """Return the end of brackets, that of the line where they are not closed in it."""
    depth = 0
    for k in range(at, len(text)):
        if text[k] == "\n":
            return k
        depth += (text[k] in "[{") - (text[k] in "]}")
        if depth == 0:
            return k + 1
    return len(text)

"""The errors that a user meets: located, complete, and with a next action.

Three classes are the user's to fix (`ModelError`, `SimulationStopped`,
`EnvironmentProblem`); `InternalError` is ours. Each carries `problems`, and every
problem says what, where, which value, which rule, the likely cause and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from sarrus.late_dataclass import dataclass

MOST_SHOWN = 50
MOST_PROBLEMS = 1000
"""Problems of one model after which reading ends, so that a broken file costs little time."""


@dataclass(frozen=True)
class Location:
    """A place in a file; `text` is the literal as written there."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = ("", 0, 0, "")
RECORDED = ("value", "cause", "action", "severity")
"""Parts of a problem in records of files, besides code, element and rule."""
SEVERITIES = {"error": 0, "warning": 1, "notice": 2}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong or worth knowing.

    severity is "error", "warning" or "notice"; element is a path such as
    `body 'crank' / inertia`; the other parts are sentences or empty.
    """

    code: str
    element: str
    rule: str
    value: str = ""
    cause: str = ""
    action: str = ""
    severity: str = "error"
    location: Location | None = None
    also: tuple[Location, ...] = ()

    @staticmethod
    def of(record: Mapping[str, Any]) -> Problem:
        """Return the problem of a record of its texts; what a later version added is left out."""
        code, element, rule = (str(record.get(key, "")) for key in ("code", "element", "rule"))
        more: dict[str, Any] = {key: str(record[key]) for key in RECORDED if key in record}
        return Problem(code, element, rule, **more)

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location else ""
        sentences = [f"{self.value} {self.rule}".strip().rstrip(".")]
        if self.also:
            sentences.append("See also " + ", ".join(str(place) for place in self.also))
        if self.cause:
            sentences.append(f"Likely cause: {self.cause.rstrip('.')}")
        if self.action:
            sentences.append(self.action[0].upper() + self.action[1:].rstrip("."))
        text = f"{where}{self.severity} {self.code} [{self.element}]: {'. '.join(sentences)}."
        return printable(" ".join(text.replace("?.", "?").splitlines()))

    def to_dict(self) -> dict[str, object]:
        """Return the parts as plain data, for JSON."""
        parts: dict[str, object] = {f.name: getattr(self, f.name) for f in fields(self)}
        parts["location"] = str(self.location) if self.location else None
        parts["also"] = [str(place) for place in self.also]
        return parts


def printable(text: str, most: int = 2000) -> str:
    """Return the text without control characters and not longer than `most`."""
    clean = "".join(
        c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
    return clean if len(clean) <= most else clean[: most - 3] + "..."


def count(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun in the singular or plural: "1 state", "12 states"."""
    return f"{n:,} {one if abs(n) == 1 else many or one + 's'}"


def sorted_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems, errors first, then by place."""
    return sorted(problems, key=_rank)


def _rank(problem: Problem) -> tuple[int, str, int, int, str, str, str]:
    place = problem.location
    where = NOWHERE if place is None else (place.file, place.line, place.column, place.text)
    return (SEVERITIES[problem.severity], *where, problem.code, problem.element)


class SarrusError(Exception):
    """Base of all errors of Sarrus; `problems` holds every one found, sorted."""

    def __init__(self, problems: Iterable[Problem] | Problem) -> None:
        found = [problems] if isinstance(problems, Problem) else list(problems)
        self.problems = sorted_problems(found)
        shown = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        if len(self.problems) > MOST_SHOWN:
            shown.append(f"... and {len(self.problems) - MOST_SHOWN} more problems.")
        super().__init__("\n".join(shown))

    def __reduce__(self) -> tuple[type, tuple[list[Problem]]]:
        return type(self), (self.problems,)


def message_of(problem: Exception) -> str:
    """Return what an exception says, without place and code where it is one of ours."""
    if isinstance(problem, SarrusError) and problem.problems:
        return problem.problems[0].rule
    return str(problem)


class ModelError(SarrusError, ValueError):
    """The description of a mechanism, or what is asked of it, is wrong."""


class NumberOutOfRange(ModelError, IndexError):
    """A state, run or joint is asked for by a number that is not there.

    It is an `IndexError` too, with which Python ends a loop over a sequence.
    """


def number_from_start(k: int, n: int, noun: str, whole: str) -> int:
    """Return number k of n things, counted from the start where it is negative."""
    if -n <= k < n:
        return k % n
    allowed = f"; numbers go from {-n} to {n - 1}" if n else ""
    rule = f"is not there: {whole} has {count(n, noun)}{allowed}"
    raise NumberOutOfRange(Problem("S03", f"{noun} {k}", rule))


class SimulationStopped(SarrusError, RuntimeError):
    """The numbers do not allow the run to go on; what was computed is kept."""


class EnvironmentProblem(SarrusError, OSError):
    """The machine (disk, cache, memory, a missing library) does not allow the program to go on."""


class InternalError(SarrusError, RuntimeError):
    """An internal error of Sarrus; please report it."""

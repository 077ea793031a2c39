"""What the codes of problems mean: the cause and the fix of each.

The texts are data, in `error_codes.toml`; they are read when a code is looked up first.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

__all__ = ["ErrorCode", "Group", "codes", "explanation", "groups"]


@dataclass(frozen=True)
class ErrorCode:
    """A code: what it means, the usual cause, the fix, and who should apply it.

    comes_as: the errors that carry it; "warning" or "notice" where it accompanies a result
    instead; "error" where the command line alone reports it.
    """

    code: str
    comes_as: tuple[str, ...]
    meaning: str
    cause: str
    fix: str
    who: str


@dataclass(frozen=True)
class Group:
    """Codes that share a letter and a subject."""

    title: str
    codes: tuple[ErrorCode, ...]


@cache
def groups() -> tuple[Group, ...]:
    """Return the codes in the order of the documentation."""
    who = who_should_fix()
    return tuple(
        Group(group["title"], tuple(_code(row, who) for row in group["codes"]))
        for group in _data()["groups"]
    )


@cache
def codes() -> dict[str, ErrorCode]:
    """Return every code that Sarrus can report, by its name."""
    return {entry.code: entry for group in groups() for entry in group.codes}


def who_should_fix() -> dict[str, str]:
    """Return who should fix a problem, by the class of the error or the severity."""
    who: dict[str, str] = _data()["who"]
    return who


def explanation(code: str) -> str:
    """Return what a code means, as some lines of text."""
    known = codes()
    name = code.strip().upper()
    if name not in known:
        from sarrus.limits import limit_of  # for mistakes only

        lacking = limit_of(code)
        if lacking is not None:
            action = lacking.advice
            raise ModelError(Problem("M09", f"code '{code[:60]}'", "is not known", action=action))
        near = get_close_matches(name, known, 3, 0.3)
        action = f"did you mean {' or '.join(near)}?" if near else "all codes are in docs/errors.md"
        raise ModelError(Problem("M09", f"code '{code[:60]}'", "is not known", action=action))
    entry = known[name]
    return (
        f"{entry.code} ({', '.join(entry.comes_as)})\n"
        f"  {entry.meaning}\n"
        f"  Usual cause: {entry.cause}\n"
        f"  Fix: {entry.fix}\n"
        f"  Who should fix it: {entry.who}"
    )


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _code(row: dict[str, Any], who: dict[str, str]) -> ErrorCode:
    comes_as = tuple(row["comes_as"])
    meaning, cause, fix = (" ".join(row[name].split()) for name in ("meaning", "cause", "fix"))
    return ErrorCode(row["code"], comes_as, meaning, cause, fix, who[comes_as[0]])

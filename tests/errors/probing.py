"""Probing calls: one argument at a time is replaced by something wrong, and what happens is sorted.

A probe must end in an error of ours or be accepted; nothing else may reach a user. What is not a
number must not be accepted where a number is due.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.errors import InternalError, SarrusError


class Stranger:
    """Something of a class that nobody knows."""

    def __repr__(self) -> str:
        return "<a stranger>"


def crash(*arguments: Any, **named: Any) -> Any:
    """A function of the user that fails."""
    raise ZeroDivisionError("of the user")


NOT_FINITE = ("nan", "inf", "array of nan", "list of nan")
WRONG: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "text": lambda: "x",
    "empty text": lambda: "",
    "NUL": lambda: "\0",
    "bytes": lambda: b"x",
    "minus one": lambda: -1,
    "zero": lambda: 0,
    "True": lambda: True,
    "complex": lambda: 1j,
    "huge integer": lambda: 10**400,
    "huge number": lambda: 1e300,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "empty list": lambda: [],
    "ragged list": lambda: [[1.0], [1.0, 2.0]],
    "list of texts": lambda: ["x", "y"],
    "list of None": lambda: [None],
    "list of nan": lambda: [float("nan")] * 3,
    "long list": lambda: [0.0] * 300,
    "wrong shape": lambda: np.zeros((2, 3, 4)),
    "array of nan": lambda: np.full(3, np.nan),
    "empty array": lambda: np.zeros(0),
    "dict": lambda: {},
    "dict of nothing": lambda: {"x": None},
    "dict of numbers": lambda: {1: 2},
    "stranger": Stranger,
    "class": lambda: Stranger,
    "crash": lambda: crash,
}


@dataclass(frozen=True)
class Subject:
    """A call that works: a function and its arguments by name, each of which is probed."""

    name: str
    function: Callable[..., Any]
    given: dict[str, Any] = field(default_factory=dict)

    def call(self, **changed: Any) -> Any:
        """Return what the function returns, read to its end."""
        found = self.function(**{**self.given, **changed})
        return list(found) if isinstance(found, Iterator) else found


@dataclass(frozen=True)
class Defect:
    """A probe with an outcome that no user should see."""

    subject: str
    argument: str
    value: str
    outcome: str

    @property
    def place(self) -> str:
        return f"{self.subject} / {self.argument}"

    def __str__(self) -> str:
        return f"{self.place} = {self.value}: {self.outcome}"


def probed(subject: Subject, values: list[str]) -> Iterator[Defect]:
    """Yield what is wrong with the answers of a call to wrong arguments."""
    for argument in subject.given:
        for value in values:
            outcome = _outcome(subject, argument, value)
            if outcome:
                yield Defect(subject.name, argument, value, outcome)


def _outcome(subject: Subject, argument: str, value: str) -> str:
    """Return what is wrong with one answer, nothing if it is as it must be."""
    wrong = outcome(subject, {argument: WRONG[value]()})
    if wrong is not None:
        return wrong
    return "accepted" if value in NOT_FINITE and is_number(subject.given[argument]) else ""


def outcome(subject: Subject, changed: dict[str, Any]) -> str | None:
    """Return what is wrong with an answer, "" where it is an error of ours; None: accepted.

    Warnings of NumPy must not reach a user either.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            subject.call(**changed)
    except InternalError as error:
        return f"InternalError: {str(error)[:120]}"
    except SarrusError as error:
        told = str(error)
        bad = not error.problems or any(not (p.element and p.rule) for p in error.problems)
        return f"no words: {told[:120]}" if bad or "__" in told else ""
    except ZeroDivisionError as error:
        return f"ZeroDivisionError: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:120]}"
    return None


def is_number(value: Any) -> bool:
    """Return whether the argument that works is a number, or numbers."""
    if isinstance(value, bool) or not isinstance(value, (int, float, tuple, list, np.ndarray)):
        return False
    try:
        return bool(np.size(value)) and np.asarray(value).dtype.kind in "fi"
    except (SarrusError, ValueError):  # a list of something else
        return False

"""What every road refuses: numbers that are not finite, lengths that are not positive."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import WrittenField, written_fields

SMALLEST = 1e-300
"""Positive numbers below this would lose digits."""


def settle(road: Any, noun: str = "road") -> None:
    """Turn the numbers of a road into floats; refuse what its fields do not allow, all at once.

    A number whose default is None may be None; letters are left to the road. noun: what else it is.
    """
    problems: list[Problem] = []
    for name, field in written_fields(type(road)).items():
        value = getattr(road, name)
        free = value is None and getattr(type(road), name, 0.0) is None
        word = field.letters and isinstance(value, str)
        if field.kind != "number" or free or word:
            continue
        number, (rule, least) = real(value), _bound(field)
        if number is None or number < least:
            problems.append(bad(type(road).__name__, name, rule, value, noun=noun))
        else:
            object.__setattr__(road, name, number)
    if problems:
        raise ModelError(problems)


def _bound(field: WrittenField) -> tuple[str, float]:
    """Return the rule for a number, and the least that it may be."""
    if field.above is not None:
        return "must be a positive number", SMALLEST
    if field.at_least is not None:
        return "must be zero or a positive number", 0.0
    return "must be a finite number", -np.inf


def bad(
    kind: str, name: str, rule: str, value: Any, action: str = "", noun: str = "road"
) -> Problem:
    """Return the problem of one field of a road."""
    code = "M04" if isinstance(value, Real) and not isinstance(value, bool) else "M25"
    return Problem(code, f"{noun} {kind} / {name}", rule, repr(value)[:80], action=action)


def real(value: Any) -> float | None:
    """Return a finite real number as a float, or None if it is none."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        return None
    try:
        number = float(value) + 0.0
    except OverflowError:
        return None
    return number if np.isfinite(number) else None


def span(kind: str, name: str, value: Any) -> tuple[float, float]:
    """Return two increasing finite numbers."""
    pair = [real(part) for part in value] if isinstance(value, (tuple, list, np.ndarray)) else []
    if len(pair) == 2 and pair[0] is not None and pair[1] is not None and pair[0] < pair[1]:
        return pair[0], pair[1]
    raise ModelError(bad(kind, name, "must be two increasing numbers", value))

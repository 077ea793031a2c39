"""What every road refuses: numbers that are not finite, lengths that are not positive."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem

SMALLEST = 1e-300
"""Positive numbers below this would lose digits."""


def settle(
    road: Any,
    finite: Iterable[str] = (),
    positive: Iterable[str] = (),
    not_negative: Iterable[str] = (),
    optional: Iterable[str] = (),
) -> None:
    """Turn fields of a frozen dataclass into floats; refuse what is not usable, all at once.

    optional: finite numbers, or None.
    """
    problems: list[Problem] = []
    kind = type(road).__name__
    present = [name for name in optional if getattr(road, name) is not None]
    for rule, names, least in (
        ("must be a finite number", [*finite, *present], -np.inf),
        ("must be a positive number", positive, SMALLEST),
        ("must be zero or a positive number", not_negative, 0.0),
    ):
        for name in names:
            value = getattr(road, name)
            number = real(value)
            if number is None or number < least:
                problems.append(bad(kind, name, rule, value))
            else:
                object.__setattr__(road, name, number)
    if problems:
        raise ModelError(problems)


def bad(kind: str, name: str, rule: str, value: Any, action: str = "") -> Problem:
    """Return the problem of one field of a road."""
    code = "M04" if isinstance(value, Real) and not isinstance(value, bool) else "M25"
    return Problem(code, f"road {kind} / {name}", rule, repr(value)[:80], action=action)


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

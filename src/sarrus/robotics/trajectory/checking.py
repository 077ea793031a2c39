"""What all trajectories refuse: numbers that are not finite, durations that are not positive."""

from __future__ import annotations

from numbers import Real
from typing import Any, TypeVar

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem

Kind = TypeVar("Kind")

NUMBER = "R20"
"""A number is not what it must be."""

ROWS = "R21"
"""Rows have the wrong shape, order or values."""

LARGEST = 1e100
"""Numbers above this overflow in the polynomials of motions."""

LIMIT = "R22"
"""Limits are missing, or cannot be kept."""

JOINED = "R23"
"""Steps of a sequence do not fit together."""


def number(where: str, value: Any, least: float = -np.inf) -> float:
    """Return a finite real number that is not below `least`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ModelError(Problem(NUMBER, where, "must be a number", repr(value)[:80]))
    try:
        found = float(value)
    except OverflowError:
        found = np.inf
    if not abs(found) <= LARGEST or found < least:
        bound = f" of at least {least:g}" if np.isfinite(least) else ""
        raise ModelError(Problem(NUMBER, where, f"must be a finite number{bound}", f"{found:g}"))
    return found + 0.0


def positive(where: str, value: Any, unit: str) -> float:
    """Return a finite number above zero."""
    found = number(where, value)
    if not found >= 1.0 / LARGEST:
        rule = f"must be more than 0 {unit}".rstrip()
        raise ModelError(Problem(NUMBER, where, rule, f"{found:g}"))
    return found


def vector(where: str, value: Any, size: int | None = None) -> np.ndarray:
    """Return finite numbers in a row, as many as `size` if given."""
    try:
        found = real_array(value)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(Problem(ROWS, where, "must be numbers", repr(value)[:80])) from None
    if found.ndim != 1 or not found.size or (size is not None and found.size != size):
        count = "one or more" if size is None else str(size)
        rule = f"must be {count} numbers in a row, not of shape {found.shape}"
        raise ModelError(Problem(ROWS, where, rule))
    wrong = np.flatnonzero(~(np.abs(found) <= LARGEST))
    if wrong.size:
        k = int(wrong[0])
        raise ModelError(Problem(ROWS, f"{where}[{k}]", "must be finite", f"{found[k]:g}"))
    return found


def rows(where: str, value: Any, columns: int | None = None, fewest: int = 2) -> np.ndarray:
    """Return rows of finite numbers, all equally long."""
    try:
        found = real_array(value)
    except (TypeError, ValueError, OverflowError):
        rule = "must be rows of numbers, all equally long"
        raise ModelError(Problem(ROWS, where, rule, repr(value)[:80])) from None
    if found.ndim != 2 or len(found) < fewest or columns not in (None, found.shape[1]):
        each = "" if columns is None else f" of {columns} numbers"
        rule = f"must be at least {fewest} rows{each}, not of shape {found.shape}"
        raise ModelError(Problem(ROWS, where, rule))
    wrong = np.flatnonzero(~np.all(np.abs(found) <= LARGEST, axis=1))
    if wrong.size:
        k = int(wrong[0])
        raise ModelError(Problem(ROWS, f"{where} row {k}", "must be finite", str(found[k])))
    return found


def increasing_numbers(where: str, value: Any, size: int) -> np.ndarray:
    """Return increasing finite numbers."""
    found = vector(where, value, size)
    wrong = np.flatnonzero(np.diff(found) <= 0.0)
    if wrong.size:
        k = int(wrong[0]) + 1
        value = f"{found[k]:g}"
        rule = f"must be after the row before it, {found[k - 1]:g}"
        raise ModelError(Problem(ROWS, f"{where} row {k}", rule, value))
    return found


def value_of_kind(name: str, value: Kind, kind: Any) -> Kind:
    """Return a value that is of a kind."""
    if not isinstance(value, kind):
        rule = f"must be a {kind.__name__}"
        raise ModelError(Problem(NUMBER, f"move / {name}", rule, repr(value)[:80]))
    return value


def choice(where: str, value: Any, words: tuple[str, ...]) -> str:
    """Return a word that is one of some."""
    if not isinstance(value, str) or value not in words:
        rule = f"must be one of {', '.join(repr(word) for word in words)}"
        raise ModelError(Problem(NUMBER, where, rule, repr(value)[:80]))
    return value

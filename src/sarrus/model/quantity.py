"""Numbers as a user writes them: SI floats, or text with a unit such as "250 mm".

Nothing inside Sarrus converts units; this is the only door. A number is taken as SI. Text is a
decimal number, optionally followed by a unit, whose dimension is checked: by `units`, which is
imported when the first text comes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from sarrus.spatial.tracking import is_tracked

SMALLEST = 1e-300
"""A number that is not zero but smaller than this is a mistake, and would lose digits."""


EXACT = 2**53
"""Integers up to this are numbers of double precision."""


class QuantityError(ValueError):
    """What was written is not a usable number; `code` is the code of the rule it breaks."""

    def __init__(self, reason: str, code: str = "M04", action: str = "") -> None:
        self.reason = reason
        self.code = code
        self.action = action
        super().__init__(f"{reason}; {action}" if action else reason)


def quantity(value: Any, unit: str) -> float:
    """Return a value in the given SI unit.

    value: a number (already SI), text such as "8 lb", "30 deg" or "5", or an object with
    `to(unit).magnitude`. Raises `QuantityError` for what is not a finite number, for a unit
    of another dimension, and for numbers below 1e-300 that are not zero.
    """
    if type(value) is float:
        plain = value == 0.0 or SMALLEST <= abs(value) < math.inf  # almost all are
        return value + 0.0 if plain else usable(value)
    if type(value) is int and -EXACT <= value <= EXACT:
        return float(value)
    if isinstance(value, str):
        from sarrus.model.units import from_text

        return from_text(value, unit)
    if isinstance(value, (bool, np.bool_)):
        raise QuantityError("is true or false, not a number", "M25")
    if isinstance(value, Real) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return usable(as_float(value))
    if hasattr(value, "to") and hasattr(value, "magnitude"):
        from sarrus.model.units import magnitude_in

        return usable(as_float(magnitude_in(value, unit)))
    if is_tracked(value):
        return usable(value)
    from decimal import Decimal

    if isinstance(value, Decimal):
        return usable(as_float(value))
    kind = "nothing" if value is None else f"a {type(value).__name__}"
    raise QuantityError(f"is {kind}, not a number", "M25")


def quantities(values: Any, unit: str) -> tuple[float, ...]:
    """Return a sequence of values in the given SI unit, as a tuple."""
    if isinstance(values, (str, bytes)) or not isinstance(values, (Sequence, np.ndarray)):
        raise QuantityError("is not a list of numbers", "M25")
    return tuple(quantity(value, unit) for value in values)


def as_float(value: Any) -> float:
    """Return a number as a float; refuse what is none, or too large."""
    try:
        return value if hasattr(value, "tape") else float(value)  # `real`, without a call
    except OverflowError:
        raise QuantityError("is too large for a number of double precision") from None
    except (TypeError, ValueError):
        raise QuantityError("is not a real number", "M25") from None


def usable(number: float) -> float:
    """Return the number, with -0 as 0, unless it is NaN, infinite or denormal."""
    if math.isnan(number):
        raise QuantityError("is not a number (NaN)")
    if math.isinf(number):
        raise QuantityError("is infinite, or too large for a number of double precision")
    if 0.0 < abs(float(number)) < SMALLEST:
        raise QuantityError("is not zero but below 1e-300", action="write 0 if zero is meant")
    return number + 0.0

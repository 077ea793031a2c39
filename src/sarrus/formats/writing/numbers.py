"""Numbers as text: the shortest that is read as the same number."""

from __future__ import annotations

import math
import re

EXACT_INTEGERS = 1e15
"""Whole numbers below this are written without a point."""


def number_text(value: float | int) -> str:
    """Return a finite number as text by the grammar of JSON; whole numbers without a point."""
    if isinstance(value, int):
        return str(value)
    if value == 0.0:
        return "-0.0" if math.copysign(1.0, value) < 0.0 else "0"
    if value.is_integer() and abs(value) < EXACT_INTEGERS:
        return str(int(value))
    return re.sub(r"e([+-])0*", lambda m: "e" + m[1].replace("+", ""), repr(value))

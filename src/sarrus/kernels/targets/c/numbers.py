"""Numbers as C reads them without rounding."""

from __future__ import annotations


def number(value: float) -> str:
    """Return a number in hexadecimal."""
    if value != value:
        return "NAN"
    if value in (float("inf"), float("-inf")):
        return "INFINITY" if value > 0 else "(-INFINITY)"
    text = value.hex()
    return text if value >= 0.0 and not text.startswith("-") else f"({text})"

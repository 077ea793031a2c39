"""Numbers as C reads them without rounding."""

from __future__ import annotations

from sarrus.kernels.targets.c.arithmetic import DOUBLE


def number(value: float) -> str:
    """Return a number in hexadecimal."""
    return DOUBLE.number(value)

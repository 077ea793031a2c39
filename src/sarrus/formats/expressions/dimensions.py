"""What happens to dimensions in arithmetic.

A dimension is None for a bare number, which goes with every unit; ANY for an argument of a law,
whose unit is not known here; else base quantities with their powers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from sarrus.model.quantity import Dimension, in_words

ANY: Final[Dimension] = (("any", Fraction(1)),)
"""The dimension of what comes from outside; it goes with everything."""

Known = Dimension | None


class DimensionError(ValueError):
    """Quantities that do not go together; the message says which."""


def alike(dimensions: Sequence[Known]) -> Known:
    """Return the dimension of a sum, or of the larger of some; bare numbers take that of the rest.

    Raises `DimensionError` where two differ.
    """
    found: Known = None
    for dimension in dimensions:
        if dimension is None or dimension == found:
            continue
        if found is None or found == ANY:
            found = dimension
        elif dimension != ANY:
            reason = f"puts together {in_words(dict(found))} and {in_words(dict(dimension))}"
            raise DimensionError(reason)
    return found


def product(a: Known, b: Known, sign: int = 1) -> Known:
    """Return the dimension of a b, or of a / b for the sign -1.

    A bare number times a pure one is bare, so that 0.3*(a/b) may be a length.
    """
    if ANY in (a, b):
        return ANY
    if a is None or b is None:
        return power(a or b or None, Fraction(1 if a else sign))
    powers = dict(a)
    for name, exponent in b:
        powers[name] = powers.get(name, Fraction(0)) + sign * exponent
    return tuple(sorted((name, p) for name, p in powers.items() if p))


def power(a: Known, exponent: Fraction) -> Known:
    """Return the dimension of a power."""
    if a is None or a == ANY:
        return a
    return tuple((name, p * exponent) for name, p in a if exponent)


def pure(dimension: Known) -> None:
    """Raise `DimensionError` unless a number has no dimension, as arguments of sin must."""
    if dimension:
        if dimension == ANY:
            return
        raise DimensionError(f"needs a pure number or an angle, not {in_words(dict(dimension))}")

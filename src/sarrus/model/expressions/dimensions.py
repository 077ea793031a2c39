"""What happens to dimensions in arithmetic.

A dimension is None for a bare number, which goes with every unit; ANY for what is not known here;
`Implied` for arguments of a law such as the time, as long as no unit was written with them; else
base quantities with their powers.

Numbers without unit are in the SI unit that is needed. So 3*t may be an angle (3 is 3 rad/s) and
sin(t) has a value; but 60 [m/s]*t is a length, and no angle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from sarrus.late_dataclass import dataclass
from sarrus.model.units import CYCLE, Dimension, dimension_text, without_cycles
from sarrus.spatial.tracking import plain

ANY: Final[Dimension] = (("any", Fraction(1)),)
"""The dimension of what comes from outside; it goes with everything."""

FINEST_TURN = 10_000
"""Multiples of pi are looked for up to this denominator."""


@dataclass(frozen=True)
class Implied:
    """The dimension of arguments and of their products, t^2 for instance, without a written unit.

    Alone it goes with everything; times a quantity with a unit it counts.
    """

    dimension: Dimension


Known = Dimension | Implied | None


class DimensionError(ValueError):
    """Quantities that do not go together; the message says which, `action` what to do."""

    def __init__(self, reason: str, action: str = "") -> None:
        self.action = action
        super().__init__(reason)


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
            found = _one_of_two(found, dimension)
    return found


def _one_of_two(a: Known, b: Known) -> Known:
    """Return the dimension of the sum of two that are written differently."""
    if isinstance(a, Implied) and isinstance(b, Implied):
        return ANY  # factors of one, without unit, stand before them
    first, second = (d.dimension if isinstance(d, Implied) else d or () for d in (a, b))
    if without_cycles(first) != without_cycles(second):
        reason = f"puts together {dimension_text(dict(first))} and {dimension_text(dict(second))}"
        raise DimensionError(reason, "give both the same unit; a bare number takes the other's")
    return second if isinstance(a, Implied) else first


def product(a: Known, b: Known, sign: int = 1) -> Known:
    """Return the dimension of a b, or of a / b for the sign -1.

    A bare number times a pure one is bare, so that 0.3*(a/b) may be a length; times an argument
    it may be anything.
    """
    if ANY in (a, b):
        return ANY
    if isinstance(a, Implied) or isinstance(b, Implied):
        if a is None or b is None:
            return ANY
        first, second = (d.dimension if isinstance(d, Implied) else d for d in (a, b))
        powers = _sum_of_powers(first, second, sign)
        return Implied(powers) if isinstance(a, Implied) and isinstance(b, Implied) else powers
    if a is None or b is None:
        return power(a or b or None, Fraction(1 if a else sign))
    return _sum_of_powers(a, b, sign)


def ratio(a: Dimension, b: Dimension) -> Dimension:
    """Return the dimension of a / b."""
    return _sum_of_powers(a, b, -1)


def _sum_of_powers(a: Dimension, b: Dimension, sign: int) -> Dimension:
    powers = dict(a)
    for name, exponent in b:
        powers[name] = powers.get(name, Fraction(0)) + sign * exponent
    return tuple(sorted((name, p) for name, p in powers.items() if p))


def in_radians(dimensions: Sequence[Known], numbers: Sequence[Any]) -> list[Known]:
    """Return the dimensions of two factors; where one is a multiple of pi, turns are radians.

    2*pi*10 [Hz] is 62.8 rad/s; 10 [Hz] is a frequency, and no angular rate.
    """
    of_pi = any(
        not d and isinstance(n, float) and _is_multiple_of_pi(n)
        for d, n in zip(dimensions, map(plain, numbers), strict=True)
    )
    return [without_cycles(d) if of_pi and isinstance(d, tuple) else d for d in dimensions]


def _is_multiple_of_pi(number: float) -> bool:
    ratio = number / math.pi
    if not ratio or not math.isfinite(ratio):
        return False
    nearest = Fraction(ratio).limit_denominator(FINEST_TURN)
    return abs(float(nearest) - ratio) <= 1e-14 * abs(ratio)


def power(a: Known, exponent: Fraction) -> Known:
    """Return the dimension of a power."""
    if a is None or a == ANY:
        return a
    if isinstance(a, Implied):
        return Implied(_powers(a.dimension, exponent))
    return _powers(a, exponent)


def _powers(a: Dimension, exponent: Fraction) -> Dimension:
    return tuple((name, p * exponent) for name, p in a if exponent)


def pure(dimension: Known) -> None:
    """Raise `DimensionError` unless a number has no dimension, as arguments of sin must."""
    if not dimension or dimension == ANY or isinstance(dimension, Implied):
        return
    what = dimension_text(dict(dimension))
    if not without_cycles(dimension):
        raise DimensionError(f"needs an angle in radians, not turns ({CYCLE}s of Hz)", IN_RADIANS)
    action = "give the factors units whose product has none, as 3 [rad/s]*t, or none at all"
    raise DimensionError(f"needs a pure number or an angle, not {what}", action)


IN_RADIANS = "write [rad/s] for radians a second, or 2*pi times the frequency, or [rpm], for turns"
"""What to do about Hz where radians are needed."""

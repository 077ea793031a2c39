"""The remainder of a division and the length of two sides, with their ranges; extremes and sign."""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.functions.arcs import LARGE, SMALL
from sarrus.kernels.functions.pairs import head
from sarrus.kernels.native import bits, exact, floor

MOST = 2.0**24
"""Up to this quotient the product with 27 bits of the divisor is exact."""


@exact
def mod(x: float, y: float) -> tuple[float, bool]:
    """Return x less a multiple of y, with the sign of x, without any error (C's fmod)."""
    a = abs(x)
    b = abs(y)
    times = floor(a / b)
    short = head(b)
    left = (a - times * short) - times * (b - short)
    left = left + b if left < 0.0 else left  # the quotient was rounded up to an integer
    return copysign(left, x), a <= MOST * b and b >= SMALL and b <= LARGE


@exact
def hypot(x: float, y: float) -> tuple[float, bool]:
    """Return sqrt(x^2 + y^2), where no square is too large or too small."""
    a = abs(x)
    b = abs(y)
    large = a if a > b else b
    small = b if a > b else a
    found = sqrt(large * large + small * small)
    return found, a <= LARGE and b <= LARGE and (large >= SMALL or large == 0.0)


@exact
def minimum(a: float, b: float) -> float:
    """Return the smaller number; -0 is less than 0, and what is not a number stays that."""
    less = b < a or (b == a and bits(b) < 0)
    found = b if less else a
    return a + b if a != a or b != b else found


@exact
def maximum(a: float, b: float) -> float:
    """Return the larger number; 0 is more than -0, and what is not a number stays that."""
    more = b > a or (b == a and bits(a) < 0)
    found = b if more else a
    return a + b if a != a or b != b else found


@exact
def sign(a: float) -> float:
    """Return 1, 0 or -1; what is not a number stays that."""
    up = 1.0 if a > 0.0 else 0.0
    down = 1.0 if a < 0.0 else 0.0
    return a if a != a else up - down

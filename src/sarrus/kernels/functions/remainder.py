"""The remainder of a division and the length of two sides."""

from __future__ import annotations

from sarrus.kernels.functions.arcs import LARGE, SMALL
from sarrus.kernels.functions.pairs import head
from sarrus.kernels.functions.vector import Real, Truth, called, signed

MOST = 2.0**24
"""Up to this quotient the product with 27 bits of the divisor is exact."""


def mod(x: Real, y: Real) -> tuple[Real, Truth]:
    """Return x less a multiple of y, with the sign of x, without any error (C's fmod)."""
    a, b = abs(x), abs(y)
    times = called("floor", a / b)
    short = head(b)
    left = (a - times * short) - times * (b - short)
    left = (left < 0.0).choose(left + b, left)  # the quotient was rounded up to an integer
    return signed(left, x), (a <= MOST * b) & (b >= SMALL) & (b <= LARGE)


def hypot(x: Real, y: Real) -> tuple[Real, Truth]:
    """Return sqrt(x^2 + y^2), where no square is too large or too small."""
    a, b = abs(x), abs(y)
    more = a > b
    large, small = more.choose(a, b), more.choose(b, a)
    found = called("sqrt", large * large + small * small)
    fine = (a <= LARGE) & (b <= LARGE) & ((large >= SMALL) | large.equals(0.0))
    return found, fine

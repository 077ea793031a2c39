"""Numbers as sums of two, for what one number is too short for; right with and without fusing.

Products are exact because their factors are short: `head` keeps 26 of the 53 bits.
"""

from __future__ import annotations

from sarrus.kernels.native import bits, exact, number

_HEAD = -(1 << 27)
"""All bits but the last 27."""


@exact
def head(x: float) -> float:
    """Return the number cut to 26 bits; it differs by less than 2^-25 of its size."""
    return number(bits(x) & _HEAD)


@exact
def fast_sum(a: float, b: float) -> tuple[float, float]:
    """Return a + b rounded and what is lost; |a| >= |b|, or a = 0."""
    total = a + b
    return total, b - (total - a)


@exact
def exact_sum(a: float, b: float) -> tuple[float, float]:
    """Return a + b rounded and what is lost (Knuth)."""
    total = a + b
    from_b = total - a
    from_a = total - from_b
    return total, (a - from_a) + (b - from_b)


@exact
def quotient(a: float, a_rest: float, b: float, b_rest: float) -> tuple[float, float]:
    """Return (a + a_rest)/(b + b_rest): 26 bits, and the rest to about 2^-76 of the whole."""
    inverse = 1.0 / b
    first = head(a * inverse)
    short = head(b)
    rest = (b - short) + b_rest
    left = ((a - first * short) - first * rest) + a_rest
    return first, left * inverse

"""Numbers as sums of two, for what one number is too short for; right with and without fusing.

Products are exact because their factors are short: `head` keeps 26 of the 53 bits.
"""

from __future__ import annotations

from sarrus.kernels.functions.vector import Real

_HEAD = -(1 << 27)
"""All bits but the last 27."""

Pair = tuple[Real, Real]


def head(x: Real) -> Real:
    """Return the number cut to 26 bits; it differs by less than 2^-25 of its size."""
    return (x.bits() & _HEAD).real()


def fast_sum(a: Real, b: Real | float) -> Pair:
    """Return a + b rounded and what is lost; |a| >= |b|, or a = 0."""
    total = a + b
    return total, b - (total - a)


def exact_sum(a: Real, b: Real) -> Pair:
    """Return a + b rounded and what is lost (Knuth)."""
    total = a + b
    from_b = total - a
    from_a = total - from_b
    return total, (a - from_a) + (b - from_b)


def quotient(a: Pair, b: Pair) -> Pair:
    """Return a/b: 26 bits, and the rest to about 2^-76 of the whole."""
    high, low = b
    inverse = 1.0 / high
    first = head(a[0] * inverse)
    short = head(high)
    rest = (high - short) + low
    left = ((a[0] - first * short) - first * rest) + a[1]
    return first, left * inverse

"""Exponential and hyperbolic functions.

x = k ln 2 + r with |r| <= ln(2)/2, k ln 2 in two parts of which the products with k are exact
or small; exp(x) = 2^k exp(r). What the hyperbolic functions need is exp(x) - 1 as a pair.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.kernels.functions.coefficients import EXPONENTIAL
from sarrus.kernels.functions.pairs import Pair, exact_sum, fast_sum
from sarrus.kernels.functions.vector import Bits, Real, Truth, polynomial, signed

LIMIT = 708.0
"""Up to here exp(x) and exp(-x) are normal numbers."""

SATURATED = 22.0
"""From here on tanh(x) is 1 to half a unit in the last place."""

ROUND = 6755399441055744.0
"""1.5 2^52: added, it rounds to an integer, which then stands in the low bits."""

LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""ln 2: its first 32 bits, of which products with an exponent are exact, and the rest."""

_INVERSE_LN2 = 1.4426950408889634
_MANTISSA = 52


@dataclass(frozen=True)
class Reduced:
    """x = k ln 2 + r + rest; low: k in the low bits of a word."""

    low: Bits
    r: Real
    rest: Real


def reduced(x: Real) -> Reduced:
    """Return x without a multiple of ln 2; |x| must be less than 2^10."""
    shifted = x * _INVERSE_LN2 + ROUND
    k = shifted - ROUND
    high = x - k * LN2_HIGH
    low = k * LN2_LOW
    r = high - low
    return Reduced(shifted.bits(), r, (high - r) - low)


def beyond_line(r: Real, rest: Real) -> Real:
    """Return exp(r + rest) - 1 - r for a small rest."""
    return r * r * polynomial(r, EXPONENTIAL) + rest


def scaled(x: Real, low: Bits) -> Real:
    """Return x 2^k for the k in the low bits of a word; both numbers are normal."""
    return (x.bits() + (low << _MANTISSA)).real()


def _exponential(x: Real) -> Real:
    part = reduced(x)
    return scaled(1.0 + (part.r + beyond_line(part.r, part.rest)), part.low)


def _less_one(x: Real) -> Pair:
    """Return exp(x) - 1 of x >= 0: 2^k (exp(r) - 1) + (2^k - 1)."""
    part = reduced(x)
    high, low = fast_sum(part.r, beyond_line(part.r, part.rest))
    power = scaled(x.code.number(1.0), part.low)
    total, lost = exact_sum(high * power, power - 1.0)
    return total, lost + low * power


def exp(x: Real) -> tuple[Real, Truth]:
    """Return e^x, where it is a normal number."""
    return _exponential(x), abs(x) <= LIMIT


def cosh(x: Real) -> tuple[Real, Truth]:
    """Return (e^x + e^-x)/2."""
    size = abs(x)
    grown = _exponential(size)
    return 0.5 * grown + 0.5 / grown, size <= LIMIT


def sinh(x: Real) -> tuple[Real, Truth]:
    """Return (m + m/(m + 1))/2 with m = e^|x| - 1, with the sign of x."""
    size = abs(x)
    high, low = _less_one(size)
    ratio = high / (high + 1.0)
    inverse = 1.0 - ratio
    found = 0.5 * (high + (ratio + (low + low * inverse * inverse)))
    return signed(found, x), size <= LIMIT


def tanh(x: Real) -> tuple[Real, Truth]:
    """Return m/(m + 2) with m = e^(2|x|) - 1, with the sign of x."""
    size = abs(x)
    high, low = _less_one(2.0 * (size < SATURATED).choose(size, SATURATED))
    total, lost = exact_sum(high, x.code.number(2.0))
    ratio = high / total
    inverse = 0.5 - 0.5 * ratio
    found = ratio + (low - ratio * (lost + low)) * inverse
    return signed(found, x), size < float("inf")

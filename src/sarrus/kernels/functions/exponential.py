"""Exponential and hyperbolic functions, and whether the argument is in their range.

x = k ln 2 + r with |r| <= ln(2)/2, k ln 2 in two parts of which the products with k are exact
or small; exp(x) = 2^k exp(r). What the hyperbolic functions need is exp(x) - 1 as a pair.
"""

from __future__ import annotations

from math import copysign

from sarrus.kernels.functions.coefficients import EXPONENTIAL
from sarrus.kernels.functions.pairs import exact_sum, fast_sum
from sarrus.kernels.native import bits, exact, number, polynomial

LIMIT = 708.0
"""Up to here exp(x) and exp(-x) are normal numbers."""

SATURATED = 22.0
"""From here on tanh(x) is 1 to half a unit in the last place."""

ROUND = 6755399441055744.0
"""1.5 2^52: added, it rounds to an integer, which then stands in the low bits."""

LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""ln 2: its first 32 bits, of which products with an exponent are exact, and the rest."""

INFINITE = float("inf")
_INVERSE_LN2 = 1.4426950408889634
_MANTISSA = 52


@exact
def reduction(x: float) -> tuple[int, float, float]:
    """Return k in the low bits of a word, r and rest of x = k ln 2 + r + rest; |x| < 2^10."""
    shifted = x * _INVERSE_LN2 + ROUND
    k = shifted - ROUND
    high = x - k * LN2_HIGH
    low = k * LN2_LOW
    r = high - low
    return bits(shifted), r, (high - r) - low


@exact
def beyond_line(r: float, rest: float) -> float:
    """Return exp(r + rest) - 1 - r for a small rest."""
    return r * r * polynomial(r, EXPONENTIAL) + rest


@exact
def times_power(x: float, low: int) -> float:
    """Return x 2^k for the k in the low bits of a word; both numbers are normal."""
    return number(bits(x) + (low << _MANTISSA))


@exact
def _exponential(x: float) -> float:
    low, r, rest = reduction(x)
    return times_power(1.0 + (r + beyond_line(r, rest)), low)


@exact
def _less_one(x: float) -> tuple[float, float]:
    """Return exp(x) - 1 of x >= 0, as a pair: 2^k (exp(r) - 1) + (2^k - 1)."""
    k, r, rest = reduction(x)
    high, low = fast_sum(r, beyond_line(r, rest))
    power = times_power(1.0, k)
    total, lost = exact_sum(high * power, power - 1.0)
    return total, lost + low * power


@exact
def exp(x: float) -> tuple[float, bool]:
    """Return e^x, where it is a normal number."""
    return _exponential(x), abs(x) <= LIMIT


@exact
def cosh(x: float) -> tuple[float, bool]:
    """Return (e^x + e^-x)/2."""
    size = abs(x)
    grown = _exponential(size)
    return 0.5 * grown + 0.5 / grown, size <= LIMIT


@exact
def sinh(x: float) -> tuple[float, bool]:
    """Return (m + m/(m + 1))/2 with m = e^|x| - 1, with the sign of x."""
    size = abs(x)
    high, low = _less_one(size)
    ratio = high / (high + 1.0)
    inverse = 1.0 - ratio
    found = 0.5 * (high + (ratio + (low + low * inverse * inverse)))
    return copysign(found, x), size <= LIMIT


@exact
def tanh(x: float) -> tuple[float, bool]:
    """Return m/(m + 2) with m = e^(2|x|) - 1, with the sign of x."""
    size = abs(x)
    high, low = _less_one(2.0 * (size if size < SATURATED else SATURATED))
    total, lost = exact_sum(high, 2.0)
    ratio = high / total
    inverse = 0.5 - 0.5 * ratio
    found = ratio + (low - ratio * (lost + low)) * inverse
    return copysign(found, x), size < INFINITE

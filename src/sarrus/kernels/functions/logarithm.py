"""Logarithm and power, and whether the arguments are in their range.

x = 2^k m with m between sqrt(1/2) and sqrt(2); s = (m - 1)/(m + 1) makes log(m) the odd series
2 s + 2 s^3/3 + ... For the power, log2(x) is a pair good to about 2^-64 of its size, so that
its product with the exponent, up to 1020, leaves enough digits behind the point.
"""

from __future__ import annotations

from sarrus.kernels.functions.coefficients import LOGARITHM, LOGARITHM_TAIL
from sarrus.kernels.functions.exponential import (
    INFINITE,
    LN2_HIGH,
    LN2_LOW,
    ROUND,
    beyond_line,
    times_power,
)
from sarrus.kernels.functions.pairs import fast_sum, head
from sarrus.kernels.native import bits, exact, floor, number, polynomial

LEAST = 2.0**-1022
MOST_POWER = 1020.0
"""Powers of two that a result of `pow` may have, lest it is not normal."""

_ONE = 0x3FF0000000000000
_ABOVE = _ONE - 0x3FE6A09E667F3BCD
"""Added to the bits of a number, its exponent changes at sqrt(1/2), not at 1."""
_EXPONENT = -(1 << 52)
"""All bits but those of the mantissa."""
_MANTISSA = 52

_INTEGER = 0x4330000000000000
"""The bits of 2^52: a small integer in the low bits adds itself."""
_BIASED = 2.0**52 + 1023.0

_LN2, _LN2_HEAD, _LN2_TAIL = 0.6931471805599453, 0.6931471675634384, 1.2996506893889889e-08
"""ln 2, its first 26 bits, and the rest."""

_FACTOR, _FACTOR_HEAD, _FACTOR_TAIL = 0.9617966939259756, 0.9617966860532761, 7.872699542894897e-09
"""2/(3 ln 2), its first 26 bits, and the rest."""


@exact
def _split(x: float) -> tuple[float, float]:
    """Return m and k of a normal positive x = 2^k m."""
    above = bits(x) + _ABOVE
    m = number(bits(x) - (above & _EXPONENT) + _ONE)
    k = number((above >> _MANTISSA) | _INTEGER) - _BIASED
    return m, k


@exact
def log(x: float) -> tuple[float, bool]:
    """Return ln x = k ln 2 + f - (f^2/2 - s (f^2/2 + R)), f = m - 1, of normal positive x."""
    m, k = _split(x)
    f = m - 1.0
    s = f / (f + 2.0)
    z = s * s
    half = 0.5 * f * f
    series = z * polynomial(z, LOGARITHM)
    found = k * LN2_HIGH - ((half - (s * (half + series) + k * LN2_LOW)) - f)
    return found, x >= LEAST and x < INFINITE


@exact
def _binary_logarithm(x: float) -> tuple[float, float]:
    """Return log2(x), its first 26 bits and the rest."""
    m, k = _split(x)
    f = m - 1.0
    below, lost = fast_sum(1.0, m)
    inverse = 1.0 / below
    s = f * inverse
    high = head(s)
    short = head(below)
    low = ((f - high * short) - high * ((below - short) + lost)) * inverse
    # 3/2 log(m) = (high + low) (3 + z + z^2 P(z)), z = high^2 + ...: two factors of 26 bits
    square = high * high
    z = s * s
    more = z * z * polynomial(z, LOGARITHM_TAIL) + low * (high + s)
    factor = head(square + 3.0 + more)
    rest = more - ((factor - 3.0) - square)
    first = high * factor
    second = low * factor + rest * s
    whole = head(first + second)
    left = second - (whole - first)
    # times 2/(3 ln 2), plus k
    most = whole * _FACTOR_HEAD
    least = whole * _FACTOR_TAIL + left * _FACTOR
    total = head((most + least) + k)
    return total, least - ((total - k) - most)


@exact
def pow(x: float, y: float) -> tuple[float, bool]:
    """Return |x|^y = 2^(y log2|x|), with the sign of x if y is odd."""
    size = abs(x)
    high, low = _binary_logarithm(size)
    short = head(y)
    first = short * high
    second = (y - short) * high + y * low
    power = first + second
    shifted = power + ROUND
    # what is left of the power, from -1/2 to 1/2, times ln 2, in two parts
    left = first - (shifted - ROUND)
    part = head(left + second)
    more = second - (part - left)
    r, rest = fast_sum(part * _LN2_HEAD, more * _LN2 + part * _LN2_TAIL)
    found = times_power(1.0 + (r + beyond_line(r, rest)), bits(shifted))
    half = 0.5 * y
    odd = y - 2.0 * floor(half)
    found = -found if x < 0.0 and odd == 1.0 else found
    fine = size >= LEAST and size < INFINITE and abs(power) <= MOST_POWER
    return found, fine and (floor(y) == y or x > 0.0)

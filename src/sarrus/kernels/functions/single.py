"""The functions of kernels for arithmetic in single precision, for all arguments.

They take no bits of numbers apart, so that they mean the same in any precision; in double they are
good to about 1e-7. Splitting constants are products that single precision holds exactly: parts of
pi/2 of 8 bits times up to 2^16, a part of ln 2 of 10 bits, heads of 12 bits. Compiled in single
precision, errors are below 2 units in the last place, of sines and cosines below 2.5, of `pow` and
`tan` below 4, of hyperbolic functions below 5.
Sines of angles beyond 1e5 are those of an angle that is less than a unit of its last place off.
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.functions import look_up, remainder
from sarrus.kernels.functions.beyond import mod
from sarrus.kernels.functions.coefficients import (
    SINGLE_ARC_SINE,
    SINGLE_ARC_TANGENT,
    SINGLE_COSINE,
    SINGLE_EXPONENTIAL,
    SINGLE_HYPERBOLIC_SINE,
    SINGLE_LOGARITHM,
    SINGLE_LOGARITHM_TAIL,
    SINGLE_SINE,
)
from sarrus.kernels.functions.features import FEATURES
from sarrus.kernels.functions.pairs import exact_sum, fast_sum
from sarrus.kernels.native import floor, horner, native
from sarrus.kernels.native.tree import Function

INFINITE, NOT_A_NUMBER = float("inf"), float("nan")
LIMIT = 1.0e5
"""Angles up to which products with parts of pi/2 are exact."""

_TWO_OVER_PI = 0.6366197723675814
_TWO_PI = 6.2831854820251465
"""A whole turn as single precision has it."""
_FIRST, _SECOND, _THIRD = 1.5703125, 0.0004825592041015625, 1.2665987014770508e-06
_FOURTH, _FIFTH = 9.89530235528946e-10, 2.5633440682570896e-12
"""pi/2 in parts of 8, 8, 8, 8 and 24 bits."""

_TAN_EIGHTH, _TAN_THREE_EIGHTHS = 0.41421356237309503, 2.414213562373095
_QUARTER, _QUARTER_REST = 0.7853981852531433, -2.185569500093119e-08
_HALF, _HALF_REST = 1.5707963705062866, -4.371139000186238e-08
_THREE_QUARTERS, _THREE_QUARTERS_REST = 2.356194496154785, -5.96624496161494e-09
_WHOLE, _WHOLE_REST = 3.1415927410125732, -8.742278000372476e-08
"""Parts of pi as pairs of single precision."""

_INVERSE_LN2 = 1.4426950408889634
_LN2 = 0.6931471805599453
_LN2_HIGH, _LN2_LOW = 0.693359375, -0.00021219444005469057
"""ln 2 in parts of 10 and 24 bits."""

_FACTOR, _FACTOR_HEAD, _FACTOR_TAIL = 0.9617966939259756, 0.961669921875, 0.0001267720509756049
"""2/(3 ln 2), its first 12 bits, and the rest."""

_ROOT_HALF = 0.7071067811865476
_SPLITTER = 4097.0
"""2^12 + 1: times this, a number loses its last 12 bits (Veltkamp)."""
_LARGE, _SMALL = 2.0**60, 2.0**-60
_UP, _DOWN = 2.0**70, 2.0**-70
"""Numbers beyond the first two are scaled by the others, so that squares stay in the range."""
_HUGE, _LESS = 2.0**120, 2.0**-10
"""Beyond the first, sides of an angle are scaled by the other, so that their sum stays finite."""
_LEAST = 2.0**-126
"""The smallest normal number."""


@native
def sine_cosine(x: float) -> tuple[float, float]:
    """Return sin(x) and cos(x)."""
    turned = x if abs(x) <= LIMIT else mod(x, _TWO_PI)
    k = floor(turned * _TWO_OVER_PI + 0.5)
    above = (turned - k * _FIRST) - k * _SECOND
    p = k * _THIRD
    near_r = above - p
    lost = (above - near_r) - p
    r = near_r + ((lost - k * _FOURTH) - k * _FIFTH)
    quadrant = k - 4.0 * floor(0.25 * k)
    z = r * r
    sine = r + r * z * horner(z, SINGLE_SINE)
    half = 0.5 * z
    near = 1.0 - half
    cosine = near + (((1.0 - near) - half) + z * z * horner(z, SINGLE_COSINE))
    odd = quadrant == 1.0 or quadrant == 3.0
    s = cosine if odd else sine
    c = sine if odd else cosine
    return (-s if quadrant >= 2.0 else s), (-c if quadrant == 1.0 or quadrant == 2.0 else c)


@native
def tan(x: float) -> float:
    """Return the tangent."""
    sine, cosine = sine_cosine(x)
    return x if abs(x) < 1e-4 else sine / cosine


@native
def _angle(up: float, along: float, backward: bool) -> float:
    """Return the angle of the point (along, up) or (-along, up), neither of them negative."""
    steep = up > along * _TAN_THREE_EIGHTHS
    middle = up > along * _TAN_EIGHTH
    difference, difference_rest = exact_sum(up, -along)
    total, total_rest = exact_sum(up, along)
    t = up / along
    start = 0.0
    rest = 0.0
    if steep:
        t = -along / up
        start = _HALF
        rest = _HALF_REST
    elif middle:
        t = (difference + difference_rest) / total
        t = t - t * total_rest / total
        start = _QUARTER
        rest = _QUARTER_REST
    if backward:
        t = -t
        start = _HALF if steep else (_THREE_QUARTERS if middle else _WHOLE)
        rest = _HALF_REST if steep else (_THREE_QUARTERS_REST if middle else _WHOLE_REST)
    z = t * t
    return start + (t + (t * z * horner(z, SINGLE_ARC_TANGENT) + rest))


@native
def atan(x: float) -> float:
    """Return the arc tangent."""
    if x != x:
        return x
    if abs(x) == INFINITE:
        return copysign(_HALF, x)
    return copysign(_angle(abs(x), 1.0, False), x)


@native
def atan2(y: float, x: float) -> float:
    """Return the angle of the point (x, y), from -pi to pi; of -0 it is that of x < 0."""
    up = abs(y)
    along = abs(x)
    if y != y or x != x:
        return y + x
    backward = copysign(1.0, x) < 0.0
    if up == 0.0:
        return copysign(_WHOLE if backward else 0.0, y)
    if up == INFINITE and along == INFINITE:
        return copysign(_THREE_QUARTERS if backward else _QUARTER, y)
    if up == INFINITE or along == 0.0:
        return copysign(_HALF, y)
    if along == INFINITE:
        return copysign(_WHOLE if backward else 0.0, y)
    size = up if up > along else along
    scale = _LESS if size > _HUGE else (_UP if size < _SMALL else 1.0)
    return copysign(_angle(up * scale, along * scale, backward), y)


@native
def asin(x: float) -> float:
    """Return the arc sine."""
    size = abs(x)
    if not size <= 1.0:
        return NOT_A_NUMBER
    far = size > 0.5
    z = 0.5 - 0.5 * size if far else size * size
    s = sqrt(z) if far else size
    bend = s * z * horner(z, SINGLE_ARC_SINE)
    found = _HALF - (2.0 * s + (2.0 * bend - _HALF_REST)) if far else s + bend
    return copysign(found, x)


@native
def acos(x: float) -> float:
    """Return the arc cosine."""
    size = abs(x)
    if not size <= 1.0:
        return NOT_A_NUMBER
    far = size > 0.5
    z = 0.5 - 0.5 * size if far else size * size
    s = sqrt(z) if far else x
    bend = s * z * horner(z, SINGLE_ARC_SINE)
    if not far:
        return _HALF - (s + (bend - _HALF_REST))
    if x < 0.0:
        return _WHOLE - (2.0 * s + (2.0 * bend - _WHOLE_REST))
    return 2.0 * s + 2.0 * bend


@native
def _times_power(x: float, k: float) -> float:
    """Return x 2^k for an integer k between -300 and 300."""
    factor = 2.0 if k > 0.0 else 0.5
    left = abs(k)
    found = x
    while left >= 32.0:
        found = found * (4294967296.0 if k > 0.0 else 2.3283064365386963e-10)
        left = left - 32.0
    while left >= 1.0:
        half = floor(0.5 * left)
        if left - 2.0 * half == 1.0:
            found = found * factor
        factor = factor * factor
        left = half
    return found


@native
def exp(x: float) -> float:
    """Return e^x."""
    if x != x:
        return x
    if abs(x) > 120.0:
        return INFINITE if x > 0.0 else 0.0
    k = floor(x * _INVERSE_LN2 + 0.5)
    r = (x - k * _LN2_HIGH) - k * _LN2_LOW
    return _times_power(1.0 + (r + r * r * horner(r, SINGLE_EXPONENTIAL)), k)


@native
def cosh(x: float) -> float:
    """Return the hyperbolic cosine."""
    root = exp(0.5 * abs(x))
    power = root * root
    return (0.5 * root) * root if abs(x) > 20.0 or x != x else 0.5 * power + 0.5 / power


@native
def sinh(x: float) -> float:
    """Return the hyperbolic sine."""
    if abs(x) <= 1.0:
        z = x * x
        return x + x * z * horner(z, SINGLE_HYPERBOLIC_SINE)
    root = exp(0.5 * abs(x))
    power = root * root
    found = (0.5 * root) * root if abs(x) > 20.0 or x != x else 0.5 * power - 0.5 / power
    return copysign(found, x)


@native
def tanh(x: float) -> float:
    """Return the hyperbolic tangent."""
    if abs(x) <= 0.6:
        z = x * x
        sine = x + x * z * horner(z, SINGLE_HYPERBOLIC_SINE)
        return sine / sqrt(1.0 + sine * sine)
    if x != x:
        return x
    return copysign(1.0 - 2.0 / (exp(2.0 * abs(x)) + 1.0), x) if abs(x) < 12.0 else copysign(1.0, x)


@native
def _split(x: float) -> tuple[float, float]:
    """Return m and k of a positive finite x = 2^k m, m between sqrt(1/2) and sqrt(2)."""
    m = x
    k = 0.0
    if m < _LEAST:
        m = m * 16777216.0
        k = -24.0
    step = 64.0
    up = 18446744073709551616.0
    while step >= 1.0:
        if m >= up:
            m = m / up
            k = k + step
        if m * up < 2.0:
            m = m * up
            k = k - step
        step = 0.5 * step
        up = sqrt(up)
    if m < _ROOT_HALF:
        m = 2.0 * m
        k = k - 1.0
    if m >= 2.0 * _ROOT_HALF:
        m = 0.5 * m
        k = k + 1.0
    return m, k


@native
def log(x: float) -> float:
    """Return ln x = k ln 2 + f - (f^2/2 - s (f^2/2 + R)), f = m - 1."""
    if x != x or x == INFINITE:
        return x
    if x <= 0.0:
        return -INFINITE if x == 0.0 else NOT_A_NUMBER
    m, k = _split(x)
    f = m - 1.0
    s = f / (f + 2.0)
    z = s * s
    half = 0.5 * f * f
    series = z * horner(z, SINGLE_LOGARITHM)
    return k * _LN2_HIGH - ((half - (s * (half + series) + k * _LN2_LOW)) - f)


@native
def _head(x: float) -> float:
    """Return a number cut to 12 bits (Veltkamp)."""
    above = _SPLITTER * x
    return above - (above - x)


@native
def _binary_logarithm(x: float) -> tuple[float, float]:
    """Return log2(x), its first 12 bits and the rest; see `functions.logarithm`."""
    m, k = _split(x)
    f = m - 1.0
    below, lost = fast_sum(1.0, m)
    inverse = 1.0 / below
    s = f * inverse
    high = _head(s)
    short = _head(below)
    low = ((f - high * short) - high * ((below - short) + lost)) * inverse
    square = high * high
    z = s * s
    more = z * z * horner(z, SINGLE_LOGARITHM_TAIL) + low * (high + s)
    factor = _head(square + 3.0 + more)
    rest = more - ((factor - 3.0) - square)
    first = high * factor
    second = low * factor + rest * s
    whole = _head(first + second)
    left = second - (whole - first)
    most = whole * _FACTOR_HEAD
    least = whole * _FACTOR_TAIL + left * _FACTOR
    total = _head((most + least) + k)
    return total, least - ((total - k) - most)


@native
def pow(x: float, y: float) -> float:
    """Return x^y."""
    size = abs(x)
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return x + y
    whole = floor(y) == y
    if x < 0.0 and not whole and size < INFINITE and abs(y) < INFINITE:
        return NOT_A_NUMBER
    odd = abs(y) < INFINITE and y - 2.0 * floor(0.5 * y) == 1.0
    if size == 1.0:
        return -1.0 if x < 0.0 and odd else 1.0
    grows = (size > 1.0 and y > 0.0) or (size < 1.0 and y < 0.0)
    found = INFINITE if grows else 0.0
    if size > 0.0 and size < INFINITE and abs(y) < 1e12:
        high, low = _binary_logarithm(size)
        if abs(y * high) < 200.0:
            short = _head(y)
            first = short * high
            second = (y - short) * high + y * low
            k = floor(first + second + 0.5)
            left = (first - k) + second
            r = left * _LN2
            found = _times_power(1.0 + (r + r * r * horner(r, SINGLE_EXPONENTIAL)), k)
    return -found if copysign(1.0, x) < 0.0 and odd else found


@native
def hypot(x: float, y: float) -> float:
    """Return sqrt(x^2 + y^2)."""
    a = abs(x)
    b = abs(y)
    if a == INFINITE or b == INFINITE:
        return INFINITE
    size = a if a > b else b
    scale = _DOWN if size > _LARGE else (_UP if size < _SMALL else 1.0)
    u = a * scale
    w = b * scale
    return sqrt(u * u + w * w) / scale


SINGLE: dict[str, Function] = {
    "exp": exp,
    "sinh": sinh,
    "cosh": cosh,
    "tanh": tanh,
    "log": log,
    "pow": pow,
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "atan2": atan2,
    "mod": mod,
    "hypot": hypot,
    "min": remainder.minimum,
    "max": remainder.maximum,
    "sign": remainder.sign,
    "piece": look_up.piece,
    "table_integral": look_up.table_integral,
    "table_value": look_up.table_value,
    "table_slope": look_up.table_slope,
    "table_curvature": look_up.table_curvature,
    "table_third": look_up.table_third,
    **FEATURES,
}
"""Operations of programs by name; sines and cosines come together, from `sine_cosine`."""

"""The functions of kernels beyond their range, for targets without a C library.

Infinite arguments, numbers that are not normal, angles of many turns: seldom, so that a branch and
a few units in the last place do no harm. Angles beyond 2^50 rad, whose neighbors are a quarter of a
radian apart, give NaN.
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.functions.arcs import atan2 as usual_atan2
from sarrus.kernels.functions.exponential import INFINITE
from sarrus.kernels.functions.exponential import exp as usual_exp
from sarrus.kernels.functions.logarithm import log as usual_log
from sarrus.kernels.functions.logarithm import pow as usual_pow
from sarrus.kernels.functions.tangent import LEAST, NEAREST, NEXT, sine_cosine
from sarrus.kernels.native import bits, floor, fma, native
from sarrus.kernels.native.tree import Function

MOST_ANGLE = 2.0**50
"""Multiples of pi/2 up to here are exact integers, with digits to spare."""

NOT_A_NUMBER = float("nan")
_TWO_OVER_PI = 0.6366197723675814
_PI, _HALF_PI = 3.141592653589793, 1.5707963267948966
_LN2 = 0.6931471805599453
_SUBNORMAL = 2.0**54
"""Makes every number that is not normal a normal one, without rounding."""
_UP, _DOWN = 2.0**500, 2.0**-600
_LARGE, _SMALL = 2.0**300, 2.0**-300
"""Beyond these, products of two sides leave the range; the factors `_UP` and `_DOWN` bring both
sides back, and the quotient, which alone counts, keeps its bits."""


@native
def angle(x: float) -> float:
    """Return an angle within half a turn that has the same sine and cosine."""
    if not abs(x) <= MOST_ANGLE:
        return NOT_A_NUMBER
    k = floor(fma(x, _TWO_OVER_PI, 0.5))
    r = fma(-k, LEAST, fma(-k, NEXT, fma(-k, NEAREST, x)))
    quadrant = k - 4.0 * floor(0.25 * k)
    return fma(quadrant if quadrant < 3.0 else -1.0, NEAREST, r)


@native
def tan(x: float) -> float:
    """Return the tangent of a large angle."""
    sine, cosine, _fine = sine_cosine(angle(x))
    return sine / cosine


@native
def exp(x: float) -> float:
    """Return e^x where it is infinite, zero, or not normal: the square of e^(x/2)."""
    if x != x:
        return x
    if abs(x) > 1400.0:
        return INFINITE if x > 0.0 else 0.0
    root, _fine = usual_exp(0.5 * x)
    return root * root


@native
def cosh(x: float) -> float:
    """Return the hyperbolic cosine of a large number."""
    root = exp(0.5 * abs(x)) if abs(x) < 1400.0 else INFINITE
    return x if x != x else (0.5 * root) * root


@native
def sinh(x: float) -> float:
    """Return the hyperbolic sine of a large number."""
    return copysign(cosh(x), x)


@native
def tanh(x: float) -> float:
    """Return the hyperbolic tangent of what is infinite."""
    return x if x != x else copysign(1.0, x)


@native
def log(x: float) -> float:
    """Return the logarithm of zero, of what is infinite, negative, or not normal."""
    if x != x or x == INFINITE:
        return x
    if x < 0.0:
        return NOT_A_NUMBER
    if x == 0.0:
        return -INFINITE
    found, _fine = usual_log(x * _SUBNORMAL)
    return found - 54.0 * _LN2


@native
def asin(x: float) -> float:
    """Return what is not a number: there is no such angle."""
    return NOT_A_NUMBER


@native
def acos(x: float) -> float:
    """Return what is not a number: there is no such angle."""
    return NOT_A_NUMBER


@native
def atan(x: float) -> float:
    """Return the arc tangent of a huge number."""
    return x if x != x else copysign(_HALF_PI, x)


@native
def atan2(y: float, x: float) -> float:
    """Return the angle of a point near or far: the same after scaling."""
    up = abs(y)
    along = abs(x)
    if y != y or x != x:
        return y + x
    if up == 0.0 and along == 0.0:
        return copysign(_PI if bits(x) < 0 else 0.0, y)
    a = up
    b = along
    if up == INFINITE or along == INFINITE:
        a = 1.0 if up == INFINITE else 0.0
        b = 1.0 if along == INFINITE else 0.0
    size = max(a, b)
    scale = _DOWN if size > _LARGE else (_UP if size < _SMALL else 1.0)
    found, _fine = usual_atan2(copysign(a * scale, y), copysign(b * scale, x))
    return found


@native
def mod(x: float, y: float) -> float:
    """Return the remainder of a long division, bit by bit, without any error."""
    a = abs(x)
    b = abs(y)
    if not b > 0.0 or not a < INFINITE:
        return NOT_A_NUMBER
    if b == INFINITE:
        return x
    taken = b
    while taken <= 0.5 * a:
        taken = 2.0 * taken
    while taken >= b:
        if a >= taken:
            a = a - taken
        taken = 0.5 * taken
    return copysign(a, x)


@native
def hypot(x: float, y: float) -> float:
    """Return the length of sides whose squares are too large or too small."""
    a = abs(x)
    b = abs(y)
    if a == INFINITE or b == INFINITE:
        return INFINITE
    large = a if a > b else b
    small = b if a > b else a
    ratio = small / large
    return large * sqrt(1.0 + ratio * ratio)


@native
def pow(x: float, y: float) -> float:
    """Return x^y where it is infinite, zero or not normal, or x or y is odd in such a way."""
    size = abs(x)
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return x + y
    whole = floor(y) == y
    if x < 0.0 and not whole and size < INFINITE and abs(y) < INFINITE:
        return NOT_A_NUMBER
    if size == 1.0:
        return 1.0 if abs(y) == INFINITE or y - 2.0 * floor(0.5 * y) == 0.0 else x
    grows = (size > 1.0 and y > 0.0) or (size < 1.0 and y < 0.0)
    found = INFINITE if grows else 0.0
    if size > 0.0 and size < INFINITE and abs(y) < INFINITE:
        root, fine = usual_pow(size, 0.5 * y)
        if fine:
            found = root * root
        elif size < 1e-300:
            power, near = usual_pow(size * _SUBNORMAL, y)
            shift, known = usual_pow(2.0, -54.0 * y)
            if near and known:
                found = power * shift
    negative = bits(x) < 0 and abs(y) < INFINITE and y - 2.0 * floor(0.5 * y) == 1.0
    return -found if negative else found


BEYOND: dict[str, Function] = {
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
}
"""What each function is where it is beyond its range."""

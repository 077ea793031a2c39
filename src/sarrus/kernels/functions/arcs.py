"""Arc functions.

The arc tangent of a ratio y/x >= 0 is that of t = y/x, of t = (y - x)/(y + x) beyond pi/4, or of
t = -x/y beyond pi/2, so that |t| <= tan(pi/8); t is a pair. The arc sine and cosine beyond 1/2 are
those of half the angle: asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)).
"""

from __future__ import annotations

from sarrus.kernels.functions.coefficients import ARC_SINE, ARC_TANGENT
from sarrus.kernels.functions.pairs import exact_sum, fast_sum, quotient
from sarrus.kernels.functions.vector import Real, Truth, called, polynomial, signed

LARGE, SMALL = 2.0**500, 2.0**-500
"""Sizes between which no ratio is too large or too small for a normal number."""

_TAN_EIGHTH, _TAN_THREE_EIGHTHS = 0.41421356237309503, 2.414213562373095
_QUARTER = (0.7853981633974483, 3.061616997868383e-17)
_HALF = (1.5707963267948966, 6.123233995736766e-17)
_THREE_QUARTERS = (2.356194490192345, 9.184850993605148e-17)
_WHOLE = (3.141592653589793, 1.2246467991473532e-16)
"""Parts of pi as pairs."""


def _angle(y: Real, x: Real, backward: Truth | None = None) -> Real:
    """Return the angle of y/x, both not negative; backward: where pi minus it is wanted."""
    steep = y > x * _TAN_THREE_EIGHTHS
    middle = y > x * _TAN_EIGHTH
    difference, total = exact_sum(y, -x), exact_sum(y, x)

    def chosen(above: Real | float, between: Real | float, below: Real | float) -> Real:
        return steep.choose(above, middle.choose(between, below))

    up = chosen(-x, difference[0], y), chosen(0.0, difference[1], 0.0)
    along = chosen(y, total[0], x), chosen(0.0, total[1], 0.0)
    first, rest = quotient(up, along)
    start, start_rest = (chosen(_HALF[k], _QUARTER[k], 0.0) for k in (0, 1))
    if backward is not None:
        others = (chosen(_HALF[k], _THREE_QUARTERS[k], _WHOLE[k]) for k in (0, 1))
        start, start_rest = (
            backward.choose(other, own)
            for other, own in zip(others, (start, start_rest), strict=True)
        )
        first, rest = backward.choose(-first, first), backward.choose(-rest, rest)
    t = first + rest
    z = t * t
    angle, lost = fast_sum(start, first)
    return angle + (lost + (rest + (t * z * polynomial(z, ARC_TANGENT) + start_rest)))


def atan(x: Real) -> tuple[Real, Truth]:
    """Return the arc tangent."""
    size = abs(x)
    return signed(_angle(size, x.code.number(1.0)), x), size <= LARGE


def atan2(y: Real, x: Real) -> tuple[Real, Truth]:
    """Return the angle of the point (x, y), from -pi to pi."""
    up, along = abs(y), abs(x)
    found = signed(_angle(up, along, (x.bits() >> 63).nonzero()), y)
    fine = (up <= LARGE) & (along <= LARGE)
    fine = fine & ((up >= SMALL) | up.equals(0.0)) & ((along >= SMALL) | along.equals(0.0))
    return found, fine & (up + along > 0.0)


def _half_angle(x: Real) -> tuple[Truth, Real, Real]:
    """Return where |x| > 1/2, s and asin(s) - s: s = |x|, there s = sqrt((1 - |x|)/2)."""
    size = abs(x)
    beyond = size > 0.5
    z = beyond.choose(0.5 - 0.5 * size, size * size)
    s = beyond.choose(called("sqrt", z), size)
    return beyond, s, s * z * polynomial(z, ARC_SINE)


def asin(x: Real) -> tuple[Real, Truth]:
    """Return the angle of s up to 1/2, else pi/2 - twice it, with the sign of x."""
    beyond, s, bend = _half_angle(x)
    start, start_rest = (beyond.choose(_HALF[k], 0.0) for k in (0, 1))
    factor = beyond.choose(-2.0, 1.0)
    angle, lost = fast_sum(start, factor * s)
    return signed(angle + (lost + (factor * bend + start_rest)), x), abs(x) <= 1.0


def acos(x: Real) -> tuple[Real, Truth]:
    """Return pi/2 - asin(x) up to 1/2, else 2 asin(s), or pi - 2 asin(s) of negative x."""
    beyond, s, bend = _half_angle(x)
    back = x < 0.0
    start, start_rest = (beyond.choose(back.choose(_WHOLE[k], 0.0), _HALF[k]) for k in (0, 1))
    factor = beyond.choose(2.0, -1.0)
    angle, lost = fast_sum(start, factor * signed(s, x))
    return angle + (lost + (factor * signed(bend, x) + start_rest)), abs(x) <= 1.0

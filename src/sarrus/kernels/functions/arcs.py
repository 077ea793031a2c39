"""Arc functions, and whether the arguments are in their range.

The arc tangent of a ratio y/x >= 0 is that of t = y/x, of t = (y - x)/(y + x) beyond pi/4, or of
t = -x/y beyond pi/2, so that |t| <= tan(pi/8); t is a pair. The arc sine and cosine beyond 1/2 are
those of half the angle: asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)).
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.functions.coefficients import ARC_SINE, ARC_TANGENT
from sarrus.kernels.functions.pairs import exact_sum, fast_sum, quotient
from sarrus.kernels.native import bits, exact, polynomial

LARGE, SMALL = 2.0**500, 2.0**-500
"""Sizes between which no ratio is too large or too small for a normal number."""

_TAN_EIGHTH, _TAN_THREE_EIGHTHS = 0.41421356237309503, 2.414213562373095
_QUARTER, _QUARTER_REST = 0.7853981633974483, 3.061616997868383e-17
_HALF, _HALF_REST = 1.5707963267948966, 6.123233995736766e-17
_THREE_QUARTERS, _THREE_QUARTERS_REST = 2.356194490192345, 9.184850993605148e-17
_WHOLE, _WHOLE_REST = 3.141592653589793, 1.2246467991473532e-16
"""Parts of pi as pairs."""


@exact
def _octant(steep: bool, middle: bool, above: float, between: float, below: float) -> float:
    return above if steep else (between if middle else below)


@exact
def _ratio(y: float, x: float, steep: bool, middle: bool) -> tuple[float, float]:
    """Return t as a pair."""
    difference, difference_rest = exact_sum(y, -x)
    total, total_rest = exact_sum(y, x)
    up = _octant(steep, middle, -x, difference, y)
    up_rest = _octant(steep, middle, 0.0, difference_rest, 0.0)
    along = _octant(steep, middle, y, total, x)
    along_rest = _octant(steep, middle, 0.0, total_rest, 0.0)
    first, rest = quotient(up, up_rest, along, along_rest)
    return first, rest


@exact
def _angle(start: float, start_rest: float, first: float, rest: float) -> float:
    """Return an angle plus the arc tangent of a pair."""
    t = first + rest
    z = t * t
    angle, lost = fast_sum(start, first)
    return angle + (lost + (rest + (t * z * polynomial(z, ARC_TANGENT) + start_rest)))


@exact
def atan(x: float) -> tuple[float, bool]:
    """Return the arc tangent."""
    size = abs(x)
    steep = size > _TAN_THREE_EIGHTHS
    middle = size > _TAN_EIGHTH
    first, rest = _ratio(size, 1.0, steep, middle)
    start = _octant(steep, middle, _HALF, _QUARTER, 0.0)
    start_rest = _octant(steep, middle, _HALF_REST, _QUARTER_REST, 0.0)
    return copysign(_angle(start, start_rest, first, rest), x), size <= LARGE


@exact
def atan2(y: float, x: float) -> tuple[float, bool]:
    """Return the angle of the point (x, y), from -pi to pi; of -0 it is that of x < 0."""
    up = abs(y)
    along = abs(x)
    steep = up > along * _TAN_THREE_EIGHTHS
    middle = up > along * _TAN_EIGHTH
    first, rest = _ratio(up, along, steep, middle)
    ahead = _octant(steep, middle, _HALF, _QUARTER, 0.0)
    ahead_rest = _octant(steep, middle, _HALF_REST, _QUARTER_REST, 0.0)
    behind = _octant(steep, middle, _HALF, _THREE_QUARTERS, _WHOLE)
    behind_rest = _octant(steep, middle, _HALF_REST, _THREE_QUARTERS_REST, _WHOLE_REST)
    backward = bits(x) < 0
    start = behind if backward else ahead
    start_rest = behind_rest if backward else ahead_rest
    turned = -first if backward else first
    turned_rest = -rest if backward else rest
    found = copysign(_angle(start, start_rest, turned, turned_rest), y)
    fine = up <= LARGE and along <= LARGE and (up >= SMALL or up == 0.0)
    return found, fine and (along >= SMALL or along == 0.0) and up + along > 0.0


@exact
def _half_angle(x: float) -> tuple[bool, float, float]:
    """Return where |x| > 1/2, s and asin(s) - s: s = |x|, there s = sqrt((1 - |x|)/2)."""
    size = abs(x)
    beyond = size > 0.5
    z = 0.5 - 0.5 * size if beyond else size * size
    s = sqrt(z) if beyond else size
    return beyond, s, s * z * polynomial(z, ARC_SINE)


@exact
def asin(x: float) -> tuple[float, bool]:
    """Return the angle of s up to 1/2, else pi/2 - twice it, with the sign of x."""
    beyond, s, bend = _half_angle(x)
    start = _HALF if beyond else 0.0
    start_rest = _HALF_REST if beyond else 0.0
    factor = -2.0 if beyond else 1.0
    angle, lost = fast_sum(start, factor * s)
    return copysign(angle + (lost + (factor * bend + start_rest)), x), abs(x) <= 1.0


@exact
def acos(x: float) -> tuple[float, bool]:
    """Return pi/2 - asin(x) up to 1/2, else 2 asin(s), or pi - 2 asin(s) of negative x."""
    beyond, s, bend = _half_angle(x)
    back = x < 0.0
    start = (_WHOLE if back else 0.0) if beyond else _HALF
    start_rest = (_WHOLE_REST if back else 0.0) if beyond else _HALF_REST
    factor = 2.0 if beyond else -1.0
    angle, lost = fast_sum(start, factor * copysign(s, x))
    return angle + (lost + (factor * copysign(bend, x) + start_rest)), abs(x) <= 1.0

"""Sine, cosine and tangent, and whether the angle is in their range.

The angle is reduced by a multiple of pi/2 in three parts (Cody and Waite), of which the products
with the first two are exact, to r + rest, where the rest is what a number cannot hold: the angle
that is left can be a small difference of large numbers. Two polynomials give sine and cosine on
[-pi/4, pi/4], and the quadrant swaps them and sets their signs. The sine and cosine have errors
below 1 unit in the last place, with fused multiply-add and without. Devices may have a short form
without the rest, of 21 operations and errors below 1.5 units.
"""

from __future__ import annotations

from sarrus.kernels.functions.coefficients import COSINE, SINE
from sarrus.kernels.functions.exponential import ROUND
from sarrus.kernels.functions.pairs import exact_sum, fast_sum, quotient
from sarrus.kernels.native import bits, exact, fma, horner, number, polynomial

LIMIT = 1.0e5
TINY = 2.0**-27
"""Below, tan(x) is x to half a unit in the last place."""

_TWO_OVER_PI = 0.6366197723675814
_FIRST, _SECOND, _THIRD = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21
"""pi/2 in parts of 33, 33 and 53 bits."""

NEAREST, NEXT, LEAST = 1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33
"""pi/2 in three numbers of 53 bits."""

SUN_SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
SUN_COSINE = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
"""The classical coefficients of the Sun library."""
_SIGN = 62


@exact
def sine_cosine(x: float) -> tuple[float, float, bool]:
    """Return sin(x) and cos(x) of an angle up to LIMIT."""
    shifted = x * _TWO_OVER_PI + ROUND
    quadrant = bits(shifted)
    k = shifted - ROUND
    r0 = fma(-k, _FIRST, x)  # exact, and so is the next product
    p1 = k * _SECOND
    r1 = r0 - p1
    lost = (r0 - r1) - p1
    r2 = fma(-k, _THIRD, lost)
    r = r1 + r2
    rest = (r1 - r) + r2
    z = r * r
    half = z * 0.5
    near = 1.0 - half
    sine = r + fma(z * r, horner(z, SUN_SINE), rest * near)
    bend = fma(z * z, horner(z, SUN_COSINE), -(r * rest))
    cosine = near + (((1.0 - near) - half) + bend)
    s, c = _in_quadrant(sine, cosine, quadrant)
    return s, c, abs(x) <= LIMIT


@exact
def fused_sine_cosine(x: float) -> tuple[float, float]:
    """Return sin(x) and cos(x) of an angle up to 2^50, where products are fused.

    x - k A with the number A next to pi/2 is exact then; the angle that is left is one number.
    """
    shifted = fma(x, _TWO_OVER_PI, ROUND)
    k = shifted - ROUND
    r = fma(-k, LEAST, fma(-k, NEXT, fma(-k, NEAREST, x)))
    z = r * r
    sine = fma(z * r, horner(z, SUN_SINE), r)
    cosine = fma(z, fma(z, horner(z, SUN_COSINE), -0.5), 1.0)
    s, c = _in_quadrant(sine, cosine, bits(shifted))
    return s, c


@exact
def _in_quadrant(sine: float, cosine: float, quadrant: int) -> tuple[float, float]:
    """Return sine and cosine after so many quarter turns more."""
    odd = (quadrant & 1) != 0
    s = cosine if odd else sine
    c = sine if odd else cosine
    s_sign = (quadrant & 2) << _SIGN
    c_sign = ((quadrant + 1) & 2) << _SIGN
    return number(bits(s) ^ s_sign), number(bits(c) ^ c_sign)


@exact
def tan(x: float) -> tuple[float, bool]:
    """Return sin(r)/cos(r), after an odd number of quarter turns -cos(r)/sin(r)."""
    shifted = x * _TWO_OVER_PI + ROUND
    k = shifted - ROUND
    first, lost = exact_sum(x - k * _FIRST, -(k * _SECOND))
    r, rest = fast_sum(first, lost - k * _THIRD)
    z = r * r
    half = 0.5 * z
    near = 1.0 - half
    sine, sine_rest = fast_sum(r, r * z * polynomial(z, SINE) + rest * near)
    bend = z * z * polynomial(z, COSINE) - r * rest
    cosine, cosine_rest = fast_sum(near, ((1.0 - near) - half) + bend)
    odd = (bits(shifted) & 1) != 0
    up = -cosine if odd else sine
    up_rest = -cosine_rest if odd else sine_rest
    along = sine if odd else cosine
    along_rest = sine_rest if odd else cosine_rest
    ratio, more = quotient(up, up_rest, along, along_rest)
    return x if abs(x) < TINY else ratio + more, abs(x) <= LIMIT

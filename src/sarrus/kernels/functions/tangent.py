"""The tangent: sine over cosine, both as pairs, of the angle without its multiple of pi/2.

The multiple is taken off in three parts, the products with the first two of which are exact; the
angle that is left is a pair too, since it can be a small difference of large numbers.
"""

from __future__ import annotations

from sarrus.kernels.functions.coefficients import COSINE, SINE
from sarrus.kernels.functions.exponential import ROUND
from sarrus.kernels.functions.pairs import exact_sum, fast_sum, quotient
from sarrus.kernels.functions.vector import Real, Truth, polynomial

LIMIT = 1.0e5
TINY = 2.0**-27
"""Below, tan(x) is x to half a unit in the last place."""

_TWO_OVER_PI = 0.6366197723675814
_FIRST, _SECOND, _THIRD = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21
"""pi/2 in parts of 33, 33 and 53 bits."""


def tan(x: Real) -> tuple[Real, Truth]:
    """Return sin(r)/cos(r), after an odd number of quarter turns -cos(r)/sin(r)."""
    shifted = x * _TWO_OVER_PI + ROUND
    k = shifted - ROUND
    r, lost = exact_sum(x - k * _FIRST, -(k * _SECOND))
    r, rest = fast_sum(r, lost - k * _THIRD)
    z = r * r
    half = 0.5 * z
    near = 1.0 - half
    sine = fast_sum(r, r * z * polynomial(z, SINE) + rest * near)
    bend = z * z * polynomial(z, COSINE) - r * rest
    cosine = fast_sum(near, ((1.0 - near) - half) + bend)
    odd = (shifted.bits() & 1).nonzero()
    up = odd.choose(-cosine[0], sine[0]), odd.choose(-cosine[1], sine[1])
    along = odd.choose(sine[0], cosine[0]), odd.choose(sine[1], cosine[1])
    first, more = quotient(up, along)
    return (abs(x) < TINY).choose(x, first + more), abs(x) <= LIMIT

"""Stumpff functions: the parts of turns by a rotation vector, smooth at zero and free of branches.

    c_k(u) = sum over n of (-u)^n / (2 n + k)!,    u = angle^2,

so that c_0 = cos, c_1 = sin / angle, c_2 = (1 - cos) / angle^2, c_3 = (angle - sin) / angle^3. They
obey c_k = 1/k! - u c_{k+2} and dc_k/du = (k c_{k+2} - c_{k+1}) / 2. (Stumpff, Himmelsmechanik I,
1959, chapter V.)
"""

from __future__ import annotations

from math import factorial

from sarrus.spatial.arrays import Scalar

TERMS = 16
"""Of the series: exact to the last digits for angles up to 2 pi, and beyond to some less."""


def stumpff(u: Scalar) -> tuple[Scalar, ...]:
    """Return c_0 to c_5 of u; the two last are summed, the others follow from them."""
    most = 5
    found = {k: _series(u, k) for k in (most, most - 1)}
    for k in reversed(range(most - 1)):
        found[k] = 1.0 / factorial(k) - u * found[k + 2]
    return tuple(found[k] for k in range(most + 1))


def _series(u: Scalar, k: int) -> Scalar:
    total: Scalar = 1.0 / factorial(2 * TERMS + k)
    for n in reversed(range(TERMS)):
        total = 1.0 / factorial(2 * n + k) - u * total
    return total

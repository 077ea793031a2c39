"""Functions of one variable in pieces of degree five or seven, made of tables of cubics.

    y = low(x) + d^4 high(x),    d = x - start(x),

low holds c0 to c3 of every piece, high the others, start where the piece begins. A spline of degree
five has four continuous derivatives: what moves on it has continuous accelerations, with slopes by
the state that are continuous too. Of degree seven it has six, which follow closely those of the
function that its rows are taken from.
"""

from __future__ import annotations

from math import comb, perm
from typing import Any

import numpy as np

from sarrus.spatial.curve import Pieces

LOW = 4
"""Coefficients of a table of cubics."""
NATURAL_DEGREE, NATURAL_ROWS = 5, 4
"""Of splines with natural ends; through fewer rows they are polynomials anyway."""


class HighDegreePieces:
    """A function whose pieces are given: knots, increasing, and c0 to c7 from each on.

    Before the first knot its value is held, or goes on along its slope (line).
    """

    def __init__(self, knots: np.ndarray, coefficients: np.ndarray, *, line: bool = False) -> None:
        beyond = coefficients[:, LOW : 2 * LOW]
        starts = np.zeros((len(knots), LOW))
        starts[:, 0] = knots
        self.low = Pieces(knots, coefficients[:, :LOW], line=line)
        self.high = Pieces(knots, beyond, nothing=True)
        self.start = Pieces(knots, starts)
        self.is_cubic = not np.any(beyond)

    def __call__(self, x: Any) -> Any:
        """Return y at x."""
        return self.derivative(0, x)

    def slope(self, x: Any) -> Any:
        """Return dy/dx at x."""
        return self.derivative(1, x)

    def derivative(self, order: int, x: Any) -> Any:
        """Return the derivative of an order from 0 on at x; at a knot, that after it.

        x: a number, an array, a dual number, a traced value, or an array of such.
        """
        found = self.low.derivative(order, x)
        if self.is_cubic:
            return found
        d = x - self.start(x)
        for taken in range(min(order, LOW) + 1):  # of d^4; the others are of high
            power: Any = float(comb(order, taken) * perm(LOW, taken))
            for _ in range(LOW - taken):
                power = power * d
            found = found + power * self.high.derivative(order - taken, x)
        return found


def spline_pieces(
    u: np.ndarray, y: np.ndarray, closed: bool, degree: int, natural: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return knots and c0 to c7 of the spline of an odd degree through rows, free at its ends.

    Through as many rows as its degree, or fewer, it is one polynomial. closed: the last row is the
    first, and the spline periodic. natural: of degree five through four rows or more, the third and
    fourth derivatives are 0 at the ends. Ends that are free follow a smooth function more closely,
    but swing out between few or uneven rows, here three times as far as a cubic spline does.
    """
    from scipy.interpolate import make_interp_spline

    if natural and not closed and degree == NATURAL_DEGREE and len(u) >= NATURAL_ROWS:
        end = [(3, 0.0), (4, 0.0)]
        return _taylor_pieces(make_interp_spline(u, y, degree, bc_type=(end, end)), u, degree)
    degree = min(degree, len(u) - 1)
    if closed:
        spline = make_interp_spline(u, y, degree, bc_type="periodic")
    else:
        spline = make_interp_spline(u, y, degree)
    return _taylor_pieces(spline, u, degree)


def clamped_pieces(
    u: np.ndarray, y: np.ndarray, slopes: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the same of the spline of degree five that has given slopes at its ends.

    The rows next to the ends are no knots of it.
    """
    from scipy.interpolate import make_interp_spline

    ends = (np.repeat(u[0], 6), np.repeat(u[-1], 6))
    first, last = ([(1, slope)] for slope in slopes)
    knots = np.concatenate([ends[0], u[2:-2], ends[1]])
    return _taylor_pieces(make_interp_spline(u, y, 5, t=knots, bc_type=(first, last)), u, 5)


def _taylor_pieces(spline: Any, u: np.ndarray, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Return knots and c0 to c7 of a spline from the first row to the last."""
    from scipy.interpolate import PPoly

    found = PPoly.from_spline(spline)
    whole = np.flatnonzero(np.diff(found.x) > 0.0)
    inside = whole[(found.x[whole] >= u[0]) & (found.x[whole] < u[-1])]
    coefficients = np.zeros((len(inside), 2 * LOW))
    coefficients[:, : degree + 1] = found.c[::-1, inside].T
    return np.append(found.x[inside], u[-1]), coefficients

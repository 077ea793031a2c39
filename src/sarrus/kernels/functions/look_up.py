"""Look-ups in tables, and the numbers that a table is in all code.

The numbers of a table: how many rows there are, the inverse of their distance if they are about
equally far from each other (else 0), the rows, then five numbers for each piece. `piece` finds
where x lies, by its distance from the first row or by halving; the others evaluate the polynomial
there. A NaN lies in piece 0 and gives NaN; the distance of an infinite x is cut to a finite one, so
that a constant end stays constant.
"""

from __future__ import annotations

import numpy as np

from sarrus.kernels.native import Floats, at, exact, fma
from sarrus.kernels.table import Table

HEAD = 2
"""Numbers before the rows: how many there are and their inverse distance."""

WIDTH = 5
"""Numbers of a piece: c0, c1, c2, c3 and the integral up to its start."""

EVEN = 0.25
"""How far, as a part of their mean distance, rows may lie from equal ones to be found directly."""

LARGEST = 2.0**1023
THIRD = 1.0 / 3.0


def table_numbers(table: Table) -> np.ndarray:
    """Return the numbers of a table."""
    rows, pieces = np.asarray(table.knots, dtype=float), np.asarray(table.pieces, dtype=float)
    return np.concatenate([[float(len(rows)), inverse_distance(rows)], rows, pieces.ravel()])


def inverse_distance(rows: np.ndarray) -> float:
    """Return rows per unit where each row is at most one place from where it would be, else 0."""
    steps = len(rows) - 1
    with np.errstate(over="ignore"):
        rate = steps / (rows[-1] - rows[0])
        places = (rows - rows[0]) * rate
    if not np.isfinite(rate) or np.any(np.abs(places - np.arange(len(rows))) > EVEN):
        return 0.0
    return float(rate)


@exact
def piece(table: Floats, x: float) -> float:
    """Return the piece in which x lies: 0 before the first row, then one after each row."""
    n = int(table[0])
    rate = table[1]
    rows = at(table, HEAD)
    first = rows[0]
    reached = x >= first
    beyond = x > rows[n - 1]
    here = x if reached and not beyond else first
    if rate > 0.0:
        guess = min(int((here - first) * rate), n - 2)
        down = 1 if here < rows[guess] else 0
        up = 1 if here >= rows[guess + 1] and guess < n - 2 else 0
        found = guess + 1 - down + up
    else:
        low = 0
        high = n - 1
        while high - low > 1:
            middle = (low + high) >> 1
            right = rows[middle] <= here
            low = middle if right else low
            high = high if right else middle
        found = low + 1
    return float(n if beyond else found) if reached else 0.0


@exact
def _distance(table: Floats, x: float, k: int) -> float:
    """Return how far x lies behind the start of piece k; piece 0 counts from the first row."""
    inside = LARGEST if x > LARGEST else x
    cut = -LARGEST if inside < -LARGEST else inside
    rows = at(table, HEAD)
    return cut - rows[max(k - 1, 0)]


@exact
def table_integral(table: Floats, x: float, piece: float) -> float:
    """Return the integral up to x."""
    k = int(piece)
    d = _distance(table, x, k)
    c = at(table, HEAD + int(table[0]))
    p = WIDTH * k
    total = fma(0.0, d, c[p + 3] * 0.25)
    total = fma(total, d, c[p + 2] * THIRD)
    total = fma(total, d, c[p + 1] * 0.5)
    total = fma(total, d, c[p])
    return fma(total, d, c[p + 4])


@exact
def table_value(table: Floats, x: float, piece: float) -> float:
    """Return the value c0 + c1 d + c2 d^2 + c3 d^3."""
    k = int(piece)
    d = _distance(table, x, k)
    c = at(table, HEAD + int(table[0]))
    p = WIDTH * k
    total = fma(0.0, d, c[p + 3])
    total = fma(total, d, c[p + 2])
    total = fma(total, d, c[p + 1])
    return fma(total, d, c[p])


@exact
def table_slope(table: Floats, x: float, piece: float) -> float:
    """Return the first derivative."""
    k = int(piece)
    d = _distance(table, x, k)
    c = at(table, HEAD + int(table[0]))
    p = WIDTH * k
    total = fma(0.0, d, c[p + 3] * 3.0)
    total = fma(total, d, c[p + 2] * 2.0)
    return fma(total, d, c[p + 1])


@exact
def table_curvature(table: Floats, x: float, piece: float) -> float:
    """Return the second derivative."""
    k = int(piece)
    d = _distance(table, x, k)
    c = at(table, HEAD + int(table[0]))
    p = WIDTH * k
    total = fma(0.0, d, c[p + 3] * 6.0)
    return fma(total, d, c[p + 2] * 2.0)


@exact
def table_third(table: Floats, x: float, piece: float) -> float:
    """Return the third derivative; of what is not a number it is not a number."""
    k = int(piece)
    d = _distance(table, x, k)
    c = at(table, HEAD + int(table[0]))
    return fma(0.0, d, c[WIDTH * k + 3] * 6.0)

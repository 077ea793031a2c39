"""Cubic splines that keep the shape of their rows, with continuous curvature.

Between two rows the curve has two more knots, at a third and at two thirds of the distance h. Its
slope is a quadratic spline there, with five coefficients in the basis of B-splines:

    d0 = m0,  d1 = m0 + s0 h/6,  d2 = 3 D - (d0 + d4)/3 - 2 (d1 + d3)/3,  d3 = m1 - s1 h/6,  d4 = m1

m and s are slope and curvature at the rows, D is the slope of the chord; d2 makes the curve end in
its row. B-splines are not negative: where the five have the sign of D, the curve is monotone. So
it is if 0 <= m <= 3/2 D and 0 <= d1, d3 <= 3/2 D (then d2 >= 0), which always holds for s = 0.

m and s are those of the cubic spline. Where all five are right, the curve is that spline; else m
and s are cut to these bounds, at the rows of that interval alone. A chord whose neighbours rise
and fall is left as the spline has it if the rows around it bend alike, as those of a sine do at its
peak: there the rows say that the peak lies between them. (After Pruess, IMA J. Numer. Anal. 13,
1993, who has the two more knots.)
"""

from __future__ import annotations

import numpy as np

CAP = 1.5
ALIKE = 4.0
"""Second differences around a peak that differ by more than this do not bend alike."""
ROUNDS = 50
"""After so many rounds all intervals are bounded; each round widens the bounded ones."""


def shape_preserving_cubics(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the knots of the curve through rows, and c0, c1, c2, c3 of its pieces."""
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(x, y)
    h = np.diff(x)
    chords = np.diff(y) / h
    m, s = _limited_slopes(h, chords, spline(x, 1), spline(x, 2))
    d = _slopes(h, chords, m, s)
    third = h / 3.0
    slope = np.column_stack([d[0], 0.5 * (d[1] + d[2]), 0.5 * (d[2] + d[3])])
    bend = np.column_stack(
        [6.0 * (d[1] - d[0]), 3.0 * (d[2] - d[1]), 3.0 * (d[3] - d[2]), 6.0 * (d[4] - d[3])]
    )
    c2 = bend[:, :3] / (2.0 * h[:, None])
    c3 = np.diff(bend, axis=1) / (2.0 * (h * h)[:, None])
    rises = third[:, None] * (slope + third[:, None] * (c2 + third[:, None] * c3))
    c0 = y[:-1, None] + np.column_stack([np.zeros(len(h)), np.cumsum(rises[:, :2], axis=1)])
    knots = x[:-1, None] + third[:, None] * np.arange(3.0)
    pieces = np.stack([c0, slope, c2, c3], axis=-1).reshape(-1, 4)
    return np.append(knots.ravel(), x[-1]), pieces


def _slopes(h: np.ndarray, chords: np.ndarray, m: np.ndarray, s: np.ndarray) -> list[np.ndarray]:
    """Return the five coefficients of the slope in every interval."""
    d0, d4 = m[:-1], m[1:]
    d1, d3 = d0 + s[:-1] * h / 6.0, d4 - s[1:] * h / 6.0
    d2 = 3.0 * chords - (d0 + d4) / 3.0 - 2.0 * (d1 + d3) / 3.0
    return [d0, d1, d2, d3, d4]


def _limited_slopes(
    h: np.ndarray, chords: np.ndarray, m: np.ndarray, s: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return slopes and curvatures at the rows with which every interval keeps its shape.

    Cutting at a row may spoil the interval on its other side, which is then bounded, too.
    """
    left_alone = _peaks(h, chords)
    bounded = np.zeros(len(h), dtype=bool)
    for turn in range(ROUNDS):
        slopes, curvatures = _cut(h, chords, m, s, bounded)
        found = np.array(_slopes(h, chords, slopes, curvatures))
        wrong = np.any(np.sign(chords) * found < 0.0, axis=0) | (
            (chords == 0.0) & np.any(found != 0.0, axis=0)
        )
        wrong &= ~left_alone & ~bounded
        if not np.any(wrong):
            return slopes, curvatures
        bounded |= wrong if turn < ROUNDS - 2 else ~left_alone
    return slopes, curvatures


def _cut(
    h: np.ndarray, chords: np.ndarray, m: np.ndarray, s: np.ndarray, bounded: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return slopes and curvatures at the rows, cut by the bounds of some intervals."""
    cap = CAP * chords
    low, high = np.minimum(cap, 0.0), np.maximum(cap, 0.0)
    low, high = np.where(bounded, low, -np.inf), np.where(bounded, high, np.inf)
    m = np.clip(m, _meet(np.maximum, low, -np.inf), _meet(np.minimum, high, np.inf))
    step = 6.0 / h
    after = (low - m[:-1]) * step, (high - m[:-1]) * step  # of d1, the interval after a row
    before = (m[1:] - high) * step, (m[1:] - low) * step  # of d3, the interval before it
    lowest = np.maximum(np.append(after[0], -np.inf), np.append(-np.inf, before[0]))
    highest = np.minimum(np.append(after[1], np.inf), np.append(np.inf, before[1]))
    return m, np.clip(s, lowest, highest)


def _meet(choose: np.ufunc, of_interval: np.ndarray, free: float) -> np.ndarray:
    """Return the tighter bound of the two intervals at every row; 0 where they exclude it."""
    found: np.ndarray = choose(np.append(of_interval, free), np.append(free, of_interval))
    return found


def _peaks(h: np.ndarray, chords: np.ndarray) -> np.ndarray:
    """Return which intervals hold a peak of rows that bend alike over six of them."""
    found = np.zeros(len(h), dtype=bool)
    if len(h) < 5:
        return found
    bends = np.diff(chords) / (h[1:] + h[:-1])
    four = np.stack([bends[k : len(bends) - 3 + k] for k in range(4)])
    sizes = np.abs(four)
    alike = np.abs(np.sum(np.sign(four), axis=0)) == 4.0
    alike &= np.max(sizes, axis=0) <= ALIKE * np.min(sizes, axis=0)
    turns = chords[1:-3] * chords[3:-1] < 0.0
    found[2:-2] = alike & turns
    return found

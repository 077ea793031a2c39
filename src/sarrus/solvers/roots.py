"""The first time at which one of several functions crosses zero."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

MOST = 200


def first_crossing(
    values: Callable[[float], np.ndarray],
    a: float,
    at_a: np.ndarray,
    b: float,
    directions: np.ndarray,
) -> tuple[float, tuple[int, ...]] | None:
    """Return the first time in (a, b] at which values cross zero, and which of them do.

    directions: 1 counts upward crossings, -1 downward ones, 0 both. The time returned is on the
    far side, where the crossing has happened, and as near to it as numbers allow. None if nothing
    crosses between a and b.
    """
    at_b = values(b)
    best: tuple[float, tuple[int, ...]] | None = None
    for i in np.flatnonzero(crossing(at_a, at_b, directions)):
        t = _bracketed(partial(_entry, values, int(i)), a, float(at_a[i]), b, float(at_b[i]))
        if best is None or t < best[0]:
            best = (t, (int(i),))
    if best is None:
        return None
    now = crossing(at_a, values(best[0]), directions)
    return best[0], tuple(sorted({*best[1], *(int(i) for i in np.flatnonzero(now))}))


def _entry(values: Callable[[float], np.ndarray], i: int, t: float) -> float:
    return float(values(t)[i])


def crossing(before: np.ndarray, now: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Tell which values crossed zero in a direction that counts."""
    up = (before < 0.0) & (now >= 0.0) & (directions >= 0)
    down = (before > 0.0) & (now <= 0.0) & (directions <= 0)
    return np.asarray(up | down)


def _bracketed(f: Callable[[float], float], a: float, fa: float, b: float, fb: float) -> float:
    """Return the far side of the smallest bracket of a crossing between a and b.

    False position with halved weights (Illinois), bisection where that is slow. At a, the function
    has not crossed; at b it has, and if it is zero there it may have been so for a while.
    """
    upward, side = fa < 0.0, 0
    weight_a, weight_b = abs(fa), abs(fb)
    for k in range(MOST):
        least = 2.0 * float(np.spacing(max(abs(a), abs(b))))
        if b - a <= least:
            break
        t = 0.5 * (a + b)
        if weight_b == 0.0 and k % 3 == 2:
            t = b - least
        elif weight_b != 0.0 and k % 3 < 2:
            guess = a + (b - a) * (weight_a / (weight_a + weight_b))
            t = guess if a < guess < b else t
        if not a < t < b:
            break
        ft = f(t)
        if ft >= 0.0 if upward else ft <= 0.0:
            b, weight_b = t, abs(ft)
            weight_a, side = (0.5 * weight_a, 1) if side == 1 else (weight_a, 1)
        else:
            a, weight_a = t, abs(ft)
            weight_b, side = (0.5 * weight_b, -1) if side == -1 else (weight_b, -1)
    return b

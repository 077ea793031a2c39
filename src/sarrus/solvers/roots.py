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
    """Return the far side of the smallest bracket of a sign change between a and b.

    False position with halved weights (Illinois), bisection where that is slow.
    """
    side = 0
    for k in range(MOST):
        width = b - a
        if width <= 2.0 * float(np.spacing(max(abs(a), abs(b)))) or fb == 0.0:
            break
        t = (a * fb - b * fa) / (fb - fa) if k % 3 < 2 else 0.5 * (a + b)
        if not a < t < b:
            t = 0.5 * (a + b)
        if not a < t < b:
            break
        ft = f(t)
        if (ft > 0.0) == (fa > 0.0) and ft != 0.0:
            a, fa = t, ft
            fb, side = (0.5 * fb, -1) if side == -1 else (fb, -1)
        else:
            b, fb = t, ft
            fa, side = (0.5 * fa, 1) if side == 1 else (fa, 1)
    return b

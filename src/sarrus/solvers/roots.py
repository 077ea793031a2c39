"""The first time at which one of several functions crosses zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import numpy as np

MOST = 200
MOST_SECTIONS = 60
GOLDEN = 0.381966
FLAT = 0.02
"""A value that changes by less than this part of itself between three points will not be zero."""
BESIDE = 1e-3
"""Part of the interval between two looks in which the way of a value is seen."""


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
    if not np.any(crossing(at_a, at_b, directions)):
        return None
    t, at_t = _first_bracket(values, a, at_a, b, at_b, directions)
    return t, tuple(int(i) for i in np.flatnonzero(crossing(at_a, at_t, directions)))


def first_look(
    values: Callable[[float], np.ndarray],
    times: Sequence[float],
    at_first: np.ndarray,
    directions: np.ndarray,
) -> tuple[tuple[float, np.ndarray, float] | None, np.ndarray]:
    """Look at values at some times; return where they cross zero first, and the last values.

    That is an interval, with the values at its beginning. Where a value comes near zero and goes
    away again between three looks, its extremum is searched, so that two crossings between two
    looks are seen. At the first time, values are those given; of what has just happened, they may
    be those of a moment later, and then no extremum is searched next to it.

    Values at one time are asked for once: the searches of many functions begin at the same times,
    and each would ask for all of them.
    """
    values = cache(values)
    seen = [at_first]
    for t in times[1:]:
        seen.append(values(t))
        if np.any(crossing(seen[-2], seen[-1], directions)):
            break
    last = len(seen) - 1
    start = values(times[0])
    real = [np.where(start * at_first > 0.0, start, 0.0), *seen[1:]]
    best = min(_dips(values, times[: last + 1], real), default=np.inf)
    if best < times[last]:
        p = max(k for k in range(last) if times[k] < best)
        now = values(best)
        if np.any(crossing(seen[p], now, directions)):
            return (times[p], seen[p], best), seen[-1]
        if np.any(crossing(now, seen[p + 1], directions)):
            return (best, now, times[p + 1]), seen[-1]
    if np.any(crossing(seen[-2], seen[-1], directions)):
        return (times[last - 1], seen[-2], times[last]), seen[-1]
    return None, seen[-1]


def _dips(
    values: Callable[[float], np.ndarray], times: Sequence[float], seen: Sequence[np.ndarray]
) -> Iterator[float]:
    """Yield times between looks at which a value has the other sign for a while."""
    last = len(times) - 1
    for j in range(last + 1):
        before, after = max(j - 1, 0), min(j + 1, last)
        a, t, b = times[before], times[j], times[after]
        at_t = seen[j]
        may_be = _beyond(seen[before], at_t) & _beyond(seen[after], at_t)
        if j in (0, last) and np.any(may_be):
            t = a + BESIDE * (b - a) if j == 0 else b - BESIDE * (b - a)
            if not a < t < b:
                continue
            at_t = values(t)
            may_be &= ~_beyond(at_t, seen[j]) & ~np.isnan(at_t)
        for i in np.flatnonzero(may_be):
            three = (float(seen[before][i]), float(at_t[i]), float(seen[after][i]))
            found = _other_sign(partial(_entry, values, int(i)), (a, t, b), three)
            if found is not None:
                yield found


def _beyond(values: np.ndarray, least: np.ndarray) -> np.ndarray:
    """Tell which values have the sign of others, and are no nearer to zero."""
    with np.errstate(invalid="ignore"):
        return np.asarray((least != 0.0) & (values * np.sign(least) >= np.abs(least)))


def _other_sign(
    f: Callable[[float], float],
    times: tuple[float, float, float],
    values: tuple[float, float, float],
) -> float | None:
    """Return a time at which f has the other sign than at both ends, by golden section."""
    (a, t, b), sign = times, np.sign(values[0])
    fa, ft, fb = (sign * value for value in values)
    for _ in range(MOST_SECTIONS):
        if ft <= 0.0:
            return t
        if fa - ft < FLAT * ft and fb - ft < FLAT * ft:
            return None
        right = b - t > t - a
        s = t + GOLDEN * (b - t) if right else t - GOLDEN * (t - a)
        if not a < s < b or s == t:
            return None
        fs = sign * f(s)
        if fs < ft:
            a, fa, b, fb = (t, ft, b, fb) if right else (a, fa, t, ft)
            t, ft = s, fs
        else:
            a, fa, b, fb = (a, fa, s, fs) if right else (s, fs, b, fb)
    return None


def _entry(values: Callable[[float], np.ndarray], i: int, t: float) -> float:
    return float(values(t)[i])


def crossing(before: np.ndarray, now: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Tell which values crossed zero in a direction that counts."""
    up = (before < 0.0) & (now >= 0.0) & (directions >= 0)
    down = (before > 0.0) & (now <= 0.0) & (directions <= 0)
    return np.asarray(up | down)


def _first_bracket(
    values: Callable[[float], np.ndarray],
    a: float,
    at_a: np.ndarray,
    b: float,
    at_b: np.ndarray,
    directions: np.ndarray,
) -> tuple[float, np.ndarray]:
    """Return the far side of the smallest bracket of a first crossing, and the values there.

    False position with halved weights (Illinois) for whichever of the values seems to cross first,
    bisection where that is slow. At a, none has crossed; at b some have, and those that are zero
    there may have been so for a while.
    """
    side = 0
    weight_a, weight_b = np.abs(at_a), np.abs(at_b)
    crossed = crossing(at_a, at_b, directions)
    for k in range(MOST):
        least = 2.0 * float(np.spacing(max(abs(a), abs(b))))
        if b - a <= least:
            break
        t = 0.5 * (a + b)
        beyond = crossed & (weight_b > 0.0)
        if k % 3 == 2 and not np.any(beyond):
            t = b - least
        elif k % 3 < 2 and np.any(beyond):
            with np.errstate(over="ignore", invalid="ignore"):
                parts = weight_a[beyond] / (weight_a[beyond] + weight_b[beyond])
            guess = a + (b - a) * float(np.min(parts))
            t = guess if a < guess < b else t
        if not a < t < b:
            break
        at_t = values(t)
        now = crossing(at_a, at_t, directions)
        if np.any(now):
            b, at_b, crossed, weight_b = t, at_t, now, np.abs(at_t)
            weight_a, side = (0.5 * weight_a, 1) if side == 1 else (weight_a, 1)
        else:
            a, weight_a = t, np.abs(at_t)
            weight_b, side = (0.5 * weight_b, -1) if side == -1 else (weight_b, -1)
    return b, at_b

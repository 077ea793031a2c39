"""The fastest profile of a path by reachability: two sweeps of small linear programmes.

With x = (dh/dt)^2 and u = d2h/dt2, constant between stations, dx = 2 u dh, and every limit is a row
alpha u + beta x <= gamma at a station. Backward: from which x at a station the end can be reached;
forward: always the largest u that stays within (Pham and Pham 2018, "A new approach to time-optimal
path parameterization based on reachability analysis"). The rows of a station hold for the u before
it and the u after it, and bound it by lines u <= c + s x and u >= c + s x; both sweeps run in
machine code.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels.native import Floats, Ints, Record, compile_function, native, record
from sarrus.late_dataclass import dataclass

SMALL = 1e-12
"""A factor of u below this part of the largest of its row counts as none."""
SLACK = 1e-9
"""By how much, over their sizes, rows may contradict each other by rounding."""
LEVEL = 1e-13
"""Below this part of the largest slope between two lines, they count as parallel."""
UPPER, LOWER, FLAT, NONE = 1, 2, 3, 0
"""Kinds of lines: above u, below u, of x alone (s x <= c), and rows that hold nothing."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows alpha u + beta x <= gamma at all stations: (stations, rows)."""

    alpha: np.ndarray
    beta: np.ndarray
    gamma: np.ndarray


@dataclass(frozen=True, eq=False)
class Profile:
    """x at the stations and u between them; stuck: the station from which none reaches the end."""

    x: np.ndarray
    u: np.ndarray
    stuck: int = -1


@record
class Sweep(Record):
    """Lines of n intervals, `lines` each, and what two sweeps over them find.

    c, s, types: of the lines; steps: of the intervals. low, high: from which x the end can be
    reached; x, u: the profile; least, most: the range found last. up_c, up_s, down_c, down_s: the
    lines of an interval, those to the range ahead first; n_up, n_down: how many.
    """

    least: float
    most: float
    n: int
    lines: int
    n_up: int
    n_down: int
    c: Floats
    s: Floats
    types: Ints
    steps: Floats
    low: Floats
    high: Floats
    x: Floats
    u: Floats
    up_c: Floats
    up_s: Floats
    down_c: Floats
    down_s: Floats


@native
def sort_lines(p: Sweep, i: int) -> None:
    """Sort the lines of an interval: low <= x + 2 step u <= high ahead, then its own."""
    step = 2.0 * p.steps[i]
    p.up_c[0] = p.high[i + 1] / step
    p.up_s[0] = -1.0 / step
    p.down_c[0] = p.low[i + 1] / step
    p.down_s[0] = -1.0 / step
    up = 1
    down = 1
    first = i * p.lines
    for k in range(first, first + p.lines):
        if p.types[k] == UPPER:
            p.up_c[up] = p.c[k]
            p.up_s[up] = p.s[k]
            up += 1
        if p.types[k] == LOWER:
            p.down_c[down] = p.c[k]
            p.down_s[down] = p.s[k]
            down += 1
    p.n_up = up
    p.n_down = down


@native
def sizes(p: Sweep, i: int) -> tuple[float, float]:
    """Return the largest slope and the largest right side of the rows slope x <= side."""
    slope = 0.0
    side = 0.0
    for a in range(p.n_down):
        for b in range(p.n_up):
            slope = max(slope, abs(p.down_s[a] - p.up_s[b]))
            side = max(side, abs(p.up_c[b] - p.down_c[a]))
    first = i * p.lines
    for k in range(first, first + p.lines):
        if p.types[k] == FLAT:
            slope = max(slope, abs(p.s[k]))
            side = max(side, abs(p.c[k]))
    return slope, side


@native
def narrow(p: Sweep, slope: float, side: float, level: float, slack: float) -> int:
    """Bring least and most within slope x <= side; return 0 where no x is."""
    if abs(slope) <= level:
        return 0 if side < -slack else 1
    bound = side / slope
    if slope > 0.0:
        p.most = min(p.most, bound)
    else:
        p.least = max(p.least, bound)
    return 1


@native
def find_range(p: Sweep, i: int) -> int:
    """Put in least and most from which x some u leads into the range ahead; 0 where none does."""
    sort_lines(p, i)
    slope, side = sizes(p, i)
    level = LEVEL * slope
    slack = SLACK * (1.0 + side)
    p.least = 0.0
    p.most = 1e300 * 1e300
    possible = 1
    for a in range(p.n_down):
        for b in range(p.n_up):
            own = p.down_s[a] - p.up_s[b]
            possible = min(possible, narrow(p, own, p.up_c[b] - p.down_c[a], level, slack))
    first = i * p.lines
    for k in range(first, first + p.lines):
        if p.types[k] == FLAT:
            possible = min(possible, narrow(p, p.s[k], p.c[k], level, slack))
    if p.most < p.least - SLACK * (1.0 + abs(p.least)):
        return 0
    p.least = min(p.least, p.most)
    return possible


@native
def go_back(p: Sweep) -> int:
    """Find from which x the end can be reached at rest; return where none does, -1 nowhere."""
    p.low[p.n] = 0.0
    p.high[p.n] = 0.0
    left = p.n
    while left > 0:
        left -= 1
        if find_range(p, left) == 0:
            return left
        p.low[left] = p.least
        p.high[left] = p.most
    return -1


@native
def go_on(p: Sweep) -> int:
    """Find the largest u all the way from rest; return where it stays at rest, -1 nowhere."""
    p.x[0] = 0.0
    for i in range(p.n):
        step = 2.0 * p.steps[i]
        x = p.x[i]
        u = (p.high[i + 1] - x) / step
        first = i * p.lines
        for k in range(first, first + p.lines):
            if p.types[k] == UPPER:
                u = min(u, p.c[k] + p.s[k] * x)
        there = min(max(max(x + step * u, p.low[i + 1]), 0.0), p.high[i + 1])
        p.x[i + 1] = there
        p.u[i] = (there - x) / step
        if i + 1 < p.n and x + there <= 0.0:
            return i + 1
    return -1


@cache
def _code() -> tuple[Any, Any]:
    """Return both sweeps in machine code."""
    return compile_function(go_back), compile_function(go_on)


def _lines(h: np.ndarray, rows: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return c, s and kinds of the lines of every interval, from the rows at both of its ends."""
    steps = np.diff(h)[:, None]
    alpha = np.hstack([rows.alpha[:-1], rows.alpha[1:] + 2.0 * steps * rows.beta[1:]])
    beta = np.hstack([rows.beta[:-1], rows.beta[1:]])
    gamma = np.hstack([rows.gamma[:-1], rows.gamma[1:]])
    flat = np.abs(alpha) <= SMALL * (np.abs(alpha) + np.abs(beta) + SMALL)
    kind = np.where(flat, FLAT, np.where(alpha > 0.0, UPPER, LOWER))
    kind[~np.isfinite(gamma)] = NONE
    whole = np.where(flat, 1.0, alpha)
    return gamma / whole, np.where(flat, beta, -beta / whole), kind


def fastest_profile(h: np.ndarray, rows: Rows) -> Profile:
    """Return the fastest profile from rest to rest under rows of limits."""
    n = len(h) - 1
    c, s, kind = (np.ascontiguousarray(part) for part in _lines(h, rows))
    low, high, x, u = np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1), np.zeros(n)
    work = np.zeros((4, c.shape[1] + 1))
    sweep = Sweep(n=n, lines=c.shape[1])
    sweep.bind(
        c=c.ravel(), s=s.ravel(), types=kind.ravel().astype(np.int64), steps=np.diff(h),
        low=low, high=high, x=x, u=u,
        up_c=work[0], up_s=work[1], down_c=work[2], down_s=work[3],
    )  # fmt: skip
    back, on = _code()
    stuck = int(back(sweep.address))
    if stuck < 0 and low[0] > SLACK * (1.0 + high[0]):
        stuck = 0
    if stuck >= 0:
        return Profile(np.zeros(n + 1), np.zeros(n), stuck)
    return Profile(x, u, int(on(sweep.address)))

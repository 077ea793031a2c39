"""The fastest profile of a path by reachability: two sweeps of small linear programmes.

With x = (dh/dt)^2 and u = d2h/dt2, constant between stations, dx = 2 u dh, and every limit is a row
alpha u + beta x <= gamma at a station. Backward: from which x at a station the end can be reached;
forward: always the largest u that stays within (Pham and Pham 2018, "A new approach to time-optimal
path parameterization based on reachability analysis"). The rows of a station hold for the u before
it and the u after it.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass

SMALL = 1e-12
"""A factor of u below this part of the largest of its row counts as none."""
SLACK = 1e-9
"""By how much, over their sizes, rows may contradict each other by rounding."""


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


class _Stage:
    """The rows of one interval as bounds of u that are linear in x: lower and upper lines."""

    def __init__(self, alpha: np.ndarray, beta: np.ndarray, gamma: np.ndarray) -> None:
        finite = np.isfinite(gamma)
        alpha, beta, gamma = alpha[finite], beta[finite], gamma[finite]
        flat = np.abs(alpha) <= SMALL * (np.abs(alpha) + np.abs(beta) + SMALL)
        up, down = ~flat & (alpha > 0.0), ~flat & (alpha < 0.0)
        self.upper = gamma[up] / alpha[up], -beta[up] / alpha[up]
        self.lower = gamma[down] / alpha[down], -beta[down] / alpha[down]
        self.flat = beta[flat], gamma[flat]

    def x_range(self, ahead: tuple[float, float], step: float) -> tuple[float, float] | None:
        """Return from which x some u leads into a range of x at the next station, None of none."""
        low, high = ahead
        # low <= x + 2 step u <= high
        c_up = np.append(self.upper[0], high / (2.0 * step))
        s_up = np.append(self.upper[1], -1.0 / (2.0 * step))
        c_down = np.append(self.lower[0], low / (2.0 * step))
        s_down = np.append(self.lower[1], -1.0 / (2.0 * step))
        k = (s_down[:, None] - s_up[None, :]).ravel()
        r = (c_up[None, :] - c_down[:, None]).ravel()
        k, r = np.concatenate([k, self.flat[0]]), np.concatenate([r, self.flat[1]])
        size = np.abs(k)
        level = size <= 1e-13 * (np.max(size) if size.size else 1.0)
        if np.any(r[level] < -SLACK * (1.0 + np.max(np.abs(r)))):
            return None
        rising, falling = ~level & (k > 0.0), ~level & (k < 0.0)
        most = float(np.min(r[rising] / k[rising], initial=np.inf))
        least = max(0.0, float(np.max(r[falling] / k[falling], initial=0.0)))
        if most < least - SLACK * (1.0 + abs(least)):
            return None
        return min(least, most), most

    def most(self, x: float, ahead: tuple[float, float], step: float) -> float:
        """Return the largest u at x that leads into a range of x at the next station."""
        up = float(np.min(self.upper[0] + self.upper[1] * x, initial=np.inf))
        return min(up, (ahead[1] - x) / (2.0 * step))


def fastest_profile(h: np.ndarray, rows: Rows) -> Profile:
    """Return the fastest profile from rest to rest under rows of limits."""
    n = len(h) - 1
    steps = np.diff(h)
    stages = []
    for i in range(n):
        turned = rows.alpha[i + 1] + 2.0 * steps[i] * rows.beta[i + 1]
        stages.append(
            _Stage(
                np.concatenate([rows.alpha[i], turned]),
                np.concatenate([rows.beta[i], rows.beta[i + 1]]),
                np.concatenate([rows.gamma[i], rows.gamma[i + 1]]),
            )
        )
    ranges: list[tuple[float, float]] = [(0.0, 0.0)] * (n + 1)
    for i in range(n - 1, -1, -1):
        found = stages[i].x_range(ranges[i + 1], float(steps[i]))
        if found is None:
            return Profile(np.zeros(n + 1), np.zeros(n), i)
        ranges[i] = found
    if ranges[0][0] > SLACK * (1.0 + ranges[0][1]):
        return Profile(np.zeros(n + 1), np.zeros(n), 0)
    x, u = np.zeros(n + 1), np.zeros(n)
    for i in range(n):
        u[i] = stages[i].most(float(x[i]), ranges[i + 1], float(steps[i]))
        low, high = ranges[i + 1]
        x[i + 1] = min(max(x[i] + 2.0 * steps[i] * u[i], low, 0.0), high)
        u[i] = (x[i + 1] - x[i]) / (2.0 * steps[i])
        if i + 1 < n and x[i] + x[i + 1] <= 0.0:
            return Profile(x, u, i + 1)
    return Profile(x, u)

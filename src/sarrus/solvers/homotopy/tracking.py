"""Paths of a homotopy, all followed at once.

H(x, t) = (1 - t) f(x) + gamma t g(x) = 0 leads from the solutions of g at t = 1 to those of f at
t = 0, in homogeneous coordinates whose blocks have length 1: steps are taken across x, so that no
point is far away. Predicted by the classical Runge-Kutta formula on H_x dx/dt = -H_t, corrected by
Newton; the first correction is the error of the prediction, and controls the step of each path.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.projective import Blocks

CORRECTED = 1e-10
"""Last correction of Newton, for x of length 1, at which a point is on its path."""
CORRECTIONS = 4
LONGEST, SHORTEST = 0.1, 1e-9
"""Steps in parts of a segment."""
ORDER = 5
"""Order in the step of the error of a prediction."""


class Evaluation(Protocol):
    """Equations in homogeneous coordinates, with their derivatives, at many points."""

    def values_and_jacobians(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return f (points, m) and df/dx (points, m, n)."""
        ...


class Homotopy(Protocol):
    """H(x, t) with its derivatives, at many points, each with its t."""

    @property
    def blocks(self) -> Blocks:
        """The blocks of homogeneous coordinates."""
        ...

    def at(self, x: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return H (points, m), H_x (points, m, n) and H_t (points, m)."""
        ...


@dataclass(eq=False)
class Effort:
    """How often a homotopy may be evaluated at a point; beyond it, paths are left where they are.

    Where solutions are not isolated, paths crowd together at their ends, and steps become so short
    that following them would not end in any useful time.
    """

    most: int
    spent: int = 0

    @property
    def is_used_up(self) -> bool:
        """Whether nothing is left of it."""
        return self.spent >= self.most


@dataclass(frozen=True)
class Blend:
    """H = (1 - t) f + gamma t g; effort: what may be spent on it, None for any."""

    target: Evaluation
    start: Evaluation
    gamma: complex
    blocks: Blocks
    effort: Effort | None = None

    def at(self, x: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return H, H_x and H_t."""
        if self.effort is not None:
            self.effort.spent += len(x)
        f, F = self.target.values_and_jacobians(x)
        g, G = self.start.values_and_jacobians(x)
        s = t[:, None]
        value = (1.0 - s) * f + self.gamma * s * g
        slope = (1.0 - s[:, :, None]) * F + self.gamma * s[:, :, None] * G
        return value, slope, self.gamma * g - f


@dataclass(frozen=True)
class Tracked:
    """Where paths are: x of length 1, and whether each has come to the end of its segment."""

    x: np.ndarray
    arrived: np.ndarray
    steps: int


def solved_across(patches: np.ndarray, slope: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return the d with slope d = right and patches d = 0, for each point."""
    A = np.concatenate([slope, patches], axis=1)
    b = np.concatenate([right, np.zeros(patches.shape[:2])], axis=1)[:, :, None]
    try:
        return np.asarray(np.linalg.solve(A, b)[:, :, 0])
    except np.linalg.LinAlgError:
        A, b = np.nan_to_num(A), np.nan_to_num(b)
        found = [np.linalg.lstsq(M, r[:, 0], rcond=None)[0] for M, r in zip(A, b, strict=True)]
        return np.array(found)


def newton_correction(
    homotopy: Homotopy, x: np.ndarray, t: np.ndarray, corrections: int = CORRECTIONS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return points after Newton's steps at fixed t, the first step's and the last step's size."""
    first = np.zeros(len(x))
    last = np.full(len(x), np.inf)
    for k in range(corrections):
        value, slope, _ = homotopy.at(x, t)
        step = solved_across(homotopy.blocks.patches(x), slope, -value)
        size = np.linalg.norm(step, axis=1)
        size = np.where(np.isfinite(size), size, np.inf)
        x = homotopy.blocks.unit_blocks(
            x + np.where(size < 1.0, 1.0, 0.0)[:, None] * np.nan_to_num(step)
        )
        first = size if k == 0 else first
        last = size
        if np.all(last <= CORRECTED):
            break
    return x, first, last


def ends_of_paths(
    homotopy: Homotopy,
    x: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    error: float = 1e-5,
    most_steps: int = 2000,
    shortest: float = SHORTEST,
) -> Tracked:
    """Return the points at t = end of paths that are at x for t = begin, along straight segments.

    error: of a prediction, at most, for x of length 1.
    """
    x = homotopy.blocks.unit_blocks(x.astype(complex))
    count = len(x)
    s, h = np.zeros(count), np.full(count, 0.01)
    alive = np.ones(count, dtype=bool)
    way = (end - begin).astype(complex)
    steps = 0
    effort = getattr(homotopy, "effort", None)
    while steps < most_steps and (rows := np.flatnonzero(alive & (s < 1.0))).size:
        if effort is not None and effort.is_used_up:
            break
        steps += 1
        here = x[rows]
        step = np.minimum(h[rows], 1.0 - s[rows])
        ahead, t = _prediction(homotopy, here, begin[rows] + s[rows] * way[rows], step * way[rows])
        ahead, first, last = newton_correction(homotopy, ahead, t, 3)
        good = (last <= CORRECTED) & (first <= 10.0 * error)
        taken = rows[good]
        x[taken] = ahead[good]
        s[taken] = np.where(step[good] >= 1.0 - s[taken], 1.0, s[taken] + step[good])
        factor = 0.8 * (error / np.maximum(first, 1e-12)) ** (1.0 / ORDER)
        factor = np.where(good, np.clip(factor, 0.3, 3.0), 0.3)
        h[rows] = np.minimum(step * factor, LONGEST)
        alive[rows] = good | (h[rows] > shortest)
    return Tracked(x, alive & (s >= 1.0), steps)


def _prediction(
    homotopy: Homotopy, x: np.ndarray, t: np.ndarray, dt: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the points after one Runge-Kutta step, and their t."""
    # across x itself, not the point of the stage: the chart of a step is one plane
    patches = homotopy.blocks.patches(x)

    def slope(at: np.ndarray, when: np.ndarray) -> np.ndarray:
        _, H_x, H_t = homotopy.at(at, when)
        return np.nan_to_num(solved_across(patches, H_x, -H_t * dt[:, None]))

    k1 = slope(x, t)
    k2 = slope(x + 0.5 * k1, t + 0.5 * dt)
    k3 = slope(x + 0.5 * k2, t + 0.5 * dt)
    k4 = slope(x + k3, t + dt)
    return homotopy.blocks.unit_blocks(x + (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0), t + dt

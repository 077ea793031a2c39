"""Least squares from many starts at once: Levenberg and Marquardt, each start with its own damping.

Unknowns x that all residuals share, and one unknown s_j for every group j of residuals (where on a
curve the point nearest to a measured one lies). The s_j are eliminated from the normal equations,
so that a step costs the same for few and many groups.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.late_dataclass import dataclass

MORE, LESS = 4.0, 0.25
"""Factors of the damping after a step that was refused or taken."""
LEAST, MOST = 1e-14, 1e10
"""Bounds of the damping; a start whose damping is the upper one rests."""
DONE, PATIENCE = 1e-9, 3
"""A step that changes the sum by less than this part is idle; after so many, a start rests."""
ROUNDING = 1e-30
"""A sum of squares below this is rounding, and its start rests."""


@dataclass(frozen=True, eq=False)
class Residuals:
    """Residuals of many starts with their derivatives.

    r: (starts, groups, m); by_x: (starts, groups, m, n); by_s: (starts, groups, m), zeros where
    there is no s; further: (starts, k) of x alone, with further_by_x: (starts, k, n).
    """

    r: np.ndarray
    by_x: np.ndarray
    by_s: np.ndarray
    further: np.ndarray
    further_by_x: np.ndarray

    @property
    def squares(self) -> np.ndarray:
        """The sum of squares of every start, infinite where it is no number."""
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.einsum("sjm,sjm->s", self.r, self.r)
            total = total + np.einsum("sk,sk->s", self.further, self.further)
        return np.where(np.isfinite(total), total, np.inf)


Evaluation = Callable[[np.ndarray, np.ndarray, np.ndarray], Residuals]
"""Returns the residuals of some starts, by their numbers, at their x (starts, n) and s."""


def least_squares(
    residuals: Evaluation, x: np.ndarray, s: np.ndarray, iterations: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return x, s and the sums of squares of all starts after so many steps at most.

    A start rests when its sum is rounding, when it has changed by less than a part `DONE` in
    `PATIENCE` steps that were taken, or when no step however small makes it better.
    """
    x, s = x.copy(), s.copy()
    rows = np.arange(len(x))
    now = residuals(rows, x, s)
    cost = now.squares
    damping, idle = np.full(len(x), 1e-2), np.zeros(len(x), dtype=int)
    for _ in range(iterations):
        dx, ds = _steps(now, damping[rows])
        trial_x, trial_s = x[rows] + dx, s[rows] + ds
        trial = residuals(rows, trial_x, trial_s)
        squares, before = trial.squares, cost[rows]
        better = squares < before
        x[rows[better]], s[rows[better]] = trial_x[better], trial_s[better]
        with np.errstate(invalid="ignore"):
            small = better & (before - squares <= DONE * before)
        cost[rows] = np.where(better, squares, before)
        idle[rows] = np.where(small, idle[rows] + 1, np.where(better, 0, idle[rows]))
        damping[rows] = np.clip(np.where(better, LESS, MORE) * damping[rows], LEAST, MOST)
        now = _choice(better, trial, now)
        moving = (cost[rows] > ROUNDING) & (idle[rows] < PATIENCE) & (damping[rows] < MOST)
        if not moving.any():
            break
        if not moving.all():
            now, rows = _part(now, moving), rows[moving]
    return x, s, cost


def _steps(at: Residuals, damping: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the steps of x and s by the normal equations, damped by their diagonals."""
    more = 1.0 + damping
    with np.errstate(all="ignore"):
        U = np.einsum("sjmn,sjmk->snk", at.by_x, at.by_x)
        U += np.einsum("skn,skl->snl", at.further_by_x, at.further_by_x)
        b = np.einsum("sjmn,sjm->sn", at.by_x, at.r)
        b += np.einsum("skn,sk->sn", at.further_by_x, at.further)
        V = np.einsum("sjm,sjm->sj", at.by_s, at.by_s)
        W = np.einsum("sjmn,sjm->sjn", at.by_x, at.by_s)
        c = np.einsum("sjm,sjm->sj", at.by_s, at.r)
        V = V * more[:, None] + 1e-300
        diagonal = np.einsum("snn->sn", U)
        floor = 1e-12 * diagonal.max(axis=1, keepdims=True) + 1e-300
        diagonal += damping[:, None] * np.maximum(diagonal, floor) + floor
        S = U - np.einsum("sjn,sjk->snk", W / V[..., None], W)
        right = b - np.einsum("sjn,sj->sn", W, c / V)
        bad = ~(np.isfinite(S).all(axis=(1, 2)) & np.isfinite(right).all(axis=1))
        S[bad], right[bad] = np.eye(S.shape[1]), 0.0
        try:
            dx = -np.linalg.solve(S, right[..., None])[..., 0]
        except np.linalg.LinAlgError:
            dx = -np.einsum("snk,sk->sn", np.linalg.pinv(S, hermitian=True), right)
        ds = -(c + np.einsum("sjn,sn->sj", W, dx)) / V
        ds = np.where(np.isfinite(ds), np.clip(ds, -0.5, 0.5), 0.0)
    return np.where(np.isfinite(dx), dx, 0.0), ds


def _choice(better: np.ndarray, new: Residuals, old: Residuals) -> Residuals:
    def pick(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.where(better.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    return Residuals(
        pick(new.r, old.r), pick(new.by_x, old.by_x), pick(new.by_s, old.by_s),
        pick(new.further, old.further), pick(new.further_by_x, old.further_by_x),
    )  # fmt: skip


def _part(at: Residuals, rows: np.ndarray) -> Residuals:
    """Return the residuals of some of the starts."""
    return Residuals(
        at.r[rows], at.by_x[rows], at.by_s[rows], at.further[rows], at.further_by_x[rows]
    )

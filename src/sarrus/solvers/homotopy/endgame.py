"""Ends of paths in singular points or at infinity, by integrals of Cauchy.

Near t = 0 a path is a power series in t^(1/c) with the winding number c: led around t = 0 on a
small circle c times, it closes, and the mean of its points is its end (Morgan, Sommese and
Wampler 1991). The circle is made smaller until the means agree.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.tracking import Homotopy, ends_of_paths

SAMPLES = 8
MOST_TURNS = 8
CLOSES = 1e-6
"""Distance, for x of length 1, at which a path is back where its circle began."""
SHRINK = 0.2
MOST_CIRCLES = 9
AGREED, FAR_AGREED, ROUGHLY = 1e-8, 1e-6, 1e-5
"""Distance of two means of which the better is the end, at infinity, and at least."""
POWERS, LEAST_POWER = 3, 0.05
"""Powers of t in a row that must agree, and the least that counts."""
FEW_STEPS = 60
"""Steps in which a regular end is reached."""


@dataclass(frozen=True)
class Ends:
    """Ends of paths in homogeneous coordinates.

    error: how far the last two means differ; 0 for ends that were reached directly, which are
    regular; winding: numbers of turns after which paths close; diverges: whether what is 0 at
    infinity goes to 0 like a power of t.
    """

    x: np.ndarray
    error: np.ndarray
    winding: np.ndarray
    diverges: np.ndarray


def path_ends(
    homotopy: Homotopy,
    x: np.ndarray,
    radius: float,
    is_regular: Callable[[np.ndarray], np.ndarray],
    finite: Callable[[np.ndarray], np.ndarray],
    far: float,
    error: float,
) -> Ends:
    """Return the ends at t = 0 of paths that are at x for t = radius.

    From ever smaller t, first a direct way to t = 0 is tried, which leads to regular points, then
    the circle. is_regular: whether points are regular solutions; finite: what is 0 at infinity,
    and below `far` counts as 0, so that fewer digits will do.
    """
    count = len(x)
    here = homotopy.blocks.unit_blocks(x)
    best, off = here.copy(), np.full(count, np.inf)
    winding = np.zeros(count, dtype=int)
    last = np.full_like(here, np.nan)
    going, diverges = np.ones(count, dtype=bool), np.zeros(count, dtype=bool)
    sizes: list[np.ndarray] = []
    for stage in range(MOST_CIRCLES):
        rows = np.flatnonzero(going)
        if not rows.size:
            break
        begin = np.full(rows.size, radius, dtype=complex)
        direct = ends_of_paths(homotopy, here[rows], begin, 0.0 * begin, error, FEW_STEPS, 1e-4)
        regular = direct.arrived & is_regular(direct.x)
        best[rows[regular]], off[rows[regular]] = direct.x[regular], 0.0
        winding[rows[regular]] = 1
        rows = rows[~regular]
        sizes.append(finite(here))
        away = _follows_power(sizes)[rows]
        diverges[rows[away]] = True
        rows = rows[~away]
        going[:] = False
        going[rows] = True
        if stage and rows.size:
            means, turns, alive = _circle(homotopy, here[rows], radius, error)
            closed = turns > 0
            apart = np.full(rows.size, np.inf)
            both = closed & np.isfinite(last[rows, 0])
            aligned = homotopy.blocks.with_phases_of(means[both], last[rows[both]])
            apart[both] = np.linalg.norm(aligned - last[rows[both]], axis=1)
            better = apart < off[rows]
            best[rows[better]], off[rows[better]] = means[better], apart[better]
            winding[rows[better]] = turns[better]
            last[rows] = np.where(closed[:, None], means, np.nan)
            # where means do not come closer any more, rounding has taken over
            worse = (apart > 10.0 * off[rows]) & (off[rows] < ROUGHLY)
            enough = np.where(finite(best[rows]) < far, FAR_AGREED, AGREED)
            going[rows] = alive & (off[rows] > enough) & ~worse
        rows = np.flatnonzero(going)
        if rows.size:
            begin = np.full(rows.size, radius, dtype=complex)
            inner = ends_of_paths(
                homotopy, here[rows], begin, SHRINK * begin, error, most_steps=400
            )
            here[rows], going[rows] = inner.x, inner.arrived
        radius *= SHRINK
    return Ends(best, off, winding, diverges)


def _follows_power(sizes: list[np.ndarray]) -> np.ndarray:
    """Tell which of several quantities, at ever smaller t, have gone to 0 like a power of t."""
    if len(sizes) <= POWERS:
        return np.zeros(len(sizes[-1]), dtype=bool)
    logarithms = np.log(np.maximum(sizes[-POWERS - 1 :], 1e-300))
    powers = np.diff(logarithms, axis=0) / np.log(SHRINK)
    spread = powers.max(axis=0) - powers.min(axis=0)
    return np.asarray((powers.min(axis=0) > LEAST_POWER) & (spread < 0.02 * powers.max(axis=0)))


def _circle(
    homotopy: Homotopy, x: np.ndarray, radius: float, error: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the means of closed paths around t = 0, their turns (0: not closed), who arrived."""
    count, n = x.shape
    corner = radius * np.exp(2j * np.pi * np.arange(SAMPLES + 1) / SAMPLES)
    total, means = np.zeros((count, n), dtype=complex), x.copy()
    turns = np.zeros(count, dtype=int)
    alive, at = np.ones(count, dtype=bool), x.copy()
    for turn in range(1, MOST_TURNS + 1):
        for k in range(SAMPLES):
            rows = np.flatnonzero(alive & (turns == 0))
            if not rows.size:
                return means, turns, alive
            # all points of a path in one chart, that of its first
            total[rows] += homotopy.blocks.points_in_charts(at[rows], x[rows])
            begin, end = (np.full(rows.size, corner[j]) for j in (k, k + 1))
            moved = ends_of_paths(homotopy, at[rows], begin, end, error, most_steps=200)
            at[rows], alive[rows] = moved.x, moved.arrived
        rows = np.flatnonzero(alive & (turns == 0))
        back = (
            np.linalg.norm(homotopy.blocks.points_in_charts(at[rows], x[rows]) - x[rows], axis=1)
            < CLOSES
        )
        closed = rows[back]
        turns[closed] = turn
        means[closed] = homotopy.blocks.unit_blocks(total[closed])
    return means, turns, alive

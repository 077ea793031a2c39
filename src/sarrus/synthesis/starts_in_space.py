"""Where the least squares of linkages in space begin: drawn at random, moved onto the positions.

The best motion and scale of points onto others is found from the singular values of their
covariance (Umeyama 1991), once it is known which place of the curve belongs to which position:
that of the timing, or the nearest, found again after every round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.synthesis.fitting import DRAWN, GRID, ROUNDS
from sarrus.synthesis.linkage import TURN
from sarrus.synthesis.spatial import ALONG, BALLS, PLACE, TURNS, turns_of

if TYPE_CHECKING:
    from sarrus.synthesis.fitting import Fit


def drawn_starts_in_space(
    fit: Fit, starts: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return unknowns (lengths as logarithms), parameters at the positions, and signs.

    Of `DRAWN` linkages for each start those are kept that are nearest to the positions.
    """
    number = starts * DRAWN
    x = _random_linkages(fit, number, rng)
    signs = rng.choice([-1.0, 1.0], (number, len(fit.shape.family.dyads)))
    angles, curves = _curves(fit, x, signs)
    targets = _targets(fit, x)
    if not any(name in fit.fixed for name in fit.shape.family.sizes_of(fit.task.kind)):
        x, curves = _linkages_at_positions(fit, x, curves, targets)
    s = np.zeros((number, fit.task.count))
    if not fit.shape.angle_is_given:
        s = angles[_nearest(curves, targets)]
    positive = fit.logarithmic
    z = np.where(positive, np.log(np.where(positive, np.abs(x) + 1e-300, 1.0)), x)
    cost = np.concatenate([
        fit.residuals(z[k : k + starts], s[k : k + starts], signs[k : k + starts]).squares
        for k in range(0, number, starts)
    ])  # fmt: skip
    best = np.argsort(cost, kind="stable")[:starts]
    return z[best], s[best], signs[best]


def _random_linkages(fit: Fit, number: int, rng: np.random.Generator) -> np.ndarray:
    """Return dimensions of linkages about as large as the task, about its middle."""
    task, family = fit.task, fit.shape.family
    size, middle = 2.0 * task.size, task.points.mean(axis=0)
    columns = []
    for name in fit.shape.unknowns:
        if name in fit.fixed:
            column = np.full(number, float(fit.fixed[name]))
        elif name in family.lengths:
            column = size * np.exp(rng.uniform(np.log(0.15), np.log(2.5), number))
        elif name in PLACE:
            column = middle[PLACE.index(name)] + size * rng.uniform(-1.5, 1.5, number)
        elif name in (*family.directions, "input_offset"):
            column = rng.uniform(0.0, TURN, number)
        elif name in (ALONG, "d", "e", "f", *BALLS):
            column = size * rng.normal(0.0, 0.8, number)
        else:
            column = np.zeros(number)
        columns.append(column)
    return np.column_stack(columns)


def _curves(fit: Fit, x: np.ndarray, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return angles and the tracked points there (linkages, angles, points, 3).

    NaN where a linkage does not close; with a timing at the angles of the positions.
    """
    family, names = fit.shape.family, fit.shape.unknowns
    sizes = {name: x[:, k : k + 1] for k, name in enumerate(names)}
    angles = np.arange(GRID) * TURN / GRID
    at = np.broadcast_to(angles, (len(x), GRID))
    if fit.shape.angle_is_given:
        at = sizes["input_offset"] + fit.task.inputs
    with np.errstate(all="ignore"):
        flat, cosines = family.points(sizes, at, list(signs.T[:, :, None]))
        points = family.points_in_place(sizes, flat)
    tracked = (
        family.placement.followed_points(fit.task.kind) if family.placement is not None else ()
    )
    found = np.stack(
        [np.stack([np.broadcast_to(u, at.shape) for u in points[name]], axis=-1)
         for name in tracked], axis=2,
    )  # fmt: skip
    closes = np.all([np.abs(cosine) <= 1.0 for cosine in cosines], axis=0)
    return angles, np.where(closes[..., None, None], found, np.nan)


def _targets(fit: Fit, x: np.ndarray) -> np.ndarray:
    """Return where the tracked points are to be (linkages, positions, points, 3)."""
    family, wanted = fit.shape.family, fit.wanted
    if family.placement is None:
        return np.zeros((len(x), 0, 0, 3))
    sizes = {name: x[:, k : k + 1] for k, name in enumerate(fit.shape.unknowns)}
    listed = family.placement.targets(fit.task.kind, sizes, list(wanted.T[:, None, :]))
    shape = (len(x), len(wanted))
    return np.stack(
        [np.stack([np.broadcast_to(u, shape) for u in target], axis=-1) for target in listed],
        axis=2,
    )


def _nearest(curves: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return which place of every curve is nearest to each position."""
    gaps = ((curves[:, None] - targets[:, :, None]) ** 2).sum(axis=(3, 4))
    return np.asarray(np.nan_to_num(gaps, nan=np.inf).argmin(axis=2))


def _linkages_at_positions(
    fit: Fit, x: np.ndarray, curves: np.ndarray, targets: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return linkages moved, turned and scaled onto the positions, and their curves."""
    names = fit.shape.unknowns
    places, turns = ([names.index(n) for n in group] for group in (PLACE, TURNS))
    scaled = [k for k, name in enumerate(names)
              if name in (*fit.shape.family.lengths, ALONG, "d", "e", "f")]  # fmt: skip
    x = x.copy()
    R = np.stack([_rotation(row) for row in x[:, turns]])
    timed = fit.shape.angle_is_given
    for _ in range(1 if timed else ROUNDS):
        rows = np.arange(len(x))[:, None]
        found = curves if timed else curves[rows, _nearest(curves, targets)]
        turn, factor, shift = _similarity(found, targets)
        good = np.isfinite(shift).all(axis=1) & (factor > 1e-6)
        turn = np.where(good[:, None, None], turn, np.eye(3))
        factor, shift = np.where(good, factor, 1.0), np.where(good[:, None], shift, 0.0)
        R = turn @ R
        x[:, places] = factor[:, None] * np.einsum("nij,nj->ni", turn, x[:, places]) + shift
        x[:, scaled] *= factor[:, None]
        curves = factor[:, None, None, None] * np.einsum("nij,ngkj->ngki", turn, curves)
        curves = curves + shift[:, None, None, :]
    x[:, turns] = turns_of(R)
    return x, curves


def _rotation(turns: np.ndarray) -> np.ndarray:
    from sarrus.synthesis.spatial import rotation

    return np.array(rotation(dict(zip(TURNS, turns, strict=True)))).T


def _similarity(
    found: np.ndarray, targets: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return turns, factors and shifts that bring points nearest to their targets."""
    a, b = (points.reshape(len(points), -1, 3) for points in (found, targets))
    bad = ~np.isfinite(a).all(axis=(1, 2))
    a = np.where(bad[:, None, None], 0.0, a)
    mean_a, mean_b = a.mean(axis=1), b.mean(axis=1)
    a, b = a - mean_a[:, None], b - mean_b[:, None]
    U, size, Vt = np.linalg.svd(np.einsum("npi,npj->nij", b, a))
    mirror = np.ones_like(size)
    mirror[:, 2] = np.sign(np.linalg.det(U) * np.linalg.det(Vt))
    turn = (U * mirror[:, None, :]) @ Vt
    spread = (a**2).sum(axis=(1, 2))
    with np.errstate(all="ignore"):
        factor = np.where(bad, np.nan, (size * mirror).sum(axis=1) / spread)
    shift = mean_b - factor[:, None] * np.einsum("nij,nj->ni", turn, mean_a)
    return turn, factor, shift

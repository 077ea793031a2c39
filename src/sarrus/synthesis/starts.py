"""Where the least squares begin: linkages drawn at random, moved onto the positions wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.synthesis.constructions import Carried, Local
from sarrus.synthesis.fitting import DRAWN, GRID, ROUNDS
from sarrus.synthesis.linkage import TURN
from sarrus.synthesis.tasks import FUNCTION

if TYPE_CHECKING:
    from sarrus.synthesis.fitting import Fit


def drawn_starts(
    fit: Fit, starts: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return unknowns (lengths as logarithms), parameters at the positions, and signs.

    Of `DRAWN` linkages for each start those are kept that are nearest to the positions.
    """
    x, signs = _random_linkages(fit, starts * DRAWN, rng)
    movable = fit.task.points.size > 0 and not _has_given_sizes(fit)
    has_points = fit.task.points.size > 0
    angles, points = _curves(fit, x, signs) if has_points else (np.zeros(0), np.zeros(0))
    turned = np.zeros(len(x))
    if movable:
        x, points, turned = _linkages_at_positions(fit, x, points)
    s = np.zeros((len(x), fit.task.count))
    if not fit.shape.angle_is_given and has_points:
        s = angles[_nearest(points, fit.task.points)] + turned[:, None]
    elif not fit.shape.angle_is_given:
        s = rng.uniform(0.0, TURN, s.shape)
    z = np.where(fit.logarithmic, np.log(np.where(fit.logarithmic, np.abs(x) + 1e-300, 1.0)), x)
    cost = np.concatenate(
        [fit.residuals(a, b, c).squares for a, b, c in _pieces(z, s, signs, starts)]
    )
    best = np.argsort(cost, kind="stable")[:starts]
    return z[best], s[best], signs[best]


def _pieces(
    z: np.ndarray, s: np.ndarray, signs: np.ndarray, size: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    for k in range(0, len(z), size):
        yield z[k : k + size], s[k : k + size], signs[k : k + size]


def _has_given_sizes(fit: Fit) -> bool:
    """Whether a dimension is given, so that a linkage cannot be moved, turned and scaled."""
    return any(name in fit.fixed for name in fit.shape.family.sizes)


def _random_linkages(
    fit: Fit, number: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return sizes of linkages about as large as the task, and signs."""
    family, task = fit.shape.family, fit.task
    size = (
        2.0 * task.size
        if task.kind != FUNCTION
        else fit.fixed.get("Dx", fit.fixed.get("d", 1.0)) or fit.scale
    )
    middle = task.points.mean(axis=0) if task.points.size else np.zeros(2)
    carried = {n for p in family.constructions if isinstance(p, Carried | Local) for n in p.sizes}
    columns = []
    for name in fit.shape.unknowns:
        if name in fit.fixed:
            column = np.full(number, float(fit.fixed[name]))
        elif name in family.lengths:
            column = size * np.exp(rng.uniform(np.log(0.15), np.log(2.5), number))
        elif name in carried:
            column = size * rng.normal(0.0, 0.9, number)
        elif name in family.coordinates:
            column = middle["xy".index(name[-1])] + size * rng.uniform(-1.5, 1.5, number)
        elif name == "output_offset" and fit.shape.way:
            column = size * rng.uniform(-2.0, 2.0, number)
        elif name in (*family.directions, "input_offset", "output_offset"):
            column = rng.uniform(0.0, TURN, number)
        else:
            column = size * rng.normal(0.0, 0.7, number)
        columns.append(column)
    signs = rng.choice([-1.0, 1.0], (number, len(family.dyads)))
    return np.column_stack(columns), signs


def _curves(fit: Fit, x: np.ndarray, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return angles and the tracer there, complex, NaN where the linkage does not close.

    With a timing the angles are those of the positions, each start with its own offset.
    """
    names = fit.shape.unknowns
    sizes = {name: x[:, k : k + 1] for k, name in enumerate(names)}
    if fit.shape.angle_is_given:
        angles = sizes["input_offset"] + fit.task.inputs
    else:
        angles = np.arange(GRID) * TURN / GRID
    with np.errstate(all="ignore"):
        points, cosines = fit.shape.family.points(
            sizes, np.broadcast_to(angles, (len(x), angles.shape[-1])), list(signs.T[:, :, None])
        )
    u, v = points[fit.shape.family.tracer]
    closes = np.all([np.abs(cosine) <= 1.0 for cosine in cosines], axis=0)
    return angles, np.where(closes, u + 1j * v, np.nan)


def _nearest(points: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return which sample of every curve is nearest to each position."""
    target = wanted[:, 0] + 1j * wanted[:, 1]
    gaps = np.abs(points[:, None, :] - target[None, :, None])
    return np.asarray(np.nan_to_num(gaps, nan=np.inf).argmin(axis=2))


def _linkages_at_positions(
    fit: Fit, x: np.ndarray, points: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return linkages moved, turned and scaled so that their tracers come near to the positions.

    The best motion and scale are linear in complex numbers, target = alpha P + beta, once it is
    known which sample belongs to which position: that of the timing, or the nearest, found again
    after every round. Returned are also the curves and by how much the cranks were turned.
    """
    wanted = fit.task.points
    target = wanted[:, 0] + 1j * wanted[:, 1]
    x = x.copy()
    timed = fit.shape.angle_is_given
    turned = np.zeros(len(x))
    for step in range(1 if timed else ROUNDS):
        if timed:
            found = points
        elif step == 0:  # as large as the positions, about the same middle
            there = np.maximum((~np.isnan(points)).sum(axis=1, keepdims=True), 1)
            middle = np.nansum(points, axis=1, keepdims=True) / there
            squares = np.nansum(np.abs(points - middle) ** 2, axis=1, keepdims=True)
            spread = np.sqrt(squares / there)
            size = np.sqrt(np.mean(np.abs(target - target.mean()) ** 2))
            alpha = (size / np.maximum(spread, 1e-12 * size))[:, 0].astype(complex)
            beta = target.mean() - alpha * middle[:, 0]
            x, points = _moved_linkages(fit, x, alpha, beta, points)
            continue
        else:
            found = np.take_along_axis(points, _nearest(points, wanted), axis=1)
        mean = found.mean(axis=1, keepdims=True)
        centered = found - mean
        with np.errstate(all="ignore"):
            products = (centered.conj() * (target - target.mean())).sum(axis=1)
            alpha = products / (np.abs(centered) ** 2).sum(axis=1)
            beta = target.mean() - alpha * mean[:, 0]
        x, points = _moved_linkages(fit, x, alpha, beta, points)
        if not fit.shape.family.inverted:
            turned += np.where(np.isfinite(alpha), np.angle(alpha), 0.0)
    return x, points, turned


def _moved_linkages(
    fit: Fit, x: np.ndarray, alpha: np.ndarray, beta: np.ndarray, points: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return linkages turned and scaled by alpha and moved by beta; those without a curve stay."""
    good = np.isfinite(alpha) & np.isfinite(beta) & (np.abs(alpha) > 1e-6)
    alpha, beta = np.where(good, alpha, 1.0), np.where(good, beta, 0.0)
    family, names = fit.shape.family, fit.shape.unknowns
    x = x.copy()
    carried = {n for p in family.constructions if isinstance(p, Carried | Local) for n in p.sizes}
    offsets = [n for n in ("input_offset", "output_offset") if n not in fit.fixed]
    for k, name in enumerate(names):
        if name in family.lengths or name in carried:
            x[:, k] *= np.abs(alpha)
        elif name in (*family.directions, *offsets):
            x[:, k] += np.angle(alpha)
        elif name in family.coordinates and name.endswith("x"):
            other = names.index(name[:-1] + "y")
            moved = alpha * (x[:, k] + 1j * x[:, other]) + beta
            x[:, k], x[:, other] = moved.real, moved.imag
    return x, alpha[:, None] * points + beta[:, None]

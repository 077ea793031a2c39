"""Sobol indices: which part of the variance of an output comes from which input.

The first-order index of input i is the variance of the mean of f given x_i, over that of f; the
total index the variance that is left when all but x_i are known. With two independent sets of
points A and B, and A_i that has column i of B,

    S_i  = mean(f(B) (f(A_i) - f(A))) / var f              (Saltelli and others, 2010)
    ST_i = mean((f(A) - f(A_i))^2) / (2 var f)             (Jansen, 1999).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.late_dataclass import dataclass

Outputs = Callable[[np.ndarray], np.ndarray]
"""From rows of inputs (n x inputs) to rows of outputs (n x ...)."""


@dataclass(frozen=True, eq=False)
class SobolIndices:
    """first, total: (inputs x ...) with the shape of an output; errors: their standard errors."""

    first: np.ndarray
    total: np.ndarray
    first_error: np.ndarray
    total_error: np.ndarray
    evaluations: int


def quasi_random(n: int, inputs: int, seed: int) -> np.ndarray:
    """Return scrambled points of Sobol's sequence in (0, 1): n is rounded up to a power of 2."""
    from scipy.stats import qmc

    m = max(1, int(np.ceil(np.log2(max(n, 2)))))
    points = qmc.Sobol(inputs, scramble=True, seed=seed).random_base2(m)
    return np.clip(points, 1e-12, 1.0 - 1e-12)


def sobol_indices(f: Outputs, inputs: int, points: int, seed: int = 0) -> SobolIndices:
    """Return the indices of a function of fractions u in (0, 1), one for each input.

    points: of each of the inputs + 2 sets, rounded up to a power of 2; where values are not finite
    the point is left out of all sets.

    Example:
        found = design.sobol_indices(lambda u: u[:, 0] + 2 * u[:, 1], inputs=2, points=256)
        found.first, found.total
    """
    both = quasi_random(points, 2 * inputs, seed)
    A, B = both[:, :inputs], both[:, inputs:]
    n = len(A)
    sets = [A, B]
    for i in range(inputs):
        mixed = A.copy()
        mixed[:, i] = B[:, i]
        sets.append(mixed)
    values = np.asarray(f(np.concatenate(sets)), dtype=float).reshape(inputs + 2, n, -1)
    fine = np.all(np.isfinite(values), axis=(0, 2))
    if not np.any(fine):
        nothing = np.full((inputs, values.shape[2]), np.nan)
        return SobolIndices(nothing, nothing, nothing, nothing, (inputs + 2) * n)
    values = values[:, fine]
    n = int(np.sum(fine))
    center = np.mean(values[:2], axis=(0, 1))
    a, b, mixed_values = values[0] - center, values[1] - center, values[2:] - center
    variance = np.maximum(np.var(values[:2], axis=(0, 1)), 1e-300)
    one = b * (mixed_values - a) / variance
    rest = 0.5 * (a - mixed_values) ** 2 / variance
    root = np.sqrt(n)
    return SobolIndices(
        np.mean(one, axis=1),
        np.mean(rest, axis=1),
        np.std(one, axis=1) / root,
        np.std(rest, axis=1) / root,
        (inputs + 2) * len(A),
    )

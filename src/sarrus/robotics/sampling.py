"""Times to look at a motion, with weights that integrate over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from sarrus.late_dataclass import dataclass

BLOCK = 4
"""Steps that one rule of integration spans; the last of a piece spans up to seven."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Times t [s] in pieces between knots, where nothing jumps; both ends of a piece are there.

    weights: sum weights x values is the integral of values; last: marks the end of a piece, at
    which values are those before the knot.
    """

    t: np.ndarray
    weights: np.ndarray
    last: np.ndarray


def sample_times(knots: Sequence[float], step: float) -> Samples:
    """Return equal steps of at most `step` [s] between knots, at least four in each piece.

    The weights are those of Newton and Cotes, exact for polynomials of degree 5 in every piece,
    and all positive.
    """
    times, weights, last = [], [], []
    for start, end in pairwise(knots):
        n = max(BLOCK, int(np.ceil((end - start) / step - 1e-9)))
        piece = np.linspace(start, end, n + 1)
        times.append(piece)
        weights.append((end - start) / n * _rule(n))
        last.append(np.arange(n + 1) == n)
    return Samples(np.concatenate(times), np.concatenate(weights), np.concatenate(last))


def _rule(n: int) -> np.ndarray:
    """Return the weights of n steps of length 1, in blocks of four to seven."""
    weights, at = np.zeros(n + 1), 0
    while at < n:
        size = BLOCK if n - at >= 2 * BLOCK else n - at
        weights[at : at + size + 1] += _newton_cotes(size)
        at += size
    return weights


@cache
def _newton_cotes(n: int) -> np.ndarray:
    """Return the weights that integrate polynomials of degree n over 0..n exactly."""
    k = np.arange(n + 1)
    moments = float(n) ** (k + 1) / (k + 1)
    return np.linalg.solve(np.vander(k, increasing=True).T.astype(float), moments)

"""Where a linkage is made to fit exactly: the zeros of Chebyshev's polynomial."""

from __future__ import annotations

import numpy as np

from sarrus.errors import ModelError, Problem


def chebyshev_points(low: float, high: float, count: int) -> np.ndarray:
    """Return precision points between two ends, spaced after Chebyshev.

    x_j = (low + high)/2 - (high - low)/2 cos((2j - 1) pi / (2 n)), j = 1 ... n: the error of a
    polynomial that fits there is smallest at its largest (Freudenstein 1955).

    Example:
        x = synthesis.chebyshev_points(1.0, 2.0, 5)
    """
    if count < 1:
        rule = "is not a number of precision points: one is the least"
        raise ModelError(Problem("Y02", "chebyshev_points / count", rule, repr(count)))
    j = np.arange(1, count + 1)
    cosines = np.cos((2 * j - 1) * np.pi / (2 * count))
    return np.asarray(0.5 * (low + high) - 0.5 * (high - low) * cosines)

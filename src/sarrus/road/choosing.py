"""Choice without a branch, for numbers, arrays of numbers, dual numbers and traced values."""

from __future__ import annotations

import numpy as np

from sarrus.spatial import arrays
from sarrus.spatial.arrays import Array, Scalar


def select(condition: Scalar | Array, a: Scalar | Array, b: Scalar | Array) -> Scalar | Array:
    """Return a where the condition holds, else b."""
    if isinstance(condition, np.ndarray):
        return np.where(condition, a, b)
    return arrays.select(condition, a, b)


def whole(x: Scalar | Array) -> Scalar | Array:
    """Return the largest whole number that is not above x; its rate is zero."""
    while hasattr(x, "parts"):
        x = x.value
    return x.floor() if hasattr(x, "floor") else np.floor(x)

"""Dual numbers that do not change, so that all numbers of a formula are of one kind.

Symbols and dual numbers are not mixed: a formula that is differentiated gets its constants too as
dual numbers. Rates of zero leave no operations.
"""

from __future__ import annotations

import numpy as np

from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar
from sarrus.spatial.dual import Dual, duals


def steady(array: Array) -> Array:
    """Return an array as dual numbers with rate zero."""
    return duals(array, np.zeros(np.shape(array)))


def steady_scalar(x: Scalar) -> Scalar:
    """Return a scalar as a dual number with rate zero; plain numbers as they are."""
    return x if isinstance(x, (int, float, Dual)) else Dual(x, 0.0)


def steady_transform(X: Transform) -> Transform:
    """Return a transform in dual numbers with rate zero."""
    return Transform(Rotation(steady(X.matrix)), steady(X.position))

"""Vectors that change with time: directions with laws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.pose import Vector3, vector3
from sarrus.spatial.arrays import Array, Scalar, vector
from sarrus.spatial.curve import Curve

Terms = tuple[tuple[Vector3, float | Curve | Formula], ...]
"""Directions, each with a number or a law of time."""


def sum_of(terms: Terms, time: Scalar) -> Array:
    """Return the sum of law(t) times direction."""
    total: list[Scalar] = [0.0, 0.0, 0.0]
    for direction, law in terms:
        value = law_value(law, time)
        total = [
            x if part == 0.0 else x + part * value for x, part in zip(total, direction, strict=True)
        ]
    return vector(*total)


def terms_switches(terms: Terms, time: Scalar) -> Sequence[Scalar]:
    """Return the kinks of all laws."""
    return [value for _, law in terms for value in law_switches(law, time)]


def constant(terms: Terms) -> Vector3 | None:
    """Return the vector of terms that are all numbers, else None."""
    if not all(isinstance(law, float) for _, law in terms):
        return None
    total = np.sum([np.array(d) * law for d, law in terms], axis=0) + 0.0
    return vector3(total)

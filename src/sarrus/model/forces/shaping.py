"""Parts of laws without branches: one side of a number, and steps that are once differentiable."""

from __future__ import annotations

from sarrus.spatial.arrays import Scalar, select


def positive_part(x: Scalar) -> Scalar:
    """Return x where it is positive, else 0."""
    return select(x > 0.0, x, 0.0)


def negative_part(x: Scalar) -> Scalar:
    """Return x where it is negative, else 0."""
    return select(x < 0.0, x, 0.0)


def smooth_step(x: Scalar, width: float) -> Scalar:
    """Return 0 for x <= 0, 1 for x >= width, between them s^2 (3 - 2 s) with s = x/width.

    Without a width it is a jump at 0, where it is 0.
    """
    if width == 0.0:
        return select(x > 0.0, 1.0, 0.0)
    s = x / width
    inside = s * s * (3.0 - 2.0 * s)
    return select(x <= 0.0, 0.0, select(x >= width, 1.0, inside))

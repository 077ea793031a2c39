"""The smooth law of dry friction that all its elements share."""

from __future__ import annotations

import numpy as np

from sarrus.spatial.arrays import TINY, Scalar


def dry_friction(
    rate: Scalar,
    sliding: Scalar,
    static: Scalar,
    smoothing: Scalar,
    stribeck: Scalar,
    exponent: float,
) -> Scalar:
    """Return (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing).

    sliding and static: efforts, or coefficients of friction.
    """
    ratio = rate / stribeck
    fading = np.exp(-((ratio * ratio + TINY) ** (0.5 * exponent)))
    return (sliding + (static - sliding) * fading) * np.tanh(rate / smoothing)

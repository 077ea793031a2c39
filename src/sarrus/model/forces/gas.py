"""The polytropic gas p V^n = constant, and how it goes on where the volume would vanish."""

from __future__ import annotations

import numpy as np

from sarrus.spatial.arrays import Scalar, select

LEAST = 0.02
"""Part of the reference volume below which the pressure rises in a straight line. No spring is
pressed so far; a search for an equilibrium, or a step that is too long, may look there."""


def pressure_ratio(r: Scalar, n: float) -> Scalar:
    """Return p/p0 = r^-n at the volume r = V/V0.

    For r < LEAST it goes on along its tangent: finite, with a continuous slope, for r < 0 too.
    """
    kept, missing = _split(r)
    return kept**-n + n * kept ** (-n - 1.0) * missing


def energy_ratio(r: Scalar, n: float) -> Scalar:
    """Return the energy stored since r = 1 over p0 V0: minus the integral of `pressure_ratio`."""
    kept, missing = _split(r)
    stored = -np.log(kept) if n == 1.0 else (kept ** (1.0 - n) - 1.0) / (n - 1.0)
    return stored + kept**-n * missing + 0.5 * n * kept ** (-n - 1.0) * missing * missing


def _split(r: Scalar) -> tuple[Scalar, Scalar]:
    """Return the volume for which the law of the gas counts, and what is missing to it."""
    kept = select(r > LEAST, r, LEAST)
    return kept, kept - r

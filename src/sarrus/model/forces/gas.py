"""The polytropic gas p V^n = constant, and how it goes on where the volume would vanish."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.spatial.arrays import Scalar, select

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

LEAST = 0.02
"""Part of the reference volume below which the pressure rises in a straight line. No spring is
pressed so far; a search for an equilibrium, or a step that is too long, may look there."""
STEEPEST = 100.0
"""Exponents above are mistakes: the pressure at LEAST would be no number of double precision."""


def check_exponent(reading: Reading, n: float) -> None:
    """Report (M04) an exponent that no gas has."""
    if n > STEEPEST:
        rule = f"is above {STEEPEST:g}, which no gas has"
        action = "give 1 for slow, 1.4 for fast changes of air"
        reading.entry.report("M04", "exponent", rule, value=f"{float(n):g}", action=action)


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

"""The class of a measured road after ISO 8608."""

from __future__ import annotations

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.ride.welch import Spectrum

REFERENCE = 0.1
"""The wavenumber n0 [cycles/m] at which roughness is stated."""

BAND = (0.011, 2.83)
"""The wavenumbers [cycles/m] for which the classes are defined."""

CLASSES = "ABCDEFGH"
SMOOTHEST = 16e-6
"""Gd(n0) [m^3] in the middle of class A; each class has four times that of the one before."""

BANDS_PER_OCTAVE = 3


@dataclass(frozen=True)
class Roughness:
    """What a straight line through a spectrum in logarithmic scales amounts to.

    Gd: density at n0 = 0.1 cycles/m, for a waviness of 2 [m^3]. waviness: that of the best line.
    name: the class, "A" to "H"; rougher roads than H count as H, smoother ones than A as A.
    """

    Gd: float
    waviness: float
    name: str


@with_checks
def roughness_class(Gd: float) -> str:
    """Return the class of a density Gd(n0) [m^3]; the limits are twice and half the middle.

    Example:
        ride.roughness_class(64e-6)
    """
    if not (np.isfinite(Gd) and Gd > 0.0):
        raise ModelError(Problem("M04", "Gd", "must be a positive density in m^3", f"{Gd!r}"))
    place = int(np.floor(np.log(Gd / SMOOTHEST) / np.log(4.0) + 0.5))
    return CLASSES[min(max(place, 0), len(CLASSES) - 1)]


@with_checks
def fitted_roughness(found: Spectrum, band: tuple[float, float] = BAND) -> Roughness:
    """Return roughness, waviness and class of a road from its spectrum over wavenumber.

    The density is averaged in third-octave bands first, so that all wavelengths count alike.

    Example:
        x = np.arange(0, 500, 0.05)
        z = road.Iso8608("C", length=500.0).height(x)
        fitted = ride.fitted_roughness(ride.spectrum(x, z, segment=100.0))
    """
    part = found.between(*band)
    positive = part.frequency > 0.0
    n, density = part.frequency[positive], part.density[positive]
    if len(n) < 2 or not np.all(density > 0.0):
        rule = f"has no two positive densities between {band[0]:g} and {band[1]:g} cycles/m"
        raise ModelError(Problem("M04", "spectrum", rule, action="use a longer profile or piece"))
    place = np.floor(BANDS_PER_OCTAVE * np.log2(n / n[0])).astype(int)
    level = density * (n / REFERENCE) ** 2  # the same at all n for a waviness of 2
    bands = [place == k for k in np.unique(place)]
    height = np.array([np.log(np.mean(level[kept])) for kept in bands])
    middle = np.array([np.mean(np.log(n[kept])) for kept in bands])
    slope = float(np.polyfit(middle, height, 1)[0]) if len(bands) > 1 else 0.0
    Gd = float(np.exp(np.mean(height)))
    return Roughness(Gd, 2.0 - slope, roughness_class(Gd))

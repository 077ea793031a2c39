"""Power spectral densities of sampled signals."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.ride.samples import even_samples


@with_checks
@dataclass(frozen=True, eq=False)
class Spectrum:
    """A one-sided power spectral density: its integral over frequency is the variance.

    frequency: 1/(unit of x), so Hz for times, cycles/m for distances. density: (unit of y)^2 per
    unit of frequency. averages: how many independent estimates it is the mean of; the relative
    standard deviation of a density of random noise is 1/sqrt(averages).
    """

    frequency: np.ndarray
    density: np.ndarray
    averages: float

    def between(self, first: float, last: float) -> Spectrum:
        """Return the part between two frequencies."""
        kept = (self.frequency >= first) & (self.frequency <= last)
        return Spectrum(self.frequency[kept], self.density[kept], self.averages)

    @property
    def variance(self) -> float:
        """The integral of the density."""
        step = self.frequency[1] - self.frequency[0]
        return float(np.sum(self.density) * step)


@with_checks
def spectrum(x: Any, y: Any, segment: float | None = None, trend: str = "mean") -> Spectrum:
    """Return the density of evenly spaced samples by Welch's method.

    x: times [s] or distances [m]. segment: length of the pieces that are averaged, in the unit of
    x; an eighth of the whole if not given. They overlap by half, and are windowed with a Hann
    window. trend: what is taken from each piece first, its "mean", a straight "line", or "nothing".

    Example:
        density = ride.spectrum(t, a)
    """
    _, values, step = even_samples("signal", x, y, 16)
    n = max(8, len(values) // 8) if segment is None else round(segment / step)
    if not 8 <= n <= len(values):
        rule = f"must be from 8 to {len(values)} samples long; a step is {step:g}"
        raise ModelError(Problem("S08", "signal / segment", rule, f"{segment!r}"))
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(n) / n)
    starts = range(0, len(values) - n + 1, n - n // 2)
    pieces = [_without(trend, values[k : k + n]) * window for k in starts]
    power = np.zeros(n // 2 + 1)
    for piece in pieces:
        power += np.abs(np.fft.rfft(piece)) ** 2
    density = 2.0 * step * power / (len(pieces) * np.sum(window**2))
    density[0] *= 0.5
    if n % 2 == 0:
        density[-1] *= 0.5
    return Spectrum(np.fft.rfftfreq(n, step), density, _independent(len(pieces), window))


def _without(trend: str, y: np.ndarray) -> np.ndarray:
    if trend == "nothing":
        return y
    if trend == "mean":
        return y - np.mean(y)
    if trend == "line":
        u = np.arange(len(y)) - 0.5 * (len(y) - 1)
        return y - np.mean(y) - u * (u @ y) / (u @ u)
    rule = "must be 'mean', 'line' or 'nothing'"
    raise ModelError(Problem("S03", "trend", rule, repr(trend)[:80]))


def _independent(pieces: int, window: np.ndarray) -> float:
    """Return how many independent pieces tell as much as these, half of each shared with the next.

    Welch (IEEE Trans. AU-15, 1967): the correlation of neighbours is that of their windows,
    squared.
    """
    hop = len(window) - len(window) // 2
    shared = float(np.sum(window[hop:] * window[: len(window) - hop]) / np.sum(window**2)) ** 2
    return pieces / (1.0 + 2.0 * shared * (pieces - 1) / pieces)

"""The frequency weightings of ISO 2631-1, as the transfer functions that the standard defines.

With s = 2 pi i f and wk = 2 pi fk:

    H  = Hh Hl Ht Hs
    Hh = 1/(1 + w1/(Q1 s) + (w1/s)^2)                 band limits, with Q1 = 1/sqrt 2
    Hl = 1/(1 + s/(Q1 w2) + (s/w2)^2)
    Ht = (1 + s/w3)/(1 + s/(Q4 w4) + (s/w4)^2)        from acceleration to velocity
    Hs = (w5/w6)^2 (1 + s/(Q5 w5) + (s/w5)^2)/(1 + s/(Q6 w6) + (s/w6)^2)    upward step
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.ride.samples import EVEN, even_samples

BUTTERWORTH = float(np.sqrt(0.5))
"""The quality Q1 of the band limits."""


@dataclass(frozen=True)
class Weighting:
    """One weighting; corner frequencies in Hz.

    limits: f1, f2. transition: f3, f4, Q4. step: f5, Q5, f6, Q6. None: without that part.
    """

    name: str
    limits: tuple[float, float]
    transition: tuple[float, float, float] | None = None
    step: tuple[float, float, float, float] | None = None

    def response(self, f: Any) -> np.ndarray:
        """Return H at frequencies [Hz], a complex number each; zero at zero."""
        j = 1j * np.asarray(f, dtype=float)
        f1, f2 = self.limits
        found = j * j / (j * j + j * f1 / BUTTERWORTH + f1 * f1) / _quadratic(j, f2, BUTTERWORTH)
        if self.transition is not None:
            f3, f4, Q4 = self.transition
            found = found * (1.0 + j / f3) / _quadratic(j, f4, Q4)
        if self.step is not None:
            f5, Q5, f6, Q6 = self.step
            found = found * (f5 / f6) ** 2 * _quadratic(j, f5, Q5) / _quadratic(j, f6, Q6)
        return found

    def gain(self, f: Any) -> np.ndarray:
        """Return the magnitude of H at frequencies [Hz]."""
        return np.abs(self.response(f))

    @property
    def memory(self) -> float:
        """The time [s] after which the response to a blow has fallen to 1e-12 of its size."""
        poles = [(f, BUTTERWORTH) for f in self.limits]
        poles += [self.transition[1:]] if self.transition else []
        poles += [self.step[2:]] if self.step else []
        return float(12.0 * np.log(10.0) / min(np.pi * f / Q for f, Q in poles))


def _quadratic(j: np.ndarray, f: float, Q: float) -> np.ndarray:
    return 1.0 + j / (Q * f) + (j / f) ** 2


WHOLE_BODY = (0.4, 100.0)

WEIGHTINGS = {
    weighting.name: weighting
    for weighting in (
        Weighting("Wk", WHOLE_BODY, (12.5, 12.5, 0.63), (2.37, 0.91, 3.35, 0.91)),
        Weighting("Wd", WHOLE_BODY, (2.0, 2.0, 0.63)),
        Weighting("Wf", (0.08, 0.63), (np.inf, 0.25, 0.86), (0.0625, 0.80, 0.10, 0.80)),
        Weighting("Wc", WHOLE_BODY, (8.0, 8.0, 0.63)),
        Weighting("We", WHOLE_BODY, (1.0, 1.0, 0.63)),
        Weighting("Wj", WHOLE_BODY, None, (3.75, 0.91, 5.32, 0.91)),
    )
}
"""Wk: vertical, seat and floor; Wd: horizontal; Wf: motion sickness; Wc: backrest, fore and aft;
We: rotation; Wj: under the head of a person lying down."""


def weighting_of(weighting: str | Weighting) -> Weighting:
    """Return a weighting by its name, or itself."""
    if isinstance(weighting, Weighting):
        return weighting
    if weighting not in WEIGHTINGS:
        rule = f"is not a frequency weighting of ISO 2631-1; they are {', '.join(WEIGHTINGS)}"
        raise ModelError(Problem("M09", f"weighting {weighting!r:.60}", rule))
    return WEIGHTINGS[weighting]


@with_checks
def weighted_acceleration(t: Any, a: Any, weighting: str | Weighting) -> np.ndarray:
    """Return the weighted acceleration at evenly spaced times t [s], in the unit of a.

    The signal is taken as zero before and after the samples (subtract what is constant, such as
    gravity), and as having no content above half the sampling rate. It is filtered in the
    frequency domain with the exact H(s), with zeros behind it for as long as the filter remembers:
    the gain of a sine is right to rounding at any sampling rate (docs/theory/roads.md compares).

    Example:
        a_w = ride.weighted_acceleration(t, a, "Wk")
    """
    chosen = weighting_of(weighting)
    times, values, step = even_samples("acceleration", t, a)
    n = len(times)
    size = 1 << int(np.ceil(np.log2(n + chosen.memory / step + 1.0)))
    spectrum = np.fft.rfft(values, size) * chosen.response(np.fft.rfftfreq(size, step))
    return np.fft.irfft(spectrum, size)[:n]


FOLDED = 0.05
"""Share of the weighted power above three quarters of half the sampling rate that is too much."""


def sampling_notices(
    where: str, t: np.ndarray, aw: np.ndarray, weighting: str | Weighting
) -> list[Problem]:
    """Return a notice if samples cannot hold the band of a weighting; refuse folded signals.

    aw: the weighted signal. Below twice the upper limit f2 of the band, samples say nothing of its
    upper part, and what there is of it appears at lower frequencies. A signal that does not fade
    towards half the sampling rate is not held by its samples.
    """
    step = float(t[-1] - t[0]) / (len(t) - 1)
    top, rate = weighting_of(weighting).limits[1], 1.0 / step
    if rate >= 2.0 * top * (1.0 - EVEN):
        return []
    power = np.abs(np.fft.rfft(aw)) ** 2
    high = np.fft.rfftfreq(len(aw), step) > 0.375 * rate
    share = float(np.sum(power[high]) / max(float(np.sum(power)), np.finfo(float).tiny))
    problem = Problem(
        "W36",
        where,
        f"holds frequencies below {0.5 * rate:.4g} Hz only, and the weighting reaches to {top:g} "
        f"Hz; {100 * share:.2g} % of the weighted power is in the upper quarter of what it holds",
        f"{rate:.4g} samples/s",
        action=f"simulate with every={0.5 / top:g}, unless nothing moves faster",
        severity="notice",
    )
    if share <= FOLDED:
        return [problem]
    raise ModelError(
        Problem(
            "N14",
            where,
            f"is not held by its samples: {100 * share:.2g} % of its weighted power is between "
            f"{0.375 * rate:.4g} and {0.5 * rate:.4g} Hz, where they end; what is faster is folded "
            "into the band",
            problem.value,
            cause="states that are kept too far apart",
            action=f"simulate with every={0.5 / top:g}",
        )
    )

"""Random roads after ISO 8608 in two tracks, with long waves in common."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.file_fields import number, plain_text
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle
from sarrus.road.choosing import select
from sarrus.road.iso8608 import BAND, OPTIONS, Iso8608, unit_numbers, wave_sum
from sarrus.road.road import Surface
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

COHERENCE = ("isotropic", "exponential")
OTHER = 0x9E3779B97F4A7C15
"""What makes the seed of the second set of waves: the fractional part of the golden ratio."""


@dataclass(frozen=True)
class Iso8608Tracks(Surface):
    """A random road whose tracks at y = gauge/2 and -gauge/2 both have the spectrum of `Iso8608`.

        left = sum (a A_k + b B_k),  right = sum (a A_k - b B_k),  a^2 + b^2 = 1, a^2 - b^2 = g(n)

    A and B are waves with independent phases, g is the real part of the cross spectrum over the
    spectrum: its square is the coherence of the tracks. isotropic: as if the road were rough alike
    in every direction, g = 2/Gamma(w/2) (pi n t)^(w/2) K_w/2(2 pi n t), t the gauge, w the
    waviness (Dodds and Robson, J. Sound Vib. 31, 1973); exponential: g = exp(-decay n t). Between
    the tracks heights are blended by a cubic, beyond them held. The other numbers are those of
    `Iso8608`.

    Example:
        road = sarrus.road.Iso8608Tracks("C", length=200.0, gauge=1.5, seed=3)
    """

    roughness: str | float = field(metadata=OPTIONS["roughness"])
    length: float = field(metadata=OPTIONS["length"])
    gauge: float = field(metadata=number("m", "distance of the tracks", above=0.0))
    seed: int = field(default=0, metadata=OPTIONS["seed"])
    coherence: str = field(default="isotropic", metadata=plain_text("of the tracks", COHERENCE))
    decay: float = field(
        default=6.0,
        metadata=number("dimensionless", "of the exponential coherence", above=0.0),
    )
    spacing: float = field(default=0.05, metadata=OPTIONS["spacing"])
    waviness: float = field(default=2.0, metadata=OPTIONS["waviness"])
    band: tuple[float, float] = field(default=BAND, metadata=OPTIONS["band"])
    taper: float = field(default=5.0, metadata=OPTIONS["taper"])

    def __post_init__(self) -> None:
        settle(self)
        if self.coherence not in COHERENCE:
            rule = f"must be {' or '.join(map(repr, COHERENCE))}"
            raise ModelError(bad("Iso8608Tracks", "coherence", rule, self.coherence))
        object.__setattr__(self, "band", self.one.band)
        object.__setattr__(self, "seed", self.one.seed)

    @cached_property
    def one(self) -> Iso8608:
        """A road of one track with the same numbers; it checks them."""
        shared = (self.roughness, self.length, self.seed, self.spacing, self.waviness, self.band)
        try:
            return Iso8608(*shared, self.taper)
        except ModelError as error:
            own = [
                replace(p, element=p.element.replace("Iso8608", "Iso8608Tracks", 1))
                for p in error.problems
            ]
            raise ModelError(own) from None

    def common(self, n: Any) -> Any:
        """Return g, the cross spectrum of the tracks over the spectrum, at wavenumbers n."""
        n = np.asarray(n, dtype=float)
        if self.coherence == "exponential":
            return np.exp(-self.decay * n * self.gauge)
        from scipy.special import gamma, kv

        order, x = 0.5 * self.waviness, np.pi * n * self.gauge
        return 2.0 / gamma(order) * x**order * kv(order, 2.0 * x)

    @cached_property
    def curves(self) -> tuple[Curve, Curve]:
        """The mean of left and right over x, and half of their difference."""
        one = self.one
        count = int(np.ceil(self.length / self.spacing - 1e-9)) + 1
        x = self.spacing * np.arange(count)
        n, first, rows, step = one.waves()
        amplitude = np.sqrt(2.0 * one.density(n) * step)
        g = self.common(n)
        found = []
        shares = np.sqrt(0.5 * (1.0 + g)), np.sqrt(np.maximum(0.5 * (1.0 - g), 0.0))
        for seed, share in zip((one.seed, (one.seed + OTHER) % 2**64), shares, strict=True):
            cosine, sine = unit_numbers(seed, len(n))
            re, im = np.zeros(rows), np.zeros(rows)
            re[first : first + len(n)] = amplitude * share * cosine
            im[first : first + len(n)] = amplitude * share * sine
            found.append(Curve(x, one.with_taper(x, wave_sum(re, im)[:count]), 2, "hold"))
        return found[0], found[1]

    def _at(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        mean, half = self.curves
        t = y * (2.0 / self.gauge)
        left, right = t > 1.0, t < -1.0
        blend = select(left, 1.0, select(right, -1.0, t * (1.5 - 0.5 * t * t)))
        rate = select(left, 0.0, select(right, 0.0, (1.5 - 1.5 * t * t) * (2.0 / self.gauge)))
        apart = half(x)
        return mean(x) + blend * apart, mean.slope(x) + blend * half.slope(x), rate * apart

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.extent

    @property
    def extent(self) -> tuple[float, float]:
        return (0.0, float(self.curves[0].x[-1]))

    @property
    def course(self) -> tuple[float, float]:
        return self.extent

    @property
    def detail(self) -> float:
        return self.spacing

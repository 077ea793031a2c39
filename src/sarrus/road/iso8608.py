"""Random roads after ISO 8608."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, numbers, whole
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle, span
from sarrus.road.road import Road
from sarrus.road.table import steepest_of
from sarrus.spatial.arrays import Scalar
from sarrus.spatial.curve import Curve

REFERENCE = 0.1
"""The wavenumber n0 [cycles/m] at which roughness is stated."""

BAND = (0.011, 2.83)
"""The wavenumbers [cycles/m] for which ISO 8608 defines the classes."""

ROUGHNESS = {name: 16e-6 * 4**k for k, name in enumerate("ABCDEFGH")}
"""Gd(n0) [m^3] of the classes: the geometric means of their limits."""

FEWEST_PERIODS = 10
"""Waves of the smallest wavenumber in what the road is cut from."""

MOST_ROWS = 2**24

OPTIONS = {
    "roughness": number(
        "m^3", "a class from A to H, or the spectrum at 0.1 cycles/m", letters=True, above=0.0
    ),
    "length": number("m", "of the road", above=0.0),
    "seed": whole("another one gives another road"),
    "spacing": number("m", "of the rows", above=0.0),
    "waviness": number("dimensionless", "exponent of the spectrum"),
    "band": numbers("1/m", "wavenumbers that are in it, in cycles", 2),
    "taper": number("m", "length at both ends over which the road begins and ends", at_least=0.0),
}
"""What is written of a random road, of one track or of two."""


@dataclass(frozen=True)
class Iso8608(Road):
    """A random road with the spectrum Gd(n) = Gd(n0) (n/n0)^-waviness, from x = 0 to its length.

    roughness: a class "A" (very good) to "H", or Gd(n0) [m^3]. length [m]. seed: another one gives
    another road; the same one gives the same heights at the rows, to the bit, on every machine (for
    a waviness of 2). spacing of the rows [m]; between them is a cubic spline. band: the wavenumbers
    [cycles/m] that are in it. taper: length [m] at both ends over which the road begins and ends;
    outside it is level.

    It is a sum of waves, equally spaced in n, with random phases and the amplitudes
    sqrt(2 Gd(n) dn).

    Example:
        road = sarrus.road.Iso8608("C", length=100.0, seed=3)
    """

    roughness: str | float = field(metadata=OPTIONS["roughness"])
    length: float = field(metadata=OPTIONS["length"])
    seed: int = field(default=0, metadata=OPTIONS["seed"])
    spacing: float = field(default=0.05, metadata=OPTIONS["spacing"])
    waviness: float = field(default=2.0, metadata=OPTIONS["waviness"])
    band: tuple[float, float] = field(default=BAND, metadata=OPTIONS["band"])
    taper: float = field(default=5.0, metadata=OPTIONS["taper"])

    def __post_init__(self) -> None:
        settle(self)
        self._check_roughness()
        problems = []
        seed: Any = self.seed
        if type(seed) not in (int, np.int64, np.uint64) or not 0 <= seed < 2**64:
            problems.append(bad("Iso8608", "seed", "must be a whole number from 0 to 2^64", seed))
        object.__setattr__(self, "band", span("Iso8608", "band", self.band))
        problems += self._of_band()
        if self.length < 2.0 * self.taper or self.length < 4.0 * self.spacing:
            rule = "must be at least twice the taper and four times the spacing"
            problems.append(bad("Iso8608", "length", rule, self.length))
        if not problems and self._rows > MOST_ROWS:
            rule = f"needs {self._rows:,} rows; at most {MOST_ROWS:,} are made"
            problems.append(Problem("M04", "road Iso8608 / length", rule, f"{self.length:g}"))
        if problems:
            raise ModelError(problems)
        object.__setattr__(self, "seed", int(seed))

    def _check_roughness(self) -> None:
        if isinstance(self.roughness, str) and self.roughness not in ROUGHNESS:
            rule = f"is not a class of ISO 8608; they are {', '.join(ROUGHNESS)}"
            problem = Problem(
                "M04",
                "road Iso8608 / roughness",
                rule,
                repr(self.roughness)[:80],
                action="give a letter, or Gd(n0) as a number in m^3, such as 256e-6",
            )
            raise ModelError(problem)

    def _of_band(self) -> list[Problem]:
        problems = []
        first, last = self.band
        if first <= 0.0:
            problems.append(bad("Iso8608", "band", "must be positive wavenumbers", self.band))
        if last * self.spacing > 0.25:
            rule = f"must be at most a quarter of the shortest wave, {1.0 / last:g} m"
            problems.append(bad("Iso8608", "spacing", rule, self.spacing))
        return problems

    @property
    def Gd(self) -> float:
        """The roughness [m^3], a density at n0."""
        found = self.roughness
        return ROUGHNESS[found] if isinstance(found, str) else found

    def density(self, n: Any) -> Any:
        """Return the one-sided spectral density [m^3] that is aimed at, at wavenumbers n."""
        return self.Gd * _power(REFERENCE / np.asarray(n, dtype=float), self.waviness)

    @property
    def _rows(self) -> int:
        """The rows of the sum of waves; the road is cut from them."""
        least = max(self.length, FEWEST_PERIODS / self.band[0])
        return 1 << int(np.ceil(np.log2(least / self.spacing + 1.0)))

    @cached_property
    def curve(self) -> Curve:
        """The spline through the rows."""
        count = int(np.ceil(self.length / self.spacing - 1e-9)) + 1
        x = self.spacing * np.arange(count)
        return Curve(x, self.with_taper(x, self._waves()[:count]), smooth=2, beyond="hold")

    def with_taper(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Return heights that begin and end at 0, over the taper."""
        if self.taper == 0.0:
            return z
        u = np.minimum(np.minimum(x, x[-1] - x) / self.taper, 1.0)
        return z * (u * u * (3.0 - 2.0 * u))

    def waves(self) -> tuple[np.ndarray, int, int, float]:
        """Return the wavenumbers of the sum, the number of the first, rows, and their distance."""
        rows = self._rows
        step = 1.0 / (rows * self.spacing)
        first = int(np.ceil(self.band[0] / step))
        return step * np.arange(first, int(np.floor(self.band[1] / step)) + 1), first, rows, step

    def _waves(self) -> np.ndarray:
        n, first, rows, step = self.waves()
        amplitude = np.sqrt(2.0 * self.density(n) * step)
        cosine, sine = unit_numbers(self.seed, len(n))
        re, im = np.zeros(rows), np.zeros(rows)
        re[first : first + len(n)] = amplitude * cosine
        im[first : first + len(n)] = amplitude * sine
        return wave_sum(re, im)

    def _height(self, x: Scalar) -> Scalar:
        return self.curve(x)

    def _slope(self, x: Scalar) -> Scalar:
        return self.curve.slope(x)

    @property
    def kinks(self) -> tuple[float, ...]:
        return self.extent

    @property
    def extent(self) -> tuple[float, float]:
        return (0.0, float(self.curve.x[-1]))

    @property
    def course(self) -> tuple[float, float]:
        return self.extent

    @property
    def detail(self) -> float:
        return self.spacing

    @property
    def steepest(self) -> float:
        return steepest_of(self.curve)


def _power(ratio: np.ndarray, exponent: float) -> np.ndarray:
    """Return ratio^exponent; for 2, to the same bits everywhere."""
    return ratio * ratio if exponent == 2.0 else ratio**exponent


# Sums of many waves with random phases, to the same bits on every machine: only additions,
# multiplications, divisions and roots of single numbers are used, which IEEE 754 prescribes to the
# last bit; sines, cosines and fast Fourier transforms of libraries are not.

Waves = tuple[np.ndarray, np.ndarray]  # real and imaginary parts


def unit_numbers(seed: int, count: int) -> Waves:
    """Return random complex numbers of length one, evenly distributed over the circle.

    Points drawn from a square are kept if they are inside the circle, and divided by their
    distance. The bits are those of NumPy's PCG64, whose stream is fixed.
    """
    generator = np.random.PCG64(seed)
    re, im = np.empty(0), np.empty(0)
    while len(re) < count:
        u, v = _even(generator, count), _even(generator, count)
        square = u * u + v * v
        kept = (square <= 1.0) & (square > 1e-6)
        length = np.sqrt(square[kept])
        re, im = np.append(re, u[kept] / length), np.append(im, v[kept] / length)
    return re[:count], im[:count]


def _even(generator: np.random.PCG64, count: int) -> np.ndarray:
    """Return numbers between -1 and 1."""
    bits = generator.random_raw(count) >> np.uint64(11)
    return bits.astype(float) * 2.0**-52 - 1.0


def wave_sum(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    """Return sum_k Re(c_k exp(2 pi i k m/N)) for m = 0 ... N - 1; N is a power of two.

    The transform of Cooley and Tukey in the order of Stockham.
    """
    n = len(re)
    cosines, sines = _roots(n)
    size, stride = n, 1
    while size > 1:
        half = size // 2
        a_re, b_re = re.reshape(2, half, stride)
        a_im, b_im = im.reshape(2, half, stride)
        c = cosines[: n // 2 : n // size, None]
        s = sines[: n // 2 : n // size, None]
        d_re, d_im = a_re - b_re, a_im - b_im
        re = np.stack([a_re + b_re, d_re * c - d_im * s], axis=1)
        im = np.stack([a_im + b_im, d_re * s + d_im * c], axis=1)
        size, stride = half, 2 * stride
    return re.ravel()


def _roots(n: int) -> Waves:
    """Return exp(2 pi i k/n) for k = 0 ... n - 1, by halving angles."""
    c, s = np.array([1.0, -1.0]), np.array([0.0, 0.0])
    step_c, step_s = -1.0, 0.0
    while len(c) < n:
        if len(c) == 2:
            step_c, step_s = 0.0, 1.0
        else:
            next_c = np.sqrt((1.0 + step_c) / 2.0)
            step_c, step_s = next_c, step_s / (2.0 * next_c)
        between = (c * step_c - s * step_s, c * step_s + s * step_c)
        c = np.stack([c, between[0]], axis=1).ravel()
        s = np.stack([s, between[1]], axis=1).ravel()
    return c[:n], s[:n]

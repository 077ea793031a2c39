"""A road of waves."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from sarrus.errors import ModelError
from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import bad, settle
from sarrus.road.choosing import select
from sarrus.road.road import Road
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class SineRoad(Road):
    """Waves of equal length; lengths in metres, phase in radians.

        h = amplitude sin(2 pi (x - x0)/wavelength + phase),   x0 = start, or 0 without one

    Before the start and after the end the height stays what it is there.

    Example:
        waves = sarrus.road.SineRoad(amplitude=0.02, wavelength=1.5, start=5.0, end=20.0)
    """

    amplitude: float = field(metadata=number("m", "of the waves", is_input=True))
    wavelength: float = field(metadata=number("m", "of the waves", above=0.0, is_input=True))
    phase: float = field(default=0.0, metadata=number("rad", "at the start", is_input=True))
    start: float | None = field(
        default=None, metadata=number("m", "the x where they begin", is_input=True)
    )
    end: float | None = field(
        default=None, metadata=number("m", "the x where they end", is_input=True)
    )

    def __post_init__(self) -> None:
        settle(self)
        if self.start is not None and self.end is not None and not self.start < self.end:
            rule = f"must be after the start at {self.start:g}"
            raise ModelError(bad("SineRoad", "end", rule, self.end))

    def _angle(self, x: Scalar) -> tuple[Scalar, Scalar]:
        """Return the angle, and the wavenumber [rad/m] where there are waves, else 0."""
        k = 2.0 * np.pi / self.wavelength
        start = 0.0 if self.start is None else self.start
        u = x - start
        rate = k + 0.0 * x
        if self.start is not None:
            rate = select(u < 0.0, 0.0, rate)
            u = select(u < 0.0, 0.0, u)
        if self.end is not None:
            length = self.end - start
            rate = select(u > length, 0.0, rate)
            u = select(u > length, length, u)
        return k * u + self.phase, rate

    def _height(self, x: Scalar) -> Scalar:
        return self.amplitude * np.sin(self._angle(x)[0])

    def _slope(self, x: Scalar) -> Scalar:
        angle, rate = self._angle(x)
        return self.amplitude * np.cos(angle) * rate

    @property
    def kinks(self) -> tuple[float, ...]:
        return tuple(x for x in (self.start, self.end) if x is not None)

    @property
    def extent(self) -> tuple[float, float]:
        start, end = self.start, self.end
        return (-np.inf if start is None else start, np.inf if end is None else end)

    @property
    def detail(self) -> float:
        return self.wavelength / 32.0

    @property
    def steepest(self) -> float:
        return 2.0 * np.pi * abs(self.amplitude) / self.wavelength

    @property
    def period(self) -> float | None:
        return self.wavelength if self.start is None and self.end is None else None

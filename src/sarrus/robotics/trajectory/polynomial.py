"""Laws of one polynomial: straight, cubic, quintic and septic."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import positive
from sarrus.robotics.trajectory.law import Law


@dataclass(frozen=True)
class Linear(Law):
    """A constant speed over a duration T [s]: s = distance t/T. The velocity jumps at the ends."""

    def __post_init__(self) -> None:
        self._numbers("duration")
        self._settle((0.0, self.duration), [(0.0, self.distance / self.duration)])

    def with_duration(self, duration: float) -> Linear:
        """Return the same over another time [s]."""
        return replace(self, duration=positive("Linear / duration", duration, "s"))


@dataclass(frozen=True)
class Cubic(Law):
    """A cubic over a duration T [s] with given rates at its ends; the acceleration jumps there.

    With rates of 0: s = distance (3 u^2 - 2 u^3), u = t/T, and a peak speed of 3/2 of the mean.
    """

    start_rate: float = 0.0
    end_rate: float = 0.0

    def __post_init__(self) -> None:
        self._numbers("duration", finite=("start_rate", "end_rate"))
        T, D, v0, v1 = self.duration, self.distance, self.start_rate, self.end_rate
        c2 = (3.0 * D - (2.0 * v0 + v1) * T) / T**2
        c3 = ((v0 + v1) * T - 2.0 * D) / T**3
        self._settle((0.0, T), [(0.0, v0, c2, c3)])

    def with_duration(self, duration: float) -> Cubic:
        """Return the same shape over another time [s]; rates change with it."""
        k = positive("Cubic / duration", duration, "s") / self.duration
        return replace(
            self, duration=duration, start_rate=self.start_rate / k, end_rate=self.end_rate / k
        )


@dataclass(frozen=True)
class Quintic(Law):
    """A quintic over a duration T [s] with given rates and accelerations at its ends.

    With all of them 0: s = distance (10 u^3 - 15 u^4 + 6 u^5), u = t/T, and a peak speed of 15/8 of
    the mean.
    """

    start_rate: float = 0.0
    end_rate: float = 0.0
    start_acceleration: float = 0.0
    end_acceleration: float = 0.0

    def __post_init__(self) -> None:
        ends = ("start_rate", "end_rate", "start_acceleration", "end_acceleration")
        self._numbers("duration", finite=ends)
        row = hermite(
            self.duration,
            (0.0, self.start_rate, self.start_acceleration),
            (self.distance, self.end_rate, self.end_acceleration),
        )
        T = self.duration
        self._settle((0.0, T / 2.0, T), [row, shifted_coefficients(row, T / 2.0)])

    def with_duration(self, duration: float) -> Quintic:
        """Return the same shape over another time [s]; rates and accelerations change with it."""
        k = positive("Quintic / duration", duration, "s") / self.duration
        return replace(
            self,
            duration=duration,
            start_rate=self.start_rate / k,
            end_rate=self.end_rate / k,
            start_acceleration=self.start_acceleration / k**2,
            end_acceleration=self.end_acceleration / k**2,
        )


@dataclass(frozen=True)
class Septic(Law):
    """A polynomial of degree seven over T [s]: rate, acceleration and jerk are 0 at its ends.

    s = distance (35 u^4 - 84 u^5 + 70 u^6 - 20 u^7), u = t/T; peak speed 35/16 of the mean.
    """

    def __post_init__(self) -> None:
        self._numbers("duration")
        T, D = self.duration, self.distance
        first = (0.0, 0.0, 0.0, 0.0, 35.0, -84.0, 70.0, -20.0)
        second = (0.5, 35.0 / 16.0, 0.0, -8.75, 0.0, 21.0, 0.0, -20.0)  # from u = 1/2 on
        rows = [[D * c / T**power for power, c in enumerate(row)] for row in (first, second)]
        self._settle((0.0, T / 2.0, T), rows)

    def with_duration(self, duration: float) -> Septic:
        """Return the same shape over another time [s]."""
        return replace(self, duration=positive("Septic / duration", duration, "s"))


def shifted_coefficients(row: tuple[float, ...], d: float) -> list[float]:
    """Return the coefficients of the same polynomial from d on.

    Polynomials of high degree are exact to the last digits only near where they count from.
    """
    powers = range(len(row))
    return [sum(comb(n, k) * row[n] * d ** (n - k) for n in powers[k:]) for k in powers]


def hermite(h: Any, start: tuple[Any, Any, Any], end: tuple[Any, Any, Any]) -> tuple[Any, ...]:
    """Return c0 to c5 of the quintic of length h with value, rate and acceleration at both ends.

    Numbers, or arrays of them for many quintics at once.
    """
    (p0, v0, a0), (p1, v1, a1) = start, end
    D = p1 - p0
    c3 = (20.0 * D - (8.0 * v1 + 12.0 * v0) * h - (3.0 * a0 - a1) * h**2) / (2.0 * h**3)
    c4 = (-30.0 * D + (14.0 * v1 + 16.0 * v0) * h + (3.0 * a0 - 2.0 * a1) * h**2) / (2.0 * h**4)
    c5 = (12.0 * D - 6.0 * (v1 + v0) * h - (a0 - a1) * h**2) / (2.0 * h**5)
    return p0, v0, a0 / 2.0, c3, c4, c5

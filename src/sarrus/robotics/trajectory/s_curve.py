"""The S-curve: a trapezoid of acceleration, so that the jerk is limited."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import LIMIT, NUMBER, number, positive
from sarrus.robotics.trajectory.law import Law


@dataclass(frozen=True)
class SCurve(Law):
    """Seven pieces of constant jerk +J 0 -J | 0 | -J 0 +J over a duration T [s].

        V = distance/(T - ta),    A = V/(ta - tj),    J = A/tj

    ramp: ta [s], the time of speeding up and that of slowing down, at most T/2; rounding: tj [s],
    the time in which the acceleration grows and that in which it falls, at most ta/2. With ta =
    T/2 nothing is left at constant speed, with tj = ta/2 nothing at constant acceleration.
    """

    ramp: float
    rounding: float

    def __post_init__(self) -> None:
        self._numbers("duration", "ramp", "rounding")
        for name, most, of in (
            ("ramp", self.duration / 2.0, "duration"),
            ("rounding", self.ramp / 2.0, "ramp"),
        ):
            value = getattr(self, name)
            if value > most * (1.0 + 1e-12):
                rule = f"is longer than half the {of}, {most:g} s"
                raise ModelError(Problem(NUMBER, f"SCurve / {name}", rule, f"{value:g} s"))
        T, ta, tj = self.duration, self.ramp, self.rounding
        J, A, V = self.largest_jerk, self.largest_acceleration, self.speed
        flat = max(ta - 2.0 * tj, 0.0)
        cruise = max(T - 2.0 * ta, 0.0)
        lengths = [tj, flat, tj, cruise, tj, flat, tj]
        lengths = [h if h > 1e-14 * T else 0.0 for h in lengths]
        v1, s1 = J * tj**2 / 2.0, J * tj**3 / 6.0
        v2, s2 = v1 + A * flat, s1 + v1 * flat + A * flat**2 / 2.0
        s3, D = V * ta / 2.0, self.distance
        rows = [
            (0.0, 0.0, 0.0, J / 6.0),
            (s1, v1, A / 2.0, 0.0),
            (s2, v2, A / 2.0, -J / 6.0),
            (s3, V, 0.0, 0.0),
            (D - s3, V, 0.0, -J / 6.0),
            (D - s2, v2, -A / 2.0, 0.0),
            (D - s1, v1, -A / 2.0, J / 6.0),
        ]
        knots = np.concatenate([[0.0], np.cumsum(lengths)])
        knots[-1] = T
        self._settle(knots, rows)

    @property
    def speed(self) -> float:
        """The largest speed V."""
        return self.distance / (self.duration - self.ramp)

    @property
    def largest_acceleration(self) -> float:
        """The acceleration A that is reached."""
        return self.speed / (self.ramp - self.rounding)

    @property
    def largest_jerk(self) -> float:
        """The jerk J."""
        return self.largest_acceleration / self.rounding

    def with_duration(self, duration: float) -> SCurve:
        """Return the same shape over another time [s]."""
        k = positive("SCurve / duration", duration, "s") / self.duration
        return replace(self, duration=duration, ramp=k * self.ramp, rounding=k * self.rounding)

    @staticmethod
    def within(
        velocity: float,
        acceleration: float,
        jerk: float,
        *,
        distance: float = 1.0,
        duration: float | None = None,
    ) -> SCurve:
        """Return the S-curve of least time from rest to rest under limits of the derivatives of s.

        At every time the jerk, the acceleration or the velocity is at its limit. A short distance
        reaches neither the velocity nor, shorter yet, the acceleration. duration [s]: the same
        shape stretched to a longer time.
        """
        v = positive("SCurve / velocity", velocity, "")
        a = positive("SCurve / acceleration", acceleration, "")
        j = positive("SCurve / jerk", jerk, "")
        D = abs(number("SCurve / distance", distance))
        if D == 0.0:
            rule = "must not be 0: nothing would limit the time"
            raise ModelError(Problem(LIMIT, "SCurve / distance", rule))
        tj, ta = _ramp(v, a, j)
        if v * ta > D:  # the velocity is not reached
            tj = a / j
            v = 0.5 * a * (float(np.sqrt(tj * tj + 4.0 * D / a)) - tj)
            ta = tj + v / a
            if ta < 2.0 * tj:  # nor the acceleration
                tj = float(np.cbrt(D / (2.0 * j)))
                ta, v = 2.0 * tj, j * tj * tj
        T = max(D / v + ta, 2.0 * ta)
        found = SCurve(T, ta, tj, distance=distance)
        if duration is None:
            return found
        if positive("SCurve / duration", duration, "s") < T * (1.0 - 1e-12):
            rule = f"is too short: the limits allow {T:.6g} s"
            raise ModelError(Problem(LIMIT, "SCurve / duration", rule, f"{duration:g} s"))
        return found.with_duration(max(duration, T))


def _ramp(v: float, a: float, j: float) -> tuple[float, float]:
    """Return the rounding and the ramp [s] that lead to a speed in the least time."""
    if v * j >= a * a:
        return a / j, a / j + v / a
    tj = float(np.sqrt(v / j))
    return tj, 2.0 * tj

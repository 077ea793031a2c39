"""The trapezoid of paper 3: speed up at a constant acceleration, go on, slow down."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import LIMIT, NUMBER, number, positive
from sarrus.robotics.trajectory.law import Law


@dataclass(frozen=True)
class Trapezoid(Law):
    """A trapezoid of speed over a duration T [s] with ramps [s] at its start and end.

        V = distance/(T - (ta + td)/2)
        s = V t^2/(2 ta)  |  V (t - ta/2)  |  distance - V (T - t)^2/(2 td)

    ramp: ta, more than 0; end_ramp: td, the same unless given. Ramps of T together leave a
    triangle. Paper 3, section 4: ta = td, and V = 1/(T - ta).
    """

    ramp: float
    end_ramp: float | None = None

    def __post_init__(self) -> None:
        if self.end_ramp is None:
            object.__setattr__(self, "end_ramp", self.ramp)
        self._numbers("duration", "ramp", "end_ramp")
        T, ta, td = self.duration, self.ramp, self._end
        if ta + td > T * (1.0 + 1e-12):
            raise ModelError(
                Problem(
                    NUMBER,
                    "Trapezoid / ramp",
                    f"and the ramp at the end, {td:g} s, are together longer than the duration "
                    f"of {T:g} s",
                    f"{ta:g} s",
                    action=f"take ramps of at most {T / 2:g} s, or a longer duration",
                )
            )
        V = self.speed
        cruise = max(T - ta - td, 0.0)
        knots = (0.0, ta, ta + cruise, T)
        after = V * ta / 2.0
        rows = [
            (0.0, 0.0, V / (2.0 * ta)),
            (after, V, 0.0),
            (after + V * cruise, V, -V / (2.0 * td)),
        ]
        self._settle(knots if cruise > 1e-14 * T else (0.0, ta, ta, T), rows)

    @property
    def _end(self) -> float:
        return self.ramp if self.end_ramp is None else self.end_ramp

    @property
    def speed(self) -> float:
        """The constant speed V between the ramps."""
        return self.distance / (self.duration - (self.ramp + self._end) / 2.0)

    def with_duration(self, duration: float) -> Trapezoid:
        """Return the same shape over another time [s]."""
        k = positive("Trapezoid / duration", duration, "s") / self.duration
        return replace(self, duration=duration, ramp=k * self.ramp, end_ramp=k * self._end)

    @staticmethod
    def within(
        velocity: float,
        acceleration: float,
        deceleration: float | None = None,
        *,
        distance: float = 1.0,
        duration: float | None = None,
    ) -> Trapezoid:
        """Return the fastest trapezoid under limits of |ds/dt| and |d2s/dt2|.

        deceleration: limit while slowing down, the same unless given. A short distance does not
        reach the velocity and leaves a triangle. duration [s]: the ramps have the accelerations
        given, and the speed is as small as the time allows.
        """
        v = positive("Trapezoid / velocity", velocity, "")
        a = positive("Trapezoid / acceleration", acceleration, "")
        d = a if deceleration is None else positive("Trapezoid / deceleration", deceleration, "")
        D = abs(number("Trapezoid / distance", distance))
        if D == 0.0:
            rule = "must not be 0: nothing would limit the time"
            raise ModelError(Problem(LIMIT, "Trapezoid / distance", rule))
        ramps = (1.0 / a + 1.0 / d) / 2.0  # time that both ramps cost, for a unit of speed
        v = min(v, float(np.sqrt(D / ramps)))
        fastest = D / v + v * ramps
        if duration is not None:
            T = positive("Trapezoid / duration", duration, "s")
            if fastest * (1.0 - 1e-12) > T:
                rule = f"is too short: the limits allow {fastest:.6g} s"
                raise ModelError(Problem(LIMIT, "Trapezoid / duration", rule, f"{T:g} s"))
            T = max(T, fastest)
            root = float(np.sqrt(max(T * T - 4.0 * ramps * D, 0.0)))
            v, fastest = 2.0 * D / (T + root), T
        ta, td = v / a, v / d
        over = max(1.0, (ta + td) / fastest)  # rounding where nothing is left between the ramps
        return Trapezoid(fastest, ta / over, td / over, distance=distance)

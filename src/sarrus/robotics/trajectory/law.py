"""Time laws: how a fraction or a distance s grows with time, from 0 s to the duration."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import field
from typing import Any, Self

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import LIMIT, number, positive
from sarrus.robotics.trajectory.piecewise import SMOOTH, Piecewise, TimeFunction
from sarrus.spatial.arrays import Scalar


@with_checks
@dataclass(frozen=True)
class Law(TimeFunction):
    """s(t) from 0 at t = 0 to a distance at t = duration, held before and after.

    t [s] is a number, an array, a dual number or a traced value. duration [s]; distance: 1 unless
    given (moves need 1), its unit is that of s. Subclasses are frozen dataclasses that say which
    polynomials they are made of.
    """

    duration: float
    distance: float = field(default=1.0, kw_only=True)
    motion: Piecewise = field(init=False, repr=False, compare=False)

    @abstractmethod
    def with_duration(self, duration: float) -> Self:
        """Return the law of the same shape that takes another time [s]."""

    def _settle(self, knots: Any, coefficients: Any) -> None:
        """Keep the polynomials."""
        motion = Piecewise.of(knots, coefficients, self.distance)
        object.__setattr__(self, "motion", motion)

    def _numbers(self, *positives: str, finite: tuple[str, ...] = ()) -> None:
        """Turn fields into floats; refuse what is no number, or not positive [s]."""
        kind = type(self).__name__
        for name in positives:
            value = positive(f"{kind} / {name}", getattr(self, name), "s")
            object.__setattr__(self, name, value)
        for name in (*finite, "distance"):
            object.__setattr__(self, name, number(f"{kind} / {name}", getattr(self, name)))

    def derivative(self, order: int, t: Any) -> Any:
        """Return the derivative of s of an order at t."""
        return self.motion.derivative(order, t)

    @property
    def knots(self) -> tuple[float, ...]:
        """Times [s] where a derivative jumps, the start and the end among them."""
        return self.motion.corners

    def switches(self, t: Scalar) -> tuple[Scalar, ...]:
        """Return functions of t that change sign at the knots, for the finder of events."""
        return tuple(t - knot for knot in self.knots)

    @property
    def peaks(self) -> tuple[float, float, float]:
        """The largest magnitudes of ds/dt, d2s/dt2 and d3s/dt3, infinite where the one below jumps.

        Rest before and after the law counts.
        """
        found = [self.motion.peak(order) for order in (1, 2, 3)]
        late = 4.0 * float(np.spacing(self.duration))  # by how much knots may be off by rounding
        for order in (1, 2):
            if self.motion.jump(order) > SMOOTH * found[order - 1] + late * found[order]:
                found[order:] = [np.inf] * (3 - order)
        return found[0], found[1], found[2]

    def within_limits(
        self,
        velocity: float | None = None,
        acceleration: float | None = None,
        jerk: float | None = None,
    ) -> Self:
        """Return the fastest law of the same shape that keeps the limits of |s|'s derivatives.

        None: no limit. A limit of what is infinite (the acceleration where the velocity jumps) is
        refused.
        """
        factor = 0.0
        limits = {"velocity": velocity, "acceleration": acceleration, "jerk": jerk}
        for order, (name, limit) in enumerate(limits.items(), 1):
            if limit is None or limit == np.inf:
                continue
            where = f"{type(self).__name__} / {name} limit"
            most = positive(where, limit, "")
            peak = self.peaks[order - 1]
            if peak == np.inf:
                rule = f"cannot be kept: the {name} is infinite where the derivative below it jumps"
                action = "choose a smoother law (Trapezoid, SCurve, Quintic, Septic)"
                raise ModelError(Problem(LIMIT, where, rule, f"{most:g}", action=action))
            factor = max(factor, (peak / most) ** (1.0 / order))
        if factor == 0.0:
            rule = "needs a limit and a distance other than 0"
            raise ModelError(Problem(LIMIT, f"{type(self).__name__} / limits", rule))
        return self.with_duration(factor * self.duration)

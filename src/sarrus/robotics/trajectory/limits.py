"""Limits of velocity, acceleration and jerk, and the fastest law under them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import LIMIT, NUMBER, ROWS, positive, value_of_kind
from sarrus.robotics.trajectory.law import Law
from sarrus.robotics.trajectory.s_curve import SCurve
from sarrus.robotics.trajectory.trapezoid import Trapezoid

SHORTEST = 1e-60
"""Shorter ways [rad or m] do not count: limits divided by them overflow in the polynomials."""


@dataclass(frozen=True)
class Limits:
    """Magnitudes that joints must not exceed: a number for all joints, or one for each.

    velocity [rad/s or m/s], acceleration [rad/s^2 or m/s^2], jerk [rad/s^3 or m/s^3]; None or an
    infinite number: no limit.
    """

    velocity: Any = None
    acceleration: Any = None
    jerk: Any = None

    def of_joints(self, n: int) -> np.ndarray:
        """Return the limits of n joints: rows velocity, acceleration, jerk; infinite for none."""
        values = {"velocity": self.velocity, "acceleration": self.acceleration, "jerk": self.jerk}
        return np.array([_row(f"limits / {name}", value, n) for name, value in values.items()])


@dataclass(frozen=True)
class PathLimits:
    """Magnitudes that a pose must not exceed along its path; None: no limit.

    speed [m/s], acceleration [m/s^2] and jerk [m/s^3] along the path (what the path's curvature
    adds across it does not count); turn_speed [rad/s], turn_acceleration [rad/s^2] and turn_jerk
    [rad/s^3] of the turn.
    """

    speed: float | None = None
    acceleration: float | None = None
    jerk: float | None = None
    turn_speed: float | None = None
    turn_acceleration: float | None = None
    turn_jerk: float | None = None

    def of_path(self) -> np.ndarray:
        """Return the limits: rows velocity, acceleration, jerk; columns of path and turn."""
        pairs = (
            ("speed", self.speed, self.turn_speed),
            ("acceleration", self.acceleration, self.turn_acceleration),
            ("jerk", self.jerk, self.turn_jerk),
        )
        return np.array(
            [[_one(f"limits / {n}", a), _one(f"limits / turn_{n}", b)] for n, a, b in pairs]
        )


def _one(where: str, value: Any) -> float:
    return np.inf if value is None or value == np.inf else positive(where, value, "")


def _row(where: str, value: Any, n: int) -> np.ndarray:
    if not isinstance(value, (list, tuple, np.ndarray)) or np.ndim(value) == 0:
        return np.full(n, _one(where, value))
    if len(value) != n:
        raise ModelError(Problem(ROWS, where, f"must be one number or {n}, not {len(value)}"))
    return np.array([_one(f"{where}[{k}]", item) for k, item in enumerate(value)])


def are_ways(distances: np.ndarray) -> np.ndarray:
    """Return which distances are so long that limits can be divided by them."""
    return np.abs(distances) > SHORTEST


def of_fraction(limits: np.ndarray, distances: np.ndarray) -> list[float | None]:
    """Return limits of velocity, acceleration and jerk of a fraction that all distances share."""
    moving = are_ways(distances)
    if not np.any(moving):
        rule = "moves nothing, so that limits leave its duration open"
        raise ModelError(Problem(LIMIT, "move", rule, action="use Wait, or give a law"))
    least = np.min(limits[:, moving] / np.abs(distances[moving]), axis=1)
    return [None if limit == np.inf else float(limit) for limit in least]


def move_law(
    law: Law | None, limits: list[float | None] | None, duration: float | None = None
) -> Law:
    """Return the law of a move from 0 to 1.

    law: its shape; without limits and duration, the law itself. Without a law, the fastest
    S-curve under the limits, or the fastest trapezoid if no jerk is given. limits: of the
    derivatives of s; duration: stretch to this time [s].
    """
    if law is not None and value_of_kind("law", law, Law).distance != 1.0:
        rule = "must lead from 0 to 1"
        raise ModelError(Problem(NUMBER, "move / law", rule, f"distance = {law.distance:g}"))
    if limits is not None:
        found = _fastest(limits) if law is None else law.within_limits(*limits)
    elif law is not None:
        found = law
    else:
        rule = "needs a law, or limits that decide about its time"
        action = "give law=Trapezoid(1.0, 0.25) or limits=Limits(...)"
        raise ModelError(Problem(LIMIT, "move", rule, action=action))
    if duration is None:
        return found
    T = positive("move / duration", duration, "s")
    if limits is not None and found.duration * (1.0 - 1e-12) > T:
        rule = f"is too short: the limits allow {found.duration:.6g} s"
        raise ModelError(Problem(LIMIT, "move / duration", rule, f"{T:g} s"))
    return found.with_duration(T)


def _fastest(limits: list[float | None]) -> Law:
    v, a, j = limits
    if v is None or a is None:
        rule = "need a velocity and an acceleration, unless a law is given"
        raise ModelError(Problem(LIMIT, "move / limits", rule))
    if j is None:
        return Trapezoid.within(v, a)
    return SCurve.within(v, a, j)

"""Limits of the coordinates of the tree, as vectors."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system import System

TURN = 2.0 * np.pi
ROUNDING = 1e-12


@dataclass(frozen=True)
class Limits:
    """Bounds of the velocity coordinates.

    place: where each stands in q, 0 for those of joints with quaternions, which have no bounds;
    turning: whether it is an angle that whole turns do not change.
    """

    lower: np.ndarray
    upper: np.ndarray
    place: np.ndarray
    turning: np.ndarray

    @staticmethod
    def of(system: System) -> Limits:
        """Return the limits of a system."""
        lower, upper = np.full(system.nv, -np.inf), np.full(system.nv, np.inf)
        place, turning = np.zeros(system.nv, dtype=int), np.zeros(system.nv, dtype=bool)
        coupled = {term.joint for coupler in system.model.couplers for term in coupler.terms}
        for joint in system.compiled.layout.joints:
            if joint.type.nq != joint.type.nv:
                continue
            at, first = (
                system.compiled.layout.v_slice[joint.name],
                system.compiled.layout.q_slice[joint.name].start,
            )
            place[at] = first + np.arange(joint.type.nv)
            if joint.name not in coupled:
                turning[at] = joint.type.periodic
            for k, (low, high) in enumerate(joint.limits):
                lower[at.start + k], upper[at.start + k] = low, high
        return Limits(lower, upper, place, turning)

    def without(self) -> Limits:
        """Return no limits."""
        nothing = np.full(self.lower.shape, np.inf)
        return Limits(-nothing, nothing, self.place, self.turning)

    def within_bounds(self, q: np.ndarray) -> np.ndarray:
        """Return q with bounded coordinates brought within their bounds."""
        found, (bounded, p) = q.copy(), self._bounded
        found[p] = np.minimum(np.maximum(q[p], self.lower[bounded]), self.upper[bounded])
        return found

    @cached_property
    def _bounded(self) -> tuple[np.ndarray, np.ndarray]:
        """Which coordinates have a bound, and where these stand in q."""
        bounded = np.flatnonzero(np.isfinite(self.lower) | np.isfinite(self.upper))
        return bounded, self.place[bounded]

    def unwound(self, q: np.ndarray, near: np.ndarray) -> tuple[np.ndarray, dict[int, float]]:
        """Return q with whole turns taken off towards `near`, within limits where that is possible.

        Also by how much limits are exceeded, by place in q.
        """
        p, turning = self.place, self.turning
        at = q[p]
        close = (np.abs(at - near[p]) <= np.pi) | ~turning
        if (close & (at >= self.lower) & (at <= self.upper)).all():
            return q, {}
        found, beyond = q.copy(), {}
        for k in np.flatnonzero(turning | np.isfinite(self.lower) | np.isfinite(self.upper)):
            i, bounds = int(p[k]), (float(self.lower[k]), float(self.upper[k]))
            if turning[k]:
                found[i], over = nearest_turn(float(q[i]), *bounds, float(near[i]))
            else:
                over = excess(float(q[i]), *bounds)
            if over:
                beyond[i] = over
        return found, beyond


def nearest_turn(angle: float, lower: float, upper: float, near: float) -> tuple[float, float]:
    """Return the angle plus whole turns within limits and nearest to `near`, and what is beyond.

    Where no number of turns brings it within the limits, it is the one that exceeds them least.
    """
    nearest = angle + TURN * round((near - angle) / TURN)
    over = excess(nearest, lower, upper)
    if over == 0.0:
        return nearest, 0.0
    bounds = [bound for bound in (lower, upper) if np.isfinite(bound)]
    turns = {round((bound - angle) / TURN) + k for bound in bounds for k in (-1, 0, 1)}
    choices = [angle + TURN * k for k in sorted(turns)]
    best = min(choices, key=lambda x: (excess(x, lower, upper), abs(x - near)))
    return best, excess(best, lower, upper)


def excess(x: float, lower: float, upper: float) -> float:
    """Return how far a coordinate is beyond its limits, 0 where that may be rounding."""
    over = max(lower - x, x - upper, 0.0)
    return over if over > ROUNDING else 0.0

"""Moves of joints: every joint is a polynomial of time in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, number_from_start
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import (
    LIMIT,
    NUMBER,
    ROWS,
    choice,
    positive,
    value_of_kind,
    vector,
)
from sarrus.robotics.trajectory.law import Law
from sarrus.robotics.trajectory.limits import Limits, are_ways, move_law, of_fraction
from sarrus.robotics.trajectory.piecewise import SMOOTH, Piecewise, TimeFunction, distinct
from sarrus.spatial.arrays import Scalar

TOGETHER = ("path", "time")


@dataclass(frozen=True)
class JointMove(TimeFunction):
    """The motion of n joints over a time: q(t) [rad or m] with exact derivatives.

    t [s] is a number, a dual number or a traced value, and answers are of n numbers; an array of
    k times is answered by k rows. `move["A"]` is the motion of a named joint, a function of t that
    `system.drive` and `system.simulate(driven=...)` take; `move.drives` has all of them by name.
    """

    motions: tuple[Piecewise, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.names and len(self.names) != len(self.motions):
            rule = f"must be {len(self.motions)}, one for each joint, not {len(self.names)}"
            raise ModelError(Problem(ROWS, "move / names", rule))
        if len(set(self.names)) < len(self.names):
            raise ModelError(Problem(ROWS, "move / names", "must differ", str(self.names)[:80]))

    def __len__(self) -> int:
        return len(self.motions)

    def __getitem__(self, joint: str | int) -> Piecewise:
        if isinstance(joint, str) and joint in self.names:
            return self.motions[self.names.index(joint)]
        if isinstance(joint, int):
            return self.motions[number_from_start(joint, len(self), "joint", "this move")]
        known = ", ".join(self.names) or "not named"
        rule = f"is not a joint of this move of {len(self)}; its joints are {known}"
        raise ModelError(Problem(NUMBER, "move", rule, repr(joint)))

    @property
    def drives(self) -> dict[str, Piecewise]:
        """The motion of every joint by its name, as `system.drive` takes them."""
        if not self.names:
            action = "give names=('A', 'B', ...) to the move"
            raise ModelError(Problem(ROWS, "move / names", "are not given", action=action))
        return dict(zip(self.names, self.motions, strict=True))

    def derivative(self, order: int, t: Any) -> Any:
        """Return the derivative of an order at t: n numbers, or a row of them for every time."""
        if isinstance(t, (list, tuple)):
            t = np.array(t)
        columns = [motion.derivative(order, t) for motion in self.motions]
        if isinstance(t, np.ndarray) and t.ndim:
            return np.stack(columns, axis=-1)
        return np.array(columns)

    @property
    def duration(self) -> float:
        """The time [s] that the move takes."""
        return self.motions[0].duration

    @property
    def knots(self) -> tuple[float, ...]:
        """Times [s] where a derivative of some joint jumps, the start and the end among them."""
        return distinct(t for motion in self.motions for t in motion.corners)

    def switches(self, t: Scalar) -> tuple[Scalar, ...]:
        """Return functions of t that change sign at the knots, for the finder of events."""
        return tuple(t - knot for knot in self.knots)

    @property
    def start(self) -> np.ndarray:
        """The joints at the start."""
        return np.array([motion.coefficients[0][0] for motion in self.motions])

    @property
    def end(self) -> np.ndarray:
        """The joints at the end."""
        return np.array([motion.end for motion in self.motions])

    @property
    def peaks(self) -> np.ndarray:
        """The largest |dq/dt|, |d2q/dt2|, |d3q/dt3| between knots (rows) of every joint."""
        return np.array([[m.peak(order) for m in self.motions] for order in (1, 2, 3)])

    def with_duration(self, duration: float) -> JointMove:
        """Return the same motion over another time [s]."""
        factor = positive("move / duration", duration, "s") / self.duration
        return JointMove(tuple(m.with_time_scale(factor) for m in self.motions), self.names)

    def within(self, limits: Limits) -> JointMove:
        """Return the same motion at the highest speed that keeps the limits of all joints."""
        allowed = limits.of_joints(len(self))
        peaks = self.peaks
        self._check_smooth(allowed, peaks)
        powers = 1.0 / np.arange(1, 4)
        factor = float(np.max((peaks / allowed) ** powers[:, None]))
        if factor == 0.0:
            raise ModelError(Problem(LIMIT, "move / limits", "leave the duration open"))
        return self.with_duration(factor * self.duration)

    def _check_smooth(self, allowed: np.ndarray, peaks: np.ndarray) -> None:
        """Refuse limits of a derivative that is infinite, since the one below it jumps."""
        for order, what in ((1, "acceleration"), (2, "jerk")):
            for k, motion in enumerate(self.motions):
                jumps = motion.jump(order) > SMOOTH * peaks[order - 1, k]
                if jumps and np.any(allowed[order:, k] < np.inf):
                    rule = f"cannot be kept: the derivative below the {what} jumps"
                    where = f"limits / {what} of joint {self.names[k] if self.names else k}"
                    raise ModelError(Problem(LIMIT, where, rule))


@with_checks
def joint_move(
    start: Any,
    end: Any,
    law: Law | None = None,
    *,
    limits: Limits | None = None,
    duration: float | None = None,
    together: str = "path",
    continuous: Any = False,
    names: Sequence[str] = (),
) -> JointMove:
    """Return the move of joints from start to end: q = start + (end - start) s(t).

    start, end: of all joints [rad or m]. law: s(t), from 0 to 1. limits: of the joints, which
    decide about the time: the fastest law of that shape or, without a law, the fastest trapezoid
    (S-curve, if a jerk is given). duration [s]: stretch to this time. together: "path", one law
    for all joints, which move on a straight line of joint space; "time", every joint has the law
    that its own limits allow, and all are stretched to the time of the slowest. continuous: True,
    or for each joint, whether it turns without end and takes the shorter way round to its end (at
    most pi). names: of the joints, for `drives`.

    Example:
        limits = robotics.Limits(velocity=2.0, acceleration=8.0)
        robotics.joint_move([0, 0], [1.2, -0.4], limits=limits)
    """
    q0 = vector("move / start", start)
    q1 = vector("move / end", end, q0.size)
    choice("move / together", together, TOGETHER)
    way, q1 = shorter_way(q0, q1, continuous)
    allowed = None if limits is None else value_of_kind("limits", limits, Limits).of_joints(q0.size)
    if together == "time" and allowed is not None:
        laws = _in_time(law, allowed, way, duration)
    else:
        shared = None if allowed is None else of_fraction(allowed, way)
        laws = [move_law(law, shared, duration)] * q0.size
    motions = [
        one.motion.with_gain(float(w), float(a), float(b))
        for one, w, a, b in zip(laws, way, q0, q1, strict=True)
    ]
    return JointMove(tuple(motions), tuple(names))


def _in_time(
    law: Law | None, allowed: np.ndarray, way: np.ndarray, duration: float | None
) -> list[Law]:
    """Return a law for every joint, all of the duration that the slowest needs."""
    moving = np.flatnonzero(are_ways(way)).tolist()
    if not moving:
        of_fraction(allowed, way)  # says that nothing moves
    own = {k: move_law(law, of_fraction(allowed[:, [k]], way[[k]])) for k in moving}
    slowest = max(own.values(), key=lambda one: one.duration)
    T = slowest.duration if duration is None else positive("move / duration", duration, "s")
    if slowest.duration * (1.0 - 1e-12) > T:
        rule = f"is too short: the limits allow {slowest.duration:.6g} s"
        raise ModelError(Problem(LIMIT, "move / duration", rule, f"{T:g} s"))
    return [own.get(k, slowest).with_duration(T) for k in range(way.size)]


def shorter_way(q0: np.ndarray, q1: np.ndarray, continuous: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the way from q0 to q1 and its end; of continuous joints, the shorter way round."""
    try:
        value = np.asarray(continuous)
    except ValueError:
        value = np.zeros(0)
    if value.dtype != bool or value.shape not in ((), q0.shape):
        rule = f"must be True or False, for all or for each of {q0.size} joints"
        raise ModelError(Problem(ROWS, "move / continuous", rule, repr(continuous)[:80]))
    endless = np.broadcast_to(value, q0.shape)
    way = q1 - q0
    turned = way - 2.0 * np.pi * np.round(way / (2.0 * np.pi))
    way = np.where(endless, turned, way)
    return way, np.where(endless, q0 + turned, q1)

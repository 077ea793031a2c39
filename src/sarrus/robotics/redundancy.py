"""Joints to spare: what a redundant robot does with motions that its frame does not feel.

Of all joints that hold a frame where it is wanted, those are preferred where

    H = 1/2 sum ((q_i - p_i)/s_i)^2 + l sum (b_i - a_i)^2/(4 (b_i - q_i) (q_i - a_i)) - m log w(q)

is small: near a posture p, away from the ends a and b of the ranges (Zghal, Dubey, Euler 1990), and
away from singular positions, w being the product of the singular values of the Jacobian (Yoshikawa
1985); s_i are 1 for turns and the length of the mechanism for slides. Along a path with the
velocity V of the frame the joints move by

    v = J^+ V - |V| D(q),   D = gain P grad H, saturated,   P = 1 - J^+ J

(Liegeois 1977), with |V| so that the positions along a path do not depend on its law.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.placement import place_on
from sarrus.robotics.trajectory.checking import ROWS, number
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system import System
from sarrus.system.checks import numbers

STEP = 1e-3
"""Step of differences of the fourth order [rad, or lengths of the mechanism]."""
STENCIL = np.array([(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)])
"""Steps and weights of these differences, over 12 steps."""
EDGE = 1e-3
"""Nearer to the end of a range than this part of it, the slope of H is that at this place."""
FASTEST = 3.0
"""Most that joints move among themselves while the frame moves by a length or turns by 1 rad."""


@dataclass(frozen=True, eq=False)
class NullSpaceGoal:
    """What joints to spare are used for, in the null space of the Jacobian of the led frame.

    posture: q that they stay near; limits and singularities: weights of the distance from the ends
    of the ranges and from singular positions, 0 where they do not matter; gain: how quickly the
    goal is approached along a path, in e-folds for each length of the robot, or radian, that the
    frame moves.

    Example:
        robotics.NullSpaceGoal(limits=0.1, singularities=1.0)
    """

    posture: Any = None
    limits: float = field(default=0.0, kw_only=True)
    singularities: float = field(default=0.0, kw_only=True)
    gain: float = field(default=10.0, kw_only=True)

    def __post_init__(self) -> None:
        problems = []
        for name in ("limits", "singularities", "gain"):
            value = number(f"goal / {name}", getattr(self, name))
            if value < 0.0 or (name == "gain" and value == 0.0):
                rule = "must be above 0" if name == "gain" else "must not be below 0"
                problems.append(Problem(ROWS, f"goal / {name}", rule, f"{value:g}"))
        if not problems and self.posture is None and not (self.limits or self.singularities):
            action = "give a posture, or a weight of limits or singularities"
            problems.append(Problem(ROWS, "goal", "wants nothing", action=action))
        if problems:
            raise ModelError(problems)


def goal_of(goal: Any) -> NullSpaceGoal | None:
    """Return the goal that is given: itself, or a posture; None of none."""
    return goal if goal is None or isinstance(goal, NullSpaceGoal) else NullSpaceGoal(goal)


class Redundancy:
    """A goal for the joints that a frame of a system has to spare, in its null space.

    components: how many of the six of the frame are led, 3 or 6.
    """

    def __init__(self, system: System, frame: str, components: int, goal: Any) -> None:
        self.system, self.components = system, components
        self.body, X_BF = place_on(system.model, frame)
        self.point = np.asarray(X_BF.position, dtype=float)
        self.goal = goal_of(goal)
        own = None if self.goal is None else self.goal.posture
        self.posture = None if own is None else numbers("goal / posture", own, system.nq)
        bounds, loops = Limits.of(system), system.compiled.loops
        known = np.isfinite(bounds.lower) & np.isfinite(bounds.upper)
        self.bounded = np.flatnonzero(known & (bounds.upper > bounds.lower))
        self.low, self.high = bounds.lower[self.bounded], bounds.upper[self.bounded]
        self.place = bounds.place[self.bounded]
        self.columns = np.asarray(loops.column_scale, dtype=float)
        self.scale = np.where(np.arange(components) < 3, loops.length, 1.0)

    def size(self, V: np.ndarray) -> float:
        """Return |V| of led components, in lengths of the mechanism and radians."""
        return float(np.linalg.norm(V / self.scale))

    def slope(self, q: np.ndarray) -> np.ndarray:
        """Return the slopes of H by velocities, of posture and limits: (..., nv)."""
        found = np.zeros((*np.shape(q)[:-1], self.system.nv))
        if self.posture is not None:
            found += self._away(q) / self.columns**2
        if self.goal is not None and self.goal.limits:
            span = self.high - self.low
            at = np.clip(q[..., self.place], self.low + EDGE * span, self.high - EDGE * span)
            up, down = self.high - at, at - self.low
            found[..., self.bounded] += (
                self.goal.limits * span**2 * (down - up) / (4.0 * (up * down) ** 2)
            )
        return found

    def _away(self, q: np.ndarray) -> np.ndarray:
        if self.system.nq == self.system.nv:
            return np.asarray(q - self.posture)
        return np.asarray(self.system.difference(q, self.posture))

    def null_slope(self, q: np.ndarray, N: np.ndarray, rank: int) -> np.ndarray:
        """Return the slopes of H along columns N that leave the frame where it is.

        q, N: of one position, or rows of them; rank: of the frame's Jacobian.
        """
        found = np.einsum("...ij,...i->...j", N, self.slope(q))
        if self.goal is not None and self.goal.singularities and N.shape[-1]:
            found = found - self.goal.singularities * self.slope_of_measure(q, N, rank)
        return np.asarray(found)

    def slope_of_measure(self, q: np.ndarray, N: np.ndarray, rank: int) -> np.ndarray:
        """Return the slopes of log w along columns N."""
        ways = np.moveaxis(N, -1, -2)  # (..., directions, nv)
        moved = STEP * STENCIL[:, 0, None] * ways[..., None, :]  # (..., directions, steps, nv)
        if self.system.nq == self.system.nv:
            rows = q[..., None, None, :] + moved
        else:
            rows = np.array([[self.system.add(q, step) for step in way] for way in moved])
        values = self._measure(rows.reshape(-1, self.system.nq), rank).reshape(moved.shape[:-1])
        return np.asarray(values @ STENCIL[:, 1] / (12.0 * STEP))

    def _measure(self, q: np.ndarray, rank: int) -> np.ndarray:
        """Return log w at rows of positions, loops closed."""
        J = np.array(self.system.jacobian(self.body, self.point, q))[:, : self.components]
        J = J / self.scale[:, None] * self.columns
        loops = self.system.compiled.loops
        if loops.m:
            free = [loops.scaled_matrix(loops.closure(row)[1]).null_space for row in q]
            J = np.array([j @ (n / self.columns[:, None]) for j, n in zip(J, free, strict=True)])
        size = np.linalg.svd(J, compute_uv=False)[:, :rank]
        return np.asarray(np.sum(np.log(np.maximum(size, 1e-300)), axis=1))

    def rank(self, A: ScaledMatrix) -> int:
        """Return the rank of the frame's Jacobian; A: the rows of loops and frame."""
        loops = self.system.compiled.loops
        return A.rank - (loops.scaled_matrix(A.A[: loops.m]).rank if loops.m else 0)

    # --- along paths ------------------------------------------------------------------------------

    def drift(self, q: np.ndarray, A: ScaledMatrix) -> np.ndarray:
        """Return D: how joints move towards the goal, for each length that the frame moves.

        A: the rows of loops and frame.
        """
        if self.goal is None:
            return np.zeros(self.system.nv)
        N = A.null_space
        pull = self.goal.gain * self.null_slope(q, N, self.rank(A))
        return np.asarray(N @ pull / np.sqrt(1.0 + float(pull @ pull) / FASTEST**2))

    def null_part(self, A: ScaledMatrix, rates: np.ndarray) -> np.ndarray:
        """Return the part of rates that the frame does not feel."""
        N = A.null_space
        return np.asarray(N @ ((N / self.columns[:, None] ** 2).T @ rates))

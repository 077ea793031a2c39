"""Explicit integration of all coordinates, projected after every step."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.cartesian.bodies import POSITIONS
from sarrus.cartesian.motion import Motion
from sarrus.cartesian.null_space import accelerations, pivots_of
from sarrus.cartesian.projection import closed_positions, consistent_velocities
from sarrus.cartesian.state import CartesianState, quaternion_rates

WORN = 0.1
"""Rows are chosen again when their smallest pivot is below this part of the best one."""


class ExplicitMotion(Motion):
    """(y, Y) by the explicit Runge-Kutta method of order 8, DOP853.

    During a step the independent rows stay the same, so that the right-hand side is smooth;
    positions and velocities are projected after every step.
    """

    def solver(self, state: CartesianState, until: float) -> Any:
        """Return SciPy's solver at a consistent state."""
        from scipy.integrate import DOP853

        self.near = state.near
        self.rows = self.independent_rows(self.evaluation.constraints(state.y, state.near)[1])
        start = np.concatenate([state.y, state.Y])
        return DOP853(self.rate, state.time, start, until, rtol=self.rtol, atol=self.atol)

    def rate(self, t: float, z: np.ndarray) -> np.ndarray:
        """Return the time derivative of (y, Y)."""
        state = self._state(t, z)
        Ydot = accelerations(self.terms(state), self.rows) * self.evaluation.scale
        pdot = quaternion_rates(state.quaternions, state.spins)
        return np.concatenate([np.hstack([state.velocities, pdot]).ravel(), Ydot])

    def state(self, t: float, z: np.ndarray) -> CartesianState:
        """Return the consistent state of the integrated variables."""
        rough = self._state(t, z)
        y, jacobian = closed_positions(self.evaluation, rough.y, self.near)
        Y = consistent_velocities(self.evaluation, jacobian, rough.Y)
        return self.state_with_turns(t, y, Y)

    def solver_after_step(self, solver: Any) -> Any:
        """Project after a step; choose the rows again where they have become dependent."""
        state = self.state(solver.t, solver.y)
        self.near = state.near
        jacobian = self.evaluation.constraints(state.y, state.near)[1]
        best = self.independent_rows(jacobian)
        if len(best) > len(self.rows) or (
            pivots_of(jacobian[self.rows])[0].min(initial=1.0) < WORN * self.pivot
        ):
            self.rows = best
        solver.y = np.concatenate([state.y, state.Y])
        solver.f = solver.fun(solver.t, solver.y)
        return solver

    def _state(self, t: float, z: np.ndarray) -> CartesianState:
        n = POSITIONS * self.evaluation.n_bodies
        y = z[:n].reshape(-1, POSITIONS).copy()
        y[:, 3:7] /= np.linalg.norm(y[:, 3:7], axis=1, keepdims=True)
        return CartesianState(t, y.ravel(), z[n:], self.near)

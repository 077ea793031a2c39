"""Implicit integration of the independent coordinates: the first method of paper 4."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.cartesian.motion import Motion
from sarrus.cartesian.null_space import accelerations
from sarrus.cartesian.partition import Partition, rates, second_rates
from sarrus.cartesian.state import CartesianState
from sarrus.errors import Problem, SimulationStopped
from sarrus.late_dataclass import dataclass

WORN = 0.1
"""Coordinates are chosen again when the dependent ones are below this part of the best."""
INCREMENT = 1e-7
"""Of differences, as part of the size of a coordinate."""


@dataclass
class ImplicitMotion(Motion):
    """(v, vdot) of the independent coordinates by BDF or Radau; the dependent ones by Newton."""

    formula: str = "BDF"
    until: float = 0.0
    choices: int = 0
    partition: Partition = field(init=False)
    known: np.ndarray = field(init=False)

    def solver(self, state: CartesianState, until: float) -> Any:
        """Return SciPy's solver for the coordinates that are chosen at a consistent state."""
        import scipy.integrate

        self.near, self.known, self.until = state.near, state.y, until
        self.rows = self.independent_rows(self.evaluation.constraints(state.y, state.near)[1])
        self.partition = Partition.at(self.evaluation, state.y, state.near)
        self.choices += 1
        chosen = self.partition.independent
        start = np.concatenate([state.y[chosen], rates(state.y, state.Y)[chosen]])
        method = getattr(scipy.integrate, self.formula)
        values = {"rtol": self.rtol, "atol": self.atol, "jac": self.jacobian}
        return method(self.rate, state.time, start, until, **values)

    def rate(self, t: float, z: np.ndarray) -> np.ndarray:
        """Return (vdot, vddot); NaN, so that the step shrinks, where the loops do not close."""
        found = self._all_coordinates(z)
        if found is None:
            return np.full(len(z), np.nan)
        y, Y = found
        self.known = y
        state = CartesianState(t, y, Y, self.near)
        Ydot = accelerations(self.terms(state), self.rows) * self.evaluation.scale
        chosen = self.partition.independent
        return np.concatenate([z[len(chosen) :], second_rates(y, Y, Ydot)[chosen]])

    def jacobian(self, t: float, z: np.ndarray) -> np.ndarray:
        """Return d(rate)/dz by differences, with increments that suit lengths and speeds.

        SciPy's own take the tolerances for the size of variables that are zero, as at rest.
        """
        n = len(self.partition.independent)
        length = self.evaluation.equations.length
        sizes = length / self.partition.scale[self.partition.independent]
        fast = max(float(np.max(np.abs(z[n:] / sizes), initial=0.0)), 1.0)
        increments = INCREMENT * np.concatenate([sizes, fast * sizes])
        middle, known = self.rate(t, z), self.known
        columns = []
        for k, increment in enumerate(increments):
            self.known = known
            moved = z.copy()
            moved[k] += increment
            columns.append((self.rate(t, moved) - middle) / increment)
        self.known = known
        return np.array(columns).T.reshape(len(z), len(z))

    def state(self, t: float, z: np.ndarray) -> CartesianState:
        """Return the state with the independent coordinates and velocities z."""
        found = self._all_coordinates(z)
        if found is None:
            raise SimulationStopped(_open_loop_problem(t))
        return self.state_with_turns(t, *found)

    def solver_after_step(self, solver: Any) -> Any:
        """Choose rows and coordinates again where the present ones have become poor."""
        state = self.state(solver.t, solver.y)
        self.near, self.known = state.near, state.y
        self.rows = self.independent_rows(self.evaluation.constraints(state.y, state.near)[1])
        best = Partition.at(self.evaluation, state.y, state.near)
        if len(best.dependent) != len(self.partition.dependent) or self.partition.quality(
            state.y, state.near
        ) < WORN * best.quality(state.y, state.near):
            return self.solver(state, self.until)
        return solver

    def _all_coordinates(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        n = len(self.partition.independent)
        return self.partition.all_coordinates(z[:n], z[n:], self.known, self.near)


def _open_loop_problem(t: float) -> Problem:
    return Problem(
        "S11",
        "simulation",
        f"stops at t = {t:.9g} s: the dependent coordinates cannot be found",
        cause="a singular position",
        action="use the explicit method, or tighten rtol and atol",
    )

"""What explicit and implicit integration share: loads, right-hand side, loop over the steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.cartesian.evaluation import Evaluation, Terms
from sarrus.cartesian.null_space import RANK, pivots_of
from sarrus.cartesian.state import CartesianState
from sarrus.errors import Problem, SimulationStopped
from sarrus.late_dataclass import dataclass

Inputs = Callable[[float], tuple[np.ndarray, np.ndarray]]
"""Joint efforts and wrenches on the bodies at a time."""


@dataclass
class Motion(ABC):
    """A way to integrate; `inputs(t)` gives efforts and wrenches."""

    evaluation: Evaluation
    inputs: Inputs
    rtol: float
    atol: float
    near: np.ndarray = field(default_factory=lambda: np.zeros(0))
    rows: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))
    pivot: float = 1.0
    watch: float = 1.0
    steps: int = 0
    evaluations: int = 0

    @abstractmethod
    def solver(self, state: CartesianState, until: float) -> Any:
        """Return a solver of SciPy at a consistent state."""

    @abstractmethod
    def state(self, t: float, z: np.ndarray) -> CartesianState:
        """Return the consistent state of the integrated variables z."""

    @abstractmethod
    def solver_after_step(self, solver: Any) -> Any:
        """Return the solver with which to go on after a step."""

    def terms(self, state: CartesianState) -> Terms:
        """Return the equations of motion at a state."""
        self.evaluations += 1
        efforts, wrenches = self.inputs(state.time)
        return self.evaluation.terms(
            state.y, state.Y, state.near, efforts, wrenches, float(state.time)
        )

    def independent_rows(self, jacobian: np.ndarray) -> np.ndarray:
        """Return independent rows, as many as before at least, and note their smallest pivot."""
        pivots, order = pivots_of(jacobian)
        rank = max(int(np.count_nonzero(pivots > RANK)), len(self.rows))
        self.pivot = float(pivots[:rank].min(initial=1.0))
        self.watch = min(self.watch, self.pivot)
        return np.sort(order[:rank])

    def state_with_turns(self, t: float, y: np.ndarray, Y: np.ndarray) -> CartesianState:
        """Return the state with the whole turns of its angles counted on."""
        return CartesianState(t, y, Y, self.evaluation.joint_measures(y, Y, self.near)[0])

    def states(
        self, start: CartesianState, until: float, times: Sequence[float] | None
    ) -> list[CartesianState]:
        """Return the states at the given times, or at every step."""
        wanted = None if times is None else [t for t in times if t > start.time]
        found = [start] if times is None or len(wanted or ()) < len(times) else []
        solver = self.solver(start, until)
        while solver.status == "running":
            message = solver.step()
            if solver.status == "failed":
                raise SimulationStopped(_failure(solver.t, message))
            self.steps += 1
            due = wanted is not None and wanted and wanted[0] <= solver.t
            dense = solver.dense_output() if due else None
            while dense is not None and wanted and wanted[0] <= solver.t:
                t = wanted.pop(0)
                found.append(self.state(t, dense(t)))
            solver = self.solver_after_step(solver) if solver.status == "running" else solver
            if wanted is None:
                found.append(self.state(solver.t, solver.y))
        return found


def _failure(t: float, message: str) -> Problem:
    return Problem(
        "S12",
        "simulation",
        f"stops at t = {t:.9g} s: {message}",
        cause="a singular position, or forces that change too fast for the tolerances",
        action="loosen rtol and atol, or use the implicit method",
    )

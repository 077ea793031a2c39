"""Ordinary differential equations y' = f(t, y) by CVODE: Adams of order 1 to 12, BDF of 1 to 5."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.options import Function, Options, Roots, checked_state
from sarrus.solvers.sundials.stepper import NORMAL, ONE_STEP, NativeStepper

METHODS = {"adams": 1, "bdf": 2}
HIGHEST_ORDER = {"adams": 12, "bdf": 5}
CORRECTORS = ("auto", "newton", "functional")
NEWTON_UP_TO = 30
"""States up to this size are cheaper to correct by Newton's method, difference quotients included:
it takes about 1.1 iterations per step, functional iteration about 1.9."""


def checked_method(method: str, corrector: str) -> None:
    """Refuse names that mean nothing."""
    if method not in METHODS:
        raise ValueError(f"method must be 'adams' or 'bdf', not '{method}'")
    if corrector not in CORRECTORS:
        raise ValueError(f"corrector must be one of {', '.join(CORRECTORS)}, not '{corrector}'")


class NativeCvode(NativeStepper):
    """CVODE in the libraries of the wheel; see `CvodeStepper`."""

    prefix = "CVode"

    def __init__(
        self,
        library: Library,
        rhs: Function,
        t0: float,
        y0: Any,
        end: float,
        *,
        method: str,
        jacobian: Function | None,
        corrector: str,
        roots: Roots | None,
        pass_end: bool,
        options: Options,
    ) -> None:
        checked_method(method, corrector)
        state = checked_state("y0", y0)
        options.check(state.size, HIGHEST_ORDER[method])
        super().__init__(library, float(t0), state, end)
        self._advance = library["CVode"]
        functional = corrector == "functional" or (
            corrector == "auto"
            and method == "adams"
            and jacobian is None
            and state.size > NEWTON_UP_TO
        )
        solver, matrix = (0, 0)
        if functional:
            iteration = self._memory.fixed_point(self._y_vector)
        else:
            solver, matrix = self._memory.linear_solver(state.size, self._y_vector)
        created = library["CVodeCreate"](METHODS[method], self._memory.context)
        self._mem = self._memory.integrator("CVodeFree", created)
        address = self._callbacks.add("rhs", rhs, (state.size,))
        self._call("Init", address, self.t, self._y_vector)
        self._call("SetMaxHnilWarns", -1)
        if functional:
            self._call("SetNonlinearSolver", iteration)
        else:
            self._call("SetLinearSolver", solver, matrix)
            self.linear_evaluations = "GetNumLinRhsEvals"
            if jacobian is not None:
                shape = (state.size, state.size)
                self._call("SetJacFn", self._callbacks.add("jacobian", jacobian, shape))
        self._set_options(options)
        self._set_roots(roots)
        self._stop_at(None if pass_end else self._end)

    def _solve(self, tout: float, task: int) -> int:
        return int(self._advance(self._mem, tout, self._y_vector, self._t_place, task))

    def step(self) -> tuple[float, np.ndarray]:
        """Take one step of the integrator's own choice; return where it led."""
        self._move(self._end, ONE_STEP)
        return self._t.value, self._y.copy()

    def advance(self, t: float) -> tuple[float, np.ndarray]:
        """Go to t, or to a root or the stop time before it; return where that is."""
        self._move(t, NORMAL)
        return self._t.value, self._y.copy()

    def interpolate(self, t: float, derivative: int = 0) -> np.ndarray:
        """Return the state, or a derivative of it, at a time inside the last step."""
        return self._dky(t, derivative)

    def reinit(self, t: float, y: Any, end: float | None = None) -> None:
        """Start again from t and y, with the history forgotten and the work counted on."""
        state = checked_state("y", y, self._y.size)
        with self._alone:
            self._restart(t, end)
            self._y[:] = state
            self._call("ReInit", self._t.value, self._y_vector)
            self._stop_at(self._stop)

"""Differential-algebraic equations F(t, y, y') = 0 by IDA: BDF of order 1 to 5."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.options import Function, Options, Roots, checked_state
from sarrus.solvers.sundials.stepper import NORMAL, ONE_STEP, NativeStepper

HIGHEST_ORDER = 5
CORRECTIONS = {"algebraic": 1, "state": 2}
GROWTH = 2.0
"""A step is doubled where the error allows it to be this many times larger."""
NEVER = 1e6
"""More than any error allows."""


def checked_algebraic(algebraic: Any, n: int) -> np.ndarray:
    """Return a mask of the algebraic components from a mask or from indices."""
    value = np.asarray([] if algebraic is None else algebraic)
    if value.dtype == bool:
        if value.shape != (n,):
            raise ValueError(f"the mask 'algebraic' must have {n} entries")
        return value.copy()
    indices = value.astype(int)
    if value.ndim != 1 or np.any(indices != value):
        raise ValueError("'algebraic' must be a mask or a list of indices")
    if np.any((indices < 0) | (indices >= n)):
        raise ValueError(f"indices in 'algebraic' must be between 0 and {n - 1}")
    mask = np.zeros(n, bool)
    mask[indices] = True
    return mask


class NativeIda(NativeStepper):
    """IDA in the libraries of the wheel; see `IdaStepper`."""

    prefix = "IDA"
    linear_evaluations = "GetNumLinResEvals"

    def __init__(
        self,
        library: Library,
        residual: Function,
        t0: float,
        y0: Any,
        yp0: Any,
        end: float,
        *,
        jacobian: Function | None,
        algebraic: Any,
        correct: str | None,
        suppress_algebraic: bool,
        roots: Roots | None,
        pass_end: bool,
        options: Options,
    ) -> None:
        state = checked_state("y0", y0)
        n = state.size
        rates = checked_state("yp0", yp0, n)
        differential = np.where(checked_algebraic(algebraic, n), 0.0, 1.0)
        checked_correction(correct)
        options.check(n, HIGHEST_ORDER)
        super().__init__(library, float(t0), state, end)
        self._advance = library["IDASolve"]
        self._patient, self._equal, self._kept = options.patient, 0, (0.0, 0)
        self._yp = rates
        self._yp_vector = self._memory.vector(rates)
        id_vector = self._memory.vector(differential)
        solver, matrix = self._memory.linear_solver(n, self._y_vector)
        created = library["IDACreate"](self._memory.context)
        self._mem = self._memory.integrator("IDAFree", created)
        address = self._callbacks.add("residual", residual, (n,))
        self._call("Init", address, self.t, self._y_vector, self._yp_vector)
        self._call("SetId", id_vector)
        self._call("SetLinearSolver", solver, matrix)
        if jacobian is not None:
            self._call("SetJacFn", self._callbacks.add("jacobian", jacobian, (n, n)))
        self._call("SetSuppressAlg", int(suppress_algebraic))
        self._set_options(options)
        self._set_roots(roots)
        self._stop_at(None if pass_end else self._end)
        if correct is not None:
            self.correct(correct)

    @property
    def yp(self) -> np.ndarray:
        """The derivative of the state at `t`, as a copy."""
        return self._yp.copy()

    def correct(self, what: str, toward: float | None = None) -> None:
        """Make the start consistent, directly after a (re-)initialisation.

        "algebraic": the algebraic components of y and the differential ones of yp, from the
        differential components of y; "state": all of y from yp. `toward` is a time near the
        first output.
        """
        checked_correction(what)
        first = self._end if toward is None else toward
        with self._alone:
            flag = self._library["IDACalcIC"](self._mem, CORRECTIONS[what], first)
            if flag < 0:
                self._raise_failure(flag)
            self._call("GetConsistentIC", self._y_vector, self._yp_vector)

    def _solve(self, tout: float, task: int) -> int:
        return int(
            self._advance(self._mem, tout, self._t_place, self._y_vector, self._yp_vector, task)
        )

    def step(self) -> tuple[float, np.ndarray, np.ndarray]:
        """Take one step of the integrator's own choice; return t, y and y' where it led."""
        self._move(self._end, ONE_STEP)
        if self._patient:
            self._wait()
        return self._t.value, self._y.copy(), self._yp.copy()

    def _wait(self) -> None:
        """Let the next step be followed by a larger one only if it is the last of enough equals."""
        step, order = self.last_step, self.order
        self._equal = self._equal + 1 if (step, order) == self._kept else 1
        self._kept = step, order
        with self._alone:
            may = GROWTH if self._equal > order else NEVER
            self._call("SetEtaFixedStepBounds", 1.0, may)

    def advance(self, t: float) -> tuple[float, np.ndarray, np.ndarray]:
        """Go to t, or to a root or the stop time before it; return t, y and y' there."""
        self._move(t, NORMAL)
        return self._t.value, self._y.copy(), self._yp.copy()

    def interpolate(self, t: float, derivative: int = 0) -> np.ndarray:
        """Return the state, or a derivative of it, at a time inside the last step."""
        return self._dky(t, derivative)

    def reinit(self, t: float, y: Any, yp: Any, end: float | None = None) -> None:
        """Start again from t, y and yp, with the history forgotten and the work counted on."""
        state = checked_state("y", y, self._y.size)
        rates = checked_state("yp", yp, self._y.size)
        with self._alone:
            self._restart(t, end)
            self._equal = 0
            self._y[:], self._yp[:] = state, rates
            self._call("ReInit", self._t.value, self._y_vector, self._yp_vector)
            self._stop_at(self._stop)


def checked_correction(correct: str | None) -> None:
    """Refuse a name that means nothing."""
    if correct is not None and correct not in CORRECTIONS:
        raise ValueError(f"correct must be 'algebraic', 'state' or None, not '{correct}'")

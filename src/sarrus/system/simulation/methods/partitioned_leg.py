"""A leg of implicit integration in independent coordinates, as paper 4 does it.

CVODE's BDF, of variable order and step, integrates the independent coordinates and velocities, the
states of force elements and the energy balance. Dependent coordinates, velocities, accelerations
and multipliers, (9) and (10), are found in every evaluation, and the dependent coordinates of the
last one are kept: Newton's iteration begins with them. The derivative by the independent entries is
exact,

    d f_v / d y_v = (df/dy)_v  dy/dy_v

with df/dy of all coordinates and the change of the whole state on the loops,

    dq_w = -Phi_w^+ Phi_v dq_v,   dv_w = -Phi_w^+ (Phi_v dv_v + d(Phi v)/dq dq)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.reduced import PartSlopes, PartState, part_slope, part_slopes
from sarrus.kernels.native import Record, address_of, compile_function
from sarrus.solvers import sundials
from sarrus.system.simulation.methods.leg import LegState
from sarrus.system.simulation.methods.reduced_equations import ReducedEquations
from sarrus.system.simulation.methods.reduced_leg import (
    begun_equations,
    better_choice,
    choice_record,
    note_choice,
    usual_limit,
)
from sarrus.system.simulation.methods.sundials_leg import SundialsLeg, adapters
from sarrus.system.simulation.recording import PASSAGE

VANISHED = 1e-13
"""Steps, as part of the run, that lead nowhere where the dependent coordinates are singular."""


def _singular(t: float, h: float, watch: float) -> Problem:
    return Problem(
        "E-SINGULAR",
        f"t = {t:.9g} s",
        f"the loops become singular: steps of {h:.2g} s lead nowhere, and the block of dependent "
        f"coordinates comes to {watch:.1g} of a regular one",
        cause="a dead point that the motion is driven into, or a change point",
        action="end before it, change a length, or use method='auto', which passes change points",
    )


class PartSystem:
    """The reduced equations as functions of their independent part alone, with their derivative.

    known: the whole state that was closed last.
    """

    def __init__(self, equations: ReducedEquations, y: np.ndarray) -> None:
        self.equations, sim = equations, equations.sim
        self.part = np.flatnonzero(equations.controlled).astype(np.int64)
        self.known, n = y.copy(), len(self.part)
        self.closure = equations.closure()
        self.watch = np.ones(1)
        self.slope = PartState(n=n)
        self._shared = {"part": self.part, "known": self.known}
        own = equations.reduced_state(self.closure)
        ydot = np.zeros(sim.size)
        keywords = {"y": np.zeros(n), "time": np.zeros(1)}
        self.slope.bind(**keywords, **self._shared, ydot=ydot, watch=self.watch, equations=own)
        self._code = compile_function(part_slope)

    @property
    def n(self) -> int:
        """The number of independent entries."""
        return len(self.part)

    def rhs(self) -> Any:
        """Return the slope of the independent part as the integrator takes it."""
        if not self.equations.sim.traced:
            return self._with_python_laws
        return self._native(self._code, self.slope, self.n)

    def jacobian(self) -> Any:
        """Return the derivative of the slope, None where laws cannot be traced."""
        equations, n = self.equations, self.n
        sim = equations.sim
        if not sim.traced:
            return None
        bound = BoundKernel(equations.tangents_kernel, {}, equations.shared)
        bound.update(equations.shared)
        closure, state = equations.closure(), PartSlopes(n=n)
        nq, nv, rows = sim.system.nq, sim.system.nv, equations.partition.rows
        state.bind(
            y=np.zeros(n),
            time=np.zeros(1),
            whole=bound.inputs["y"],
            whole_time=bound.inputs["t"],
            N=np.zeros(sim.size),
            theta=np.zeros(nv + 1),
            slip=np.zeros(rows + 1),
            tangents=bound,
            closure=closure.state,
            **{name: bound.outputs[name].reshape(-1) for name in ("J", "by_q", "E", "back")},
            **self._shared,
        )
        self._keeps = (closure, bound, nq)
        return self._native(compile_function(part_slopes), state, n * n)

    def _native(self, code: Any, state: Record, size: int) -> Any:
        parts = (sundials.Part("y", self.n), sundials.Part("t", 1))
        value = (sundials.Part("value", size),)
        return sundials.NativeFunction(
            address_of(code), parts, value, 1, adapters(), (code, state, self), state.address
        )

    def _with_python_laws(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return the slope with laws that only Python can evaluate."""
        whole = self.whole_state(y, t)
        if np.all(np.isfinite(whole)):
            self.equations.sim.apply_laws(whole, t, self.equations.shared)
        value, state = np.zeros(self.n), self.slope
        state.y[...], state.time[...] = y, t
        outs = np.array([value.ctypes.data], dtype=np.uint64)
        self._code(state.address, outs.ctypes.data, 0)
        if not np.all(np.isfinite(value)):
            raise sundials.TryShorterStep
        return value

    def whole_state(self, y: np.ndarray, t: float) -> np.ndarray:
        """Return the whole state of an independent part."""
        if not hasattr(self, "_closing"):
            self._closing = self.equations.bound_closing(python=False)
        whole = self.known.copy()
        whole[self.part] = y
        self._closing.inputs["y"][...], self._closing.inputs["t"][...] = whole, t
        self._closing()
        return np.array(self._closing.outputs["y"])

    @property
    def iterations(self) -> int:
        """Steps of the closure so far."""
        return self.closure.iterations


class PartitionedLeg(SundialsLeg):
    """Steps of BDF in independent coordinates."""

    def __init__(self, here: LegState) -> None:
        self.equations = begun_equations(here)
        self.newton = 0
        super().__init__(here)
        self.limit = usual_limit(self.equations)
        if here.memory:
            self.limit = float(here.memory["limit"])

    def _integrator(self, t: float, y: np.ndarray) -> Any:
        self._count_closures()
        self.inputs.update(self.equations.shared)  # efforts that hold for a while are set there
        self.system = PartSystem(self.equations, y)
        self.newton = 0
        keywords = {**self.tolerances, "atol": self.tolerances["atol"][self.system.part]}
        jacobian = self.system.jacobian()
        if jacobian is not None:
            keywords["jacobian"] = jacobian
        end, start = self.here.order.plan.end, y[self.system.part]
        return sundials.cvode_stepper(self.system.rhs(), t, start, end, method="bdf", **keywords)

    def _state(self, t: float) -> np.ndarray:
        return self.system.whole_state(self.stepper.interpolate(t), t)

    def _last_state(self) -> np.ndarray:
        return self.system.whole_state(self.stepper.y, self.stepper.t)

    def _watch_rows(self, t: float) -> None:
        watch, account = float(self.system.watch[0]), self.here.record.account
        account.smallest_watch = min(account.smallest_watch, watch)
        self.here.record.passes(t, watch < PASSAGE and self._is_singular(t))
        if watch < PASSAGE:
            self._check_progress(t, watch)
        if watch >= self.limit:
            return
        y = self._state(t)
        found = better_choice(self.equations, y)
        if found is None:
            self.limit = min(self.limit, 0.1 * watch)
            return
        self.equations.choose(y, found)
        self.limit = usual_limit(self.equations)
        note_choice(self.here, self.equations.names, t)
        account.choices += 1
        self._remade(t, y)

    def _check_progress(self, t: float, watch: float) -> None:
        """Stop where steps vanish before a singular position that cannot be passed."""
        plan, h = self.here.order.plan, self.stepper.last_step
        if h < VANISHED * (plan.end - plan.start):
            raise self.here.record.stop_error(_singular(t, h, watch))

    def _anew(self, t: float, y: np.ndarray | None = None) -> None:
        """Begin again from the state reached, whose dependent part is where closures begin."""
        y = self._state(t) if y is None else y
        self.system.known[...] = y
        self.stepper.reinit(t, y[self.system.part])

    def _remade(self, t: float, y: np.ndarray) -> None:
        """Begin again in other coordinates."""
        self._count()
        self.stepper.close()
        self.counted = sundials.Counts()
        self.stepper = self._integrator(t, y)

    def _count(self) -> None:
        super()._count()
        self._count_closures()

    def _count_closures(self) -> None:
        system = getattr(self, "system", None)
        if system is not None:
            self.here.record.account.iterations += system.iterations - self.newton
            self.newton = system.iterations

    def memory(self) -> dict[str, Any]:
        """Return what a new integrator needs to begin at the mark just made."""
        return {
            "t": self.stepper.t,
            "y": self.system.known.copy(),
            "T": self.equations.shared.get("T"),
            "choice": choice_record(self.equations),
            "limit": self.limit,
        }

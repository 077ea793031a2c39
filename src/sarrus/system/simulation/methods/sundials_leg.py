"""A leg by SUNDIALS: variable-order Adams and BDF (CVODE), and IDA on the residual of paper 4.

CVODE integrates all coordinates with a right side that looks at the projection of the state on
the loops: what the integrator lets drift has no influence on the motion, and is drawn back. IDA
solves

    qdot = rate(q, v + Phi_v^T mu),  M vdot = h + Phi_v^T lambda,  Phi(q) = 0,  Phi_v v = 0

with multipliers as unknowns, so that dependent coordinates and multipliers stay consistent.

A velocity that a damper draws back within a few steps follows the positions, and jumps whenever
the step or the order changes, by more than its tolerance however short the step is. IDA doubles a
step as soon as its error is small, and raises the order only after steps of equal size: where each
doubled step jumps and is rejected, it goes on at order 1, with steps of the damper's time.

So steps grow only after equal ones, as many as the order k plus 2, much as in CVODE, and the error
test looks at what the equations leave of an error until then: the diagonal of A^(k + 2), where
A = (F_y + F_y' / h)^-1 F_y' / h is what they leave of it in one step, 1 / (1 + h d) of a velocity
that they draw back at the rate d, and all of it in directions in which the mechanism moves freely.

What Newton's iteration leaves is no smaller in shorter steps, and differences of high order make
it up to 30 times larger; powers of stiff forces in the balance show it first. It must be small.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels import Kernel
from sarrus.kernels.targets.llvm import machine
from sarrus.solvers import sundials
from sarrus.system.simulation.methods.friction_locking import bearing_problem, stop_reason
from sarrus.system.simulation.methods.leg import (
    SETTLED,
    Crossing,
    LegState,
    Pace,
    check_corrections,
    check_reach,
    collapse_error,
    crossing_in_step,
)
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.simulation.recording import PASSAGE

STRICTER = 0.05
"""Part of the tolerance that single steps may use: the errors of many steps add up."""
MOST_STEPS = 50_000_000
FIRST = 1e-6
"""First step of IDA as part of the run: its own guess can leave multipliers to rounding."""
NEWTON = (1e-3, 0.1)
"""Part of the tolerance that IDA's iteration may leave: what is left looks like an error."""
ROUNDING = 1e-12
"""Part of a number that it may always leave: short steps amplify rounding."""
MULTIPLIERS = 1e-3
"""Part of the first multipliers that the iteration may leave: in short steps they are rounding."""
TINY = 1e-6
"""Least part of an error that is looked at."""
INSIDE = 2
"""Points inside a step at which events are looked at, besides its end."""


@cache
def adapters() -> Any:
    """Return the machine code between SUNDIALS and kernels."""

    def load(text: str, name: str) -> tuple[int, Any]:
        loaded = machine.load(machine.kept_code(text))
        return loaded.address(name), loaded

    return sundials.Adapters.compile(load)


class SundialsLeg:
    """Steps of "adams", "bdf" or "ida"."""

    def __init__(self, here: LegState) -> None:
        self.here = here
        sim, plan = here.sim, here.order.plan
        T = here.memory["T"] if here.memory else sim.choice(here.y, apart=plan.method == "ida")
        self.inputs = sim.inputs(T, here.record.held)
        self.inputs["watch"] = np.ones(1)
        self.project = sim.project_kernel() if sim.needs_projection else None
        self.closing = sim.bound_closing({}) if sim.corrects else None
        self.fixed = plan.method == "ida"
        self.last = (0.0, 0)
        self.limit, self.chosen = WATCH, -1
        self.loose = np.ones(sim.size + (2 * sim.rows if self.fixed else 0))
        self.tolerances: dict[str, Any] = {
            "rtol": STRICTER * plan.rtol,
            "atol": sim.absolute_tolerances(STRICTER * plan.atol),
            "max_steps": MOST_STEPS,
        }
        t, y = here.t, here.y.copy()
        if here.memory:
            t, y = float(here.memory["t"]), np.array(here.memory["y"])
        self.pace = Pace(plan.end, t)
        self.stepper = self._integrator(t, y)
        self.k = int(np.searchsorted(plan.times, t, side="right"))
        self.counted = sundials.Counts()

    def _integrator(self, t: float, y: np.ndarray) -> Any:
        sim, plan = self.here.sim, self.here.order.plan
        if self.fixed:
            problem = bearing_problem(sim, t, y, self.inputs)
            if problem is not None:
                raise self.here.record.stop_error(problem)
            self.last, self.loose[:] = (0.0, 0), 1.0
            return _ida(sim, t, y, plan.end, self.inputs, self.tolerances, self.loose)
        method = "bdf" if plan.method == "partitioned" else plan.method  # in a tree they are one
        return _cvode(sim, t, y, plan.end, method, self.inputs, self.tolerances)

    def go(self) -> Crossing | None:
        """Go on to the next event or the end."""
        try:
            return self._go()
        except sundials.IntegrationError as problem:
            self._count()
            found, stepper = _failure(self.here.order.plan.method, problem), self.stepper
            value, h = self.inputs, stepper.last_step
            reason = stop_reason(self.here.sim, stepper.t, self._last_state(), h, value, found)
            raise self.here.record.stop_error(reason) from None
        finally:
            self._count()
            self.stepper.close()

    def _go(self) -> Crossing | None:
        here, plan, times = self.here, self.here.order.plan, self.here.order.plan.times
        period, record, taken = here.sim.period, here.record, 0
        outside = here.sim.outside if here.sim.asks_outside else None
        while self.k < len(times):
            stop = plan.start + record.following * period if period else np.inf
            if outside is not None and outside.next_time > self.stepper.t:
                stop = min(stop, outside.next_time)
            if stop < np.inf:
                self.stepper.stop_at(min(plan.end, stop))
            start = self.stepper.t
            self.stepper.step()
            t = self.stepper.t
            if self.closing is not None:
                self._state(t)
            crossing = self._crossing(start, t)
            self._keep(t if crossing is None else crossing.t)
            if crossing is not None and here.watch is not None:
                if not here.watch.only_switches(crossing.which):
                    return crossing
                t = crossing.t
                self.pace.kinks += 1
                here.watch.before = here.watch.values(crossing.y, t)
                self._anew(t)
            self._watch_rows(t)
            if self.fixed:
                self._loosen(t)
            if outside is not None:
                crossing = self._due(t)
                if crossing is not None:
                    return crossing
            sampled = period and t >= plan.start + record.following * period
            if sampled and self.stepper.event == "stop" and self.k < len(times):
                y = self._state(t)
                if here.sim.outside is not None:
                    here.sim.outside.step(here.sim, t, y)
                    here.record.note_exchange(t, y)
                record.following += 1
                record.held = here.sim.held_efforts(here.sim.state_of(y, t))
                here.record.note_sample(t)
                self.inputs["tau"][...], self.inputs["tau_cut"][...] = record.held
                if here.watch is not None:
                    here.watch.hold(record.held)
                self._anew(t, y)
            taken += 1
            if taken >= SETTLED and not taken % SETTLED:
                self._keep(t)
                check_reach(here.record, plan, t, taken, self.stepper.last_step)
                step = self.pace.collapsed_step(t, taken)
                if step is not None:
                    raise collapse_error(here, t, self._state(t), step)
            here.progress.at((t - plan.start) / (plan.end - plan.start))
            if here.record.due and self.k < len(times):
                self._anew(t)
                here.record.safe(self)
        return None

    def _state(self, t: float) -> np.ndarray:
        """Return the state at a time of the last step, put back on the loops."""
        y = np.ascontiguousarray(self.stepper.interpolate(t)[: self.here.sim.size])
        if self.project is None:
            return y
        if self.closing is not None:
            return self._corrected_state(self.closing, y, t)
        return self.here.sim.closed_state(self.project, y, t, self.inputs)

    def _corrected_state(self, closing: Any, y: np.ndarray, t: float) -> np.ndarray:
        """Return a state corrected to the user's eps."""
        closing.update({**self.inputs, "y": y, "t": np.array([t])})
        closing()
        check_corrections(self.here)
        return np.array(closing.outputs["y"])

    def _keep(self, until: float) -> None:
        times, record = self.here.order.plan.times, self.here.record
        while self.k < len(times) and times[self.k] <= until * (1.0 + 1e-15):
            y = self._state(min(float(times[self.k]), self.stepper.t))
            record.keep(times[self.k : self.k + 1], y[None, :])
            self.k += 1

    @cached_property
    def usual(self) -> float:
        """The regularity of the loops where the leg began."""
        return self.here.sim.regularity(self.here.y)

    def _last_state(self) -> np.ndarray:
        """Return the state that the integrator has reached."""
        return np.asarray(self.stepper.y)

    def _is_singular(self, t: float) -> bool:
        """Return whether the loops come near a singular position at a time of the last step."""
        return self.here.sim.regularity(self._state(t)) < PASSAGE * self.usual

    def _watch_rows(self, t: float) -> None:
        """Look at the watch, and choose the rows anew where it is low.

        Where that has just been done, masses differ much, and a lower watch is usual.
        """
        here, watch = self.here, float(self.inputs["watch"][0])
        account = here.record.account
        here.record.passes(t, watch < PASSAGE and self._is_singular(t))
        account.smallest_watch = min(account.smallest_watch, watch)
        if here.sim.mixing and watch < self.limit and not self.fixed:
            self._count()
            if self.chosen == account.steps:
                self.limit = 0.1 * watch
                return
            self.inputs["T"][...] = here.sim.choice(self._state(t))
            account.choices += 1
            self._anew(t)
            self._count()
            self.chosen = account.steps + 1

    def _due(self, t: float) -> Crossing | None:
        """Return the event that an FMU wants after the step that was taken, if it wants one."""
        here, y = self.here, self._state(t)
        if here.sim.outside is None or here.watch is None:
            return None
        names = here.sim.outside.due(here.sim, t, y)
        return Crossing(t, y, here.watch.places_of(names)) if names else None

    def _anew(self, t: float, y: np.ndarray | None = None) -> None:
        """Begin again from the state reached, or another: a re-initialisation mark."""
        y = self._state(t) if y is None else y
        if self.fixed:
            self._count()
            self.stepper.close()
            self.counted = sundials.Counts()
            self.stepper = self._integrator(t, y)
        else:
            self.stepper.reinit(t, y)

    def _loosen(self, t: float) -> None:
        """Let IDA's error test look at errors as the equations leave them, for a new step size."""
        h, order, sim = self.stepper.last_step, self.stepper.order, self.here.sim
        if (h, order) == self.last:
            return
        self.last = h, order
        kernel = sim.residual_jacobian_kernel()
        values = {**self.inputs, "y": self.stepper.y, "yp": self.stepper.yp, "t": np.array([t])}

        def slopes(cj: float) -> np.ndarray:
            values["cj"] = np.array([cj])
            return kernel(*[values[port.name] for port in kernel.inputs])

        try:
            left = np.linalg.solve(slopes(1.0 / h), (slopes(1.0) - slopes(0.0)) / h)
        except np.linalg.LinAlgError:
            return
        nq, n = sim.system.nq, sim.system.nq + sim.system.nv
        part = np.diag(np.linalg.matrix_power(left, order + 2))[nq:n]
        self.loose[nq:n] = 1.0 / np.clip(np.abs(part), TINY, 1.0)

    def _crossing(self, start: float, end: float) -> Crossing | None:
        watch = self.here.watch
        if watch is None:
            return None
        return crossing_in_step(watch, self._state, start, end, INSIDE)

    def _count(self) -> None:
        account, counts = self.here.record.account, self.stepper.counts
        was = self.counted
        account.steps += (counts.steps or 0) - (was.steps or 0)
        account.evaluations += (counts.evaluations or 0) - (was.evaluations or 0)
        account.rejected += (counts.rejected or 0) - (was.rejected or 0)
        more = (counts.jacobian_evaluations or 0) - (was.jacobian_evaluations or 0)
        account.jacobians += more
        self.counted = counts

    def memory(self) -> dict[str, Any]:
        """Return what a new integrator needs to begin at the mark just made."""
        return {
            "t": self.stepper.t,
            "y": self.stepper.y[: self.here.sim.size].copy(),
            "T": self.inputs.get("T"),
        }


def _cvode(
    sim: Simulator,
    t: float,
    y: np.ndarray,
    end: float,
    method: str,
    inputs: dict[str, np.ndarray],
    tolerances: dict[str, Any],
) -> Any:
    rhs = _native(sim.ambient_kernel(), {"y": "y", "t": "t", "ydot": "value"}, inputs)
    if not sim.native:
        rhs = _asking_python(sim, inputs)
    if method == "bdf" and sim.native:
        roles = {"y": "y", "t": "t", "J": "value"}
        tolerances = {**tolerances, "jacobian": _native(sim.slope_jacobian_kernel(), roles, inputs)}
    return sundials.cvode_stepper(rhs, t, y, end, method=method, **tolerances)


def _ida(
    sim: Simulator,
    t: float,
    y: np.ndarray,
    end: float,
    inputs: dict[str, np.ndarray],
    tolerances: dict[str, Any],
    looseness: np.ndarray,
) -> Any:
    kernel = sim.residual_kernel()
    m = sim.rows
    state, rate = sim.residual_start(y, t, inputs)
    residual = _native(kernel, {"y": "y", "yp": "yp", "t": "t", "residual": "value"}, inputs)
    roles = {"y": "y", "yp": "yp", "t": "t", "cj": "cj", "J": "value"}
    slopes = _native(sim.residual_jacobian_kernel(), roles, inputs)
    mask = np.zeros(sim.size + 2 * m, dtype=bool)
    mask[sim.size :] = True
    lam = float(np.max(np.abs(state[sim.size :]), initial=0.0))
    convergence = float(np.clip(ROUNDING / tolerances["rtol"], *NEWTON))
    loose = np.full(sim.size + 2 * m, MULTIPLIERS * max(lam, 1.0) / convergence)
    loose[: sim.size] = tolerances["atol"]
    return sundials.ida_stepper(
        residual,
        t,
        state,
        rate,
        end,
        jacobian=slopes,
        algebraic=mask,
        suppress_algebraic=bool(m),
        first_step=FIRST * (end - t),
        looseness=looseness,
        convergence=convergence,
        patient=True,
        **{**tolerances, "atol": loose},
    )


def _native(kernel: Kernel, roles: dict[str, str], inputs: dict[str, np.ndarray]) -> Any:
    names = {port.name for port in (*kernel.inputs, *kernel.outputs)}
    fixed = {name: value for name, value in inputs.items() if name in names and name not in roles}
    return sundials.NativeFunction.of(kernel, adapters(), roles=roles, inputs=fixed)


def _asking_python(sim: Simulator, inputs: dict[str, np.ndarray]) -> Any:
    """Return the right side as a Python function, for laws that cannot be traced, and for FMUs."""
    kernel = sim.ambient_kernel()

    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        y = np.array(y)
        sim.ask_python(y, t, inputs)
        values = {**inputs, "y": y, "t": np.array([t])}
        ydot, watch = kernel(*[values[port.name] for port in kernel.inputs])
        inputs["watch"][...] = watch
        return ydot

    return rhs


def _failure(method: str, problem: Exception) -> Problem:
    t = getattr(problem, "t", float("nan"))
    return Problem(
        "E-STEP",
        f"{method} at t = {t:.9g} s",
        f"the integrator cannot go on: {problem}",
        cause="a discontinuous or singular force, or a singular position of the loops",
        action="look at the motion before this time, or use method='auto'",
    )

"""Runs with SUNDIALS: variable-order Adams and BDF (CVODE), and IDA on the residual of paper 4.

CVODE integrates all coordinates with a right side that looks at the projection of the state on
the loops: what the integrator lets drift has no influence on the motion, and is drawn back. IDA
solves

    qdot = rate(q, v + Phi_v^T mu),  M vdot = h + Phi_v^T lambda,  Phi(q) = 0,  Phi_v v = 0

with multipliers as unknowns, so that dependent coordinates and multipliers stay consistent.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels import Kernel, llvm
from sarrus.solvers import sundials
from sarrus.system.native_loops import WATCH
from sarrus.system.progress import Progress
from sarrus.system.recording import Recorder
from sarrus.system.run import Account, Run
from sarrus.system.simulator import Simulator
from sarrus.system.state import State

STRICTER = 0.05
"""Part of the tolerance that single steps may use: the errors of many steps add up."""
MOST_STEPS = 50_000_000


@cache
def _adapters() -> Any:
    return sundials.Adapters.compiled(lambda text, name: llvm.loaded(llvm.assembled(text), name))


def sundials_run(
    sim: Simulator,
    start: State,
    times: np.ndarray,
    method: str,
    rtol: float,
    atol: float,
    progress: Progress,
) -> Run:
    """Return a run by "adams", "bdf" or "ida", with states at the given times."""
    began = time.perf_counter()
    record = Recorder(sim, Account(method, allowed=max(1e3 * rtol, 1e-9)))
    y0 = sim.start(start)
    given = sim.given(sim.choice(y0), sim.held(start))
    project = sim.project_kernel() if sim.needs_projection else None
    given["watch"] = np.ones(1)
    tolerances = {"rtol": STRICTER * rtol, "atol": STRICTER * atol, "max_steps": MOST_STEPS}
    if method == "ida":
        stepper = _ida(sim, start, y0, times, given, tolerances)
    else:
        stepper = _cvode(sim, start, y0, times, method, given, tolerances)
    record.account.traced_inputs = sim.traced
    record.account.preparation = time.perf_counter() - began
    record.keep(times[:1], y0[None, :])
    began = time.perf_counter()
    try:
        _loop(sim, record, stepper, project, times, given, progress, fixed=method == "ida")
    except sundials.IntegrationError as problem:
        raise record.stopped(_failed(method, problem)) from None
    except KeyboardInterrupt:
        record.interrupted()
    account, counts = record.account, stepper.counts
    account.wall = time.perf_counter() - began
    account.steps, account.evaluations = counts.steps or 0, counts.evaluations or 0
    account.rejected = counts.rejected or 0
    account.jacobians = counts.jacobian_evaluations or 0
    stepper.close()
    progress.done()
    return record.run()


def _cvode(
    sim: Simulator,
    start: State,
    y0: np.ndarray,
    times: np.ndarray,
    method: str,
    given: dict[str, np.ndarray],
    tolerances: dict[str, Any],
) -> Any:
    rhs = _native(sim.ambient_kernel(), {"y": "y", "t": "t", "ydot": "value"}, given)
    if not sim.traced:
        rhs = _with_python_laws(sim, given)
    return sundials.cvode_stepper(rhs, start.t, y0, float(times[-1]), method=method, **tolerances)


def _ida(
    sim: Simulator,
    start: State,
    y0: np.ndarray,
    times: np.ndarray,
    given: dict[str, np.ndarray],
    tolerances: dict[str, Any],
) -> Any:
    kernel = sim.residual_kernel()
    m = sim.rows
    state, rate = sim.residual_start(y0, start.t, given)
    residual = _native(kernel, {"y": "y", "yp": "yp", "t": "t", "residual": "value"}, given)
    mask = np.zeros(sim.size + 2 * m, dtype=bool)
    mask[sim.size :] = True
    lam = float(np.max(np.abs(state[sim.size :]), initial=0.0))
    loose = np.full(sim.size + 2 * m, 1e-2 * max(lam, 1.0))
    loose[: sim.size] = tolerances["atol"]
    return sundials.ida_stepper(
        residual,
        start.t,
        state,
        rate,
        float(times[-1]),
        algebraic=mask,
        suppress_algebraic=bool(m),
        **{**tolerances, "atol": loose},
    )


def _native(kernel: Kernel, roles: dict[str, str], given: dict[str, np.ndarray]) -> Any:
    names = {port.name for port in (*kernel.inputs, *kernel.outputs)}
    fixed = {name: value for name, value in given.items() if name in names and name not in roles}
    return sundials.NativeFunction.of(kernel, _adapters(), roles=roles, given=fixed)


def _with_python_laws(sim: Simulator, given: dict[str, np.ndarray]) -> Any:
    """Return the right side as a Python function, for laws that cannot be traced."""
    kernel = sim.ambient_kernel()

    def rhs(t: float, y: np.ndarray) -> np.ndarray:
        sim.apply_laws(y, t, given)
        values = {**given, "y": y, "t": np.array([t])}
        ydot, watch = kernel(*[values[port.name] for port in kernel.inputs])
        given["watch"][...] = watch
        return ydot

    return rhs


def _loop(
    sim: Simulator,
    record: Recorder,
    stepper: Any,
    project: Kernel | None,
    times: np.ndarray,
    given: dict[str, np.ndarray],
    progress: Progress,
    fixed: bool,
) -> None:
    period, k, sample = sim.actuation.period, 1, 1
    while k < len(times):
        if period:
            stepper.stop_at(min(times[-1], times[0] + sample * period))
        stepper.step()
        t = stepper.t
        while k < len(times) and times[k] <= t * (1.0 + 1e-15):
            y = stepper.interpolate(min(times[k], t))[: sim.size]
            if project is not None:
                y = sim.closed(project, np.ascontiguousarray(y), times[k], given)
            record.keep(times[k : k + 1], y[None, :])
            k += 1
        progress.at((t - times[0]) / (times[-1] - times[0]))
        watch = float(given["watch"][0])
        record.watched(t, watch)
        record.account.smallest_watch = min(record.account.smallest_watch, watch)
        if sim.mixing and watch < WATCH and not fixed:
            y = (
                sim.closed(project, stepper.y[: sim.size].copy(), t, given)
                if project
                else stepper.y
            )
            given["T"][...] = sim.choice(y)
            record.account.choices += 1
            stepper.reinit(t, y)
        if period and stepper.event == "stop" and k < len(times):
            sample += 1
            held = sim.held(sim.state_of(stepper.y, t))
            given["tau"][...], given["tau_cut"][...] = held
            stepper.reinit(t, stepper.y.copy())


def _failed(method: str, problem: Exception) -> Problem:
    t = getattr(problem, "t", float("nan"))
    return Problem(
        "E-STEP",
        f"{method} at t = {t:.9g} s",
        f"the integrator cannot go on: {problem}",
        cause="a discontinuous or singular force, or a singular position of the loops",
        action="look at the motion before this time, or use method='auto'",
    )

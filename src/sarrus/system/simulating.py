"""Motion in time: from a start state to a run, by fixed or adaptive steps in native code."""

from __future__ import annotations

import time

import numpy as np

from sarrus.errors import Problem
from sarrus.kernels import Kernel
from sarrus.kernels.stepping import FixedLoop, RungeKuttaStep
from sarrus.solvers import dormand_prince_8
from sarrus.solvers.adaptive import Adaptive, Shrinking, StepTooSmall
from sarrus.system.native_loops import WATCH
from sarrus.system.passing import passed
from sarrus.system.progress import Progress
from sarrus.system.recording import Recorder
from sarrus.system.run import Account, Run
from sarrus.system.simulator import Simulator
from sarrus.system.state import State
from sarrus.system.steps import METHODS

LOWEST = 1e-9
CHUNK = 100_000
FIXED_ENERGY = 1e-2
"""Energy error of a run by equal steps above which it says so."""
STRICTER = 0.1
"""Errors of single steps are kept below this part of the tolerance, since they add up."""


def fixed_run(
    sim: Simulator,
    start: State,
    method: str,
    h: float,
    steps: int,
    every: int,
    progress: Progress,
) -> Run:
    """Return a run of equal steps; results so far are kept if it cannot go on."""
    began = time.perf_counter()
    record = Recorder(sim, Account(method, allowed=FIXED_ENERGY))
    y0 = sim.start(start)
    kernel = sim.step_kernel(method)
    if METHODS[method].history:
        sim.slope_kernel(), sim.step_kernel("rk4")  # they start the method
    T = sim.choice(y0)
    record.account.preparation = time.perf_counter() - began
    began = time.perf_counter()
    try:
        _fixed_loop(sim, record, kernel, start, method, h, steps, every, T, y0, progress)
    except KeyboardInterrupt:
        record.interrupted()
    record.account.wall = time.perf_counter() - began
    progress.done()
    return record.run()


def _fixed_loop(
    sim: Simulator,
    record: Recorder,
    kernel: Kernel,
    start: State,
    method: str,
    h: float,
    steps: int,
    every: int,
    T: np.ndarray | None,
    y0: np.ndarray,
    progress: Progress,
) -> None:
    held = sim.held(start)
    y, k, rows = _started(sim, method, y0, start.t, h, T, steps, held)
    kept = [n for n in range(len(rows)) if n % every == 0]
    record.keep(start.t + h * np.array(kept), np.array([rows[n] for n in kept]))
    record.account.steps = k
    limit = WATCH if sim.mixing else LOWEST
    loop = FixedLoop(kernel, {**sim.given(T, held), "h": np.array([h])})
    stride = sim.sample_steps(h, method)
    while k < steps:
        end = min(steps, k + CHUNK, (k // stride + 1) * stride if stride else steps)
        reached, states = loop.run(y, start.t, h, (k, end), every, limit)
        first = k // every + 1
        record.keep(start.t + h * every * (first + np.arange(len(states))), states)
        record.account.steps = reached
        record.account.smallest_watch = min(record.account.smallest_watch, loop.lowest)
        record.account.evaluations = reached * METHODS[method].evaluations
        progress.at(reached / steps)
        if reached == k and limit <= LOWEST:
            raise record.stopped(_not_finite(k, start.t + k * h))
        if reached < end:
            limit = WATCH if reached > k else LOWEST
            record.account.choices += 1
            loop.inputs_update(sim.given(sim.choice(y), held))
        elif stride and reached % stride == 0 and reached < steps:
            held = sim.held(sim.state_of(y, start.t + reached * h))
            loop.inputs_update({"tau": held[0], "tau_cut": held[1]})
        k = reached
    if steps % every:
        record.keep(start.t + h * np.array([steps]), y[None, :])


def _started(
    sim: Simulator,
    method: str,
    y0: np.ndarray,
    t: float,
    h: float,
    T: np.ndarray | None,
    steps: int,
    held: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, int, list[np.ndarray]]:
    """Return y with its history, the steps already taken by RK4 to get it, and their states."""
    history = METHODS[method].history
    if not history:
        return y0.copy(), 0, [y0]
    given = sim.given(T, held)
    slope = RungeKuttaStep(sim.slope_kernel(), given, np.zeros((1, 1)), np.zeros(1))
    loop = FixedLoop(sim.step_kernel("rk4"), {**given, "h": np.array([h])})
    states, y = [y0], y0.copy()
    slopes: list[np.ndarray] = []
    taken = history - 1 if METHODS[method].current else history
    for k in range(min(history, steps + 1)):
        slope.y[...] = y
        slope.stages(t + k * h, 0.0, 0, 1)
        slopes.insert(0, slope.K[0].copy())
        if k < min(taken, steps):
            loop.run(y, t, h, (k, k + 1), 1, LOWEST)
            states.append(y.copy())
    extended = np.concatenate([y, *slopes, np.zeros(sim.size * (history - len(slopes)))])
    return extended, len(states) - 1, states


def _not_finite(k: int, t: float) -> Problem:
    return Problem(
        "E-NONFINITE",
        f"step {k} at t = {t:.9g} s",
        "has no finite result, or the loops are singular there",
        cause="the step is too large for a stiff force, or the mechanism is at a dead point",
        action="use a smaller step, or method='auto' with error control",
    )


def adaptive_run(
    sim: Simulator,
    start: State,
    times: np.ndarray,
    rtol: float,
    atol: float,
    progress: Progress,
) -> Run:
    """Return a run with error control, with states at the given times."""
    began = time.perf_counter()
    record = Recorder(sim, Account("dop853", allowed=max(1e3 * rtol, 1e-9)))
    y0 = sim.start(start)
    project = sim.project_kernel() if sim.needs_projection else None
    stepper = sim.stepper(start, y0, dormand_prince_8.A, dormand_prince_8.C)
    record.account.traced_inputs = sim.traced
    record.account.preparation = time.perf_counter() - began
    began = time.perf_counter()

    def after(t: float, y: np.ndarray) -> bool:
        if project is None:
            return False
        y[...] = sim.closed(project, y, t, stepper.inputs)
        return True

    margin = STRICTER * np.array([rtol, atol])
    loop = Adaptive(stepper, start.t, y0, margin[0], np.full(sim.size, margin[1]), after)
    record.keep(times[:1], y0[None, :])
    try:
        _adaptive_loop(sim, record, loop, project, times, progress)
    except StepTooSmall as problem:
        raise record.stopped(_underflow(sim, problem)) from None
    except KeyboardInterrupt:
        record.interrupted()
    s = loop.statistics
    account = record.account
    account.wall = time.perf_counter() - began
    account.steps, account.rejected, account.evaluations = s.steps, s.rejected, s.evaluations
    account.smallest_watch = s.smallest_watch
    progress.done()
    return record.run()


def _adaptive_loop(
    sim: Simulator,
    record: Recorder,
    loop: Adaptive,
    project: Kernel | None,
    times: np.ndarray,
    progress: Progress,
) -> None:
    inputs = loop.stepper.inputs  # type: ignore[attr-defined]
    period, k, sample = sim.actuation.period, 1, 1
    while k < len(times):
        end = times[-1] if not period else min(times[-1], times[0] + sample * period)
        try:
            loop.advance(end)
        except Shrinking as problem:
            passed(sim, record, loop, project, problem, end)
            k = int(np.searchsorted(times, record.times[-1], side="right"))
        inside = k + int(np.searchsorted(times[k:], _rounded_up(loop.t), side="right"))
        if inside > k:
            found = loop.interpolate(times[k:inside])
            if project is not None:
                found = np.array([sim.closed(project, y, loop.t, inputs) for y in found])
            record.keep(times[k:inside], found)
            k = inside
        progress.at((loop.t - times[0]) / (times[-1] - times[0]))
        record.watched(loop.t, loop.statistics.last_watch)
        if sim.mixing and loop.statistics.last_watch < WATCH:
            inputs["T"][...] = sim.choice(loop.y)
            record.account.choices += 1
        if period and end <= loop.t < times[-1]:
            sample += 1
            inputs["tau"][...], inputs["tau_cut"][...] = sim.held(sim.state_of(loop.y, loop.t))
            loop.renew()


def _rounded_up(t: float) -> float:
    return t + 4.0 * float(np.spacing(abs(t)))


def _underflow(sim: Simulator, problem: StepTooSmall) -> Problem:
    names = [*sim.system.coordinates, *sim.system.velocities, "work", "loss", "booked"]
    worst = [names[k] for k in np.argsort(-problem.errors)[:3]]
    return Problem(
        "E-STEP",
        f"t = {problem.t:.9g} s",
        f"the step size fell to {problem.h:.3g} s; largest errors in {', '.join(worst)}",
        cause="a discontinuous or singular force, or a singular position of the loops",
        action="look at these coordinates before this time, or loosen rtol",
    )

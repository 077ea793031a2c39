"""Motion in time: from a start state to a run, by fixed or adaptive steps in native code."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.stepping import FixedLoop, RungeKuttaStep
from sarrus.solvers import dormand_prince_8
from sarrus.solvers.adaptive import Adaptive, StepTooSmall
from sarrus.system.actuation import Actuation
from sarrus.system.equations import Inputs
from sarrus.system.flow import Driven, Flow
from sarrus.system.native_loops import WATCH
from sarrus.system.prescribed import scalar_law
from sarrus.system.run import Account, Run, run_of
from sarrus.system.state import State
from sarrus.system.steps import METHODS

if TYPE_CHECKING:
    from sarrus.system.system import System

LOWEST = 1e-9


class Stopped(SimulationStopped):
    """A simulation that could not go on; `run` holds all results up to there."""

    run: Run | None = None


@dataclass(frozen=True, eq=False)
class Simulator:
    """Kernels and loops of one simulation set-up."""

    system: System
    actuation: Actuation
    last: tuple[np.ndarray, ...]
    laws: Mapping[str, Any] = field(default_factory=dict)

    @property
    def mixing(self) -> bool:
        """Whether rows are mixed by a matrix that is chosen along the way."""
        return self.system.closed and self.system.closed_dynamics.mixing

    @cached_property
    def factory(self) -> KernelFactory:
        """The maker of kernels; those with laws of the user are not kept on disk."""
        compiler = self.system.compiler
        own = self.actuation.constant and not self.laws
        return compiler.factory if own else KernelFactory(Cache(None))

    @cached_property
    def driven(self) -> tuple[Driven, ...]:
        """The coordinates of the tree that follow laws."""
        found = []
        for name, law in self.laws.items():
            vector, place = self.system.located_rate(name)
            joint = next(
                j for j, p in self.system.layout.v_slice.items() if p.start <= place.start < p.stop
            )
            if vector != "v" or place.stop - place.start != 1 or self.system.closed:
                raise ModelError(_not_driven(name))
            offset = place.start - self.system.layout.v_slice[joint].start
            q = self.system.layout.q_slice[joint].start + offset
            found.append(Driven(q, place.start, scalar_law(name, law)))
        return tuple(found)

    def lawful(self, t: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the rows with driven coordinates exactly where their laws have them."""
        for d in self.driven:
            jets = np.array([d.law(float(x))[:2] for x in t], dtype=float).reshape(len(t), 2)
            rows[:, d.q], rows[:, self.system.nq + d.v] = jets[:, 0], jets[:, 1]
        return rows

    def kernel(
        self, name: str, extra: Mapping[str, tuple[int, ...]], body: Callable[..., Any]
    ) -> Kernel:
        """Return the kernel of body(flow, y, t, **extra)."""
        system = self.system
        shapes: dict[str, tuple[int, ...]] = {**extra}
        shapes |= {"tau": (system.nv,), "tau_cut": (system.loops.n_cut_v,)}
        if self.mixing:
            dynamics = system.closed_dynamics
            shapes["T"] = (dynamics.rank, len(dynamics.kept))

        def equation(t: Any, p: Any = None, base: Any = None, **arrays: Any) -> Mapping[str, Any]:
            return body(self._flow(arrays, p, base), t[0], arrays)

        key = f"{system.compiler.key}|{name}|{self._kept}"
        last = system.compiler.last_shapes
        return self.factory.make(key, equation, {**shapes, **last}, given=system.compiler.given)

    @property
    def _kept(self) -> tuple[int, ...]:
        return self.system.closed_dynamics.kept if self.system.closed else ()

    def _flow(self, arrays: Mapping[str, Any], p: Any, base: Any) -> Flow:
        def efforts(x: Inputs) -> tuple[Any, Any]:
            tau, tau_cut = self.actuation.efforts(x)
            return tau + arrays["tau"], tau_cut + arrays["tau_cut"]

        last = {key: value for key, value in (("p", p), ("base", base)) if value is not None}
        compiler = self.system.compiler
        scale = self.system.loops.row_scale
        return Flow(compiler, efforts, self._kept, arrays.get("T"), last, scale, self.driven)

    def given(self, T: np.ndarray | None) -> dict[str, np.ndarray]:
        """Return the values of all inputs that do not change during steps."""
        tau, tau_cut = self.actuation.vectors()
        values = dict(self.system.compiler.given)
        if self.last:
            values = dict(zip(values, self.last, strict=True))
        values |= {"tau": tau, "tau_cut": tau_cut}
        if T is not None:
            values["T"] = T
        return values

    def choice(self, y: np.ndarray) -> np.ndarray | None:
        """Return the mixing matrix for a state, None when there is none."""
        if not self.mixing:
            return None
        return self.system.closed_dynamics.choice(y[: self.system.nq], self.last)

    @property
    def size(self) -> int:
        """Length of y."""
        return self.system.nq + self.system.nv + 2

    def slope_kernel(self) -> Kernel:
        """Return the kernel of ydot = f(t, y)."""

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            slope = flow.slope(t, arrays["y"])
            return {"ydot": slope.ydot, "watch": np.array([slope.watch])}

        return self.kernel("flow", {"y": (self.size,)}, body)

    def project_kernel(self) -> Kernel:
        """Return the kernel that closes the loops of a state."""

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            y = arrays["y"]
            return {"y": flow.closed(y, flow.slope(t, y).factors)}

        return self.kernel("closed_state", {"y": (self.size,)}, body)

    def step_kernel(self, method: str) -> Kernel:
        """Return the kernel of one step of a fixed-step method."""
        chosen = METHODS[method]

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            following, watch = chosen.step(flow, arrays["y"], t, arrays["h"][0])
            return {"y_next": following, "watch": np.array([watch])}

        size = self.size * (1 + chosen.history)
        return self.kernel(f"step {method}", {"y": (size,), "h": (1,)}, body)


def fixed_run(sim: Simulator, start: State, method: str, h: float, steps: int, every: int) -> Run:
    """Return a run of equal steps; results so far are kept if it cannot go on."""
    began = time.perf_counter()
    account = Account(method)
    y0 = np.concatenate([start.q, start.v, [0.0, 0.0]])
    kernel = sim.step_kernel(method)
    T = sim.choice(y0)
    account.preparation = time.perf_counter() - began
    began = time.perf_counter()
    y, k, rows = _started(sim, method, y0, start.t, h, T, steps)
    kept = [row for n, row in enumerate(rows) if n % every == 0]
    limit = WATCH if sim.mixing else LOWEST
    loop = FixedLoop(kernel, {**sim.given(T), "h": np.array([h])})
    while k < steps:
        reached, states = loop.run(y, start.t, h, (k, steps), every, limit)
        kept += [row[: sim.size] for row in states]
        if reached == k and limit <= LOWEST:
            return _stopped(sim, account, start, h, every, kept, k)
        if reached < steps:
            limit = WATCH if reached > k else LOWEST
            account.choices += 1
            loop = FixedLoop(kernel, {**sim.given(sim.choice(y)), "h": np.array([h])})
        k = reached
    account.wall = time.perf_counter() - began
    account.steps = steps
    return _run(sim, account, start.t + h * every * np.arange(len(kept)), np.array(kept))


def _started(
    sim: Simulator,
    method: str,
    y0: np.ndarray,
    t: float,
    h: float,
    T: np.ndarray | None,
    steps: int,
) -> tuple[np.ndarray, int, list[np.ndarray]]:
    """Return y with its history, the steps already taken by RK4 to get it, and their states."""
    history = METHODS[method].history
    if not history:
        return y0.copy(), 0, [y0]
    slope = RungeKuttaStep(sim.slope_kernel(), sim.given(T), np.zeros((1, 1)), np.zeros(1))
    loop = FixedLoop(sim.step_kernel("rk4"), {**sim.given(T), "h": np.array([h])})
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


def _stopped(
    sim: Simulator, account: Account, start: State, h: float, every: int, kept: list[Any], k: int
) -> Run:
    account.steps = k
    at = start.t + k * h
    run = _run(sim, account, start.t + h * every * np.arange(len(kept)), np.array(kept))
    error = Stopped(
        Problem(
            "E-NONFINITE",
            f"step {k} at t = {at:.9g} s",
            "has no finite result, or the loops are singular there",
            cause="the step is too large for a stiff force, or the mechanism is at a dead point",
            action="use a smaller step, or method='auto' with error control",
        )
    )
    error.run = run
    raise error


def _run(sim: Simulator, account: Account, t: np.ndarray, rows: np.ndarray) -> Run:
    return run_of(sim.system, t, sim.lawful(t, rows), account, sim.actuation.laws, sim.laws)


def adaptive_run(sim: Simulator, start: State, times: np.ndarray, rtol: float, atol: float) -> Run:
    """Return a run with error control, with states at the given times."""
    began = time.perf_counter()
    account = Account("dop853", allowed=max(1e3 * rtol, 1e-9))
    y0 = np.concatenate([start.q, start.v, [0.0, 0.0]])
    kernel = sim.slope_kernel()
    project = sim.project_kernel() if _needs_projection(sim) else None
    T = sim.choice(y0)
    account.preparation = time.perf_counter() - began
    began = time.perf_counter()
    table = dormand_prince_8
    stepper = RungeKuttaStep(kernel, sim.given(T), table.A, table.C)

    def after(t: float, y: np.ndarray) -> bool:
        if project is None:
            return False
        y[...] = _closed(sim, project, y, t, stepper.inputs.get("T"))
        return True

    loop = Adaptive(stepper, start.t, y0, rtol, np.full(sim.size, atol), after)
    rows, k = [y0], 1
    try:
        while k < len(times):
            t0, _, _, _ = loop.advance(times[-1])
            inside = k + int(np.searchsorted(times[k:], loop.t, side="right"))
            if inside > k:
                found = loop.interpolate(times[k:inside])
                rows += [_closed(sim, project, y, t0, stepper.inputs.get("T")) for y in found]
                k = inside
            if sim.mixing and loop.statistics.last_watch < WATCH:
                stepper.inputs["T"][...] = sim.choice(loop.y)
                account.choices += 1
    except StepTooSmall as problem:
        raise _underflow(sim, account, times[:k], rows, problem) from None
    s = loop.statistics
    account.wall = time.perf_counter() - began
    account.steps, account.rejected, account.evaluations = s.steps, s.rejected, s.evaluations
    account.smallest_watch = s.smallest_watch
    return _run(sim, account, times, np.array(rows))


def _needs_projection(sim: Simulator) -> bool:
    quaternions = any(j.type.quaternion_at is not None for j in sim.system.layout.joints)
    return sim.system.closed or quaternions


def _closed(
    sim: Simulator, project: Kernel | None, y: np.ndarray, t: float, T: np.ndarray | None
) -> np.ndarray:
    if project is None:
        return y
    given = sim.given(T)
    given["t"] = np.array([t])
    return project(y, *[given[port.name] for port in project.inputs[1:]])


def _underflow(
    sim: Simulator,
    account: Account,
    times: np.ndarray,
    rows: list[np.ndarray],
    problem: StepTooSmall,
) -> Stopped:
    names = [*sim.system.coordinates, *sim.system.velocities, "work", "loss"]
    worst = [names[k] for k in np.argsort(-problem.errors)[:3]]
    error = Stopped(
        Problem(
            "E-STEP",
            f"t = {problem.t:.9g} s",
            f"the step size fell to {problem.h:.3g} s; largest errors in {', '.join(worst)}",
            cause="a discontinuous or singular force, or a singular position of the loops",
            action="look at these coordinates before this time, or loosen rtol",
        )
    )
    error.run = _run(sim, account, times, np.array(rows))
    return error


def _not_driven(name: str) -> Problem:
    return Problem(
        "D09",
        f"drive '{name}'",
        "must name one angle or displacement of a tree in a simulation",
        cause="the mechanism has loops, or the coordinate is part of a ball or free joint",
        action="use drive() for closed mechanisms, or an effort law in inputs=",
    )

"""The kernels of one simulation, and what they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.stepping import RungeKuttaStep
from sarrus.system.actuation import Actuation, Sampled
from sarrus.system.equations import Inputs
from sarrus.system.flow import LEDGER, Driven, Flow
from sarrus.system.motion import Motion
from sarrus.system.prescribed import scalar_law
from sarrus.system.state import State
from sarrus.system.steps import METHODS

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True, eq=False)
class Simulator:
    """Kernels of one simulation set-up; laws: of driven coordinates, by name."""

    system: System
    actuation: Actuation
    last: tuple[np.ndarray, ...]
    laws: Mapping[str, Any] = field(default_factory=dict)
    baumgarte: float = 0.0
    kept_given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Length of y = (q, v, work, loss, booked)."""
        return self.system.nq + self.system.nv + LEDGER

    def start(self, state: State) -> np.ndarray:
        """Return y of a state, with an empty ledger."""
        return np.concatenate([state.q, state.v, np.zeros(LEDGER)])

    @property
    def mixing(self) -> bool:
        """Whether rows are mixed by a matrix that is chosen along the way."""
        return self.system.closed and self.system.closed_dynamics.mixing

    @property
    def needs_projection(self) -> bool:
        """Whether states must be put back on loops or unit quaternions."""
        joints = self.system.layout.joints
        return self.system.closed or any(j.type.quaternion_at is not None for j in joints)

    @cached_property
    def traced(self) -> bool:
        """Whether all laws of effort could be traced into native code."""
        try:
            self.compiled("flow", {"y": (self.size,)}, _slope, self.actuation.efforts)
        except ModelError as problem:
            if problem.problems[0].code == "D08":
                return False
            raise
        return True

    # --- kernels ----------------------------------------------------------------------------

    def slope_kernel(self) -> Kernel:
        """Return the kernel of ydot = f(t, y)."""
        laws = self.actuation.efforts if self.traced else None
        return self.compiled("flow", {"y": (self.size,)}, _slope, laws)

    def ambient_kernel(self) -> Kernel:
        """Return the kernel of f at the projection of y, with what is off drawn back slowly."""
        laws = self.actuation.efforts if self.traced else None
        return self.compiled("ambient", {"y": (self.size,)}, _ambient, laws)

    def residual_kernel(self) -> Kernel:
        """Return the kernel of the residual of (y, lambda, mu) and their rates."""
        laws = self.actuation.efforts if self.traced else None
        size = self.size + 2 * self.rows
        shapes = {"y": (size,), "yp": (size,)}
        return self.compiled("residual", shapes, _residual, laws)

    @property
    def rows(self) -> int:
        """Number of constraint rows in use."""
        return self.system.closed_dynamics.rank if self.system.closed else 0

    def residual_start(
        self, y0: np.ndarray, t: float, given: Mapping[str, np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return consistent unknowns of the residual and their rates, multipliers included."""

        def found(flow: Flow, now: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            slope = flow.slope(now, arrays["y"])
            lam = np.zeros(0) if slope.lam is None else slope.lam
            return {"ydot": slope.ydot, "lam": lam}

        laws = self.actuation.efforts if self.traced else None
        kernel = self.compiled("start", {"y": (self.size,)}, found, laws)
        values = {**given, "y": y0, "t": np.array([t])}
        ydot, lam = kernel(*[values[port.name] for port in kernel.inputs])
        nothing = np.zeros(self.rows)
        return np.concatenate([y0, lam, nothing]), np.concatenate([ydot, nothing, nothing])

    def apply_laws(self, y: np.ndarray, t: float, given: Mapping[str, np.ndarray]) -> None:
        """Put the efforts of laws that only Python can evaluate into the kernel's inputs."""
        state = self.state_of(y, t)
        x = self.system.compiler.inputs({"q": state.q, "v": state.v}, t)
        tau, tau_cut = self.actuation.efforts(x)
        held = self.actuation.vectors()
        given["tau"][...] = held[0] + np.asarray(tau, dtype=float)
        given["tau_cut"][...] = held[1] + np.asarray(tau_cut, dtype=float)

    def project_kernel(self) -> Kernel:
        """Return the kernel that closes the loops of a state."""
        return self.compiled("closed_state", {"y": (self.size,)}, _projected, None)

    def step_kernel(self, method: str) -> Kernel:
        """Return the kernel of one step of a fixed-step method."""
        if not self.traced:
            raise ModelError(_untraced())
        chosen = METHODS[method]

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            following, watch = chosen.step(flow, arrays["y"], t, arrays["h"][0])
            return {"y_next": following, "watch": np.array([watch])}

        size = self.size * (1 + chosen.history)
        shapes = {"y": (size,), "h": (1,)}
        return self.compiled(f"step {method}", shapes, body, self.actuation.efforts)

    @cached_property
    def _private_kernels(self) -> dict[str, Kernel]:
        return {}

    def compiled(
        self,
        name: str,
        shapes: Mapping[str, tuple[int, ...]],
        body: Callable[..., Mapping[str, Any]],
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> Kernel:
        """Return the kernel of body(flow, t, arrays); with laws of the user, not kept on disk."""
        private = bool(self.laws) or (laws is not None and not self.actuation.constant)
        made = self._private_kernels if private else self.system.simulation_kernels
        known = f"{name}|{self.baumgarte}"
        if known in made:
            return made[known]
        system = self.system
        inputs = {**shapes, "tau": (system.nv,), "tau_cut": (system.loops.n_cut_v,)}
        if self.mixing:
            dynamics = system.closed_dynamics
            inputs["T"] = (dynamics.rank, len(dynamics.kept))

        def equation(t: Any, p: Any = None, base: Any = None, **arrays: Any) -> Mapping[str, Any]:
            return body(self._flow(arrays, p, base, laws), t[0], arrays)

        compiler = system.compiler
        factory = KernelFactory(Cache(None)) if private else compiler.factory
        key = f"{compiler.key}|{name}|{self._kept}|{self.baumgarte}"
        every = {**inputs, **compiler.last_shapes}
        kernel = factory.make(key, equation, every, given=compiler.given)
        made[known] = kernel
        return kernel

    @property
    def _kept(self) -> tuple[int, ...]:
        return self.system.closed_dynamics.kept if self.system.closed else ()

    def _flow(
        self,
        arrays: Mapping[str, Any],
        p: Any,
        base: Any,
        laws: Callable[[Inputs], tuple[Any, Any]] | None,
    ) -> Flow:
        def efforts(x: Inputs) -> tuple[Any, Any]:
            if laws is None:
                return arrays["tau"], arrays["tau_cut"]
            tau, tau_cut = laws(x)
            return tau + arrays["tau"], tau_cut + arrays["tau_cut"]

        last = {key: value for key, value in (("p", p), ("base", base)) if value is not None}
        compiler, scale = self.system.compiler, self.system.loops.row_scale
        T, back = arrays.get("T"), self.baumgarte
        stiff = self.system.closed_dynamics.penalty if self.system.closed else 0.0
        return Flow(compiler, efforts, self._kept, T, last, scale, back, stiff, self.driven)

    # --- values -----------------------------------------------------------------------------

    def given(
        self, T: np.ndarray | None, held: tuple[np.ndarray, np.ndarray] | None = None
    ) -> dict[str, np.ndarray]:
        """Return the values of all inputs that do not change during steps."""
        tau, tau_cut = self.actuation.vectors() if held is None else held
        values = {**self.last_values, "tau": tau, "tau_cut": tau_cut}
        if T is not None:
            values["T"] = T
        return values

    @cached_property
    def last_values(self) -> dict[str, np.ndarray]:
        """Values of the last inputs of all kernels: time, parameters, motion of the base."""
        values = dict(self.system.compiler.given)
        return dict(zip(values, self.last, strict=True)) if self.last else values

    def held(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """Return the efforts that hold from a state to the next sample."""
        return self.actuation.held(state)

    def sample_steps(self, h: float, method: str) -> int:
        """Return how many steps there are between samples, 0 without sampled controllers."""
        period = self.actuation.period
        if period and METHODS[method].history:
            raise ModelError(
                Problem(
                    "D10",
                    f"method '{method}'",
                    "needs efforts without jumps, which sampled controllers make at every sample",
                    action="use 'rk4', 'euler' or 'auto'",
                )
            )
        steps = round(period / h) if period else 0
        if period and abs(steps * h - period) > 1e-9 * period:
            raise ModelError(
                Problem(
                    "D10", "sampled controllers", f"period {period:g} s is no multiple of {h:g} s"
                )
            )
        return steps

    def choice(self, y: np.ndarray) -> np.ndarray | None:
        """Return the mixing matrix for a state, None when there is none."""
        if not self.mixing:
            return None
        return self.system.closed_dynamics.choice(y[: self.system.nq], self.last)

    def state_of(self, y: np.ndarray, t: float) -> State:
        """Return the state of a row y."""
        nq, nv = self.system.nq, self.system.nv
        q, v = y[:nq].copy(), y[nq : nq + nv].copy()
        _, _, cut_q, C = self.system.loops.closure(q, *self.last)
        return State(self.system, q, v, t, cut_q, C @ v)

    def motion(self, state: State) -> Motion:
        """Return accelerations, multipliers and efforts of the drives at a state.

        Sampled controllers are asked anew.
        """
        inputs = self.actuation.laws
        numbers = {
            name: law.function(state.t, state) if isinstance(law, Sampled) else law
            for name, law in inputs.items()
            if not callable(law)
        }
        x = self.system.compiler.inputs({"q": state.q, "v": state.v}, state.t)
        tau, tau_cut = self.actuation.efforts(x)
        cut = [name for joint in self.system.topology.cuts for name in joint.velocity_names]
        laws = dict(zip([*self.system.velocities, *cut], [*tau, *tau_cut], strict=True))
        efforts = {name: value for name, value in laws.items() if value != 0.0}
        efforts |= {name: numbers[name] + efforts.get(name, 0.0) for name in numbers}
        driven = {name: scalar_law(name, law)(state.t)[2] for name, law in self.laws.items()}
        return self.system.accelerations(state, efforts=efforts, driven=driven, **self.kept_given)

    def closed(
        self, project: Kernel, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]
    ) -> np.ndarray:
        """Return y with its loops closed and quaternions of length one."""
        given = {**inputs, "t": np.array([t])}
        return project(y, *[given[port.name] for port in project.inputs[1:]])

    def stepper(
        self, start: State, y0: np.ndarray, A: np.ndarray, c: np.ndarray
    ) -> RungeKuttaStep | PythonStages:
        """Return what evaluates the stages of a Runge-Kutta method, natively where it can be."""
        given = self.given(self.choice(y0), self.held(start))
        native = RungeKuttaStep(self.slope_kernel(), given, A, c)
        return native if self.traced else PythonStages(self, native)

    # --- driven coordinates -----------------------------------------------------------------

    @cached_property
    def driven(self) -> tuple[Driven, ...]:
        """The coordinates of the tree that follow laws."""
        found = []
        layout = self.system.layout
        for name, law in self.laws.items():
            vector, place = self.system.located_rate(name)
            if name in self.system.velocities:
                raise ModelError(_not_driven(name))
            if vector != "v" or place.stop - place.start != 1 or self.system.closed:
                raise ModelError(_not_driven(name))
            joint = next(j for j, p in layout.v_slice.items() if p.start <= place.start < p.stop)
            if self.system.model.joint(joint).type.quaternion_at is not None:
                raise ModelError(_not_driven(name))
            q = layout.q_slice[joint].start + place.start - layout.v_slice[joint].start
            found.append(Driven(q, place.start, scalar_law(name, law)))
        return tuple(found)

    def lawful(self, t: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the rows with driven coordinates exactly where their laws have them."""
        for d in self.driven:
            jets = np.array([d.law(float(x))[:2] for x in t], dtype=float).reshape(len(t), 2)
            rows[:, d.q], rows[:, self.system.nq + d.v] = jets[:, 0], jets[:, 1]
        return rows


class PythonStages:
    """Stages with laws of effort that only Python can evaluate."""

    def __init__(self, sim: Simulator, native: RungeKuttaStep) -> None:
        self.sim, self.native = sim, native
        self.y, self.K, self.inputs = native.y, native.K, native.inputs
        self._start = native.y.copy()

    def stages(self, t: float, h: float, first: int, last: int) -> float:
        """Fill K[first:last] one by one, with the efforts of each stage."""
        sim, A, c = self.sim, self.native.A, self.native.c
        start = self.y.copy()
        watch = 1.0
        for s in range(first, last):
            now = t + c[s] * h
            trial = start + h * (A[s, :s] @ self.K[:s]) if s else start
            sim.apply_laws(trial, now, self.inputs)
            watch = min(watch, self.native.stages(t, h, s, s + 1))
        return watch


def _slope(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    slope = flow.slope(t, arrays["y"])
    return {"ydot": slope.ydot, "watch": np.array([slope.watch])}


RETURN = 5.0
"""How fast a drift that has no influence is drawn back [1/s]."""


def _ambient(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    y = arrays["y"]
    near = flow.slope(t, y)
    on = flow.closed(y, near.factors, repeats=1)
    slope = flow.slope_with(t, on, near)
    return {"ydot": slope.ydot - RETURN * (y - on), "watch": np.array([near.watch])}


def _residual(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    size, m = flow.size, (len(arrays["y"]) - flow.size) // 2
    y, yp = arrays["y"][:size], arrays["yp"][:size]
    lam, mu = arrays["y"][size : size + m], arrays["y"][size + m :]
    return {"residual": flow.residual(t, y, yp, lam, mu)}


def _projected(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    y = arrays["y"]
    return {"y": flow.closed(y, flow.slope(t, y).factors)}


def _not_driven(name: str) -> Problem:
    return Problem(
        "D09",
        f"drive '{name}'",
        "must be one angle or displacement of a tree",
        cause="the mechanism has loops, or this is a rate or part of a ball or free joint",
        action="use drive() for closed mechanisms, or an effort law in inputs=",
    )


def _untraced() -> Problem:
    return Problem(
        "D08",
        "inputs",
        "hold a law that cannot be traced, which a native loop of fixed steps needs",
        action="use method='auto', which calls it from Python, or wrap it in Sampled(law, every)",
    )

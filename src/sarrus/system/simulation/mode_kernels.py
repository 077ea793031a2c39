"""The kernels of one simulation, and what they are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.bearing_loads import BearingLoads
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.loops.bound import BoundKernel, Evaluated, PythonKernel
from sarrus.kernels.loops.corrections import CorrectedStep, Corrections
from sarrus.kernels.loops.midpoint import MidpointStep
from sarrus.system.flow import corrections, flow_kernels, newton_slopes
from sarrus.system.flow.driven_rows import given_accelerations
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import METHODS, starting_step
from sarrus.system.rows.bearing_motion import no_unique_loads
from sarrus.system.rows.motion import Motion
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.mode_equations import ModeEquations
from sarrus.system.state import State

if TYPE_CHECKING:
    pass


class Simulator(ModeEquations):
    """Kernels of one mode of a simulation, with and without buffers of their own."""

    @cached_property
    def traced(self) -> bool:
        """Whether all laws of effort could be traced into native code."""
        try:
            self.kernel("flow", {"y": (self.size,)}, flow_kernels.slope, self.actuation.efforts)
        except ModelError as problem:
            if problem.problems[0].code == "D08":
                return False
            raise
        return True

    def slope_kernel(self) -> Kernel:
        """Return the kernel of ydot = f(t, y)."""
        laws = self.actuation.efforts if self.traced else None
        return self.kernel("flow", {"y": (self.size,)}, flow_kernels.slope, laws)

    def ambient_kernel(self) -> Kernel:
        """Return the kernel of f at the projection of y, with what is off drawn back slowly."""
        laws = self.actuation.efforts if self.traced else None
        return self.kernel("ambient", {"y": (self.size,)}, flow_kernels.ambient, laws)

    def residual_kernel(self) -> Kernel:
        """Return the kernel of the residual of (y, lambda, mu) and their rates."""
        laws = self.actuation.efforts if self.traced else None
        size = self.size + 2 * self.rows
        shapes = {"y": (size,), "yp": (size,)}
        return self.kernel("residual", shapes, flow_kernels.residual, laws)

    def slope_jacobian_kernel(self) -> Kernel:
        """Return the kernel of df/dy."""
        laws = self.actuation.efforts if self.traced else None
        return self.kernel("df/dy", {"y": (self.size,)}, flow_kernels.slope_jacobian, laws)

    def newton_kernel(self) -> Kernel:
        """Return the kernel of what Newton's iteration needs of df/dy, sparse in large systems."""
        if self.system.nv < newton_slopes.LARGE:
            return self.slope_jacobian_kernel()
        laws = self.actuation.efforts if self.traced else None
        return self.kernel("W df/dy", {"y": (self.size,)}, newton_slopes.sparse_slopes, laws)

    def residual_jacobian_kernel(self) -> Kernel:
        """Return the kernel of dF/dy + cj dF/dyp."""
        laws = self.actuation.efforts if self.traced else None
        size = self.size + 2 * self.rows
        shapes = {"y": (size,), "yp": (size,), "cj": (1,)}
        return self.kernel("dF/dy", shapes, flow_kernels.residual_jacobian, laws)

    def residual_start(
        self, y0: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return consistent unknowns of the residual and their rates, multipliers included."""

        def start_rates(flow: Flow, now: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            slope = flow.slope(now, arrays["y"])
            lam = np.zeros(0) if slope.lam is None else slope.lam
            return {"ydot": slope.ydot, "lam": lam}

        laws = self.actuation.efforts if self.traced else None
        kernel = self.kernel("start", {"y": (self.size,)}, start_rates, laws)
        values = {**inputs, "y": y0, "t": np.array([t])}
        ydot, lam = kernel(*[values[port.name] for port in kernel.inputs])
        nothing = np.zeros(self.rows)
        return np.concatenate([y0, lam, nothing]), np.concatenate([ydot, nothing, nothing])

    @property
    def native(self) -> bool:
        """Whether nothing but native code evaluates the equations: no law, and no FMU."""
        return self.traced and not self.asks_outside

    @cached_property
    def told_kernel(self) -> BoundKernel:
        """The kernel of what FMUs are told, with buffers of its own."""
        from sarrus.system.simulation.fmus.exchange import told_body

        links = [] if self.outside is None else self.outside.links
        kernel = self.kernel("told", {"y": (self.size,)}, told_body(links), None)
        return BoundKernel(kernel, self.inputs(None))

    def ask_python(self, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]) -> None:
        """Put what only Python finds into y, and into other inputs of a kernel."""
        if self.outside is not None:
            self.outside.fill(self, t, y)
        if not self.traced:
            self.apply_laws(y, t, inputs)

    def apply_laws(self, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]) -> None:
        """Put the efforts of laws that only Python can evaluate into the kernel's inputs."""
        state = self.state_of(y, t)
        x = self.inputs_of(state)
        tau, tau_cut = self.actuation.efforts(x)
        held = self.actuation.vectors()
        inputs["tau"][...] = held[0] + np.asarray(tau, dtype=float)
        inputs["tau_cut"][...] = held[1] + np.asarray(tau_cut, dtype=float)

    def project_kernel(self) -> Kernel:
        """Return the kernel that closes the loops of a state."""
        return self.kernel("closed_state", {"y": (self.size,)}, flow_kernels.projection, None)

    def correction_kernels(self) -> tuple[Kernel, Kernel]:
        """Return the kernels of the factors at a state, and of one correction with them."""
        scale = self.system.compiled.loops.column_scale
        once = partial(corrections.correction_step, scale=scale)
        more = len(self.row_choice.closing or ())
        shapes = {"y": (self.size,), "G": (self.system.nv, self.rows + more)}
        factors = self.kernel("factors", {"y": (self.size,)}, corrections.matrix, None)
        return factors, self.kernel("correction", shapes, once, None)

    def step_kernel(
        self, method: str, composite: bool = False, more: tuple[str, Any] | None = None
    ) -> Kernel:
        """Return the kernel of one step of a fixed-step method.

        composite: see `Flow`; more: the name and function of further outputs of the state at its
        beginning, function(flow, t, y).
        """
        self._refuse_python()
        chosen = METHODS[method]
        step = chosen.step
        if step is None:
            raise ValueError(f"a step of '{method}' is an iteration, not a kernel")

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            flow = replace(flow, composite=True) if composite else flow
            if self.tally is not None and self.corrects:
                found = corrections.open_step(step, chosen.current, flow, t, arrays)
            else:
                following, watch = step(flow, arrays["y"], t, arrays["h"][0])
                found = {"y_next": following, "watch": np.array([watch])}
            return found if more is None else more[1](flow, t, arrays["y"][: flow.size]) | found

        size = self.size * (1 + chosen.history)
        shapes = {"y": (size,), "h": (1,)}
        name = f"step {method} composite" if composite else f"step {method}"
        name = name if more is None else f"{name} {more[0]}"
        name = f"open {name}" if self.tally is not None and self.corrects else name
        return self.kernel(name, shapes, body, self.actuation.efforts)

    def _refuse_python(self) -> None:
        """Refuse what only Python evaluates, for loops that are native."""
        if not self.traced:
            raise ModelError(_tracing_problem())
        if self.asks_outside:
            raise ModelError(_no_fixed_steps(self))

    def beginning_kernel(self, method: str) -> Kernel:
        """Return the kernel of the steps by which a multistep method begins."""
        step = starting_step(METHODS[method])

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            following, watch = step(flow, arrays["y"], t, arrays["h"][0])
            return {"y_next": following, "watch": np.array([watch])}

        shapes = {"y": (self.size * (1 + METHODS[method].history),), "h": (1,)}
        return self.kernel(f"begin {method}", shapes, body, self.actuation.efforts)

    def sample_steps(self, h: float, method: str) -> int:
        """Return how many steps there are between samples, 0 without sampled controllers."""
        period = self.period
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

    def held_efforts(
        self, state: State, lagged: np.ndarray | None = None
    ) -> tuple[np.ndarray, ...]:
        """Return the efforts that hold from a state to the next sample.

        With lagged bearings, also their loads: those given, or such as agree with their friction.
        """
        efforts = self.actuation.held_efforts(state)
        if not self.lags:
            return efforts
        return (*efforts, self._first_loads(state, efforts) if lagged is None else lagged)

    def _first_loads(self, state: State, efforts: tuple[np.ndarray, ...]) -> np.ndarray:
        """Return the loads with which lagged bearings begin."""
        y, every = self.start(state), self.system.compiled.loops.bearings
        value = self.inputs(self.choice(y), efforts)
        if not self.traced:
            self.apply_laws(y, state.t, value)
        found = self.bearings(y, state.t, value, first=True)
        if not found.trusted:
            raise ModelError(no_unique_loads(every, found, state.t))
        return np.array([L for L, b in zip(found.loads, every, strict=True) if b.lagged])

    def following_loads(
        self, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]
    ) -> np.ndarray:
        """Return the loads of lagged bearings at the end of a step, for the next one."""
        laws = self.actuation.efforts if self.traced else None
        shapes = {"y": (self.size,)}
        kernel = self.kernel("following", shapes, flow_kernels.lagged_loads, laws)
        values = {**inputs, "y": y[: self.size], "t": np.array([t])}
        return np.asarray(kernel(*[values[port.name] for port in kernel.inputs]))

    def bearings(
        self, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray], first: bool = False
    ) -> BearingLoads:
        """Return the loads of bearings with friction at a state, whether to be trusted or not.

        first: lagged ones too are found, since there is no last step.
        """
        laws = self.actuation.efforts if self.traced else None
        body = flow_kernels.first_bearings if first else flow_kernels.bearings
        kernel = self.kernel(body.__name__, {"y": (self.size,)}, body, laws)
        values = {**inputs, "y": y, "t": np.array([t])}
        loads, margin, residual, G = kernel(*[values[port.name] for port in kernel.inputs])
        return BearingLoads(loads, float(margin[0]), float(residual[0]), G)

    def motion(
        self,
        state: State,
        held: np.ndarray | None = None,
        more: Mapping[str, float] | None = None,
    ) -> Motion:
        """Return accelerations, multipliers and efforts of the drives at a state.

        held: efforts on all velocities by numbers and sampled controllers; where they are not
        given, the controllers are asked. more: efforts on rates beside all others.
        """
        known = held is not None and len(held) > 0
        numbers = {
            name: self._given_effort(name, law, state, held if known else None)
            for name, law in self.actuation.laws.items()
            if not callable(law)
        }
        x = self.inputs_of(state)
        tau, tau_cut = self.actuation.efforts(x)
        cut = [name for joint in self.system.topology.cuts for name in joint.velocity_names]
        laws = dict(zip([*self.system.velocities, *cut], [*tau, *tau_cut], strict=True))
        efforts = {name: value for name, value in laws.items() if value != 0.0}
        efforts |= {name: numbers[name] + efforts.get(name, 0.0) for name in numbers}
        if more:
            rates = self.system.compiled.rate_names
            every = [(rates(name), np.atleast_1d(x)) for name, x in efforts.items()]
            efforts = {name: x for names, xs in every for name, x in zip(names, xs, strict=True)}
            efforts |= {name: efforts.get(name, 0.0) + x for name, x in more.items()}
        driven = given_accelerations(self.driven, state)
        lagged = {}
        if self.lags and held is not None and known:
            names = [b.name for b in self.system.compiled.loops.bearings if b.lagged]
            lagged = dict(zip(names, held[-self.lags :], strict=True))
        return self.system.accelerations(
            state,
            lagged=lagged,
            efforts=efforts,
            driven=driven,
            locked=self.locked,
            share=True,
            **{**self.kept_keywords, "t": state.t},
        )

    def _given_effort(
        self, name: str, law: Any, state: State, held: np.ndarray | None
    ) -> np.ndarray | float:
        """Return the effort of a number or a sampled controller."""
        if not isinstance(law, Sampled):
            return np.asarray(law)
        if held is None:
            return np.asarray(law.function(state.t, state))
        vector, place = self.system.compiled.located_rate(name)
        first = 0 if vector == "v" else self.system.nv
        return held[first + place.start : first + place.stop]

    def closed_state(
        self, project: Kernel, y: np.ndarray, t: float, inputs: Mapping[str, np.ndarray]
    ) -> np.ndarray:
        """Return y with its loops closed and quaternions of length one."""
        values = {**inputs, "t": np.array([t])}
        found = project(y, *[values[port.name] for port in project.inputs[1:]])
        if self.asks_outside and self.outside is not None:
            self.outside.fill(self, t, found)
        return found

    def bound_step(
        self, method: str, inputs: Mapping[str, np.ndarray], composite: bool = False
    ) -> BoundKernel | CorrectedStep | MidpointStep:
        """Return one step of a fixed-step method, with buffers of its own; see `step_kernel`."""
        if method != "midpoint":
            step = BoundKernel(self.step_kernel(method, composite), inputs)
            return step if self.tally is None else self.corrected_step(method, step)
        self._refuse_python()
        closing: Any = None
        if self.needs_projection:
            closing = self.bound_closing if self.corrects else self.project_kernel()
        iterated = MidpointStep(
            self.slope_kernel(),
            self.newton_kernel(),
            closing,
            self.system.compiled.kernel("energy")
            if self.base is None and not self.nz and all(d.is_held for d in self.driven)
            else None,
            inputs,
            self.system.nq,
            self.system.nv,
        )
        iterated.inputs["h"][...] = inputs.get("h", 0.0)
        return iterated

    def bound_slope(self, values: Mapping[str, np.ndarray]) -> BoundKernel | PythonKernel:
        """Return the slope with buffers of its own, natively where the laws allow it."""
        bound = BoundKernel(self.slope_kernel(), values)
        if self.native:
            return bound

        def with_laws(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            self.ask_python(inputs["y"], float(inputs["t"][0]), bound.inputs)
            bound()
            for name, value in bound.outputs.items():
                outputs[name][...] = value

        return PythonKernel(with_laws, bound.inputs, bound.outputs)

    def corrected_step(self, method: str, step: BoundKernel) -> BoundKernel | CorrectedStep:
        """Return a step of a method with corrections to the user's eps, if there is one."""
        if not self.corrects or self.tally is None:
            return step
        slope = self.slope_kernel() if METHODS[method].current else None
        return CorrectedStep(step, slope, self.correction_kernels(), self.tally)

    def bound_closing(self, shared: Mapping[str, np.ndarray]) -> Evaluated:
        """Return the projection with buffers of its own but for what it shares."""
        if self.asks_outside:
            return self._filled_closing(shared)
        if self.tally is not None and self.corrects:
            return Corrections(*self.correction_kernels(), self.tally, shared)
        bound = BoundKernel(self.project_kernel(), {}, shared)
        if self.traced:
            return bound

        def run(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            bound()

        return PythonKernel(run, bound.inputs, bound.outputs)

    def _filled_closing(self, shared: Mapping[str, np.ndarray]) -> Evaluated:
        """Return the projection, after which FMUs say what they yield there."""
        closing: Any
        if self.tally is not None and self.corrects:
            closing = Corrections(*self.correction_kernels(), self.tally, shared)
        else:
            closing = BoundKernel(self.project_kernel(), {}, shared)

        def run(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            closing()
            y = closing.outputs["y"]
            if self.outside is not None:
                self.outside.fill(self, float(inputs["t"][0]), y)
            for name, value in closing.outputs.items():
                outputs[name][...] = value

        return PythonKernel(run, closing.inputs, closing.outputs)


def _no_fixed_steps(sim: Simulator) -> Problem:
    links = [] if sim.outside is None else sim.outside.continuous
    names = ", ".join(f"'{link.element.name}'" for link in links)
    return Problem(
        "D16",
        f"fmu {names}",
        "is Model Exchange, whose rates a native loop of equal steps cannot ask for",
        action="use method='auto', 'adams' or 'bdf', or its Co-Simulation by steps of `every`",
    )


def _tracing_problem() -> Problem:
    return Problem(
        "D08",
        "inputs",
        "hold a law that cannot be traced, which a native loop of fixed steps needs",
        action="use method='auto', which calls it from Python, or wrap it in Sampled(law, every)",
    )

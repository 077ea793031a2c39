"""A motion together with its derivatives by the numbers of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.late_dataclass import dataclass
from sarrus.solvers import dormand_prince_8
from sarrus.spatial.arrays import join
from sarrus.summaries import with_summary
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.gradients import parameter_columns, places_of_name
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.flow_kernels import slope_jacobian
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.native_loops import WATCH
from sarrus.system.state import State


@with_summary
@with_checks
@dataclass(frozen=True, eq=False)
class SensitivityRun:
    """A motion and its derivatives by parameters: q_p, v_p of shape (time, coordinate, number).

    z, z_p: states of force elements, whose start values may be among the parameters.
    """

    system: Any
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    q_p: np.ndarray
    v_p: np.ndarray
    parameters: tuple[str, ...]
    z: np.ndarray
    z_p: np.ndarray

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate or velocity of the tree, or a state of an element, over time."""
        return self._read(self.q, self.v, self.z, name)

    def of(self, name: str, parameter: str) -> np.ndarray:
        """Return the derivative of a coordinate, velocity or state of an element by a parameter."""
        columns = places_of_name("parameter", parameter, self.parameters)
        part = self._read(self.q_p, self.v_p, self.z_p, name)[..., columns]
        return part[..., 0] if len(columns) == 1 else part

    def _read(self, q: np.ndarray, v: np.ndarray, z: np.ndarray, name: str) -> np.ndarray:
        vector, place = self.system.compiled.place_of(name, ("q", "v", "z"))
        found = {"q": q, "v": v, "z": z}[vector][:, place]
        return found[:, 0] if found.shape[1] == 1 else found


def in_time(
    sim: Simulator,
    d: Differentials,
    start: State,
    times: np.ndarray,
    names: Sequence[str],
    rtol: float,
    atol: float,
) -> SensitivityRun:
    """Return the run and its derivatives, integrated together: S' = (df/dy) S + df/dp."""
    if sim.actuation.sampled:
        raise ModelError(_sampling_problem(sim.actuation.sampled))
    columns, labels = parameter_columns(sim, names)
    n, m = sim.size, len(columns)
    slope = sim.kernel(
        f"sensitivities {columns}", {"whole": (n * (1 + m),)}, _body(columns, n),
        sim.actuation.efforts,
    )  # fmt: skip
    y0 = sim.start(start)
    value = sim.inputs(sim.choice(y0), sim.held_efforts(start))
    z0 = np.concatenate([y0, _start(d, columns, start).ravel()])
    loop = AdaptiveLoop(dormand_prince_8, _Renamed(slope, value), start.t, z0, 0.1 * rtol,
                        0.1 * atol, _closing_function(sim, value, n, m))  # fmt: skip
    loop.outputs(times, 1)
    loop.tell_shrinking(0.0)  # nothing is done about it here
    if sim.mixing:
        loop.limit(WATCH)
    why = control.PAUSED
    while loop.t < times[-1] and why != control.TOO_SMALL:
        why = loop.advance(float(times[-1]))
        if why == control.LOW:
            T = sim.choice(loop.y)
            for kernel in (loop.slope, loop.closing):
                kernel.update({} if T is None else {"T": T})
            loop.renew()
    every = np.vstack([z0, loop.new_outputs()[1]])
    nq, nv = sim.system.nq, sim.system.nv
    S = every[:, n:].reshape(len(every), n, m)
    run = SensitivityRun(
        sim.system, times[: len(every)], every[:, :nq], every[:, nq : nq + nv], S[:, :nq],
        S[:, nq : nq + nv], tuple(labels), sim.z(every[:, :n]),
        sim.z(S.swapaxes(1, 2)).swapaxes(1, 2),
    )  # fmt: skip
    if loop.t < times[-1]:
        stopped = SensitivitiesStopped(_stuck(loop))
        stopped.run = run
        raise stopped
    return run


class SensitivitiesStopped(SimulationStopped):
    """A motion that could not go on; `run` holds all results up to there."""

    run: SensitivityRun | None = None


def _stuck(loop: AdaptiveLoop) -> Problem:
    return Problem(
        "E-STEP",
        f"t = {loop.t:.9g} s",
        f"the step size of motion and derivatives fell to {loop.size_tried:.3g} s",
        cause="a discontinuous or singular force, or a singular position of the loops",
        action="end before this time, or loosen rtol",
    )


def _sampling_problem(names: Iterable[str]) -> Problem:
    return Problem(
        "D10",
        f"sampled controllers on {', '.join(repr(name) for name in names)}",
        "have no derivatives",
        action="write their laws with NumPy's functions, as functions of (t, state)",
    )


def _body(columns: list[int], n: int) -> Any:
    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        whole = arrays["whole"]
        y, S = whole[:n], whole[n:].reshape(n, -1)
        found = flow.slope(t, y)
        p = (flow.last or {})["p"]
        along = slope_jacobian(flow, t, {"y": y})["J"] @ S + jacobian(found.ydot, p[columns])
        return {"ydot": join(found.ydot, along.ravel()), "watch": np.array([found.watch])}

    return body


def _start(d: Differentials, columns: Sequence[int], start: State) -> np.ndarray:
    """Return how the start changes: independent coordinates stay, the others close the loops.

    States of force elements change with their start values, unless the start has others.
    """
    system = d.sim.system
    rest = np.zeros((d.sim.size - system.nq - system.nv, d.B_p.shape[1]))
    found = np.vstack([d.E @ d.B_p, d.C_p, rest])
    if start.own_z is None:
        compiler, p = system.compiled.compiler, d.sim.last_values.get("p", np.zeros(0))
        for j, column in enumerate(columns):
            unit = np.eye(len(p))[column]
            change = compiler.start_states(p + unit) - compiler.start_states(p)
            d.sim.z(found[:, j])[...] = np.round(change)  # 1 for the start value itself, else 0
    return found


class _Renamed(BoundKernel):
    """The kernel of state and sensitivities together, whose state is its input `whole`."""

    def __init__(self, kernel: Any, inputs: Mapping[str, np.ndarray]) -> None:
        super().__init__(kernel, inputs)
        self.inputs = {("y" if name == "whole" else name): a for name, a in self.inputs.items()}


def _closing_function(sim: Simulator, inputs: Mapping[str, np.ndarray], n: int, m: int) -> Any:
    """Return what puts the state, not its derivatives, back on the loops."""
    if not sim.needs_projection:
        return None

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        z = arrays["y"]
        return {"y": join(flow.closed_state(t, z[:n], flow.slope(t, z[:n]).factors), z[n:])}

    kernel = sim.kernel(f"closing with {m}", {"y": (n * (1 + m),)}, body, None)
    return BoundKernel(kernel, inputs)

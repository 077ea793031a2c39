"""How results change with the numbers of a model, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.solvers import dormand_prince_8
from sarrus.spatial.arrays import join
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.equilibrium import balanced
from sarrus.system.flow import Flow
from sarrus.system.requests import unknown
from sarrus.system.simulator import Simulator
from sarrus.system.state import State

OFF = 1e-6
"""Part of the usual accelerations that may be left where derivatives of rest are taken."""


@dataclass(frozen=True, eq=False)
class Gradients:
    """Derivatives of outputs by parameters: values (outputs), matrix (outputs x parameters).

    `gradients["A.effort", "crank.mass"]` is one of them; a parameter with several numbers, such as
    a point, has a column for each ("A.point[0]").
    """

    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    values: np.ndarray
    matrix: np.ndarray

    def __getitem__(self, which: tuple[str, str]) -> Any:
        """Return the derivative of an output by a parameter; arrays where they have several."""
        rows = _chosen("output", which[0], self.outputs)
        columns = _chosen("parameter", which[1], self.parameters)
        part = self.matrix[np.ix_(rows, columns)]
        return float(part[0, 0]) if part.size == 1 else np.squeeze(part)

    def __repr__(self) -> str:
        return f"<Gradients of {len(self.outputs)} outputs by {len(self.parameters)} numbers>"


def _chosen(kind: str, name: str, names: Sequence[str]) -> list[int]:
    found = [k for k, n in enumerate(names) if n == name or n.startswith(f"{name}[")]
    if not found:
        raise ModelError(unknown(kind, name, list(names)))
    return found


def parameter_columns(sim: Simulator, names: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the columns of named parameters among all inputs, and a name for each."""
    known = sim.system.compiler.parameters
    columns, labels = [], []
    for name in names:
        full = sim.system.full_parameter(name)
        at = 0
        for other, default in zip(known.names, known.defaults, strict=True):
            if other == full:
                places = np.ndindex(default.shape)
                listed = [f"[{','.join(map(str, place))}]" if place else "" for place in places]
                columns += list(range(at, at + default.size))
                labels += [f"{name}{part}" for part in listed]
            at += default.size
    return columns, labels


def gradients(d: Differentials, outputs: Sequence[str], names: Sequence[str]) -> Gradients:
    """Return derivatives with the independent coordinates and velocities held."""
    columns, labels = parameter_columns(d.sim, names)
    matrix = d.by_parameters("g")[:, columns]
    return Gradients(tuple(outputs), tuple(labels), d.found["g"], matrix)


def equilibrium_gradients(
    d: Differentials, outputs: Sequence[str], names: Sequence[str]
) -> Gradients:
    """Return derivatives when the mechanism stays in equilibrium."""
    if not balanced(d, OFF):
        raise ModelError(_unbalanced(d))
    columns, labels = parameter_columns(d.sim, names)
    chosen = list(d.independent)
    slope, off = d.by_independent("vdot")[0][chosen], d.by_parameters("vdot")[chosen][:, columns]
    moved = np.linalg.lstsq(slope, -off, rcond=1e-12)[0]
    left = np.abs(slope @ moved + off)
    if float(np.max(left, initial=0.0)) > OFF * max(
        float(np.max(np.abs(off), initial=0.0)), 1e-300
    ):
        raise ModelError(_free(d, labels[int(np.argmax(np.max(left, axis=0)))], slope))
    matrix = d.by_parameters("g")[:, columns] + d.by_independent("g")[0] @ moved
    return Gradients(tuple(outputs), tuple(labels), d.found["g"], matrix)


def _unbalanced(d: Differentials) -> Problem:
    vdot = np.abs(d.found["vdot"])
    worst = d.sim.system.velocities[int(np.argmax(vdot))]
    return Problem(
        "S07",
        "equilibrium",
        f"does not balance here: '{worst}' accelerates by {vdot.max():.3g}",
        cause="it was found with other efforts, drives, locks or parameters",
        action="give the same ones here",
    )


def _free(d: Differentials, label: str, slope: np.ndarray) -> Problem:
    loose = np.linalg.svd(slope)[2][-1]
    name = d.sim.system.velocities[d.independent[int(np.argmax(np.abs(loose)))]]
    return Problem(
        "S07",
        f"equilibrium by '{label}'",
        f"has no derivative: no stiffness holds '{name}'",
        cause="a freedom without force, or a limit point, where the equilibrium turns back",
        action="lock a free coordinate, or use another value",
    )


@dataclass(frozen=True, eq=False)
class SensitivityRun:
    """A motion and its derivatives by parameters: q_p, v_p of shape (time, coordinate, number)."""

    system: Any
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    q_p: np.ndarray
    v_p: np.ndarray
    parameters: tuple[str, ...]

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a coordinate or velocity of the tree over time."""
        return self._read(self.q, self.v, name)

    def of(self, name: str, parameter: str) -> np.ndarray:
        """Return the derivative of a coordinate or velocity of the tree by a parameter."""
        columns = _chosen("parameter", parameter, self.parameters)
        part = self._read(self.q_p, self.v_p, name)[..., columns]
        return part[..., 0] if len(columns) == 1 else part

    def _read(self, q: np.ndarray, v: np.ndarray, name: str) -> np.ndarray:
        vector, place = self.system.located(name, ("q", "v"))
        found = (q if vector == "q" else v)[:, place]
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
    columns, labels = parameter_columns(sim, names)
    n, m = sim.size, len(columns)
    slope = sim.compiled(
        f"sensitivities {columns}", {"z": (n * (1 + m),)}, _body(columns, n), _laws(sim), True
    )
    y0 = sim.start(start)
    given = sim.given(sim.choice(y0), sim.held(start))
    bound = _Renamed(slope, given)
    z0 = np.concatenate([y0, _start(sim, d, columns).ravel()])
    loop = AdaptiveLoop(dormand_prince_8, bound, start.t, z0, 0.1 * rtol, 0.1 * atol,
                        _closing(sim, given, n, m))  # fmt: skip
    loop.outputs(times, 1)
    while loop.t < times[-1]:
        why = loop.advance(float(times[-1]))
        if why in (control.TOO_SMALL, control.SHRINKING):
            break
    _, rows = loop.taken()
    every = np.vstack([z0, rows])
    nq, nv = sim.system.nq, sim.system.nv
    S = every[:, n:].reshape(len(every), n, m)
    t = times[: len(every)]
    return SensitivityRun(
        sim.system, t, every[:, :nq], every[:, nq : nq + nv], S[:, :nq], S[:, nq : nq + nv],
        tuple(labels),
    )  # fmt: skip


def _laws(sim: Simulator) -> Any:
    return sim.actuation.efforts if sim.traced else None


def _body(columns: list[int], n: int) -> Any:
    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        z = arrays["z"]
        y, S = z[:n], z[n:].reshape(n, -1)
        found = flow.slope(t, y)
        p = (flow.last or {})["p"]
        along = jacobian(found.ydot, y) @ S + jacobian(found.ydot, p)[:, columns]
        return {"ydot": join(found.ydot, along.ravel()), "watch": np.array([found.watch])}

    return body


def _start(sim: Simulator, d: Differentials, columns: list[int]) -> np.ndarray:
    """Return how the start changes: independent coordinates stay, the others close the loops."""
    q_p = d.E @ d.B_p[:, columns]
    return np.vstack([q_p, d.C_p[:, columns], np.zeros((3, len(columns)))])


class _Renamed(BoundKernel):
    """The kernel of state and sensitivities together, whose state is its input z."""

    def __init__(self, kernel: Any, given: Mapping[str, np.ndarray]) -> None:
        super().__init__(kernel, given)
        self.inputs = {("y" if name == "z" else name): a for name, a in self.inputs.items()}


def _closing(sim: Simulator, given: Mapping[str, np.ndarray], n: int, m: int) -> Any:
    """Return what puts the state, not its derivatives, back on the loops."""
    if not sim.needs_projection:
        return None

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        z = arrays["y"]
        return {"y": join(flow.closed(t, z[:n], flow.slope(t, z[:n]).factors), z[n:])}

    kernel = sim.compiled(f"closing with {m}", {"y": (n * (1 + m),)}, body, None, True)
    return BoundKernel(kernel, given)

"""The functions of nodes of a mechanism: w = (q, v, z, vdot, u, lambda).

Rows that vanish at every node:

    M vdot + c - f - B u - Phi_v^T lambda,   Phi(q),   Phi_v v,   Phi_v vdot - gamma

and unit quaternions. Efforts come from inverse dynamics, so that no matrix is solved and all is
sparse; with vdot and lambda known, so are the reactions, and the friction of bearings with them.
With loops, only independent coordinates and velocities follow their rates; the rows give the
others. Which are independent is chosen by pivoting, once for as many intervals as it serves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import qr

from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.inverse import as_vector
from sarrus.kernels import Kernel
from sarrus.late_dataclass import dataclass
from sarrus.robotics.optimal.goals import Goals, NodeView
from sarrus.robotics.optimal.node_kernels import NodeKernels, bodies
from sarrus.solvers.collocation.mesh import Mesh
from sarrus.spatial.arrays import Array, join, sparse_product
from sarrus.system import System
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import SolvedState
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow, Slope
from sarrus.system.flow.load_friction import flow_reply, known_loads
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.state import State

SERVES = 0.3
"""A choice of independent coordinates serves on as long as it is conditioned by this part as well
as the best one."""
OPEN = 1e-9
"""Singular values below this part of the largest are 0."""


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A system with drives at some velocities, as an optimal motion sees it.

    drives: names of the velocities, and their places among those of the tree, then of cut joints;
    sizes: usual sizes of their efforts and powers.
    """

    sim: Simulator
    drives: tuple[str, ...]
    places: tuple[int, ...]
    sizes: np.ndarray
    powers: np.ndarray
    goals: Goals
    asked: Outputs
    start: State

    @property
    def system(self) -> System:
        """The system."""
        return self.sim.system

    @cached_property
    def parts(self) -> dict[str, slice]:
        """Where q, v, z, vdot, u and lambda are in w."""
        s = self.system
        sizes = {"q": s.nq, "v": s.nv, "z": self.sim.nz, "vdot": s.nv, "u": len(self.drives),
                 "lam": self.sim.rows}  # fmt: skip
        found, at = {}, 0
        for name, size in sizes.items():
            found[name] = slice(at, at + size)
            at += size
        return found

    @property
    def nw(self) -> int:
        """Length of w."""
        return self.parts["lam"].stop

    @property
    def nx(self) -> int:
        """Number of states (q, v, z)."""
        return self.parts["z"].stop

    @cached_property
    def _quaternions(self) -> list[slice]:
        """Where quaternions are in q."""
        layout = self.system.compiled.layout
        found = []
        for joint in layout.joints:
            if joint.type.quaternion_at is not None:
                at = layout.q_slice[joint.name].start + joint.type.quaternion_at
                found.append(slice(at, at + 4))
        return found

    @cached_property
    def _closing(self) -> list[int]:
        """Which rows in use close positions."""
        if not self.system.closed:
            return []
        every = self.sim.row_choice.holonomic
        return list(range(self.sim.rows)) if every is None else list(np.flatnonzero(every))

    @cached_property
    def row_parts(self) -> dict[str, slice]:
        """Where the rows of positions, velocities and accelerations are among those that vanish."""
        n, r, c = self.system.nv, self.sim.rows, len(self._closing) + len(self._quaternions)
        return {"force": slice(0, n), "positions": slice(n, n + c),
                "velocities": slice(n + c, n + c + r),
                "accelerations": slice(n + c + r, n + c + 2 * r)}  # fmt: skip

    # --- equations ------------------------------------------------------------------------------

    def _state(self, flow: Flow, w: Array, t: Any, turned: Array) -> SolvedState:
        """Return the state of w, in symbols."""
        p = self.parts
        y = join(w[p["q"]], w[p["v"]], turned, w[p["z"]], np.zeros(ENERGY_BALANCE))
        driven = self._with_drives(flow, w[p["u"]])
        x = driven.inputs_at(t, y)
        rate = flow.compiler.layout.rate(x.arrays["q"], x.arrays["v"])
        zdot = x.state_rates if self.sim.nz else np.zeros(0)
        ydot = join(rate, w[p["vdot"]], np.zeros(len(turned)), zdot, np.zeros(ENERGY_BALANCE))
        lam = w[p["lam"]] if self.system.closed else None
        bearing = None
        if x.bearings:
            multipliers = np.zeros(0) if lam is None else lam
            moving = flow_reply(driven, x, w[p["vdot"]], multipliers, driven.efforts(x)[1])
            bearing = as_vector(known_loads(x, moving))
        slope = Slope(ydot, 1.0, None, lam, np.zeros(0), bearing)
        return SolvedState(self.system, x, driven, y, slope)

    def _with_drives(self, flow: Flow, u: Array) -> Flow:
        """Return the flow with the efforts of the drives."""
        nv = self.system.nv

        def efforts(x: Any) -> tuple[Array, Array]:
            tau, tau_cut = (list(part) for part in flow.efforts(x))
            for k, place in enumerate(self.places):
                part, at = (tau, place) if place < nv else (tau_cut, place - nv)
                part[at] = part[at] + u[k]
            return as_vector(tau), as_vector(tau_cut)

        return replace(flow, efforts=efforts)

    def _rows(self, state: SolvedState, w: Array) -> Array:
        """Return the rows that vanish."""
        flow, x, vdot = state.flow, state.inputs, w[self.parts["vdot"]]
        if state.slope.bearing is not None:
            x = x.with_bearing_loads(state.slope.bearing)
        moving = replace(x, arrays={**x.arrays, "vdot": vdot})
        tau, tau_cut = flow.efforts(x)
        force = moving.without_wrenches().efforts.tau - tau
        units = [w[at] @ w[at] - 1.0 for at in self._quaternions]
        if not self.system.closed:
            return join(force, as_vector(units))
        motion = ClosedVelocities(x.velocities)
        closed = motion.positions
        at = 0
        for k, cut in enumerate(x.tree.cuts):
            for j in range(cut.type.nv):
                force = force - closed.cut_rates(k)[j] * tau_cut[at + j]
            at += cut.type.nv
        Phi, R = closed.jacobian, flow.row_matrix(closed)
        force = force - Phi.T @ flow.all_multipliers(w[self.parts["lam"]], len(Phi))
        gaps = sparse_product(R, closed.residual[:, None])[:, 0][self._closing]
        slips = sparse_product(R, (Phi @ x.arrays["v"])[:, None])[:, 0]
        skids = sparse_product(R, (Phi @ vdot - motion.gamma)[:, None])[:, 0]
        return join(force, gaps, as_vector(units), slips, skids)

    def _values(self, flow: Flow, w: Array, t: Any, turned: Array) -> Array:
        """Return F of a node."""
        state = self._state(flow, w, t, turned)
        ydot = state.slope.ydot
        rates = join(ydot[: self.system.nq + self.system.nv], flow.z(ydot))
        every = list(self.asked.values(state))
        integrands = len(self.goals.asked)
        limited = len(every) - integrands
        view = NodeView(w[self.parts["u"]], self._speeds(state), self._accelerations(state, w),
                        self.sizes, self.powers)  # fmt: skip
        goal = self.goals.value(view, every[limited:])
        return join(rates, self._rows(state, w), as_vector(every[:limited]), as_vector([goal]))

    def _speeds(self, state: SolvedState) -> Array:
        nv = self.system.nv
        v = state.v
        cut_v: Any = state.cut_v if max(self.places) >= nv else None
        return as_vector([v[k] if k < nv else cut_v[k - nv] for k in self.places])

    def _accelerations(self, state: SolvedState, w: Array) -> Array:
        nv, vdot = self.system.nv, w[self.parts["vdot"]]
        cut: Any = state.cut_vdot if max(self.places) >= nv else None
        return as_vector([vdot[k] if k < nv else cut[k - nv] for k in self.places])

    # --- kernels --------------------------------------------------------------------------------

    @cached_property
    def functions(self) -> NodeKernels:
        """F of nodes with its derivatives."""
        self.asked.content(self.sim)  # names
        n_asked = len(self.asked.names) - len(self.goals.asked)
        n_rows = self.row_parts["accelerations"].stop
        text = f"{self.places} {self.goals.weights} {self.sizes.tolist()} {self.powers.tolist()}"
        text = f"{text} {self.asked.key}"
        own = self.asked.own

        def make(name: str, shapes: dict[str, tuple[int, ...]]) -> Kernel:
            def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
                turned = arrays["angles"]
                found = bodies(lambda w, t: self._values(flow, w, t, turned))[name]
                return found(arrays, t)

            shapes = {**shapes, "angles": self._angles.shape}
            return self.sim.kernel(
                f"node {name} {text}", shapes, body, self.sim.actuation.efforts, own
            )

        sizes = (self.nx, self.nw, n_rows, n_asked)
        return NodeKernels.of(sizes, make, self._last, self.solved_rates, self.parts["u"])

    @cached_property
    def _angles(self) -> np.ndarray:
        """What angles of cut joints are near to, as the motion begins."""
        return self.sim.cut_angles(self.sim.start(self.start))

    @cached_property
    def _last(self) -> dict[str, np.ndarray]:
        """Values of the inputs that all nodes share."""
        y = self.sim.start(self.start)
        values = self.sim.inputs(self.sim.choice(y))
        return {**values, "angles": self._angles}

    @cached_property
    def _rate_kernel(self) -> Any:
        """The kernel of the rates of states, accelerations solved for."""

        def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            w, p = arrays["w"], self.parts
            y = join(w[p["q"]], w[p["v"]], arrays["angles"], w[p["z"]], np.zeros(ENERGY_BALANCE))
            slope = self._with_drives(flow, w[p["u"]]).slope(t, y)
            ydot = slope.ydot
            every = self.system.nq + self.system.nv
            return {"rates": join(ydot[:every], flow.z(ydot))}

        shapes = {"w": (self.nw,), "angles": self._angles.shape}
        laws = self.sim.actuation.efforts
        return self.sim.kernel(f"node rates {self.places}", shapes, body, laws).many()

    def solved_rates(self, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return the rates of states by the equations of motion, whatever vdot and lambda are."""
        values, kernel = {**self._last, "w": w, "t": t[:, None]}, self._rate_kernel
        return np.asarray(
            kernel(*[np.ascontiguousarray(values[port.name]) for port in kernel.inputs])
        )

    # --- independent coordinates ----------------------------------------------------------------

    def row_slopes(self, w: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows of positions by q and of velocities by v at nodes."""
        f = self.functions
        D = f.slopes(w, t)[1]
        rows, columns = f.slope_places
        dense = np.zeros((len(w), self.nx + f.n_rows + f.n_asked + 1, self.nw + 1))
        dense[:, rows, columns] = D
        rows_at = dense[:, self.nx :]
        at, p = self.row_parts, self.parts
        return rows_at[:, at["positions"], p["q"]], rows_at[:, at["velocities"], p["v"]]

    @property
    def constrained(self) -> bool:
        """Whether some coordinates follow from others by rows."""
        return self.system.closed or bool(self._quaternions)

    def independent_states(self, mesh: Mesh, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return which states follow their rates on each interval: independent ones."""
        found = np.ones((mesh.intervals, self.nx), dtype=bool)
        if not self.constrained:
            return found
        by_q, by_v = self.row_slopes(w, t)
        first, last = mesh.of_interval[:, 0], mesh.of_interval[:, -1]
        for name, rows in (("q", by_q), ("v", by_v)):
            found[:, self.parts[name]] = _along(rows[first], rows[last])
        return found

    def independent(self, w: np.ndarray, t: float, first: Sequence[int] = (),
                    of: str = "q") -> list[int]:  # fmt: skip
        """Return independent places of q or v at a node, those of `first` before others."""
        by_q, by_v = self.row_slopes(w[None], np.array([t]))
        N = _null_space((by_q if of == "q" else by_v)[0])
        return independent_rows(N, first)


def _along(rows: np.ndarray, next_rows: np.ndarray) -> np.ndarray:
    """Return the choice of independent columns on each interval."""
    n = rows.shape[2]
    found = np.zeros((len(rows), n), dtype=bool)
    chosen: list[int] = []
    for k, (a, b) in enumerate(zip(rows, next_rows, strict=True)):
        spaces = [_null_space(a), _null_space(b)]
        best = [_pivots(N) for N in spaces]
        if not chosen or any(
            _condition(N, chosen) < SERVES * _condition(N, own)
            for N, own in zip(spaces, best, strict=True)
        ):
            chosen = best[0]
        found[k, chosen] = True
    return found


def _null_space(rows: np.ndarray) -> np.ndarray:
    """Return what rows leave free, columns orthonormal."""
    if not len(rows):
        return np.eye(rows.shape[1])
    _, s, V = np.linalg.svd(rows, full_matrices=True)
    rank = int(np.sum(s > OPEN * max(float(s[0]), 1e-300)))
    return np.asarray(V[rank:].T)


def _pivots(N: np.ndarray) -> list[int]:
    if not N.shape[1]:
        return []
    return [int(k) for k in qr(N.T, pivoting=True, mode="r")[1][: N.shape[1]]]


def _condition(N: np.ndarray, chosen: Sequence[int]) -> float:
    if len(chosen) != N.shape[1]:
        return 0.0
    return float(np.min(np.linalg.svd(N[list(chosen)], compute_uv=False), initial=1.0))


def independent_rows(N: np.ndarray, first: Sequence[int]) -> list[int]:
    """Return independent rows of N, taking those of `first` as long as they are independent."""
    chosen: list[int] = []
    for k in first:
        trial = N[[*chosen, k]]
        if len(trial) > N.shape[1]:
            continue
        if float(np.min(np.linalg.svd(trial, compute_uv=False))) > 1e-6:
            chosen.append(k)
    left = N
    if chosen:
        left = N @ _null_space(N[chosen])
    return [*chosen, *_pivots(left)]

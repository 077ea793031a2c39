"""Accelerations and multipliers of the states of a run, in native code.

One kernel evaluates the equations of the run's mode at many states. Where rows of loops are
mixed by a matrix T, it is chosen at the first state and chosen anew where the watch on the pivots
falls; states at singular positions are solved densely, one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.inverse import as_vector, inverse_dynamics
from sarrus.dynamics.kinematics import accelerations
from sarrus.errors import ModelError
from sarrus.kernels import Kernel
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import row_lengths
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.rows.chunk import Chunk
from sarrus.system.rows.motion import Motion
from sarrus.system.rows.solution import Solution, nothing, of_motions
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.native_loops import WATCH

SINGULAR = 1e-6
"""A watch below this is not trusted: the state is solved densely."""
BLOCK = 64
"""States that are tried first with a new choice of rows; twice as many as long as it serves."""


@dataclass(frozen=True, eq=False)
class ModeSolver:
    """Solves the states of one mode of a run.

    alone: whether rows of loops are chosen at every state, so that what is found at a state does
    not depend, not even by rounding, on those that are solved with it.
    """

    sim: Simulator
    alone: bool = False

    def __call__(self, chunk: Chunk) -> Solution:
        """Return accelerations, multipliers and efforts of all states of a chunk."""
        sim, out = self.sim, self.outputs_of_states(chunk, self.kernel)
        found = replace(
            nothing(sim.system, len(chunk)),
            vdot=out["vdot"],
            lam=out["lam"],
            tau=out["tau"],
            tau_cut=out["tau_cut"],
            well=out["watch"][:, 0] >= SINGULAR,
            flow=out["flow"],
            bearing=out.get("bearing", np.zeros((len(chunk), 0))),
        )
        if sim.driven and sim.system.closed:
            found = self._with_drives(chunk, found)
        trusted = np.all(np.isfinite(found.vdot), axis=1) & found.well
        return self._densely(chunk, np.flatnonzero(~trusted), found)

    def outputs_of_states(self, chunk: Chunk, kernel: Kernel) -> dict[str, np.ndarray]:
        """Return the outputs of a kernel of the mode, which has a watch, for all states."""
        y = rows_of(chunk)
        rows = {"y": y, "t": chunk.t[:, None], **self._efforts(chunk, y)}
        if not self.sim.mixing:
            return outputs_of_rows(kernel, rows, self.sim.inputs(None))
        if self.alone:
            rows["T"] = self.sim.row_choice.choices(chunk.closure["Phi"], chunk.closure["C"])
            return outputs_of_rows(kernel, rows, self.sim.inputs(None))
        return mapped_by_choice(self.sim, kernel, rows)

    def _with_drives(self, chunk: Chunk, found: Solution) -> Solution:
        """Return the solution with the rows of driven coordinates, which loops take part in."""
        loops = chunk.system.compiled.loops
        rows = np.zeros((len(chunk), len(self.sim.driven), chunk.system.nv))
        cuts, places = [], []
        for k, d in enumerate(self.sim.driven):
            if d.cut is None:
                rows[:, k, d.v] = 1.0
                places.append(("v", d.v))
                continue
            at = loops.cut_v[loops.cuts[d.cut[0]].name].start + d.cut[1]
            rows[:, k] = chunk.closure["C"][:, at]
            cuts.append((loops.m + k, at))
            places.append(("cut_v", at))
        scale = 1.0 / row_lengths(rows, loops.column_scale)
        return replace(
            found,
            drives=rows,
            drive_scale=scale,
            driven_cuts=tuple(cuts),
            drive_places=tuple(places),
        )

    def drive_efforts(self, chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
        """Return the efforts that drives and locks have found, on the tree and on cut joints."""
        sim, system, n = self.sim, self.sim.system, len(chunk)
        tau, tau_cut = np.zeros((n, system.nv)), np.zeros((n, system.compiled.loops.n_cut_v))
        if not sim.driven:
            return tau, tau_cut
        if sim.actuation.constant:  # all that acts, less what is given by numbers and controllers
            values = self._held_efforts(chunk)
            return chunk.solution.tau - values[0], chunk.solution.tau_cut - values[1]
        laws = sim.actuation.efforts if sim.traced else None
        kernel = sim.kernel("history drives", {"y": (sim.size,)}, _drives, laws)
        found = self.outputs_of_states(chunk, kernel)["efforts"]
        for k, d in enumerate(sim.driven):
            if d.cut is None:
                tau[:, d.v] += found[:, k]
            else:
                joint = system.topology.cuts[d.cut[0]].name
                tau_cut[:, system.compiled.loops.cut_v[joint].start + d.cut[1]] += found[:, k]
        y = rows_of(chunk)
        for k in np.flatnonzero(~chunk.solution.well).tolist():
            try:
                motion = sim.motion(sim.state_of(y[k], float(chunk.t[k])), chunk.held[k])
                tau[k], tau_cut[k] = motion.drive_tau, motion.drive_tau_cut
            except (ModelError, np.linalg.LinAlgError):
                tau[k], tau_cut[k] = np.nan, np.nan
        return tau, tau_cut

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel of accelerations, multipliers, efforts and rates of the energy balance."""
        sim = self.sim
        laws = sim.actuation.efforts if sim.traced else None
        return sim.kernel("history", {"y": (sim.size,)}, _solution_arrays, laws)

    def _efforts(self, chunk: Chunk, y: np.ndarray) -> dict[str, np.ndarray]:
        """Return the efforts that only Python knows, a row for each state; none if all is traced.

        Those of sampled controllers were kept with the states.
        """
        sim = self.sim
        lagged = {"lagged": chunk.held[:, -sim.lags :]} if sim.lags else {}
        if sim.traced and not sim.actuation.sampled:
            return lagged
        held = self._held_efforts(chunk)
        if sim.traced:
            return lagged | dict(zip(("tau", "tau_cut"), held, strict=True))
        found = [
            self._efforts_of_laws(y[k], float(t), held[0][k], held[1][k])
            for k, t in enumerate(chunk.t)
        ]
        return lagged | {
            "tau": np.array([tau for tau, _ in found]).reshape(len(found), -1),
            "tau_cut": np.array([cut for _, cut in found]).reshape(len(found), -1),
        }

    def _held_efforts(self, chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
        """Return constant efforts, and those of sampled controllers, a row for each state."""
        if chunk.held.shape[1]:
            first, last = chunk.system.nv, chunk.system.nv + chunk.system.compiled.loops.n_cut_v
            return chunk.held[:, :first], chunk.held[:, first:last]
        tau, tau_cut = self.sim.actuation.vectors()
        return np.tile(tau, (len(chunk), 1)), np.tile(tau_cut, (len(chunk), 1))

    def _efforts_of_laws(
        self, y: np.ndarray, t: float, tau: np.ndarray, tau_cut: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return efforts that hold with those of laws in Python added."""
        sim = self.sim
        state = sim.state_of(y, t)
        x = sim.inputs_of(state)
        laws = [np.asarray(part, dtype=float) for part in sim.actuation.efforts(x)]
        return tau + laws[0], tau_cut + laws[1]

    def _densely(self, chunk: Chunk, which: np.ndarray, found: Solution) -> Solution:
        """Return the solution with the chosen states solved one by one."""
        if not len(which):
            return found
        y = rows_of(chunk)
        motions: list[Motion] = []
        solved, failed = [], []
        for k in which:
            try:
                state = self.sim.state_of(y[k], float(chunk.t[k]))
                motions.append(self.sim.motion(state, chunk.held[k]))
                solved.append(int(k))
            except (ModelError, np.linalg.LinAlgError):
                failed.append(int(k))
        return _with_motions(self.sim, found, solved, motions, failed)


def _with_motions(
    sim: Simulator, found: Solution, solved: list[int], motions: list[Motion], failed: list[int]
) -> Solution:
    """Return the solution with some states replaced by motions; those that failed are NaN."""
    dense = of_motions(sim.system, motions)
    changed: dict[str, Any] = {}
    for name in ("vdot", "lam", "tau", "tau_cut", "bearing"):
        values = getattr(found, name).copy()
        values[failed] = np.nan
        values[solved] = getattr(dense, name)
        changed[name] = values
    well = found.well.copy()
    well[[*solved, *failed]] = False
    return replace(found, well=well, failed=tuple(failed), **changed)


def rows_of(chunk: Chunk) -> np.ndarray:
    """Return the rows y = (q, v, turned, z, work, loss, corrections) of a chunk."""
    n, wrapped = len(chunk), list(chunk.system.compiled.loops.wrapped)
    balance = np.zeros((n, ENERGY_BALANCE)) if chunk.balance is None else chunk.balance
    turned = [chunk.cut_q[:, wrapped]] if wrapped else []
    z = [] if chunk.z is None else [chunk.z]
    return np.concatenate([chunk.q, chunk.v, *turned, *z, balance], axis=1)


def mapped_by_choice(
    sim: Simulator, kernel: Kernel, rows: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return a kernel's outputs for all rows, with row mixing chosen anew where the watch falls.

    The kernel has an output `watch`. States that are not finite have no results.
    """
    if not sim.mixing:
        return outputs_of_rows(kernel, rows, sim.inputs(None))
    n = len(rows["y"])
    out = {port.name: np.full((n, *port.shape), np.nan) for port in kernel.outputs}
    at, size = 0, n
    while at < n:
        if not np.all(np.isfinite(rows["y"][at])):
            at += 1
            continue
        T = sim.choice(rows["y"][at])
        stop = min(n, at + size)
        part = outputs_of_rows(
            kernel, {name: x[at:stop] for name, x in rows.items()}, sim.inputs(T)
        )
        low = np.flatnonzero(~(part["watch"][:, 0] >= WATCH))
        good = max(1, int(low[0])) if len(low) else stop - at
        for name, values in part.items():
            out[name][at : at + good] = values[:good]
        size = BLOCK if len(low) else 2 * size
        at += good
    return out


def _drives(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    slope = replace(flow, baumgarte=0.0).slope(t, arrays["y"])
    return {"efforts": slope.efforts, "watch": np.array([slope.watch])}


def _solution_arrays(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    flow = replace(flow, baumgarte=0.0)
    y = arrays["y"]
    q, v = flow.compiler.layout.with_unit_quaternions(y[: flow.nq]), y[flow.nq : flow.nq + flow.nv]
    p = (flow.last or {}).get("p")
    x = flow.with_rest(flow.compiler.inputs({"q": q, "v": v}, t, p, flow.base_at(t)), y)
    slope = flow.slope(t, y)
    vdot = slope.ydot[flow.nq : flow.nq + flow.nv]
    tau, tau_cut = (list(part) for part in flow.efforts(x))
    lam: list[Any] = []
    if slope.lam is not None:
        m = x.tree.n_rows
        every = list(flow.all_multipliers(slope.lam, m + len(flow.driven)))
        lam = every[:m]
        starts = np.cumsum([0, *(cut.type.nv for cut in x.tree.cuts)])
        for d, effort in zip(flow.driven, every[m:], strict=True):
            part, k = (tau, d.v) if d.cut is None else (tau_cut, starts[d.cut[0]] + d.cut[1])
            part[k] = part[k] + effort
    elif flow.driven:
        x = x if slope.bearing is None else x.with_bearing_loads(slope.bearing)
        whole = inverse_dynamics(accelerations(x.velocities, vdot), x.loads).tau
        for d in flow.driven:
            tau[d.v] = whole[d.v]
    more = {} if slope.bearing is None else {"bearing": slope.bearing}
    return more | {
        "vdot": vdot,
        "lam": as_vector(lam),
        "tau": as_vector(tau),
        "tau_cut": as_vector(tau_cut),
        "flow": slope.ydot[flow.size - ENERGY_BALANCE : flow.size - 1],
        "watch": np.array([slope.watch]),
    }

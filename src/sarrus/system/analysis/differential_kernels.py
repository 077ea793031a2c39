"""What the kernel of differentials computes: derivatives by y, by efforts tau and by numbers p.

In small systems all is differentiated where it is traced. In others accelerations and multipliers
come with their derivatives from recursions (`slope_derivatives`), and outputs follow by the chain
rule, with the trace for what they do with accelerations, multipliers and efforts of drives alone:

    dg/dx = g_x + g_vdot dvdot/dx + g_lam dlam/dx + g_efforts defforts/dx

The kernel computes the factors, `chain_of_outputs` the products: an output costs what it is made
of. Of large trees, derivatives of accelerations are products too (`by_factors`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.derivatives import FACTORS, effort_factors
from sarrus.dynamics.derivatives.factors import LARGE
from sarrus.dynamics.derivatives.inverse import load_table
from sarrus.dynamics.derivatives.tangents import tangents
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import accelerations
from sarrus.dynamics.tree import Tree
from sarrus.kernels.derivative import jacobian
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, is_zero, join, sparse_product
from sarrus.system.analysis.factor_products import FactorProducts
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import SolvedState, TracedState
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow, Slope
from sarrus.system.flow.slope_derivatives import (
    Change,
    Place,
    Solved,
    cut_places,
    solution_by_recursion,
    tangent_inverse,
)
from sarrus.system.quantities.equations import Inputs
from sarrus.system.simulation.mode_kernels import Simulator

Found = dict[str, Any]
Body = Callable[[Flow, Any, Mapping[str, Any]], Found]

SMALL = 3
"""Number of free velocities (of all, with loops) from which on recursions need fewer operations."""


def body(sim: Simulator, outputs: Outputs, columns: Sequence[int]) -> Body:
    """Return the equations of the kernel; columns: of the numbers p by which to differentiate."""

    def equations(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Found:
        by = _Variables.of(flow, arrays, columns)
        free = flow.nv if flow.closes else flow.nv - len(flow.driven)
        special = flow.has_bare_rows or flow.depends
        small = free < SMALL or flow.rubs or flow.baumgarte or special
        open_tree = not flow.closes and not flow.driven and not flow.nz
        large = flow.nv >= LARGE and open_tree and not small
        way = by_the_trace if small else by_factors if large else by_recursions
        found = way(sim, outputs, flow, t, by)
        found["qdot_y"] = jacobian(found["qdot"], by.state)
        if flow.nz:
            found |= by.parts("zdot", jacobian(found["zdot"], by.every))
        return found

    return equations


@dataclass(frozen=True)
class _Variables:
    """What derivatives are taken by: the state (q, v, z), efforts, and numbers p."""

    y: Array
    state: Array
    tau: Array
    p: Array

    @staticmethod
    def of(flow: Flow, arrays: Mapping[str, Any], columns: Sequence[int]) -> _Variables:
        y, tau = arrays["y"], join(arrays["tau"], arrays["tau_cut"])
        p = (flow.last or {})["p"][list(columns)] if columns else np.zeros(0)
        state = y[: flow.nq + flow.nv]
        return _Variables(y, join(state, flow.z(y)) if flow.nz else state, tau, p)

    @property
    def every(self) -> Array:
        """All of them, in this order."""
        return join(self.state, self.tau, self.p)

    def parts(self, name: str, by_every: Array) -> Found:
        """Return the derivatives of a value, by name."""
        ends = np.cumsum([len(self.state), len(self.tau)])
        y, tau, p = np.split(by_every, ends, axis=1)
        return {f"{name}_y": y, f"{name}_tau": tau, f"{name}_p": p}


def by_the_trace(sim: Simulator, outputs: Outputs, flow: Flow, t: Scalar, by: _Variables) -> Found:
    """Return accelerations and outputs with their derivatives, all by the trace."""
    x = flow.inputs_at(t, by.y)
    state = TracedState(sim.system, x, flow, by.y)
    found = {"vdot": state.vdot, "qdot": state.slope.ydot[: flow.nq], "g": outputs.values(state)}
    if flow.nz:
        found["zdot"] = flow.z(state.slope.ydot)
    for name in ("vdot", "g"):
        found |= by.parts(name, jacobian(found[name], by.every))
    return {**found, **_rows(flow, x, t, by), "watch": np.array([state.slope.watch])}


def _rows(flow: Flow, x: Inputs, t: Scalar, by: _Variables, slip_q: Array | None = None) -> Found:
    """Return how far loops and drives are off, and what is needed of its derivatives.

    slip_q: how the rate at which they open changes with coordinates, where that is known.
    """
    if not flow.closes:
        return {}
    rows = flow.rows_of(x, t)
    slip = rows.slip(x.arrays["v"])
    found = {"gap": rows.gap, "gap_p": jacobian(rows.gap, by.p), "slip_p": jacobian(slip, by.p)}
    found["slip_q"] = jacobian(slip, by.y[: flow.nq]) if slip_q is None else slip_q
    return found


# --- recursions -----------------------------------------------------------------------------------


def by_recursions(sim: Simulator, outputs: Outputs, flow: Flow, t: Scalar, by: _Variables) -> Found:
    """Return accelerations with their derivatives, and the parts of the chain rule of outputs."""
    x = flow.inputs_at(t, by.y)
    motion = solution_by_recursion(Place(flow, x, t, by.y))
    slope = _slope(motion)
    g = outputs.values(SolvedState(sim.system, x, flow, by.y, slope))
    leaves = _Leaves(motion, slope, by)
    found = {"vdot": motion.vdot, "qdot": slope.ydot[: flow.nq], "g": g}
    if flow.nz:
        found["zdot"] = flow.z(slope.ydot)
    found |= by.parts("vdot", leaves.vdot) | leaves.parts(g)
    loops = motion.rows
    slip_y = None if loops is None else motion.at.by_state(loops.dvelocity_dq, loops.Phi)
    slip_q = None if slip_y is None else slip_y[:, : flow.nq]
    return {**found, **_rows(flow, x, t, by, slip_q), "watch": np.array([slope.watch])}


def by_factors(sim: Simulator, outputs: Outputs, flow: Flow, t: Scalar, by: _Variables) -> Found:
    """Return accelerations with the factors of their derivatives, and the parts of outputs."""
    x = flow.inputs_at(t, by.y)
    slope = flow.slope_of(x, t, np.zeros(flow.nv))
    vdot = slope.ydot[flow.nq : flow.nq + flow.nv]
    along = tangents(accelerations(x.velocities, vdot))
    at = Place(flow, x, t, by.y)
    laws, unknown = jacobian(flow.efforts(x)[0], at.state), np.zeros((0, 0))
    motion = Solved(at, vdot, Change(unknown, unknown, unknown), laws)
    leaves = _Leaves(motion, slope, by)
    g = outputs.values(SolvedState(sim.system, x, flow, by.y, slope))
    found = {"vdot": vdot, "qdot": slope.ydot[: flow.nq], "g": g, "vdot_p": leaves.by_p}
    found |= leaves.parts(g) | effort_factors(along, load_table(along, t))
    back = tangent_inverse(flow.compiler.layout, x.arrays["q"])
    return {**found, "back": back, "laws": laws, "watch": np.array([slope.watch])}


def _with_accelerations(found: Mapping[str, np.ndarray], tree: Tree) -> Mapping[str, np.ndarray]:
    """Return what a kernel has found with derivatives of accelerations in place of factors."""
    if "laws" not in found:
        return found
    d = FactorProducts(tree).accelerations(found["vdot"], found)
    by_y = np.concatenate([d.dvdot_dq @ found["back"], d.dvdot_dv], axis=1)
    others = {k: x for k, x in found.items() if k not in (*FACTORS, "back", "laws")}
    return {**others, "vdot_y": by_y + d.dvdot_dtau @ found["laws"], "vdot_tau": d.dvdot_dtau}


def chain_of_outputs(found: Mapping[str, np.ndarray], tree: Tree) -> dict[str, np.ndarray]:
    """Return what a kernel has found with the parts of the chain rule of outputs put together."""
    whole = dict(_with_accelerations(found, tree))
    for leaf, weights in WEIGHTS.items():
        if weights in found:
            del whole[weights]
            for by in ("y", "tau", "p"):
                whole[f"g_{by}"] = whole[f"g_{by}"] + found[weights] @ whole[f"{leaf}_{by}"]
    return whole


WEIGHTS = {"vdot": "g_vdot", "lam": "g_lam", "efforts": "g_efforts"}
"""What outputs are made of besides the state, and the names of their derivatives by it."""


def _slope(motion: Solved) -> Slope:
    """Return the solution as it is seen by outputs."""
    at, flow = motion.at, motion.at.flow
    others = flow.kinematic_slope(at.t, at.y, motion.lam)
    balance = others[flow.nq :]
    efforts: Array = np.zeros(0)
    if motion.lam is not None:
        efforts = flow.all_multipliers(motion.lam, flow.rows_of(at.x, at.t).count)
        efforts = efforts[len(efforts) - len(flow.driven) :]
    elif motion.drives is not None:
        held, v = motion.drives.inverse.tau, at.x.arrays["v"]
        n = len(balance) - ENERGY_BALANCE
        work = sum((held[d.v] * v[d.v] for d in flow.driven), balance[n])
        balance = join(balance[:n], as_vector([work]), balance[n + 1 :])
        efforts = as_vector([held[d.v] - flow.efforts(at.x)[0][d.v] for d in flow.driven])
    ydot = join(others[: flow.nq], motion.vdot, balance)
    return Slope(ydot, motion.watch, motion.factors, motion.lam, efforts)


@dataclass(frozen=True)
class _Leaves:
    """What outputs are made of besides the state, with its derivatives by all variables."""

    motion: Solved
    slope: Slope
    by: _Variables

    def parts(self, g: Array) -> Found:
        """Return the derivatives of outputs at constant leaves, by leaves, and those of leaves.

        A leaf may enter g by its negative, into which the trace has turned it.
        """
        values = [values for values, _ in self._known.values()]
        seeds = join(self.by.every, *values, *(-part for part in values))
        n, m = len(self.by.every), sum(map(len, values))
        direct, plus, minus = np.split(jacobian(g, seeds), [n, n + m], axis=1)
        found, weights, at = self.by.parts("g", direct), plus - minus, 0
        for name, (values, derivatives) in self._known.items():
            part = weights[:, at : at + len(values)]
            used = [k for k, column in enumerate(part.T) if not all(is_zero(w) for w in column)]
            if used and name == "vdot":
                found["g_vdot"] = part
            elif used:
                found[WEIGHTS[name]] = part[:, used]
                found |= self.by.parts(name, derivatives()[used])
            at += len(values)
        return found

    @property
    def _known(self) -> dict[str, tuple[Array, Callable[[], Array]]]:
        """Accelerations, then multipliers or the efforts of drives, and their derivatives."""
        found: dict[str, tuple[Array, Callable[[], Array]]] = {}
        found["vdot"] = self.motion.vdot, lambda: self.vdot
        if self.motion.lam is not None:
            found["lam"] = self.motion.lam, self._multipliers
        elif self.slope.efforts is not None:
            found["efforts"] = self.slope.efforts, self._efforts
        return found

    @cached_property
    def vdot(self) -> Array:
        """Derivatives of the accelerations."""
        return self._by_every(self.motion.vdot_by, self.by_p)

    def _multipliers(self) -> Array:
        by = self.motion.lam_by
        return np.zeros((0, 0)) if by is None else self._by_every(by, self._by_p[self._nv :])

    def _efforts(self) -> Array:
        """Derivatives of the efforts of drives in a tree, the laws of effort taken off."""
        places, n = [d.v for d in self.motion.at.flow.driven], len(self.by.state)
        alone = np.eye(self._nv)[places]
        sums = self.motion.drive_efforts(alone)
        found = self._by_every(sums, self._by_p[self._nv :])
        found[:, :n] = found[:, :n] - self.motion.laws[places]
        found[:, n : n + self._nv] = found[:, n : n + self._nv] - alone
        return found

    @property
    def _nv(self) -> int:
        return self.motion.at.flow.nv

    def _by_every(self, change: Change, by_p: Array) -> Array:
        by_tau = sparse_product(change.by_tau, self._on_tree)
        return np.concatenate([self.motion.by_state(change), by_tau, by_p], axis=1)

    @cached_property
    def _on_tree(self) -> Array:
        """How efforts on the tree and on cut joints act on the tree."""
        x = self.motion.at.x
        closed = ClosedPositions(x.positions)
        parts = [closed.cut_rates(k).T for k, _ in cut_places(x.tree)]
        return np.concatenate([np.eye(x.tree.nv), *parts], axis=1)

    @property
    def by_p(self) -> Array:
        """Derivatives of accelerations by p, laws of effort included."""
        return self._by_p[: self._nv]

    @cached_property
    def _by_p(self) -> Array:
        """Derivatives of accelerations, then of multipliers or efforts of drives, by p alone."""
        at, flow = self.motion.at, self.motion.at.flow
        more = self.slope.efforts if self.motion.lam is None else self.motion.lam
        if not len(self.by.p):
            return np.zeros((flow.nv + (0 if more is None else len(more)), 0))
        slope = flow.slope(at.t, at.y)  # fewer operations in a tree; rounds less with loops
        vdot = slope.ydot[flow.nq : flow.nq + flow.nv]
        return jacobian(join(vdot, slope.efforts if slope.lam is None else slope.lam), self.by.p)

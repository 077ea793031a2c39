"""df/dy of the first-order equations, by the recursions for accelerations and the chain rule.

    d vdot = vdot_theta dtheta + vdot_v dv + vdot_tau dtau,   dtheta = E^+ dq

with the user's laws of effort, tau(t, q, v), differentiated where they are traced. States of force
elements act by the efforts of these alone, vdot_z = vdot_tau df/dz; their rates are differentiated
where they are traced. In a tree,
driven coordinates are where their laws have them: what they are in y changes nothing. With loops
they are rows like the others. The power of drives, which the energy balance counts, needs their
efforts: sums of inverse dynamics in a tree, multipliers with loops.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.derivatives import (
    ConstraintDerivatives,
    HybridDerivatives,
    closed_forward_derivatives,
    forward_derivatives,
    hybrid_derivatives,
)
from sarrus.dynamics.tree import Tree
from sarrus.kernels.derivative import jacobian
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, join, sparse_product
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.quantities.equations import Inputs, applied_efforts
from sarrus.topology import Layout


def jacobian_by_recursions(flow: Flow, t: Scalar, y: Array) -> Array:
    """Return df/dy."""
    at = Place(flow, flow.inputs_at(t, y), t, y)
    n = len(at.state)
    found = solution_by_recursion(at)
    vdot_y = found.by_state(found.vdot_by)
    if found.lam is None or found.lam_by is None:
        others = jacobian(flow.kinematic_slope(t, y), at.state)
        if flow.driven:
            work = len(others) - ENERGY_BALANCE
            others[work] = others[work] + found.by_state(found.drive_efforts(at.rates))[0]
    else:
        slope = flow.kinematic_slope(t, y, found.lam)
        others = jacobian(slope, join(at.state, found.lam))
        others = others[:, :n] + others[:, n:] @ found.by_state(found.lam_by)
    rows = np.concatenate([others[: flow.nq], vdot_y, others[flow.nq :]])
    return at.in_columns(rows)


@dataclass(frozen=True)
class Place:
    """Where derivatives are wanted; still: locked velocities are 0 whatever they are in y."""

    flow: Flow
    x: Inputs
    t: Scalar
    y: Array
    still: bool = True

    @property
    def state(self) -> Array:
        """The coordinates and velocities of y, and the states of force elements."""
        motion = self.y[: self.flow.nq + self.flow.nv]
        return join(motion, self.flow.z(self.y)) if self.flow.nz else motion

    def in_columns(self, by_state: Array) -> Array:
        """Return derivatives by the state as columns of those by y, 0 elsewhere."""
        n, size, nz = self.flow.nq + self.flow.nv, len(self.y), self.flow.nz
        rows, between = len(by_state), size - ENERGY_BALANCE - nz - n
        parts = [by_state[:, :n], np.zeros((rows, between)), by_state[:, n:]]
        return np.concatenate([*parts, np.zeros((rows, ENERGY_BALANCE))], axis=1)

    @property
    def rates(self) -> Array:
        """The velocities of driven coordinates of a tree, as one row, 0 elsewhere."""
        row: list[Scalar] = [0.0] * self.flow.nv
        for drive in self.flow.driven:
            row[drive.v] = self.x.arrays["v"][drive.v]
        return np.array([row])

    def by_state(self, by_q: Array, by_v: Array) -> Array:
        """Return derivatives by the state from those by q on the tangent and by v."""
        flow = self.flow
        q_counts, v_counts = np.ones(flow.nq), np.ones(flow.nv)
        for d in flow.driven:
            if d.is_held and d.v >= 0 and self.still:
                v_counts[d.v] = 0.0
            elif not d.is_held and not flow.closes:
                places = [d.q] if d.whole is None else d.whole.q_places
                q_counts[places] = v_counts[d.v] = 0.0
        back = tangent_inverse(flow.compiler.layout, self.x.arrays["q"])
        by_own_q = sparse_product(by_q, back * q_counts)
        by_z = np.zeros((len(by_q), flow.nz))
        return np.concatenate([by_own_q, by_v * v_counts, by_z], axis=1)


@dataclass(frozen=True)
class Change:
    """How values change with q on the tangent, with v and with efforts on the tree: rows x nv.

    by_z: with states of force elements, where they do so not by efforts on the tree alone.
    """

    by_q: Array
    by_v: Array
    by_tau: Array
    by_z: Array | None = None


@dataclass(frozen=True)
class Solved:
    """The accelerations at a place and how they change; laws: the change of efforts with the state.

    lam, lam_by, factors, rows: with loops; drives: in a tree with driven coordinates.
    """

    at: Place
    vdot: Array
    vdot_by: Change
    laws: Array
    watch: Scalar = 1.0
    factors: SchurFactors | None = None
    lam: Array | None = None
    lam_by: Change | None = None
    rows: ConstraintDerivatives | None = None
    drives: HybridDerivatives | None = None

    def by_state(self, change: Change) -> Array:
        """Return the derivatives by the state, laws of effort included."""
        by_laws = sparse_product(change.by_tau, self.laws)
        found = self.at.by_state(change.by_q, change.by_v) + by_laws
        if not self.at.flow.nz:
            return found
        n = self.at.flow.nq + self.at.flow.nv
        by_z = found[:, n:] + sparse_product(change.by_tau, self.elements)
        return np.concatenate([found[:, :n], by_z if change.by_z is None else by_z + change.by_z],
                              axis=1)  # fmt: skip

    @cached_property
    def elements(self) -> Array:
        """The change of the efforts of force elements with their states."""
        return element_slopes(self.at)

    def drive_efforts(self, weights: Array) -> Change:
        """Return the change of sums of efforts of a tree's driven coordinates; weights: rows."""
        if self.drives is None:
            nothing = np.zeros(weights.shape)
            return Change(nothing, nothing, nothing)
        sums = self.drives.efforts(weights)
        by_z = -(weights @ self.elements) if self.at.flow.nz else None
        return Change(sums.by_q, sums.by_v, sums.by_tau, by_z)


def solution_by_recursion(at: Place) -> Solved:
    """Return the solution of the equations by recursions."""
    return _solution_with_loops(at) if at.flow.closes else _open(at)


def _open(at: Place) -> Solved:
    flow, x, t = at.flow, at.x, at.t
    tau, _ = flow.efforts(x)
    laws = jacobian(tau, at.state)
    drives = None
    if flow.driven:
        drives = hybrid_derivatives(x.velocities, tau, flow.given_accelerations(t), t)
    d = forward_derivatives(x.velocities, tau, t) if drives is None else drives.forward
    by = Change(d.dvdot_dq, d.dvdot_dv, d.dvdot_dtau)
    return Solved(at, d.vdot, by, laws, drives=drives)


def _solution_with_loops(at: Place) -> Solved:
    flow, x, t = at.flow, at.x, at.t
    tau, tau_cut = flow.efforts(x)
    closed = ClosedPositions(x.positions)
    laws = law_derivatives(at, closed)
    rows = flow.row_matrix(closed)
    driven = flow.driven_rows(x, t) if flow.driven else None
    on_cuts = tau_cut if len(tau_cut) else None
    found = closed_forward_derivatives(x.velocities, tau, rows, t, on_cuts, flow.penalty, driven)
    d = found.derivatives
    by = Change(d.dvdot_dq, d.dvdot_dv, d.dvdot_dtau)
    lam_by = Change(d.dlam_dq, d.dlam_dv, d.dlam_dtau)
    return Solved(at, found.vdot, by, laws, found.watch, found.factors, found.lam, lam_by, d.rows)


def law_derivatives(at: Place, closed: ClosedPositions) -> Array:
    """Return the derivatives of all efforts of laws by the state, those on cut joints included."""
    tau, tau_cut = at.flow.efforts(at.x)
    found = jacobian(tau, at.state)
    for k, place in cut_places(at.x.tree):
        found = found + closed.cut_rates(k).T @ jacobian(tau_cut[place], at.state)
    return found


def element_slopes(at: Place) -> Array:
    """Return df/dz, the derivatives of the efforts of force elements by their states."""
    own = tuple(element for element in at.x.tree.forces if element.states)
    x = replace(at.x, tree=replace(at.x.tree, forces=own))
    return jacobian(applied_efforts(x)["f"], at.flow.z(at.y)) if own else np.zeros((at.flow.nv, 0))


def cut_places(tree: Tree) -> list[tuple[int, slice]]:
    """Return the cut joints that have velocities, and where these stand among all of them."""
    found, at = [], 0
    for k, cut in enumerate(tree.cuts):
        if cut.type.nv:
            found.append((k, slice(at, at + cut.type.nv)))
        at += cut.type.nv
    return found


def tangent_inverse(layout: Layout, q: Array) -> Array:
    """Return dtheta/dq, nv x nq: E^T, weighted where E is not orthonormal."""

    def E(at: Array) -> Array:
        return np.array([layout.rate(at, unit) for unit in np.eye(layout.nv)])

    neutral = np.asarray(E(layout.neutral()), dtype=float)
    weights = 1.0 / np.sum(neutral * neutral, axis=1)
    return weights[:, None] * E(q)

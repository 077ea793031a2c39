"""The loads of multipliers on loop equations, Phi_v^T lambda, and of efforts on cut joints.

Their derivatives are by q only. Rows of cut joints act as wrenches on two links, couplers of tree
joints as efforts on coordinates.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.constraints import rate_row_of
from sarrus.dynamics.derivatives.cut_rows import RowDerivatives, joint_rows, rate_rows
from sarrus.dynamics.derivatives.cut_tangents import CutTangents
from sarrus.dynamics.derivatives.link_loads import LoadTable
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.model.coupler import CouplerTerm
from sarrus.spatial.arrays import Array, Scalar, vector
from sarrus.spatial.dual import rate_of


def add_multipliers(
    table: LoadTable,
    along: Tangents,
    cuts: tuple[CutTangents, ...],
    lam: Array | None,
    tau_cut: Array | None,
) -> None:
    """Add Phi_v^T lam and the efforts tau_cut on cut joints, and their derivatives.

    lam: multipliers of all rows, those of the cut joints first, then those of the couplers;
    tau_cut: efforts on the velocities of all cut joints. None stands for zeros.
    """
    tree = along.tree
    efforts: list[list[Scalar]] = [[0.0] * at.cut.type.nv for at in cuts]
    row = place = 0
    for k, at in enumerate(cuts):
        n, nv = at.cut.n_rows, at.cut.type.nv
        if lam is not None and n:
            _add_rows(table, RowDerivatives(at, joint_rows(at.cut)), lam[row : row + n])
        if tau_cut is not None:
            efforts[k] = list(tau_cut[place : place + nv])
        row, place = row + n, place + nv
    for c, coupler in enumerate(tree.couplers):
        if lam is None:
            break
        for term in coupler.terms:
            effort = term.factor * lam[row + c]
            if term.joint in tree.cut_index:
                own = efforts[tree.cut_index[term.joint]]
                own[term.index] = own[term.index] + effort
            else:
                _add_coordinate(table, along, term, effort)
    for at, values in zip(cuts, efforts, strict=True):
        if any(not _zero(value) for value in values):
            _add_rows(table, RowDerivatives(at, rate_rows(at.cut)), vector(*values))


def _zero(value: Scalar) -> bool:
    return isinstance(value, float) and value == 0.0


def _add_rows(table: LoadTable, rows: RowDerivatives, lam: Array) -> None:
    W = rows.wrench(lam)
    table.loads.add_wrenches(rows.at.on_links(W))
    if table.by_q:
        change = rows.wrench_change(lam)
        for k, d in rows.at.displacements.items():
            table.by_q[k].add_wrenches(rows.at.rates_on_links(W, change @ d.x, d.x))


def _add_coordinate(table: LoadTable, along: Tangents, term: CouplerTerm, effort: Scalar) -> None:
    """Add an effort on a coordinate of a tree joint, whose rate is a row of q times v."""
    link = along.tree.links[along.tree.joint_index[term.joint]]
    q, start = along.where.q[link.q], link.v.start
    row = rate_row_of(link, q, term.index)
    for a in range(link.type.nv):
        table.loads.add_effort(start + a, row[a] * effort)
    for k, e in enumerate(np.eye(link.type.nv) if table.by_q else ()):
        change = rate_of(lambda x: rate_row_of(link, x, term.index), q, link.type.rate(q, e))
        for a in range(link.type.nv):
            table.by_q[start + k].add_effort(start + a, change[a] * effort)

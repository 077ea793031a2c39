"""Derivatives of the equations that close the loops, Phi(q) = 0, and of their rates.

    d Phi = Phi_v dx,   d(Phi_v v),   d(Phi_v vdot - gamma)

for displacements dx along the velocity coordinates, and the last by v as well. At vdot = 0 the
last is -d gamma. The derivative of Phi_v^T lambda is part of `inverse_derivatives`.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.constraints import rate_row_of
from sarrus.dynamics.derivatives.cut_rows import RowDerivatives, Rows, joint_rows, rate_rows
from sarrus.dynamics.derivatives.cut_tangents import CutTangents, cut_tangents
from sarrus.dynamics.derivatives.steady import steady
from sarrus.dynamics.derivatives.tangents import Tangents, tangents
from sarrus.dynamics.kinematics import Accelerations, Velocities, accelerations
from sarrus.late_dataclass import dataclass
from sarrus.model.coupler import CouplerTerm
from sarrus.spatial.arrays import Array, Scalar, vector
from sarrus.spatial.dual import duals, rate_of, rates


@dataclass(frozen=True)
class ConstraintDerivatives:
    """Derivatives of all loop equations, rows x nv each, in the order of `ClosedPositions`.

    Phi: of the residual, by q; dvelocity_dq: of Phi_v v, by q (by v it is Phi);
    dacceleration_dq, dacceleration_dv: of Phi_v vdot - gamma (by vdot it is Phi).
    """

    Phi: Array
    dvelocity_dq: Array
    dacceleration_dq: Array
    dacceleration_dv: Array


@dataclass(frozen=True)
class GammaDerivatives:
    """Derivatives of gamma, the right side of Phi_v vdot = gamma, rows x nv each."""

    dgamma_dq: Array
    dgamma_dv: Array


def gamma_derivatives(speed: Velocities) -> GammaDerivatives:
    """Return the derivatives of gamma by q and v."""
    still = accelerations(speed, np.zeros(speed.positions.tree.nv))
    found = constraint_derivatives(still)
    return GammaDerivatives(-found.dacceleration_dq, -found.dacceleration_dv)


def constraint_derivatives(motion: Accelerations) -> ConstraintDerivatives:
    """Return the derivatives of the loop equations and of their rates at a motion."""
    return loop_derivatives(tangents(motion))


def loop_derivatives(along: Tangents) -> ConstraintDerivatives:
    """Return the same for given tangents."""
    tree = along.tree
    cuts = cut_tangents(along)
    found: list[list[list[Scalar]]] = [[], [], [], []]
    for at in cuts:
        if at.cut.n_rows:
            changes = _of_cut(RowDerivatives(at, joint_rows(at.cut)))
            for r in range(at.cut.n_rows):
                _append(found, tree.nv, [(k, 1.0, four[:, r]) for k, four in changes])
    for coupler in tree.couplers:
        terms = []
        for term in coupler.terms:
            if term.joint in tree.cut_index:
                at = cuts[tree.cut_index[term.joint]]
                changes = _of_cut(RowDerivatives(at, _one_rate(at, term.index)))
                terms += [(k, term.factor, four[:, 0]) for k, four in changes]
            else:
                terms += [(k, term.factor, four) for k, four in _of_coordinate(along, term)]
        _append(found, tree.nv, terms)
    shape = (len(found[0]), tree.nv)
    return ConstraintDerivatives(*(np.array(rows).reshape(shape) for rows in found))


def rate_derivatives(at: CutTangents, index: int, nv: int) -> Array:
    """Return the four derivatives of one rate that a cut joint measures, 4 x nv."""
    found: list[list[list[Scalar]]] = [[], [], [], []]
    changes = _of_cut(RowDerivatives(at, _one_rate(at, index)))
    _append(found, nv, [(k, 1.0, four[:, 0]) for k, four in changes])
    return np.array([rows[0] for rows in found])


def _append(
    found: list[list[list[Scalar]]], nv: int, terms: list[tuple[int, float, Array]]
) -> None:
    """Append one row to each of the four tables: factor times four numbers in column k."""
    for kind, rows in enumerate(found):
        row: list[Scalar] = [0.0] * nv
        for k, factor, four in terms:
            row[k] = row[k] + factor * four[kind]
        rows.append(row)


def _one_rate(at: CutTangents, index: int) -> Rows:
    every = rate_rows(at.cut)
    return lambda flat: every(flat)[index : index + 1]


def _of_cut(rows: RowDerivatives) -> list[tuple[int, Array]]:
    """Return for every coordinate the four derivatives of rows of a cut joint, 4 x n."""
    return [
        (
            k,
            np.array(
                [
                    rows.W @ d.x,
                    rows.velocity_by_q(d),
                    rows.acceleration_by_q(d),
                    rows.acceleration_by_v(d),
                ]
            ),
        )
        for k, d in rows.at.displacements.items()
    ]


def _of_coordinate(along: Tangents, term: CouplerTerm) -> list[tuple[int, Array]]:
    """Return the same for a coordinate of a tree joint, whose rate is a row of q times v."""
    motion = along.motion
    link = along.tree.links[along.tree.joint_index[term.joint]]
    q, v, vdot = along.where.q[link.q], motion.velocities.v[link.v], motion.vdot[link.v]

    def row(x: Array) -> Array:
        return rate_row_of(link, x, term.index)

    def row_rate(x: Array, v: Array) -> Array:
        return rate_of(row, x, link.type.rate(x, v))

    def acceleration(x: Array) -> Array:
        return row(x) @ steady(vdot) + row_rate(x, steady(v)) @ steady(v)

    found = []
    for k, e in enumerate(np.eye(link.type.nv)):
        dq = link.type.rate(q, e)
        change = rate_of(row, q, dq) @ v
        bending = rates(np.array([acceleration(duals(q, dq))]))[0]
        four = vector(row(q)[k], change, bending, change + row_rate(q, v)[k])
        found.append((link.v.start + k, four))
    return found

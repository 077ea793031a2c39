"""Derivatives of the motion of mechanisms with loops.

    M vdot + c - f - Phi_v^T lambda = tau,   Phi_v vdot = gamma

differentiated as they stand: with the derivatives of both left sides on the right, the unknowns
d(vdot, lambda) have the same matrix as vdot and lambda themselves, and its factors serve again.
Driven coordinates are further rows, behind those of the loops.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.derivatives.constraints import ConstraintDerivatives, loop_derivatives
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.derivatives.forward import tips_inward
from sarrus.dynamics.derivatives.inverse import (
    efforts_and_mass,
    inverse_derivatives_of_table,
    load_table,
)
from sarrus.dynamics.derivatives.tangents import tangents
from sarrus.dynamics.kinematics import Accelerations, Velocities, accelerations
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, minimum


@dataclass(frozen=True)
class ClosedDerivatives:
    """Derivatives of vdot (nv rows) and of the multipliers of the rows in use, by q, v and tau.

    rows: those of all rows of loops and drives.
    """

    dvdot_dq: Array
    dvdot_dv: Array
    dvdot_dtau: Array
    dlam_dq: Array
    dlam_dv: Array
    dlam_dtau: Array
    rows: ConstraintDerivatives


@dataclass(frozen=True)
class ClosedForward:
    """Accelerations, multipliers of the rows in use, their derivatives, and the least watch."""

    vdot: Array
    lam: Array
    derivatives: ClosedDerivatives
    factors: SchurFactors
    watch: Scalar


def closed_forward_derivatives(
    speed: Velocities,
    tau: Array,
    rows: Array,
    time: Scalar = 0.0,
    tau_cut: Array | None = None,
    penalty: float = 0.0,
    driven: DrivenRows | None = None,
) -> ClosedForward:
    """Return the motion under efforts tau on the tree and tau_cut on cut joints, and derivatives.

    rows: constant matrix that picks or mixes independent rows of all loop equations and, behind
    them, of driven coordinates; penalty: see `SchurFactors`.
    """
    further = driven or DrivenRows.none(speed.positions.tree)
    still = tangents(accelerations(speed, np.zeros(speed.positions.tree.nv)))
    passive, M = efforts_and_mass(still, time, tau_cut)
    motion = ClosedVelocities(speed)
    Phi, gamma = (rows @ part for part in further.all_rows(motion))
    factors = SchurFactors(M, Phi, tuple(tips_inward(speed.positions.tree)), penalty)
    found = factors.solve(tau - passive, gamma)
    moving = accelerations(speed, found.vdot)
    changes = closed_derivatives(moving, found.lam, rows, factors, time, tau_cut, further)
    watch = minimum(found.watch_own, found.watch_mean)
    return ClosedForward(found.vdot, found.lam, changes, factors, watch)


def closed_derivatives(
    motion: Accelerations,
    lam: Array,
    rows: Array,
    factors: SchurFactors,
    time: Scalar = 0.0,
    tau_cut: Array | None = None,
    driven: DrivenRows | None = None,
) -> ClosedDerivatives:
    """Return the derivatives at a motion that satisfies the equations with the multipliers lam.

    factors: those of M and of `rows` times Phi_v at this position; lam: of the rows in use.
    """
    along = tangents(motion)
    further = driven or DrivenRows.none(along.tree)
    every = rows.T @ lam
    first = len(every) - len(further.places)
    on_cuts = further.on_cuts(along.tree, every[first:], tau_cut)
    tree = inverse_derivatives_of_table(along, load_table(along, time, every[:first], on_cuts))
    loops = further.with_derivatives(along, loop_derivatives(along))
    nv, m = along.tree.nv, rows.shape[0]
    by_q = _column_solutions(factors, -tree.dtau_dq, -(rows @ loops.dacceleration_dq))
    by_v = _column_solutions(factors, -tree.dtau_dv, -(rows @ loops.dacceleration_dv))
    by_tau = _column_solutions(factors, np.eye(nv), np.zeros((m, nv)))
    (q, lam_q), (v, lam_v), (t, lam_t) = by_q, by_v, by_tau
    return ClosedDerivatives(q, v, t, lam_q, lam_v, lam_t, loops)


def _column_solutions(factors: SchurFactors, h: Array, gamma: Array) -> tuple[Array, Array]:
    """Return the solutions for every column of the right sides."""
    found = [factors.solve(h[:, k], gamma[:, k]) for k in range(h.shape[1])]
    shape = (len(found), gamma.shape[0])
    return np.array([x.vdot for x in found]).T, np.array([x.lam for x in found]).reshape(shape).T

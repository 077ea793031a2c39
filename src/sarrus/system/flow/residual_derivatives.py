"""Derivatives of the residual that IDA solves with loops, by recursions (paper 4, (13) to (22)).

    F = (qdot - rate(q, v + Phi_v^T mu), M vdot - h - Phi_v^T lambda, balance, Phi, Phi_v v)

by y = (q, v, balance, lambda, mu) and, times cj, by its rates. A tree's is W df/dy (`mass_form`).
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.derivatives.constraints import loop_derivatives
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.derivatives.inverse import (
    inverse_derivatives_of_table,
    load_table,
    multiplier_derivatives,
)
from sarrus.dynamics.derivatives.tangents import Tangents, tangents
from sarrus.dynamics.kinematics import accelerations
from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.slope_derivatives import (
    Place,
    element_slopes,
    law_derivatives,
    tangent_inverse,
)


def closed_residual_slopes(flow: Flow, t: Scalar, y: Array, yp: Array, cj: Scalar) -> Array:
    """Return dF/dy + cj dF/dyp."""
    nq, size, n, nz = flow.nq, flow.size, flow.nq + flow.nv, flow.nz
    m = (len(y) - size) // 2
    lam, mu = y[size : size + m], flow.position_multipliers(y[size + m :])
    x = flow.inputs_at(t, y[:size], still=False)
    at = Place(flow, x, t, y[:size], still=False)
    rows = flow.rows_of(x, t)
    R, driven = flow.row_matrix(rows.closed), flow.driven_rows(x, t)
    along = tangents(accelerations(x.velocities, yp[nq:n]))
    Phi = R @ rows.jacobian
    tau_cut = flow.efforts(x)[1]
    on_cuts = tau_cut if len(tau_cut) else None
    inverse = inverse_derivatives_of_table(
        along, load_table(along, t, *_shares(driven, along, R.T @ lam, on_cuts))
    )
    loops = driven.with_derivatives(along, loop_derivatives(along))
    J: Array = np.zeros((len(y), len(y)), dtype=object)
    forces = at.by_state(inverse.dtau_dq, inverse.dtau_dv) - law_derivatives(at, rows.closed)
    if nz:
        forces[:, n:] = forces[:, n:] - element_slopes(at)
    J[nq:n, :size] = at.in_columns(forces)
    J[nq:n, nq:n] = J[nq:n, nq:n] + cj * inverse.M
    J[nq:n, size : size + m] = -Phi.T
    # qdot = rate(q, u), u = v + Phi^T mu
    layout, q = flow.compiler.layout, x.arrays["q"]
    u = x.arrays["v"] + Phi.T @ mu
    pushed = multiplier_derivatives(along, *_shares(driven, along, R.T @ mu, None))
    back = tangent_inverse(layout, q)
    by_q, by_u = np.split(jacobian(layout.rate(q, u), join(y[:nq], u)), [nq], axis=1)
    J[:nq, :nq], J[:nq, nq:n] = -by_q - by_u @ pushed @ back, -by_u
    J[:nq, size + m :] = -(by_u @ Phi.T)
    for k, closes in enumerate(flow.holonomic or ()):
        if not closes:  # its mu is 0, and stands where the others have their gap
            J[:nq, size + m + k] = 0.0
            J[size + k, size + m + k] = 1.0
    balance = flow.kinematic_slope(t, y[:size], lam, still=False)[nq:]
    by_balance = jacobian(balance, join(at.state, lam))
    J[n:size, :size] = -at.in_columns(by_balance[:, : n + nz])
    J[n:size, size : size + m] = -by_balance[:, n + nz :]
    for k in (*range(nq), *range(n, size)):
        J[k, k] = J[k, k] + cj
    # not Phi_v: where loops are a little open, rows of cut joints are not the rates of their gaps
    J[size : size + m, :nq] = R @ jacobian(rows.gap, y[:nq])
    J[size + m :, :n] = R @ at.by_state(loops.dvelocity_dq, loops.Phi)[:, :n]
    return J


def _shares(
    driven: DrivenRows, along: Tangents, every: Array, on_cuts: Array | None
) -> tuple[Array, Array | None]:
    """Return the multipliers of the loops' rows, and efforts on cut joints with those of drives."""
    first = len(every) - len(driven.places)
    return every[:first], driven.on_cuts(along.tree, every[first:], on_cuts)

"""The equations of a tree with their velocity rows multiplied by the mass matrix: W ydot = W f.

dvdot/dy is full: every force moves all bodies. Its product with the mass matrix is not: inverse
dynamics has entries only for coordinates of which one carries the other (Featherstone's
branch-induced sparsity) or that a force element connects, and costs less. So the rows of free
velocities are multiplied by M,

    M vdot + c - f = tau,   M d(vdot)/dy = dtau/dy - d(M vdot + c - f)/dy  at constant vdot

and the work of drives, whose efforts answer to vdot with the rows M_d, is freed of vdot by adding
these rows. W df/dy and W serve the Newton iteration of implicit steps, and are the derivatives of
the residual W (yp - f) by y and yp.
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.derivatives import inverse_derivatives
from sarrus.dynamics.forward import hybrid_dynamics
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import accelerations
from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.flow.slope_derivatives import Place, element_slopes


def weighed_slopes(flow: Flow, t: Scalar, y: Array) -> tuple[Array, Array]:
    """Return W df/dy and W, both of the size of y, where ydot = f."""
    x, values = flow.inputs_at(t, y), flow.given_accelerations(t)
    wanted = as_vector([values.get(k, 0.0) for k in range(flow.nv)])
    tau, _ = flow.efforts(x)
    vdot = hybrid_dynamics(x.velocities, x.loads, tau, wanted, values).vdot
    return residual_derivatives(Place(flow, x, t, y), vdot)


def residual_slopes(flow: Flow, t: Scalar, y: Array, yp: Array, cj: Scalar) -> Array:
    """Return dF/dy + cj dF/dyp of a tree's residual F (see `Flow.residual`)."""
    vdot = yp[flow.nq : flow.nq + flow.nv]
    J, W = residual_derivatives(Place(flow, flow.inputs_at(t, y), t, y), vdot)
    return cj * W - J


def residual_derivatives(at: Place, vdot: Array) -> tuple[Array, Array]:
    """Return the derivatives of -F by y and of F by yp, at given accelerations."""
    flow, x, t, y = at.flow, at.x, at.t, at.y
    nq, nv, n = flow.nq, flow.nv, flow.nq + flow.nv
    work = len(y) - ENERGY_BALANCE
    inverse = inverse_derivatives(accelerations(x.velocities, vdot), t)
    needs = at.by_state(inverse.dtau_dq, inverse.dtau_dv)
    others = jacobian(flow.kinematic_slope(t, y), at.state)
    if flow.nz:
        needs[:, n:] = needs[:, n:] - element_slopes(at)
    by_law = jacobian(flow.efforts(x)[0], at.state)
    J: Array = np.zeros((len(y), len(y)), dtype=object)
    W: Array = np.eye(len(y)).astype(object)
    J[:nq], J[n:] = at.in_columns(others[:nq]), at.in_columns(others[nq:])
    forces, needed = at.in_columns(by_law - needs), at.in_columns(needs)
    driven = {d.v for d in flow.driven}
    for k in range(nv):
        if k not in driven:
            J[nq + k], W[nq + k, nq:n] = forces[k], inverse.M[k]
            continue
        rate = x.arrays["v"][k]
        J[work], W[work, nq:n] = J[work] + rate * needed[k], W[work, nq:n] - rate * inverse.M[k]
    return J, W

"""Derivatives of the dynamics as quantities of a system, by recursions over the tree.

Their own equations are imported when they are traced: every system knows these functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics import derivatives
from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import Array
from sarrus.system.quantities import equations
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.system.quantities.loop_equations import passive_efforts, tips_inward


def inverse(x: Inputs) -> Outputs:
    """Inverse dynamics and its derivatives by q (on the tangent), v and vdot."""
    d = derivatives.inverse_derivatives(x.accelerations, x.time)
    return {"tau": d.tau, "dtau_dq": d.dtau_dq, "dtau_dv": d.dtau_dv, "M": d.M}


def forward(x: Inputs) -> Outputs:
    """Forward dynamics of a tree and its derivatives by q (on the tangent), v and tau."""
    d = derivatives.forward_derivatives(x.velocities, x.arrays["tau"], x.time)
    return {
        "vdot": d.vdot,
        "dvdot_dq": d.dvdot_dq,
        "dvdot_dv": d.dvdot_dv,
        "dvdot_dtau": d.dvdot_dtau,
    }


def inverse_factors(x: Inputs) -> Outputs:
    """What the derivatives of inverse dynamics of a large tree are products of."""
    from sarrus.dynamics.derivatives.inverse import load_table
    from sarrus.dynamics.derivatives.tangents import tangents

    along = tangents(x.accelerations)
    return derivatives.effort_factors(along, load_table(along, x.time))


def forward_factors(x: Inputs) -> Outputs:
    """Accelerations of a large tree, and the same."""
    from sarrus.dynamics.derivatives.inverse import load_table
    from sarrus.dynamics.derivatives.tangents import tangents

    vdot = equations.forward(x)["vdot"]
    along = tangents(accelerations(x.velocities, vdot))
    return {"vdot": vdot, **derivatives.effort_factors(along, load_table(along, x.time))}


def closed_forward(
    x: Inputs, kept: Sequence[int], count: int, scale: Sequence[float], penalty: float
) -> Outputs:
    """The same with loops, and those of the multipliers of all rows (one choice of many).

    T, an input where rows are redundant, mixes the rows kept; else they are scaled.
    """
    n = len(kept)
    mix = x.arrays["T"] if "T" in x.arrays else np.diag(np.array(scale)[list(kept)])
    pick = np.zeros((n, count))
    pick[range(n), list(kept)] = 1.0
    rows = mix @ pick
    if x.tree.bare:
        return _by_the_trace(x, rows, penalty)
    found = derivatives.closed_forward_derivatives(
        x.velocities, x.arrays["tau"], rows, x.time, x.arrays["tau_cut"], penalty
    )
    d = found.derivatives
    return {
        "vdot": found.vdot,
        "dvdot_dq": d.dvdot_dq,
        "dvdot_dv": d.dvdot_dv,
        "dvdot_dtau": d.dvdot_dtau,
        "lam": rows.T @ found.lam,
        "dlam_dq": rows.T @ d.dlam_dq,
        "dlam_dv": rows.T @ d.dlam_dv,
        "dlam_dtau": rows.T @ d.dlam_dtau,
    }


def _by_the_trace(x: Inputs, rows: Array, penalty: float) -> Outputs:
    """The same where rows are formulas of users, which only the trace differentiates."""
    q, v, tau = (x.arrays[name] for name in ("q", "v", "tau"))
    motion = ClosedVelocities(x.velocities)
    Phi, gamma = rows @ motion.positions.jacobian, rows @ motion.gamma
    pulled, at = tau, 0
    for k, cut in enumerate(x.tree.cuts):
        for j in range(cut.type.nv):
            pulled = pulled + motion.positions.cut_rates(k)[j] * x.arrays["tau_cut"][at + j]
        at += cut.type.nv
    factors = SchurFactors(mass_matrix(x.positions), Phi, tips_inward(x), penalty)
    found = factors.solve(pulled - passive_efforts(x), gamma)
    lam, E = rows.T @ found.lam, _tangent(x)
    outputs: dict[str, Array] = {"vdot": found.vdot, "lam": lam}
    for name, values in (("vdot", found.vdot), ("lam", lam)):
        outputs[f"d{name}_dq"] = jacobian(values, q) @ E
        outputs[f"d{name}_dv"] = jacobian(values, v)
        outputs[f"d{name}_dtau"] = jacobian(values, tau)
    order = ("vdot", "dvdot_dq", "dvdot_dv", "dvdot_dtau")
    return {name: outputs[name] for name in (*order, "lam", "dlam_dq", "dlam_dv", "dlam_dtau")}


def _tangent(x: Inputs) -> Array:
    """Return E, nq x nv: dq = E dtheta."""
    E: Array = np.zeros((x.tree.nq, x.tree.nv), dtype=object)
    for link in x.tree.links:
        for k, unit in enumerate(np.eye(link.type.nv)):
            E[link.q, link.v.start + k] = link.type.rate(x.arrays["q"][link.q], unit)
    return E


def system_jacobian(x: Inputs) -> Outputs:
    """Paper 4: G = M vdot + c - f - Phi^T lam - C^T tau_cut and the loops, by q, v and vdot."""
    if x.tree.bare:
        return _system_jacobian_by_the_trace(x)
    d = derivatives.inverse_derivatives(
        x.accelerations, x.time, x.arrays["lam"], x.arrays["tau_cut"]
    )
    loops = derivatives.constraint_derivatives(x.accelerations)
    return {
        "G": d.tau,
        "dG_dq": d.dtau_dq,
        "dG_dv": d.dtau_dv,
        "dG_dvdot": d.M,
        "Phi": loops.Phi,
        "dvelocity_dq": loops.dvelocity_dq,
        "dacceleration_dq": loops.dacceleration_dq,
        "dacceleration_dv": loops.dacceleration_dv,
    }


def _system_jacobian_by_the_trace(x: Inputs) -> Outputs:
    """The same where rows are formulas of users."""
    q, v, vdot = (x.arrays[name] for name in ("q", "v", "vdot"))
    motion, E = ClosedVelocities(x.velocities), _tangent(x)
    Phi = motion.positions.jacobian
    G = inverse_dynamics(x.accelerations, x.loads).tau - Phi.T @ x.arrays["lam"]
    at = 0
    for k, cut in enumerate(x.tree.cuts):
        for j in range(cut.type.nv):
            G = G - motion.positions.cut_rates(k)[j] * x.arrays["tau_cut"][at + j]
        at += cut.type.nv
    slip, rate = Phi @ v, Phi @ vdot - motion.gamma
    return {
        "G": G,
        "dG_dq": jacobian(G, q) @ E,
        "dG_dv": jacobian(G, v),
        "dG_dvdot": mass_matrix(x.positions),
        "Phi": Phi,
        "dvelocity_dq": jacobian(slip, q) @ E,
        "dacceleration_dq": jacobian(rate, q) @ E,
        "dacceleration_dv": jacobian(rate, v),
    }

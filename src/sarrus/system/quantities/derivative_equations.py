"""Derivatives of the dynamics as quantities of a system, by recursions over the tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics.derivatives import (
    closed_forward_derivatives,
    constraint_derivatives,
    effort_factors,
    forward_derivatives,
    inverse_derivatives,
)
from sarrus.dynamics.derivatives.inverse import load_table
from sarrus.dynamics.derivatives.tangents import tangents
from sarrus.dynamics.kinematics import accelerations
from sarrus.system.quantities import equations
from sarrus.system.quantities.equations import Inputs, Outputs


def inverse(x: Inputs) -> Outputs:
    """Inverse dynamics and its derivatives by q (on the tangent), v and vdot."""
    d = inverse_derivatives(x.accelerations, x.time)
    return {"tau": d.tau, "dtau_dq": d.dtau_dq, "dtau_dv": d.dtau_dv, "M": d.M}


def forward(x: Inputs) -> Outputs:
    """Forward dynamics of a tree and its derivatives by q (on the tangent), v and tau."""
    d = forward_derivatives(x.velocities, x.arrays["tau"], x.time)
    return {
        "vdot": d.vdot,
        "dvdot_dq": d.dvdot_dq,
        "dvdot_dv": d.dvdot_dv,
        "dvdot_dtau": d.dvdot_dtau,
    }


def inverse_factors(x: Inputs) -> Outputs:
    """What the derivatives of inverse dynamics of a large tree are products of."""
    along = tangents(x.accelerations)
    return effort_factors(along, load_table(along, x.time))


def forward_factors(x: Inputs) -> Outputs:
    """Accelerations of a large tree, and the same."""
    vdot = equations.forward(x)["vdot"]
    along = tangents(accelerations(x.velocities, vdot))
    return {"vdot": vdot, **effort_factors(along, load_table(along, x.time))}


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
    found = closed_forward_derivatives(
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


def system_jacobian(x: Inputs) -> Outputs:
    """Paper 4: G = M vdot + c - f - Phi^T lam - C^T tau_cut and the loops, by q, v and vdot."""
    d = inverse_derivatives(x.accelerations, x.time, x.arrays["lam"], x.arrays["tau_cut"])
    loops = constraint_derivatives(x.accelerations)
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

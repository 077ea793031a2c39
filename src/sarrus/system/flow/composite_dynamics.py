"""The accelerations of a tree by its mass matrix, as paper 0 finds them: (15), with K of (16).

The recursion over articulated bodies (`dynamics.forward`) does without a mass matrix. Composite
bodies make one, from which reactions of selected joints follow (`dynamics.selected_joints`).
"""

from __future__ import annotations

from collections.abc import Collection

from sarrus.dynamics.forward import HybridResult
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.spatial.arrays import Array, Scalar
from sarrus.spatial.linear import ldl_factors, ldl_solution
from sarrus.system.quantities.equations import Inputs
from sarrus.system.quantities.loop_equations import passive_efforts, tips_inward


def composite_dynamics(x: Inputs, tau: Array, raw: Array, driven: Collection[int]) -> HybridResult:
    """Return accelerations and efforts; `driven` are velocities with given accelerations.

    With F the free and P the driven ones: M_FF vdot_F = h_F - M_FP vdot_P, and the efforts of
    the driven ones are M_P vdot - (f - c)_P.
    """
    M, passive = mass_matrix(x.positions), passive_efforts(x)
    order = [k for k in tips_inward(x) if k not in driven]
    vdot: list[Scalar] = [raw[k] if k in driven else 0.0 for k in range(x.tree.nv)]
    efforts: list[Scalar] = [tau[k] for k in range(x.tree.nv)]
    if order:
        right = []
        for k in order:
            rest = tau[k] - passive[k]
            for p in driven:
                rest = rest - M[k, p] * raw[p]
            right.append(rest)
        factors = ldl_factors(M[order][:, order])
        for k, value in zip(order, ldl_solution(factors, right), strict=True):
            vdot[k] = value
    for p in driven:
        effort = passive[p]
        for k in range(x.tree.nv):
            effort = effort + M[p, k] * vdot[k]
        efforts[p] = effort
    return HybridResult(as_vector(vdot), as_vector(efforts), ())

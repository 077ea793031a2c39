"""Loads of chosen joints from the terms of an evaluation of the equations of motion (paper 0).

What a slope is made of is written here once more; a trace shares equal terms, so that of what is
asked for beside a slope, or in a step that begins with one, only the rest is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.dynamics.formulations import ARTICULATED, STATE_VECTOR
from sarrus.dynamics.forward import hybrid_dynamics
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.joint_loads import chosen_joint_loads
from sarrus.dynamics.kinematics import accelerations
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.flow.flow import Flow, Slope
from sarrus.system.quantities.equations import Inputs

Wanted = Sequence[tuple[str, str]]
"""Joints, and of each "wrench" or "reaction"."""


def loads_at(
    flow: Flow, t: Scalar, y: Array, wanted: Wanted, formulation: str
) -> tuple[Array, Slope]:
    """Return the loads of joints at a state, n x 6 about the world's origin, and the slope there.

    Where gaps of the loops decay by Baumgarte's terms, these are left out of the forces. With
    state vectors, accelerations of a tree are those of (15), whose terms (30) takes up.
    """
    flow = replace(flow, baumgarte=0.0, composite=formulation == STATE_VECTOR)
    slope = flow.slope(t, y)
    x, value = flow.motion_at(t, y)
    x = x if slope.bearing is None else x.with_bearing_loads(slope.bearing)
    lam, tau_cut = multipliers_and_efforts(flow, x, slope)
    wrenches: tuple[Array, ...] = ()
    if formulation == ARTICULATED:
        places = frozenset(d.v for d in flow.driven)
        tau, _ = flow.efforts(x)
        wrenches = hybrid_dynamics(x.velocities, x.loads, tau, value, places).wrenches
    vdot = slope.ydot[flow.nq : flow.nq + flow.nv]
    motion = accelerations(x.velocities, vdot)
    found = chosen_joint_loads(motion, x.loads, lam, tau_cut, wanted, formulation, wrenches)
    return found, slope


def multipliers_and_efforts(flow: Flow, x: Inputs, slope: Slope) -> tuple[Array, Array]:
    """Return the multipliers of the loops' rows, and all efforts on cut joints, drives included."""
    tau_cut = list(flow.efforts(x)[1])
    if slope.lam is None:
        return np.zeros(0), as_vector(tau_cut)
    m = x.tree.n_rows
    every = list(flow.all_multipliers(slope.lam, m + len(flow.driven)))
    starts = np.cumsum([0, *(cut.type.nv for cut in x.tree.cuts)])
    for d, effort in zip(flow.driven, every[m:], strict=True):
        if d.cut is not None:
            k = starts[d.cut[0]] + d.cut[1]
            tau_cut[k] = tau_cut[k] + effort
    return as_vector(every[:m]), as_vector(tau_cut)


def outputs(flow: Flow, t: Any, y: Array, wanted: Wanted, formulation: str) -> dict[str, Any]:
    """Return the loads and the watch as outputs of a kernel."""
    found, slope = loads_at(flow, t, y, wanted, formulation)
    return {"loads": found, "watch": np.array([slope.watch])}

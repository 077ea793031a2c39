"""Why a simulation with friction that depends on the load cannot go on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.dynamics.bearing_loads import MARGIN, RESIDUAL
from sarrus.errors import Problem
from sarrus.system.rows.bearing_motion import no_unique_loads
from sarrus.system.simulation.mode_kernels import Simulator

NEAR = 2.0
"""Margins below this times the least one count as reached."""
AHEAD = (0.0, 0.25, 0.5, 1.0)
"""Parts of the step that failed, at which bearings are looked at."""


def bearing_problem(
    sim: Simulator, t: float, y: np.ndarray, inputs: Mapping[str, np.ndarray], near: float = 1.0
) -> Problem | None:
    """Return why bearings have no loads at a state, or almost none; None where they have."""
    bearings = tuple(b for b in sim.system.compiled.loops.bearings if not (sim.lags and b.lagged))
    if not bearings:
        return None
    found = sim.bearings(y[: sim.size], t, inputs)
    if found.margin > near * MARGIN and found.residual < RESIDUAL:
        return None
    return no_unique_loads(bearings, found, t)


def stop_reason(
    sim: Simulator,
    t: float,
    y: np.ndarray,
    h: float,
    values: Mapping[str, np.ndarray],
    otherwise: Problem,
) -> Problem:
    """Return why a step of size h from (t, y) failed: a bearing, or what is said otherwise."""
    if not sim.system.compiled.loops.bearings:
        return otherwise
    y = y[: sim.size]
    inputs = {**values, "y": y, "t": np.array([t])}
    if not sim.traced:
        sim.apply_laws(y, t, inputs)
    kernel = sim.slope_kernel()
    ydot = kernel(*[inputs[port.name] for port in kernel.inputs])[0]
    for part in AHEAD:
        ahead = y + part * h * ydot if part else y
        if not np.all(np.isfinite(ahead)):
            continue
        found = bearing_problem(sim, t + part * h, ahead, inputs, NEAR)
        if found is not None:
            return found
    return otherwise

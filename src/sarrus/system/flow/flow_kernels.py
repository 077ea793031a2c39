"""What the kernels of a simulation compute, as functions of a flow, a time and named arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.kernels.derivative import jacobian
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.friction_derivatives import bearing_jacobian
from sarrus.system.flow.load_friction import following_loads
from sarrus.system.flow.mass_form import residual_slopes
from sarrus.system.flow.residual_derivatives import closed_residual_slopes
from sarrus.system.flow.slope_derivatives import jacobian_by_recursions

Arrays = Mapping[str, Any]


def slope(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return ydot = f(t, y) and the watch."""
    found = flow.slope(t, arrays["y"])
    return {"ydot": found.ydot, "watch": np.array([found.watch])}


def bearings(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the loads of bearings, the two numbers that tell whether to trust them, and G."""
    _, found = flow.bearings_at(t, arrays["y"])
    margin, residual = np.array([found.margin]), np.array([found.residual])
    return {"loads": found.loads, "margin": margin, "residual": residual, "G": found.growth}


def first_bearings(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the same where no step has left any loads."""
    return bearings(replace(flow, lagged=None), t, arrays)


def lagged_loads(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the loads of lagged bearings at a state, for the next step."""
    return {"loads": following_loads(flow, t, arrays["y"])}


RETURN = 5.0
"""How fast a drift that has no influence is drawn back [1/s]."""


def ambient(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return f at the projection of y, with what is off drawn back slowly."""
    y = arrays["y"]
    near = flow.slope(t, y)
    on = flow.closed_state(t, y, near.factors, repeats=1)
    found = flow.slope_with(t, on, near)
    return {"ydot": found.ydot - RETURN * (y - on), "watch": np.array([near.watch])}


def residual(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the residual of (y, lambda, mu) and their rates."""
    size, m = flow.size, (len(arrays["y"]) - flow.size) // 2
    y, yp = arrays["y"][:size], arrays["yp"][:size]
    lam, mu = arrays["y"][size : size + m], arrays["y"][size + m :]
    return {"residual": flow.residual(t, y, yp, lam, mu)}


def slope_jacobian(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return df/dy, exactly: by recursions, or for small systems by the trace."""
    if flow.rubs:
        return {"J": bearing_jacobian(flow, t, arrays["y"])}
    free = flow.nv if flow.closes else flow.nv - len(flow.driven)
    if flow.baumgarte or flow.depends or free < SMALL or flow.has_bare_rows:
        return {"J": jacobian(flow.slope(t, arrays["y"]).ydot, arrays["y"])}
    return {"J": jacobian_by_recursions(flow, t, arrays["y"])}


SMALL = 3
"""Number of free velocities (of all, with loops) from which on recursions need fewer operations."""


def residual_jacobian(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return dF/dy + cj dF/dyp of the residual, exactly: by recursions, or by the trace."""
    plain = not flow.rubs and not flow.depends and not flow.has_bare_rows
    if flow.nv >= SMALL and plain:
        slopes = closed_residual_slopes if flow.closes else residual_slopes
        return {"J": slopes(flow, t, arrays["y"], arrays["yp"], arrays["cj"][0])}
    F = residual(flow, t, arrays)["residual"]
    return {"J": jacobian(F, arrays["y"]) + arrays["cj"][0] * jacobian(F, arrays["yp"])}


def projection(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return y with its loops closed."""
    y = arrays["y"]
    return {"y": flow.closed_state(t, y, flow.slope(t, y).factors)}

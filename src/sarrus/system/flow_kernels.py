"""What the kernels of a simulation compute, as functions of a flow, a time and named arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.derivatives import closed_forward_derivatives, forward_derivatives
from sarrus.kernels.derivative import jacobian
from sarrus.system.flow import Flow

Arrays = Mapping[str, Any]


def slope(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return ydot = f(t, y) and the watch."""
    found = flow.slope(t, arrays["y"])
    return {"ydot": found.ydot, "watch": np.array([found.watch])}


RETURN = 5.0
"""How fast a drift that has no influence is drawn back [1/s]."""


def ambient(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return f at the projection of y, with what is off drawn back slowly."""
    y = arrays["y"]
    near = flow.slope(t, y)
    on = flow.closed(t, y, near.factors, repeats=1)
    found = flow.slope_with(t, on, near)
    return {"ydot": found.ydot - RETURN * (y - on), "watch": np.array([near.watch])}


def residual(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the residual of (y, lambda, mu) and their rates."""
    size, m = flow.size, (len(arrays["y"]) - flow.size) // 2
    y, yp = arrays["y"][:size], arrays["yp"][:size]
    lam, mu = arrays["y"][size : size + m], arrays["y"][size + m :]
    return {"residual": flow.residual(t, y, yp, lam, mu)}


def slope_jacobian(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return df/dy, exactly: by recursions, or for small or driven systems by the trace."""
    if flow.driven or flow.baumgarte or flow.nv < SMALL:
        return {"J": jacobian(flow.slope(t, arrays["y"]).ydot, arrays["y"])}
    return {"J": _jacobian_by_recursions(flow, t, arrays["y"])}


SMALL = 5
"""Number of velocities from which on recursions need fewer operations."""


def _jacobian_by_recursions(flow: Flow, t: Any, y: Any) -> Any:
    n = flow.nq + flow.nv
    x = flow.inputs_at(t, y)
    tau, tau_cut = flow.efforts(x)
    by_law = jacobian(tau, y[:n])
    d: Any
    if flow.closes:
        cuts = ClosedPositions(x.positions)
        for k, place in cut_places(x.tree):
            by_law = by_law + cuts.cut_rates(k).T @ jacobian(tau_cut[place], y[:n])
        rows = flow.row_matrix(cuts)
        solution = closed_forward_derivatives(
            x.velocities, tau, rows, t, tau_cut if len(tau_cut) else None, flow.penalty
        )
        d = solution.derivatives
    else:
        d = forward_derivatives(x.velocities, tau, t)
    back = tangent_inverse(flow.compiler.layout, x.arrays["q"])
    by_state = np.concatenate([d.dvdot_dq @ back, d.dvdot_dv], axis=1)
    vdot_y = by_state + d.dvdot_dtau @ by_law
    slope = flow.kinematic_slope(t, y)
    others = jacobian(slope, y[:n])
    rows = np.concatenate([others[: flow.nq], vdot_y, others[flow.nq :]])
    return np.concatenate([rows, np.zeros((len(rows), len(y) - n))], axis=1)


def cut_places(tree: Any) -> list[tuple[int, slice]]:
    """Return the cut joints that have velocities, and where these stand among all of them."""
    found, at = [], 0
    for k, cut in enumerate(tree.cuts):
        if cut.type.nv:
            found.append((k, slice(at, at + cut.type.nv)))
        at += cut.type.nv
    return found


def tangent_inverse(layout: Any, q: Any) -> Any:
    """Return dtheta/dq, nv x nq: E^T, weighted where E is not orthonormal."""

    def E(at: Any) -> Any:
        return np.array([layout.rate(at, unit) for unit in np.eye(layout.nv)])

    neutral = np.asarray(E(layout.neutral()), dtype=float)
    weights = 1.0 / np.sum(neutral * neutral, axis=1)
    return weights[:, None] * E(q)


def residual_jacobian(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return dF/dy + cj dF/dyp of the residual, exactly."""
    F = residual(flow, t, arrays)["residual"]
    return {"J": jacobian(F, arrays["y"]) + arrays["cj"][0] * jacobian(F, arrays["yp"])}


def projected(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return y with its loops closed."""
    y = arrays["y"]
    return {"y": flow.closed(t, y, flow.slope(t, y).factors)}

"""Impacts: velocities jump so that constraints that begin to act are met, in the mass norm.

    M v+ = M v- + A^T Lambda + sum J^T I (V - J v-),   A v+ = b

M is that of the mode after, with a payload that comes with velocities V of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.solvers.constrained import constrained_motion
from sarrus.solvers.rank import ScaledMatrix, row_lengths
from sarrus.system.simulation.events.change import AddedPayload
from sarrus.system.simulation.mode_kernels import Simulator

CONTRADICTION = 1e-7


def jumped(
    after: Simulator,
    q: np.ndarray,
    v: np.ndarray,
    t: float,
    brought: Sequence[AddedPayload] = (),
    rows: np.ndarray | None = None,
    rates: np.ndarray | None = None,
) -> np.ndarray:
    """Return the velocities after an impact, in the mode `after` it.

    rows, rates: of what is thrown back, J v+ = rates. What is fixed to a body and moves along, or
    is let go, changes no velocity.
    """
    system = after.system
    M = system.mass_matrix(q, **after.kept_given)
    momentum = M @ v + _brought(after, q, v, brought)
    more = np.zeros((0, system.nv)) if rows is None else rows
    A = np.vstack([after.all_rows(q), more])
    b = np.concatenate([after.all_rates(t, q), np.zeros(0) if rates is None else rates])
    scaled = _scaled(after, A)
    found = constrained_motion(M, momentum, scaled, b)
    if found.contradiction > CONTRADICTION * (1.0 + float(np.max(np.abs(b), initial=0.0))):
        raise ModelError(
            Problem(
                "D03",
                "drives and loops",
                "contradict each other after the event: no velocities meet them all",
                action="drive or lock fewer coordinates",
            )
        )
    return np.asarray(found.a)


def _scaled(sim: Simulator, A: np.ndarray) -> ScaledMatrix:
    columns = sim.system.compiled.loops.column_scale
    scale = 1.0 / row_lengths(A, columns)
    if sim.system.closed:  # a row of rounding errors must not be made as large as the others
        own = sim.system.compiled.loops.row_scale
        scale[: len(own)] = own
    return ScaledMatrix(A, scale, columns)


def _brought(
    sim: Simulator, q: np.ndarray, v: np.ndarray, brought: Sequence[AddedPayload]
) -> np.ndarray:
    """Return the momentum that payloads have more than if they moved along, in coordinates."""
    total = np.zeros(sim.system.nv)
    for load in brought:
        J = sim.system.jacobian(load.body, np.array(load.properties.com), q, **sim.kept_given)
        R = sim.system.poses(q, **sim.kept_given)[load.body].rotation
        more = np.concatenate([load.velocity, load.angular_velocity]) - J @ v
        spin = R @ np.array(load.properties.inertia) @ R.T @ more[3:6]
        total += J.T @ np.concatenate([load.properties.mass * more[0:3], spin])
    return total

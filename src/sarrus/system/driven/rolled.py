"""Driven machines that roll: positions by integration of velocities from one time to the next.

Rows of velocities alone leave positions open that drives and other rows do not tell: where a cart
with two driven wheels is depends on how it came there. With A = (Phi_v, E), all rows and those of
the drives,

    qdot = rate(q, v),   A(q, t) v = (0, rates(t)),

is integrated by the pair of order 8 of Dormand and Prince, to 12 digits; at the end, loops and
prescribed values, which the rates have kept, are met exactly.
"""

from __future__ import annotations

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.driven.instant import Instant, Position, PrescribedMotion

ACCURACY = 1e-12
"""Relative error of the integration, and in lengths of the model."""
JUMP = 1e-6
"""How far prescribed values may be from what their rates lead to [m or rad]."""


def position_by_rolling(motion: PrescribedMotion, here: Position, there: Instant) -> Position:
    """Return the position at a later instant to which the prescribed velocities lead."""
    from scipy.integrate import solve_ivp

    system, loops = there.system, there.system.compiled.loops
    nq, wrapped, rates = system.nq, list(loops.wrapped), list(loops.wrapped_rates)
    q, cut_q = here.q, here.cut_q
    if there.t != here.instant.t:

        def slope(t: float, y: np.ndarray) -> np.ndarray:
            at = motion.at(float(t))
            now = system.compiled.layout.with_unit_quaternions(y[:nq])
            _, Phi, _, C = loops.closure(now, *at.last)
            E, wanted = at.rows(now, C)
            v = loops.scaled_matrix(Phi, E).solve(np.concatenate([np.zeros(loops.m), wanted]))
            return np.concatenate([system.compiled.layout.rate(now, v), (C @ v)[rates]])

        start = np.concatenate([here.q, here.cut_q[wrapped]])
        found = solve_ivp(
            slope,
            (here.instant.t, there.t),
            start,
            method="DOP853",
            rtol=ACCURACY,
            atol=ACCURACY * loops.length,
        )
        if not found.success:
            raise ModelError(_lost_position(there, str(found.message)))
        q = system.compiled.layout.with_unit_quaternions(found.y[:nq, -1])
        cut_q = here.cut_q.copy()
        cut_q[wrapped] = found.y[nq:, -1]
    off = float(np.max(np.abs(there.closure(q).miss), initial=0.0))
    if off > JUMP:
        raise ModelError(_jump_problem(there, off))
    return there.position(q, cut_q)


def _jump_problem(there: Instant, off: float) -> Problem:
    return Problem(
        "D07",
        "drives " + ", ".join(f"'{name}'" for name in there.names),
        f"prescribe values at t = {there.t:.6g} s that are {off:.3g} (m or rad) from where their "
        "rates lead: a machine that rolls cannot jump",
        cause="a law with a jump, or a table whose rates are not those of its values",
        action="give laws that are continuous, with their rates",
    )


def _lost_position(there: Instant, why: str) -> Problem:
    return Problem(
        "D07",
        "drives " + ", ".join(f"'{name}'" for name in there.names),
        f"cannot be followed to t = {there.t:.6g} s: {why}",
        cause="velocities that the wheels do not allow, or a singular position",
        action="look at the motion up to this time, or give finer times",
    )

"""States of force elements along a prescribed motion: zdot = r(t, q(t), v(t), z).

Positions, velocities and accelerations are known at the times of a drive. Between them the
coordinates follow the polynomial of degree five through these; the states are integrated along it,
implicitly, since they may be stiff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.errors import Problem, SimulationStopped
from sarrus.system.channels.elements import state_rates
from sarrus.system.flow.base_motion import BaseLaw
from sarrus.system.rows.motion import Motion

if TYPE_CHECKING:
    from sarrus.system.system import System

RTOL, ATOL = 1e-9, 1e-11
"""Of the integration; the absolute one in the scales of the states."""


def driven_states(
    system: System, motions: Sequence[Motion], z0: np.ndarray, keywords: Mapping[str, Any]
) -> np.ndarray:
    """Return the states at the times of motions, a row each, from z0 at the first on."""
    from scipy.integrate import solve_ivp

    found = [np.asarray(z0, dtype=float)]
    scales = system.compiled.state_scales
    for a, b in pairwise(motions):
        t0, t1 = a.state.t, b.state.t
        if t1 <= t0:
            found.append(found[-1])
            continue
        rates = _Rates(system, a, b, keywords)
        solved = solve_ivp(
            rates, (t0, t1), found[-1], "Radau", (t1,), rtol=RTOL, atol=ATOL * scales
        )
        if not solved.success:
            raise SimulationStopped(_lost_states(system, t0, solved.message))
        found.append(solved.y[:, -1])
    return np.array(found)


class _Rates:
    """The rates of states between two motions."""

    def __init__(self, system: System, a: Motion, b: Motion, keywords: Mapping[str, Any]) -> None:
        from scipy.interpolate import BPoly

        self.system, self.layout = system, system.compiled.layout
        self.q0 = a.state.q
        law = keywords.get("base")
        self.base = law if isinstance(law, BaseLaw) else None
        known = {key: value for key, value in keywords.items() if key not in ("z", "t")}
        last = system.compiled.last_inputs(**{**known, "t": a.state.t})
        self.last = dict(zip(system.compiled.compiler.defaults, last, strict=True))
        turned = system.compiled.cut_angles(a.state)
        if turned is not None:
            self.last[TURNED] = turned
        self.kernel = system.compiled.loops.kernel("state_rates", ("q", "v"), state_rates)
        # along the tangent at the first position, on which rates are velocities to first order
        far = np.asarray(self.layout.difference(b.state.q, a.state.q), dtype=float)
        ends = [[np.zeros_like(far), a.state.v, a.vdot], [far, b.state.v, b.vdot]]
        self.way = BPoly.from_derivatives([a.state.t, b.state.t], ends)
        self.speed = self.way.derivative()

    def __call__(self, t: float, z: np.ndarray) -> np.ndarray:
        q, v = np.asarray(self.layout.add(self.q0, self.way(t)), dtype=float), self.speed(t)
        last = {**self.last, "t": np.array([t]), STATES: z}
        if self.base is not None:
            last["base"] = self.base.rows(np.array([t]))[0]
        return np.asarray(self.kernel.call(q, v, *last.values()), dtype=float)


def _lost_states(system: System, t: float, why: str) -> Problem:
    return Problem(
        "E-STEP",
        f"t = {t:.9g} s",
        f"the states {', '.join(system.states)} cannot be followed further: {why}",
        cause="rates that grow without bound, or that are not finite",
        action="check the rates of these elements, or give z= other start values",
    )

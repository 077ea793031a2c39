"""How the start of a run moves, gone back: from the adjoint of y to what the start is made of.

The independent coordinates and velocities are given, the others close the loops,

    rows dtheta = -gap_p dp,   rows dv = -(slip_theta dtheta + slip_p dp),

with rows = Phi_v of loops and drives. With w = (w_q, w_v) the adjoint of the start and P the
pseudo-inverse of the dependent columns of the rows,

    nu = -P^T w_v,   theta_bar = E^T w_q + slip_theta^T nu,   lam = -P^T theta_bar,

and derivatives by parameters are lam^T gap_p + nu^T slip_p: one product, whatever their number.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.design.gradients.adjoint_kernels import products
from sarrus.design.gradients.backward import Totals
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.differentials import Differentials, differentials_along
from sarrus.system.one_state.reducing import independent_places, independent_positions
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.state import State


@dataclass(frozen=True, eq=False)
class StartAdjoint:
    """Derivatives by the start: of positions (on the tangent) and velocities that are independent.

    theta, v: by place among the velocities of the tree; z: by states of force elements.
    """

    theta: dict[int, float]
    v: dict[int, float]
    z: np.ndarray


def start_differentials(
    sim: Simulator, state: State, independent: Sequence[str] | None, wanted: Sequence[int] = ()
) -> Differentials:
    """Return what tells how a start moves; wanted: places that are to be independent."""
    rows, system = sim.all_rows(state.q), sim.system
    if independent is not None or not wanted or not len(rows):
        places = independent_places(system, rows, independent)
    else:
        places = independent_positions(system, rows, wanted)
    return differentials_along(sim, state, {}, rows, places)


def start_back(d: Differentials, w: np.ndarray, totals: Totals) -> StartAdjoint:
    """Return the derivatives by the start, and add those by parameters to the totals."""
    sim, state, system = d.sim, d.state, d.sim.system
    nq, nv = system.nq, system.nv
    theta, v_bar = d.E.T @ w[:nq], w[nq : nq + nv].copy()
    if system.closed:
        y = sim.start(state)
        kernel, value = totals.kernels.openings(sim), sim.inputs(sim.choice(y))
        turned, rows = sim.cut_angles(w), len(d.rows)

        def back(lam: np.ndarray, nu: np.ndarray) -> dict[str, np.ndarray]:
            weights = np.concatenate([lam, nu, turned])
            return products(kernel, value, y=y, w=weights, t=np.array([state.t]))

        nu = -d.right_adjoint(v_bar)
        theta = theta + d.E.T @ back(np.zeros(rows), nu)["y_bar"][:nq]
        lam = -d.right_adjoint(theta)
        totals.add(sim, back(lam, nu)["x_bar"])
        of_theta, of_v = d.B_placed.T @ theta, d.B.T @ v_bar
    else:
        of_theta, of_v = theta[list(d.places)], v_bar[list(d.independent)]
    z = sim.z(w)
    if sim.nz and state.own_z is None:
        add_start_values(sim, z, totals)
    return StartAdjoint(
        dict(zip(d.places, of_theta.tolist(), strict=True)),
        dict(zip(d.independent, of_v.tolist(), strict=True)),
        z.copy(),
    )


def add_start_values(sim: Simulator, z: np.ndarray, totals: Totals) -> None:
    """Add the derivatives by the start values of states of force elements."""
    compiler, p = sim.system.compiled.compiler, sim.last_values.get("p", np.zeros(0))
    if not len(p):
        return
    here = compiler.start_states(p)
    found = np.zeros(len(p))
    for k in range(len(p)):
        moved = p.copy()
        moved[k] += 1.0
        found[k] = z @ np.round(compiler.start_states(moved) - here)  # 1 for its own value, else 0
    totals.add_parameters(sim, found)


def hold_back(sim: Simulator, q: np.ndarray, hold: np.ndarray) -> np.ndarray:
    """Return the adjoint of the q at which a mode began from that of what it holds there."""
    found = np.zeros(sim.system.nq)
    loops = sim.system.compiled.loops
    on_tangent = np.zeros(sim.system.nv)
    for k, driven in enumerate(sim.driven):
        if not hold[k]:
            continue
        if driven.q >= 0:
            found[driven.q] += hold[k]
        elif driven.cut is not None and not driven.posed and driven.whole is None:
            joint = sim.system.topology.cuts[driven.cut[0]].name
            C = loops.closure(q, *sim.last)[3]
            on_tangent += C[loops.cut_v[joint].start + driven.cut[1]] * hold[k]
    if np.any(hold[len(sim.driven) :]):
        names = ", ".join(repr(d.name) for d in sim.driven if d.posed)
        rule = "is held by a pose, through which no gradient goes"
        raise ModelError(Problem("G10", f"locked {names}", rule, action="lock a joint of the tree"))
    if np.any(on_tangent):
        state = State(sim.system, q, np.zeros(sim.system.nv))
        E = Differentials(sim, state, {}, (), np.zeros((0, sim.system.nv))).E
        found = found + np.linalg.pinv(E).T @ on_tangent
    return found

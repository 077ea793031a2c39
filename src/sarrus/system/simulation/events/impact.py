"""Impacts: velocities jump so that constraints that begin to act are met, in the mass norm.

    M v+ = M v- + A^T Lambda + sum J^T I (V - J v-),   A v+ = b

M is that of the mode after, with a payload that comes with velocities V of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND
from sarrus.model.pose import vector3
from sarrus.solvers.constrained import constrained_motion
from sarrus.solvers.rank import ScaledMatrix, row_lengths
from sarrus.system.simulation.events.change import AddedPayload
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.run import Impulse

CONTRADICTION = 1e-7


@dataclass(frozen=True, eq=False)
class Impact:
    """Velocities after an impact at q, how they jumped, and the impulses of all rows in use.

    brought: wrenches, at the origins of bodies in world axes, that payloads bring.
    """

    q: np.ndarray
    v: np.ndarray
    jump: np.ndarray
    multipliers: np.ndarray
    payloads: dict[str, np.ndarray]


def velocity_jump(
    after: Simulator,
    q: np.ndarray,
    v: np.ndarray,
    t: float,
    payloads: Sequence[AddedPayload] = (),
    rows: np.ndarray | None = None,
    rates: np.ndarray | None = None,
) -> Impact:
    """Return the velocities after an impact, in the mode `after` it.

    rows, rates: of what is thrown back, J v+ = rates. What is fixed to a body and moves along, or
    is released, changes no velocity.
    """
    system = after.system
    M = system.mass_matrix(q, **after.kept_keywords)
    from_outside = _payload_momentum(after, q, v, payloads)
    momentum = M @ v + from_outside.total
    more = np.zeros((0, system.nv)) if rows is None else rows
    A = np.vstack([after.all_rows(q), more])
    b = np.concatenate([after.all_rates(t, q), np.zeros(0) if rates is None else rates])
    scaled = _scaled_matrix(after, A)
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
    return Impact(q, found.a, found.a - v, found.mu, from_outside.wrenches)


def impulses(
    sim: Simulator, impact: Impact, t: float, joints: Sequence[str]
) -> tuple[Impulse, ...]:
    """Return the impulses of joints on their second bodies, and of ground on the mechanism."""
    compiled = sim.system.compiled
    loops, topology = compiled.loops, compiled.topology
    tau_cut = np.zeros(loops.n_cut_v)
    for k, d in enumerate(sim.driven):
        if d.cut is not None:
            tau_cut[loops.cut_v[loops.cuts[d.cut[0]].name].start + d.cut[1]] += impact.multipliers[
                loops.m + k
            ]
    ext = np.zeros((len(topology.branches), 6))
    for body, wrench in impact.payloads.items():
        ext[topology.index[body]] += wrench
    last = compiled.last_inputs(**{**sim.kept_keywords, "t": t})
    lam = impact.multipliers[: loops.m]
    wrenches = loops.impulses(impact.q, impact.jump, lam, tau_cut, ext, *last)
    at = dict(zip(loops.joints, loops.frames(impact.q, *last)[3], strict=True))
    on_child = dict(zip(loops.joints, wrenches, strict=True))
    ground = np.zeros(6)
    for joint in sim.system.model.joints:
        sign = (joint.parent == GROUND) - (joint.child == GROUND)
        ground += sign * on_child[joint.name]
    found = [_impulse(name, on_child[name], at[name]) for name in joints]
    return (*found, _impulse(GROUND, ground, np.zeros(3)))


def _impulse(name: str, wrench: np.ndarray, at: np.ndarray) -> Impulse:
    """Return a wrench about the origin as an impulse about a point."""
    angular = wrench[3:6] - np.cross(at, wrench[0:3])
    return Impulse(name, vector3(wrench[0:3]), vector3(angular), vector3(at))


def _scaled_matrix(sim: Simulator, A: np.ndarray) -> ScaledMatrix:
    columns = sim.system.compiled.loops.column_scale
    scale = 1.0 / row_lengths(A, columns)
    if sim.system.closed:  # a row of rounding errors must not be made as large as the others
        own = sim.system.compiled.loops.row_scale
        scale[: len(own)] = own
    return ScaledMatrix(A, scale, columns)


def brought_momentum(
    sim: Simulator, q: np.ndarray, v: np.ndarray, payloads: Sequence[AddedPayload]
) -> np.ndarray:
    """Return the momentum that payloads have more than if they moved along, in coordinates."""
    return _payload_momentum(sim, q, v, payloads).total


@dataclass(frozen=True, eq=False)
class _PayloadMomentum:
    """Momentum in coordinates, and by body as wrenches at its origin, in world axes."""

    total: np.ndarray
    wrenches: dict[str, np.ndarray]


def _payload_momentum(
    sim: Simulator, q: np.ndarray, v: np.ndarray, payloads: Sequence[AddedPayload]
) -> _PayloadMomentum:
    """Return the momentum that payloads have more than if they moved along."""
    total = np.zeros(sim.system.nv)
    wrenches: dict[str, np.ndarray] = {}
    for load in payloads:
        J = sim.system.jacobian(load.body, np.array(load.properties.com), q, **sim.kept_keywords)
        R = sim.system.poses(q, **sim.kept_keywords)[load.body].rotation
        more = np.concatenate([load.velocity, load.angular_velocity]) - J @ v
        spin = R @ np.array(load.properties.inertia) @ R.T @ more[3:6]
        push = np.concatenate([load.properties.mass * more[0:3], spin])
        total += J.T @ push
        push[3:6] += np.cross(R @ np.array(load.properties.com), push[0:3])
        wrenches[load.body] = wrenches.get(load.body, np.zeros(6)) + push
    return _PayloadMomentum(total, wrenches)

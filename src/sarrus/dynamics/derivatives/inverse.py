"""Derivatives of inverse dynamics: tau = M vdot + c - f - Phi_v^T lambda by q, v and vdot.

For coordinate k of a link and coordinate a of a link i that it carries, with the composite inertia
and momentum of i and all that i carries,

    dtau_a/dq_k = S_a . [I d2S_k + 2 C dS_k],   dtau_k/dq_a = S_k . [I d2S_a + 2 C dS_a + S_a x* F]
    dtau_a/dv_k = S_a . [I drift_k + 2 C S_k],  dtau_k/dv_a = S_k . [I drift_a + 2 C S_a]

where C x is the Coriolis wrench of a rotation x and F the wrench through joint i; loads are part of
F, and what changes them besides moving with their links is subtracted. Nothing is transformed
between links, and every entry is a scalar product or two: the cost grows as the result does.
(Carpentier and Mansard, RSS 2018; Singh, Russo and Wensing, RA-L 2022.)
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.base_parameters import with_base_parameters
from sarrus.dynamics.derivatives.cut_tangents import cut_tangents
from sarrus.dynamics.derivatives.element_loads import add_elements
from sarrus.dynamics.derivatives.link_loads import LinkLoads, LoadTable
from sarrus.dynamics.derivatives.moving_inertia import MovingInertia
from sarrus.dynamics.derivatives.multiplier_loads import add_multipliers
from sarrus.dynamics.derivatives.rigid_field import force_cross
from sarrus.dynamics.derivatives.tangents import Tangent, Tangents, tangents
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import Accelerations
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar


@dataclass(frozen=True)
class InverseDerivatives:
    """Efforts tau (nv) and their derivatives, nv x nv each: row a, column k is dtau_a/dx_k.

    By q along the velocity coordinates: q moves to `layout.add(q, e_k dx)`.
    """

    tau: Array
    dtau_dq: Array
    dtau_dv: Array
    M: Array


def inverse_derivatives(
    motion: Accelerations,
    time: Scalar = 0.0,
    lam: Array | None = None,
    tau_cut: Array | None = None,
) -> InverseDerivatives:
    """Return the efforts that a motion needs, and their derivatives by q, v and vdot.

    tau = M vdot + c - f, with the force elements f; with `lam`, the multipliers of all loop
    equations, and `tau_cut`, the efforts on all cut joints, less what these do on the tree.
    """
    along = tangents(motion)
    return inverse_derivatives_of_table(along, load_table(along, time, lam, tau_cut))


def load_table(
    along: Tangents, time: Scalar, lam: Array | None = None, tau_cut: Array | None = None
) -> LoadTable:
    """Return the loads of elements and multipliers, and their derivatives."""
    table = LoadTable.empty(along.tree.nv)
    _add_loads(table, along, time, lam, tau_cut)
    return table


def _add_loads(
    table: LoadTable, along: Tangents, time: Scalar, lam: Array | None, tau_cut: Array | None
) -> None:
    cuts = cut_tangents(along)
    add_elements(table, along, cuts, time)
    add_multipliers(table, along, cuts, lam, tau_cut)


def efforts_and_mass(
    along: Tangents, time: Scalar, tau_cut: Array | None = None
) -> tuple[Array, Array]:
    """Return tau and M alone; at vdot = 0, tau is c - f."""
    table = LoadTable.empty(0)
    _add_loads(table, along, time, None, tau_cut)
    bodies = composites(along, table.loads)
    M = [[0.0] * along.tree.nv for _ in range(along.tree.nv)]
    for a, own in enumerate(along.tangents):
        h = bodies[own.link].inertial(own.S)
        for j in along.paths[own.link]:
            for k in along.columns(j):
                if j != own.link or k <= a:
                    M[a][k] = M[k][a] = h @ along.tangents[k].S
    _add_armatures(along, M)
    return efforts_of(along, bodies, table.loads), _square(M)


def efforts_of(along: Tangents, bodies: list[MovingInertia], loads: LinkLoads) -> Array:
    """Return tau of inverse dynamics; bodies: of every link and all that it carries."""
    tau = [
        own.S @ bodies[own.link].wrench - loads.on_coordinates.get(a, 0.0)
        for a, own in enumerate(along.tangents)
    ]
    for k, armature in along.tree.armatures.items():
        tau[k] = tau[k] + armature * along.motion.vdot[k]
    return as_vector(tau)


def _add_armatures(along: Tangents, M: list[list[Scalar]]) -> None:
    """Add the inertia of rotors to the diagonal of M."""
    for k, armature in along.tree.armatures.items():
        M[k][k] = M[k][k] + armature


def composites(along: Tangents, loads: LinkLoads, massless: bool = False) -> list[MovingInertia]:
    """Return for every link the moving inertia of it and all that it carries, less their loads.

    M_P <- M_P + M_C, without X^T M X: all links of a branch stand in one frame R that does not
    move. massless: the loads alone.
    """
    links = with_base_parameters(along.tree).links
    found = []
    for i, (link, X_RC, field) in enumerate(zip(links, along.poses, along.fields, strict=True)):
        body = MovingInertia.none() if massless else MovingInertia.of(link.inertia, X_RC, field)
        found.append(body.less_load(loads.on_links[i]) if i in loads.on_links else body)
    for i in range(len(links) - 1, -1, -1):
        if links[i].parent >= 0:
            found[links[i].parent] = found[links[i].parent] + found[i]
    return found


def multiplier_derivatives(along: Tangents, lam: Array, tau_cut: Array | None) -> Array:
    """Return the derivative of Phi_v^T lam + C^T tau_cut alone by q, nv x nv."""
    table = LoadTable.empty(along.tree.nv)
    add_multipliers(table, along, cut_tangents(along), lam, tau_cut)
    return -inverse_derivatives_of_table(along, table, massless=True).dtau_dq


def inverse_derivatives_of_table(
    along: Tangents, table: LoadTable, massless: bool = False
) -> InverseDerivatives:
    """Return the derivatives for given loads; massless: of the loads alone."""
    nv = along.tree.nv
    bodies = composites(along, table.loads, massless)
    M, dq, dv = ([[0.0] * nv for _ in range(nv)] for _ in range(3))
    tau = efforts_of(along, bodies, table.loads)
    for a, own in enumerate(along.tangents):
        body = bodies[own.link]
        outer = Outer(body, own)
        dq_wrench = _Column(along, a, outer.dq_wrench, table.by_q[a])
        dv_wrench = _Column(along, a, outer.dv_wrench, table.by_v[a])
        for j in along.paths[own.link]:
            for k in along.columns(j):
                inner = along.tangents[k]
                if j != own.link:
                    dq[k][a] = inner.S @ dq_wrench.total[j]
                    dv[k][a] = inner.S @ dv_wrench.total[j]
                if j != own.link or k <= a:
                    M[a][k] = M[k][a] = outer.h @ inner.S
                dv[a][k] = dv[a][k] + (outer.twice_c @ inner.S[3:6] + outer.h @ inner.drift)
                dq[a][k] = dq[a][k] + (outer.c @ inner.twice[3:6] + outer.h @ inner.second)
                if j == own.link and inner.bends:
                    dq[a][k] = dq[a][k] + inner.bends[a - along.columns(j)[0]] @ body.wrench
        dq_wrench.subtract_from(dq)
        dv_wrench.subtract_from(dv)
    if not massless:
        _add_armatures(along, M)
    return InverseDerivatives(tau, _square(dq), _square(dv), _square(M))


class Outer:
    """A coordinate as the outer one of pairs.

    h, c: what inertia and Coriolis wrenches of all that it carries do on it; dq_wrench, dv_wrench:
    the changes of the wrench through its joint.
    """

    def __init__(self, body: MovingInertia, own: Tangent) -> None:
        self.h, self.c = body.inertial(own.S), body.coriolis_row(own.S)
        self.twice_c = 2.0 * self.c
        moved = body.inertial(own.second) + body.coriolis(own.twice[3:6])
        self.dq_wrench = moved + force_cross(own.S, body.wrench)
        self.dv_wrench = body.inertial(own.drift) + body.coriolis(2.0 * own.S[3:6])


class _Column:
    """The change of wrenches with coordinate k: its own on the links that carry it, and of loads.

    total: for the links inboard of the coordinate's own.
    """

    def __init__(self, along: Tangents, k: int, wrench: Array, loads: LinkLoads) -> None:
        self.along, self.k, self.loads = along, k, loads
        changes = loads.sums_over_subtrees(along)
        inboard = along.paths[along.tangents[k].link][1:]
        self.total = {i: wrench - changes[i] if i in changes else wrench for i in inboard}
        self.elsewhere = {i: F for i, F in changes.items() if i not in self.total}

    def subtract_from(self, entries: list[list[Scalar]]) -> None:
        """Subtract what loads do on all other links and on coordinates."""
        k = self.k
        for i, change in self.elsewhere.items():
            for a in self.along.columns(i):
                entries[a][k] = entries[a][k] - self.along.tangents[a].S @ change
        for a, rate in self.loads.on_coordinates.items():
            entries[a][k] = entries[a][k] - rate


def _square(entries: list[list[Scalar]]) -> Array:
    return np.array(entries) if entries else np.zeros((0, 0))

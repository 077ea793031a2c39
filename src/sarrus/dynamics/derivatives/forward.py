"""Derivatives of forward and hybrid dynamics: vdot of M vdot + c = tau + f by q, v and tau.

dvdot/dq = -M^-1 dtau/dq, dvdot/dv = -M^-1 dtau/dv, dvdot/dtau = M^-1. In small systems M is
inverted. In large ones that would cost n^3 operations: there, the wrench that a displacement of a
joint leaves on the next link inboard is passed on through articulated bodies, as forward dynamics
itself is solved, and n^2 suffice.

Where the accelerations of some coordinates are given (driven or locked), the equations of the
others remain: M^-1 is that of the free coordinates alone, and 0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from sarrus.dynamics.base_parameters import with_base_parameters
from sarrus.dynamics.derivatives.articulated import articulated_joints
from sarrus.dynamics.derivatives.inverse import (
    composites,
    efforts_and_mass,
    inverse_derivatives,
    load_table,
)
from sarrus.dynamics.derivatives.link_loads import LinkLoads
from sarrus.dynamics.derivatives.moving_inertia import MovingInertia
from sarrus.dynamics.derivatives.responses import Responses, responses
from sarrus.dynamics.derivatives.rigid_field import force_cross
from sarrus.dynamics.derivatives.tangents import Tangent, Tangents, tangents
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.kinematics import Velocities, accelerations
from sarrus.dynamics.tree import Tree
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, columns
from sarrus.spatial.linear import ldl_factors, lower_solution

SMALL = 11
"""Up to so many velocity coordinates, inverting M takes fewer operations."""


@dataclass(frozen=True)
class ForwardDerivatives:
    """Accelerations vdot (nv) and their derivatives, nv x nv each: row a, column k dvdot_a/dx_k.

    By q along the velocity coordinates; dvdot_dtau is M^-1. Rows of driven coordinates are 0.
    """

    vdot: Array
    dvdot_dq: Array
    dvdot_dv: Array
    dvdot_dtau: Array


DrivenAccelerations = Mapping[int, Scalar]
"""Accelerations that are given, by velocity coordinate."""


def forward_derivatives(
    speed: Velocities, tau: Array, time: Scalar = 0.0, driven: DrivenAccelerations | None = None
) -> ForwardDerivatives:
    """Return the accelerations of a tree under efforts tau, and their derivatives.

    driven: coordinates whose accelerations are given; their tau is not read.
    """
    if speed.positions.tree.nv <= SMALL:
        return by_inverse_mass(speed, tau, time, driven)
    return by_articulated_bodies(speed, tau, time, driven)


def by_inverse_mass(
    speed: Velocities, tau: Array, time: Scalar, driven: DrivenAccelerations | None = None
) -> ForwardDerivatives:
    """Return the derivatives by way of those of inverse dynamics."""
    tree, value = speed.positions.tree, driven or {}
    still = _given_accelerations(speed, value)
    passive, M = efforts_and_mass(still, time)
    M_inverse = inverse_mass(tree, M, value)
    vdot = still.motion.vdot + M_inverse @ (tau - passive)
    found = inverse_derivatives(accelerations(speed, vdot), time)
    return ForwardDerivatives(
        vdot, -(M_inverse @ found.dtau_dq), -(M_inverse @ found.dtau_dv), M_inverse
    )


def _given_accelerations(speed: Velocities, value: DrivenAccelerations) -> Tangents:
    """Return the tangents where accelerations are those given, and others 0."""
    vdot = [value.get(k, 0.0) for k in range(speed.positions.tree.nv)]
    return tangents(accelerations(speed, as_vector(vdot)))


def tips_inward(tree: Tree) -> list[int]:
    """Return the velocity coordinates from the tips to ground: an order without fill-in."""
    return [k for link in reversed(tree.links) for k in range(link.v.start, link.v.stop)]


def inverse_mass(tree: Tree, M: Array, driven: Collection[int] = ()) -> Array:
    """Return M^-1 = L^-T D^-1 L^-1 of the free coordinates, and 0 elsewhere."""
    order = [k for k in tips_inward(tree) if k not in driven]
    rows, reciprocals = ldl_factors(M[np.ix_(order, order)])
    L = [lower_solution(rows, list(e)) for e in np.eye(len(order))]
    found: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(tree.nv)]
    for a, i in enumerate(order):
        for b, j in enumerate(order[: a + 1]):
            total: Scalar = 0.0
            for k in range(a, len(order)):
                total = total + L[a][k] * reciprocals[k] * L[b][k]
            found[i][j] = found[j][i] = total
    return np.array(found) if found else np.zeros((0, 0))


def by_articulated_bodies(
    speed: Velocities, tau: Array, time: Scalar, driven: DrivenAccelerations | None = None
) -> ForwardDerivatives:
    """Return the derivatives by passing wrenches on through articulated bodies."""
    tree, value = speed.positions.tree, driven or {}
    still = _given_accelerations(speed, value)
    links = with_base_parameters(tree).links
    bodies = [
        MovingInertia.of(link.inertia, X_RC, field)
        for link, X_RC, field in zip(links, still.poses, still.fields, strict=True)
    ]
    answer = responses(still, articulated_joints(still, bodies, value))
    vdot = still.motion.vdot + answer.M_inverse @ (tau - efforts_and_mass(still, time)[0])
    along = tangents(accelerations(speed, vdot))
    table = load_table(along, time)
    wrenches = [body.wrench for body in composites(along, table.loads)]
    loaded = {i for group in (table.by_q, table.by_v) for column in group for i in column.on_links}
    rows = {i: answer.to_wrench(i) for i in loaded}
    by_q, by_v = [], []
    for k, tangent in enumerate(along.tangents):
        F = wrenches[tangent.link]
        for a, bend in zip(along.columns(tangent.link), tangent.bends, strict=False):
            table.by_q[k].add_effort(a, -(bend @ F))
        pair = _columns(answer, tangent, force_cross(tangent.S, F))
        by_q.append(_column_with_loads(answer, rows, pair[0], table.by_q[k]))
        by_v.append(_column_with_loads(answer, rows, pair[1], table.by_v[k]))
    shape = (tree.nv, tree.nv)
    return ForwardDerivatives(
        vdot,
        np.array(by_q).reshape(shape).T,
        np.array(by_v).reshape(shape).T,
        answer.M_inverse,
    )


def _columns(answer: Responses, tangent: Tangent, turning: Array) -> list[list[Scalar]]:
    """Return how all coordinates accelerate by a displacement along one of them, and by its v.

    turning: the change of the wrench through the joint as it turns with the displacement.
    """
    i = tangent.link
    entering = [tangent.second, tangent.drift]
    turns = [tangent.twice[3:6], 2.0 * tangent.S[3:6]]
    known: dict[int, list[Scalar]] = {}
    parent = answer.along.tree.links[i].parent
    if parent >= 0:
        joint = answer.joints[i]
        P = [
            joint.K_inboard.apply(A) + joint.C_inboard @ x
            for A, x in zip(entering, turns, strict=True)
        ]
        P[0] = P[0] + turning
        known = {b: [-(row @ F) for F in P] for b, row in answer.answers[parent].items()}
        mobility = answer.mobility[parent]
        entering = [A - mobility.apply(F) for A, F in zip(entering, P, strict=True)]
    found = answer.accelerations_of_cases(known, 2, i, columns(*entering), columns(*turns))
    return [[both[case] for both in found] for case in (0, 1)]


def _column_with_loads(
    answer: Responses, rows: Mapping[int, list[Array]], column: list[Scalar], loads: LinkLoads
) -> list[Scalar]:
    """Return the column with the answers to changes of loads added; rows: those to wrenches."""
    found = list(column)
    for i, W in loads.on_links.items():
        for a, row in enumerate(rows[i]):
            found[a] = found[a] + row @ W
    for k, effort in loads.on_coordinates.items():
        for a in range(len(found)):
            found[a] = found[a] + answer.M_inverse[a, k] * effort
    return found

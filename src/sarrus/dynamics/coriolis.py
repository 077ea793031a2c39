"""The Coriolis matrix C(q, v) of Christoffel's symbols, by recursion over the tree.

With the six-vectors J_a of the unit rates in space, M = sum_i J^T M_i J and

    C = sum_i J^T (M_i dJ/dt + B_i J),   B_i = 1/2 ((V x*) M_i - M_i (V x) + (M_i V) x^)

where V is the velocity of link i and F x^ the matrix of V -> V x* F. dM/dt - 2 C is then skew, and
for joints whose velocities are rates of coordinates (Echeandia and Wensing 2021, "Numerical methods
to compute the Coriolis matrix and Christoffel symbols for rigid-body systems")

    C_ab = 1/2 sum_c (dM_ab/dq_c + dM_ac/dq_b - dM_bc/dq_a) v_c
"""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Velocities
from sarrus.dynamics.mass_matrix import composite_inertias
from sarrus.spatial.arrays import Array, Scalar, motion_cross, skew
from sarrus.spatial.inertia import Inertia


def coriolis_matrix(speed: Velocities) -> Array:
    """Return C(q, v), nv x nv, with C v = c(q, v) less gravity.

    Inward link by link, with the motion matrix X of a step and dS_a, how S_a changes in space:

        B_P <- B_P + X^T B_C X,   F = M_a^c dS_a + B_a S_a,   C_ba = S_b^T F,   F_P = X^T F_C

    and for the other half of C, C_ab = dS_b^T M_a^c S_a + S_b^T B_a^T S_a. `step.force` is X^T F,
    force and moment apart.
    """
    where = speed.positions
    tree = where.tree
    composite = composite_inertias(where)
    B = [_rate_matrix(link.inertia, speed.six(i)) for i, link in enumerate(tree.links)]
    for i in range(len(tree.links) - 1, -1, -1):
        parent = tree.links[i].parent
        if parent >= 0:
            X = where.steps[i].transform.motion_matrix
            B[parent] = B[parent] + X.T @ (B[i] @ X)
    drift = [_subspace_drift(speed, i) for i in range(len(tree.links))]
    C: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(tree.nv)]
    for i, link in enumerate(tree.links):
        S = where.subspaces[i]
        for a in range(link.v.start, link.v.stop):
            own, moved = S[:, a - link.v.start], drift[i][a - link.v.start]
            column = composite[i].momentum(moved) + B[i] @ own  # C_ba = S_b . column
            mass, rate = composite[i].momentum(own), own @ B[i]  # C_ab = dS_b . mass + S_b . rate
            j = i
            while j >= 0:
                other = tree.links[j]
                for b in range(other.v.start, other.v.stop):
                    S_b = where.subspaces[j][:, b - other.v.start]
                    C[b][a] = S_b @ column
                    if j != i:
                        C[a][b] = drift[j][b - other.v.start] @ mass + S_b @ rate
                column, mass, rate = (where.steps[j].force(F) for F in (column, mass, rate))
                j = other.parent
    return np.array(C) if tree.nv else np.zeros((0, 0))


def _subspace_drift(speed: Velocities, i: int) -> list[Array]:
    """Return how the six-vectors of a joint's unit rates change in space, in link axes."""
    where = speed.positions
    link = where.tree.links[i]
    if link.type.nv == 0:
        return []
    V, S = speed.six(i), where.subspaces[i]
    rate = link.type.subspace_rate(where.q[link.q], speed.v[link.v])
    return [motion_cross(V, S[:, k]) + rate[:, k] for k in range(link.type.nv)]


def _rate_matrix(inertia: Inertia, V: Array) -> Array:
    """Return B of a link, 6 x 6, at its origin in its axes."""
    M, cross = inertia.matrix, _motion_cross_matrix(V)
    p = inertia.momentum(V)
    force, moment = skew(p[0:3]), skew(p[3:6])
    zero = np.zeros((3, 3))
    # V x* F = (w x f, v x f + w x m) = -(0, ~f; ~f, ~m) V, with V = (v, w) and F = (f, m)
    swapped = -_blocks(zero, force, force, moment)
    return 0.5 * (swapped - cross.T @ M - M @ cross)


def _motion_cross_matrix(V: Array) -> Array:
    """Return V x as a matrix: (v, w) x (a, b) = (w x a + v x b, w x b)."""
    v, w = skew(V[0:3]), skew(V[3:6])
    return _blocks(w, v, np.zeros((3, 3)), w)


def _blocks(a: Array, b: Array, c: Array, d: Array) -> Array:
    top = np.concatenate([a, b], axis=1)
    return np.concatenate([top, np.concatenate([c, d], axis=1)], axis=0)

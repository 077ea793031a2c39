"""The joint-space mass matrix by composite bodies."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Positions
from sarrus.spatial import Inertia, Step
from sarrus.spatial.arrays import Array, Scalar


def composite_inertias(where: Positions) -> list[Inertia]:
    """Return for every link the inertia of it and all that it carries, at C in C's axes.

    From the tips inward, with the 6 x 6 motion matrix X of a step, V_C = X V_P:

        M_P^c = M_P + sum over the children of X^T M_C^c X

    `seen_from` is X^T M X in the ten numbers (m, h, J); the two transforms of a step are applied
    one after the other, each with its own zeros, and never multiplied together.
    """
    tree = where.tree
    composite = [link.inertia for link in tree.links]
    for i in range(len(tree.links) - 1, -1, -1):
        parent = tree.links[i].parent
        if parent >= 0:
            composite[parent] = composite[parent] + carried_inertia(composite[i], where.steps[i])
    return composite


def carried_inertia(inertia: Inertia, step: Step) -> Inertia:
    """Return the inertia of a link as its parent sees it, X^T M X."""
    return inertia.seen_from(step.second).seen_from(step.first)


def mass_matrix(where: Positions) -> Array:
    """Return M(q) = sum_i J_i^T M_i J_i + diag(armatures), nv x nv.

    The force that a unit acceleration along S_a needs, F = M_i^c S_a, goes inward link by link:

        M(a, b) = S_b^T F,   F_P = X^T F_C        (`step.force`)

    so that no Jacobian J_i is ever written down.
    """
    tree = where.tree
    composite = composite_inertias(where)
    M: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(tree.nv)]
    for i, link in enumerate(tree.links):
        S = where.subspaces[i]
        for a in range(link.v.start, link.v.stop):
            F = composite[i].momentum(S[:, a - link.v.start])
            # of the joint's own block the lower half is enough; the rest is symmetric
            for b in range(link.v.start, a + 1):
                M[a][b] = M[b][a] = S[:, b - link.v.start] @ F
            j = i
            while tree.links[j].parent >= 0:
                F = where.steps[j].force(F)
                j = tree.links[j].parent
                other = tree.links[j]
                for b in range(other.v.start, other.v.stop):
                    M[a][b] = M[b][a] = where.subspaces[j][:, b - other.v.start] @ F
    for k, armature in tree.armatures.items():
        M[k][k] = M[k][k] + armature
    return np.array(M) if tree.nv else np.zeros((0, 0))

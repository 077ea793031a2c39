"""The joint-space mass matrix by composite bodies."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Positions
from sarrus.spatial import Inertia
from sarrus.spatial.arrays import Array, Scalar


def composite_inertias(where: Positions) -> list[Inertia]:
    """Return for every link the inertia of it and all that it carries, at C in C's axes."""
    tree = where.tree
    composite = [link.inertia for link in tree.links]
    for i in range(len(tree.links) - 1, -1, -1):
        parent = tree.links[i].parent
        if parent >= 0:
            step = where.steps[i]
            carried = composite[i].seen_from(step.second).seen_from(step.first)
            composite[parent] = composite[parent] + carried
    return composite


def mass_matrix(where: Positions) -> Array:
    """Return M(q) = sum_i J_i^T M_i J_i, nv x nv, with M(i, j) = S_j^T (force of S_i at j)."""
    tree = where.tree
    composite = composite_inertias(where)
    M: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(tree.nv)]
    for i, link in enumerate(tree.links):
        S = where.subspaces[i]
        for a in range(link.v.start, link.v.stop):
            F = composite[i].momentum(S[:, a - link.v.start])
            for b in range(link.v.start, a + 1):
                M[a][b] = M[b][a] = S[:, b - link.v.start] @ F
            j = i
            while tree.links[j].parent >= 0:
                F = where.steps[j].force(F)
                j = tree.links[j].parent
                other = tree.links[j]
                for b in range(other.v.start, other.v.stop):
                    M[a][b] = M[b][a] = where.subspaces[j][:, b - other.v.start] @ F
    return np.array(M) if tree.nv else np.zeros((0, 0))

"""Jacobians: how bodies and points move with the velocity coordinates."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Positions
from sarrus.spatial.arrays import Array, Scalar, cross, join


def link_jacobian(where: Positions, index: int, r_C: Array) -> Array:
    """Return J, 6 x nv: velocity of the point r_C of a link and angular velocity, world axes."""
    tree = where.tree
    rows: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(6)]
    target = where.frame(index).point(r_C)
    i = index
    while i >= 0:
        link = tree.links[i]
        X_WC = where.world[i]
        for k in range(link.v.start, link.v.stop):
            S = where.subspaces[i][:, k - link.v.start]
            angular = X_WC.rotation.apply(S[3:6])
            linear = X_WC.rotation.apply(S[0:3]) + cross(angular, target - X_WC.position)
            column = join(linear, angular)
            for row in range(6):
                rows[row][k] = column[row]
        i = link.parent
    return np.array(rows) if tree.nv else np.zeros((6, 0))


def point_jacobian(where: Positions, body: str, r_B: Array) -> Array:
    """Return J, 6 x nv, of the point r_B of a body (linear rows first), in world axes."""
    i = where.tree.index[body]
    if i < 0:
        return np.zeros((6, where.tree.nv))
    return link_jacobian(where, i, where.tree.links[i].X_CB.point(r_B))

"""Papers 1 and 4: Cartesian velocities as a linear map of the joint velocities, Y = B v.

Y holds for every body the velocity of its centre of mass in world axes and its angular
velocity in body axes. The blocks of B follow the path matrix: body i moves with the joints
on its path only. Bdot includes the axes that move in the body (universal joints and others),
which the printed Table 3 of paper 1 lacks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.dynamics.kinematics import Positions, Velocities
from sarrus.spatial.arrays import Array, Scalar, cross, join, matrix, skew


def centers(where: Positions) -> list[Array]:
    """Return the centres of mass of all links, in link axes; the origin C for massless ones."""
    return [
        link.inertia.moment / link.inertia.mass if _has_mass(link.inertia.mass) else np.zeros(3)
        for link in where.tree.links
    ]


def _has_mass(mass: Scalar) -> bool:
    return not (isinstance(mass, (int, float)) and mass == 0.0)


def transformation(where: Positions) -> Array:
    """Return B, 6 nb x nv: Y = B v (11), rows (velocity, angular velocity) of every body."""
    return _block_rows(where, lambda i, j, k: _column(where, i, j, k))


def transformation_rate(speed: Velocities) -> Array:
    """Return dB/dt, 6 nb x nv, for Ydot = B vdot + Bdot v (12)."""
    return _block_rows(speed.positions, lambda i, j, k: _column_rate(speed, i, j, k))


def cartesian_mass(where: Positions) -> Array:
    """Return M = diag(m I, J'), 6 nb x 6 nb, J' about the centre of mass in body axes."""
    blocks = []
    for link, c in zip(where.tree.links, centers(where), strict=True):
        J = link.inertia.about_origin + link.inertia.mass * (skew(c) @ skew(c))
        J_B = link.X_CB.rotation.inverse.congruence(J)
        blocks.append((link.inertia.mass * np.eye(3), J_B))
    n = 6 * len(blocks)
    rows: list[list[Scalar]] = [[0.0] * n for _ in range(n)]
    for b, pair in enumerate(blocks):
        for part, block in enumerate(pair):
            at = 6 * b + 3 * part
            for i in range(3):
                for j in range(3):
                    rows[at + i][at + j] = block[i, j]
    return matrix(*rows)


def cartesian_forces(speed: Velocities, on_links: tuple[Array | None, ...]) -> Array:
    """Return Q = [m g + f; n' - ~w' J' w'] of all bodies: gravity, loads and gyroscopic terms."""
    where = speed.positions
    M = cartesian_mass(where)
    parts = []
    for i, (link, c) in enumerate(zip(where.tree.links, centers(where), strict=True)):
        at = 6 * i + 3
        w = link.X_CB.rotation.back(speed.w[i])
        force = link.inertia.mass * where.tree.gravity
        moment = -cross(w, M[at : at + 3, at : at + 3] @ w)
        load = on_links[i]
        if load is not None:
            force = force + where.world[i].rotation.apply(load[0:3])
            moment = moment + link.X_CB.rotation.back(load[3:6] - cross(c, load[0:3]))
        parts.append(join(force, moment))
    return np.concatenate(parts)


def _block_rows(where: Positions, column: Callable[[int, int, int], Array]) -> Array:
    tree = where.tree
    rows: list[list[Scalar]] = [[0.0] * tree.nv for _ in range(6 * len(tree.links))]
    for i in range(len(tree.links)):
        j = i
        while j >= 0:
            link = tree.links[j]
            for k in range(link.v.start, link.v.stop):
                value = column(i, j, k - link.v.start)
                for r in range(6):
                    rows[6 * i + r][k] = value[r]
            j = link.parent
    return matrix(*rows) if tree.nv else np.zeros((6 * len(tree.links), 0))


def _axes(where: Positions, j: int, k: int) -> tuple[Array, Array]:
    """Return the world directions of shift and turn of axis k of the joint of link j."""
    s = where.subspaces[j][:, k]
    rotation = where.world[j].rotation
    return rotation.apply(s[0:3]), rotation.apply(s[3:6])


def _body_axes(where: Positions, i: int, a: Array) -> Array:
    return where.tree.links[i].X_CB.rotation.back(where.world[i].rotation.back(a))


def _arm(where: Positions, i: int, j: int) -> Array:
    """Return d_ij: from the joint of link j to the centre of mass of body i."""
    return where.world[i].point(centers(where)[i]) - where.world[j].position


def _column(where: Positions, i: int, j: int, k: int) -> Array:
    shift, turn = _axes(where, j, k)
    return join(shift + cross(turn, _arm(where, i, j)), _body_axes(where, i, turn))


def _column_rate(speed: Velocities, i: int, j: int, k: int) -> Array:
    where = speed.positions
    link = where.tree.links[j]
    shift, turn = _axes(where, j, k)
    rotation = where.world[j].rotation
    s_rate = link.type.subspace_rate(where.q[link.q], speed.v[link.v])[:, k]
    w_j = rotation.apply(speed.w[j])
    w_i = where.world[i].rotation.apply(speed.w[i])
    shift_rate = cross(w_j, shift) + rotation.apply(s_rate[0:3])
    turn_rate = cross(w_j, turn) + rotation.apply(s_rate[3:6])
    c = centers(where)[i]
    r_i = where.world[i].rotation.apply(speed.linear[i] + cross(speed.w[i], c))
    arm_rate = r_i - rotation.apply(speed.linear[j])
    linear = shift_rate + cross(turn_rate, _arm(where, i, j)) + cross(turn, arm_rate)
    return join(linear, _body_axes(where, i, turn_rate - cross(w_i, turn)))

"""Shifts of second order: how a structure shortens as it bends, so that loads along it stiffen it.

A point moves by u = Phi q + sum over i, j of theta_ij q_i q_j/2. An element of a beam whose axis
has the slopes v', w' is longer by (v'^2 + w'^2)/2 of its length. The shapes theta are the shifts
which take this stretch away, K theta_ij = -E A B^T integral of (v_i' v_j' + w_i' w_j') dx, with B
the row of the stretch; theta are known as static modal derivatives of the stretch. A load along the
beam, of inertia or from an interface, then does work on q_i q_j, which is geometric stiffness
(Segalman and Dohrmann, A method for calculating the dynamics of rotating flexible structures,
Journal of Vibration and Acoustics 118, 1996). Sections turn by rotations, to second order too.
Plates are alike: their stretches are w_x^2/2, w_y^2/2 and w_x w_y (von Karman), and theta are
shifts in their plane, by a stiffness that they have for this alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.fem.structure import EMPTY, FREEDOMS, Structure, rigid_motions
from sarrus.spatial.arrays import Array

GROUND = 1e-9
"""Stiffness against turns in the plane, as part of the greatest of a plate in its plane."""


def second_shapes(
    structure: Structure,
    shapes: Array,
    interfaces: Mapping[str, tuple[int, ...]],
    reference: str | None,
) -> tuple[Array, dict[str, Array]]:
    """Return theta of all freedoms, 6 N x n x n, and of the interface frames, 6 x n x n each.

    interfaces: nodes by name, which are rigid pieces; reference: the one that stands still; None:
    the mean shift and turn by theta is zero.
    """
    from scipy.sparse.linalg import splu

    n, size = shapes.shape[1], structure.size
    force = np.zeros((size, n, n))
    for element in structure.elements:
        if element.second is None:
            rule = "has elements of which it is not known how they shorten as they bend"
            action = "leave second_order out, or make it of beams and plates"
            raise ModelError(Problem("S94", "reduction / second_order", rule, action=action))
        own = shapes[element.freedoms]
        bent = own.T @ element.second.slopes @ own
        force[element.freedoms] += np.tensordot(element.second.stretch, bent, axes=(0, 0))
    held = reference if reference is not None else next(iter(interfaces))
    K, active = _stiffness(structure)
    L, places = _pieces(structure, interfaces, held, active)
    turned = _turned_pieces(structure, shapes, interfaces)
    load = -(force.reshape(size, -1) + K @ turned.reshape(size, -1))
    reduced = (L.T @ K @ L).tocsc()
    # a frame on one node of a plate turns about its normal without any stiffness
    moved = np.flatnonzero(reduced.diagonal() > EMPTY * np.max(reduced.diagonal()))
    solved = np.zeros((L.shape[1], n * n))
    solved[moved] = splu(reduced[moved][:, moved]).solve((L.T @ load)[moved])
    theta = L @ solved + turned.reshape(size, -1)
    frames = {held: np.zeros((FREEDOMS, n * n))}
    frames |= {name: solved[rows] for name, rows in places.items()}
    if reference is None:
        theta, frames = _without_mean(structure, theta, frames, interfaces)
    return (
        theta.reshape(size, n, n),
        {name: frame.reshape(FREEDOMS, n, n) for name, frame in frames.items()},
    )


def _stiffness(structure: Structure) -> tuple[Any, Array]:
    """Return the stiffness with that of plates in their planes, and the freedoms that have some."""
    K, membrane = structure.stiffness, structure.membrane
    if membrane is None:
        return K, structure.active
    from scipy.sparse import diags_array

    # so little mass on springs that nothing else feels it holds a plate that turns in its plane
    free = (membrane.diagonal() > 0.0).astype(float)
    M = diags_array(free) @ structure.mass_matrix @ diags_array(free)
    ground = GROUND * float(np.max(membrane.diagonal()) / np.max(M.diagonal()))
    both = np.union1d(structure.active, np.flatnonzero(free))
    return (K + membrane + ground * M).tocsc(), both


def _pieces(
    structure: Structure, interfaces: Mapping[str, tuple[int, ...]], held: str, active: Array
) -> tuple[Any, dict[str, Array]]:
    """Return all freedoms by the free ones and the frames, 6 N x m, and the rows of the frames."""
    from scipy.sparse import csc_array, hstack

    own = {FREEDOMS * node + k for nodes in interfaces.values() for node in nodes for k in range(6)}
    free = [int(k) for k in active if int(k) not in own]
    size, count = structure.size, len(free)
    parts = [csc_array((np.ones(count), (free, np.arange(count))), shape=(size, count))]
    rows = {}
    for name, nodes in interfaces.items():
        if name != held:
            parts.append(csc_array(rigid_motions(structure.positions, nodes)))
            rows[name] = np.arange(count, count + FREEDOMS)
            count += FREEDOMS
    return hstack(parts).tocsc(), rows


def _turned_pieces(
    structure: Structure, shapes: Array, interfaces: Mapping[str, tuple[int, ...]]
) -> Array:
    """Return what nodes of rigid pieces move to second order as their frames turn."""
    n = shapes.shape[1]
    found = np.zeros((structure.size, n, n))
    for nodes in interfaces.values():
        middle = np.mean(structure.positions[list(nodes)], axis=0)
        for node in nodes:
            at = FREEDOMS * node
            turns = shapes[at + 3 : at + 6]
            found[at : at + 3] = turned_lever(turns, structure.positions[node] - middle)
    return found


def turned_lever(turns: Array, lever: Array) -> Array:
    """Return (b_i x (b_j x d) + b_j x (b_i x d))/2, 3 x n x n, of turns b and a lever d."""
    # b_i x (b_j x d) = b_j (b_i . d) - d (b_i . b_j)
    along = turns.T @ lever
    both = turns[:, None, :] * along[:, None]
    found: Array = 0.5 * (both + both.swapaxes(1, 2))
    return found - np.multiply.outer(lever, turns.T @ turns)


def _without_mean(
    structure: Structure,
    theta: Array,
    frames: dict[str, Array],
    interfaces: Mapping[str, tuple[int, ...]],
) -> tuple[Array, dict[str, Array]]:
    """Return the same without the mean shift and turn, weighted by mass."""
    r = structure.positions
    middle = np.mean(r, axis=0)
    R = rigid_motions(r, range(len(r)), middle)
    MR = structure.mass_matrix @ R
    mean = np.linalg.solve(R.T @ MR, MR.T @ theta)
    moved = {}
    for name, nodes in interfaces.items():
        at = np.mean(r[list(nodes)], axis=0)
        moved[name] = frames[name] - rigid_motions(at[None], [0], middle) @ mean
    return theta - R @ mean, moved


def second_moments(structure: Structure, shapes: Array, theta: Array, origin: Array) -> Array:
    """Return the integrals of (1, x, y, z) times theta over the mass, 4 x 3 x n x n."""
    n = shapes.shape[1]
    found = np.zeros((4, 3, n, n))
    for element in structure.elements:
        own, second = shapes[element.freedoms], element.second
        moved = np.einsum("qia,abc->qibc", element.interpolation, theta[element.freedoms])
        if second is not None:
            moved = moved + np.array(
                [turned_lever(t @ own, d) for t, d in zip(second.turns, second.levers, strict=True)]
            )
        r = element.places - origin
        weights = np.column_stack([np.ones(len(r)), r]) * element.masses[:, None]
        found += np.einsum("qk,qibc->kibc", weights, moved)
    return found

"""Derivatives of the dynamics of large trees as factors, and their products.

Entries of M, dtau/dq and dtau/dv are scalar products of a few numbers of two coordinates, one of
which carries the other (`inverse`). Written out for all pairs, the derivatives of 100 bodies are
400,000 operations, 700,000 with those of accelerations, and take their time to be compiled. The
factors are 42 numbers of each coordinate: a kernel computes these (`effort_factors`), and the
products are those of matrices (`efforts_from_factors`),

    dtau_a/dq_k = c_a . twice_k + h_a . second_k   where k carries a,
    dtau_a/dq_k = S_a . dF_k/dq_k                  where a carries k

less what changes of loads do. With M, derivatives of accelerations follow by one factorization:
dvdot/dx = -M^-1 dtau/dx.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.dynamics.derivatives.forward import ForwardDerivatives
from sarrus.dynamics.derivatives.inverse import InverseDerivatives, Outer, composites, efforts_of
from sarrus.dynamics.derivatives.link_loads import LinkLoads, LoadTable
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.tree import Tree
from sarrus.spatial.arrays import Array, Scalar, is_zero

LARGE = 20
"""Number of velocity coordinates from which on kernels yield factors."""

VECTORS = ("S", "drift", "second", "twice", "h", "c", "dq_wrench", "dv_wrench")
"""What a kernel yields of each coordinate: as the one that carries (`Tangent`: S, drift, second and
the rotation of twice), and as the one that is carried (`Outer`)."""
LOADS = ("loads_q", "loads_v", "efforts_q", "efforts_v")
"""Changes of loads: rows (coordinate, link, wrench), and (row, column, change of tau)."""
FACTORS = ("tau", *VECTORS, *LOADS)


def effort_factors(along: Tangents, table: LoadTable) -> dict[str, Array]:
    """Return the factors of the derivatives of inverse dynamics, and tau itself."""
    bodies = composites(along, table.loads)
    outer = [Outer(bodies[own.link], own) for own in along.tangents]
    bends = [
        (a, k, bend @ bodies[own.link].wrench)
        for k, own in enumerate(along.tangents)
        for a, bend in zip(along.columns(own.link), own.bends, strict=False)
    ]
    return {
        "tau": efforts_of(along, bodies, table.loads),
        "S": np.array([own.S for own in along.tangents]),
        "drift": np.array([own.drift for own in along.tangents]),
        "second": np.array([own.second for own in along.tangents]),
        "twice": np.array([own.twice[3:6] for own in along.tangents]),
        "h": np.array([own.h for own in outer]),
        "c": np.array([own.c for own in outer]),
        "dq_wrench": np.array([own.dq_wrench for own in outer]),
        "dv_wrench": np.array([own.dv_wrench for own in outer]),
        "loads_q": _wrenches(table.by_q),
        "loads_v": _wrenches(table.by_v),
        "efforts_q": _rows([*bends, *_efforts(table.by_q)], 3),
        "efforts_v": _rows([*_efforts(table.by_v)], 3),
    }


def _wrenches(columns: list[LinkLoads]) -> Array:
    found = [(k, i, *F) for k, loads in enumerate(columns) for i, F in loads.on_links.items()]
    return _rows(found, 8)


def _efforts(columns: list[LinkLoads]) -> list[tuple[int, int, Scalar]]:
    return [
        (a, k, -rate)
        for k, loads in enumerate(columns)
        for a, rate in loads.on_coordinates.items()
        if not is_zero(rate)
    ]


def _rows(rows: list[tuple[Scalar, ...]], width: int) -> Array:
    return np.array(rows) if rows else np.zeros((0, width))


def _carried_pairs(tree: Tree) -> tuple[np.ndarray, np.ndarray]:
    """Return at [a, k] whether coordinate k moves what a moves: of another joint inboard, or any.

    Coordinates of one joint move the same.
    """
    beyond = np.zeros((tree.nv, tree.nv), dtype=bool)
    every = np.zeros((tree.nv, tree.nv), dtype=bool)
    moving: list[np.ndarray] = []  # of every link the coordinates that move it
    for link in tree.links:
        before = moving[link.parent] if link.parent >= 0 else np.zeros(tree.nv, dtype=bool)
        own = before.copy()
        own[link.v] = True
        beyond[link.v], every[link.v] = before, own
        moving.append(own)
    return beyond, every


def efforts_from_factors(tree: Tree, found: Mapping[str, np.ndarray]) -> InverseDerivatives:
    """Return the derivatives of inverse dynamics; factors may have axes of states in front."""
    S, drift, second, twice, h, c, dq_wrench, dv_wrench = (found[name] for name in VECTORS)
    beyond, every = _carried_pairs(tree)
    # M is symmetric: of two coordinates of one joint, the later is the outer one
    outer = beyond | (every & np.tri(tree.nv, dtype=bool))
    half = np.where(outer, _products(h, S), 0.0)
    M = half + np.swapaxes(half, -1, -2) * (1.0 - np.eye(tree.nv))
    dq = np.where(every, _products(c, twice) + _products(h, second), 0.0)
    dv = np.where(every, _products(2.0 * c, S[..., 3:6]) + _products(h, drift), 0.0)
    dq = dq + np.where(beyond.T, _products(S, dq_wrench), 0.0)
    dv = dv + np.where(beyond.T, _products(S, dv_wrench), 0.0)
    dq = dq + _of_loads(tree, S, found["loads_q"], found["efforts_q"])
    dv = dv + _of_loads(tree, S, found["loads_v"], found["efforts_v"])
    return InverseDerivatives(found["tau"], dq, dv, M)


def _products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the scalar products of all rows of a with all rows of b."""
    return np.asarray(a @ np.swapaxes(b, -1, -2))


def _of_loads(tree: Tree, S: np.ndarray, loads: np.ndarray, efforts: np.ndarray) -> np.ndarray:
    """Return what changes of loads add to the derivatives of tau."""
    lead, nv = S.shape[:-2], tree.nv
    total = np.zeros((*lead, nv, nv))
    if loads.shape[-2]:
        k, i = _places(loads)
        carried = np.zeros((*lead, nv, len(tree.links), 6))
        carried[..., k, i, :] = loads[..., 2:]
        for link in range(len(tree.links) - 1, -1, -1):
            if tree.links[link].parent >= 0:
                carried[..., tree.links[link].parent, :] += carried[..., link, :]
        for link, of_link in enumerate(tree.links):
            total[..., of_link.v, :] -= _products(S[..., of_link.v, :], carried[..., link, :])
    if efforts.shape[-2]:
        where: Any = (..., *_places(efforts))
        np.add.at(total, where, efforts[..., 2])
    return total


def _places(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the two numbers that begin each row; they are the same at all states."""
    first = rows.reshape(-1, *rows.shape[-2:])[0, :, :2].astype(int)
    return first[:, 0], first[:, 1]


def forward_from_factors(
    tree: Tree, vdot: np.ndarray, found: Mapping[str, np.ndarray]
) -> ForwardDerivatives:
    """Return the derivatives of accelerations of a tree, all of whose coordinates are free."""
    of_efforts = efforts_from_factors(tree, found)
    right = np.concatenate([-of_efforts.dtau_dq, -of_efforts.dtau_dv], axis=-1)
    every = np.broadcast_to(np.eye(tree.nv), of_efforts.M.shape)
    try:
        solved = np.linalg.solve(of_efforts.M, np.concatenate([right, every], axis=-1))
    except np.linalg.LinAlgError:  # a coordinate that moves no mass
        solved = np.full((*of_efforts.M.shape[:-1], 3 * tree.nv), np.nan)
    by_q, by_v, by_tau = np.split(solved, 3, axis=-1)
    return ForwardDerivatives(vdot, by_q, by_v, by_tau)

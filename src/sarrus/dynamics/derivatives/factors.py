"""Derivatives of the dynamics of large trees as factors, and their products.

Entries of M, dtau/dq and dtau/dv are scalar products of a few numbers of two coordinates, one of
which carries the other (`inverse`). Written out for all pairs, the derivatives of 100 bodies are
400,000 operations, 700,000 with those of accelerations, and take their time to be compiled. The
factors are 42 numbers of each coordinate: a kernel computes these (`effort_factors`), and the
products are left to `system.analysis.factor_products`,

    dtau_a/dq_k = c_a . twice_k + h_a . second_k   where k carries a,
    dtau_a/dq_k = S_a . dF_k/dq_k                  where a carries k

less what changes of loads do, and dvdot/dx = -M^-1 dtau/dx.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.dynamics.derivatives.inverse import Outer, composites, efforts_of
from sarrus.dynamics.derivatives.link_loads import LinkLoads, LoadTable
from sarrus.dynamics.derivatives.tangents import Tangents
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.model_numbers import ARMATURE
from sarrus.dynamics.tree import Tree
from sarrus.spatial.arrays import Array, Scalar, is_zero

LARGE = 20
"""Number of velocity coordinates from which on kernels yield factors."""

VECTORS = ("S", "drift", "second", "twice", "h", "c", "dq_wrench", "dv_wrench")
"""What a kernel yields of each coordinate: as the one that carries (`Tangent`: S, drift, second and
the rotation of twice), and as the one that is carried (`Outer`)."""
LOADS = ("loads_q", "loads_v", "efforts_q", "efforts_v")
"""Changes of loads: rows (coordinate, link, wrench), and (row, column, change of tau)."""
FACTORS = ("tau", *VECTORS, *LOADS, ARMATURE)
"""What a kernel yields in all; armatures only where there are any."""


def effort_factors(along: Tangents, table: LoadTable) -> dict[str, Array]:
    """Return the factors of the derivatives of inverse dynamics, and tau itself."""
    bodies = composites(along, table.loads)
    outer = [Outer(bodies[own.link], own) for own in along.tangents]
    bends = [
        (a, k, bend @ bodies[own.link].wrench)
        for k, own in enumerate(along.tangents)
        for a, bend in zip(along.columns(own.link), own.bends, strict=False)
    ]
    armatures = along.tree.armatures
    rotors = [armatures.get(a, 0.0) for a in range(along.tree.nv)]
    return {
        **({ARMATURE: as_vector(rotors)} if armatures else {}),
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


def efforts_of_loads(
    tree: Tree, S: np.ndarray, loads: np.ndarray, efforts: np.ndarray
) -> np.ndarray:
    """Return what changes of loads add to the derivatives of tau.

    F_P <- F_P + F_C, then dtau_i = -S_i^T F_i; all wrenches of a branch are in one frame.
    """
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
            moved = np.swapaxes(carried[..., link, :], -1, -2)
            total[..., of_link.v, :] -= S[..., of_link.v, :] @ moved
    if efforts.shape[-2]:
        where: Any = (..., *_places(efforts))
        np.add.at(total, where, efforts[..., 2])
    return total


def _places(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the two numbers that begin each row; they are the same at all states."""
    first = rows.reshape(-1, *rows.shape[-2:])[0, :, :2].astype(int)
    return first[:, 0], first[:, 1]

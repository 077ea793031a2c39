"""Derivatives of the dynamics from their factors, as products of matrices: the other way."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.dynamics import Tree
from sarrus.dynamics.derivatives import ForwardDerivatives, InverseDerivatives
from sarrus.dynamics.derivatives.factors import VECTORS, efforts_of_loads


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
    dq = dq + efforts_of_loads(tree, S, found["loads_q"], found["efforts_q"])
    dv = dv + efforts_of_loads(tree, S, found["loads_v"], found["efforts_v"])
    return InverseDerivatives(found["tau"], dq, dv, M)


def _products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the scalar products of all rows of a with all rows of b."""
    return np.asarray(a @ np.swapaxes(b, -1, -2))


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

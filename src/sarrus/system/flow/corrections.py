"""Corrections of a state by factors that were made once (paper 1, (23) to (29)), to be traced.

With K = [M, Phi_v^T; Phi_v, 0], a gap of the rows is closed in the mass norm by the change
-G gap, G = M^-1 Phi_v^T (Phi_v M^-1 Phi_v^T)^-1. M (q - q*) + Phi_v^T tau_1, the paper's psi_1,
stays zero, and what is left of psi_2 is the gap: positions first, then velocities with the rows at
the new positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.dynamics.closed_form import SchurFactors
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import Step

Arrays = Mapping[str, Any]


@dataclass(frozen=True)
class FrozenFactors:
    """The matrix G, and the changes that were made with it.

    rows: how many columns belong to the rows in use; those behind them belong to the rows that
    close positions, where these are others.
    """

    G: Array
    rows: int
    made: list[Array] = field(default_factory=list)

    def correction(self, gap: Array) -> Array:
        """Return the change that closes a gap, to first order."""
        self.made.append(-(self.G[:, : self.rows] @ gap))
        return self.made[-1]

    def position_correction(self, gap: Array) -> Array:
        """Return the change of positions that closes a gap, to first order."""
        first = self.rows if self.G.shape[1] > self.rows else 0
        self.made.append(-(self.G[:, first:] @ gap))
        return self.made[-1]


def correction_matrix(factors: SchurFactors) -> Array:
    """Return G of some factors, and behind it that of the rows that close positions, if others."""
    columns = [-factors.correction(row) for row in np.eye(len(factors.Phi))]
    if factors.closing is not None:
        columns += [-factors.closing.correction(row) for row in np.eye(len(factors.closing.Phi))]
    return np.array(columns).T


def matrix(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return G at a state, and the state with quaternions of length one."""
    y = arrays["y"]
    factors = flow.factors(t, y)
    placed = join(flow.compiler.layout.with_unit_quaternions(y[: flow.nq]), y[flow.nq :])
    return {"G": correction_matrix(factors), "y": placed}


def correction_step(flow: Flow, t: Any, arrays: Arrays, scale: np.ndarray) -> Arrays:
    """Return y after one correction, and two sums: of the changes, and of the gaps before them.

    scale: of the velocities, so that metres and radians are comparable.
    """
    G = arrays["G"]
    y, frozen = arrays["y"], FrozenFactors(G, G.shape[1] - len(flow.closing or ()))
    after = flow.closed_state(t, y, frozen, repeats=1)
    changes = _sum([change / scale for change in frozen.made])
    q, v = flow.compiler.layout.with_unit_quaternions(y[: flow.nq]), y[flow.nq : flow.nq + flow.nv]
    there = flow.openings(q, v, t, y)
    gap = there.gap if flow.closing is None else flow.position_gap(q, t, y)
    return {"y": after, "sums": np.array([changes, _sum([gap, there.slip])])}


def _sum(parts: list[Array]) -> Scalar:
    total: Scalar = 0.0
    for part in parts:
        for entry in part:
            total = total + abs(entry)
    return total


def open_step(step: Step, renews: bool, flow: Flow, t: Any, arrays: Arrays) -> dict[str, Any]:
    """Return a step that leaves the loops open, its watch, and G of the factors to close them.

    renews: whether the first slope behind the state is that at the state itself, whose place is
    left for it.
    """
    left: list[SchurFactors] = []
    h, n = arrays["h"][0], flow.size
    following, watch = step(replace(flow, left=left), arrays["y"], t, h)
    used = left[-1] if left else flow.factors(t + h, following[:n])
    if renews:
        following = join(following[:n], np.zeros(n), following[2 * n :])
    return {"y_next": following, "watch": np.array([watch]), "G": correction_matrix(used)}

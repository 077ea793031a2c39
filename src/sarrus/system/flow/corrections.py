"""Corrections of a state by factors that were made once (paper 1, (23) to (29)), to be traced.

With K = [M, Phi_v^T; Phi_v, 0], a gap of the rows is closed in the mass norm by the change
-G gap, G = M^-1 Phi_v^T (Phi_v M^-1 Phi_v^T)^-1. M (q - q*) + Phi_v^T tau_1, the paper's psi_1,
stays zero, and what is left of psi_2 is the gap: positions first, then velocities with the rows at
the new positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.flow import Correcting, Flow
from sarrus.system.flow.steps import Step

Arrays = Mapping[str, Any]


@dataclass(frozen=True)
class FrozenFactors:
    """The matrix G, and the changes that were made with it."""

    G: Array
    made: list[Array] = field(default_factory=list)

    def correction(self, gap: Array) -> Array:
        """Return the change that closes a gap, to first order."""
        self.made.append(-(self.G @ gap))
        return self.made[-1]


def correction_matrix(factors: Correcting, rows: int) -> Array:
    """Return G of some factors."""
    return np.array([-factors.correction(row) for row in np.eye(rows)]).T


def matrix(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return G at a state, and the state with quaternions of length one."""
    y = arrays["y"]
    factors = flow.factors(t, y)
    placed = join(flow.compiler.layout.normalized(y[: flow.nq]), y[flow.nq :])
    return {"G": correction_matrix(factors, len(factors.Phi)), "y": placed}


def corrected(flow: Flow, t: Any, arrays: Arrays, scale: np.ndarray) -> Arrays:
    """Return y after one correction, and two sums: of the changes, and of the gaps before them.

    scale: of the velocities, so that metres and radians are comparable.
    """
    frozen = FrozenFactors(arrays["G"])
    after = flow.closed(t, arrays["y"], frozen, repeats=1)
    changes = _sum([change / scale for change in frozen.made])
    gaps = _sum(list(flow.openings(t, arrays["y"])))
    return {"y": after, "sums": np.array([changes, gaps])}


def _sum(parts: list[Array]) -> Scalar:
    total: Scalar = 0.0
    for part in parts:
        for entry in part:
            total = total + abs(entry)
    return total


def open_step(step: Step, renews: bool) -> Callable[[Flow, Any, Arrays], Arrays]:
    """Return a step that leaves the loops open, with the factors to close them.

    renews: whether the first slope behind the state is that at the state itself, whose place is
    left for it.
    """

    def body(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        left: list[Correcting] = []
        h, n = arrays["h"][0], flow.size
        following, watch = step(replace(flow, left=left), arrays["y"], t, h)
        rows = len(flow.openings(t, arrays["y"][:n])[0])
        used = left[-1] if left else flow.factors(t + h, following[:n])
        if renews:
            following = join(following[:n], np.zeros(n), following[2 * n :])
        G = correction_matrix(used, rows)
        return {"y_next": following, "watch": np.array([watch]), "G": G}

    return body

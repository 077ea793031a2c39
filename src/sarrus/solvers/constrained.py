"""Motion under linear constraints on the accelerations, when some of them may be redundant.

    M a = h + A^T mu,   A a = b

by the null space of A: M need only be positive on the directions that A leaves free.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix


class MasslessDirection(ArithmeticError):
    """A direction that the constraints leave free has no inertia; `direction` is it."""

    def __init__(self, direction: np.ndarray) -> None:
        super().__init__("a free direction has no inertia")
        self.direction = direction


@dataclass(frozen=True)
class ConstrainedMotion:
    """Accelerations a; multipliers mu of smallest scaled norm; what b contradicts."""

    a: np.ndarray
    mu: np.ndarray
    contradiction: float


def constrained_motion(
    M: np.ndarray, h: np.ndarray, A: ScaledMatrix, b: np.ndarray
) -> ConstrainedMotion:
    """Return accelerations and multipliers; redundant rows get a share of smallest norm."""
    particular = A.solve(b)
    N = A.null_space
    if N.shape[1]:
        reduced = N.T @ M @ N
        weights, directions = np.linalg.eigh(reduced)
        if weights[0] <= 1e-14 * max(weights[-1], np.trace(M) * 1e-12):
            raise MasslessDirection(N @ directions[:, 0])
        right = N.T @ (h - M @ particular)
        a = particular + N @ (directions @ ((directions.T @ right) / weights))
    else:
        a = particular
    mu = A.solve_transposed(M @ a - h)
    return ConstrainedMotion(a, mu, A.contradiction(b))

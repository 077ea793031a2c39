"""Reduced equations in independent coordinates (paper 2, (40) to (45); paper 4, (9) to (12)).

The velocity coordinates are split into independent v and dependent w. Phi_w may have more
rows than columns (redundant loops): its pseudo-inverse is taken by singular values.
"""

from __future__ import annotations

import numpy as np

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class ReducedEquations:
    """Mr vdot_v = Fr, and what is needed to go back to all coordinates.

    B, c: vdot = B vdot_v + c; Phi_w_inverse: pseudo-inverse of the dependent columns.
    """

    mass: np.ndarray
    force: np.ndarray
    B: np.ndarray
    c: np.ndarray
    dependent: tuple[int, ...]
    Phi_w_inverse: np.ndarray

    def accelerations(self, vdot_v: np.ndarray) -> np.ndarray:
        """Return all accelerations from the independent ones (41)."""
        return self.B @ vdot_v + self.c

    def multipliers(self, M: np.ndarray, h: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        """Return lambda = (Phi_w^+)^T (M vdot - h)_w (45): of smallest norm when redundant."""
        return self.Phi_w_inverse.T @ (M @ vdot - h)[list(self.dependent)]


def reduced_equations(
    M: np.ndarray,
    h: np.ndarray,
    Phi: np.ndarray,
    gamma: np.ndarray,
    independent: list[int],
    tolerance: float = 1e-10,
) -> ReducedEquations:
    """Return Mr = M_vv - M_vw X - X^T M_wv + X^T M_ww X and its right side, X = Phi_w^+ Phi_v (44).

    M a = h + Phi^T lambda, Phi a = gamma; `independent` are the places of v.
    """
    n = M.shape[0]
    dependent = [k for k in range(n) if k not in set(independent)]
    inverse = np.linalg.pinv(Phi[:, dependent], rcond=tolerance)
    B = np.zeros((n, len(independent)))
    B[independent, range(len(independent))] = 1.0
    B[dependent] = -inverse @ Phi[:, independent]
    c = np.zeros(n)
    c[dependent] = inverse @ gamma
    return ReducedEquations(B.T @ M @ B, B.T @ (h - M @ c), B, c, tuple(dependent), inverse)

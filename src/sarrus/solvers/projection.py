"""Projection on the constraints in the mass norm, with one factorisation (paper 1, (23) to (30)).

    K = [M, Phi_v^T; Phi_v, 0]

is factored once; positions, velocities and accelerations are then corrected by quasi-Newton
steps with it until |psi_1| + |psi_2| < eps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass

MOST_CORRECTIONS = 25


class NoConvergence(ArithmeticError):
    """The corrections did not reach the tolerance; `history` holds the residuals."""

    def __init__(self, what: str, history: list[float]) -> None:
        super().__init__(f"the correction of the {what} did not converge")
        self.what = what
        self.history = history


@dataclass(frozen=True)
class Projector:
    """The factored matrix K of one step, for independent rows `Phi_v`."""

    M: np.ndarray
    Phi_v: np.ndarray
    factors: Any

    @staticmethod
    def of(M: np.ndarray, Phi_v: np.ndarray) -> Projector:
        """Factor K."""
        from scipy.linalg import lu_factor

        m = Phi_v.shape[0]
        K = np.block([[M, Phi_v.T], [Phi_v, np.zeros((m, m))]])
        return Projector(M, Phi_v, lu_factor(K))

    def positions(
        self,
        q: np.ndarray,
        phi: Callable[[np.ndarray], np.ndarray],
        move: Callable[[np.ndarray, np.ndarray], np.ndarray],
        eps: float,
    ) -> tuple[np.ndarray, int]:
        """Return q moved onto phi = 0 with the smallest change in the mass norm, and the steps."""
        n = self.M.shape[0]
        shift, multiplier = np.zeros(n), np.zeros(self.Phi_v.shape[0])
        history: list[float] = []
        for k in range(MOST_CORRECTIONS):
            psi = np.concatenate([self.M @ shift + self.Phi_v.T @ multiplier, phi(move(q, shift))])
            history.append(float(np.sum(np.abs(psi))))
            if history[-1] < eps:
                return move(q, shift), k
            change = self._solution(-psi)
            shift, multiplier = shift + change[:n], multiplier + change[n:]
        raise NoConvergence("positions", history)

    def velocities(self, v: np.ndarray, eps: float) -> tuple[np.ndarray, int]:
        """Return v moved onto Phi_v v = 0 with the smallest change in the mass norm."""
        return self._linear("velocities", v, self.M @ v, np.zeros(self.Phi_v.shape[0]), eps)

    def accelerations(
        self, h: np.ndarray, gamma: np.ndarray, eps: float
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """Return vdot and the papers' tau_3 of M vdot + Phi_v^T tau_3 = h, Phi_v vdot = gamma."""
        n = self.M.shape[0]
        x = np.zeros(n + gamma.size)
        history: list[float] = []
        for k in range(MOST_CORRECTIONS):
            psi = self._residual(x, h, gamma)
            history.append(float(np.sum(np.abs(psi))))
            if history[-1] < eps:
                return x[:n], x[n:], k
            x = x + self._solution(-psi)
        raise NoConvergence("accelerations", history)

    def _linear(
        self, what: str, start: np.ndarray, h: np.ndarray, right: np.ndarray, eps: float
    ) -> tuple[np.ndarray, int]:
        n = self.M.shape[0]
        x = np.concatenate([start, np.zeros(right.size)])
        history: list[float] = []
        for k in range(MOST_CORRECTIONS):
            psi = self._residual(x, h, right)
            history.append(float(np.sum(np.abs(psi))))
            if history[-1] < eps:
                return x[:n], k
            x = x + self._solution(-psi)
        raise NoConvergence(what, history)

    def _residual(self, x: np.ndarray, h: np.ndarray, right: np.ndarray) -> np.ndarray:
        n = self.M.shape[0]
        a, tau = x[:n], x[n:]
        return np.concatenate([self.M @ a + self.Phi_v.T @ tau - h, self.Phi_v @ a - right])

    def _solution(self, right: np.ndarray) -> np.ndarray:
        from scipy.linalg import lu_solve

        return np.asarray(lu_solve(self.factors, right))

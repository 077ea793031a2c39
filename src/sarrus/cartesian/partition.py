"""Generalised coordinate partitioning: independent and dependent coordinates (paper 4, (9)).

All seven coordinates of every body take part; their equations are Phi = 0 and p . p = 1.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.evaluation import Evaluation
from sarrus.cartesian.null_space import RANK
from sarrus.cartesian.state import quaternion_rates, spins_of, turning_matrices
from sarrus.late_dataclass import dataclass

CLOSED = 1e-14
ACCEPTED = 1e-11
MOST_STEPS = 12


@dataclass(frozen=True)
class Partition:
    """Numbers of the independent and of the dependent coordinates in y."""

    evaluation: Evaluation
    independent: np.ndarray
    dependent: np.ndarray

    @staticmethod
    def at(evaluation: Evaluation, y: np.ndarray, near: np.ndarray) -> Partition:
        """Return the partition that pivoted QR chooses at a consistent position."""
        from scipy.linalg import qr

        _, whole = equations(evaluation, y, near)
        R, order = qr(whole, mode="r", pivoting=True, check_finite=False)
        pivots = np.abs(np.diag(R))
        rank = int(np.count_nonzero(pivots > RANK * pivots[0]))
        return Partition(evaluation, np.sort(order[rank:]), np.sort(order[:rank]))

    @cached_property
    def scale(self) -> np.ndarray:
        """What turns coordinates into lengths: 1 for r, 2 L for p."""
        twice = 2.0 * self.evaluation.equations.length
        return np.tile([1.0, 1.0, 1.0, twice, twice, twice, twice], self.evaluation.n_bodies)

    def quality(self, y: np.ndarray, near: np.ndarray) -> float:
        """Return the smallest singular value of the dependent columns."""
        _, whole = equations(self.evaluation, y, near)
        return float(np.linalg.svd(whole[:, self.dependent], compute_uv=False)[-1])

    def all_coordinates(
        self, v: np.ndarray, vdot: np.ndarray, guess: np.ndarray, near: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """Return y and Y of the independent coordinates and rates; None if it does not close.

        The dependent coordinates are found by Newton's method from those of `guess`.
        """
        y = guess.copy()
        y[self.independent] = v
        length = self.evaluation.equations.length
        scale, before = self.scale[self.dependent], np.inf
        for _ in range(MOST_STEPS):
            gap, whole = equations(self.evaluation, y, near)
            error = float(np.max(np.abs(gap), initial=0.0))
            if error <= CLOSED * length or (error <= ACCEPTED * length and error > 0.5 * before):
                return y, self._velocities(y, whole, vdot)
            if not np.isfinite(error):
                return None
            before = error
            y[self.dependent] -= _least_squares(whole[:, self.dependent], gap) / scale
        return None

    def _velocities(self, y: np.ndarray, whole: np.ndarray, vdot: np.ndarray) -> np.ndarray:
        """Return Y whose coordinate rates have the independent part vdot."""
        rates = np.zeros(len(y))
        rates[self.independent] = vdot * self.scale[self.independent]
        rates[self.dependent] = -_least_squares(whole[:, self.dependent], whole @ rates)
        each = (rates / self.scale).reshape(-1, POSITIONS)
        p = y.reshape(-1, POSITIONS)[:, 3:7]
        return np.hstack([each[:, 0:3], spins_of(p, each[:, 3:7])]).ravel()


def equations(
    evaluation: Evaluation, y: np.ndarray, near: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return Phi and L (p . p - 1), and their scaled derivative to all coordinates."""
    phi, jacobian = evaluation.constraints(y, near)
    n, m = evaluation.n_bodies, len(phi)
    p = y.reshape(-1, POSITIONS)[:, 3:7]
    square = np.sum(p * p, axis=1)
    blocks = jacobian.reshape(m, n, 2, 3)
    whole = np.zeros((m + n, n, POSITIONS))
    whole[:m, :, 0:3] = blocks[:, :, 0]
    turning = turning_matrices(p / square[:, None])
    whole[:m, :, 3:7] = (turning @ blocks[:, :, 1].transpose(1, 2, 0)).transpose(2, 0, 1)
    whole[range(m, m + n), range(n), 3:7] = p
    gaps = np.concatenate([phi, evaluation.equations.length * (square - 1.0)])
    return gaps, whole.reshape(m + n, -1)


def _least_squares(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return x with matrix x = right, for a matrix of full column rank."""
    from scipy.linalg.lapack import dgels

    if not matrix.size:
        return np.zeros(matrix.shape[1])
    x: np.ndarray = dgels(matrix, right)[1]
    return x[: matrix.shape[1]]


def rates(y: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Return ydot."""
    each, p = Y.reshape(-1, VELOCITIES), y.reshape(-1, POSITIONS)[:, 3:7]
    return np.hstack([each[:, 0:3], quaternion_rates(p, each[:, 3:6])]).ravel()


def second_rates(y: np.ndarray, Y: np.ndarray, Ydot: np.ndarray) -> np.ndarray:
    """Return yddot, with pddot = 1/2 G^T w'dot - 1/4 (w' . w') p."""
    each, p = Ydot.reshape(-1, VELOCITIES), y.reshape(-1, POSITIONS)[:, 3:7]
    w = Y.reshape(-1, VELOCITIES)[:, 3:6]
    pull = 0.25 * np.sum(w * w, axis=1, keepdims=True) * p
    return np.hstack([each[:, 0:3], quaternion_rates(p, each[:, 3:6]) - pull]).ravel()

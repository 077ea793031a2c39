"""Accelerations and multipliers from [M, Phi^T; Phi, 0], whatever the ranks of Phi and M.

With Phi^T = [U, Z] [R; 0] for a set of independent rows, Ydot = U R^-T gamma + Z u, where
Z^T M Z u = Z^T (Q - M U R^-T gamma); then Phi^T lambda = M Ydot - Q. Neither redundant
constraints nor bodies without mass disturb it, as long as the mechanism as a whole has inertia.
"""

from __future__ import annotations

import numpy as np

from sarrus.cartesian.evaluation import Terms
from sarrus.errors import Problem, SimulationStopped

RANK = 1e-8
"""Rows whose pivot, or singular value, is below this part of the largest are redundant."""
MASSLESS = 1e-13
"""Directions whose inertia is below this part of the largest have none."""
UNBALANCED = 1e-7
"""A force on a direction without inertia is refused above this part of all forces."""


def pivots_of(jacobian: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the pivots of the rows, largest first, relative to the first, and their order."""
    from scipy.linalg import qr

    if not jacobian.size:
        return np.zeros(0), np.zeros(0, dtype=int)
    R, order = qr(jacobian.T, mode="r", pivoting=True, check_finite=False)
    pivots = np.abs(np.diag(R))
    return pivots / pivots[0], order


def independent_rows(jacobian: np.ndarray, tolerance: float = RANK) -> np.ndarray:
    """Return the numbers of a well-conditioned set of independent rows, by pivoted QR."""
    pivots, order = pivots_of(jacobian)
    return np.sort(order[: np.count_nonzero(pivots > tolerance)])


def accelerations(terms: Terms, rows: np.ndarray) -> np.ndarray:
    """Return Ydot, scaled like the terms, with a set of independent rows."""
    particular, Z = _split(terms.jacobian[rows].T, terms.gamma[rows])
    if not Z.shape[1]:
        return particular
    return particular + Z @ _accelerations(
        Z.T @ terms.M @ Z, Z.T @ (terms.Q - terms.M @ particular)
    )


def _split(columns: np.ndarray, gamma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return U R^-T gamma and Z of the factors columns = [U, Z] [R; 0]."""
    from scipy.linalg.lapack import dgeqrf, dormqr, dtrtrs

    n, rank = columns.shape
    if not rank:
        return np.zeros(n), np.eye(n)
    factors, reflectors, _, _ = dgeqrf(columns)
    sides = np.zeros((n, 1 + n - rank), order="F")
    sides[:rank, 0] = dtrtrs(factors[:rank], gamma, trans=1)[0]
    sides[rank:, 1:] = np.eye(n - rank)
    sides = dormqr("L", "N", factors, reflectors, sides, 64 * sides.shape[1])[0]
    return sides[:, 0], sides[:, 1:]


def _accelerations(inertia: np.ndarray, force: np.ndarray) -> np.ndarray:
    """Return the acceleration; zero along directions without inertia and without force."""
    values, vectors = np.linalg.eigh(inertia)
    along = vectors.T @ force
    heavy = values > MASSLESS * max(values[-1], 0.0)
    loose = np.abs(along[~heavy])
    if loose.size and loose.max() > UNBALANCED * np.linalg.norm(force):
        raise SimulationStopped(balance_problem(float(loose.max())))
    return vectors[:, heavy] @ (along[heavy] / values[heavy])


def multipliers(terms: Terms, Ydot: np.ndarray) -> np.ndarray:
    """Return lambda with Phi^T lambda = M Ydot - Q, of minimum norm where it is not unique."""
    if not terms.jacobian.size:
        return np.zeros(0)
    imbalance = terms.M @ Ydot - terms.Q
    return np.linalg.lstsq(terms.jacobian.T, imbalance, rcond=RANK)[0]


def balance_problem(force: float) -> Problem:
    """Return the problem of a force on a direction without inertia."""
    return Problem(
        "S10",
        "mechanism",
        f"has a direction without inertia on which a force of {force:.3g} N acts",
        cause="a massless body, or a thin rod about its axis, is free to move under a load",
        action="give the body mass and inertia, or hold it by a joint",
    )

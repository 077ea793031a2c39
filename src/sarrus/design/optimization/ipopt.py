"""A program over a design as IPOPT takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from sarrus.solvers.interior_point import SparseProgram
from sarrus.solvers.ipopt import ipopt

if TYPE_CHECKING:
    from sarrus.design.optimization.nonlinear import NonlinearProgram


def ipopt_end(program: NonlinearProgram, z: np.ndarray, steps: int) -> np.ndarray:
    """Return where IPOPT ends; second derivatives are exact where there are any, else estimates."""
    limits, equations = len(program.limits(z)), len(program.equations(z))

    def values(z: np.ndarray) -> tuple[float, np.ndarray]:
        return program.objective(z), np.concatenate([program.limits(z), program.equations(z)])

    def slopes(z: np.ndarray) -> tuple[np.ndarray, sparse.csr_matrix]:
        rows = np.vstack([program.limit_slopes(z), program.equation_slopes(z)])
        return program.objective_slopes(z), sparse.csr_matrix(rows)

    def curvature(z: np.ndarray, goal: float, y: np.ndarray) -> sparse.csc_matrix:
        return sparse.csc_matrix(program.lagrangian_hessian(z, goal, y[:limits], y[limits:]))

    low = np.concatenate([np.full(limits, -np.inf), np.zeros(equations)])
    ends = np.array([[0.0, 1.0]] * program.n + [[-np.inf, np.inf]] * (len(z) - program.n))
    asked = SparseProgram(
        ends[:, 0], ends[:, 1], low, np.zeros(limits + equations), values, slopes,
        curvature if program.curved else None,
    )  # fmt: skip
    return ipopt(asked, z, steps=steps).z

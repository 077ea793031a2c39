"""Pseudo-inertias, and the consistent numbers nearest to the data by another parametrization."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from sarrus.identification.base import BaseParameters
from sarrus.identification.consistent import (
    Divergence,
    cones_of,
    nearest_consistent,
    pseudo_inertia,
)
from sarrus.identification.parameters import INERTIA, INERTIA_UNITS, Parameter
from sarrus.spatial import Inertia


def box() -> np.ndarray:
    I = Inertia.of(2.0, np.array([0.1, 0.2, -0.1]), np.diag([0.05, 0.04, 0.03]))
    J = I.about_origin
    pairs = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
    return np.array([I.mass, *I.moment, *(J[i, j] for i, j in pairs)], dtype=float)


def parameters(pi: np.ndarray) -> list[Parameter]:
    return [
        Parameter(f"b.{what}", unit, float(x), INERTIA, "b", what)
        for (what, unit), x in zip(INERTIA_UNITS.items(), pi, strict=True)
    ]


def test_pseudo_inertia_is_the_second_moment_of_points() -> None:
    """P = sum m [r; 1][r; 1]^T of any points."""
    rng = np.random.default_rng(0)
    points, masses = rng.standard_normal((7, 3)), rng.uniform(0.1, 1.0, 7)
    J = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, points, strict=True))
    pi = [masses.sum(), *(masses @ points), J[0, 0], J[0, 1], J[1, 1], J[0, 2], J[1, 2], J[2, 2]]
    homogeneous = np.hstack([points, np.ones((7, 1))])
    expected = np.einsum("n,ni,nj->ij", masses, homogeneous, homogeneous)
    assert np.allclose(pseudo_inertia(np.array(pi)), expected, atol=1e-13)


def test_derivatives_of_the_divergence() -> None:
    pi = box()
    known = {p.name: p.value for p in parameters(pi)}
    div = Divergence(cones_of(parameters(pi), known, 1.0), 10)
    theta = pi * (1.0 + 0.05 * np.random.default_rng(1).standard_normal(10))
    assert div.value(pi) < 1e-9 < div.value(theta)
    g, H = (part[..., :10] for part in div.derivatives(theta))
    for k in range(10):
        h = 1e-6 * np.eye(10)[k]
        slope = (div.value(theta + h) - div.value(theta - h)) / 2e-6
        assert slope == pytest.approx(g[k], rel=1e-5, abs=1e-4)
        change = (div.derivatives(theta + h)[0] - div.derivatives(theta - h)[0])[:10] / 2e-6
        assert np.allclose(change, H[k], rtol=1e-4, atol=1e-2 * np.max(np.abs(H)) * 1e-3)


def test_nearest_is_that_of_a_search_over_cholesky_factors() -> None:
    """P = L L^T is another way to say it: no cone, no barrier; the same least misfit."""
    pi = box()
    known = {p.name: p.value for p in parameters(pi)}
    cones = cones_of(parameters(pi), known, 1.0)
    rng = np.random.default_rng(2)
    target = pi.copy()
    target[4] += 0.3  # Jxx above Jyy + Jzz: no body
    A = rng.standard_normal((10, 10))
    weight = 1e4 * (A @ A.T + np.eye(10))
    base = BaseParameters(tuple(known), tuple(range(10)), (), np.zeros((10, 0)), ())
    found, exact = nearest_consistent(base, target, weight, pi, cones)
    assert not exact and np.linalg.eigvalsh(pseudo_inertia(found))[0] > 0.0

    rows, columns = np.tril_indices(4)

    def of(x: np.ndarray) -> np.ndarray:
        L = np.zeros((4, 4))
        L[rows, columns] = x
        P = L @ L.T
        J = np.trace(P[:3, :3]) * np.eye(3) - P[:3, :3]
        return np.array([P[3, 3], *P[:3, 3], J[0, 0], J[0, 1], J[1, 1], J[0, 2], J[1, 2], J[2, 2]])

    def misfit(theta: np.ndarray) -> float:
        return float((theta - target) @ weight @ (theta - target))

    start = np.linalg.cholesky(pseudo_inertia(pi))[rows, columns]
    other = minimize(lambda x: misfit(of(x)) * 1e-3, start, method="BFGS",
                     options={"maxiter": 2000, "gtol": 1e-9})  # fmt: skip
    assert misfit(found) == pytest.approx(misfit(of(other.x)), rel=1e-4)


def test_exact_numbers_are_kept_where_a_body_has_them() -> None:
    """Only the mass and Jzz are told: the rest is that of the model, bent as little as needed."""
    pi = box()
    known = {p.name: p.value for p in parameters(pi)}
    cones = cones_of(parameters(pi), known, 1.0)
    base = BaseParameters(tuple(known), (0, 9), (1, 2, 3, 4, 5, 6, 7, 8), np.zeros((2, 8)), ())
    beta = np.array([2.5, 0.4])
    found, exact = nearest_consistent(base, beta, np.eye(2), pi, cones)
    assert exact and found[[0, 9]] == pytest.approx(beta, rel=1e-12)
    assert np.linalg.eigvalsh(pseudo_inertia(found))[0] > 0.0
    g = Divergence(cones, 10).derivatives(found)[0][list(base.merged)]
    assert np.max(np.abs(g)) < 1e-4  # least divergence: no slope along what is free

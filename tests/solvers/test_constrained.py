"""Motion under redundant, contradictory and massless constraints."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers.constrained import MasslessDirection, constrained_motion
from sarrus.solvers.rank import ScaledMatrix


def problem(seed: int, n: int = 6, m: int = 3, copies: int = 2):
    rng = np.random.default_rng(seed)
    L = rng.normal(size=(n, n))
    M, h = L @ L.T + np.eye(n), rng.normal(size=n)
    A = rng.normal(size=(m, n))
    b = rng.normal(size=m)
    mix = rng.normal(size=(copies, m))
    return M, h, A, b, np.vstack([A, mix @ A]), np.append(b, mix @ b)


@pytest.mark.parametrize("seed", range(5))
def test_equals_the_augmented_equations(seed: int):
    M, h, A, b, _, _ = problem(seed)
    n, m = A.shape[1], A.shape[0]
    K = np.block([[M, -A.T], [A, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.append(h, b))
    found = constrained_motion(M, h, ScaledMatrix(A, np.ones(m), np.ones(n)), b)
    assert np.allclose(found.a, x[:n], atol=1e-11) and np.allclose(found.mu, x[n:], atol=1e-10)
    assert found.contradiction <= 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_redundant_rows_change_no_motion(seed: int):
    M, h, A, b, A2, b2 = problem(seed)
    one = constrained_motion(M, h, ScaledMatrix(A, np.ones(3), np.ones(6)), b)
    many = ScaledMatrix(A2, np.ones(5), np.ones(6))
    two = constrained_motion(M, h, many, b2)
    assert np.allclose(one.a, two.a, atol=1e-10)
    assert np.allclose(A.T @ one.mu, A2.T @ two.mu, atol=1e-9)
    assert np.max(np.abs(many.left_null_space.T @ two.mu)) <= 1e-9  # smallest norm
    assert constrained_motion(M, h, many, np.add(b2, [0, 0, 0, 1, 0])).contradiction > 1e-2


def test_mass_only_where_the_constraints_leave_freedom():
    M = np.diag([1.0, 0.0])
    A = ScaledMatrix(np.array([[1.0, -1.0]]), np.ones(1), np.ones(2))
    found = constrained_motion(M, np.array([0.0, 3.0]), A, np.zeros(1))
    assert found.a == pytest.approx([3.0, 3.0])
    loose = ScaledMatrix(np.array([[1.0, 0.0]]), np.ones(1), np.ones(2))
    with pytest.raises(MasslessDirection) as caught:
        constrained_motion(M, np.zeros(2), loose, np.zeros(1))
    assert abs(caught.value.direction[1]) == pytest.approx(1.0)

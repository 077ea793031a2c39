"""Ranks, null spaces and smallest solutions in mixed units."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers.rank import ScaledMatrix, least_squares


def scaled(seed: int, m: int, n: int, rank: int) -> ScaledMatrix:
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    rows, columns = rng.uniform(0.1, 10, m), rng.uniform(0.1, 10, n)
    return ScaledMatrix(A / rows[:, None] / columns, rows, columns)


@pytest.mark.parametrize(
    ("m", "n", "rank"), [(5, 3, 2), (3, 6, 3), (4, 4, 0), (0, 3, 0), (3, 0, 0)]
)
def test_rank_and_null_spaces(m: int, n: int, rank: int):
    a = scaled(1, m, n, rank)
    assert a.rank == rank
    assert a.null_space.shape == (n, n - rank) and a.left_null_space.shape == (m, m - rank)
    assert np.max(np.abs(a.A @ a.null_space), initial=0.0) <= 1e-12
    assert np.max(np.abs(a.A.T @ a.left_null_space), initial=0.0) <= 1e-12
    assert len(a.independent_rows()) == rank
    chosen = a.A[a.independent_rows()]
    assert np.linalg.matrix_rank(chosen) == rank if rank else chosen.size == 0


def test_rank_does_not_depend_on_units():
    a = scaled(2, 5, 4, 3)
    millimeters = ScaledMatrix(1e3 * a.A, a.rows / 1e3, a.columns)
    assert millimeters.rank == a.rank
    assert np.allclose(millimeters.singular_values, a.singular_values)


def test_rounding_errors_are_no_rank():
    noise = np.random.default_rng(3).normal(size=(5, 2)) * 1e-16
    a = ScaledMatrix(noise, np.ones(5), np.ones(2))
    assert a.rank == 0 and a.smallest == 1.0 and not np.any(a.solve(np.ones(5)))
    assert not np.any(least_squares(noise, np.ones(5)))


@pytest.mark.parametrize(("m", "n", "rank"), [(5, 3, 2), (3, 6, 3), (4, 4, 4)])
def test_solutions(m: int, n: int, rank: int):
    a = scaled(4, m, n, rank)
    rng = np.random.default_rng(5)
    b = a.A @ rng.normal(size=n)
    x = a.solve(b)
    assert np.allclose(a.A @ x, b) and a.contradiction(b) <= 1e-12
    # smallest in scaled units: no part along the null space
    assert (
        np.max(np.abs((a.null_space / a.columns[:, None]).T @ (x / a.columns)), initial=0) <= 1e-12
    )
    f = a.A.T @ rng.normal(size=m)
    y = a.solve_transposed(f)
    assert np.allclose(a.A.T @ y, f)
    assert (
        np.max(np.abs((a.left_null_space / a.rows[:, None]).T @ (y / a.rows)), initial=0) <= 1e-12
    )
    if rank < m:
        assert a.contradiction(b + a.left_null_space[:, 0] / a.rows**2) > 1e-3
    assert np.linalg.norm(a.solve(b, damping=1.0)) < np.linalg.norm(x)


def test_least_squares_meets_what_can_be_met():
    A = np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    assert least_squares(A, np.array([1.0, 5.0, 3.0])) == pytest.approx([2.0, 0.0])


@pytest.mark.parametrize(("m", "n"), [(0, 3), (3, 0), (0, 0)])
def test_a_matrix_without_entries(m: int, n: int):
    found = ScaledMatrix(np.zeros((m, n)), np.ones(m), np.ones(n))
    assert found.singular_values.shape == (0,) and found.rank == 0 and found.smallest == 1.0
    assert found.null_space.shape == (n, n) and found.left_null_space.shape == (m, m)

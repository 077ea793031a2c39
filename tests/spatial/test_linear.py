"""The small symmetric solver against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.spatial.linear import ldl_factors, ldl_solution


def positive(rng: np.random.Generator, n: int) -> np.ndarray:
    half = rng.normal(size=(n, n))
    return half @ half.T + 0.1 * np.eye(n)


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("seed", range(5))
def test_solution_equals_that_of_numpy(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    D, right = positive(rng, n), rng.normal(size=n)
    x = ldl_solution(ldl_factors(D), list(right))
    assert x == pytest.approx(np.linalg.solve(D, right), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("n", range(1, 7))
def test_factors_give_the_matrix_back(n: int) -> None:
    D = positive(np.random.default_rng(n), n)
    rows, reciprocals = ldl_factors(D)
    L = np.eye(n)
    for i, row in enumerate(rows):
        L[i, :i] = row
    assert L @ np.diag(1.0 / np.array(reciprocals)) @ L.T == pytest.approx(D, rel=1e-13, abs=1e-13)
    assert np.all(np.array(reciprocals) > 0.0)


def test_only_the_lower_triangle_is_read() -> None:
    D = positive(np.random.default_rng(3), 4)
    lower = np.where(np.tri(4) > 0, D, np.nan)
    assert ldl_solution(ldl_factors(lower), [1.0, 2.0, 3.0, 4.0]) == pytest.approx(
        np.linalg.solve(D, [1.0, 2.0, 3.0, 4.0]), rel=1e-11
    )

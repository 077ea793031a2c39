"""Equations of steps: a band with a border, against dense matrices."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from sarrus.solvers.kkt import Equations, Singular


def along_a_mesh(
    seed: int, nodes: int = 40, n: int = 4, m: int = 2, border: int = 1, negative: int = 0
) -> tuple[sparse.csc_matrix, sparse.csr_matrix]:
    """Return W and A of unknowns at nodes, each touching its neighbours, and of some durations."""
    rng = np.random.default_rng(seed)
    size = nodes * n + border
    W, A = np.zeros((size, size)), np.zeros(((nodes - 1) * m, size))
    for k in range(nodes):
        own = rng.standard_normal((n, n))
        W[k * n : (k + 1) * n, k * n : (k + 1) * n] = own @ own.T + np.eye(n)
        if k < nodes - 1:
            A[k * m : (k + 1) * m, k * n : (k + 2) * n] = rng.standard_normal((m, 2 * n))
    for k in range(nodes * n, size):
        W[:, k] = W[k, :] = 0.1 * rng.standard_normal(size)
        W[k, k] = 5.0
        A[:, k] = rng.standard_normal(len(A))
    for k in rng.choice(size, negative, replace=False):
        W[k, k] -= 60.0
    return sparse.csc_matrix(W), sparse.csr_matrix(A)


def dense(W: sparse.csc_matrix, A: sparse.csr_matrix, d: np.ndarray, soft: float) -> np.ndarray:
    H = W.toarray() + np.diag(d)
    return np.block([[H, A.T.toarray()], [A.toarray(), -soft * np.eye(A.shape[0])]])


@pytest.mark.parametrize("border", [0, 1, 3])
def test_solutions_are_those_of_dense_matrices(border: int) -> None:
    W, A = along_a_mesh(1, border=border)
    rng = np.random.default_rng(2)
    d, b = rng.uniform(0.0, 2.0, W.shape[0]), rng.standard_normal(sum(A.shape))
    equations = Equations(W, A)
    for soft in (0.0, 1e-3):
        factors = equations.factors(d, soft)
        assert factors._banded is not None and factors._banded.layout.border == border
        expected = np.linalg.solve(dense(W, A, d, soft), b)
        assert factors.solve(b) == pytest.approx(expected, rel=1e-10, abs=1e-10)
        assert equations.sparse_factors(d, soft).solve(b) == pytest.approx(
            expected, rel=1e-10, abs=1e-10
        )


@pytest.mark.parametrize("seed", range(12))
def test_curvature_is_judged_as_by_eigenvalues(seed: int) -> None:
    """Of H on the directions that A leaves free."""
    W, A = along_a_mesh(seed, nodes=12, negative=seed % 4)
    null = np.linalg.svd(A.toarray())[2][A.shape[0] :].T
    least = np.min(np.linalg.eigvalsh(null.T @ W.toarray() @ null))
    assert Equations(W, A).is_positive(np.zeros(W.shape[0])) == (least > 0.0)
    enough = np.full(W.shape[0], 100.0)
    assert Equations(W, A).is_positive(enough)


def test_other_numbers_in_the_same_places_keep_the_layout() -> None:
    W, A = along_a_mesh(3)
    known = Equations(W, A)
    layout = known._layout
    again = Equations.of(2.0 * W, 3.0 * A, known)
    assert again is known and again._layout is layout
    b = np.ones(sum(A.shape))
    expected = np.linalg.solve(dense(2.0 * W, 3.0 * A, np.zeros(W.shape[0]), 0.0), b)
    assert again.factors(np.zeros(W.shape[0]), 0.0).solve(b) == pytest.approx(expected, rel=1e-9)
    assert Equations.of(*along_a_mesh(3, border=2), known) is not known


def test_without_a_band_sparse_factors_are_taken() -> None:
    rng = np.random.default_rng(4)
    size = 300
    whole = sparse.random(size, size, 0.05, random_state=rng)
    W = sparse.csc_matrix(whole + whole.T + 40.0 * sparse.identity(size))
    A = sparse.csr_matrix(sparse.random(20, size, 0.1, random_state=rng))
    equations = Equations(W, A)
    factors, d = equations.factors(np.zeros(size), 1e-6), np.zeros(size)
    assert factors._banded is None
    b = np.ones(size + 20)
    assert factors.solve(b) == pytest.approx(np.linalg.solve(dense(W, A, d, 1e-6), b), rel=1e-8)
    assert equations.is_positive(d)


def test_equations_that_depend_on_each_other_are_singular() -> None:
    W, A = along_a_mesh(5)
    twice = sparse.vstack([A, A[:1]]).tocsr()
    with pytest.raises(Singular):
        Equations(W, twice).factors(np.zeros(W.shape[0]), 0.0).solve(np.arange(W.shape[0] + 79.0))

"""CHK-D05 on arrays: reduced equations equal the augmented ones, redundant rows or not."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers.partition import reduced_equations


@pytest.mark.parametrize("redundant", [0, 2])
@pytest.mark.parametrize("seed", range(4))
def test_reduced_equals_augmented(seed: int, redundant: int):
    rng = np.random.default_rng(seed)
    n, m = 6, 4
    L = rng.normal(size=(n, n))
    M, h = L @ L.T + np.eye(n), rng.normal(size=n)
    Phi, gamma = rng.normal(size=(m, n)), rng.normal(size=m)
    K = np.block([[M, -Phi.T], [Phi, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.append(h, gamma))
    mix = rng.normal(size=(redundant, m))
    rows, right = np.vstack([Phi, mix @ Phi]), np.append(gamma, mix @ gamma)
    reduced = reduced_equations(M, h, rows, right, [1, 4])
    vdot = reduced.accelerations(np.linalg.solve(reduced.mass, reduced.force))
    assert np.allclose(vdot, x[:n], atol=1e-10)
    lam = reduced.multipliers(M, h, vdot)
    assert np.allclose(rows.T @ lam, Phi.T @ x[n:], atol=1e-9)
    if not redundant:
        assert np.allclose(lam, x[n:], atol=1e-9)
    assert reduced.dependent == (0, 2, 3, 5)
    # B spans the motions that the rows allow
    assert np.max(np.abs(rows @ reduced.B)) <= 1e-10
    assert np.allclose(rows @ reduced.c, right, atol=1e-10)

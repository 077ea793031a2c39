"""Inverses of blocks: those of NumPy, of redundant rows too, and how far they are from singular."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.kernels.loops.inverse import BlockState, block, invert, invert_by_values


def block_of(A: np.ndarray, by_values: bool) -> BlockState:
    """A whole matrix as a block, its columns in units of 1."""
    m, n = A.shape
    found = block(A, np.arange(m), np.arange(n), np.ones(n), by_values)
    found.A[:] = A.ravel()
    return found


@pytest.mark.parametrize(("m", "n", "rank"), [(4, 4, 4), (6, 3, 3), (7, 4, 4)])
def test_inverses_of_full_rank(m: int, n: int, rank: int) -> None:
    A = np.random.default_rng(m).normal(size=(m, n))
    for by_values in (True, False) if m == n else (True,):
        s = block_of(A, by_values)
        inverse = np.linalg.pinv(A)
        measure = n / (np.linalg.norm(A) * np.linalg.norm(inverse))
        assert invert(s) == pytest.approx(measure, rel=1e-10)
        np.testing.assert_allclose(s.P.reshape(n, m), inverse, rtol=0, atol=1e-12)


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_directions_that_vanish_are_left_out_of_the_inverse(lost: int) -> None:
    """However many there are, the sum of 1 / sigma^2 is 1e300, which is told as singular."""
    A = np.zeros((5, 4))
    A[:, : 4 - lost] = np.random.default_rng(lost).normal(size=(5, 4 - lost))
    s = block_of(A, True)
    assert invert_by_values(s) == pytest.approx(1e300, rel=1e-12)
    assert s.dropped == lost
    np.testing.assert_allclose(s.P.reshape(4, 5), np.linalg.pinv(A), rtol=0, atol=1e-12)
    assert invert(s) < 1e-149

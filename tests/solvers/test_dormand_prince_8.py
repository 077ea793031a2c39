"""The table of the method of order 8: conditions that its numbers must meet."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers import dormand_prince_8 as table


def test_table_has_order_8() -> None:
    """Quadrature conditions, row sums, and stage 12 with the weights of the step itself."""
    b, c = table.B, table.C[: table.STAGES]
    for k in range(8):
        assert b @ c**k == pytest.approx(1.0 / (k + 1), abs=1e-14)
    np.testing.assert_allclose(np.sum(table.A, axis=1), table.C, rtol=0, atol=1e-13)
    np.testing.assert_allclose(table.A[table.STAGES, : table.STAGES], b, rtol=0, atol=0)
    for weights in (table.E5, table.E3):
        assert abs(np.sum(weights)) < 1e-13


def test_stages_use_earlier_ones_only() -> None:
    assert not np.any(np.triu(table.A))
    assert table.A.shape == (table.EXTENDED, table.EXTENDED)


def test_dense_output_is_exact_for_polynomials_of_time() -> None:
    """Order 7: the interpolant of the quadrature of t^k, k <= 6, is the polynomial itself."""
    x = np.linspace(0.0, 1.0, 11)
    for k in range(7):
        K = table.C**k
        step = table.B @ K[: table.STAGES]
        rows = [step, K[0] - step, 2 * step - (K[table.STAGES] + K[0]), *(table.D @ K)]
        y = np.zeros_like(x)
        for j, row in enumerate(reversed(rows)):
            y = (y + row) * (x if j % 2 == 0 else 1.0 - x)
        np.testing.assert_allclose(y, x ** (k + 1) / (k + 1), rtol=0, atol=1e-13)

"""Rows are closed by the smallest steps, redundant ones too; fixed inputs are folded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels.fixing import with_fixed_inputs
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops.closing import add_from_gram, factor_gram
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve


def smallest(A: np.ndarray, b: np.ndarray) -> tuple[int, np.ndarray]:
    m, n = A.shape
    C, order, x, z = np.zeros(m * m), np.zeros(m, np.int64), np.zeros(n), np.zeros(m)
    rank = factor_gram(A.ravel(), C, order, m, n)
    if rank >= 0:
        for _ in range(2):
            add_from_gram(A.ravel(), C, order, b, x, z, rank, m, n)
    return rank, x


def test_the_smallest_solution_of_independent_and_of_redundant_rows() -> None:
    random = np.random.default_rng(2)
    A = random.normal(size=(4, 6))
    b = random.normal(size=4)
    rank, x = smallest(A, b)
    assert rank == 4
    assert x == pytest.approx(np.linalg.lstsq(A, b, rcond=None)[0], abs=1e-13)
    twice, both = np.vstack([A, A[0] + 2.0 * A[1]]), np.append(b, b[0] + 2.0 * b[1])
    rank, x = smallest(twice, both)
    assert rank == 4
    assert x == pytest.approx(np.linalg.lstsq(A, b, rcond=None)[0], abs=1e-13)


def test_rows_that_are_almost_redundant_are_left_to_singular_values() -> None:
    A = np.array([[1.0, 0.0, 0.0], [1.0, 1e-6, 0.0]])
    assert smallest(A, np.ones(2))[0] == -1


def test_fixed_inputs_fold_what_follows_from_them() -> None:
    curve = Curve([0.0, 1.0, 2.0], [0.0, 1.0, 4.0])

    def body(x: Any, p: Any) -> dict[str, Any]:
        folded = p[0] * x[0] + p[1] * np.sin(x[1]) + curve(p[2]) * x[1] + np.sqrt(p[1])
        return {"y": np.array([folded, p[3] / (p[0] - 2.0)])}

    program = trace(body, {"x": (2,), "p": (4,)})
    fixed = with_fixed_inputs(program, "p", {0: 2.0, 1: 0.0, 2: 1.5})
    assert fixed.inputs == program.inputs
    assert fixed.operations < program.operations
    assert "sin" not in fixed.counts
    given = [np.array([0.3, 0.4]), np.array([2.0, 0.0, 1.5, 7.0])]
    found, expected = interpret(fixed, given)[0], interpret(program, given)[0]
    assert found[0] == pytest.approx(expected[0])
    assert with_fixed_inputs(program, "none", {0: 1.0}) is program

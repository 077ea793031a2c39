"""The interior point method for sparse programmes: known solutions, curvature, what cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from sarrus.solvers.interior_point import SparseProgram, interior_point


def programme(f, g, H, c, A, C, bounds, rows):
    """Return a programme of dense functions; C(z, y): the Hessian of y . c."""
    lower, upper = (np.array(x, dtype=float) for x in bounds)
    low, high = (np.array(x, dtype=float) for x in rows)
    return SparseProgram(
        lower,
        upper,
        low,
        high,
        lambda z: (float(f(z)), np.atleast_1d(np.asarray(c(z), dtype=float))),
        lambda z: (np.asarray(g(z), dtype=float), sparse.csr_matrix(np.atleast_2d(A(z)))),
        lambda z, w, y: sparse.csc_matrix(w * np.asarray(H(z)) + np.asarray(C(z, y))),
    )


def hock_schittkowski_71():
    def H(z):
        a, b, c, d = z
        return [
            [2 * d, d, d, 2 * a + b + c], [d, 0, 0, a], [d, 0, 0, a], [2 * a + b + c, a, a, 0],
        ]  # fmt: skip

    def C(z, y):
        a, b, c, d = z
        product = np.array([
            [0, c * d, b * d, b * c], [c * d, 0, a * d, a * c],
            [b * d, a * d, 0, a * b], [b * c, a * c, a * b, 0],
        ])  # fmt: skip
        return y[0] * product + 2.0 * y[1] * np.eye(4)

    return programme(
        lambda z: z[0] * z[3] * (z[0] + z[1] + z[2]) + z[2],
        lambda z: [z[3] * (2 * z[0] + z[1] + z[2]), z[0] * z[3], z[0] * z[3] + 1,
                   z[0] * (z[0] + z[1] + z[2])],
        H,
        lambda z: [np.prod(z), z @ z],
        lambda z: [np.prod(z) / z, 2 * z],
        C,
        ([1.0] * 4, [5.0] * 4),
        ([25.0, 40.0], [np.inf, 40.0]),
    )  # fmt: skip


def test_problem_71_of_hock_and_schittkowski() -> None:
    # Hock, Schittkowski, Test Examples for Nonlinear Programming Codes (1981), no. 71
    found = interior_point(hock_schittkowski_71(), np.array([1.0, 5.0, 5.0, 1.0]))
    assert found.met and found.steps < 20
    assert found.objective == pytest.approx(17.0140173, abs=1e-7)
    assert found.z == pytest.approx([1.0, 4.7429994, 3.8211503, 1.3794082], abs=1e-6)


def test_multipliers_are_slopes_of_the_optimum() -> None:
    # how the optimum changes with the right side of an equation is minus its multiplier
    def solve(right: float):
        p = programme(
            lambda z: 0.5 * z @ z, lambda z: z, lambda z: np.eye(3),
            lambda z: [z.sum()], lambda z: np.ones((1, 3)), lambda z, y: np.zeros((3, 3)),
            ([-np.inf] * 3, [np.inf, 0.5, np.inf]), ([right], [right]),
        )  # fmt: skip
        return interior_point(p, np.zeros(3))

    found, more = solve(3.0), solve(3.0 + 1e-4)
    assert found.z == pytest.approx([1.25, 0.5, 1.25], abs=1e-7)
    assert (more.objective - found.objective) / 1e-4 == pytest.approx(-found.y[0], rel=1e-4)


def test_a_saddle_is_left() -> None:
    # f = x^4/4 - x^2/2 + y^2 has a saddle at 0, from which the search begins
    p = programme(
        lambda z: z[0] ** 4 / 4 - z[0] ** 2 / 2 + z[1] ** 2,
        lambda z: [z[0] ** 3 - z[0], 2 * z[1]],
        lambda z: [[3 * z[0] ** 2 - 1, 0], [0, 2]],
        lambda z: [z[1] - 0.0 * z[0]],
        lambda z: [[0.0, 1.0]],
        lambda z, y: np.zeros((2, 2)),
        ([-3.0, -3.0], [3.0, 3.0]),
        ([-1.0], [1.0]),
    )
    found = interior_point(p, np.array([0.1, 0.5]))
    assert found.met and abs(found.z[0]) == pytest.approx(1.0, abs=1e-6)
    assert found.objective == pytest.approx(-0.25, abs=1e-9)


def test_fixed_unknowns_and_rows_of_a_quadratic_programme() -> None:
    # against the solution of its own linear equations
    rng = np.random.default_rng(3)
    n, m = 30, 8
    root = rng.normal(size=(n, n))
    Q, q, A, b = root @ root.T + np.eye(n), rng.normal(size=n), rng.normal(size=(m, n)), np.ones(m)
    fixed = 0.3
    lower, upper = np.full(n, -np.inf), np.full(n, np.inf)
    lower[4] = upper[4] = fixed
    p = programme(
        lambda z: 0.5 * z @ Q @ z + q @ z, lambda z: Q @ z + q, lambda z: Q,
        lambda z: A @ z, lambda z: A, lambda z, y: np.zeros((n, n)), (lower, upper), (b, b),
    )  # fmt: skip
    found = interior_point(p, np.zeros(n))
    e = np.eye(n)[4]
    K = np.block([[Q, A.T, e[:, None]], [A, np.zeros((m, m + 1))], [e, np.zeros(m + 1)]])
    exact = np.linalg.solve(K, np.concatenate([-q, b, [fixed]]))[:n]
    assert found.met and found.z == pytest.approx(exact, abs=1e-8)
    assert p.violation(found.z) < 1e-9


def test_what_cannot_be_is_said() -> None:
    p = programme(
        lambda z: z[0], lambda z: [1.0], lambda z: [[0.0]],
        lambda z: [z[0] ** 2 + 1.0], lambda z: [[2 * z[0]]], lambda z, y: [[2 * y[0]]],
        ([-5.0], [5.0]), ([0.0], [0.0]),
    )  # fmt: skip
    found = interior_point(p, np.array([2.0]), steps=200)
    assert not found.met and found.reason and found.violation > 0.5

"""Sparse linear equations: the same solutions and refusals as full ones, with fewer products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.both_ways import in_machine_code, in_python
from sarrus.kernels.loops.elimination import Elimination, full_products
from sarrus.kernels.loops.linear import dot, factor, solve
from sarrus.kernels.loops.newton import NewtonMatrix, factor_newton, solve_newton
from sarrus.kernels.loops.sparse import factor_sparse, solve_sparse, sparse_dot
from sarrus.kernels.native import compile_function

EPSILON = np.finfo(float).eps


def arrowed(n: int, share: float, seed: int) -> np.ndarray:
    """A random matrix with a share of its entries and a strong diagonal, unsymmetric."""
    random = np.random.default_rng(seed)
    A = np.where(random.random((n, n)) < share, random.normal(size=(n, n)), 0.0)
    return A + np.diag(np.sum(np.abs(A), axis=1) + 0.5)


def tree_matrix(parents: list[int], seed: int) -> np.ndarray:
    """A matrix with entries where one of two links carries the other."""
    n, random = len(parents), np.random.default_rng(seed)
    A = np.zeros((n, n))
    for i in range(n):
        k = i
        while k >= 0:
            A[i, k], A[k, i] = random.normal(size=2)
            k = parents[k]
    return A + 10.0 * n * np.eye(n)


def planned(A: np.ndarray) -> tuple[Elimination, list[np.ndarray]]:
    """The plan of a matrix, and what the native functions are given of it."""
    rows, columns = np.nonzero(A)
    plan = Elimination(len(A), rows, columns)
    V = np.zeros(plan.size + 1)
    np.add.at(V, plan.slots, A[rows, columns])
    lists = [np.append(x, 0.0) for x in (plan.column, plan.start, plan.diagonal)]
    return plan, [V, *lists, np.zeros(len(A))]


def solution(A: np.ndarray, b: np.ndarray, run: Any) -> tuple[int, np.ndarray]:
    """What the sparse functions tell and find; run: in Python or in machine code."""
    plan, arrays = planned(A)
    n, s = len(A), plan.before
    told, kept = run(factor_sparse, *arrays, np.zeros(2 * n), n, s)
    V, exchanged = kept[0], kept[4]
    if not told:
        return told, b
    ordered = run(solve_sparse, V, *arrays[1:4], exchanged, b[plan.order], n, s)[1][5]
    found = np.empty(n)
    found[plan.order] = ordered
    return told, found


def backward_error(A: np.ndarray, x: np.ndarray, b: np.ndarray) -> float:
    """The least relative change of A that makes x a solution (Rigal and Gaches)."""
    size = np.linalg.norm(A, np.inf) * np.max(np.abs(x)) + np.max(np.abs(b))
    return float(np.max(np.abs(A @ x - b)) / size)


@given(st.integers(1, 25), st.floats(0.0, 1.0), st.integers(0, 2**31))
def test_any_pattern_gives_the_solution_of_the_full_matrix(n: int, share: float, seed: int) -> None:
    A, b = arrowed(n, share, seed), np.random.default_rng(seed + 1).normal(size=n)
    told, x = solution(A, b, in_python)
    assert told == 1
    assert backward_error(A, x, b) <= 4 * n * EPSILON
    LU, exchanged, full = A.ravel().copy(), np.zeros(n), b.copy()
    assert factor(LU, exchanged, n) == 1
    solve(LU, exchanged, full, n)
    assert x == pytest.approx(full, rel=1e-11, abs=1e-13 * np.max(np.abs(full)))


@pytest.mark.parametrize("seed", range(12))
def test_python_and_machine_code_agree(seed: int) -> None:
    n = 3 + 5 * seed
    A, b = arrowed(n, 0.15, seed), np.random.default_rng(seed).normal(size=n)
    told, x = solution(A, b, in_python)
    native, y = solution(A, b, in_machine_code)
    assert (told, native) == (1, 1)
    assert y == pytest.approx(x, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("n", range(11))
def test_dot_products(n: int) -> None:
    random = np.random.default_rng(n)
    a, b, places = random.normal(size=n + 1), random.normal(size=20), random.permutation(20)[:n]
    column = np.append(places, 0.0)
    for run in (in_python, in_machine_code):
        assert run(dot, a, b, n)[0] == pytest.approx(a[:n] @ b[:n], abs=1e-14)
        assert run(sparse_dot, a, column, b, n)[0] == pytest.approx(a[:n] @ b[places], abs=1e-14)


def test_trees_fill_nothing_in() -> None:
    """Numbered from the root, which eliminated first would fill everything."""
    random = np.random.default_rng(4)
    parents = [-1, *(int(random.integers(0, i)) for i in range(1, 60))]
    A = tree_matrix(parents, 4)
    plan = planned(A)[0]
    entries = int(plan.start[-1]) + (plan.n - plan.before) ** 2
    inside = A[np.ix_(plan.order, plan.order)][plan.before :, plan.before :]
    assert entries == np.count_nonzero(A) + inside.size - np.count_nonzero(inside)
    depth = np.count_nonzero(np.tril(A), axis=1)
    assert sum(plan.products) < np.sum(depth**2) + full_products(plan.n - plan.before)
    assert sum(plan.products) < 0.1 * full_products(60)
    assert plan.pays


def test_positions_are_eliminated_first() -> None:
    """[1, -h/2; K, D] leaves a full matrix of the velocities alone, and a third of the products."""
    n, random = 40, np.random.default_rng(2)
    A = np.eye(2 * n)
    A[:n, n:] = -0.01 * np.eye(n)
    A[n:] += 0.01 * random.normal(size=(n, 2 * n))
    plan = planned(A)[0]
    assert plan.before == n
    assert sorted(plan.order[:n]) == list(range(n))
    assert sum(plan.products) < plan.plain_products / 3
    assert plan.pays


def test_full_and_small_matrices_do_not_pay() -> None:
    assert not planned(arrowed(60, 1.0, 1))[0].pays
    assert not planned(tree_matrix([-1] * 12, 1))[0].pays


def test_growth_is_refused() -> None:
    """A small pivot whose elimination would lose digits; with exchanges nothing is lost."""
    A = np.diag(np.full(40, 2.0))
    A[0, :] = A[:, 0] = 1.0
    A[7, 7] = 1e-13
    assert solution(A, np.ones(40), in_python)[0] == 0
    assert solution(A, np.ones(40), in_machine_code)[0] == 0
    newton = newton_of(np.eye(40) - A, None)
    assert tried(newton, 1.0) == 1
    assert newton.state.full == 1
    assert newton.fallen_back == 1
    newton.vector[...] = 1.0
    run(newton, solve_newton)
    assert newton.vector == pytest.approx(np.linalg.solve(A, np.ones(40)), rel=1e-14)


# --- Newton's iteration ---------------------------------------------------------------------------


def newton_of(J: np.ndarray, W: np.ndarray | None, entries: bool = True) -> NewtonMatrix:
    """The matrix of W - g J, with entries or full."""
    n = len(J)
    found: dict[str, np.ndarray] = {"J": J.ravel().copy()}
    if entries:
        at = np.flatnonzero(J)
        found = {"J": J.ravel()[at], "J_at": at.astype(float)}
    if W is not None:
        at = np.flatnonzero(W)
        found |= {"W": W.ravel()[at], "W_at": at.astype(float)}
    return NewtonMatrix(found, np.zeros(n))


def run(newton: NewtonMatrix, what: Any) -> None:
    """Run one of the two functions in machine code."""
    compile_function(what)(newton.state.address)


def tried(newton: NewtonMatrix, g: float) -> int:
    newton.state.g = g
    run(newton, factor_newton)
    return newton.state.done


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("weighed", [False, True])
def test_changes_solve_the_equations(seed: int, weighed: bool) -> None:
    """(W - g J) change = W rest, sparse or full."""
    n, g = 35 + 3 * seed, 0.3
    random = np.random.default_rng(seed)
    parents = [-1, *(int(random.integers(0, i)) for i in range(1, n))]
    W = tree_matrix(parents, seed) if weighed else None
    J = tree_matrix(parents, seed + 100) - 15.0 * n * np.eye(n)
    rest = random.normal(size=n)
    expected = np.linalg.solve((np.eye(n) if W is None else W) - g * J,
                               rest if W is None else W @ rest)  # fmt: skip
    for entries in (True, False):
        newton = newton_of(J, W, entries)
        assert newton.sparse == entries
        for _ in range(2):  # the same again, from what the first has left
            assert tried(newton, g) == 1
            newton.vector[...] = rest
            run(newton, solve_newton)
            assert newton.vector == pytest.approx(expected, rel=1e-11, abs=1e-14)
        assert newton.fallen_back == 0


@pytest.mark.parametrize("entries", [True, False])
def test_singular_matrices_are_told(entries: bool) -> None:
    """A row of zeros, two equal rows, and what is not a number."""
    n = 40
    parents = [-1, *(i // 2 for i in range(n - 1))]
    zero = tree_matrix(parents, 3)
    zero[n - 1] = 0.0
    equal = np.eye(n)
    equal[n - 2, n - 1] = equal[n - 1, n - 2] = 1.0
    odd = tree_matrix(parents, 3)
    odd[n - 1, n - 1] = np.nan
    for A in (zero, equal, odd):
        newton = newton_of(np.eye(n) - A, None, entries)
        assert tried(newton, 1.0) == 0
    newton = newton_of(np.eye(n) - tree_matrix(parents, 3), None, entries)
    assert tried(newton, 1.0) == 1

"""Closing loops by Gauss-Newton: convergence, wishes, singular positions, velocities."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sarrus.solvers.assembly import Closure, assembly_from, projected_velocity
from sarrus.solvers.rank import ScaledMatrix


def two_links(l1: float, l2: float, target: float, wish: float | None = None, weight: float = 1.0):
    """A two-link arm whose tip is to lie on the circle of radius `target`; one freedom left."""

    def evaluate(q: np.ndarray) -> Closure:
        x = l1 * np.cos(q[0]) + l2 * np.cos(q[0] + q[1])
        y = l1 * np.sin(q[0]) + l2 * np.sin(q[0] + q[1])
        J = np.array([[-y, -l2 * np.sin(q[0] + q[1])], [x, l2 * np.cos(q[0] + q[1])]])
        phi = np.array([0.5 * (x * x + y * y - target**2)])
        A = ScaledMatrix(np.array([[x, y]]) @ J, np.ones(1), np.ones(2))
        if wish is None:
            return Closure(phi, A, np.zeros(0), np.zeros((0, 2)))
        return Closure(phi, A, np.array([weight * (wish - q[0])]), weight * np.array([[1.0, 0.0]]))

    return evaluate


def moved(q: np.ndarray, dv: np.ndarray) -> np.ndarray:
    return q + dv


def test_quadratic_convergence():
    found = assembly_from(two_links(1.0, 0.8, 1.3), moved, np.array([0.2, 1.2]))
    assert found.closed and found.iterations <= 8
    pairs = [(a, b) for a, b in pairwise(found.gaps) if 1e-13 < b < a < 0.1]
    assert pairs and all(b <= 5 * a * a for a, b in pairs)


def test_the_number_of_iterations_is_that_of_steps():
    closure, seen = two_links(1.0, 0.8, 1.3), []

    def evaluate(q: np.ndarray) -> Closure:
        seen.append(tuple(q))
        return closure(q)

    found = assembly_from(evaluate, moved, np.array([0.2, 1.2]))
    assert found.iterations == len(found.gaps) - 1 == len(set(seen)) - 1 > 2


def test_wish_is_met_exactly_where_it_can_be():
    found = assembly_from(two_links(1.0, 0.8, 1.3, wish=0.7), moved, np.array([0.2, 1.2]))
    assert found.closed and found.q[0] == pytest.approx(0.7, abs=1e-12)


@pytest.mark.parametrize("excess", [1e-6, 1e-3, 0.5])
def test_out_of_reach_is_not_closed(excess: float):
    found = assembly_from(two_links(1.0, 0.8, 1.8 * (1 + excess)), moved, np.array([0.2, 1.2]))
    assert not found.closed and found.gaps[-1] > 0.5 * excess


def test_singular_target_is_reached():
    """The stretched arm: the Jacobian vanishes at the solution, convergence is linear there."""
    found = assembly_from(two_links(1.0, 0.8, 1.8), moved, np.array([0.2, 1.2]))
    assert found.gaps[-1] <= 1e-11


def test_numbers_that_are_not_numbers_end_it():
    def broken(q: np.ndarray) -> Closure:
        A = ScaledMatrix(np.eye(2), np.ones(2), np.ones(2))
        return Closure(np.full(2, np.nan), A, np.zeros(0), np.zeros((0, 2)))

    found = assembly_from(broken, moved, np.zeros(2))
    assert not found.closed and found.gaps[-1] == np.inf


def test_projected_velocity():
    rng = np.random.default_rng(2)
    A = ScaledMatrix(rng.normal(size=(2, 5)), np.ones(2), np.ones(5))
    start = rng.normal(size=5)
    v = projected_velocity(A, np.zeros(0), np.zeros((0, 5)), start)
    assert np.max(np.abs(A.A @ v)) <= 1e-12
    assert np.max(np.abs(A.null_space.T @ (start - v))) <= 1e-12  # nothing nearer
    Y = rng.normal(size=(2, 5))
    w = projected_velocity(A, np.array([1.0, -2.0]), Y)
    assert np.allclose(Y @ w, [1.0, -2.0]) and np.max(np.abs(A.A @ w)) <= 1e-12


def test_rates_that_the_loops_forbid_stay_zero():
    A = ScaledMatrix(np.array([[1.0, 1e-17, 0.0]]), np.ones(1), np.ones(3))
    v = projected_velocity(A, np.array([1.0]), np.array([[1.0, 0.0, 0.0]]))
    assert np.max(np.abs(v)) <= 1e-12  # and not 1e17


def test_steps_are_damped_far_from_closure_and_those_of_newton_near_it() -> None:
    """A row 1e-3 q = b is nearly without effect: from afar, its step would be of 500."""
    steps: list[float] = []

    def evaluate(q: np.ndarray) -> Closure:
        A = ScaledMatrix(np.array([[1e-3]]), np.ones(1), np.ones(1))
        return Closure(1e-3 * q, A, np.zeros(0), np.zeros((0, 1)))

    def move(q: np.ndarray, dv: np.ndarray) -> np.ndarray:
        steps.append(float(dv[0]))
        return q + dv

    assembly_from(evaluate, move, np.array([500.0]))
    damping = 0.1 * 0.5
    assert steps[0] == pytest.approx(-0.5 * 1e-3 / (1e-6 + damping**2), rel=1e-12)
    near = assembly_from(evaluate, move, np.array([0.2]))
    assert near.closed and near.q == pytest.approx(0.0, abs=1e-15) and near.iterations == 1

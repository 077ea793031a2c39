"""All solutions of polynomial systems, with counts that are known otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers.homotopy.certification import certified_balls
from sarrus.solvers.homotopy.families import led_solutions, monodromy_solutions
from sarrus.solvers.homotopy.polynomials import Polynomial, PolynomialSystem, variables
from sarrus.solvers.homotopy.solutions import TooManyPathsError, all_solutions
from sarrus.solvers.homotopy.start_systems import best_groups, multihomogeneous_bound


def test_derivatives_of_a_system_are_those_of_its_values() -> None:
    x, y, z = variables(3)
    system = PolynomialSystem([x * y * z - 2.0, x**3 + 1j * y, (x + z) ** 2 * y])
    at = np.array([[0.3 + 0.1j, -1.2, 0.7j], [1.0, 2.0, -0.5]])
    value, slope = system.values_and_jacobians(at)
    h = 1e-6
    for k in range(3):
        ahead, back = at.copy(), at.copy()
        ahead[:, k] += h
        back[:, k] -= h
        change = (system.values(ahead) - system.values(back)) / (2.0 * h)
        assert np.allclose(slope[:, :, k], change, atol=1e-8)
    assert np.allclose(value[1], [-3.0, 1.0 + 2.0j, 0.5])


def test_circle_and_line_have_two_points() -> None:
    x, y = variables(2)
    found = all_solutions([x * x + y * y - 1.0, x + 2.0 * y - 0.5])
    assert found.proven
    assert found.bound == found.count == len(found.real) == 2
    roots = np.roots([5.0, -2.0, 0.25 - 1.0])  # x = 0.5 - 2 y
    assert np.allclose(np.sort(found.real[:, 1]), np.sort(roots), atol=1e-14)


def test_two_circles_have_two_more_points_at_infinity() -> None:
    x, y = variables(2)
    found = all_solutions([x * x + y * y - 1.0, (x - 1.0) ** 2 + y * y - 1.5])
    assert (found.bound, found.count, found.at_infinity, found.proven) == (4, 2, 2, True)


def test_no_real_point_is_proven_too() -> None:
    x, y = variables(2)
    found = all_solutions([x * x + y * y - 1.0, (x - 3.0) ** 2 + y * y - 1.0])
    assert found.proven
    assert found.count == 2
    assert len(found.real) == 0


def test_touching_circles_are_not_called_proven() -> None:
    x, y = variables(2)
    found = all_solutions([x * x + y * y - 1.0, (x - 2.0) ** 2 + y * y - 1.0])
    assert not found.proven
    assert "singular" in found.reason
    assert list(found.multiplicity) == [2]
    assert np.allclose(found.singular, [[1.0, 0.0]], atol=1e-6)


def katsura(n: int) -> list[Polynomial]:
    """Magnetization: 2^n isolated solutions (Katsura 1986)."""
    u = variables(n + 1)
    nothing = 0.0 * u[0]

    def at(k: int) -> Polynomial:
        return u[abs(k)] if abs(k) <= n else nothing

    pairs = [sum((at(j) * at(m - j) for j in range(-n, n + 1)), nothing) - at(m) for m in range(n)]
    return [*pairs, sum((2.0 * at(k) for k in range(1, n + 1)), at(0)) - 1.0]


def test_katsura_has_as_many_as_the_bound() -> None:
    found = all_solutions(katsura(4))
    assert (found.bound, found.count, found.proven) == (16, 16, True)
    assert np.all(found.radius < 1e-10)


def test_groups_give_the_eigenvalue_bound() -> None:
    """(A - s) v = 0 with v scaled: n solutions, where the theorem of Bezout says 2^(n - 1)."""
    A = np.random.default_rng(1).normal(size=(5, 5))
    *v, s = variables(5)
    w = [*v, 1.0 + 0.0 * s]
    rows = [sum((A[i, j] * w[j] for j in range(5)), 0.0 * s) - s * w[i] for i in range(5)]
    found = all_solutions(rows)
    assert (found.bound, found.count, found.proven) == (5, 5, True)
    values = np.linalg.eigvals(A)
    assert all(np.min(np.abs(values - p[-1])) < 1e-12 for p in found.points)


def test_a_bound_is_the_permanent_of_degrees() -> None:
    x, y = variables(2)
    both = [np.array(list(f.terms)) for f in (x * y - 1.0, x * y + x + 2.0)]
    groups = best_groups(both, 2, ())
    assert len(groups) == 2
    assert multihomogeneous_bound(np.array([[1, 1], [1, 1]]), [1, 1]) == 2


def test_more_equations_than_variables() -> None:
    x, y = variables(2)
    both = [x * x - y - 1.0, y * y - 0.25, (x * x - y - 1.0) * (y + 2.0), (y - 0.5) * (x - y)]
    found = all_solutions(both)
    assert sorted(np.round(found.real[:, 1], 12)) == [0.5, 0.5]


def test_too_many_paths_are_refused_with_their_number() -> None:
    x, y = variables(2)
    with pytest.raises(TooManyPathsError, match="12 paths") as refused:
        all_solutions([x**4 + y**4 - 1.0, x**3 + y**3 - x * y - 2.0], most_paths=10)
    assert refused.value.bound == 12


def test_certification_refuses_what_is_no_solution() -> None:
    x, y = variables(2)
    system = PolynomialSystem([x * x - 2.0 * y * y])  # of length 1: y = 1
    chart = np.array([[1], [1], [1]])
    at = np.array([[np.sqrt(2.0), 1.0], [1.3, 1.0], [0.2, 1.0]], dtype=complex)
    balls = certified_balls(system, at, chart)
    assert list(balls.certified) == [True, True, False]
    assert balls.radius[0] < 1e-13
    assert np.sqrt(2.0) - 1.3 < balls.radius[1] < np.sqrt(2.0) + 1.3  # one root, not both


def cubic_and_line(p: np.ndarray) -> list[Polynomial]:
    """Return a fixed cubic curve and the line x + a y = b, parameters (a, b)."""
    x, y = variables(2)
    return [y * y - x**3 + 2.0 * x - 1.0, x + complex(p[0]) * y - complex(p[1])]


def test_monodromy_finds_all_and_the_trace_test_knows() -> None:
    at = np.array([0.7 + 0.4j, 0.3 - 0.8j])
    every = all_solutions(cubic_and_line(at)).points
    found = monodromy_solutions(cubic_and_line, every[0], at, slide=np.array([0.0, 0.3 + 0.2j]))
    assert len(found.points) == len(every) == 3
    assert found.complete
    assert all(np.abs(found.points - x).max(axis=1).min() < 1e-8 for x in every)
    few = monodromy_solutions(
        cubic_and_line, every[0], at, slide=np.array([0.0, 0.3 + 0.2j]), most_loops=0
    )
    assert len(few.points) == 1
    assert not few.complete


def test_parameter_homotopy_leads_to_all_real_ones() -> None:
    at, there = np.array([0.7 + 0.4j, 0.3 - 0.8j]), np.array([-0.2, 0.1])
    every = all_solutions(cubic_and_line(at)).points
    points, arrived = led_solutions(cubic_and_line, every, at, there)
    assert arrived.all()
    direct = all_solutions(cubic_and_line(there)).points
    assert all(np.abs(points - x).max(axis=1).min() < 1e-8 for x in direct)

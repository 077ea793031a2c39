"""The loads of bearings: the iteration against substitution, and what its margin tells."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.dynamics.bearing_loads import EPS, Share, bearing_loads, loads_under


def problem(rng: np.random.Generator, growth: float) -> list[list[Share]]:
    """Some bearings of some parts, whose G has a given spectral radius."""
    n = int(rng.integers(1, 7))
    parts = []
    for _ in range(n):
        sizes = rng.integers(1, 4, size=int(rng.integers(1, 3)))
        parts.append([(rng.uniform(0.1, 1.0), k, 10.0 ** rng.uniform(-3, 2)) for k in sizes])
    made = [
        [Share(w, c * rng.normal(size=k), tuple(rng.normal(size=(n, k)))) for w, k, c in part]
        for part in parts
    ]
    G = np.array([[sum(s.weight * np.linalg.norm(s.columns[j]) for s in b) for j in range(n)]
                  for b in made])  # fmt: skip
    factor = growth / float(np.max(np.abs(np.linalg.eigvals(G))))
    return [
        [Share(s.weight, s.at_rest, tuple(c * factor for c in s.columns)) for s in b] for b in made
    ]


@pytest.mark.parametrize("growth", (0.1, 0.5, 0.9, 0.97, 0.995))
def test_iteration_ends(growth: float) -> None:
    rng = np.random.default_rng(7)
    for _ in range(300):
        found = bearing_loads(problem(rng, growth))
        assert 0.0 <= found.residual < 1e-14 and found.trusted
        assert np.min(found.loads) > 0.0


def test_what_is_left_is_relative_to_the_sum_of_all_parts() -> None:
    """Where one load alone makes the others grow, and no step of the iteration is enough."""
    rng = np.random.default_rng(11)
    checked = 0
    for _ in range(60):
        bearings = problem(rng, 3.0)
        found = bearing_loads(bearings)
        L = found.loads
        left = np.max(np.abs(np.array(loads_under(bearings, L)) - L))
        size = EPS + sum(
            s.weight * (np.hypot(np.linalg.norm(s.at_rest), EPS) + sum(np.linalg.norm(c) * x
                        for c, x in zip(s.columns, L, strict=True)))
            for b in bearings for s in b
        )  # fmt: skip
        assert found.residual == pytest.approx(left / size, rel=1e-9, abs=1e-15)
        checked += abs(left / size) > 1e-6
    assert checked > 5


def test_substitution_finds_the_same() -> None:
    rng = np.random.default_rng(8)
    for _ in range(60):
        bearings = problem(rng, 0.8)
        found = bearing_loads(bearings)
        L = [0.0] * len(bearings)
        for _ in range(250):
            L = loads_under(bearings, L)
        assert found.loads == pytest.approx(L, rel=1e-12)


def test_margin_is_positive_where_the_growth_is_below_one() -> None:
    """The pivots of I - G are positive if and only if the spectral radius of G is below 1."""
    rng = np.random.default_rng(9)
    for growth in rng.uniform(0.5, 1.5, size=300):
        found = bearing_loads(problem(rng, float(growth)))
        assert (found.margin > 0.0) == (growth < 1.0)
        assert found.growth.shape == (len(found.loads),) * 2


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_one_bearing_has_one_solution_or_none_or_two() -> None:
    """L = |a + b L|: a square equation, whose roots with L >= 0 are counted."""
    rng = np.random.default_rng(10)
    seen = {0: 0, 1: 0, 2: 0}
    for _ in range(300):
        a, b = rng.normal(size=2), rng.normal(size=2) * rng.uniform(0.1, 1.6)
        roots = np.roots([b @ b - 1.0, 2.0 * (a @ b), a @ a + EPS * EPS])
        count = sum(bool(np.isreal(r) and r.real > 0.0) for r in roots)
        found = bearing_loads([[Share(1.0, a, (b,))]])
        if abs(b @ b - 1.0) > 0.01:
            assert bool(found.trusted) == (count == 1)
            seen[count] += 1
        if found.trusted:
            assert found.loads[0] == pytest.approx(max(r.real for r in roots), rel=1e-10)
    assert min(seen.values()) > 20

"""Which frictions stick, against a convex minimum, a linear programme, and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog, lsq_linear

from sarrus.solvers.dry_friction import Frictions, NoSticking, sticking


def problem(
    a_0: np.ndarray, G: np.ndarray, bound: np.ndarray, static: float = 1.0, senses: object = None
) -> Frictions:
    n = len(a_0)
    moving = np.zeros(n, dtype=int) if senses is None else np.asarray(senses)
    return Frictions(a_0, G, np.diag(G).copy(), moving, lambda f: static * bound, lambda f: bound)


@pytest.mark.parametrize("seed", range(40))
def test_efforts_minimize_what_gauss_says(seed: int) -> None:
    """With equal coefficients f is the least of (a_0 + G f) G^-1 (a_0 + G f) within the bounds."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 7))
    J = random.normal(size=(n, n + 2))
    a_0, G, bound = 2.0 * random.normal(size=n), J @ J.T, random.uniform(0.1, 2.0, n)
    found = sticking(problem(a_0, G, bound))
    root = np.linalg.cholesky(G)
    least = lsq_linear(root.T, -np.linalg.solve(root, a_0), (-bound, bound), tol=1e-14).x
    assert found.efforts == pytest.approx(least, abs=1e-6)
    assert found.a == pytest.approx(a_0 + G @ found.efforts, abs=1e-9)
    for sense, a, f, most in zip(found.senses, found.a, found.efforts, bound, strict=True):
        assert (abs(a) < 1e-9 and abs(f) <= most * (1 + 1e-9)) if sense == 0 else sense * a >= -1e-9
        assert sense == 0 or f == -sense * most
    assert len(found.held) == np.sum(found.senses == 0) and not np.any(found.shared)


@pytest.mark.parametrize("seed", range(20))
def test_shared_efforts_are_found_where_a_linear_programme_finds_some(seed: int) -> None:
    """Frictions on few freedoms: they stick exactly if some efforts within the bounds hold all."""
    random = np.random.default_rng(seed)
    n, freedoms = int(random.integers(3, 6)), 2
    J = random.normal(size=(n, freedoms))
    load, bound = random.normal(size=freedoms) * 3.0, random.uniform(0.2, 2.0, n)
    found = sticking(problem(J @ load, J @ J.T, bound))
    limits = [(-b, b) for b in bound]
    holds = linprog(np.zeros(n), A_eq=J.T, b_eq=-load, bounds=limits).status == 0
    assert np.all(found.senses == 0) == holds
    if holds:
        assert J.T @ found.efforts == pytest.approx(-load, abs=1e-8)
        assert np.all(np.abs(found.efforts) <= bound * (1.0 + 1e-9))
        assert len(found.held) == freedoms and np.all(found.shared)


def test_those_that_slide_do_not_change_and_larger_friction_at_rest_holds() -> None:
    G, bound = np.array([[1.0, 0.2], [0.2, 1.0]]), np.array([1.0, 1.0])
    held = sticking(problem(np.array([5.0, 1.2]), G, bound, static=1.5, senses=[-1, 0]))
    assert held.senses.tolist() == [-1, 0] and held.efforts == pytest.approx([1.0, -1.4])
    broken = sticking(problem(np.array([5.0, 1.5]), G, bound, static=1.5, senses=[-1, 0]))
    assert broken.senses.tolist() == [-1, 1] and broken.efforts == pytest.approx([1.0, -1.0])


def load_dependent(mu: float, arm: float, a_0: float, senses: int) -> Frictions:
    """One friction mu |N| with N = 1 + arm f: it jams from mu |arm| = 1 on."""

    def bound(f: np.ndarray) -> np.ndarray:
        return mu * np.abs(1.0 + arm * f)

    one = np.ones((1, 1))
    return Frictions(np.array([a_0]), one, np.ones(1), np.array([senses]), bound, bound, False)


def test_friction_by_reactions_in_closed_form() -> None:
    """It slides with f = -mu/(1 + mu arm), where that is not infinite, or does not exist."""
    slides = sticking(load_dependent(0.5, 0.8, 2.0, 0))
    assert slides.senses[0] == 1 and slides.efforts[0] == pytest.approx(-0.5 / 1.4, rel=1e-10)
    with pytest.raises(NoSticking):
        sticking(load_dependent(2.0, -0.8, 2.0, 1))
    stays = sticking(load_dependent(2.0, -0.8, 0.3, 0))
    assert stays.senses[0] == 0 and stays.efforts[0] == pytest.approx(-0.3)


def test_several_motions_are_refused() -> None:
    """Two frictions that load each other: both modes found obey Coulomb's law."""
    random = np.random.default_rng(62)
    J = random.normal(size=(2, 2))
    G, a_0 = J @ J.T, 2.0 * random.normal(size=2)
    arms, mu = random.normal(size=(2, 2)), random.uniform(0.3, 1.2, 2)

    def bound(f: np.ndarray) -> np.ndarray:
        return mu * np.abs(1.0 + arms @ f)

    at_rest = np.zeros(2, dtype=int)
    with pytest.raises(NoSticking) as told:
        sticking(Frictions(a_0, G, np.diag(G).copy(), at_rest, bound, bound, False))
    assert len(told.value.found) == 2
    for mode in told.value.found:
        a = a_0 + G @ mode.efforts
        assert np.all(mode.senses * a > 0.0)
        assert mode.efforts == pytest.approx(-mode.senses * bound(mode.efforts), rel=1e-9)

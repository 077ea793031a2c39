"""CHK-I03: projection in the mass norm with one factorisation; tolerances and failures."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import rssr
from sarrus import System
from sarrus.solvers.projection import NoConvergence, Projector


@pytest.fixture(scope="module")
def system() -> System:
    return rssr().compile()


@pytest.fixture
def away(system: System):
    """A state a little off its loops, as an integrator leaves it, and the matrix of the step."""
    state = system.assemble({"A": -0.4}, {"A": -2.0})
    rng = np.random.default_rng(9)
    q = system.add(state.q, 2e-3 * rng.normal(size=system.nv))
    v = state.v + 1e-2 * rng.normal(size=system.nv)
    terms = system.compiled.loops.terms(q, v)
    return q, v, terms, Projector.of(terms.M, terms.Phi)


@pytest.mark.parametrize("eps", [1e-6, 1e-10])
def test_CHK_I03_tolerance_is_honoured(system: System, away, eps: float):
    q, v, terms, projector = away

    def phi(x: np.ndarray) -> np.ndarray:
        return system.compiled.loops.closure(x)[0]

    moved, steps = projector.positions(q, phi, system.add, eps)
    assert np.sum(np.abs(phi(moved))) < eps and 1 <= steps <= 10
    # smallest change in the mass norm: M dq is a combination of the rows
    shift = terms.M @ system.difference(moved, q)
    rest = shift - terms.Phi.T @ np.linalg.lstsq(terms.Phi.T, shift, rcond=None)[0]
    assert np.sum(np.abs(rest)) < max(eps, 1e-8)
    speed, steps = projector.velocities(v, eps)
    assert np.sum(np.abs(terms.Phi @ speed)) < eps and steps <= 2
    vdot, tau, steps = projector.accelerations(terms.h, terms.gamma, eps)
    left = np.sum(np.abs(terms.M @ vdot + terms.Phi.T @ tau - terms.h))
    assert left + np.sum(np.abs(terms.Phi @ vdot - terms.gamma)) < eps and steps <= 3


def test_CHK_I03_a_tighter_tolerance_needs_more_steps(system: System, away):
    q, _, _, projector = away
    counts = [
        projector.positions(q, lambda x: system.compiled.loops.closure(x)[0], system.add, eps)[1]
        for eps in (1e-3, 1e-6, 1e-10)
    ]
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_CHK_I03_accelerations_are_those_of_the_augmented_equations(system: System):
    state = system.assemble({"A": -0.4}, {"A": -2.0})
    terms = system.compiled.loops.terms(state.q, state.v)
    vdot, tau, _ = Projector.of(terms.M, terms.Phi).accelerations(terms.h, terms.gamma, 1e-10)
    moving = system.accelerations(state)
    assert np.allclose(vdot, moving.vdot, atol=1e-9)
    assert np.allclose(tau, -moving.lam, atol=1e-9)  # the papers' sign


def test_CHK_I03_inconsistent_constraint_raises_a_named_error(system: System, away):
    q, _, _, projector = away

    def impossible(x: np.ndarray) -> np.ndarray:
        gap = system.compiled.loops.closure(x)[0]
        return gap * gap + 1.0

    with pytest.raises(NoConvergence, match="positions") as caught:
        projector.positions(q, impossible, system.add, 1e-6)
    assert caught.value.what == "positions" and len(caught.value.history) > 5
    with pytest.raises(NoConvergence, match="velocities"):
        projector.velocities(np.full(system.nv, 1e3), 1e-30)

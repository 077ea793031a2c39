"""Fewer inertia parameters, the same efforts and the same mass matrix."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from random_trees import USUAL
from sarrus.dynamics.base_parameters import with_base_parameters
from sarrus.dynamics.mass_matrix import mass_matrix

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)


def reduced(state: State) -> State:
    """Return the same state with the inertia moved inward."""
    other = state.at()
    other.__dict__["tree"] = with_base_parameters(state.tree)
    return other


def assert_same(state: State) -> None:
    other = reduced(state)
    assert_close(other.inverse.tau, state.inverse.tau, 1e-12, "efforts")
    assert_close(mass_matrix(other.where), mass_matrix(state.where), 1e-12, "mass matrix")
    assert_close(other.inverse.tau, state.newton_euler.efforts(), 1e-12, "efforts")


@given(seeds, sizes)
def test_efforts_are_unchanged(seed: int, n: int) -> None:
    assert_same(random_state(seed, n))


@given(seeds, sizes)
def test_efforts_of_axial_chains_are_unchanged(seed: int, n: int) -> None:
    """Frames of these are turned about z, where a prismatic link must keep its own axes."""
    kinds = ("revolute", "prismatic", "prismatic", "helical", "cylindrical")
    assert_same(random_state(seed, n, types=kinds, chain=True))


@pytest.mark.parametrize("kind", USUAL)
@pytest.mark.parametrize("seed", range(3))
def test_every_type_between_axial_joints(kind: str, seed: int) -> None:
    kinds = ("revolute", kind, "prismatic", "revolute", kind)
    assert_same(state_of(chain_of(kinds, seed, reversals=True), seed))


@pytest.mark.parametrize("seed", range(5))
def test_a_moving_base_is_felt_alike(seed: int) -> None:
    assert_same(random_state(seed, 6).at(base=random_base(seed)))


def test_a_revolute_link_keeps_no_mass() -> None:
    """Mass, height of its centre and one transverse moment go to the parent."""
    tree = with_base_parameters(random_state(3, 5, types=("revolute",), chain=True).tree)
    for link in tree.links:
        assert link.inertia.mass == 0.0
        assert link.inertia.moment[2] == 0.0
        assert link.inertia.second_moment[2, 2] == pytest.approx(0.0, abs=1e-15)


def test_a_prismatic_link_keeps_no_moment_of_inertia() -> None:
    state = random_state(3, 5, types=("prismatic",), chain=True)
    for link in with_base_parameters(state.tree).links[1:]:
        assert link.inertia.mass > 0.0
    assert np.all(with_base_parameters(state.tree).links[-1].inertia.about_origin == 0.0)


def test_forward_dynamics_does_not_change() -> None:
    state = random_state(5, 6, types=("revolute", "prismatic"))
    tau = np.arange(1.0, 7.0)
    expected = np.linalg.solve(
        mass_matrix(reduced(state).where),
        tau - reduced(state.at(vdot=np.zeros(6))).inverse.tau,
    )
    assert_close(state.hybrid(tau).vdot, expected, 1e-9)

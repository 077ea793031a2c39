"""CHK-D07: tau = M vdot + c - f, against Newton and Euler for every joint type."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, chain_of, random_state, state_of
from random_trees import USUAL
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import Model

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)


@given(seeds, sizes)
def test_CHK_D07_efforts_and_wrenches_equal_newton_and_euler(seed: int, n: int) -> None:
    state = random_state(seed, n)
    assert_close(state.inverse.tau, state.newton_euler.efforts(), 1e-12)
    expected = state.newton_euler.wrenches()
    for i, link in enumerate(state.tree.links):
        about_origin = state.where.world[i].force(state.inverse.wrenches[i])
        assert_close(about_origin, expected[link.joint], 1e-12, link.joint)


@pytest.mark.parametrize("kind", USUAL)
@pytest.mark.parametrize("seed", range(3))
def test_CHK_D07_every_type_at_every_place_of_a_chain(kind: str, seed: int) -> None:
    for place in range(3):
        kinds = ["revolute", "prismatic", "universal"]
        kinds[place] = kind
        state = state_of(chain_of(kinds, seed, reversals=True), seed)
        assert_close(state.inverse.tau, state.newton_euler.efforts(), 1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_CHK_D07_a_system_equals_newton_and_euler(seed: int) -> None:
    """Sliders between hinges: the compiled equations have their inertia parameters regrouped."""
    kinds = ("revolute", "prismatic", "helical", "prismatic", "cylindrical", "revolute")
    state = state_of(chain_of(kinds, seed, reversals=True), seed)
    system = state.model.compile(kernels=())
    tau = system.inverse_dynamics(state.q, state.v, state.vdot)
    assert_close(tau, state.newton_euler.efforts(), 1e-12)
    assert_close(system.forward_dynamics(state.q, state.v, tau), state.vdot, 1e-9)
    still = state.at(vdot=np.zeros_like(state.v))
    assert_close(system.bias(state.q, state.v), still.newton_euler.efforts(), 1e-12)


@given(seeds, sizes)
def test_efforts_are_mass_times_acceleration_plus_bias(seed: int, n: int) -> None:
    """tau = M vdot + c, with c the efforts at zero acceleration."""
    state = random_state(seed, n)
    bias = state.at(vdot=np.zeros_like(state.v)).inverse.tau
    expected = mass_matrix(state.where) @ state.vdot + bias
    assert_close(state.inverse.tau, expected, 1e-12)


@given(seeds, sizes)
def test_coriolis_terms_are_quadratic_in_the_velocity(seed: int, n: int) -> None:
    """Without gravity, c(q, s v) = s^2 c(q, v)."""
    state = random_state(seed, n, gravity=(0.0, 0.0, 0.0))
    still = np.zeros_like(state.v)
    once = state.at(vdot=still).inverse.tau
    thrice = state.at(v=3.0 * state.v, vdot=still).inverse.tau
    assert thrice == pytest.approx(9.0 * once, abs=1e-11 * (1 + np.max(np.abs(once), initial=0.0)))


# The order in which things are described ----------------------------------------------------


def shuffled(model: Model, seed: int) -> Model:
    rng = np.random.default_rng(seed)
    bodies, joints = list(model.bodies), list(model.joints)
    rng.shuffle(bodies)
    rng.shuffle(joints)
    return replace(model, bodies=tuple(bodies), joints=tuple(joints))


def rearranged(values: np.ndarray, from_places: dict, to_places: dict) -> np.ndarray:
    out = np.zeros_like(values)
    for name, place in from_places.items():
        out[to_places[name]] = values[place]
    return out


@given(seeds, sizes)
def test_permuting_bodies_and_joints_changes_nothing(seed: int, n: int) -> None:
    state = random_state(seed, n)
    model = shuffled(state.model, seed)
    bare = State(model, state.q, state.v, state.vdot)
    old, new = state.layout, bare.layout
    other = bare.at(
        q=rearranged(state.q, old.q_slice, new.q_slice),
        v=rearranged(state.v, old.v_slice, new.v_slice),
        vdot=rearranged(state.vdot, old.v_slice, new.v_slice),
    )
    tau = rearranged(other.inverse.tau, new.v_slice, old.v_slice)
    assert_close(tau, state.inverse.tau, 1e-12)
    effort = np.random.default_rng(seed).normal(size=len(tau))
    there = other.hybrid(rearranged(effort, old.v_slice, new.v_slice)).vdot
    expected = state.hybrid(effort).vdot
    tolerance = 1e-13 * max(1.0, np.linalg.cond(mass_matrix(state.where)) if len(tau) else 1.0)
    assert_close(rearranged(there, new.v_slice, old.v_slice), expected, max(tolerance, 1e-12))

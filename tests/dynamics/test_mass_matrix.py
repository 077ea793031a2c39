"""The mass matrix: sum of J^T M J, kinetic energy, structure."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import random_state
from sarrus.dynamics.energy import kinetic_energy
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.dynamics.mass_matrix import composite_inertias, mass_matrix

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)


@given(seeds, sizes)
def test_mass_matrix_is_symmetric_and_positive(seed: int, n: int) -> None:
    M = mass_matrix(random_state(seed, n).where)
    assert np.array_equal(M, M.T)
    assert np.all(np.linalg.eigvalsh(M) > 0.0)


@given(seeds, sizes)
def test_mass_matrix_is_the_sum_of_jacobians(seed: int, n: int) -> None:
    """M = sum J^T diag(m, R I R^T) J, J that of each centre of mass."""
    state = random_state(seed, n)
    expected = np.zeros((state.layout.nv, state.layout.nv))
    for body in state.model.bodies:
        J = point_jacobian(state.where, body.name, np.array(body.com))
        R = state.where.body(body.name).matrix
        expected += body.mass * J[0:3].T @ J[0:3]
        expected += J[3:6].T @ R @ np.array(body.inertia) @ R.T @ J[3:6]
    assert_close(mass_matrix(state.where), expected, 1e-12)


@given(seeds, sizes)
def test_CHK_D01_mass_matrix_equals_that_of_the_state_vectors(seed: int, n: int) -> None:
    state = random_state(seed, n)
    assert_close(mass_matrix(state.where), state.state_vectors.mass_matrix(), 1e-12)


@given(seeds, sizes)
def test_kinetic_energy_is_half_v_M_v(seed: int, n: int) -> None:
    state = random_state(seed, n)
    expected = 0.5 * state.v @ mass_matrix(state.where) @ state.v
    assert kinetic_energy(state.speed) == pytest.approx(expected, rel=1e-12)


@given(seeds, sizes)
def test_coordinates_of_different_branches_do_not_mix(seed: int, n: int) -> None:
    state = random_state(seed, n)
    M, pi = mass_matrix(state.where), state.topology.path_matrix
    index = state.model.body_index
    for a in state.tree.links:
        for b in state.tree.links:
            i, j = index[a.body], index[b.body]
            if not pi[i, j] and not pi[j, i]:
                assert np.all(M[a.v, b.v] == 0.0)


@given(seeds, sizes)
def test_composite_inertia_holds_all_outboard_mass(seed: int, n: int) -> None:
    state = random_state(seed, n)
    composite = composite_inertias(state.where)
    for i in range(n):
        outboard = [state.tree.links[k].body for k in state.topology.subtree(i)]
        mass = sum(state.model.body(name).mass for name in outboard)
        assert composite[i].mass == pytest.approx(mass, rel=1e-14)


@pytest.mark.parametrize("seed", range(3))
def test_mass_matrix_of_a_system(seed: int) -> None:
    state = random_state(seed, 6)
    system = state.model.compile(kernels=())
    assert_close(system.mass_matrix(state.q), mass_matrix(state.where), 1e-12)
    columns = [
        system.compiled.kernel("inertia_product")(state.q, unit) for unit in np.eye(system.nv)
    ]
    assert_close(np.column_stack(columns), mass_matrix(state.where), 1e-12)

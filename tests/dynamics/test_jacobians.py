"""Jacobians of points against differences of their positions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy

from closeness import assert_close
from dynamics.floats import random_base, random_state
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.model import GROUND

seeds, sizes = st.integers(0, 10**6), st.integers(1, 8)


@given(seeds, sizes)
def test_jacobian_of_any_point_against_differences(seed: int, n: int) -> None:
    state, h = random_state(seed, n).at(base=random_base(seed)), 1e-5
    rng = np.random.default_rng(seed)
    name, r = f"b{rng.integers(n)}", rng.normal(size=3)
    J = point_jacobian(state.where, name, r)
    for k, unit in enumerate(np.eye(state.layout.nv)):
        before, after = (
            state.at(q=state.layout.add(state.q, s * h * unit)).where.body(name) for s in (-1, 1)
        )
        shift = (after.point(r) - before.point(r)) / (2 * h)
        turn = Scipy.from_matrix(after.matrix @ before.matrix.T).as_rotvec() / (2 * h)
        assert J[:, k] == pytest.approx(np.concatenate([shift, turn]), abs=1e-8)


@given(seeds, sizes)
def test_jacobian_times_velocity_is_the_velocity(seed: int, n: int) -> None:
    state = random_state(seed, n)
    bodies = state.newton_euler.bodies
    for body in state.model.bodies:
        motion = bodies[body.name]
        found = point_jacobian(state.where, body.name, np.zeros(3)) @ state.v
        assert found == pytest.approx(np.concatenate([motion.v, motion.w]), abs=1e-12)


def test_ground_does_not_move_with_the_coordinates() -> None:
    state = random_state(1, 3)
    J = point_jacobian(state.where, GROUND, np.ones(3))
    assert np.array_equal(J, np.zeros((6, state.layout.nv)))


def test_jacobian_of_a_system() -> None:
    state, r = random_state(8, 6), np.array([0.1, 0.2, 0.3])
    system = state.model.compile(kernels=())
    for body in state.model.bodies:
        expected = point_jacobian(state.where, body.name, r)
        assert_close(system.jacobian(body.name, r, state.q), expected, 1e-13)

"""Theorems about the derivatives, each of which fails if one of their terms is wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from dynamics.test_massless_bodies import pair
from random_trees import random_tree
from sarrus.dynamics import BaseMotion
from sarrus.dynamics.derivatives import InverseDerivatives, forward_derivatives, inverse_derivatives
from sarrus.dynamics.derivatives.forward import by_articulated_bodies
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import GROUND
from sarrus.model.forces import SpringDamper
from sarrus.spatial import Transform
from sarrus.spatial.dual import duals, rates

# joints whose velocities are the rates of their coordinates
HOLONOMIC = ("revolute", "prismatic", "cylindrical", "universal", "planar", "helical", "weld")
SEEDS = range(12)


def derivatives(state: State) -> InverseDerivatives:
    return inverse_derivatives(state.motion)


def rate(state: State, quantity: str) -> np.ndarray:
    """Return the rate of a derivative along the motion, by dual numbers."""
    q, v = duals(state.q, state.layout.rate(state.q, state.v)), duals(state.v, state.vdot)
    return rates(getattr(derivatives(state.at(q=q, v=v)), quantity)).astype(float)


@pytest.mark.parametrize("seed", SEEDS)
def test_first_condition_of_helmholtz(seed: int) -> None:
    """dtau/dv + (dtau/dv)^T = 2 dM/dt: the equations come from a Lagrangian."""
    state = random_state(seed, 2 + seed % 5, types=HOLONOMIC)
    found = derivatives(state)
    assert_close(found.dtau_dv + found.dtau_dv.T, 2.0 * rate(state, "M"), 1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_second_condition_of_helmholtz(seed: int) -> None:
    """dtau/dq - (dtau/dq)^T = 1/2 d/dt [dtau/dv - (dtau/dv)^T]."""
    state = random_state(seed, 2 + seed % 5, types=HOLONOMIC)
    found, turning = derivatives(state), rate(state, "dtau_dv")
    skew = found.dtau_dq - found.dtau_dq.T
    size = np.max(np.abs(found.dtau_dq), initial=1.0)
    assert np.max(np.abs(skew - 0.5 * (turning - turning.T)), initial=0.0) <= 1e-11 * size


@pytest.mark.parametrize("seed", SEEDS)
def test_velocity_terms_are_quadratic(seed: int) -> None:
    """Without gravity and at vdot = 0, (dtau/dv) v = 2 tau."""
    state = random_state(seed, 2 + seed % 5, gravity=(0.0, 0.0, 0.0))
    found = derivatives(state.at(vdot=np.zeros(len(state.v))))
    assert found.dtau_dv @ state.v == pytest.approx(2.0 * found.tau, abs=1e-11)


@pytest.mark.parametrize("seed", SEEDS)
def test_stiffness_at_rest_is_symmetric(seed: int) -> None:
    """It is the second derivative of the energy of gravity and springs."""
    n = 2 + seed % 5
    spring = SpringDamper(
        "s", GROUND, f"b{n - 1}", (0.1, 0.2, 0.3), (0.3, 0.1, 0.2), 40.0, 2.0, 0.3
    )
    model = replace(random_tree(seed, n, HOLONOMIC), forces=(spring,))
    state = state_of(model, seed)
    still = state.at(v=np.zeros(len(state.v)), vdot=np.zeros(len(state.v)))
    found = derivatives(still)
    assert_close(found.dtau_dq, found.dtau_dq.T, 1e-12)
    # and its damping is symmetric as well, and takes energy away
    assert_close(found.dtau_dv, found.dtau_dv.T, 1e-12)
    assert np.min(np.linalg.eigvalsh(found.dtau_dv), initial=0.0) >= -1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_ground_may_stand_anywhere(seed: int) -> None:
    """Moved and turned with gravity, a tree has the same derivatives, far away too."""
    state = random_state(seed, 2 + seed % 5)
    pose = random_base(seed).pose
    X = Transform(pose.rotation, 1e4 * pose.position)
    turned = tuple(float(x) for x in X.rotation.apply(np.array(state.model.gravity)))
    moved = replace(state, model=replace(state.model, gravity=turned), base=fixed_at(X))
    for name in ("tau", "dtau_dq", "dtau_dv", "M"):
        assert_close(getattr(derivatives(moved), name), getattr(derivatives(state), name), 1e-11)


def fixed_at(X: Transform) -> BaseMotion:
    return BaseMotion(X, np.zeros(6), np.zeros(6))


@pytest.mark.parametrize("seed", SEEDS)
def test_far_from_the_origin_no_digits_are_lost(seed: int) -> None:
    """A free body that carries an arm, at 1 km: the same derivatives as at the origin."""
    kinds = ["free", "revolute", "spherical", "revolute"]
    state = state_of(chain_of(kinds, seed), seed)
    q = state.q.copy()
    q[0:3] += 1000.0
    near, far = derivatives(state), derivatives(state.at(q=q))
    for name in ("tau", "dtau_dq", "dtau_dv", "M"):
        assert_close(getattr(far, name), getattr(near, name), 1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_bodies_and_joints_changes_nothing(seed: int) -> None:
    state = random_state(seed, 5)
    model = state.model
    order = np.random.default_rng(seed).permutation(5)
    shuffled = replace(
        model,
        bodies=tuple(model.bodies[k] for k in order[::-1]),
        joints=tuple(model.joints[k] for k in order),
    )
    other = State(shuffled, np.zeros(0), np.zeros(0), np.zeros(0))

    def placed(x: np.ndarray, slices: str) -> np.ndarray:
        mine = getattr(state.layout, slices)
        return np.concatenate([x[mine[joint.name]] for joint in shuffled.joints])

    q, v, vdot = placed(state.q, "q_slice"), placed(state.v, "v_slice"), state.vdot
    other = other.at(q=q, v=v, vdot=placed(vdot, "v_slice"))
    place = placed(np.arange(state.layout.nv), "v_slice")
    found, expected = derivatives(other), derivatives(state)
    for name in ("dtau_dq", "dtau_dv", "M"):
        reordered = getattr(expected, name)[np.ix_(place, place)]
        assert_close(getattr(found, name), reordered, 1e-11, name)


@pytest.mark.parametrize("seed", range(20))
def test_joints_of_several_axes_as_simple_ones_with_massless_bodies(seed: int) -> None:
    one, many = pair(seed)
    found, expected = derivatives(many), derivatives(one)
    for name in ("tau", "dtau_dq", "dtau_dv", "M"):
        assert_close(getattr(found, name), getattr(expected, name), 1e-11, name)
    if not one.layout.nv:
        return
    simple, whole = (by_articulated_bodies(state.speed, expected.tau, 0.0) for state in (many, one))
    tolerance = 1e-12 * float(np.linalg.cond(expected.M))
    for name in ("vdot", "dvdot_dq", "dvdot_dv", "dvdot_dtau"):
        assert_close(getattr(simple, name), getattr(whole, name), tolerance, name)


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_undo_efforts(seed: int) -> None:
    """dtau = 0 when q, v and vdot change as forward dynamics says."""
    state = random_state(seed, 2 + seed % 5)
    if not state.layout.nv:
        return
    inverse = derivatives(state)
    forward = forward_derivatives(state.speed, inverse.tau)
    size = np.linalg.cond(inverse.M) * 1e-13
    for by_inverse, by_forward in (
        (inverse.dtau_dq, forward.dvdot_dq),
        (inverse.dtau_dv, forward.dvdot_dv),
        (-np.eye(state.layout.nv), forward.dvdot_dtau),
    ):
        left = by_inverse + inverse.M @ by_forward
        assert np.max(np.abs(left)) <= size * np.max(np.abs(by_inverse), initial=1.0)
    assert_close(inverse.M, mass_matrix(state.where), 1e-12)

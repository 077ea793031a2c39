"""Forward and hybrid dynamics: inverse dynamics undone, for any set of driven coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from closeness import assert_close
from dynamics.floats import State, chain_of, random_base, random_state, state_of
from random_trees import ALL_TYPES
from sarrus.dynamics.mass_matrix import mass_matrix

seeds, sizes = st.integers(0, 10**6), st.integers(1, 9)


def tolerance(state: State) -> float:
    """Return what rounding allows: the condition of M times a few units."""
    if state.layout.nv == 0:
        return 1e-12
    return max(1e-12, 1e-14 * float(np.linalg.cond(mass_matrix(state.where))))


@given(seeds, sizes)
def test_forward_of_inverse_is_identity(seed: int, n: int) -> None:
    state = random_state(seed, n).at(base=random_base(seed))
    assume(tolerance(state) < 1e-8)
    assert_close(state.hybrid(state.inverse.tau).vdot, state.vdot, tolerance(state))


@given(seeds, sizes)
def test_inverse_of_forward_is_identity(seed: int, n: int) -> None:
    state = random_state(seed, n)
    tau = 10.0 * np.random.default_rng(seed).normal(size=state.layout.nv)
    moving = state.at(vdot=state.hybrid(tau).vdot)
    scale = 1.0 + np.max(np.abs(moving.inverse.wrenches), initial=0.0)
    assert moving.inverse.tau == pytest.approx(tau, abs=1e-11 * scale)


@given(seeds, sizes)
def test_forward_solves_the_equations_of_motion(seed: int, n: int) -> None:
    state = random_state(seed, n)
    assume(state.layout.nv > 0 and tolerance(state) < 1e-8)
    tau = 10.0 * np.random.default_rng(seed).normal(size=state.layout.nv)
    bias = state.at(vdot=np.zeros_like(state.v)).inverse.tau
    expected = np.linalg.solve(mass_matrix(state.where), tau - bias)
    assert_close(state.hybrid(tau).vdot, expected, tolerance(state))


@given(seeds, sizes, st.floats(0.0, 1.0))
def test_hybrid_agrees_with_both(seed: int, n: int, part: float) -> None:
    """Any coordinates may be driven, also some of a joint that has several."""
    state = random_state(seed, n).at(base=random_base(seed))
    assume(tolerance(state) < 1e-8)
    rng = np.random.default_rng(seed)
    driven = {k for k in range(state.layout.nv) if rng.random() < part}
    free = [k for k in range(state.layout.nv) if k not in driven]
    tau = state.inverse.tau.copy()
    unknown = state.vdot.copy()
    tau[list(driven)], unknown[free] = np.nan, np.nan  # what is not given is not read
    found = state.at(vdot=unknown).hybrid(tau, driven)
    assert_close(found.vdot, state.vdot, tolerance(state))
    scale = 1.0 + np.max(np.abs(state.inverse.wrenches), initial=0.0)
    assert found.tau == pytest.approx(state.inverse.tau, abs=tolerance(state) * 10 * scale)
    for mine, expected in zip(found.wrenches, state.inverse.wrenches, strict=True):
        assert mine == pytest.approx(expected, abs=tolerance(state) * 10 * scale)


@given(seeds, sizes)
def test_hybrid_with_everything_driven_is_inverse_dynamics(seed: int, n: int) -> None:
    state = random_state(seed, n)
    nothing = np.full(state.layout.nv, np.nan)
    found = state.hybrid(nothing, set(range(state.layout.nv)))
    assert np.array_equal(found.vdot, state.vdot)
    assert_close(found.tau, state.inverse.tau, 1e-12)


@given(seeds, sizes)
def test_CHK_D06_hybrid_is_the_partitioned_system(seed: int, n: int) -> None:
    """M_FF vdot_F = tau_F - c_F - M_FP vdot_P, then tau_P (paper 0)."""
    state = random_state(seed, n)
    nv = state.layout.nv
    assume(nv > 1 and tolerance(state) < 1e-8)
    rng = np.random.default_rng(seed)
    P = sorted(rng.choice(nv, size=int(rng.integers(1, nv)), replace=False).tolist())
    F = [k for k in range(nv) if k not in P]
    tau = rng.normal(size=nv)
    M, c = mass_matrix(state.where), state.at(vdot=np.zeros(nv)).inverse.tau
    vdot = state.vdot.copy()
    right = (tau - c)[F] - M[np.ix_(F, P)] @ state.vdot[P]
    vdot[F] = np.linalg.solve(M[np.ix_(F, F)], right)
    found = state.hybrid(tau, P)
    assert_close(found.vdot, vdot, tolerance(state))
    assert_close(found.tau[F], tau[F], 1e-9)
    assert_close(found.tau, M @ vdot + c, max(tolerance(state), 1e-11))


@pytest.mark.parametrize("kind", [name for name in ALL_TYPES if name != "weld"])
@pytest.mark.parametrize("seed", range(2))
def test_single_coordinates_of_every_type_may_be_driven(kind: str, seed: int) -> None:
    state = state_of(chain_of(("revolute", kind, "revolute"), seed, reversals=True), seed)
    for k in range(state.layout.nv):
        found = state.hybrid(state.inverse.tau, {k})
        assert_close(found.vdot, state.vdot, 1e-10)
        assert_close(found.tau, state.inverse.tau, 1e-10)


# Single bodies, in closed form --------------------------------------------------------------


def test_a_free_body_falls() -> None:
    state = state_of(chain_of(("free",), 3, gravity=(0.0, 0.0, -9.81)), 1)
    still = state.at(v=np.zeros(6))
    vdot = still.hybrid(np.zeros(6)).vdot
    joint = state.model.joints[0]
    in_world = np.array(joint.on_parent.rotation) @ joint.type.pose(state.q).matrix @ vdot[0:3]
    assert in_world == pytest.approx((0.0, 0.0, -9.81), abs=1e-12)
    assert vdot[3:6] == pytest.approx(np.zeros(3), abs=1e-12)


def test_a_free_body_turns_by_eulers_equation() -> None:
    """J wdot + w x J w = 0 about the centre of mass."""
    state = state_of(chain_of(("free",), 4, gravity=(0.0, 0.0, 0.0)), 2)
    body, joint = state.model.bodies[0], state.model.joints[0]
    R_MB = np.array(joint.on_child.rotation).T
    J = R_MB @ np.array(body.inertia) @ R_MB.T
    w = state.v[3:6]
    expected = np.linalg.solve(J, -np.cross(w, J @ w))
    assert state.hybrid(np.zeros(6)).vdot[3:6] == pytest.approx(expected, abs=1e-11)

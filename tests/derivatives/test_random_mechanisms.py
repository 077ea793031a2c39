"""CHK-J01: all derivatives on 200 random mechanisms with loops, springs and every joint type.

Against complex steps or dual numbers through the equations themselves, to 1e-12 of the largest
entry (times the condition number where equations are solved), and against differences to 1e-7.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from closeness import assert_close
from derivatives.differences import along, along_q, differences, differences_q
from derivatives.mechanisms import (
    ALL,
    CLOSING,
    FAST,
    Moving,
    matrix_of,
    random_mechanism,
    some_slow,
)
from sarrus.dynamics.derivatives import (
    closed_derivatives,
    closed_forward_derivatives,
    constraint_derivatives,
    forward_derivatives,
    gamma_derivatives,
    inverse_derivatives,
)
from sarrus.dynamics.derivatives.forward import by_articulated_bodies, by_inverse_mass
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model.joints import TYPES

EXACT, NEAR = 1e-12, 1e-7
SOME = range(0, FAST, 5)


@cache
def mechanism(seed: int) -> Moving:
    return random_mechanism(seed)


def exact(
    found: np.ndarray, expected: np.ndarray, scale: float, what: str, condition: float = 1.0
) -> None:
    """Fail above 1e-12 of the largest entry, or of `scale` where entries cancel."""
    assert found.shape == expected.shape
    gap = np.max(np.abs(found - expected), initial=0.0)
    size = max(np.max(np.abs(expected), initial=0.0), scale)
    assert gap <= EXACT * condition * size, f"{what}: {gap / size:.1e}, condition {condition:.0e}"


def test_the_mechanisms_have_everything() -> None:
    models = [mechanism(seed) for seed in range(ALL)]
    in_tree = {(j.type.type_name, b.reversed) for m in models for b in m.topology.branches
               for j in [b.joint]}  # fmt: skip
    assert in_tree >= {(n, r) for n, t in TYPES.items() if t.in_tree for r in (False, True)}
    assert {j.type.type_name for m in models for j in m.topology.cuts} == set(CLOSING)
    assert sum(bool(m.model.couplers) for m in models) >= 10
    assert sum(m.looks_at_cuts for m in models) >= 10


@pytest.mark.parametrize("seed", some_slow(range(ALL)))
def test_CHK_J01_efforts(seed: int) -> None:
    m = mechanism(seed)
    found = inverse_derivatives(m.moving, 0.0, m.lam, m.cut_efforts)
    tau = m.efforts(m.q, m.v, m.vdot)
    dual, scale = m.looks_at_cuts, float(np.max(np.abs(tau), initial=0.0))
    exact(found.tau, tau, scale, "tau")
    dq = along_q(m, lambda q: m.efforts(q, m.v, m.vdot), dual)
    exact(found.dtau_dq, dq, scale, "by q")
    exact(found.dtau_dv, along(lambda v: m.efforts(m.q, v, m.vdot), m.v, dual), scale, "by v")
    exact(found.M, mass_matrix(m.moving.velocities.positions), 0.0, "by vdot")


@pytest.mark.parametrize("seed", SOME)
def test_CHK_J01_efforts_against_differences(seed: int) -> None:
    m = mechanism(seed)
    found = inverse_derivatives(m.moving, 0.0, m.lam, m.cut_efforts)
    assert_close(found.dtau_dq, differences_q(m, lambda q: m.efforts(q, m.v, m.vdot)), NEAR)
    assert_close(found.dtau_dv, differences(lambda v: m.efforts(m.q, v, m.vdot), m.v), NEAR)


def closes_positions(m: Moving) -> list[bool]:
    """Return for every row whether it has a residual; rolling has rows of velocities alone."""
    found = [closes for joint in m.topology.cuts for closes in joint.type.holonomic]
    return found + [True] * len(m.model.couplers)


@pytest.mark.parametrize("seed", some_slow(range(ALL)))
def test_CHK_J01_constraints(seed: int) -> None:
    m = mechanism(seed)
    if not m.cut:
        assert constraint_derivatives(m.moving).Phi.shape == (0, m.nv)
        return
    found = constraint_derivatives(m.moving)
    gamma = gamma_derivatives(m.moving.velocities)
    by_q = along_q(m, lambda q: m.loops(q, m.v, m.vdot), m.looks_at_cuts)
    by_v = along(lambda v: m.loops(m.q, v, m.vdot), m.v, m.looks_at_cuts)
    # what entries are made of, where they cancel
    speed = float(np.max(np.abs(m.v), initial=1.0))
    push = speed**2 + float(np.max(np.abs(m.vdot), initial=1.0))
    closing = closes_positions(m)
    exact(found.Phi[closing], by_q[0][closing], 1.0, "residual by q")
    exact(found.dvelocity_dq, by_q[1], speed, "velocity by q")
    exact(found.Phi, by_v[1], 1.0, "velocity by v")
    exact(found.dacceleration_dq, by_q[2], push, "acceleration by q")
    exact(found.dacceleration_dv, by_v[2], speed, "acceleration by v")
    exact(gamma.dgamma_dq, by_q[3], speed**2, "gamma by q")
    exact(gamma.dgamma_dv, by_v[3], speed, "gamma by v")


@pytest.mark.parametrize("seed", range(1, FAST, 6))
def test_CHK_J01_constraints_against_differences(seed: int) -> None:
    m = mechanism(seed)
    found = constraint_derivatives(m.moving)
    numeric = differences_q(m, lambda q: m.loops(q, m.v, m.vdot))
    closing = closes_positions(m)
    assert_close(found.Phi[closing], numeric[0][closing], NEAR)
    assert_close(found.dvelocity_dq, numeric[1], NEAR)
    assert_close(found.dacceleration_dq, numeric[2], NEAR)


@pytest.mark.parametrize("seed", some_slow(range(0, ALL, 2)))
def test_CHK_J01_accelerations_of_trees(seed: int) -> None:
    """Both ways of forward dynamics against the inverse of what inverse dynamics needs."""
    m = mechanism(seed)
    inverse = inverse_derivatives(m.moving)
    M_inverse = np.linalg.inv(inverse.M)
    condition = float(np.linalg.cond(inverse.M)) if m.nv else 1.0
    speed = m.moving.velocities
    for way in (by_inverse_mass, by_articulated_bodies, forward_derivatives):
        found = way(speed, inverse.tau, 0.0)
        assert_close(found.vdot, m.vdot, EXACT * condition)
        assert_close(found.dvdot_dtau, M_inverse, EXACT * condition)
        assert_close(found.dvdot_dq, -M_inverse @ inverse.dtau_dq, EXACT * condition)
        assert_close(found.dvdot_dv, -M_inverse @ inverse.dtau_dv, EXACT * condition)


@pytest.mark.parametrize("seed", some_slow(range(1, ALL, 2)))
def test_CHK_J01_accelerations_and_multipliers(seed: int) -> None:
    """The whole problem with loops, against complex steps and dual numbers through its solution."""
    m = mechanism(seed)
    tau = np.random.default_rng(seed).normal(size=m.nv)
    found = closed_forward_derivatives(m.moving.velocities, tau, m.rows, 0.0, m.cut_efforts)
    condition = float(np.linalg.cond(matrix_of(m.factors(m.q)).astype(float)))
    solution = m.solution(m.q, m.v, tau)
    exact(np.concatenate([found.vdot, found.lam]), solution, 1.0, "solution", condition)
    d, dual = found.derivatives, m.looks_at_cuts
    cases = {
        "q": (along_q(m, lambda q: m.solution(q, m.v, tau), dual), d.dvdot_dq, d.dlam_dq),
        "v": (along(lambda v: m.solution(m.q, v, tau), m.v, dual), d.dvdot_dv, d.dlam_dv),
        "tau": (along(lambda x: m.solution(m.q, m.v, x), tau, dual), d.dvdot_dtau, d.dlam_dtau),
    }
    for name, (expected, dvdot, dlam) in cases.items():
        exact(np.concatenate([dvdot, dlam]), expected, 1.0, f"by {name}", condition)


@pytest.mark.parametrize("seed", (1, 13, 27))
def test_penalty_changes_nothing(seed: int) -> None:
    m = mechanism(seed)
    tau = np.random.default_rng(seed).normal(size=m.nv)
    cut = m.cut_efforts
    plain, stiff = (
        closed_forward_derivatives(m.moving.velocities, tau, m.rows, 0.0, cut, penalty)
        for penalty in (0.0, 3.0)
    )
    names = [name for name in vars(plain.derivatives) if name != "rows"]
    assert len(names) == 6
    for name in names:
        assert_close(getattr(stiff.derivatives, name), getattr(plain.derivatives, name), 1e-9, name)
    again = closed_derivatives(
        m.motion(m.q, m.v, plain.vdot), plain.lam, m.rows, m.factors(m.q, 3.0), 0.0, cut
    )
    assert_close(again.dvdot_dq, plain.derivatives.dvdot_dq, 1e-9)

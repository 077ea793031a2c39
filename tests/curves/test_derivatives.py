"""Exact derivatives of curves and belts: against dual numbers through the equations, to 1e-12."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from curves.followers import KINDS, machine
from curves.test_contact import machine as machine_by_compliance
from curves.test_curvilinear import linkage
from curves.test_two_points import HELIX, WAVE, carriage, places
from derivatives.differences import along, along_q
from derivatives.mechanisms import Moving
from sarrus import gallery
from sarrus.dynamics import BaseMotion
from sarrus.dynamics.derivatives import (
    constraint_derivatives,
    gamma_derivatives,
    inverse_derivatives,
)
from sarrus.system import System

EXACT = 1e-12

SYSTEMS: dict[str, tuple[Callable[[], System], dict[str, float]]] = {
    **{kind: (lambda kind=kind: machine(kind).compile(), {"A": 0.7}) for kind in KINDS},  # type: ignore[misc]
    "wave": (lambda: carriage(WAVE, *places(WAVE, 1.1, 1.6), "one"), {}),
    "wire": (lambda: carriage(HELIX, *places(HELIX, 0.4, 1.2), "one"), {}),
    "compliance": (lambda: machine_by_compliance(1e5, 0.2, 0.1).compile(), {"A": 0.4, "B": -1e-3}),
    "rail": (lambda: linkage().compile(cut=["C"]), {}),
    "rail, cut": (lambda: linkage().compile(cut=["J"]), {}),
    "geneva": (lambda: gallery.geneva().compile(), {"A": 0.3}),
    "belt": (lambda: gallery.belt_tensioner(mu=0.3).compile(), {"A": 0.1, "C": -0.1}),
    "rope": (lambda: gallery.block_and_tackle().compile(), {}),
}


@pytest.fixture(scope="module", params=SYSTEMS)
def moving(request: pytest.FixtureRequest) -> Moving:
    """A mechanism in a motion with random accelerations and multipliers."""
    make, wanted = SYSTEMS[request.param]
    system = make()
    rng = np.random.default_rng(3)
    state = system.assemble(wanted)
    cut = tuple(joint.name for joint in system.topology.cuts)
    count = system.compiled.loops.m
    return Moving(
        model=system.model,
        cut=cut,
        q=state.q,
        v=rng.uniform(-2.0, 2.0, system.nv),
        vdot=rng.uniform(-5.0, 5.0, system.nv),
        lam=rng.uniform(-9.0, 9.0, count),
        tau_cut=np.zeros(0),
        base=BaseMotion.at_rest(),
    )


def assert_exact(found: np.ndarray, expected: np.ndarray, scale: float) -> None:
    assert found.shape == expected.shape
    size = max(float(np.max(np.abs(expected), initial=0.0)), scale)
    assert np.max(np.abs(found - expected), initial=0.0) <= EXACT * size


def test_rows_and_their_bias(moving: Moving) -> None:
    if not moving.lam.size:
        return
    m = moving
    by_q = along_q(m, lambda q: m.loops(q, m.v, m.vdot), True)
    by_v = along(lambda v: m.loops(m.q, v, m.vdot), m.v, True)
    speed = float(np.max(np.abs(m.v)))
    push = speed**2 + float(np.max(np.abs(m.vdot)))
    # rows are the slope of what they close, and the bias is their rate along the motion
    assert_exact(by_v[1], by_q[0], 1.0)
    assert_exact(by_q[1] @ m.v, -np.asarray(m.loops(m.q, m.v, m.vdot)[3]), speed**2)
    if m.tree.bare:
        return  # the equations of ropes are differentiated by their trace
    found, gamma = constraint_derivatives(m.moving), gamma_derivatives(m.moving.velocities)
    assert_exact(found.Phi, by_q[0], 1.0)
    assert_exact(found.dvelocity_dq, by_q[1], speed)
    assert_exact(found.Phi, by_v[1], 1.0)
    assert_exact(found.dacceleration_dq, by_q[2], push)
    assert_exact(found.dacceleration_dv, by_v[2], speed)
    assert_exact(gamma.dgamma_dq, by_q[3], speed**2)
    assert_exact(gamma.dgamma_dv, by_v[3], speed)


def test_forces(moving: Moving) -> None:
    m = moving
    found = inverse_derivatives(m.moving, 0.0, m.lam, None)
    by_q = along_q(m, lambda q: m.efforts(q, m.v, m.vdot), True)
    by_v = along(lambda v: m.efforts(m.q, v, m.vdot), m.v, True)
    scale = float(np.max(np.abs(found.tau), initial=1.0))
    assert_exact(found.dtau_dq, by_q, scale)
    assert_exact(found.dtau_dv, by_v, scale)

"""Derivatives as a system gives them: recursions, the chain rule of the trace, and differences."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from loops.mechanisms import bricard, delta, four_bar, rssr, slider_crank
from sarrus import analysis
from sarrus.system import System
from sarrus.system.flow import flow_kernels
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.mode_kernels import Simulator
from simulation.machines import rrc_arm


def differences(function, system: System, q: np.ndarray) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Central differences along the velocity coordinates."""
    h = 1e-6
    columns = [
        (function(system.add(q, h * unit)) - function(system.add(q, -h * unit))) / (2.0 * h)
        for unit in np.eye(system.nv)
    ]
    return np.array(columns).T


def ball_chain() -> System:
    """A free body that carries a ball joint and a hinge with a spring to ground."""
    m = sarrus.Mechanism("chain", gravity=(0, -9.81, 0))
    a = m.body("a", 2.0, (0.1, 0.2, 0), (0.3, 0.2, 0.4))
    b = m.body("b", 1.0, (0.3, 0, 0.1), (0.1, 0.2, 0.2), at=(1, 0, 0))
    c = m.body("c", 0.5, (0.2, 0.1, 0), (0.05, 0.06, 0.07), at=(2, 0, 0))
    m.free("F", m.ground, a)
    m.spherical("B", a, b, at=(1, 0, 0))
    m.revolute("C", b, c, at=(2, 0, 0), axis=(0.3, 1, 0.2))
    m.spring_damper(
        "S", m.ground, c, at_a=(2, 2, 0), at_b=(2.2, 0, 0), k=300.0, c=4.0, free_length=1
    )
    return m.build().compile()


@pytest.mark.parametrize("build", [lambda: rrc_arm(1e3).compile(), ball_chain])
def test_inverse_and_forward_of_trees(build) -> None:  # type: ignore[no-untyped-def]
    system = build()
    rng = np.random.default_rng(5)
    q = system.add(system.neutral(), rng.uniform(-0.5, 0.5, system.nv))
    v, vdot, tau = (rng.uniform(-1, 1, system.nv) for _ in range(3))
    d = analysis.inverse_derivatives(system, q, v, vdot)
    scale = np.max(np.abs(d.dtau_dq))
    assert d.tau == pytest.approx(system.inverse_dynamics(q, v, vdot), rel=1e-11, abs=1e-11 * scale)
    found = differences(lambda x: system.inverse_dynamics(x, v, vdot), system, q)
    assert d.dtau_dq == pytest.approx(found, abs=1e-7 * scale)
    assert pytest.approx(system.mass_matrix(q), abs=1e-12 * np.max(d.M)) == d.M
    f = analysis.forward_derivatives(system, q, v, tau)
    assert f.vdot == pytest.approx(system.forward_dynamics(q, v, tau), rel=1e-9)
    found = differences(lambda x: system.forward_dynamics(x, v, tau), system, q)
    assert f.dvdot_dq == pytest.approx(found, abs=1e-6 * np.max(np.abs(found)))
    assert f.dvdot_dtau @ d.M == pytest.approx(np.eye(system.nv), abs=1e-9)


@pytest.mark.parametrize(
    "build", [four_bar, slider_crank, bricard, rssr, pytest.param(delta, marks=pytest.mark.slow)]
)
def test_loops_against_the_system_jacobian(build) -> None:  # type: ignore[no-untyped-def]
    """At a motion, derivatives of solution and of residual agree by implicit differentiation."""
    system = build().compile(kernels=())
    state = system.initial_state()
    tau = np.linspace(0.5, 1.5, system.nv)
    moving = system.accelerations(state, efforts=dict(zip(system.velocities, tau, strict=True)))
    d = analysis.forward_derivatives(system, state.q, state.v, tau)
    assert d.vdot == pytest.approx(moving.vdot, rel=1e-8, abs=1e-8)
    G = analysis.system_jacobian(system, moving)
    assert pytest.approx(tau, abs=1e-9 * max(1.0, np.max(np.abs(moving.lam), initial=0.0))) == G.G
    # dG_dvdot dvdot/dq + dG_dq - Phi^T dlam/dq = 0, along motions that the loops allow
    N = np.linalg.svd(G.Phi)[2][np.linalg.matrix_rank(G.Phi, tol=1e-9) :].T
    off = N.T @ (G.dG_dvdot @ d.dvdot_dq + G.dG_dq)
    assert off @ N == pytest.approx(0.0, abs=1e-8 * max(1.0, np.max(np.abs(G.dG_dq))))
    assert (G.Phi @ d.dvdot_dq + G.dacceleration_dq) @ N == pytest.approx(
        0.0, abs=1e-8 * max(1.0, np.max(np.abs(G.dacceleration_dq)))
    )


def laws(system: System) -> dict:
    """Efforts that depend on the state, in the tree and on the joints that close loops."""
    names = [system.velocities[0], *(n for j in system.topology.cuts for n in j.velocity_names)]
    coordinate = system.coordinates[-1]
    return {
        name: lambda t, state, name=name: 0.3 * np.sin(state[coordinate]) - 0.2 * state[name]
        for name in names
    }


@pytest.mark.parametrize(
    "build", [lambda: rrc_arm(), four_bar, bricard, pytest.param(delta, marks=pytest.mark.slow)]
)
def test_slope_by_recursions_is_that_of_the_trace(build, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    system = build().compile(kernels=())
    state = system.initial_state()
    found = []
    for small in (1, 10**9):
        monkeypatch.setattr(flow_kernels, "SMALL", small)
        sim = Simulator(system, Actuation(system, laws(system)), (), q0=state.q)
        y = sim.start(state)
        given = {**sim.inputs(sim.choice(y)), "y": y, "t": np.zeros(1)}
        kernel = sim.slope_jacobian_kernel()
        found.append(kernel(*[given[port.name] for port in kernel.inputs]))
    scale = np.max(np.abs(found[1]))
    assert found[0] == pytest.approx(found[1], abs=1e-11 * scale)


def test_loads_from_outside_have_no_derivatives() -> None:
    system = four_bar().compile(kernels=())
    state = system.assemble({"A": 0.9})
    body = system.model.bodies[0].name
    moving = system.accelerations(state, loads={body: ((1.0, 0, 0), (0, 0, 0))})
    with pytest.raises(sarrus.ModelError, match="S09"):
        analysis.system_jacobian(system, moving)
    with pytest.raises(sarrus.ModelError, match="S01"):
        analysis.inverse_derivatives(system, state.q, state.v, state.v)

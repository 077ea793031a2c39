"""Rows of states of closed mechanisms have the accelerations of their states, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from sarrus import Mechanism, Model, ModelError, System, analysis


def tangle() -> Model:
    """Two bars that turn freely between balls, one of them in a loop with a distance.

    Its redundant rows have no choice that serves at all positions.
    """
    m = Mechanism("tangle")
    rng = np.random.default_rng(12)

    def body(name: str, mass: float) -> Any:
        inertia = 1e-3 * mass * np.diag([1.0, 1.2, 1.5])
        return m.body(name, mass=mass, com=rng.uniform(-0.03, 0.03, 3), inertia=inertia)

    a, b, c = body("a", 0.3), body("b", 60.0), body("c", 0.1)
    axes = rng.normal(size=(2, 3))
    m.revolute("J0", m.ground, a, at=(-0.03, -0.03, -0.01), axis=tuple(axes[0]))
    m.spherical("J1", m.ground, b, at=(0.03, -0.004, -0.014))
    m.revolute("J2", a, c, at=(0.027, -0.019, -0.017), axis=tuple(axes[1]))
    m.spherical("J4", b, m.ground, at=(0.025, 0.021, -0.022))
    m.distance("J5", c, a, at_a=(0.0015, 0.025, -0.0115), at_b=(0.0074, 0.0239, 0.0127))
    return m.build()


def with_friction() -> Model:
    m = Mechanism("rubbing")
    crank = m.body("crank", mass=1.0, com=(0.1, 0, 0), inertia=(0.01, 0.01, 0.01))
    rod = m.body("rod", mass=1.0, com=(0.4, 0, 0.1), inertia=(0.01, 0.03, 0.03))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.spherical("B", crank, rod, at=(0.2, 0, 0))
    m.distance("D", rod, m.ground, at_a=(0.6, 0, 0.2), at_b=(0.9, 0.1, 0.5))
    m.bearing_friction("rub", "A", mu=0.1, radius=0.02)
    return m.build()


MODELS = {
    "tangle": tangle,
    "bricard": mechanisms.bricard,
    "three cranks": lambda: mechanisms.parallelogram(3),
    "friction": with_friction,
}


def some_states(system: System) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return consistent states far apart, with efforts."""
    rng = np.random.default_rng(4)
    q, v = [], []
    state = system.assemble()
    for _ in range(5):
        A = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(state.q)[1])
        free = A.null_space
        speed = free @ rng.uniform(-1.0, 1.0, free.shape[1])
        q.append(state.q)
        v.append(speed)
        state = system.assemble(guess=system.add(state.q, 0.4 * speed))
    return np.array(q), np.array(v), rng.normal(size=(5, system.nv))


@pytest.mark.parametrize("name", MODELS)
def test_rows_have_the_accelerations_of_single_states(name: str) -> None:
    system = MODELS[name]().compile(kernels=())
    q, v, tau = some_states(system)
    rows = system.forward_dynamics(q, v, tau)
    one = np.array([system.forward_dynamics(*x) for x in zip(q, v, tau, strict=True)])
    assert_close(rows, one, 1e-13)
    shared = system.forward_dynamics(q, v, tau[0])
    assert_close(shared[2], system.forward_dynamics(q[2], v[2], tau[0]), 1e-13)
    with pytest.raises(ModelError, match="M25"):
        system.forward_dynamics(q[:, :-1], v, tau)


def test_a_row_at_a_singular_position_does_not_change_the_others() -> None:
    """The flat parallelogram is solved densely, the others natively as before."""
    system = mechanisms.parallelogram().compile(kernels=())
    q, v, tau = some_states(system)
    flat = system.assemble({system.model.joints[0].name: -1.0}).q
    q[2], v[2] = flat, 0.0
    rows = system.forward_dynamics(q, v, tau)
    for k in range(5):
        assert_close(rows[k], system.forward_dynamics(q[k], v[k], tau[k]), 1e-13)


def test_hybrid_dynamics_of_rows() -> None:
    system = mechanisms.four_bar().compile(kernels=())
    q, v, tau = some_states(system)
    rows = analysis.hybrid_dynamics(system, q, v, tau=tau, driven={"A": 1.0})
    for k in range(5):
        one = analysis.hybrid_dynamics(system, q[k], v[k], tau=tau[k], driven={"A": 1.0})
        assert_close(rows.vdot[k], one.vdot, 1e-13)
        assert_close(rows.tau[k], one.tau, 1e-13)

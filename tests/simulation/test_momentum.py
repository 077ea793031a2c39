"""Momentum of a run: constant for a body that nothing touches, driven by gravity otherwise."""

from __future__ import annotations

import numpy as np

import sarrus


def tumbling(gravity: tuple[float, float, float]) -> sarrus.System:
    m = sarrus.Mechanism("tumbling", gravity=gravity)
    m.body("brick", mass=2.0, com=(0.1, 0.0, 0.05), inertia=(0.02, 0.05, 0.06))
    return m.build().compile(kernels=())


def test_momentum_of_a_free_body_is_constant() -> None:
    system = tumbling((0.0, 0.0, 0.0))
    start = system.state(system.drawing(), [0.3, -0.2, 0.1, 1.0, 4.0, 0.2])
    run = system.simulate(start, until=5.0, rtol=1e-10, atol=1e-12)
    off = np.abs(run.momentum - run.momentum[0])
    assert np.max(off) <= 1e-8 * np.max(np.abs(run.momentum[0]))


def test_gravity_changes_momentum_at_its_own_rate() -> None:
    system = tumbling((0.0, 0.0, -9.81))
    start = system.state(system.drawing(), [0.3, -0.2, 0.1, 1.0, 4.0, 0.2])
    run = system.simulate(start, until=1.0, rtol=1e-10, atol=1e-12)
    expected = run.momentum[0, 2] - 2.0 * 9.81 * run.t
    np.testing.assert_allclose(run.momentum[:, 2], expected, rtol=0, atol=1e-8)

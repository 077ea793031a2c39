"""CVODE and IDA in simulations: accuracy, consistency, and agreement of three methods."""

from __future__ import annotations

import numpy as np
import pytest

from loops.mechanisms import rusr
from sarrus.cartesian import CartesianSystem
from sarrus.system import Run, Sampled, State, System
from simulation.machines import pendulum

METHODS = ("adams", "bdf", "ida")


@pytest.fixture(scope="module")
def swing() -> System:
    return pendulum().compile(kernels=())


@pytest.fixture(scope="module")
def four_bar() -> System:
    return rusr().compile(kernels=())


@pytest.fixture(scope="module")
def start(four_bar: System) -> State:
    return four_bar.initial_state()


@pytest.fixture(scope="module")
def tight(four_bar: System, start: State) -> Run:
    return four_bar.simulate(start, until=5.0, every=0.05, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
def test_CHK_I04_global_error_is_within_a_hundred_tolerances(
    swing: System, method: str, rtol: float
) -> None:
    begin = swing.initial_state()
    exact = swing.simulate(begin, until=5.0, rtol=1e-12, atol=1e-14)
    found = swing.simulate(begin, until=5.0, method=method, rtol=rtol, atol=rtol)
    assert np.max(np.abs(found.q - exact.q)) <= 100 * rtol
    assert found.account.evaluations > 0


@pytest.mark.parametrize("method", METHODS)
def test_CHK_I06_loops_stay_consistent_with_their_multipliers(
    four_bar: System, start: State, tight: Run, method: str
) -> None:
    """Positions, velocities and accelerations of the loops at every state; lambda as CHK-D04."""
    run = four_bar.simulate(start, until=1.0, every=0.05, method=method, rtol=1e-8, atol=1e-9)
    for k in range(0, len(run), 5):
        moving = run.motion(k)
        terms = four_bar.compiled.loops.terms(run.q[k], run.v[k])
        phi = four_bar.compiled.loops.closure(run.q[k])[0]
        assert np.max(np.abs(phi)) <= 1e-8
        assert np.max(np.abs(terms.Phi @ run.v[k])) <= 1e-8
        assert np.max(np.abs(terms.Phi @ moving.vdot - terms.gamma)) <= 1e-8
        np.testing.assert_allclose(moving.lam, tight.motion(k).lam, rtol=1e-4, atol=1e-4)


def test_CHK_I07_three_methods_agree(four_bar: System, start: State, tight: Run) -> None:
    """Absolute coordinates by BDF, relative ones by IDA, by PECE and Adams, and independent ones.

    1e-5 rad over five seconds.
    """
    runs = {
        method: four_bar.simulate(
            start, until=5.0, every=0.05, method=method, rtol=1e-8, atol=1e-10
        )
        for method in ("ida", "adams", "bdf", "pece", "partitioned", "reduced")
    }
    for method, run in runs.items():
        assert np.max(np.abs(run.q - tight.q)) <= 1e-5, method
    absolute = CartesianSystem(four_bar.model)
    bodies = four_bar.poses(start.q)
    poses = {
        body.name: (bodies[body.name].rotation, bodies[body.name].position)
        for body in four_bar.model.bodies
    }
    other = absolute.simulate(
        absolute.state(poses), 5.0, method="implicit", rtol=1e-9, atol=1e-10, times=tight.t
    )
    joint = four_bar.model.joints[0].name
    found = other.coordinates(joint)[:, 0]
    assert np.max(np.abs(found - tight[joint])) <= 1e-5


@pytest.mark.parametrize("method", ["adams", "bdf"])
def test_sampled_controllers_and_python_laws(swing: System, method: str) -> None:
    """A held effort and a law that cannot be traced give what "auto" gives."""
    begin = swing.initial_state()
    laws = {
        "held": Sampled(lambda t, state: -2.0 * state["A"], 0.05),
        "python": lambda t, state: -2.0 * state["A.angle"] if t > -1.0 else 0.0,
    }
    for name, law in laws.items():
        expected = swing.simulate(begin, until=1.0, rtol=1e-10, atol=1e-12, inputs={"A": law})
        found = swing.simulate(
            begin, until=1.0, method=method, rtol=1e-8, atol=1e-10, inputs={"A": law}
        )
        np.testing.assert_allclose(found.q, expected.q, rtol=0, atol=1e-6, err_msg=name)
        assert found.account.traced_inputs == (name == "held")

"""The energy ledger: what efforts bring in and dampers take is integrated with the state."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import sarrus
from loops.mechanisms import four_bar
from sarrus import System
from simulation.machines import pendulum

TIGHT = {"rtol": 1e-10, "atol": 1e-11}


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


@pytest.fixture(scope="module")
def damped() -> System:
    def more(m: sarrus.Mechanism) -> None:
        m.joint_damper("grease", "A", 0.4)
        m.joint_torque("motor", "A", 2.0)

    return pendulum(more).compile(kernels=())


@pytest.fixture(scope="module")
def loop() -> System:
    return four_bar(more=with_losses).compile(kernels=())


def with_losses(m: sarrus.Mechanism) -> None:
    m.joint_damper("grease", "D", 0.4)
    m.spring_damper("spring", "ground", "coupler", at_a=(1, 3, 0), at_b=(1, 1.2, 0), k=30, c=2)


def power(run, torque) -> np.ndarray:
    """Return the integral of torque times rate, by a spline through the states kept."""
    return CubicSpline(run.t, torque * run["A.rate"]).antiderivative()(run.t)


def test_damper_and_motor_elements(damped: System) -> None:
    run = damped.simulate(damped.initial_state(), until=3.0, every=1e-3, **TIGHT)
    assert run.energy_error <= 1e-9
    turned = run["A"] - run["A"][0]
    np.testing.assert_allclose(run.work, 2.0 * turned, rtol=0, atol=1e-8)
    expected = power(run, 0.4 * run["A.rate"])
    np.testing.assert_allclose(run.loss, expected, rtol=0, atol=1e-7)
    assert np.all(np.diff(run.loss) >= 0.0) and run.loss[-1] > 1.0


def test_constant_input_works_as_the_element(system: System) -> None:
    m = pendulum(lambda m: m.joint_torque("motor", "A", 2.0)).compile(kernels=())
    own = m.simulate(m.initial_state(), until=2.0, **TIGHT)
    given = system.simulate(system.initial_state(), until=2.0, inputs={"A": 2.0}, **TIGHT)
    np.testing.assert_allclose(given["A"], own["A"], rtol=0, atol=1e-9)
    np.testing.assert_allclose(given.work, own.work, rtol=0, atol=1e-8)
    assert given.energy_error <= 1e-9


def test_law_of_time(system: System) -> None:
    def torque(t):
        return 6.0 * np.sin(5.0 * t) + t

    start = system.initial_state()
    run = system.simulate(start, until=2.0, every=1e-3, inputs={"A": torque}, **TIGHT)
    np.testing.assert_allclose(run.work, power(run, torque(run.t)), rtol=0, atol=1e-7)
    assert run.energy_error <= 1e-9 and np.ptp(run.work) > 1.0


def test_law_of_time_and_state(system: System) -> None:
    """A controller that holds the rod horizontal: -k angle - d rate + half of the weight."""

    def torque(t, state):
        return 4.905 - 40.0 * state["A.angle"] - 9.0 * state["A.rate"] + 0.0 * t

    start = system.state([0.5], [2.0])
    run = system.simulate(start, until=3.0, every=1e-3, inputs={"A.rate": torque}, **TIGHT)
    effort = 4.905 - 40.0 * run["A.angle"] - 9.0 * run["A.rate"]
    np.testing.assert_allclose(run.work, power(run, effort), rtol=0, atol=1e-7)
    assert run.energy_error <= 1e-9
    assert abs(run["A"][-1]) < 0.02


@pytest.mark.parametrize("method", ["rk4", "abm4", "ab3"])
def test_laws_with_fixed_steps(system: System, method: str) -> None:
    def torque(t, state):
        return 3.0 * np.cos(4.0 * t) - 0.5 * state["A.rate"]

    given = {"until": 2.0, "every": 0.1, "inputs": {"A": torque}}
    exact = system.simulate(system.initial_state(), **given, **TIGHT)
    run = system.simulate(system.initial_state(), method=method, step=1e-3, **given)
    np.testing.assert_allclose(run["A"], exact["A"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(run.work, exact.work, rtol=0, atol=1e-5)
    assert run.energy_error <= 1e-6


def test_efforts_on_cut_joints() -> None:
    """The same torque on the same joint, whether the tree holds it or a cut does."""
    runs = []
    for joint in ("B", "C"):
        system = four_bar(more=with_losses).compile(kernels=(), cut=[joint])
        assert [cut.name for cut in system.topology.cuts] == [joint]
        inputs = {"B": lambda t: 3.0 * np.sin(2.0 * t), "C": -1.0}
        start = system.assemble({"A": 0.0})
        run = system.simulate(start, until=1.0, every=0.1, inputs=inputs, **TIGHT)
        assert run.energy_error <= 1e-9 and run.loss[-1] > 1e-3
        runs.append(run)
    for name in ("A", "D"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=0, atol=1e-8)
    np.testing.assert_allclose(runs[0].work, runs[1].work, rtol=0, atol=1e-7)
    np.testing.assert_allclose(runs[0].loss, runs[1].loss, rtol=0, atol=1e-7)


def test_law_reads_a_cut_joint() -> None:
    """A spring law on the angle of a joint, once in the tree and once cut."""
    runs = []
    for joint in ("B", "C"):
        system = four_bar().compile(kernels=(), cut=[joint])
        start = system.assemble({"A": 0.0})
        first = start["C"]

        def law(t, state, first=first):
            return -20.0 * (state["C.angle"] - first) - 0.5 * state["C.rate"]

        runs.append(system.simulate(start, until=0.5, every=0.05, inputs={"C": law}, **TIGHT))
        assert runs[-1].energy_error <= 1e-9
    np.testing.assert_allclose(runs[0]["A"], runs[1]["A"], rtol=0, atol=1e-8)


def test_drive_of_a_tree_is_paid_for(system: System) -> None:
    """A driven rod: the work of the drive is the change of energy."""
    run = system.simulate(
        system.initial_state(), until=1.0, driven={"A": lambda t: 0.3 * t**3}, **TIGHT
    )
    np.testing.assert_allclose(run["A"], 0.3 * run.t**3, rtol=0, atol=1e-15)
    np.testing.assert_allclose(run["A.rate"], 0.9 * run.t**2, rtol=0, atol=1e-15)
    np.testing.assert_allclose(run.work, run.energy - run.energy[0], rtol=0, atol=1e-10)
    torque = run.motion(-1).efforts["A"]
    expected = 1.8 / 3.0 + 0.5 * 9.81 * np.cos(0.3)
    assert np.ravel(torque)[0] == pytest.approx(expected, rel=1e-10)

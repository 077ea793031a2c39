"""CHK-I01, CHK-I04 and CHK-D13 on the pendulum of paper 4: curves, orders, tolerances."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sarrus import System
from simulation.machines import pendulum

Table = Callable[[str], np.ndarray]
END = -2.937511
"""Angle at 5 s, spec 5.4."""


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


@pytest.fixture(scope="module")
def table(reference_table: Table) -> np.ndarray:
    return reference_table("refs/paper4_pendulum.csv")


def test_paper_4_pendulum_curve(system: System, table: np.ndarray) -> None:
    run = system.simulate(system.initial_state(), until=5.0, every=0.01, rtol=1e-12, atol=1e-13)
    assert np.array_equal(run.t, np.append(0.01 * np.arange(500), 5.0))
    np.testing.assert_allclose(run.t, table["t_s"], rtol=0, atol=1e-12)
    for name, column in (("A.angle", "theta_rad"), ("A.rate", "thetad")):
        np.testing.assert_allclose(run[name], table[column], rtol=0, atol=2e-10)
    vdot = [run.motion(k)["A.rate"] for k in range(0, 501, 20)]
    np.testing.assert_allclose(vdot, table["thetadd"][::20], rtol=0, atol=2e-9)
    assert run["A.angle"][-1] == pytest.approx(END, abs=1e-6)


@pytest.mark.parametrize("rtol", 10.0 ** -np.arange(4.0, 11.0))
def test_CHK_I04_global_error_follows_the_tolerance(
    system: System, table: np.ndarray, rtol: float
) -> None:
    run = system.simulate(system.initial_state(), until=5.0, every=0.01, rtol=rtol, atol=rtol)
    error = np.max(np.abs(run["A.angle"] - table["theta_rad"]))
    assert error <= 100.0 * rtol
    assert run.account.evaluations >= 12 * run.account.steps > 0
    assert not run.notices


@pytest.mark.parametrize(
    "method, order, steps",
    [
        ("euler", 1, [1e-3, 5e-4, 2.5e-4]),
        ("ab3", 3, [2e-3, 1e-3, 5e-4]),
        ("rk4", 4, [2e-2, 1e-2, 5e-3]),
        ("abm4", 4, [1e-2, 5e-3, 2.5e-3]),
    ],
)
def test_CHK_I01_order_of_convergence(
    system: System, table: np.ndarray, method: str, order: int, steps: list[float]
) -> None:
    """Greatest errors over a period at h, h/2, h/4; 3.0 +- 0.1 for the method of paper 0."""
    errors = []
    for h in steps:
        start = system.initial_state()
        run = system.simulate(start, until=2.0, method=method, step=h, every=0.02)
        errors.append(np.max(np.abs(run["A.angle"] - table["theta_rad"][:201:2])))
    observed = np.log2(np.array(errors[:-1]) / errors[1:])
    assert observed == pytest.approx((order, order), abs=0.1)


def test_CHK_I01_start_of_multistep_methods_has_full_order(system: System) -> None:
    """The first steps, before there is a history, are not worse than those that follow."""
    exact = system.simulate(system.initial_state(), until=0.04, rtol=1e-13, atol=1e-15, every=0.01)
    for method, bound in (("ab3", 2e-6), ("abm4", 1e-7)):
        run = system.simulate(
            system.initial_state(), until=0.04, method=method, step=0.01, every=0.01
        )
        assert np.max(np.abs(run["A.angle"] - exact["A.angle"])) < bound


def test_CHK_D13_energy(system: System) -> None:
    run = system.simulate(system.initial_state(), until=5.0, rtol=1e-9, atol=1e-11)
    exchange = np.ptp([system.energy(q, v).kinetic for q, v in zip(run.q, run.v, strict=True)])
    assert np.ptp(run.energy) <= 1e-7 * exchange
    assert run.energy_error <= 1e-7 and run.drift == 0.0
    assert np.all(run.work == 0.0) and np.all(run.loss == 0.0)


def test_period(system: System) -> None:
    """1.933334854373 s for swings of a right angle to each side."""
    period = 1.933334854373
    run = system.simulate(
        system.initial_state(), until=2 * period, every=period, rtol=1e-11, atol=1e-12
    )
    np.testing.assert_allclose(run["A.angle"], 0.0, atol=1e-9)
    np.testing.assert_allclose(run["A.rate"], 0.0, atol=1e-8)

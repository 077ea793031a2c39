"""IDA's number of steps depends on the tolerance, not on chance: the stiff arm of `test_stiff`."""

from __future__ import annotations

import numpy as np
import pytest

from simulation.test_stiff import stiff_arm

HALF_DECADES = 10.0 ** -np.arange(3.0, 9.01, 0.5)


def steps(change: float = 0.0, seed: int = 0) -> np.ndarray:
    """Return the steps at each tolerance, from a start whose moving joints are changed a little."""
    system, start, how = stiff_arm()
    some = change * np.random.default_rng(seed).standard_normal((2, 7))
    some[:, [0, 1, 2, 4, 6]] = 0.0
    state = system.state(start.q + some[0], start.v + some[1])
    runs = [system.simulate(state, method="ida", rtol=r, atol=r / 100, **how) for r in HALF_DECADES]
    assert all(run.account.rejected < run.account.steps / 4 for run in runs)
    return np.array([run.account.steps for run in runs])


@pytest.mark.slow
def test_steps_vary_smoothly_with_the_tolerance() -> None:
    """Steps that jump about the damper's time at order 1 would take 149 504 at 3.2e-8."""
    found = steps()
    assert np.max(found) < 2000
    assert np.max(found[1:] / found[:-1]) < 2.0
    assert np.max(found[:-1] / found[1:]) < 1.5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 21))
def test_steps_do_not_depend_on_the_last_digits_of_the_start(seed: int) -> None:
    found, plain = steps(1e-12, seed), steps()
    assert np.max(found / plain) < 2.0
    assert np.max(plain / found) < 2.0

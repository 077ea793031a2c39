"""CHK-F01: the reactions of selected joints are the same bits in any order and on any thread."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sarrus import System
from simulation.machines import rrc_arm

JOINTS = [f"joint{k}" for k in range(1, 8)]


@pytest.fixture(scope="module")
def system() -> System:
    return rrc_arm().compile(kernels=())


def reaction(system: System, joint: str, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> bytes:
    """Return force and moment of one joint, computed by itself, as bits."""
    found = system.reactions(q, v, a, joints=[joint])[joint]
    return found.force.tobytes() + found.moment.tobytes()


def test_CHK_F01_reactions_in_any_order_and_on_any_thread(
    system: System, record_property: pytest.RecordProperty
) -> None:
    numbers = np.random.default_rng(7)
    states = [tuple(numbers.normal(size=(3, 7))) for _ in range(20)]
    request = [(joint, k) for joint in JOINTS for k in range(len(states))]
    truth = {(joint, k): reaction(system, joint, *states[k]) for joint, k in request}
    assert len(set(truth.values())) == len(truth)
    for seed in range(3):
        random.Random(seed).shuffle(request)
        assert all(reaction(system, joint, *states[k]) == truth[joint, k] for joint, k in request)
    for threads in (2, 4, 7):
        random.Random(threads).shuffle(request)
        with ThreadPoolExecutor(threads) as pool:
            found = pool.map(lambda one: reaction(system, one[0], *states[one[1]]), request * 5)
        assert all(bits == truth[one] for one, bits in zip(request * 5, found, strict=True))
    for k in (0, 7, 19):
        whole = system.reactions(*states[k])
        for joint in JOINTS:
            one = system.reactions(*states[k], joints=[joint])[joint]
            np.testing.assert_allclose(one.force, whole[joint].force, rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(one.moment, whole[joint].moment, rtol=1e-9, atol=1e-9)
    start = system.state(0.1 * np.ones(7), np.zeros(7))
    system.simulate(start, until=0.01, method="rk4", step=1e-3)
    began = time.perf_counter()
    run = system.simulate(start, until=1.0, method="rk4", step=1e-3, every=0.1)
    record_property("steps", run.account.steps)
    record_property("seconds per second simulated", time.perf_counter() - began)

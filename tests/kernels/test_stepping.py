"""Native loops around kernels, against the same in Python."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.stepping import FixedLoop, RungeKuttaStep
from sarrus.solvers import dormand_prince_8 as table

FACTORY = KernelFactory(Cache(None))


def slope(t, y):
    """Return a nonlinear oscillator with a forcing."""
    return np.array([y[1], -np.sin(y[0]) + 0.1 * np.cos(t[0]) - 0.2 * y[1]])


@pytest.fixture(scope="module")
def euler() -> Kernel:
    def step(y, t, h, low):
        return {"y_next": y + h[0] * slope(t, y), "watch": y[0:1] - low}

    return FACTORY.make("step", step, {"y": (2,), "t": (1,), "h": (1,), "low": (1,)})


@pytest.fixture(scope="module")
def flow() -> Kernel:
    def f(y, t, gain):
        return {"ydot": gain[0] * slope(t, y), "watch": np.array([1.0 - 0.5 * t[0]])}

    return FACTORY.make("flow", f, {"y": (2,), "t": (1,), "gain": (1,)})


def by_hand(y: np.ndarray, h: float, steps: int, t0: float = 0.0) -> np.ndarray:
    rows = [y]
    for k in range(steps):
        rows.append(rows[-1] + h * slope(np.array([t0 + k * h]), rows[-1]))
    return np.array(rows)


def fixed(kernel: Kernel, h: float, low: float = -100.0) -> FixedLoop:
    return FixedLoop(kernel, {"h": np.array([h]), "low": np.array([low])})


@pytest.mark.parametrize("every", [1, 3, 7, 200])
def test_fixed_loop_takes_the_steps_and_keeps_every_nth(euler: Kernel, every: int) -> None:
    y, expected = np.array([1.0, 0.0]), by_hand(np.array([1.0, 0.0]), 0.01, 100, 2.0)
    reached, kept = fixed(euler, 0.01).run(y, 2.0, 0.01, (0, 100), every, 0.0)
    assert reached == 100
    np.testing.assert_allclose(y, expected[-1], rtol=1e-13)
    np.testing.assert_allclose(kept, expected[every::every], rtol=1e-13)


def test_fixed_loop_in_parts_is_the_same(euler: Kernel) -> None:
    """Steps are counted from the start, so that parts keep the same states as the whole."""
    whole, parts = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    loop = fixed(euler, 0.01)
    _, kept = loop.run(whole, 0.0, 0.01, (0, 100), 7, 0.0)
    rows = []
    for first, last in ((0, 5), (5, 6), (6, 41), (41, 100)):
        reached, some = loop.run(parts, 0.0, 0.01, (first, last), 7, 0.0)
        assert reached == last
        rows.append(some)
    np.testing.assert_array_equal(np.vstack(rows), kept)
    np.testing.assert_array_equal(parts, whole)


def test_fixed_loop_stops_where_the_watch_falls(euler: Kernel) -> None:
    """The step with the low watch is not taken; y stays where it was."""
    expected = by_hand(np.array([1.0, 0.0]), 0.01, 300)
    first = int(np.argmax(expected[:, 0] - 0.5 < 0.0))
    y = np.array([1.0, 0.0])
    reached, kept = fixed(euler, 0.01, 0.5).run(y, 0.0, 0.01, (0, 300), 1, 0.0)
    assert reached == first and len(kept) == first
    np.testing.assert_allclose(y, expected[first], rtol=1e-13)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_fixed_loop_stops_at_what_is_not_finite(euler: Kernel, bad: float) -> None:
    y = np.array([1.0, 0.0])
    reached, kept = fixed(euler, bad).run(y, 0.0, 0.01, (3, 10), 1, -100.0)
    assert reached == 3 and len(kept) == 0
    np.testing.assert_array_equal(y, [1.0, 0.0])
    y = np.array([1.0, bad])
    assert fixed(euler, 0.01).run(y, 0.0, 0.01, (3, 10), 1, -100.0)[0] == 3


def test_stages_of_a_runge_kutta_method(flow: Kernel) -> None:
    step = RungeKuttaStep(flow, {"gain": np.array([1.5])}, table.A, table.C)
    y0, t0, h = np.array([0.7, -0.3]), 0.4, 0.25
    step.y[...] = y0
    watch = step.stages(t0, h, 0, table.STAGES)
    K = np.zeros((table.STAGES, 2))
    for s in range(table.STAGES):
        there = y0 + h * (table.A[s, :s] @ K[:s])
        K[s] = 1.5 * slope(np.array([t0 + table.C[s] * h]), there)
    np.testing.assert_allclose(step.K[: table.STAGES], K, rtol=1e-12)
    assert watch == pytest.approx(1.0 - 0.5 * (t0 + h), rel=1e-14)
    np.testing.assert_array_equal(step.y, y0)


def test_stages_in_parts_are_the_same(flow: Kernel) -> None:
    step = RungeKuttaStep(flow, {"gain": np.array([1.5])}, table.A, table.C)
    step.y[...] = [0.7, -0.3]
    step.stages(0.4, 0.25, 0, table.STAGES)
    whole = step.K.copy()
    step.K[...] = 0.0
    step.stages(0.4, 0.25, 0, 1)
    step.stages(0.4, 0.25, 1, 5)
    step.stages(0.4, 0.25, 5, table.STAGES)
    np.testing.assert_array_equal(step.K, whole)
    step.inputs["gain"][...] = 3.0
    step.stages(0.4, 0.25, 0, 1)
    np.testing.assert_allclose(step.K[0], 2.0 * whole[0], rtol=1e-14)

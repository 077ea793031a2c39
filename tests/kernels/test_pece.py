"""Adams steps of variable order: formulas, errors, orders, dense output, memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad

from kernels.adaptive_loops import bound, circle
from sarrus.kernels.loops import control
from sarrus.kernels.loops.differences import (
    HIGHEST,
    interpolate_differences,
    moulton_coefficients,
    new_differences,
    set_coefficients,
)
from sarrus.kernels.loops.pece import PeceLoop
from sarrus.solvers import dormand_prince_8 as table


def loop_of(kind: str, f: Any, y0: Any, rtol: float, **more: Any) -> PeceLoop:
    n = len(y0)
    flow = bound(kind, lambda y, t: {"ydot": f(t[0], y), "watch": np.ones(1)}, n)
    return PeceLoop(table, flow, 0.0, np.array(y0, dtype=float), rtol, rtol, **more)


def run_to(loop: PeceLoop, times: np.ndarray) -> np.ndarray:
    loop.outputs(times)
    while loop.t < times[-1]:
        assert loop.advance(float(times[-1])) in (control.PAUSED, control.DONE)
    return loop.new_outputs()[1]


def test_coefficients_of_moulton() -> None:
    """1/2, 1/12, 1/24, 19/720, 3/160 stand in every book."""
    known = [1 / 2, 1 / 12, 1 / 24, 19 / 720, 3 / 160]
    np.testing.assert_allclose(moulton_coefficients(5), known, rtol=1e-15)


@pytest.mark.parametrize("order", [1, 2, 5, 8, 12])
def test_predictor_integrates_the_polynomial_of_the_differences(order: int) -> None:
    """h sum g_i phi*_i is the integral of the polynomial through the last `order` slopes.

    And with the corrected slope, the differences give the polynomial back anywhere in the step.
    """
    random = np.random.default_rng(order)
    h = random.uniform(0.05, 0.2, order + 1)
    t = np.concatenate([[0.0], np.cumsum(h)]) - np.sum(h[:-1])  # the next to last is t_n = 0
    p = np.polynomial.Polynomial(random.normal(size=order))  # of a degree below the order
    d = new_differences(1)
    d.order = order
    for i in range(order + 1):
        d.psi[i] = t[-2] - t[-3 - i] if i < order else 1.0
    nodes, f = t[-2::-1], p(t[-2::-1])
    table_, scale = f.copy(), 1.0
    for i in range(order):
        d.phi[i] = scale * table_[0]
        gaps = nodes[: len(table_) - 1] - nodes[i + 1 : i + len(table_)]
        table_ = (table_[:-1] - table_[1:]) / gaps
        scale *= d.psi[i]
    set_coefficients(d, h[-1])
    found = h[-1] * sum(d.g[i] * d.beta[i] * d.phi[i] for i in range(order))
    exact = quad(p, 0.0, h[-1], epsabs=1e-14)[0]
    assert found == pytest.approx(exact, abs=1e-11)
    d.last_order, d.t, d.top[0] = order - 1, 0.0, 7.0
    out = np.zeros(1)
    for x in (-0.7 * h[-2], -0.2 * h[-2], 0.1 * h[-2]):
        interpolate_differences(d, x, out, 1)
        assert out[0] == pytest.approx(7.0 + quad(p, 0.0, x, epsabs=1e-14)[0], abs=1e-11)


@pytest.mark.parametrize("kind", ["native", "python"])
def test_I04_errors_follow_the_tolerance(kind: str) -> None:
    times = np.linspace(0.0, 12.0, 37)
    exact = np.stack([np.cos(times), -np.sin(times)], axis=1)
    before, counts = np.inf, []
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10, 1e-12) if kind == "native" else (1e-6,):
        loop = loop_of(kind, circle, [1.0, 0.0], rtol)
        error = np.max(np.abs(run_to(loop, times) - exact))
        assert error <= 100.0 * rtol and error < before
        assert loop.evaluations == 2 * loop.steps + loop.rejected + 2  # two find the first step
        assert np.sum(loop.orders) == loop.steps
        before = error
        counts.append(loop.evaluations)
    assert counts == sorted(counts)
    if kind == "native":  # less work for eight more digits than any method of order 9 could need
        assert counts[-1] < 10.0 ** (8.0 / 9.0) * counts[0]
        assert loop.orders[10] > 0.5 * loop.steps


def test_order_of_a_polynomial_is_found() -> None:
    """Slopes of degree 5: steps double until a few of high order reach the end."""
    loop = loop_of("native", lambda t, y: np.array([t**5 + 0.0 * y[0]]), [0.0], 1e-10)
    rows = run_to(loop, np.linspace(0.0, 3.0, 7))
    np.testing.assert_allclose(rows[:, 0], np.linspace(0.0, 3.0, 7) ** 6 / 6.0, atol=1e-8)
    assert loop.steps < 120 and loop.rejected <= 2


def test_memory_goes_on_to_the_same_bits() -> None:
    whole = loop_of("native", circle, [1.0, 0.3], 1e-9)
    whole.state.budget = 7
    memories = []
    while whole.t < 9.0:
        memories.append(whole.memory())
        whole.advance(9.0)
    for memory in (memories[1], memories[4], memories[-1]):
        again = loop_of("native", circle, [0.0, 0.0], 1e-9)
        again.remember(memory)
        while again.t < 9.0:
            again.advance(9.0)
        np.testing.assert_array_equal(again.y, whole.y)
        assert (again.steps, again.evaluations) == (whole.steps, whole.evaluations)


def test_stiffness_is_told_and_smooth_motion_is_not() -> None:
    def stiff(t: Any, y: Any) -> Any:
        return np.array([y[1], -1e3 * (y[1] + np.sin(t))])

    loop = loop_of("native", stiff, [0.0, 0.0], 1e-5)
    run_to(loop, np.array([4.0]))
    assert loop.stiff_at is not None and 0.1 < loop.stiff_at < 3.0
    fast = loop_of("native", lambda t, y: 300.0 * circle(t, y), [1.0, 0.0], 1e-3)
    run_to(fast, np.array([4.0]))
    assert fast.stiff_at is None and fast.steps > 1000
    assert HIGHEST == 12


def test_a_watch_above_one_counts_as_one() -> None:
    """Of a step, it is the least of 1 and of what its evaluations tell."""
    for told, watch in ((3.0, 1.0), (0.25, 0.25)):
        flow = bound("native", lambda y, t: {"ydot": -y, "watch": told + 0.0 * y}, 1)  # noqa: B023
        loop = PeceLoop(table, flow, 0.0, np.ones(1), 1e-6, 1e-6)
        loop.advance(1.0)
        assert (loop.watch, loop.smallest_watch) == (watch, watch)


def test_the_order_falls_where_high_differences_are_noise() -> None:
    """Noise of the size of the tolerance doubles with each difference: low orders err least."""

    def noisy(t: Any, y: Any) -> Any:
        return np.array([np.cos(t) + 1e-6 * np.sin(1e6 * t) + 0.0 * y[0]])

    orders = []
    for f in (lambda t, y: np.array([np.cos(t) + 0.0 * y[0]]), noisy):
        loop = loop_of("native", f, [0.0], 1e-8)
        run_to(loop, np.array([20.0]))
        orders.append(float(loop.orders @ np.arange(1, len(loop.orders) + 1)) / loop.steps)
    assert orders[1] < 5.0 < 8.0 < orders[0]

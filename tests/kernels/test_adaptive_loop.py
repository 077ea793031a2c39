"""Steps with error control, in machine code and in Python, on equations with known solutions."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.adaptive_loops import (
    bound,
    circle,
    constant,
    first_size,
    on_circle,
    oscillator,
    started,
    step,
)
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.kernels.loops.bound import BoundKernel, PythonKernel
from sarrus.solvers import dormand_prince_8 as table
from sarrus.spatial.arrays import select


def not_a_number(t, y):
    return np.array([np.log(-1.0 - y[0] * y[0])])


@pytest.fixture(params=["native", "python"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


# Accuracy -------------------------------------------------------------------------------------


def test_order_of_one_step_and_of_the_dense_output(kind: str) -> None:
    """Local errors fall as h^9 at the end of a step and as h^8 inside."""
    errors = []
    for h in (0.8, 0.4):
        loop = started(kind, circle, [1.0, 0.0], 1.0)
        first_size(loop, h)
        inside = np.linspace(0.1, 0.9, 9) * h
        loop.outputs(inside)
        assert loop.advance(h) == control.DONE and loop.steps == 1
        gap = np.abs(loop.new_outputs()[1] - on_circle(inside))
        errors.append((np.max(np.abs(loop.y - on_circle([h])[0])), np.max(gap)))
    end, dense = np.log2(np.array(errors[0]) / errors[1])
    assert 8.5 < end < 10.5 and 7.3 < dense < 9.5


@pytest.mark.parametrize("rtol", [1e-4, 1e-7, 1e-10])
def test_error_follows_the_tolerance(kind: str, rtol: float) -> None:
    loop = started(kind, circle, [1.0, 0.0], rtol)
    assert loop.advance(20.0) == control.DONE
    error = np.max(np.abs(loop.y - on_circle([20.0])[0]))
    assert error <= 100 * rtol
    assert loop.steps > 0 and loop.evaluations >= 12 * loop.steps
    assert 0.0 < loop.state.largest_step <= 20.0


def test_error_is_proportional_to_the_tolerance() -> None:
    """Over eight decades the error falls as the tolerance, within the width of its scatter."""
    tolerances = np.logspace(-3, -11, 17)
    errors = []
    for rtol in tolerances:
        loop = started("native", circle, [1.0, 0.0], rtol)
        loop.advance(20.0)
        errors.append(np.max(np.abs(loop.y - on_circle([20.0])[0])))
    slope = np.polyfit(np.log10(tolerances), np.log10(errors), 1)[0]
    assert 0.85 < slope < 1.15


def test_work_grows_as_the_eighth_root_of_the_tolerance() -> None:
    steps = []
    for rtol in (1e-4, 1e-12):
        loop = started("native", circle, [1.0, 0.0], rtol)
        loop.advance(100.0)
        steps.append(loop.steps)
    assert 8.0 < steps[1] / steps[0] < 12.5  # (1e8)^(1/8) = 10


def test_quadratures_are_exact(kind: str) -> None:
    """ydot = polynomial of t of degree 7."""
    loop = started(kind, lambda t, y: np.array([8.0 * t**7 + 0.0 * y[0]]), [0.0], 1e-6)
    loop.advance(1.5)
    assert loop.y[0] == pytest.approx(1.5**8, rel=1e-13)


@pytest.mark.parametrize(
    "begin, end", [(0.0, 1.0), (0.1, 0.3), (-3.0, -0.7), (-1e-3, 1e3), (1e6, 1e6 + 1)]
)
def test_it_ends_exactly(kind: str, begin: float, end: float) -> None:
    loop = started(kind, constant, [0.0], 1e-6, begin)
    assert loop.advance(end) == control.DONE
    assert loop.t == end and loop.y[0] == pytest.approx(end - begin, rel=1e-9)


def test_it_ends_exactly_whatever_the_sum_rounds_to(kind: str) -> None:
    """Intervals of one step whose size, added to the start, is not the end."""
    random = np.random.default_rng(2)
    times = np.sort(random.uniform(-1.0, 10.0, (2000, 2)), axis=1)
    sums = times[:, 0] + (times[:, 1] - times[:, 0])
    awkward = times[sums != times[:, 1]]
    assert len(awkward) > 10
    for begin, end in awkward[:10].tolist():
        loop = started(kind, constant, [0.0], 1e-6, begin)
        loop.state.h = 100.0
        assert loop.advance(end) == control.DONE
        assert loop.steps == 1 and loop.t == end


def test_a_short_last_step_does_not_count_for_the_next(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8)
    loop.advance(5.0)
    h = loop.h
    loop.advance(5.0 + 1e-3 * h)
    assert loop.h == h


def test_it_ends_exactly_at_every_stop(kind: str) -> None:
    """Steps that are cut short at a stop do not make the following ones small."""
    stops = np.linspace(0.0, 20.0, 101)[1:]
    whole, parts = (started(kind, circle, [1.0, 0.0], 1e-8) for _ in range(2))
    whole.advance(20.0)
    for stop in stops:
        assert parts.advance(stop) == control.DONE and parts.t == stop
    assert parts.steps <= len(stops) + whole.steps
    np.testing.assert_allclose(parts.y, on_circle([20.0])[0], rtol=0, atol=1e-6)


def test_nothing_to_do(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8)
    loop.advance(1.0)
    before = loop.y.copy()
    assert loop.advance(1.0) == control.DONE
    assert loop.t == 1.0 and np.array_equal(loop.y, before)
    fresh = started(kind, circle, [1.0, 0.0], 1e-8, 1.0)
    assert fresh.advance(1.0) == control.DONE
    assert fresh.evaluations == fresh.steps == 0 and fresh.h == 0.0


@pytest.mark.parametrize("end", [0.5, -1.0, np.nan, np.inf, -np.inf])
def test_only_forwards(kind: str, end: float) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8, 1.0)
    with pytest.raises(ValueError, match="from t = 1 to a later time, not to"):
        loop.advance(end)


def test_native_and_python_take_the_same_steps() -> None:
    """They differ by rounding only: products may be added without being rounded."""
    loops = [started(kind, oscillator, [1.0, 0.3], 1e-7) for kind in ("native", "python")]
    trail = []
    for loop in loops:
        loop.outputs(np.linspace(0.0, 8.0, 41))
        sizes = []
        while loop.t < 8.0:
            step(loop, 8.0)
            sizes.append(loop.last_step)
        trail.append((np.array(sizes), loop.new_outputs()[1], loop.y))
    counts = [(loop.steps, loop.rejected, loop.evaluations) for loop in loops]
    assert counts[0] == counts[1]
    for native, python in zip(*trail, strict=True):
        np.testing.assert_allclose(native, python, rtol=1e-6, atol=1e-12)


# Steps that are not taken ---------------------------------------------------------------------


@pytest.mark.parametrize("begin", [-3.0, -1.0, 0.0, 1.0, 7.0])
def test_a_solution_that_ends_is_reported(kind: str, begin: float) -> None:
    """ydot = y^2 from 1 is infinite one second later."""
    loop = started(kind, lambda t, y: y * y, [1.0], 1e-8, begin)
    assert loop.advance(begin + 2.0) == control.TOO_SMALL
    assert loop.t == pytest.approx(begin + 1.0, abs=1e-6)
    assert loop.errors.shape == (1,) and loop.size_tried < 1e-12
    assert np.all(np.isfinite(loop.y))


def test_what_is_not_a_number_stops(kind: str) -> None:
    loop = started(kind, not_a_number, [1.0], 1e-8, 1.0)
    assert loop.advance(2.0) == control.TOO_SMALL
    assert loop.t == 1.0 and loop.y == [1.0]
    assert loop.steps == 0 and loop.rejected > 0


@pytest.mark.parametrize("begin", [-1.0, -1e-9, 0.0, 1e-300])
def test_what_is_not_a_number_stops_at_time_zero(kind: str, begin: float) -> None:
    """Where no step is small beside the time; also where only what follows is not a number."""
    after = started(kind, lambda t, y: np.array([np.sqrt(-t) + 0.0 * y[0]]), [1.0], 1e-8, begin)
    always = started(kind, not_a_number, [1.0], 1e-8, begin)
    for loop in (after, always):
        assert loop.advance(1.0) == control.TOO_SMALL
        assert loop.t <= max(begin, 0.0)
        assert loop.rejected + loop.steps < 2000


@pytest.mark.parametrize("begin", [0.0, 1.0])
def test_an_infinite_slope_at_the_start_stops(kind: str, begin: float) -> None:
    def f(t, y):
        return np.array([1.0 / (t - begin) + 0.0 * y[0]])

    loop = started(kind, f, [1.0], 1e-8, begin)
    assert loop.advance(2.0) == control.TOO_SMALL
    assert loop.t == begin and loop.y == [1.0]
    assert loop.advance(2.0) == control.TOO_SMALL


def test_a_slope_that_is_as_good_as_infinite_ahead(kind: str) -> None:
    """The trial for the first step meets it, and the step is chosen all the same."""

    def f(t, y):
        return np.array([select(t < 1e-9, 1e-6, 1e308) + 0.0 * y[0]])

    loop = started(kind, f, [1.0], 1e-8)
    assert loop.advance(1.0) == control.TOO_SMALL
    assert loop.steps > 0 and loop.t == pytest.approx(1e-9)


def test_errors_beyond_the_largest_number_are_errors(kind: str) -> None:
    """Slopes whose squares are infinite, in a step with a finite result."""

    def f(t, y):
        return np.array([select(t > 0.5, 1e200, 1.0) + 0.0 * y[0]])

    loop = started(kind, f, [1.0], 1e-8)
    first_size(loop, 0.6)
    loop.state.budget = 1
    loop.advance(1.0)
    assert loop.rejected > 0 and loop.t < 0.51 and loop.y[0] < 2.0


def test_no_size_is_too_small(kind: str) -> None:
    for h in (np.nan, -0.1):
        loop = started(kind, circle, [1.0, 0.0], 1e-8)
        loop.state.h = h
        assert loop.advance(1.0) == control.TOO_SMALL
        assert loop.steps == loop.evaluations == 0


@pytest.mark.parametrize("begin", [0.0, 1.0, -7.0, 1e6])
def test_the_shortest_way_is_gone(kind: str, begin: float) -> None:
    """To the next number: no step is too small that reaches the end."""
    end = float(np.nextafter(begin, np.inf))
    loop = started(kind, circle, [1.0, 0.0], 1e-8, begin)
    loop.state.h = 0.1
    assert loop.advance(end) == control.DONE
    assert loop.t == end and loop.steps == 1 and loop.h == 0.1


def test_discontinuity_is_stepped_over(kind: str) -> None:
    """A force that switches on: steps are rejected there, and the result is right."""

    def switch(t, y):
        return np.array([select(t >= 1 / 3, 1.0, 0.0) + 0.0 * y[0]])

    loop = started(kind, switch, [0.0], 1e-8)
    loop.advance(1.0)
    assert loop.rejected > 0
    assert loop.y[0] == pytest.approx(2 / 3, abs=1e-7)


def test_rejected_steps_leave_no_trace(kind: str) -> None:
    """A first step that is far too large: afterwards all is as if it had never been tried."""
    loop = started(kind, oscillator, [1.0, 0.3], 1e-9)
    first_size(loop, 5.0)
    loop.state.most = np.inf
    loop.state.budget = 1
    loop.advance(10.0)
    assert loop.rejected >= 1 and loop.steps == 1
    start, h = loop.last_step
    assert start == 0.0 and loop.tried > h
    assert loop.evaluations == 13 + 12 * loop.rejected
    again = started(kind, oscillator, [1.0, 0.3], 1e-9)
    first_size(again, h)
    step(again, 10.0)
    np.testing.assert_array_equal(again.y, loop.y)
    assert loop.h <= h  # it does not grow after a rejection


def test_steps_do_not_exceed_the_most(kind: str) -> None:
    loop = started(kind, constant, [0.0], 1e-6)
    loop.state.most = 0.25
    loop.advance(10.0)
    assert loop.steps >= 40 and loop.state.largest_step <= 0.25


def test_it_pauses_after_its_budget(kind: str) -> None:
    quiet, paused = (started(kind, oscillator, [1.0, 0.3], 1e-9) for _ in range(2))
    quiet.advance(20.0)
    paused.state.budget = 3
    reasons = []
    while paused.t < 20.0:
        reasons.append(paused.advance(20.0))
    assert set(reasons[:-1]) == {control.PAUSED} and len(reasons) >= quiet.steps // 3
    assert paused.steps == quiet.steps and np.array_equal(paused.y, quiet.y)


def test_states_of_another_size_are_refused() -> None:
    def made(n: int, name: str) -> BoundKernel | PythonKernel:
        return bound("python", lambda y, t: {name: y, "watch": np.ones(1)}, n)

    def closing(y: np.ndarray, t: np.ndarray) -> dict[str, np.ndarray]:
        return {"y": y[:2]}

    with pytest.raises(ValueError, match="states of 2, not 3 numbers"):
        AdaptiveLoop(table, made(2, "ydot"), 0.0, np.zeros(3), 1e-6, 1e-6)
    for other in (made(2, "y"), bound("python", closing, 3)):
        with pytest.raises(ValueError, match="states of 2, not 3 numbers"):
            AdaptiveLoop(table, made(3, "ydot"), 0.0, np.zeros(3), 1e-6, 1e-6, other)

"""Events in a loop with error control."""

from __future__ import annotations

from itertools import product
from typing import Any

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
    to_the_circle,
)
from sarrus.kernels.loops import control, event_search
from sarrus.kernels.loops.adaptive import AdaptiveLoop
from sarrus.solvers import dormand_prince_8 as table

LEVEL = 0.3


@pytest.fixture(params=["native", "python"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


def height(t, y):
    return np.array([y[0] - LEVEL])


def located(loop: AdaptiveLoop) -> float:
    """Return the time of the only event, by bisection of the dense output."""
    start, size = loop.last_step
    low, high = max(start, loop.tried - size / (event_search.INSIDE + 1)), loop.tried
    sign = np.sign(loop.before[0])
    for _ in range(60):
        middle = 0.5 * (low + high)
        value = loop.values_of_events(loop.inside(middle), middle)[0]
        low, high = (middle, high) if np.sign(value) == sign else (low, middle)
    return high


@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_events_are_found_in_their_direction(kind: str, direction: int) -> None:
    """cos t passes 0.3 downwards at arccos 0.3 and upwards at 2 pi less that, and so on."""
    loop = started(kind, circle, [1.0, 0.0], 1e-9, events=(height, [direction]))
    found = []
    while (why := loop.advance(14.0)) != control.DONE:
        assert why == control.CROSSED
        t = located(loop)
        assert loop.last_step[0] <= t <= loop.t
        y = loop.inside(t)
        loop.go_back_to(t, y)
        loop.before[...] = -loop.before[...]
        assert loop.t == t and np.array_equal(loop.y, y)
        found.append(t)
    down, up = np.arccos(LEVEL), 2 * np.pi - np.arccos(LEVEL)
    expected = {-1: [down], 1: [up], 0: [down, up]}[direction]
    expected = [t + turn for turn in (0.0, 2 * np.pi, 4 * np.pi) for t in expected]
    assert found == pytest.approx([t for t in expected if t < 14.0], abs=1e-7)
    np.testing.assert_allclose(loop.y, on_circle([14.0])[0], rtol=0, atol=1e-6)


def test_before_holds_the_other_side(kind: str) -> None:
    """Values at the last look before the crossing: same sign as at the start."""
    loop = started(kind, circle, [1.0, 0.0], 1e-9, events=(height, [0]))
    assert loop.before == [1.0 - LEVEL]
    assert loop.advance(14.0) == control.CROSSED
    start, size = loop.last_step
    assert start < loop.tried <= start + size == loop.t
    looked = start + size * np.arange(event_search.INSIDE + 2) / (event_search.INSIDE + 1)
    k = int(np.argmin(np.abs(looked - loop.tried)))
    assert k >= 1
    assert loop.before[0] == pytest.approx(np.cos(looked[k - 1]) - LEVEL, abs=1e-8)
    assert loop.before[0] > 0.0 >= np.cos(loop.tried) - LEVEL


def test_outputs_stop_at_an_event(kind: str) -> None:
    """None of the step that crosses is kept, until it is known how far it counts."""
    times = np.linspace(0.0, 5.0, 501)
    loop = started(kind, circle, [1.0, 0.0], 1e-6, events=(height, [0]))
    loop.outputs(times)
    assert loop.advance(5.0) == control.CROSSED
    first, rows = loop.new_outputs()
    start = loop.last_step[0]
    assert first == 0 and len(rows) == np.sum(times <= start * (1 + 1e-15))
    t = located(loop)
    loop.output_until(t)
    first, more = loop.new_outputs()
    assert first == len(rows) and first + len(more) == np.sum(times <= t)
    found = np.vstack([rows, more])
    np.testing.assert_allclose(found, on_circle(times[: len(found)]), rtol=0, atol=1e-4)


def test_events_do_not_change_the_steps(kind: str) -> None:
    quiet = started(kind, oscillator, [1.0, 0.3], 1e-8)
    never = (lambda t, y: np.array([y[0] + 100.0, t + 1.0]), [0, 0])
    watched = started(kind, oscillator, [1.0, 0.3], 1e-8, events=never)
    for loop in (quiet, watched):
        assert loop.advance(10.0) == control.DONE
    assert quiet.steps == watched.steps and np.array_equal(quiet.y, watched.y)
    np.testing.assert_allclose(watched.before, watched.values_of_events(watched.y, 10.0))


def test_a_value_that_starts_from_zero_has_not_crossed(kind: str) -> None:
    """The event that has just happened is not found again."""
    loop = started(kind, circle, [1.0, 0.0], 1e-8, events=(lambda t, y: y[1:], [0]))
    assert loop.before == [0.0]
    assert loop.advance(3.0) == control.DONE
    assert loop.advance(4.0) == control.CROSSED


def test_two_crossings_in_one_step_are_seen(kind: str) -> None:
    """A value that comes and goes within a step: the step is looked at inside."""
    above = (lambda t, y: np.array([(t - 0.5) * (0.85 - t)]), [1])
    loop = started(kind, constant, [0.0], 1e-3, events=above)
    first_size(loop, 1.0)
    assert loop.advance(1.0) == control.CROSSED
    assert loop.steps == 1 and loop.tried == pytest.approx(0.6)
    assert located(loop) == pytest.approx(0.5, abs=1e-12)


def test_several_events_and_the_time(kind: str) -> None:
    """One of many is enough; they know the time."""
    events = (lambda t, y: np.array([y[0] + 2.0, t - 1.25, y[1] + 3.0]), [0, 1, 0])
    loop = started(kind, circle, [1.0, 0.0], 1e-8, events=events)
    assert loop.advance(5.0) == control.CROSSED
    assert loop.tried >= 1.25 and loop.before[1] < 0.0
    others = started(kind, circle, [1.0, 0.0], 1e-8, events=(events[0], [0, -1, 0]))
    assert others.advance(5.0) == control.DONE


def test_events_see_states_on_the_constraints(kind: str) -> None:
    """Projected states have a radius of exactly one; others fall below."""
    radius = (lambda t, y: np.array([np.sqrt(y @ y) - (1.0 - 1e-9)]), [-1])
    loop = started(kind, circle, [1.0, 0.0], 1e-4, closing=to_the_circle, events=radius)
    assert loop.advance(20.0) == control.DONE
    free = started(kind, circle, [1.0, 0.0], 1e-4, events=radius)
    assert free.advance(20.0) == control.CROSSED


def test_memory_holds_the_values_of_events(kind: str) -> None:
    one, other = (started(kind, circle, [1.0, 0.0], 1e-8, events=(height, [1])) for _ in range(2))
    one.state.budget = 3
    assert one.advance(10.0) == control.PAUSED
    other.remember(one.memory())
    assert np.array_equal(one.before, other.before) and one.before[0] != 1.0 - LEVEL
    for loop in (one, other):
        loop.state.budget = 10_000
        assert loop.advance(10.0) == control.CROSSED
    assert one.tried == other.tried and np.array_equal(one.before, other.before)


@pytest.mark.parametrize("slope, closing, events", [*product(("native", "python"), repeat=3)])
def test_kernels_and_functions_of_python_together(slope: str, closing: str, events: str) -> None:
    """The loop runs in Python if one of them does, and finds the same."""

    def flow(y, t):
        return {"ydot": circle(t[0], y), "watch": np.array([0.5 + 0.25 * y[0]])}

    put_back = bound(closing, lambda y, t: {"y": to_the_circle(t[0], y)}, 2)
    level = bound(events, lambda y, t: {"g": height(t[0], y)}, 2)
    y = np.array([1.0, 0.0])
    loop = AdaptiveLoop(
        table, bound(slope, flow, 2), 0.0, y, 1e-9, 1e-9, put_back, level, np.array([-1.0])
    )
    loop.before[...] = loop.values_of_events(y, 0.0)
    loop.outputs(np.linspace(0.0, 2.0, 21))
    assert loop.advance(2.0) == control.CROSSED
    t = located(loop)
    assert t == pytest.approx(np.arccos(LEVEL), abs=1e-8)
    loop.output_until(t)
    _, rows = loop.new_outputs()
    np.testing.assert_allclose(rows, on_circle(np.linspace(0.0, 1.2, 13)), rtol=0, atol=1e-8)
    assert loop.smallest_watch == pytest.approx(0.5 + 0.25 * np.cos(loop.t), abs=1e-3)


@pytest.mark.parametrize("directions", [[1.0], np.array([1], np.int8), (1,)])
def test_directions_of_any_kind(kind: str, directions: Any) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-9, events=(height, directions))
    assert loop.directions.dtype == np.int64
    assert loop.advance(14.0) == control.CROSSED
    assert loop.tried > np.pi


@pytest.mark.parametrize("directions", [[], [0, 0]])
def test_every_event_has_a_direction(kind: str, directions: list[int]) -> None:
    with pytest.raises(ValueError, match="1 events have"):
        started(kind, circle, [1.0, 0.0], 1e-9, events=(height, directions))


def test_it_can_go_on_beyond_an_event(kind: str) -> None:
    """The slope at the end of the step that crosses is taken anew."""
    loop = started(kind, circle, [1.0, 0.0], 1e-9, events=(height, [-1]))
    assert loop.advance(5.0) == control.CROSSED
    loop.before[...] = loop.values_of_events(loop.y, loop.t)
    assert loop.advance(5.0) == control.DONE
    np.testing.assert_allclose(loop.y, on_circle([5.0])[0], rtol=0, atol=1e-7)


def test_what_is_crossed_lies_after_the_start(kind: str) -> None:
    """Also in the shortest step, inside which there is no number: who goes back there gets on."""
    loop = started(kind, circle, [1.0, 0.0], 1e-9, 1.0, events=(height, [0]))
    loop.state.h = 0.1
    loop.before[...] = -1.0
    end = float(np.nextafter(1.0, 2.0))
    assert loop.advance(end) == control.CROSSED
    assert loop.tried == end


@pytest.mark.parametrize("width", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("direction", [-1, 0, 1])
@pytest.mark.parametrize("middle", np.linspace(0.013, 0.987, 9))
def test_two_crossings_between_two_looks(
    kind: str, middle: float, direction: int, width: float
) -> None:
    """Even motion, one step: a value that is negative for a moment, wherever that lies in it."""

    def gate(t, y):
        return np.array([(t - middle) ** 2 - width**2, 5.0 - t])

    loop = started(kind, lambda t, y: 0.0 * y, [1.0], 1e-9, events=(gate, [direction, 0]))
    loop.state.h = 1.0
    assert loop.advance(1.0) == control.CROSSED
    start, end = loop.crossed
    first, last = loop.before[0], loop.values_of_events(loop.inside(end), end)[0]
    assert first * last < 0.0
    crossed = middle + width if direction == 1 else middle - width
    assert start < crossed <= end


def test_values_that_only_come_near_do_not_stop_the_loop(kind: str) -> None:
    """The nearest point is looked at, and the step stands."""

    def near(t, y):
        return np.array([(t - 0.3) ** 2 + 1e-3, -1e-7 - (t - 0.7) ** 2, 1.0])

    loop = started(kind, lambda t, y: 0.0 * y, [1.0], 1e-9, events=(near, [0, 0, 0]))
    loop.state.h = 1.0
    assert loop.advance(1.0) == control.DONE and loop.steps == 1
    assert loop.before == pytest.approx(near(1.0, None))


@pytest.mark.parametrize("n", [1, 9, 4095, 4096, 4097, 20_000])
def test_outputs_wait_for_room_within_one_step(kind: str, n: int) -> None:
    """A step may have more outputs than there is room for: none is lost."""
    loop = started(kind, lambda t, y: 0.0 * y + 2.0, [1.0], 1e-9)
    if kind == "python" and n > 5000:
        n = 5000
    times = np.linspace(0.0, 1.0, n)
    loop.outputs(times)
    taken: list[np.ndarray] = []
    loop.full = lambda: taken.append(loop.new_outputs()[1])
    assert loop.advance(1.0) == control.DONE
    first, rows = loop.new_outputs()
    assert first == sum(len(part) for part in taken) == 4096 * ((n - 1) // 4096)
    np.testing.assert_allclose(np.vstack([*taken, rows])[:, 0], 1.0 + 2.0 * times, rtol=1e-14)

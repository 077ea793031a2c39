"""Equal steps in a native loop, against the same in Python."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.loops.bound import BoundKernel, PythonKernel
from sarrus.kernels.loops.fixed import CROSSED, DONE, STOPPED, FixedLoop

FACTORY = KernelFactory(Cache(None))
START = np.array([1.0, 0.0])
H = 0.01


def slope(t, y):
    """Return a nonlinear oscillator with a forcing."""
    return np.array([y[1], -np.sin(y[0]) + 0.1 * np.cos(t[0]) - 0.2 * y[1]])


@pytest.fixture(scope="module")
def euler() -> Kernel:
    def step(y, t, h, low):
        return {"y_next": y + h[0] * slope(t, y), "watch": y[0:1] - low}

    return FACTORY.make("step", step, {"y": (2,), "t": (1,), "h": (1,), "low": (1,)})


@pytest.fixture(scope="module")
def height() -> Kernel:
    """One event: the first coordinate passes a level."""
    return FACTORY.make("height", lambda y, level: {"g": y[:1] - level}, {"y": (2,), "level": (1,)})


@pytest.fixture(scope="module")
def three() -> Kernel:
    """Three events: coordinate, speed and clock."""

    def values(y, t):
        return {"g": np.array([y[0], y[1], t[0] - 1.005])}

    return FACTORY.make("three", values, {"y": (2,), "t": (1,)})


def by_hand(y: np.ndarray, h: float, steps: int, t0: float = 0.0) -> np.ndarray:
    rows = [y]
    for k in range(steps):
        rows.append(rows[-1] + h * slope(np.array([t0 + k * h]), rows[-1]))
    return np.array(rows)


def fixed(kernel: Kernel, h: float, low: float = -100.0) -> FixedLoop:
    return FixedLoop(BoundKernel(kernel, {"h": np.array([h]), "low": np.array([low])}))


@pytest.mark.parametrize("every", [1, 3, 7, 200])
def test_it_takes_the_steps_and_keeps_every_nth(euler: Kernel, every: int) -> None:
    y, expected = START.copy(), by_hand(START, H, 100, 2.0)
    reached, kept, why = fixed(euler, H).run(y, 2.0, H, (0, 100), every, 0.0)
    assert (reached, why) == (100, DONE)
    np.testing.assert_allclose(y, expected[-1], rtol=1e-13)
    np.testing.assert_allclose(kept, expected[every::every], rtol=1e-13)


def test_parts_are_the_same_as_the_whole(euler: Kernel) -> None:
    """Steps are counted from the start, so that parts keep the same states as the whole."""
    whole, parts = START.copy(), START.copy()
    loop = fixed(euler, H)
    _, kept, _ = loop.run(whole, 0.0, H, (0, 100), 7, 0.0)
    rows = []
    for first, last in ((0, 5), (5, 6), (6, 41), (41, 100)):
        reached, some, why = loop.run(parts, 0.0, H, (first, last), 7, 0.0)
        assert (reached, why) == (last, DONE)
        rows.append(some)
    np.testing.assert_array_equal(np.vstack(rows), kept)
    np.testing.assert_array_equal(parts, whole)


def test_no_steps_change_nothing(euler: Kernel) -> None:
    y = START.copy()
    reached, kept, why = fixed(euler, H).run(y, 0.0, H, (5, 5), 1, 0.0)
    assert (reached, len(kept), why) == (5, 0, DONE)
    np.testing.assert_array_equal(y, START)


def test_it_stops_where_the_watch_falls(euler: Kernel) -> None:
    """The step with the low watch is not taken; y stays where it was."""
    expected = by_hand(START, H, 300)
    first = int(np.argmax(expected[:, 0] - 0.5 < 0.0))
    y = START.copy()
    loop = fixed(euler, H, 0.5)
    reached, kept, why = loop.run(y, 0.0, H, (0, 300), 1, 0.0)
    assert (reached, len(kept), why) == (first, first, STOPPED)
    np.testing.assert_allclose(y, expected[first], rtol=1e-13)
    assert loop.lowest == pytest.approx(expected[first, 0] - 0.5, rel=1e-10)


def test_the_least_watch_is_remembered(euler: Kernel) -> None:
    loop = fixed(euler, H)
    watch = by_hand(START, H, 800)[:, 0] + 100.0
    assert loop.lowest == 1.0
    loop.update({"low": watch.min() - 0.5 + np.array([-100.0])})
    y = START.copy()
    loop.run(y, 0.0, H, (0, 400), 400, -1e3)
    loop.run(y, 0.0, H, (400, 800), 400, -1e3)
    assert loop.lowest == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_it_stops_at_what_is_not_finite(euler: Kernel, bad: float) -> None:
    y = START.copy()
    reached, kept, why = fixed(euler, bad).run(y, 0.0, H, (3, 10), 1, -100.0)
    assert (reached, len(kept), why) == (3, 0, STOPPED)
    np.testing.assert_array_equal(y, START)
    y = np.array([1.0, bad])
    assert fixed(euler, H).run(y, 0.0, H, (3, 10), 1, -100.0)[0] == 3


def test_a_watch_that_is_not_a_number_stops(euler: Kernel) -> None:
    reached, _, why = fixed(euler, H, np.nan).run(START.copy(), 0.0, H, (0, 10), 1, -np.inf)
    assert (reached, why) == (0, STOPPED)


def test_inputs_can_change_between_runs(euler: Kernel) -> None:
    loop = fixed(euler, H)
    assert set(loop.inputs_but_state) == {"low"}
    loop.update({"h": np.array([0.5 * H]), "unknown": np.zeros(7)})
    y = START.copy()
    loop.run(y, 0.0, 0.5 * H, (0, 50), 1, 0.0)
    np.testing.assert_allclose(y, by_hand(START, 0.5 * H, 50)[-1], rtol=1e-13)


# Events ---------------------------------------------------------------------------------------


def watched(euler: Kernel, events: Kernel, directions: list[int], **given: float) -> FixedLoop:
    """Return a loop with events, whose values before the first step are set."""
    bound = BoundKernel(events, {name: np.array([value]) for name, value in given.items()})
    step = BoundKernel(euler, {"h": np.array([H]), "low": np.array([-100.0])})
    loop = FixedLoop(step, bound, np.array(directions, np.int64))
    bound.update({"y": START[: bound.inputs["y"].size]})
    bound()
    loop.before[...] = bound.outputs["g"]
    return loop


def crossings(values: np.ndarray, direction: int) -> list[int]:
    """Return the steps that end on the other side of zero."""
    was, now = values[:-1], values[1:]
    up = (was < 0) & (now >= 0) & (direction >= 0)
    down = (was > 0) & (now <= 0) & (direction <= 0)
    return [int(k) for k in np.flatnonzero(up | down)]


@pytest.mark.parametrize("level", [0.9, 0.2, -0.3])
@pytest.mark.parametrize("direction", [-1, 0, 1])
def test_it_comes_back_before_the_step_that_crosses(
    euler: Kernel, height: Kernel, direction: int, level: float
) -> None:
    expected = by_hand(START, H, 1000)
    y = START.copy()
    loop = watched(euler, height, [direction], level=level)
    reached, kept, why = loop.run(y, 0.0, H, (0, 1000), 10, -1e3)
    found = crossings(expected[:, 0] - level, direction)
    assert (reached, why) == ((found[0], CROSSED) if found else (1000, DONE))
    np.testing.assert_allclose(y, expected[reached], rtol=1e-11)
    np.testing.assert_allclose(kept, expected[10 : reached + 1 : 10], rtol=1e-11)
    if found:
        assert loop.before == pytest.approx(expected[reached, 0] - level, abs=1e-12)


def test_what_comes_after_an_event(euler: Kernel, three: Kernel) -> None:
    """Take the step that crosses with new values before it, and go on to the next event."""
    n = 1500
    expected = by_hand(START, H, n)
    values = np.column_stack([expected, H * np.arange(n + 1) - 1.005])
    loop = watched(euler, three, [0, 0, 0])
    y, at, found = START.copy(), 0, []
    while True:
        at, _, why = loop.run(y, 0.0, H, (at, n), n, -1e3)
        if why == DONE:
            break
        found.append(at)
        np.testing.assert_allclose(loop.before, values[at], rtol=0, atol=1e-12)
        loop.before[...] = values[at + 1]
    all_of_them = sorted(k for column in values.T for k in crossings(column, 0))
    assert len(all_of_them) >= 8 and found == all_of_them
    np.testing.assert_allclose(y, expected[-1], rtol=1e-11)


def test_events_see_the_time_at_the_end_of_the_step(euler: Kernel, three: Kernel) -> None:
    """The clock passes 1.005 s in step 100, which ends at 1.01 s."""
    loop = watched(euler, three, [1, 1, 1])
    reached, _, why = loop.run(START.copy(), 0.0, H, (0, 150), 1, -1e3)
    assert (reached, why) == (100, CROSSED)


def test_a_value_that_starts_from_zero_has_not_crossed(euler: Kernel, three: Kernel) -> None:
    """The speed is zero at the start and negative afterwards."""
    loop = watched(euler, three, [0, 0, 0])
    assert loop.before[1] == 0.0
    reached, _, why = loop.run(START.copy(), 0.0, H, (0, 50), 1, -1e3)
    assert (reached, why) == (50, DONE)


def test_events_may_look_at_the_first_numbers_only(euler: Kernel) -> None:
    """States with a history are longer than what events depend on."""
    short = FACTORY.make("short", lambda y: {"g": y - 0.2}, {"y": (1,)})
    loop = watched(euler, short, [-1])
    reached, _, why = loop.run(START.copy(), 0.0, H, (0, 700), 1, -1e3)
    assert (reached, why) == (crossings(by_hand(START, H, 700)[:, 0] - 0.2, -1)[0], CROSSED)


def test_a_low_watch_comes_before_an_event(euler: Kernel, height: Kernel) -> None:
    """A step that may not be taken crosses nothing."""
    loop = watched(euler, height, [0], level=0.5)
    loop.update({"low": np.array([0.5])})
    expected = by_hand(START, H, 700)[:, 0] - 0.5
    reached, _, why = loop.run(START.copy(), 0.0, H, (0, 700), 1, 0.0)
    assert (reached, why) == (crossings(expected, 0)[0], CROSSED)
    loop.before[...] = -1.0
    y = START - [0.6, 0.0]
    assert loop.run(y, 0.0, H, (0, 700), 1, 0.0)[::2] == (0, STOPPED)


def test_updates_reach_the_events(euler: Kernel, height: Kernel) -> None:
    loop = watched(euler, height, [-1], level=0.2)
    loop.update({"level": np.array([0.9])})
    reached, _, why = loop.run(START.copy(), 0.0, H, (0, 700), 1, -1e3)
    assert (reached, why) == (crossings(by_hand(START, H, 700)[:, 0] - 0.9, -1)[0], CROSSED)


def test_directions_of_any_kind(euler: Kernel, height: Kernel) -> None:
    one = watched(euler, height, [-1], level=0.2)
    step, events = one.step, one.events
    other = FixedLoop(step, events, np.array([-1.0]))
    other.before[...] = one.before
    found = [loop.run(START.copy(), 0.0, H, (0, 700), 1, -1e3)[::2] for loop in (one, other)]
    assert found[0] == found[1] and found[0][1] == CROSSED


def test_what_does_not_fit_is_refused(euler: Kernel, height: Kernel, three: Kernel) -> None:
    """Before anything is written where it does not belong."""
    step = BoundKernel(euler, {"h": np.array([H]), "low": np.array([-100.0])})
    events = BoundKernel(height, {})
    function = PythonKernel(lambda inputs, outputs: None, events.inputs, events.outputs)
    with pytest.raises(ValueError, match="in machine code"):
        FixedLoop(step, function, np.zeros(1))
    for kernel, directions in ((three, np.zeros(2)), (height, None), (height, np.zeros(2))):
        with pytest.raises(ValueError, match=r"events have . directions"):
            FixedLoop(step, BoundKernel(kernel, {}), directions)
    wide = FACTORY.make("wide", lambda y: {"g": y[:1]}, {"y": (3,)})
    with pytest.raises(ValueError, match="more than 2 numbers"):
        FixedLoop(step, BoundKernel(wide, {}), np.zeros(1))
    loop = FixedLoop(step)
    for y, every in ((START.copy(), 0), (START.copy(), -1), (np.zeros(1), 1), (np.zeros(3), 1)):
        with pytest.raises(ValueError, match="cannot be kept every"):
            loop.run(y, 0.0, H, (0, 10), every, -1e3)


# --- more of the states that are kept -------------------------------------------------------------


@pytest.fixture(scope="module")
def fuller() -> Kernel:
    def step(y, t, h, low):
        more = np.array([slope(t, y)[1], t[0], y[0] * y[1]])
        return {"more": more, "y_next": y + h[0] * slope(t, y), "watch": y[0:1] - low}

    return FACTORY.make("fuller", step, {"y": (2,), "t": (1,), "h": (1,), "low": (1,)})


@pytest.mark.parametrize("every", [1, 3, 10])
@pytest.mark.parametrize("first", [0, 1, 6])
def test_states_kept_have_more(euler: Kernel, fuller: Kernel, every: int, first: int) -> None:
    """At states from which a step goes out; the last has none yet."""
    given = {"h": np.array([H]), "low": np.array([-100.0])}
    plain = BoundKernel(euler, given)
    both = BoundKernel(fuller, {}, plain.inputs, plain.outputs)
    loop = FixedLoop(plain, fuller=both, more="more")
    states = by_hand(START, H, 30)
    y = states[first].copy()
    _, kept, why = loop.run(y, 0.0, H, (first, 30), every, -1e9)
    assert why == DONE
    np.testing.assert_allclose(kept, states[[k for k in range(first + 1, 31) if k % every == 0]])
    numbers = [k for k in range(first, 30) if k % every == 0]
    expected = [
        [slope(np.array([k * H]), states[k])[1], k * H, np.prod(states[k])] for k in numbers
    ]
    np.testing.assert_allclose(loop.found, expected, rtol=1e-12)


def test_a_step_that_stops_has_more_of_its_beginning(euler: Kernel, fuller: Kernel) -> None:
    plain = BoundKernel(euler, {"h": np.array([H]), "low": np.array([0.5])})
    loop = FixedLoop(
        plain, fuller=BoundKernel(fuller, {}, plain.inputs, plain.outputs), more="more"
    )
    reached, kept, why = loop.run(START.copy(), 0.0, H, (0, 500), 1, 0.0)
    assert why == STOPPED and len(kept) == reached and len(loop.found) == reached + 1

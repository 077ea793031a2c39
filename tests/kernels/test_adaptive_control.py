"""What steers a loop with error control: constraints, watch, changes on the way, memory."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.adaptive_loops import Equation, circle, on_circle, started, step, to_the_circle
from sarrus.kernels.loops import control
from sarrus.kernels.loops.adaptive import AdaptiveLoop


@pytest.fixture(params=["native", "python"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


# Constraints ----------------------------------------------------------------------------------


def test_states_are_put_back_after_every_step(kind: str) -> None:
    """A projection to the circle: the slope at the start of the next step is taken again."""
    times = np.linspace(0.0, 20.0, 77)
    loop = started(kind, circle, [1.0, 0.0], 1e-4, closing=to_the_circle)
    loop.outputs(times)
    while loop.t < 20.0:
        step(loop, 20.0)
        assert np.linalg.norm(loop.y) == pytest.approx(1.0, abs=1e-15)
    _, rows = loop.new_outputs()
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=0, atol=1e-15)
    np.testing.assert_allclose(rows, on_circle(times), rtol=0, atol=1e-3)
    t0, h = loop.last_step
    assert np.linalg.norm(loop.inside(t0 + 0.4 * h)) == pytest.approx(1.0, abs=1e-15)


def test_slopes_are_taken_anew_after_a_projection(kind: str) -> None:
    """Thirteen evaluations a step instead of twelve."""
    for closing, slopes in ((None, 12), (to_the_circle, 13)):
        loop = started(kind, circle, [1.0, 0.0], 1e-6, closing=closing)
        step(loop, 10.0)
        before = loop.evaluations
        for _ in range(5):
            step(loop, 10.0)
        assert loop.rejected == 0 and loop.evaluations == before + 5 * slopes


def test_closing_knows_the_time(kind: str) -> None:
    """A constraint that moves: y = t + 1, of which the slope knows nothing."""
    loop = started(
        kind, lambda t, y: 0.0 * y, [1.0], 1e-3, closing=lambda t, y: np.array([t + 1.0])
    )
    loop.outputs(np.linspace(0.0, 2.0, 9))
    loop.advance(2.0)
    assert loop.y == [3.0]
    np.testing.assert_array_equal(loop.new_outputs()[1][:, 0], np.linspace(1.0, 3.0, 9))
    assert loop.closed_state(np.array([7.0]), 4.0) == [5.0]


# The watch ------------------------------------------------------------------------------------


def test_the_least_watch_of_a_step_and_of_all(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8, watch=lambda t, y: 0.5 + 0.25 * y[0])
    t = 0.0
    for _ in range(3):
        t0, h, _ = step(loop, 2.0)
        assert t0 == t
        t = t0 + h
        assert loop.watch == pytest.approx(0.5 + 0.25 * np.cos(t), abs=1e-2)
    loop.state.budget = 10_000
    loop.advance(20.0)
    assert loop.smallest_watch == pytest.approx(0.25, abs=1e-3)


def test_it_comes_back_when_the_watch_is_low(kind: str) -> None:
    """After the step, which stands; the next call goes on."""
    loop = started(kind, circle, [1.0, 0.0], 1e-8, watch=lambda t, y: y[0])
    loop.limit(0.5)
    loop.state.most = 0.01
    assert loop.advance(2.0) == control.LOW
    assert loop.watch < 0.5
    assert loop.t == pytest.approx(np.pi / 3, abs=0.01)
    np.testing.assert_allclose(loop.y, on_circle([loop.t])[0], rtol=0, atol=1e-9)
    steps = loop.steps
    assert loop.advance(2.0) == control.LOW and loop.steps == steps + 1


@pytest.mark.parametrize("watch", [lambda t, y: np.log(0.5 - t), lambda t, y: np.sqrt(t - 0.5)])
def test_a_watch_that_is_not_a_number_is_low(kind: str, watch: Equation) -> None:
    """In any stage of a step: for the last half of the time, or the first."""
    loop = started(kind, circle, [1.0, 0.0], 1e-8, watch=watch)
    loop.limit(-100.0)
    loop.state.most = 0.2
    reasons = {}
    while loop.t < 1.0:
        loop.state.budget = 1
        why = loop.advance(1.0)
        reasons[loop.t] = why == control.LOW
        assert np.isnan(loop.watch) == (why == control.LOW)
    assert {True, False} == set(reasons.values())
    assert np.isnan(loop.smallest_watch)


def shrinking(kind: str) -> AdaptiveLoop:
    """y = 1 - sqrt(1 - t) has no slope at t = 1; the watch is the distance from there."""

    def f(t, y):
        return np.array([0.5 / np.sqrt(1.0 - t) + 0.0 * y[0]])

    return started(kind, f, [0.0], 1e-8, watch=lambda t, y: 1.0 - t)


def test_steps_that_shrink_while_the_watch_falls(kind: str) -> None:
    loop = shrinking(kind)
    assert loop.advance(2.0) == control.SHRINKING
    assert loop.watch < control.NEAR_SINGULAR
    assert loop.t < 1.0 and loop.tried > loop.t
    assert loop.tried == pytest.approx(1.0, abs=1e-2)
    t, y, h = loop.before_shrinking()
    assert t + h < loop.t and h > 10 * loop.size_tried
    assert y == pytest.approx(1.0 - np.sqrt(1.0 - t), abs=1e-6)
    assert not loop.settled


def test_a_step_that_is_only_tried(kind: str) -> None:
    """The result whatever its error; what follows is as if it had not been."""
    loop, quiet = (started(kind, circle, [1.0, 0.0], 1e-8) for _ in range(2))
    for one in (loop, quiet):
        step(one, 20.0)
    before, steps = (loop.t, loop.y.copy(), loop.h), loop.steps
    y, watch = loop.try_step(0.3, np.array([0.0, 1.0]), 0.5)
    np.testing.assert_allclose(y, [np.sin(0.5), np.cos(0.5)], rtol=0, atol=1e-9)
    assert watch == 1.0
    assert (loop.t, loop.h, loop.steps) == (before[0], before[2], steps)
    assert np.array_equal(loop.y, before[1])
    for one in (loop, quiet):
        one.advance(20.0)
    np.testing.assert_allclose(loop.y, quiet.y, rtol=0, atol=1e-13)
    assert loop.steps == quiet.steps


def test_a_step_that_is_only_tried_leaves_the_last_one(kind: str) -> None:
    """Which can be looked at as before."""
    loop, quiet = (started(kind, circle, [1.0, 0.0], 1e-8) for _ in range(2))
    for one in (loop, quiet):
        t0, h, _ = step(one, 20.0)
    loop.try_step(0.3, np.array([0.0, 1.0]), 0.5)
    np.testing.assert_array_equal(loop.inside(t0 + 0.4 * h), quiet.inside(t0 + 0.4 * h))


def test_a_leap(kind: str) -> None:
    """Outputs inside come from its dense output, which ends in the state that was given."""
    loop = started(kind, circle, [1.0, 0.0], 1e-10)
    loop.outputs(np.linspace(0.0, 4.0, 81))
    loop.advance(1.0)
    t, y, h = loop.t, loop.y.copy(), 0.5
    y1, _ = loop.try_step(t, y, h)
    steps = loop.steps
    loop.leap(t, y, h, y1)
    assert (loop.t, loop.steps, loop.last_step) == (1.5, steps + 1, (1.0, 0.5))
    np.testing.assert_array_equal(loop.y, y1)
    loop.advance(4.0)
    first, rows = loop.new_outputs()
    assert (first, len(rows)) == (0, 81)
    np.testing.assert_allclose(rows, on_circle(np.linspace(0.0, 4.0, 81)), rtol=0, atol=1e-7)


def test_outputs_after_a_time_are_made_again(kind: str) -> None:
    times = np.linspace(0.0, 4.0, 81)
    loop = started(kind, circle, [1.0, 0.0], 1e-9)
    loop.outputs(times)
    loop.advance(2.0)
    assert len(loop.new_outputs()[1]) == 41
    loop.outputs_from(1.0)
    assert loop.state.window == 60  # room for those that are left
    loop.renew(on_circle([1.0])[0], 1.0)
    loop.advance(4.0)
    first, rows = loop.new_outputs()
    assert (first, len(rows)) == (21, 60)
    np.testing.assert_allclose(rows, on_circle(times[21:]), rtol=0, atol=1e-7)


# Changes on the way ---------------------------------------------------------------------------


def test_renewed_states_are_gone_on_from(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-9)
    loop.advance(2.0)
    h = loop.h
    loop.renew(np.array([0.0, 3.0]), 10.0)
    assert loop.h == h
    loop.advance(11.0)
    assert loop.t == 11.0
    np.testing.assert_allclose(loop.y, [3 * np.sin(1.0), 3 * np.cos(1.0)], rtol=0, atol=1e-7)


def test_a_restart_chooses_the_step_anew(kind: str) -> None:
    loop, fresh = (started(kind, circle, [1.0, 0.0], 1e-9) for _ in range(2))
    loop.advance(2.0)
    loop.restart()
    assert loop.h == 0.0
    fresh.renew(loop.y, loop.t)
    for one in (loop, fresh):
        one.advance(5.0)
    assert np.array_equal(loop.y, fresh.y)


@pytest.mark.parametrize("closing", [None, to_the_circle])
@pytest.mark.parametrize("pause", [1, 4, 17])
def test_memory_is_all_that_is_needed(kind: str, pause: int, closing: Equation | None) -> None:
    """Another loop goes on bit for bit, to the same outputs, steps and counts."""
    times = np.linspace(0.0, 30.0, 91)
    one, other = (started(kind, circle, [1.0, 0.0], 1e-6, closing=closing) for _ in range(2))
    one.outputs(times)
    one.state.budget = pause
    assert one.advance(30.0) == control.PAUSED
    one.new_outputs()
    memory = one.memory()
    memory = {name: array.copy() for name, array in memory.items()}
    other.remember(memory)
    other.outputs(times, int(memory["numbers"]["next_output"]))
    for kept, same in zip(one.before_shrinking(), other.before_shrinking(), strict=True):
        np.testing.assert_array_equal(kept, same)
    for loop in (one, other):
        loop.state.budget = 10_000
        assert loop.advance(30.0) == control.DONE
    assert np.array_equal(one.y, other.y) and one.h == other.h
    first, rows = one.new_outputs()
    again, same = other.new_outputs()
    assert first == again and len(rows) and np.array_equal(rows, same)
    assert (one.steps, one.rejected) == (other.steps, other.rejected)
    for kept, same in zip(one.before_shrinking(), other.before_shrinking(), strict=True):
        np.testing.assert_array_equal(kept, same)


def test_remembering_without_asking_for_outputs(kind: str) -> None:
    """No output is then due."""
    one, other = (started(kind, circle, [1.0, 0.0], 1e-6) for _ in range(2))
    one.outputs(np.linspace(0.0, 30.0, 91))
    one.state.budget = 3
    one.advance(30.0)
    other.outputs(np.linspace(0.0, 30.0, 31))
    other.remember(one.memory())
    other.state.budget = 10_000
    assert other.advance(30.0) == control.DONE
    assert other.new_outputs()[0] == 0 and len(other.new_outputs()[1]) == 0


def test_memory_of_another_loop_is_refused(kind: str) -> None:
    one = started(kind, circle, [1.0, 0.0], 1e-6)
    closed = started(kind, circle, [1.0, 0.0], 1e-6, closing=to_the_circle)
    short = started(kind, lambda t, y: -y, [1.0], 1e-6)
    for other in (closed, short):
        with pytest.raises(ValueError, match="other sizes"):
            other.remember(one.memory())


def test_memory_does_not_change_afterwards(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-6)
    loop.advance(1.0)
    memory = loop.memory()
    kept = {name: array.copy() for name, array in memory.items()}
    loop.advance(5.0)
    for name, array in kept.items():
        np.testing.assert_array_equal(memory[name], array)


def test_a_step_of_three_tenths_of_the_longest_is_of_usual_size(kind: str) -> None:
    """To the last bit: where the loop has settled, the last step is the start to go back to."""
    loop = started(kind, circle, [1.0, 0.0], 1e-8)
    step(loop, 20.0)
    for size, usual in ((0.3, True), (np.nextafter(0.3, 0.0), False)):
        memory = loop.memory()
        memory["trail"][:2, 0], memory["trail"][:2, 1] = (0.0, 1.0), (1.0, size)
        memory["numbers"] |= {"trailed": 2, "taken": size}
        loop.remember(memory)
        assert loop.settled == usual
        assert loop.before_shrinking()[0] == (1.0 if usual else 0.0)

"""States inside the steps of a loop with error control: outputs, and looks at the last step."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.adaptive_loops import (
    Equation,
    circle,
    on_circle,
    oscillator,
    started,
    step,
    to_the_circle,
)


@pytest.fixture(params=["native", "python"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


def test_dense_output_matches_both_ends(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8)
    y0 = loop.y.copy()
    for _ in range(4):
        t0, h, y1 = step(loop, 10.0)
        ends = [loop.inside(t0), loop.inside(t0 + h)]
        np.testing.assert_allclose(ends, [y0, y1], rtol=0, atol=1e-15)
        y0 = y1


@pytest.mark.parametrize("closing", [None, to_the_circle])
def test_the_last_step_can_be_looked_at_afterwards(kind: str, closing: Equation | None) -> None:
    """What `inside` returns is what outputs at the same times are."""
    times = np.linspace(0.05, 9.95, 200)
    loop, kept = (started(kind, circle, [1.0, 0.0], 1e-5, closing=closing) for _ in range(2))
    kept.outputs(times)
    while loop.t < 10.0:
        step(loop, 10.0)
        step(kept, 10.0)
        first, rows = kept.new_outputs()
        for t, row in zip(times[first:], rows, strict=False):
            np.testing.assert_allclose(loop.inside(t), row, rtol=0, atol=1e-14)


def test_the_last_step_can_be_looked_at_when_the_state_is_another(kind: str) -> None:
    loop, kept = (started(kind, circle, [1.0, 0.0], 1e-5) for _ in range(2))
    for one in (loop, kept):
        t0, h, _ = step(one, 10.0)
    loop.go_back_to(t0 + 0.9 * h, np.array([3.0, 4.0]))
    np.testing.assert_array_equal(loop.inside(t0 + 0.4 * h), kept.inside(t0 + 0.4 * h))


def test_interpolation_does_not_disturb_the_integration(kind: str) -> None:
    quiet, asked = (started(kind, circle, [1.0, 0.0], 1e-8) for _ in range(2))
    asked.outputs(np.linspace(0.0, 10.0, 1001))
    for _ in range(6):
        step(quiet, 10.0)
        t0, h, _ = step(asked, 10.0)
        asked.inside(t0 + 0.3 * h)
        asked.inside(t0 + 0.6 * h)
    assert quiet.t == asked.t and np.array_equal(quiet.y, asked.y)
    assert quiet.evaluations < asked.evaluations


@pytest.mark.parametrize("rtol", [1e-5, 1e-8, 1e-11])
def test_outputs_are_as_accurate_as_the_steps(kind: str, rtol: float) -> None:
    times = np.linspace(0.0, 20.0, 157)
    loop = started(kind, circle, [1.0, 0.0], rtol)
    loop.outputs(times)
    loop.advance(20.0)
    first, rows = loop.new_outputs()
    assert first == 0 and rows.shape == (157, 2)
    np.testing.assert_allclose(rows, on_circle(times), rtol=0, atol=300 * rtol)
    np.testing.assert_allclose(rows[-1], loop.y, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(rows[0], [1.0, 0.0])


def test_outputs_are_taken_piece_by_piece(kind: str) -> None:
    """Whatever was taken when, the rows are the same, and none is lost or doubled."""
    times = np.linspace(0.5, 19.5, 400)
    whole, parts = (started(kind, oscillator, [1.0, 0.3], 1e-7) for _ in range(2))
    whole.outputs(times)
    whole.advance(20.0)
    _, expected = whole.new_outputs()
    assert whole.new_outputs()[0] == 400 and len(whole.new_outputs()[1]) == 0
    parts.outputs(times)
    rows: list[np.ndarray] = []
    while parts.t < 20.0:
        step(parts, 20.0)
        first, some = parts.new_outputs()
        assert first == sum(map(len, rows))
        rows.append(some)
    assert max(map(len, rows)) > 1
    np.testing.assert_array_equal(np.vstack(rows), expected)


def test_outputs_can_begin_later(kind: str) -> None:
    times = np.linspace(0.0, 10.0, 101)
    whole, late = (started(kind, circle, [1.0, 0.0], 1e-8) for _ in range(2))
    whole.outputs(times)
    whole.advance(10.0)
    late.advance(3.0)
    late.outputs(times, 31)
    late.advance(10.0)
    first, rows = late.new_outputs()
    assert first == 31 and len(rows) == 70
    np.testing.assert_allclose(rows, whole.new_outputs()[1][31:], rtol=0, atol=1e-6)


def test_few_outputs_are_those_of_many(kind: str) -> None:
    """Outputs do not influence the steps."""
    rows = []
    for n in (11, 101):
        loop = started(kind, oscillator, [1.0, 0.3], 1e-7)
        loop.outputs(np.linspace(0.0, 10.0, n))
        loop.advance(10.0)
        rows.append(loop.new_outputs()[1])
    np.testing.assert_allclose(rows[0], rows[1][::10], rtol=0, atol=1e-14)


def test_no_output_is_made_before_its_time(kind: str) -> None:
    loop = started(kind, circle, [1.0, 0.0], 1e-8)
    times = np.linspace(0.0, 10.0, 101)
    loop.outputs(times)
    loop.advance(4.05)
    first, rows = loop.new_outputs()
    assert (first, len(rows)) == (0, 41)

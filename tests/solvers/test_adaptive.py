"""The method of order 8 with error control, on equations with known solutions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sarrus.solvers import dormand_prince_8 as table
from sarrus.solvers.adaptive import Adaptive, StepTooSmall


class Plain:
    """A stepper in Python."""

    def __init__(self, f: Callable[[float, np.ndarray], np.ndarray], n: int) -> None:
        self.f, self.inputs = f, {}
        self.y, self.K = np.zeros(n), np.zeros((len(table.C), n))

    def stages(self, t: float, h: float, first: int, last: int) -> float:
        for s in range(first, last):
            self.K[s] = self.f(t + table.C[s] * h, self.y + h * (table.A[s, :s] @ self.K[:s]))
        return 1.0


def circle(t: float, y: np.ndarray) -> np.ndarray:
    return np.array([y[1], -y[0]])


def started(f: Callable, y0: list[float], rtol: float, t: float = 0.0, **more) -> Adaptive:
    y = np.array(y0, dtype=float)
    return Adaptive(Plain(f, len(y)), t, y, rtol, np.full(len(y), rtol), **more)


def to_the_end(loop: Adaptive, end: float) -> Adaptive:
    while loop.t < end:
        loop.advance(end)
    return loop


def test_table_has_order_8() -> None:
    """Quadrature conditions, row sums, and stage 12 with the weights of the step itself."""
    b, c = table.B, table.C[: table.STAGES]
    for k in range(8):
        assert b @ c**k == pytest.approx(1.0 / (k + 1), abs=1e-14)
    np.testing.assert_allclose(np.sum(table.A, axis=1), table.C, rtol=0, atol=1e-13)
    np.testing.assert_allclose(table.A[table.STAGES, : table.STAGES], b, rtol=0, atol=0)
    for weights in (table.E5, table.E3):
        assert abs(np.sum(weights)) < 1e-13


def test_order_of_one_step_and_of_the_dense_output() -> None:
    """Local errors fall as h^9 at the end of a step and as h^8 inside."""
    errors = []
    for h in (0.8, 0.4):
        loop = started(circle, [1.0, 0.0], 1.0, h=h, most=h)
        loop.advance(h)
        inside = np.linspace(0.1, 0.9, 9) * h
        found = loop.interpolate(inside)
        gap = np.abs(found - np.column_stack([np.cos(inside), -np.sin(inside)]))
        errors.append((np.max(np.abs(loop.y - [np.cos(h), -np.sin(h)])), np.max(gap)))
    end, dense = np.log2(np.array(errors[0]) / errors[1])
    assert 8.5 < end < 10.5 and 7.3 < dense < 9.5


@pytest.mark.parametrize("rtol", [1e-4, 1e-7, 1e-10])
def test_error_follows_the_tolerance(rtol: float) -> None:
    loop = to_the_end(started(circle, [1.0, 0.0], rtol), 20.0)
    error = np.max(np.abs(loop.y - [np.cos(20.0), -np.sin(20.0)]))
    assert error <= 100 * rtol
    s = loop.statistics
    assert s.steps > 0 and s.evaluations >= 12 * s.steps
    assert s.smallest_step <= s.largest_step <= 20.0


def test_quadratures_are_exact() -> None:
    """ydot = polynomial of t of degree 7."""
    loop = to_the_end(started(lambda t, y: np.array([8.0 * t**7]), [0.0], 1e-6), 1.5)
    assert loop.y[0] == pytest.approx(1.5**8, rel=1e-13)


@pytest.mark.parametrize(
    "begin, end", [(0.0, 1.0), (0.1, 0.3), (-3.0, -0.7), (-1e-3, 1e3), (1e6, 1e6 + 1)]
)
def test_it_ends_exactly(begin: float, end: float) -> None:
    loop = started(lambda t, y: np.array([1.0]), [0.0], 1e-6, begin)
    to_the_end(loop, end)
    assert loop.t == end and loop.y[0] == pytest.approx(end - begin, rel=1e-9)


def test_dense_output_matches_both_ends() -> None:
    loop = started(circle, [1.0, 0.0], 1e-8)
    for _ in range(4):
        t0, h, y0, y1 = loop.advance(10.0)
        ends = loop.interpolate(np.array([t0, t0 + h]))
        np.testing.assert_allclose(ends, [y0, y1], rtol=0, atol=1e-15)


def test_interpolation_does_not_disturb_the_integration() -> None:
    quiet, asked = (started(circle, [1.0, 0.0], 1e-8) for _ in range(2))
    for _ in range(6):
        quiet.advance(10.0)
        t0, h, _, _ = asked.advance(10.0)
        asked.interpolate(t0 + h * np.array([0.3, 0.6]))
    assert quiet.t == asked.t and np.array_equal(quiet.y, asked.y)


def test_what_is_done_after_every_step() -> None:
    """A projection to the circle: the slope at the start of the next step is taken again."""
    seen = []

    def after(t: float, y: np.ndarray) -> bool:
        seen.append(t)
        y /= np.linalg.norm(y)
        return True

    loop = to_the_end(started(circle, [1.0, 0.0], 1e-4, after=after), 20.0)
    assert len(seen) == loop.statistics.steps
    assert np.linalg.norm(loop.y) == pytest.approx(1.0, abs=1e-15)


def test_a_solution_that_ends_is_reported() -> None:
    """ydot = y^2 from 1 is infinite at t = 1."""
    loop = started(lambda t, y: y * y, [1.0], 1e-8)
    with np.errstate(all="ignore"), pytest.raises(StepTooSmall) as caught:
        to_the_end(loop, 2.0)
    assert caught.value.t == pytest.approx(1.0, abs=1e-6)
    assert caught.value.errors.shape == (1,)


def test_what_is_not_a_number_stops() -> None:
    loop = started(lambda t, y: np.array([np.nan]), [1.0], 1e-8)
    with np.errstate(all="ignore"), pytest.raises(StepTooSmall):
        to_the_end(loop, 1.0)


def test_discontinuity_is_stepped_over() -> None:
    """A force that switches on: steps are rejected there, and the result is right."""
    loop = started(lambda t, y: np.array([1.0 if t >= 1 / 3 else 0.0]), [0.0], 1e-8)
    to_the_end(loop, 1.0)
    assert loop.statistics.rejected > 0
    assert loop.y[0] == pytest.approx(2 / 3, abs=1e-7)

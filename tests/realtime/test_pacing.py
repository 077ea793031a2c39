"""Deadlines, overruns and jitter, with a clock that goes when it is told to."""

from __future__ import annotations

import numpy as np
import pytest

from realtime.fake_clock import FakeClock
from sarrus.system.realtime.pacing import Pacer
from sarrus.system.realtime.timing import Timing, time_text

TINY = 1e-6
"""What the looks at the clock add up to."""


def paced(clock: FakeClock, period: float = 0.01) -> Pacer:
    pacer = Pacer(clock, period, lambda: None)
    pacer.begin()
    return pacer


def test_deadlines_are_absolute() -> None:
    """Waking late delays one sample, and not those after it."""
    clock = FakeClock()
    pacer = paced(clock)
    start = clock.t
    for n in range(1, 5):
        clock.advance(0.002)
        clock.slow = 0.003 if n == 2 else 0.0
        assert pacer.arrive(n) == 0.0
        late = 0.0028 if n == 2 else 0.0  # the sleep ends 0.2 ms before the deadline
        assert clock.t == pytest.approx(start + 0.01 * n + late, abs=TINY)
    timing = pacer.timing()
    assert timing.overruns == 0 and timing.slip == 0.0
    np.testing.assert_allclose(timing.late, [0, 0.0028, 0, 0], atol=TINY)
    np.testing.assert_allclose(timing.busy, [0.002] * 4, atol=TINY)
    assert timing.factor == pytest.approx(5.0, rel=1e-3)


def test_overruns_are_counted_and_move_the_schedule() -> None:
    """A step of 25 ms of 10 misses its deadline by 15; all later ones are 15 ms later."""
    clock = FakeClock()
    pacer = paced(clock)
    start = clock.t
    for n in range(1, 6):
        clock.advance(0.025 if n == 3 else 0.001)
        missed = pacer.arrive(n)
        assert missed == pytest.approx(0.015 if n == 3 else 0.0, abs=TINY)
        due = 0.01 * n + (0.015 if n >= 3 else 0.0)
        assert clock.t == pytest.approx(start + due, abs=TINY)
    timing = pacer.timing()
    assert timing.overruns == 1
    assert list(timing.overrun_samples) == [3]
    assert timing.longest_overrun == pytest.approx(0.015, abs=TINY)
    assert timing.slip == pacer.slip == pytest.approx(0.015, abs=TINY)
    assert len(timing.jitter) == 4 and np.max(timing.jitter) < TINY


def test_every_step_too_long() -> None:
    """Nothing is skipped: as many samples as steps, each late by the same, and the factor says."""
    clock = FakeClock()
    pacer = paced(clock)
    for n in range(1, 11):
        clock.advance(0.02)
        pacer.arrive(n)
    timing = pacer.timing()
    assert timing.steps == timing.overruns == 10
    assert timing.slip == pytest.approx(0.1, abs=TINY)
    assert timing.factor == pytest.approx(0.5, rel=1e-3)


def test_slow_rates_hear_interrupts_while_they_wait() -> None:
    """A wait of 10 s is made of pieces, after each of which Ctrl-C is looked for."""
    heard = []
    clock = FakeClock()
    pacer = Pacer(clock, 10.0, lambda: heard.append(clock.t))
    pacer.begin()
    pacer.arrive(1)
    assert len(heard) >= 100
    assert max(np.diff(heard)) < 0.11


def test_histogram_counts_every_sample_once() -> None:
    late = np.array([0.0, 0.5e-6, 1.5e-6, 3e-6, 3e-6, 7e-6, 12e-6, 4e-3])
    timing = Timing(0.01, late, np.full(8, 1e-3), np.zeros(8))
    edges, counts = timing.histogram()
    assert counts.sum() == len(late)
    np.testing.assert_allclose(edges[:6], [0, 1e-6, 2e-6, 5e-6, 1e-5, 2e-5])
    assert edges[-1] > 4e-3 and edges[-2] <= 4e-3
    assert list(counts[:5]) == [2, 1, 2, 1, 1] and counts[-1] == 1
    text = str(timing.histogram())
    assert text.splitlines()[0].split()[:4] == ["0", "to", "1", "us"]
    assert "2 ms to 5 ms" in text
    lines = "\n".join(timing.lines())
    assert "real time was held" in lines and "real-time factor 10" in lines


def test_no_sample_at_all() -> None:
    none = np.zeros(0)
    timing = Timing(0.01, none, none, none)
    assert timing.histogram().counts.sum() == 0
    assert timing.overruns == 0 and timing.longest_overrun == 0.0
    assert timing.percentiles(50.0) == (0.0,)
    assert timing.lines()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0"), (2e-8, "20 ns"), (1e-6, "1 us"), (0.0015, "1.5 ms"), (2.0, "2 s"), (1e-3, "1 ms")],
)
def test_times_are_read_by_people(seconds: float, text: str) -> None:
    assert time_text(seconds) == text

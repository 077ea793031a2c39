"""Samples of tasks: both sides of knots, weights that integrate."""

from __future__ import annotations

import numpy as np
import pytest

from robotics.puma_task import swing_arm
from sarrus.robotics import Sequence, Task, Trapezoid, joint_move
from sarrus.robotics.limits import beyond
from sarrus.robotics.sampling import sample_times


@pytest.mark.parametrize("steps", range(4, 24))
def test_weights_integrate_polynomials(steps: int) -> None:
    samples = sample_times((0.3, 1.7), 1.4 / steps)
    assert len(samples.t) == steps + 1
    assert np.all(samples.weights > 0.0)
    for power in range(6):
        exact = (1.7 ** (power + 1) - 0.3 ** (power + 1)) / (power + 1)
        assert samples.weights @ samples.t**power == pytest.approx(exact, rel=1e-13)


def test_every_piece_has_both_ends_and_enough_samples() -> None:
    samples = sample_times((0.0, 0.25, 0.26, 1.0), 0.1)
    assert list(samples.t[samples.last]) == [0.25, 0.26, 1.0]
    first = np.concatenate([[True], samples.last[:-1]])
    assert list(samples.t[first]) == [0.0, 0.25, 0.26]
    assert np.count_nonzero((samples.t >= 0.25) & (samples.t <= 0.26)) >= 5
    assert samples.weights.sum() == pytest.approx(1.0, rel=1e-14)


def test_accelerations_are_one_sided() -> None:
    """At the end of the ramp both the ramp's acceleration and the zero after it are there."""
    move = joint_move([0.0], [1.0], Trapezoid(1.0, 0.25))
    result = Task(swing_arm(), Sequence([move])).run(0.05)
    sides = result.qdd[np.abs(result.t - 0.25) < 1e-12, 0]
    assert sides == pytest.approx([16.0 / 3.0, 0.0])
    assert result.qdd[-1, 0] == pytest.approx(-16.0 / 3.0)
    assert result.q[-1, 0] == pytest.approx(1.0, abs=1e-15)


def test_crossings_are_found_between_samples() -> None:
    samples = sample_times((0.0, 0.5, 2.0), 0.02)
    y = np.sin(3.0 * samples.t)
    level = 0.7
    found = beyond(samples, y, level, -np.inf)
    a = np.arcsin(level) / 3.0
    assert np.array(found) == pytest.approx(np.array([[a, np.pi / 3 - a]]), abs=1e-7)
    down = beyond(samples, y, np.inf, -0.2)
    assert np.array(down)[0, 0] == pytest.approx((np.pi + np.arcsin(0.2)) / 3, abs=1e-7)
    assert down[0][1] == 2.0
    assert beyond(samples, y, 1.1, -1.1) == ()

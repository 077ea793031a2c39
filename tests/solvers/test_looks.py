"""Two crossings between two looks, from Python and in machine code alike."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.adaptive_loops import started
from sarrus.kernels.loops import control
from sarrus.kernels.loops.event_search import INSIDE
from sarrus.solvers.roots import first_look

LOOKS = np.linspace(0.0, 1.0, INSIDE + 2)


@pytest.mark.parametrize("seed", range(200))
def test_the_same_as_the_native_loop(seed: int) -> None:
    """Random waves that come near zero or cross it, some for a moment only."""
    source = np.random.default_rng(seed)
    n = int(source.integers(1, 4))
    a, b, c = source.uniform(-1, 1, n), source.uniform(0, 6, n), source.uniform(0.9, 1.05, n)
    directions = source.integers(-1, 2, n)

    def values(t, y=None):
        wave = np.array([np.cos(b[i] * t + 3.0 * a[i]) for i in range(n)])
        return wave + (c - 0.3 * (seed % 2)) * np.sign(a)

    loop = started("native", lambda t, y: 0.0 * y, [1.0], 1e-9, events=(values, directions))
    loop.state.h = 1.0
    why = loop.advance(1.0)
    found, last = first_look(values, list(LOOKS), values(0.0), directions)
    assert (found is not None) == (why == control.CROSSED)
    if found is None:
        np.testing.assert_allclose(last, loop.before, rtol=1e-12, atol=1e-15)
        return
    assert (found[0], found[2]) == pytest.approx(loop.crossed, abs=1e-9)
    np.testing.assert_allclose(found[1], loop.before, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(100))
def test_no_pair_of_crossings_is_missed(seed: int) -> None:
    """Against a million looks, for values with one dip between three looks."""
    source = np.random.default_rng(seed)
    middle, wide, bend = source.uniform(0, 1), 10.0 ** source.uniform(-5, -1), source.uniform(1, 9)
    skew = source.uniform(-0.5, 0.5)

    def values(t):
        s = t - middle
        return np.array([bend * (s * s - wide**2) * (1.0 + skew * s)])

    found, _ = first_look(values, list(LOOKS), values(0.0), np.array([0]))
    fine = np.linspace(0.0, 1.0, 1_000_001)
    signs = np.sign(values(fine)[0])
    changes = np.flatnonzero(np.diff(signs))
    assert (found is not None) == (len(changes) > 0)
    if found is not None:
        assert found[0] <= fine[changes[0]] + 1e-5 and found[2] >= fine[changes[0]]


@pytest.mark.parametrize("mirrored", (False, True))
def test_a_pair_of_crossings_beside_the_first_or_the_last_look(mirrored: bool) -> None:
    """Where the first step aside has passed the first of them already."""

    def values(t: float) -> np.ndarray:
        s = (1.0 - t if mirrored else t) / (LOOKS[1] - LOOKS[0])
        return np.array([(s - 0.6e-3) * (s - 3e-3)])

    found, _ = first_look(values, list(LOOKS), values(0.0), np.array([0]))
    assert found is not None
    before, at_before, after = found
    assert at_before[0] > 0.0 > values(after)[0] and before < after


@pytest.mark.parametrize("count", [1, 300])
def test_many_values_take_as_many_evaluations_as_one(count: int) -> None:
    """Monotone values and dips of one shape are searched at the same times, each asked for once."""
    asked: list[float] = []

    def values(t: float) -> np.ndarray:
        asked.append(t)
        size = 1.0 + np.arange(count)
        return np.concatenate([size * (2.0 + t), -size * (2.0 - t), size * ((t - 0.5) ** 2 + 0.1)])

    found, _ = first_look(values, list(LOOKS), values(0.0), np.zeros(3 * count, dtype=int))
    assert found is None
    assert len(asked) == len(set(asked)) + 1 <= 30  # the first time is looked at once more

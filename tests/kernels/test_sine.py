"""The sine and cosine of our own: at most 2 units in the last place away from the C library."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from kernels.native import machine, over_rows, program
from sarrus.kernels.functions.tangent import LIMIT

MOST_ULPS = 2.0


@cache
def sines(n: int) -> Callable[..., list[np.ndarray]]:
    """Return a function of n angles that gives their sines, then their cosines."""
    turns = ("sin", "cos")
    return machine(program(n, lambda b, x: [b.unary(turn, a) for turn in turns for a in x]))


def assert_accurate(angles: np.ndarray) -> None:
    found = sines(len(angles))(angles)[0].reshape(2, -1)
    for values, reference in zip(found, (math.sin, math.cos), strict=True):
        expected = np.array([reference(a) for a in angles])
        ulps = np.abs(values - expected) / np.spacing(np.abs(expected))
        worst = int(np.argmax(ulps))
        message = f"{reference.__name__}({angles[worst]!r}) is {ulps[worst]} ulp off"
        assert ulps[worst] <= MOST_ULPS, message


@pytest.mark.parametrize("power", range(-10, 8))
def test_every_size_of_angle(power: int) -> None:
    rng = np.random.default_rng(power + 100)
    sizes = 10.0 ** rng.uniform(power, power + 1, 300)
    assert_accurate(sizes * rng.choice([-1.0, 1.0], 300))


def test_near_multiples_of_a_quarter_turn() -> None:
    """Where the sine or the cosine all but vanishes, the reduction of the angle is hardest."""
    rng = np.random.default_rng(5)
    most = int(LIMIT / (np.pi / 2)) - 1
    k = np.unique(np.concatenate([np.arange(-40, 41), rng.integers(-most, most, 200)]))
    nearest = k * (np.pi / 2)
    assert_accurate(nearest)
    assert_accurate(np.nextafter(nearest, np.inf))
    assert_accurate(nearest + 1e-9)


def test_both_sides_of_the_limit() -> None:
    edge = np.nextafter(LIMIT, 0.0), LIMIT, np.nextafter(LIMIT, np.inf), 2.0 * LIMIT
    assert_accurate(np.array([*edge, *(-a for a in edge)]))


def test_special_angles() -> None:
    angles = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 1e-300, 0.5])
    s, c = sines(len(angles))(angles)[0].reshape(2, -1)
    assert s[0] == 0.0 and s[1] == 0.0 and c[0] == 1.0 and c[1] == 1.0
    assert np.all(np.isnan(s[2:5])) and np.all(np.isnan(c[2:5]))
    np.testing.assert_array_equal(s[5:7], angles[5:7])
    assert s[7] == pytest.approx(math.sin(0.5), rel=1e-15)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 9])
def test_any_number_of_angles(n: int) -> None:
    """They are evaluated four at a time; the rest is padded."""
    assert_accurate(np.linspace(-3.0, 2.0, n))


def test_one_large_angle_does_not_disturb_its_neighbors() -> None:
    assert_accurate(np.array([0.1, 1e7, -0.3, 2.0, 1e8, 3.0, -4.0, 0.2]))
    angles = np.random.default_rng(8).uniform(-1e5, 1e5, 64)
    expected = sines(64)(angles)[0].reshape(2, -1)
    for first in range(4):
        far = angles.copy()
        far[first::4] = 1e7, *[np.nan] * 15
        kept = np.arange(64) % 4 != first
        assert np.array_equal(sines(64)(far)[0].reshape(2, -1)[:, kept], expected[:, kept])


@pytest.mark.parametrize("width", [2, 4, 8])
def test_vectors_of_any_size_give_the_same_bits(width: int) -> None:
    """Vectors of states too: each has its own angles, some of them beyond the limit."""
    of = program(3, lambda b, x: [b.unary(turn, a) for turn in ("sin", "cos") for a in x])
    angles = np.random.default_rng(9).normal(scale=1e3, size=(300, 3))
    angles[::7, 1] = 1e6
    angles[::11, 2] = np.inf
    alone = machine(of)
    expected = np.array([alone(row)[0] for row in angles])
    assert np.array_equal(over_rows(of, width)(angles, threads=1), expected, equal_nan=True)


def test_sine_of_what_needs_a_sine() -> None:
    of = program(1, lambda b, x: [b.unary("sin", b.unary("cos", x[0]))])
    assert machine(of)(np.array([0.4]))[0][0] == pytest.approx(math.sin(math.cos(0.4)), rel=4e-16)

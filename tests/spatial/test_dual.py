"""Rates by dual numbers against differences, and the rules of differentiation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarrus.spatial.arrays import columns, cross, join, length, matrix, minimum, select, vector
from sarrus.spatial.dual import Dual, duals, rate_of, rates, values
from sarrus.spatial.rotation import orientation_gap, quaternion_matrix, unit_vector

seeds = st.integers(0, 10**6)
Function = Callable[[np.ndarray], np.ndarray]


def slope(f: Function, x: np.ndarray, xdot: np.ndarray, h: float = 1e-4) -> np.ndarray:
    """Return df/dt by five points."""

    def at(t: float) -> np.ndarray:
        return np.asarray(f(x + t * xdot), dtype=float)

    return (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)


ELEMENTARY: dict[str, Function] = {
    "sum": lambda x: vector(x[0] + x[1], 2.0 + x[0], x[1] - x[2], 1.0 - x[0], -x[2]),
    "product": lambda x: vector(x[0] * x[1], 3.0 * x[2], x[0] * 3.0, x[0] * x[0]),
    "quotient": lambda x: vector(x[0] / x[1], 2.0 / x[2], x[0] / 4.0),
    "power": lambda x: vector(x[0] ** 2, x[1] ** 3, x[2] ** 1),
    "sqrt": lambda x: np.sqrt(x * x + 1.0),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "exp": np.exp,
    "log": lambda x: np.log(x * x + 0.5),
    "tanh": np.tanh,
    "arctan2": lambda x: vector(np.arctan2(x[0], x[1]), np.arctan2(x[2], x[0] * x[1])),
    "array times array": lambda x: x * np.array([1.0, 2.0, 3.0]) + np.array([4.0, 5.0, 6.0]) / x,
    "matrix times vector": lambda x: np.arange(9.0).reshape(3, 3) @ x,
    "cross": lambda x: cross(x, np.array([1.0, 2.0, 3.0]) * x[0]),
    "length": lambda x: vector(length(x)),
    "larger": lambda x: vector(select(x[0] > x[1], x[0] * x[2], x[1])),
    "smaller": lambda x: vector(minimum(x[0], x[1]), minimum(x[0], 0.0)),
    "built": lambda x: join(columns(x, 2.0 * x)[1], matrix((x[0], 1.0), (x[1], x[2]))[0]),
    "gap": lambda x: orientation_gap(quaternion_matrix(unit_vector(join(np.array([2.0]), x)))),
}


@pytest.mark.parametrize("name", ELEMENTARY)
@given(seed=seeds)
def test_rates_equal_differences(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sign, x, xdot = rng.choice([-1.0, 1.0], 3), rng.uniform(0.4, 1.2, 3), rng.normal(size=3)
    expected = slope(ELEMENTARY[name], sign * x, xdot)
    assert rate_of(ELEMENTARY[name], sign * x, xdot) == pytest.approx(expected, rel=1e-8, abs=1e-8)


@given(seeds)
def test_values_are_those_of_the_function(seed: int) -> None:
    p, pdot = np.random.default_rng(seed).normal(size=(2, 4))
    found = quaternion_matrix(duals(p, pdot))
    assert values(found) == pytest.approx(quaternion_matrix(p), abs=1e-14)
    expected = slope(quaternion_matrix, p, pdot)
    assert rates(found) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_plain_numbers_have_no_rate() -> None:
    assert rates(np.array([1.0, 2.0])).tolist() == [0.0, 0.0]
    assert values(np.array([1.0, 2.0])).tolist() == [1.0, 2.0]
    assert rate_of(lambda x: np.array([3.0]), np.ones(2), np.ones(2)).tolist() == [0.0]


@pytest.mark.parametrize("power", range(6))
def test_powers_of_zero_have_both_derivatives(power: int) -> None:
    """Polynomials in t begin at t = 0, where t^-1 of the rule for t^0 and t^1 is not defined."""
    found = Dual(Dual(0.0, 1.0), Dual(1.0, 0.0)) ** power
    jet = (found.value.value, found.rate.value, found.rate.rate)
    assert jet == (float(power == 0), float(power == 1), 2.0 * (power == 2))

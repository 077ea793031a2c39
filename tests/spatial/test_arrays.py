"""The vocabulary of arrays against NumPy, and the rate of a six-vector that is carried along."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.spatial import Transform
from sarrus.spatial.arrays import (
    columns,
    cross,
    dot,
    join,
    length,
    matrix,
    motion_cross,
    select,
    skew,
    symmetric,
    symmetric_from_upper,
    vector,
)
from sarrus.spatial.rotation import exponential, quaternion_matrix


@pytest.mark.parametrize("seed", range(5))
def test_products_equal_those_of_numpy(seed: int) -> None:
    a, b = np.random.default_rng(seed).normal(size=(2, 3))
    assert cross(a, b) == pytest.approx(np.cross(a, b), abs=1e-15)
    assert skew(a) @ b == pytest.approx(np.cross(a, b), abs=1e-15)
    assert np.array_equal(skew(a).T, -skew(a))
    assert dot(a, b) == pytest.approx(np.sum(a * b), abs=1e-15)
    assert length(a) == pytest.approx(np.linalg.norm(a), rel=1e-15)


def test_arrays_are_built_in_the_stated_order() -> None:
    assert vector(1.0, 2.0).tolist() == [1.0, 2.0]
    assert matrix((1.0, 2.0), (3.0, 4.0)).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert columns(np.array([1.0, 2.0]), np.array([3.0, 4.0])).tolist() == [[1.0, 3.0], [2.0, 4.0]]
    assert join(np.array([1.0]), np.array([2.0, 3.0])).tolist() == [1.0, 2.0, 3.0]
    expected = [[1.0, 4.0, 6.0], [4.0, 2.0, 5.0], [6.0, 5.0, 3.0]]
    assert symmetric((1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).tolist() == expected
    assert symmetric_from_upper(np.array([[1.0, 2.0], [9.0, 3.0]])).tolist() == [
        [1.0, 2.0],
        [2.0, 3.0],
    ]


def test_a_length_has_a_derivative_at_zero() -> None:
    assert length(np.zeros(3)) == pytest.approx(0.0, abs=1e-49)
    assert np.all(np.isfinite(np.zeros(3) / length(np.zeros(3))))


def test_select_takes_the_first_where_the_condition_holds() -> None:
    assert select(np.float64(1.0) > 0.0, 2.0, 3.0) == 2.0
    assert select(np.float64(-1.0) > 0.0, 2.0, 3.0) == 3.0


@pytest.mark.parametrize("seed", range(10))
def test_motion_cross_is_the_rate_of_a_carried_velocity(seed: int) -> None:
    """A body moves with V; what stands still in it, s, seen from the fixed frame, changes."""
    rng = np.random.default_rng(seed)
    V, s = rng.normal(size=(2, 6))
    h = 1e-5

    def seen(t: float) -> np.ndarray:
        R = quaternion_matrix(exponential(t * V[3:6]))
        return Transform.of(R, t * V[0:3]).motion_back(s)

    assert motion_cross(V, s) == pytest.approx((seen(h) - seen(-h)) / (2 * h), abs=1e-9)

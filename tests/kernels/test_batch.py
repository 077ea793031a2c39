"""Kernels over many states: the same numbers as one by one, wherever a row stands."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.batch import _parts
from sarrus.kernels.targets.llvm.lanes import widest
from sarrus.kernels.targets.llvm.target import LlvmTarget
from sarrus.spatial import Curve
from sarrus.spatial.arrays import minimum, select


def made(function: Callable[..., Any], **inputs: tuple[int, ...]) -> Kernel:
    return KernelFactory(Cache(None)).make(function.__name__, function, inputs)


def everything(x: Any, p: Any) -> dict[str, Any]:
    """Use every function that kernels know."""
    a, b = x[0], x[1]
    near = np.tanh(a)
    values = [
        np.sin(a) * np.cos(b),
        np.tan(near),
        np.arcsin(near) + np.arccos(near) + np.arctan(b),
        np.sinh(near) + np.cosh(near) + np.exp(near) + np.log(abs(b) + 1.0),
        np.sqrt(a * a + b * b) + np.arctan2(a, b),
        (abs(a) + 0.1) ** p[0],
        select(a < b, a, np.sin(b)),
        minimum(a, b) - abs(a - b),
        a / (b * b + 1.0),
        Curve([-1.0, 0.0, 0.5, 2.0], [0.0, 1.0, -1.0, 3.0])(a),
        1.0,
    ]
    return {"y": np.array(values), "z": np.array([[a, b], [b, a]])}


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return made(everything, x=(2,), p=(1,))


@pytest.fixture(scope="module")
def states() -> np.ndarray:
    return np.random.default_rng(5).normal(scale=3.0, size=(1043, 2))


def test_rows_are_as_one_by_one(kernel: Kernel, states: np.ndarray) -> None:
    y, z = kernel(states, np.array([1.7]))
    assert y.shape == (1043, 11) and z.shape == (1043, 2, 2)
    for k in range(0, 1043, 37):
        one, other = kernel(states[k], np.array([1.7]))
        assert np.array_equal(y[k], one)
        assert np.array_equal(z[k], other)


@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 511, 1024])
def test_place_in_the_batch_changes_no_bit(kernel: Kernel, states: np.ndarray, n: int) -> None:
    whole = kernel(states, np.array([1.7]))[0]
    assert np.array_equal(kernel(states[3 : 3 + n], np.array([1.7]))[0], whole[3 : 3 + n])


def test_threads_change_no_bit(kernel: Kernel) -> None:
    states = np.random.default_rng(6).normal(size=(9001, 2))
    p = np.array([0.3])
    one = kernel.many()(states, p, threads=1)
    for threads in (2, 3, 8):
        for a, b in zip(one, kernel.many()(states, p, threads=threads), strict=True):
            assert np.array_equal(a, b)


def test_inputs_by_row_or_shared(kernel: Kernel, states: np.ndarray) -> None:
    powers = np.full((1043, 1), 1.7)
    assert np.array_equal(kernel(states, powers)[0], kernel(states, np.array([1.7]))[0])
    same = np.broadcast_to(states[5], (20, 2))
    by_power = np.linspace(0.5, 2.0, 20)[:, None]
    assert np.array_equal(kernel(same, by_power)[0], kernel(states[5], by_power)[0])


def test_angles_beyond_the_reach_of_the_reduction() -> None:
    def turned(x: Any) -> dict[str, Any]:
        return {"y": np.array([np.sin(x[0]), np.cos(x[0])])}

    angles = np.array([[0.1], [1e5], [1e5 + 1.0], [1e9], [-3e12], [np.inf], [np.nan], [2.0]])
    found = made(turned, x=(1,))(angles)
    with np.errstate(invalid="ignore"):
        assert np.allclose(found, np.hstack([np.sin(angles), np.cos(angles)]), equal_nan=True,
                           rtol=1e-15)  # fmt: skip


def test_sines_are_right_to_the_last_digits() -> None:
    """Below 1 unit in the last place, also a few units beside multiples of a quarter turn."""

    def turned(x: Any) -> dict[str, Any]:
        return {"y": np.array([np.sin(x[0]), np.cos(x[0])])}

    random = np.random.default_rng(7)
    some = [random.uniform(-1e5, 1e5, 20000), random.normal(size=20000)]
    small = 10.0 ** random.uniform(-12.0, 0.0, 5000)
    near = np.pi / 2 * random.integers(-63661, 63662, 5000)
    beside = [near + k * np.spacing(np.abs(near)) for k in range(-3, 4)]
    angles = np.concatenate([*some, small, *beside])
    found = made(turned, x=(1,))(angles[:, None])
    exact = np.array([np.sin(angles.astype(np.longdouble)), np.cos(angles.astype(np.longdouble))]).T
    off = np.abs(found - exact) / np.spacing(np.abs(exact.astype(float)))
    assert np.max(off) < 1.0


def test_results_in_given_arrays(kernel: Kernel, states: np.ndarray) -> None:
    y, z = kernel(states, np.array([1.7]))
    out = [np.zeros_like(y), np.zeros_like(z)]
    found = kernel.many()(states, np.array([1.7]), out=out)
    assert found[0] is out[0] and np.array_equal(out[0], y) and np.array_equal(out[1], z)
    for wrong in ([out[0]], [out[0][::2], out[1]], [out[0].T.copy().T, out[1]]):
        with pytest.raises(ValueError, match="out must be"):
            kernel.many()(states, np.array([1.7]), out=wrong)


def test_arrays_that_do_not_fit(kernel: Kernel, states: np.ndarray) -> None:
    with pytest.raises(ValueError, match="different numbers of rows"):
        kernel(states, np.ones((4, 1)))
    with pytest.raises(ValueError, match="must have shape"):
        kernel(states, np.ones((1043, 2)))


@pytest.mark.parametrize("n", [0, 1, 511, 512, 1025, 4096, 100001])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_row_belongs_to_one_thread(n: int, threads: int) -> None:
    parts = _parts(n, widest().width, threads)
    assert parts[0][0] == 0 and parts[-1][1] == n and len(parts) <= threads
    assert all(a[1] == b[0] for a, b in pairwise(parts))
    assert all(a % widest().width == 0 for a, _ in parts)


@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize("n", [1, 5, 8, 67])
def test_any_width_has_the_bits_of_single_calls(
    monkeypatch: pytest.MonkeyPatch, width: int, n: int
) -> None:
    """Rows that fill no block, inputs and outputs that fill no vector, shared inputs."""
    monkeypatch.setattr(LlvmTarget, "width", lambda self: width)

    def sized(x: Any, A: Any, none: Any, p: Any) -> dict[str, Any]:
        return {"b": np.sin(A) @ x * p[0], "nothing": none, "C": A * x[0], "s": x @ x}

    kernel = made(sized, x=(3,), A=(9, 3), none=(0,), p=(1,))
    random = np.random.default_rng(n)
    x, A, p = random.normal(size=(n, 3)), random.normal(size=(n, 9, 3)), np.array([0.7])
    found = kernel.many()(x, A, np.zeros(0), p)
    assert kernel.many().width == width
    for k in range(n):
        for whole, one in zip(found, kernel(x[k], A[k], np.zeros(0), p), strict=True):
            np.testing.assert_array_equal(whole[k], one)

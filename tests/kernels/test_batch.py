"""Kernels over many states: the same numbers as one by one, wherever a row stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory, batch
from sarrus.kernels import layout as layout_module
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
    for wrong, why in (
        ([out[0]], "must be 2 arrays"),
        ([out[0][::2], out[1]], "must have shape"),
        ([out[0].astype(np.float32), out[1]], "float64"),
        ([np.broadcast_to(0.0, y.shape), out[1]], "writeable"),
        ([out[0].tolist(), out[1]], "must be an array"),
        ([out[0], out[0].ravel()[: z.size].reshape(z.shape)], "share memory"),
    ):
        with pytest.raises((ValueError, TypeError), match=why):
            kernel.many()(states, np.array([1.7]), out=wrong)
    mixed = np.empty((1043, 13))  # inputs and a result of one array that do not overlap
    mixed[:, :2] = states
    out = [mixed[:, 2:], np.empty_like(z)]
    assert np.array_equal(kernel.many()(mixed[:, :2], np.array([1.7]), out=out)[0], y)


LAYOUTS = {
    "columns": lambda shape: np.empty(shape[::-1]).T,
    "states last": lambda shape: np.moveaxis(np.empty((*shape[1:], shape[0])), -1, 0),
    "some rows of more": lambda shape: np.empty((2 * shape[0] + 1, *shape[1:]))[1::2],
    "rows backwards": lambda shape: np.empty(shape)[::-1],
    "part of columns": lambda shape: np.empty((shape[0] + 5, *shape[1:]), order="F")[5:],
    "neither": lambda shape: np.empty([2 * k for k in shape])[
        tuple([slice(None, None, 2)] * 3)[: len(shape)]
    ],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("n", [1, 7, 8, 17, 1043])
def test_layouts_change_no_bit(kernel: Kernel, states: np.ndarray, layout: str, n: int) -> None:
    p = np.array([1.7])
    y, z = kernel.many()(states[:n], p)
    x = LAYOUTS[layout]((n, 2))
    x[...] = states[:n]
    out = [LAYOUTS[layout]((n, *a.shape[1:])) for a in (y, z)]
    found = kernel.many()(x, p, out=out, threads=2)
    assert found[0] is out[0] and np.array_equal(out[0], y) and np.array_equal(out[1], z)
    assert np.array_equal(kernel(x, p)[0], y)


def test_results_have_the_order_of_the_inputs(kernel: Kernel, states: np.ndarray) -> None:
    p, columns = np.array([1.7]), np.asfortranarray(states)
    for given, order, wanted in (
        (states, "K", "C"),
        (columns, "K", "F"),
        (columns, "C", "C"),
        (states, "F", "F"),
    ):
        for found in kernel.many()(given, p, order=order):
            assert found.flags[f"{wanted}_CONTIGUOUS"]
    with pytest.raises(ValueError, match="order 'A' must be one of"):
        kernel.many()(states, p, order="A")


def test_large_columns_past_the_cache(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.random.default_rng(8).normal(size=(1043, 2))
    usual = kernel.many()(states, np.array([1.7]))
    for module in (batch, layout_module):
        monkeypatch.setattr(module, "PAST_THE_CACHE", 0)
    for n in (1040, 1043):  # columns of the second do not begin at lines of the cache
        found = kernel.many()(states[:n], np.array([1.7]), order="F")
        assert batch.streams(found[0], kernel.many().width) == (n == 1040)
        for a, b in zip(usual, found, strict=True):
            assert np.array_equal(a[:n], b)


def sparse(x: Any) -> dict[str, Any]:
    """Return a matrix of which most numbers are always zero."""
    A = np.zeros((9, 9), dtype=object)
    A[np.arange(9), np.arange(9)] = x[0] * np.arange(1.0, 10.0)
    A[0, 8] = np.sin(x[1])
    return {"A": A, "b": np.array([x[0], 0.0, x[1]])}


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("n", [3, 8, 200])
def test_numbers_that_are_always_zero(states: np.ndarray, order: str, n: int) -> None:
    many = made(sparse, x=(2,)).many()
    A, b = many(states[:n], order=order)
    assert np.allclose(A[:, 0, 8], np.sin(states[:n, 1])) and np.count_nonzero(A[0]) == 10
    short, ends = many(states[:n], order=order, compressed=True)
    assert short.shape == (n, 10) and ends.shape == (n, 2)
    assert np.array_equal(A.reshape(n, -1)[:, many.numbers[0]], short)
    assert np.array_equal(b[:, many.numbers[1]], ends)


def long(x: Any) -> dict[str, Any]:
    """Use more values at a time than there are registers, for longer than one function."""
    values = [x[0] + 0.01 * k * x[1] for k in range(60)]
    for turn in (np.sin, abs, abs, abs, np.cos, abs, abs, abs):
        values = [0.2 * values[k] * values[k - 7] - 0.1 * turn(values[k - 1]) for k in range(60)]
    return {"y": np.array(values), "sum": sum(values)}


def test_values_that_leave_the_registers_come_back() -> None:
    kernel = made(long, x=(2,))
    states = np.random.default_rng(9).normal(size=(19, 2))
    y, total = kernel(states)
    for k in range(19):
        one, other = kernel(states[k])
        assert np.array_equal(y[k], one) and np.array_equal(total[k], other)


def test_arrays_that_do_not_fit(kernel: Kernel, states: np.ndarray) -> None:
    with pytest.raises(ValueError, match="different numbers of rows"):
        kernel(states, np.ones((4, 1)))
    with pytest.raises(ValueError, match="must have shape"):
        kernel(states, np.ones((1043, 2)))


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
